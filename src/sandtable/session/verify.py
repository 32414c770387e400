"""Whether the dice of a record were fixed beforehand: for every stretch of the game, where they come from and what is proved.

`web/public/verify.js` does the same without knowing the rules; a test holds the two together. docs/records.md is the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import CHANCE

from .dice import LATE, NONE, SERVER, DiceError, SeededDice, chance_answer, commitments_of, fits, seed_of
from .entries import Entry, RecordError, Stream
from .session import Session


@dataclass(frozen=True, slots=True)
class Stretch:
    """Entries `first` to `last` (from 1; empty when last < first) whose dice have one origin."""

    first: int
    last: int
    source: str
    """committed, unrevealed, typed, scripted, parent or unknown"""
    rolls: int
    proved: bool
    """Every roll is the one that was committed to (or there is none)."""
    text: str

    def __str__(self) -> str:
        where = f"entries {self.first} to {self.last}" if self.last > self.first else f"entry {self.first}"
        return f"{where if self.last >= self.first else 'no entry yet'}: {self.rolls} rolls, {self.text}"


def verify(session: Session, parent: Session | None = None) -> list[Stretch]:
    """What is known about the dice of every stretch; RecordError names the first roll that is not what it claims to be."""
    record = session.record
    streams = record.streams()
    if not streams[-1].seed and isinstance(session.dice, SeededDice):  # a save to resume keeps it
        streams[-1] = replace(streams[-1], seed=session.dice.secret)
    numbers = _due(session)
    found = []
    if record.forked:
        found.append(_taken_over(session, record.forked, parent))
    ends = [s.after for s in streams[1:]] + [len(record.entries)]
    for i, (stream, end) in enumerate(zip(streams, ends)):
        rolls = [(n, e) for n, e in enumerate(record.entries[stream.after : end], stream.after) if e.actor == CHANCE]
        reason = "" if i == 0 or any(b.after <= stream.after for b in record.take_backs) else "no take-back before it"
        if stream.after < end or i == len(streams) - 1:
            found.append(_stretch(session, stream, end, rolls, numbers, reason))
    return found


def verify_dice(session: Session) -> int:
    """How many rolls are those of committed dice; RecordError when one is not, or when some cannot be verified."""
    stretches = verify(session)
    unproved = next((s for s in stretches if not s.proved), None)
    if unproved:
        raise RecordError(f"the dice cannot be verified: {unproved}")
    return sum(s.rolls for s in stretches)


def _due(session: Session) -> Iterator[int]:
    """The numbers of the draws as they must follow each other: none is skipped but those that a take-back discarded."""
    discarded = [(b.first_draw, b.last_draw) for b in session.record.take_backs if b.first_draw]
    number = 0
    while True:
        number += 1
        while beyond := [last for first, last in discarded if first <= number <= last]:
            number = max(beyond) + 1
        yield number


def _stretch(
    session: Session, stream: Stream, end: int, rolls: list[tuple[int, Entry]], due: Iterator[int], doubt: str
) -> Stretch:
    """One stream of dice, from its beginning to the next one's."""

    def answer(source: str, proved: bool, text: str) -> Stretch:
        return Stretch(stream.after + 1, end, source, len(rolls), proved or not rolls, text)

    if stream.dice in ("typed", "scripted"):
        for n, e in rolls:
            if e.draw:
                raise RecordError(f"entry {n + 1}: has a draw {e.draw}, but the dice are {stream.dice}")
        return answer(stream.dice, False, "typed in by people" if stream.dice == "typed" else "from a list")
    try:
        who = _whose(stream.dice)
        seed = seed_of(stream.dice, stream.seed) if stream.seed and who else ""
    except DiceError as wrong:
        raise RecordError(str(wrong)) from None
    if not who:
        return answer("unknown", False, f"of unknown origin ({stream.dice[:40]!r})")
    known = True
    for n, e in rolls:
        number = next(due)
        if e.draw != number:
            raise RecordError(f"entry {n + 1}: uses draw {e.draw} of the dice where draw {number} was due")
        if not seed:
            continue
        if n < session.base:  # played by an older edition: by the numbers that the record gives
            so = fits(seed, number, e.action, e.among)
            known = known and so is not None
            if so is False:
                raise RecordError(f"entry {n + 1}: the committed dice do not say {e.action!r}")
        elif str(right := chance_answer(seed, number, session.states[n])) != e.action:
            raise RecordError(f"entry {n + 1}: the record says {e.action!r}, the committed dice say {str(right)!r}")
    if not seed:
        return answer("unrevealed", False, f"committed by {who}; the seed is not revealed yet")
    if doubt:
        return answer("unknown", False, f"fresh dice with {doubt}: nobody can tell when they were committed")
    if not known:
        return answer("committed", False, f"committed by {who}, but some draws need the rules of the older edition")
    return answer("committed", True, f"all as committed by {who}")


def _whose(dice: str) -> str:
    """Who fixed a committed stream, as a phrase; empty when the dice are of another kind."""
    if dice.startswith("seeded "):
        return "the server alone"
    if not dice.startswith("shared "):
        return ""
    commitments = commitments_of(dice)
    names = ["the server", *(n for n, c in commitments.items() if n != SERVER and c != NONE and not c.startswith(LATE))]
    out = [f"{n} {'gave its share too late' if c else 'took no part'}" for n, c in _absent(commitments)]
    return " and ".join(names if len(names) > 1 else ["the server alone"]) + "".join(f" ({text})" for text in out)


def _absent(commitments: dict[str, str]) -> list[tuple[str, bool]]:
    return [(n, c.startswith(LATE)) for n, c in commitments.items() if c == NONE or c.startswith(LATE)]


def _taken_over(session: Session, count: int, parent: Session | None) -> Stretch:
    """The entries of another record with which a fork begins."""
    entries = session.record.entries[:count]
    rolls = sum(e.actor == CHANCE for e in entries)
    if any(e.draw for e in entries):
        raise RecordError(f"the first {count} entries are said to be another record's, but number draws of this one")
    if parent is None:
        text = f"from another record up to entry {count}; name it to verify them"
        return Stretch(1, count, "parent", rolls, not rolls, text)
    theirs = parent.record.entries
    if parent.record.game != session.record.game or parent.record.options != session.record.options:
        raise RecordError("the parent record is of another game")
    for n, e in enumerate(entries):
        if n >= len(theirs) or (theirs[n].actor, theirs[n].action) != (e.actor, e.action):
            raise RecordError(f"entry {n + 1}: {e.action!r} does not stand there in the parent record")
    proved = all(s.proved for s in verify(parent) if s.first <= count)
    text = f"from the parent record, {'all as committed there' if proved else 'where they are not all verified'}"
    return Stretch(1, count, "parent", rolls, proved or not rolls, text)
