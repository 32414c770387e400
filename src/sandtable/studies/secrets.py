"""Whether anything that a seat can ask depends on what its side does not know.

The hidden part of a position is imagined anew (`Game.sample_hidden`), and every answer is compared: view, prompt, layers,
goals; and where the side decides, its words, options, refusals, details, labels and forecast. What serves a seat is handed
`Game.as_known`, so that is compared too: it must be the same for both positions, and answer as the real one does. What is
told of the next decision, and what the record tells of all, is compared in `told.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import Action, Game, State
from sandtable.session import Session

from . import told

ASKED = 12
"""So many options, and so many actions that are perhaps none, are looked at closely."""
RECORDS = 25
"""The record is compared once in so many decisions: it grows by one line at a time."""
SPECTATOR = "spectator"


class Leak(AssertionError):
    """An answer depends on what the side that asks cannot know."""


def viewers(game: Game[Any]) -> tuple[str, ...]:
    """Everybody who can ask."""
    return (*game.sides, SPECTATOR)


def layers_of(game: Game[Any]) -> tuple[str, ...]:
    return tuple(id for id, _ in game.overlays)


def answers(
    s: State, side: str, tried: Sequence[Action], layers: Sequence[str] | None = None
) -> Iterator[tuple[str, Any]]:
    """Everything that a seat of this side can ask, with a name for messages; of the map layers all, or those named."""
    game = s.game
    yield "the view", told.seen_by(s, side)
    yield "the prompt", game.prompt_for(s, side)
    yield "whose turn it is", s.actor
    yield "the phase", game.phase(s)
    for id in layers_of(game) if layers is None else layers:
        yield f"the layer {id}", game.overlay(s, side, id)
    if side in game.sides:
        yield "the goal", game.goal(s, side)
    if s.choice is not None:
        yield "who may not see it", s.choice.secret_from(s)
    if s.actor != side or s.choice is None:
        return
    options = list(s.options())
    yield "the options", options
    yield "the words", {verb: s.words((verb,)) for verb in s.words()}
    yield "the rules of the decision", s.choice.rules(s)
    yield "the forecast", s.forecast()
    yield "undo", s.choice.cuts_undo(s)
    step = max(1, len(options) // ASKED)
    for a in options[::step]:
        yield f"the details of “{a}”", s.details(a)
        yield f"the label of “{a}”", s.choice.label(s, a)
    for a in tried:
        yield f"what is said to “{a}”", s.check(a)
        yield f"how “{a}” is read", s.game.parse(s, str(a))


def compare(
    s: State, side: str, rng: Random, tried: Sequence[Action] = (), layers: Sequence[str] | None = None
) -> State | None:
    """Raises Leak when something that this side can ask tells two positions apart that look the same to it.

    Returns the other position; None when nothing is hidden from the side.
    """
    game = s.game
    known = told.known_to(s, side)
    another = side in game.sides and s.outcome is None
    other: State = known
    if another:
        other = game.sample_hidden(s, side, rng)
        other.memory = {}
    if known == s and other == s:
        return None
    mine = list(answers(s, side, tried, layers))
    _same(side, "as known to it", mine, answers(known, side, tried, layers))
    if another:
        _same(side, "another hidden part", mine, answers(other, side, tried, layers))
        if game.as_known(other, side) != known:
            raise Leak(f"{side}: what serves its seat depends on what is hidden")
    return other


def look(session: Session, a: Action, rng: Random, recent: Sequence[Action], seen: Counter[str]) -> State:
    """Compare everything for everybody at this decision, and what will be told of `a`; counts what was compared. Then plays it
    and gives the position it leads to, with what was found out about it on the way.

    `recent` are actions to be tried, most of them out of place.
    """
    s = session.state
    tried = rng.sample(list(recent), min(ASKED, len(recent)))
    for side in viewers(s.game):
        seen["viewers asked"] += 1
        other = compare(s, side, rng, tried)
        if other is None:
            continue
        seen["with something hidden"] += 1
        if side in s.game.sides:
            _no_leak(told.of_a_decision(s, other, a, side, seen))
        if rng.randrange(RECORDS) == 0:
            seen["records"] += 1
            _no_leak(told.of_the_record(session, side, rng))
    foreseen, _ = told.after(s, a)
    session.play(str(a))
    now: State = session.state
    if now == foreseen:
        now.memory = foreseen.memory
    return now


def _no_leak(difference: str) -> None:
    if difference:
        raise Leak(difference)


def _same(side: str, how: str, mine: list[tuple[str, Any]], theirs: Iterator[tuple[str, Any]]) -> None:
    for (what, one), (_, other) in zip(mine, islice(theirs, len(mine)), strict=True):
        if one != other:
            raise Leak(f"{side}, {how}: {what} differs: {str(one)[:200]} | {str(other)[:200]}")
