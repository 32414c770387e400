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
    ; lines 2 to 3 taken back by consent, dice 1 to 1 discarded
    ; note: egypt is played by Ben from here on

    result: egypt, Egyptian victory
    seed: 41c0...

One line per decision: number, actor, action, the number of the draw (`@`) for chance, and a checksum of the state
after it (`#`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sandtable.core import CHANCE
from sandtable.core.editions import UNNUMBERED

FIRST_LINE = "sandtable record 1"
SECRET = "(secret)"
_LINE = re.compile(r"(\d{1,9})\. ([\w-]+): (.*?)(?: @(\d{1,9}))?(?: #([0-9a-f]{8}))?")
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
        counts = range(1, len(self.entries) + 1) if full or not told else told[1:]
        for n, i in enumerate(counts, 1):
            e = self.entries[i - 1]
            while notes and notes[0].after < i:
                lines.append(f"; note: {_one_line(notes.pop(0).text)}")
            while any(b.after < i for b in backs):  # those before a deeper one are told with it, in order
                lines.append(_taken_back(backs.pop(0), n - 1 if hidden and not full else None))
            action = e.action if side is None or over or self.may_read(side, e) else SECRET
            draw = f" @{e.draw}" if e.draw else ""
            check = f" #{e.checksum}" if e.checksum and (full or not hidden) else ""
            lines.append(f"{n}. {e.actor}: {action}{draw}{check}")
        lines += [_taken_back(b, len(counts) if hidden and not full else None) for b in backs]
        lines += [f"; note: {_one_line(note.text)}" for note in notes]
        if over:
            lines += ["", f"result: {self.result}"]
            if self.ended:
                lines.append(f"ended: {self.ended}")
            if self.seed:
                lines.append(f"seed: {self.seed}")
        return "\n".join(lines) + "\n"

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
                backs.append(TakeBack(first - 1, last, low, high))
            elif line.startswith("; note: "):
                notes.append(Note(len(entries), line.removeprefix("; note: ")))
            elif line.startswith(";"):
                continue
            elif m := _LINE.fullmatch(line):
                number, actor, action, draw, check = m.groups()
                if int(number) != len(entries) + 1:
                    raise RecordError(f"line {n}: entry {number} stands where entry {len(entries) + 1} should be")
                entries.append(Entry(actor, action, check or "", int(draw or 0), cut=actor == CHANCE))
            elif ": " in line and (not entries or line.startswith(("result: ", "ended: ", "seed: "))):
                key, _, value = line.partition(": ")
                header[key] = value
            else:
                raise RecordError(f"line {n}: not a line of a record: {line[:60]!r}")
        known = {
            "game",
            "rules",
            "options",
            "overlay",
            "title",
            "started",
            "dice",
            "result",
            "seed",
            "forked",
            "edition",
            "ended",
        }
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
            {k: v for k, v in header.items() if k not in known},
            header["dice"],
            options,
            header.get("overlay", ""),
            header.get("title", ""),
            header.get("started", ""),
            entries,
            backs,
            header.get("result", ""),
            header.get("seed", ""),
            int(header.get("forked", "0")),
            int(header.get("edition", UNNUMBERED)),
            notes,
            header.get("ended", ""),
        )


def _one_line(text: str) -> str:
    """Names come from people: a line break must not start a new line of the record."""
    return " ".join(text.split())


def _taken_back(b: TakeBack, line: int | None = None) -> str:
    """The remark; in a copy that merges secret lines, without their number."""
    if line is not None:
        return f"; taken back by consent to line {line}, dice {b.first_draw} to {b.last_draw} discarded"
    return f"; lines {b.after + 1} to {b.last} taken back by consent, dice {b.first_draw} to {b.last_draw} discarded"
