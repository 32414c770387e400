"""What a side is told as a game goes on: the log of a decision, the lines of the record, what may be undone.

Both questions are asked twice, of what is and of something else that the side cannot know to be wrong, and must be answered
alike: a decision is taken in two positions whose hidden parts differ, and a record is read whose secret lines have been
changed, in number too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

from sandtable.core import Action, Event, State
from sandtable.core.facts import View
from sandtable.core.state import fact
from sandtable.session import Session
from sandtable.session.entries import Entry
from sandtable.session.record import Record

LONGEST = 3
"""So many secret decisions at most are put before the last one of a run."""


@fact
def seen_by(s: State, side: str) -> View:
    return s.view(side)


@fact
def known_to(s: State, side: str) -> State:
    known: State = s.game.as_known(s, side)
    return known


@fact
def after(s: State, a: Action) -> tuple[State, list[Event]]:
    """The position after an action, and what is told of it."""
    t: State = s.copy()
    t.log = []
    t.apply(a)
    events, t.log = t.log, None
    return t, events


def heard(events: Sequence[Event], side: str) -> list[tuple[Any, ...]]:
    """The sentences that are for a side."""
    return [(e.text, e.rules, e.at, e.about) for e in events if not e.to or side in e.to]


def of_a_decision(s: State, other: State, a: Action, side: str, seen: Counter[str]) -> str:
    """How what the side is told of a decision that it may know differs; empty when it does not.

    Left out is what the rules show by it: a decision that reveals units, ends the game, or is followed by one that was not
    possible otherwise (counted).
    """
    choice = s.choice
    if choice is None or other.choice is None or side in choice.secret_from(s) or other.check(a) is not None:
        return ""
    one, events = after(s, a)
    two, theirs = after(other, a)
    game = s.game
    shown = choice.actor(s) == side and choice.cuts_undo(s)
    if shown or one.outcome or two.outcome or game.revealed(s, one, side) or game.revealed(other, two, side):
        seen["decisions that reveal"] += 1
        return ""
    found = f"{side}, told of “{a}”: "
    if choice.label(s, a) != other.choice.label(other, a):
        return found + f"the label differs: {choice.label(s, a)} | {other.choice.label(other, a)}"
    if heard(events, side) != heard(theirs, side):
        return found + f"the log differs: {heard(events, side)} | {heard(theirs, side)}"
    if one.actor != two.actor or type(one.choice) is not type(two.choice):
        seen["told by who is asked next"] += 1
        return ""
    seen["decisions told"] += 1
    if seen_by(one, side) != seen_by(two, side) or known_to(one, side) != known_to(two, side):
        return found + "the position after it differs"
    return ""


def of_the_record(session: Session, side: str, rng: Random) -> str:
    """How the copy of the record, its count of lines or an undo differs for the side when what it cannot read is another
    thing, another number of times; empty when it does not."""
    twin = copy(session)
    twin.record = changed(session.record, side, rng)
    if session.record_text(side) != twin.record_text(side):
        return f"{side}: the record depends on secret lines"
    if len(session.told(side)) != len(twin.told(side)):
        return f"{side}: the number of lines depends on secret ones"
    if side in session.game.sides and session.undo_refusal(side) != twin.undo_refusal(side):
        return f"{side}: undo depends on secret lines"
    return ""


def changed(record: Record, side: str, rng: Random) -> Record:
    """The record with other secrets: what the side may not read is replaced, and runs of it are longer or shorter."""
    return replace(record, entries=list(_changed(record, side, rng)))


def _changed(record: Record, side: str, rng: Random) -> Iterator[Entry]:
    run: list[Entry] = []
    for e in record.entries:
        secret = not record.may_read(side, e)
        if run and not (secret and e.actor == run[0].actor):
            yield from _another(run, rng)
            run = []
        if not secret:
            yield replace(e, checksum=f"{rng.getrandbits(32):08x}")
            continue
        run.append(e)
        if not e.silent:
            yield from _another(run, rng)
            run = []
    yield from _another(run, rng)


def _another(run: list[Entry], rng: Random) -> Iterator[Entry]:
    """Another run that looks the same: silent secrets as many as you like, then the one that ends it."""
    if not run:
        return
    silent = replace(run[0], silent=True)
    last = run[-1]
    least = 1 if last.silent else 0
    for _ in range(rng.randint(least, LONGEST)):
        yield _other_secret(silent, rng)
    if not last.silent:
        yield _other_secret(last, rng)


def _other_secret(e: Entry, rng: Random) -> Entry:
    return replace(e, action=f"secret {rng.getrandbits(16)}", checksum=f"{rng.getrandbits(32):08x}")
