"""The record of a game: a readable, diffable text file that anyone can replay and verify.

    sandtable record 1
    game: across-suez-1980
    rules: 0.1.0
    edition: 2
    israel: Ada
    egypt: greedy
    dice: seeded sha256:6b86...

    1. israel: move Reshef-1 0210-0211 #5d1f0c3a
    2. israel: attack 16/1 #0b7e1f52
    3. chance: roll 4 @1 #9c66e2d0
    4. chance: draw Gaza @2:3-5/12 #1c77e0aa
    ; lines 2 to 3 taken back by consent, dice 1 to 1 discarded
    ; note: egypt is played by Ben from here on

    result: egypt, Egyptian victory
    seed: 41c0...

One line per decision: number, actor, action, the number of the draw (`@`) for chance with the numbers that mean this
answer where the answer does not say them itself, and a checksum of the state after it (`#`). Remarks that start with `;`
tell of take-backs, fresh dice and another edition of the rules; docs/records.md is the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sandtable.core.editions import UNNUMBERED

from .entries import Continuation, Entry, Note, Stream, TakeBack
from .reading import Reading
from .writing import written

R = TypeVar("R", TakeBack, Note, Stream)


@dataclass
class Record:
    """Header, entries and trailer; nothing here knows the rules."""

    game: str
    rules: str
    players: dict[str, str]
    dice: str
    options: Mapping[str, object] = field(default_factory=dict)
    overlay: str = ""
    title: str = ""
    started: str = ""
    entries: list[Entry] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    result: str = ""
    seed: str = ""
    forked: int = 0
    """How many entries were taken over from another game; their dice belong to that one."""
    edition: int = UNNUMBERED
    """The edition of our rules of this title that played it (docs/editions.md)."""
    notes: list[Note] = field(default_factory=list)
    ended: str = ""
    """Why the players ended it before the rules did (resigned, agreed ...); then `result` is theirs too."""
    fresh: list[Stream] = field(default_factory=list)
    """Streams that followed the first one: after a take-back that the seed had been revealed before, or by other hands."""
    continued: list[Continuation] = field(default_factory=list)
    _counts: dict[str, Count] = field(default_factory=dict, init=False, repr=False, compare=False)
    """By side: what `told` has counted."""

    @property
    def played_by(self) -> int:
        """The edition that played the last stretch."""
        return self.continued[-1].edition if self.continued else self.edition

    def streams(self) -> list[Stream]:
        """Every stretch of dice in order, the first one included (a copy)."""
        return [Stream(min(self.forked, len(self.entries)), self.dice, self.seed), *self.fresh]

    @property
    def present_dice(self) -> str:
        return self.fresh[-1].dice if self.fresh else self.dice

    @property
    def revealed(self) -> str:
        """What the record reveals of the dice it goes on with."""
        return self.fresh[-1].seed if self.fresh else self.seed

    @property
    def rolled(self) -> bool:
        """Has anything been rolled with the dice in use, taken back or not?"""
        begun = self.streams()[-1].after
        taken_back = begun + 1 if self.fresh else begun  # a take-back to where fresh dice begin is why they do
        discarded = any(b.first_draw and b.after >= taken_back for b in self.take_backs)
        return discarded or any(e.draw for e in self.entries[begun:])

    def describe_dice(self, dice: str) -> None:
        """The dice in use have another description: somebody took part in them, or came too late."""
        if self.fresh:
            self.fresh[-1].dice = dice
        else:
            self.dice = dice

    def reveal(self, seed: str) -> None:
        """The seed of the dice in use; they are never used again."""
        if self.fresh:
            self.fresh[-1].seed = seed
        else:
            self.seed = seed

    def begin_dice(self, dice: str) -> None:
        """From here on the dice come from elsewhere."""
        self.fresh.append(Stream(len(self.entries), dice))

    def text(self, side: str | None = None, hidden: bool = False, told: Sequence[int] = ()) -> str:
        """The file. For a side: without what is kept secret from it; where the game hides things, without checksums too.

        `told` are the lines of the side's own count (`Session.told`), where it does not know of every entry.
        """
        return written(self, side, hidden, told)

    def until(self, n: int) -> Record:
        """What it was after n entries, to those who are told no more yet."""

        def first(some: Iterable[R]) -> list[R]:
            return [x for x in some if x.after <= n]

        return replace(
            self,
            entries=self.entries[:n],
            take_backs=first(self.take_backs),
            notes=first(self.notes),
            fresh=first(self.fresh),
        )

    def told(self, side: str, busy: str | None = None) -> list[int]:
        """How a side may count the entries of a running game (Session.told). `busy` makes secret decisions now; None: perhaps
        somebody does."""
        count = self._counts.get(side)
        if count is None or count.record is not self:
            count = self._counts[side] = Count(self, side)
        return count.lines(busy)

    def may_read(self, side: str, entry: Entry) -> bool:
        """May this side know what was done? A secret is for its owner only, not for spectators (any other name) either."""
        return not entry.secret_from or (side in self.players and side not in entry.secret_from)

    @classmethod
    def read(cls, text: str) -> Record:
        """Parse a file; RecordError names the first line that is not part of a record."""
        found = Reading(text)
        head = found.header
        return cls(
            game=head["game"],
            rules=head["rules"],
            players=found.players,
            dice=head["dice"],
            options=found.options,
            overlay=head.get("overlay", ""),
            title=head.get("title", ""),
            started=head.get("started", ""),
            entries=found.entries,
            take_backs=found.backs,
            result=head.get("result", ""),
            seed=found.seed,
            forked=int(head.get("forked", "0")),
            edition=int(head.get("edition", UNNUMBERED)),
            notes=found.notes,
            ended=head.get("ended", ""),
            fresh=found.fresh,
            continued=found.continued,
        )


class Count:
    """A side's count of the entries of a running game; it goes on where it was as long as entries are only added."""

    def __init__(self, record: Record, side: str) -> None:
        self.record, self.side = record, side
        self._begin()

    def _begin(self) -> None:
        self._lines, self._run = [0], ""
        self._counted = 0
        self._last: Entry | None = None

    def lines(self, busy: str | None) -> list[int]:
        """As `Record.told`."""
        entries = self.record.entries
        if self._counted and (len(entries) < self._counted or entries[self._counted - 1] is not self._last):
            self._begin()  # something was taken back
        for i in range(self._counted, len(entries)):
            self._count(i + 1, entries[i])
        self._counted, self._last = len(entries), entries[-1] if entries else None
        hidden = self._run and busy in (self._run, None)
        return self._lines[:-1] if hidden else self._lines.copy()

    def _count(self, i: int, e: Entry) -> None:
        secret = not self.record.may_read(self.side, e)
        if secret and self._run == e.actor:
            self._lines[-1] = i
        else:
            self._lines.append(i)
        self._run = e.actor if secret and e.silent else ""
