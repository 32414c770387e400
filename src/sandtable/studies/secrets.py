"""Whether anything that a seat can ask depends on what its side does not know.

The hidden part of a position is imagined anew (`Game.sample_hidden`), and every answer is compared: view, prompt, layers,
goals; and where the side decides, its words, options, refusals, details, labels and forecast. What serves a seat is handed
`Game.as_known`, so that is compared too: it must be the same for both positions, and answer as the real one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import Action, State

ASKED = 12
"""So many options, and so many actions that are perhaps none, are looked at closely."""


class Leak(AssertionError):
    """An answer depends on what the side that asks cannot know."""


def answers(s: State, side: str, tried: Sequence[Action]) -> Iterator[tuple[str, Any]]:
    """Everything that a seat of this side can ask, with a name for messages."""
    game = s.game
    yield "the view", s.view(side)
    yield "the prompt", game.prompt_for(s, side)
    yield "whose turn it is", s.actor
    yield "the phase", game.phase(s)
    for id, _ in game.overlays:
        yield f"the layer {id}", game.overlay(s, side, id)
    if side in game.sides:
        yield "the goal", game.goal(s, side)
    if s.actor != side or s.choice is None:
        return
    options = list(s.options())
    yield "the options", options
    yield "the words", s.words()
    yield "the rules of the decision", s.choice.rules(s)
    yield "the forecast", s.forecast()
    yield "who may not see it", s.choice.secret_from(s)
    yield "undo", s.choice.cuts_undo(s)
    step = max(1, len(options) // ASKED)
    for a in options[::step]:
        yield f"the details of “{a}”", s.details(a)
        yield f"the label of “{a}”", s.choice.label(s, a)
    for a in tried:
        yield f"what is said to “{a}”", s.check(a)
        yield f"how “{a}” is read", s.game.parse(s, str(a))


def compare(s: State, side: str, rng: Random, tried: Sequence[Action] = ()) -> None:
    """Raises Leak when something that this side can ask tells two positions apart that look the same to it."""
    game = s.game
    known = game.as_known(s, side)
    mine = list(answers(s, side, tried))
    _same(side, "as known to it", mine, answers(known, side, tried))
    if side not in game.sides or s.outcome is not None:
        return
    other = game.sample_hidden(s, side, rng)
    _same(side, "another hidden part", mine, answers(other, side, tried))
    if game.as_known(other, side) != known:
        raise Leak(f"{side}: what serves its seat depends on what is hidden")


def compare_one(s: State, rng: Random, recent: Sequence[Action]) -> None:
    """One viewer, drawn by lot: a side or a spectator; `recent` are actions to be tried, most of them out of place."""
    tried = rng.sample(list(recent), min(ASKED, len(recent)))
    compare(s, rng.choice((*s.game.sides, *s.game.sides, "spectator")), rng, tried)


def _same(side: str, how: str, mine: list[tuple[str, Any]], theirs: Iterator[tuple[str, Any]]) -> None:
    for (what, one), (_, other) in zip(mine, islice(theirs, len(mine)), strict=True):
        if one != other:
            raise Leak(f"{side}, {how}: {what} differs: {str(one)[:200]} | {str(other)[:200]}")
