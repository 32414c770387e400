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

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.core import CHANCE
from sandtable.core.editions import UNNUMBERED

FIRST_LINE = "sandtable record 1"
SECRET = "(secret)"
_LINE = re.compile(r"(\d{1,9})\. ([\w-]+): (.*?)(?: @(\d{1,9})(?::(\d{1,9}-\d{1,9}/\d{1,9}))?)?(?: #([0-9a-f]{8}))?")
_FRESH = re.compile(r"; from line (\d{1,9}) on fresh dice: (.+)")
_RULES = re.compile(r"; from line (\d{1,9}) on rules edition (\d{1,9}), from this position: (.+)")
_SEED = re.compile(r"seed(?: (\d{1,4}))?")
_HEADER = {"game", "rules", "options", "overlay", "title", "started", "dice", "result", "forked", "edition", "ended"}
_TAKEN_BACK = re.compile(r"; lines (\d{1,9}) to (\d{1,9}) taken back by consent, dice (\d{1,9}) to (\d{1,9}) discarded")


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay: names the first bad line."""


class OtherEdition(RecordError):
    """A record that another edition of the rules played, and that the present one does not replay."""

    def __init__(self, text: str, needs: int, here: int) -> None:
        self.needs, self.here = needs, here
        if needs == UNNUMBERED:
            told = "It names no rules edition: it was written before edition 1"
        else:
            told = f"It was played by rules edition {needs}"
        super().__init__(f"{text}. {told}; here is edition {here}. What a film of it shows can still be watched")


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision."""

    actor: str
    action: str
    checksum: str
    draw: int = 0
    """Number of the draw in the dice stream, for decisions of chance that a stream answered."""
    secret_from: tuple[str, ...] = ()
    cut: bool = False
    """Whether it can no longer be undone."""
    silent: bool = False
    """Secret, and nothing came of it that the others could see."""
    among: str = ""
    """Which numbers of the draw mean this answer, as "3-5/12"; empty for six-sided dice."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Entries that both sides agreed to withdraw: `first` and `last` number them, as do the discarded draws."""

    after: int
    """How many entries were left when it happened."""
    last: int
    first_draw: int
    last_draw: int


@dataclass(frozen=True, slots=True)
class Note:
    """A fact about the people and their clocks, beside the entries."""

    after: int
    """How many entries stood when it was made."""
    text: str


@dataclass
class Stream:
    """Where the dice come from, from an entry on."""

    after: int
    """How many entries stood before it began."""
    dice: str
    seed: str = ""
    """What was revealed of it."""


@dataclass
class Continuation:
    """Another edition of the rules went on from a position that an older one had reached."""

    after: int
    edition: int
    state: dict[str, Any]


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
        over = bool(self.result)
        full = side is None or over
        lines = [FIRST_LINE]
        if self.title:
            lines.append(f"title: {_one_line(self.title)}")
        lines += [f"game: {self.game}", f"rules: {self.rules}"]
        if self.edition:
            lines.append(f"edition: {self.edition}")
        if self.options:
            lines.append(f"options: {json.dumps(dict(self.options), sort_keys=True)}")
        if self.overlay:
            lines.append(f"overlay: {self.overlay}")
        lines += [f"{s}: {_one_line(name)}" for s, name in self.players.items()]
        if self.started:
            lines.append(f"started: {self.started}")
        if self.forked:
            lines.append(f"forked: {self.forked}")
        lines += [f"dice: {self.dice}", ""]
        backs, notes = list(self.take_backs), list(self.notes)
        fresh, continued = list(self.fresh), list(self.continued)
        counts = range(1, len(self.entries) + 1) if full or not told else told[1:]
        for n, i in enumerate(counts, 1):
            e = self.entries[i - 1]
            while notes and notes[0].after < i:
                lines.append(f"; note: {_one_line(notes.pop(0).text)}")
            while any(b.after < i for b in backs):  # those before a deeper one are told with it, in order
                lines.append(_taken_back(backs.pop(0), n - 1 if hidden and not full else None))
            while continued and continued[0].after < i:
                lines.append(_continued(continued.pop(0), n, full or not hidden))
            while fresh and fresh[0].after < i:
                lines.append(f"; from line {n} on fresh dice: {fresh.pop(0).dice}")
            action = e.action if side is None or over or self.may_read(side, e) else SECRET
            shown = e.among if action == e.action and (full or not hidden) else ""
            draw = f" @{e.draw}{':' * bool(shown)}{shown}" if e.draw else ""
            check = f" #{e.checksum}" if e.checksum and (full or not hidden) else ""
            lines.append(f"{n}. {e.actor}: {action}{draw}{check}")
        n = len(counts)
        lines += [_taken_back(b, n if hidden and not full else None) for b in backs]
        lines += [f"; note: {_one_line(note.text)}" for note in notes]
        lines += [_continued(c, n + 1, full or not hidden) for c in continued]
        lines += [f"; from line {n + 1} on fresh dice: {f.dice}" for f in fresh]
        if over:
            lines += ["", f"result: {self.result}"]
            if self.ended:
                lines.append(f"ended: {self.ended}")
        seeds = [x.seed for x in self.streams()]
        lines += seed_lines(seeds if over else [*seeds[:-1], ""])
        return "\n".join(lines) + "\n"

    def told(self, side: str, busy: str | None = None) -> list[int]:
        """How a side may count the entries of a running game (Session.told). `busy` makes secret decisions now; None: perhaps
        somebody does."""
        lines, run = [0], ""
        for i, e in enumerate(self.entries, 1):
            secret = not self.may_read(side, e)
            if secret and run == e.actor:
                lines[-1] = i
            else:
                lines.append(i)
            run = e.actor if secret and e.silent else ""
        if run and busy in (run, None):
            lines.pop()
        return lines

    def may_read(self, side: str, entry: Entry) -> bool:
        """May this side know what was done? A secret is for its owner only, not for spectators (any other name) either."""
        return not entry.secret_from or (side in self.players and side not in entry.secret_from)

    @classmethod
    def read(cls, text: str) -> Record:
        """Parse a file; RecordError names the first line that is not part of a record."""
        lines = text.split("\n")
        if lines[0].strip() != FIRST_LINE:
            raise RecordError(f"line 1: not a record: the first line must be “{FIRST_LINE}”")
        if lines[-1] != "":
            raise RecordError(
                f"line {len(lines)}: the record is cut short in the middle of this line: {lines[-1][:60]!r}"
            )
        header: dict[str, str] = {}
        entries: list[Entry] = []
        backs: list[TakeBack] = []
        notes: list[Note] = []
        fresh: list[Stream] = []
        continued: list[Continuation] = []
        for n, line in enumerate(lines[1:], 2):
            line = line.rstrip("\r")
            if not line:
                continue
            if "\0" in line:
                raise RecordError(f"line {n}: a record is plain text; this line holds a NUL character")
            if m := _TAKEN_BACK.fullmatch(line):
                first, last, low, high = map(int, m.groups())
                if not len(entries) < first <= last:
                    raise RecordError(f"line {n}: cannot take back {first} to {last} after {len(entries)} entries")
                if (low or high) and not low <= high <= low + last - first:
                    raise RecordError(f"line {n}: {last - first + 1} lines cannot hold the draws {low} to {high}")
                backs.append(TakeBack(first - 1, last, low, high))
            elif line.startswith("; note: "):
                notes.append(Note(len(entries), line.removeprefix("; note: ")))
            elif m := _FRESH.fullmatch(line):
                _must_follow(n, int(m[1]), entries)
                fresh.append(Stream(len(entries), m[2]))
            elif m := _RULES.fullmatch(line):
                _must_follow(n, int(m[1]), entries)
                continued.append(Continuation(len(entries), int(m[2]), _json_object(n, m[3])))
            elif line.startswith(";"):
                continue
            elif m := _LINE.fullmatch(line):
                number, actor, action, draw, among, check = m.groups()
                if int(number) != len(entries) + 1:
                    raise RecordError(f"line {n}: entry {number} stands where entry {len(entries) + 1} should be")
                entries.append(
                    Entry(actor, action, check or "", int(draw or 0), cut=actor == CHANCE, among=among or "")
                )
            elif ": " in line and (not entries or line.startswith(("result: ", "ended: ", "seed"))):
                key, _, value = line.partition(": ")
                if key in header:
                    raise RecordError(f"line {n}: “{key}” is said twice")
                header[key] = value
            else:
                raise RecordError(f"line {n}: not a line of a record: {line[:60]!r}")
        seeds = {int(m[1] or 1): value for key, value in header.items() if (m := _SEED.fullmatch(key))}
        for number, stream in enumerate(fresh, 2):
            stream.seed = seeds.pop(number, "")
        if wrong := [n for n in seeds if n != 1]:
            raise RecordError(f"there is a seed {wrong[0]}, but the record tells of {len(fresh) + 1} streams of dice")
        for key in ("game", "rules", "dice"):
            if key not in header:
                raise RecordError(f"the record's header has no line “{key}: ...”")
        for key in ("forked", "edition"):
            if not re.fullmatch(r"\d{1,9}", header.get(key, "0")):
                raise RecordError(f"the header's “{key}” is no number: {header[key][:20]!r}")
        try:
            options = json.loads(header.get("options", "{}"))
        except (ValueError, RecursionError):
            options = None
        if not isinstance(options, dict):
            raise RecordError(f"the header's options are not readable: {header['options'][:60]!r}")
        return cls(
            header["game"],
            header["rules"],
            {k: v for k, v in header.items() if k not in _HEADER and not _SEED.fullmatch(k)},
            header["dice"],
            options,
            header.get("overlay", ""),
            header.get("title", ""),
            header.get("started", ""),
            entries,
            backs,
            header.get("result", ""),
            seeds.get(1, ""),
            int(header.get("forked", "0")),
            int(header.get("edition", UNNUMBERED)),
            notes,
            header.get("ended", ""),
            fresh,
            continued,
        )


def seed_lines(seeds: Sequence[str]) -> list[str]:
    """What is revealed of every stream, the first one's number left out."""
    return [f"seed{f' {n}' if n > 1 else ''}: {seed}" for n, seed in enumerate(seeds, 1) if seed]


def _must_follow(n: int, line: int, entries: Sequence[Entry]) -> None:
    if line != len(entries) + 1:
        raise RecordError(f"line {n}: speaks of line {line} where line {len(entries) + 1} follows")


def _json_object(n: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError(f"line {n}: the position is not readable: {text[:60]!r}")
    return found


def _continued(c: Continuation, line: int, whole: bool) -> str:
    """The remark; without the position, where that would show what is secret."""
    text = f"; from line {line} on rules edition {c.edition}"
    state = json.dumps(c.state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}, from this position: {state}" if whole else text


def _one_line(text: str) -> str:
    """Names come from people: a line break must not start a new line of the record."""
    return " ".join(text.split())


def _taken_back(b: TakeBack, line: int | None = None) -> str:
    """The remark; in a copy that merges secret lines, without their number."""
    if line is not None:
        return f"; taken back by consent to line {line}, dice {b.first_draw} to {b.last_draw} discarded"
    return f"; lines {b.after + 1} to {b.last} taken back by consent, dice {b.first_draw} to {b.last_draw} discarded"
