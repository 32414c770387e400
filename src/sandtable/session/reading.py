"""Text read as a record: every line is one of those of docs/records.md, or is named as the first that is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from sandtable.core import CHANCE

from .entries import Continuation, Entry, Note, RecordError, Stream, TakeBack
from .writing import FIRST_LINE

LINE = re.compile(
    r"(\d{1,9})\. ([\w-]+): (.*?)(?: @(\d{1,9})(?::(\d{1,9}-\d{1,9}/\d{1,9}))?)?(?: #([0-9a-f]{8}))?", re.ASCII
)
FRESH = re.compile(r"; from line (\d{1,9}) on fresh dice: (.+)", re.ASCII)
RULES = re.compile(r"; from line (\d{1,9}) on rules edition (\d{1,9}), from this position: (.+)", re.ASCII)
SEED = re.compile(r"seed(?: ([2-9]|[1-9]\d{1,3}))?", re.ASCII)
HEADER = {"game", "rules", "options", "overlay", "title", "started", "dice", "result", "forked", "edition", "ended"}
NOTE = re.compile(r"; note: (.*)")
NOTHING = re.compile(r"(?:;.*)?")
TAKEN_BACK = re.compile(
    r"; lines (\d{1,9}) to (\d{1,9}) taken back by consent, dice (\d{1,9}) to (\d{1,9}) discarded", re.ASCII
)


class Reading:
    """A record as far as it has been read."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.entries: list[Entry] = []
        self.backs: list[TakeBack] = []
        self.notes: list[Note] = []
        self.fresh: list[Stream] = []
        self.continued: list[Continuation] = []
        lines = text.split("\n")
        if lines[0].rstrip("\r") != FIRST_LINE:
            raise RecordError(f"line 1: not a record: the first line must be “{FIRST_LINE}”")
        if lines[-1] != "":
            raise RecordError(
                f"line {len(lines)}: the record is cut short in the middle of this line: {lines[-1][:60]!r}"
            )
        for n, line in enumerate(lines[1:], 2):
            self.line(n, line.rstrip("\r"))
        self.seed = self.seeds()
        self.check_header()

    def line(self, n: int, line: str) -> None:
        if "\0" in line:
            raise RecordError(f"line {n}: a record is plain text; this line holds a NUL character")
        for form, read in KINDS:
            if m := form.fullmatch(line):
                read(self, n, m)
                return
        if ": " in line and (not self.entries or line.startswith(("result: ", "ended: ", "seed"))):
            self.head(n, *line.split(": ", 1))
        else:
            raise RecordError(f"line {n}: not a line of a record: {line[:60]!r}")

    def head(self, n: int, key: str, value: str) -> None:
        if not key or (key.startswith("seed") and not SEED.fullmatch(key)):
            raise RecordError(f"line {n}: not a line of a record: {key[:60]!r}")
        if key in self.header:
            raise RecordError(f"line {n}: “{key}” is said twice")
        self.header[key] = value

    def take_back(self, n: int, m: re.Match[str]) -> None:
        first, last, low, high = map(int, m.groups())
        if not len(self.entries) < first <= last:
            raise RecordError(f"line {n}: cannot take back {first} to {last} after {len(self.entries)} entries")
        if (low or high) and not low <= high <= low + last - first:
            raise RecordError(f"line {n}: {last - first + 1} lines cannot hold the draws {low} to {high}")
        self.backs.append(TakeBack(first - 1, last, low, high))

    def note(self, n: int, m: re.Match[str]) -> None:
        self.notes.append(Note(len(self.entries), m[1]))

    def fresh_dice(self, n: int, m: re.Match[str]) -> None:
        self.must_follow(n, int(m[1]))
        self.fresh.append(Stream(len(self.entries), m[2]))

    def other_rules(self, n: int, m: re.Match[str]) -> None:
        self.must_follow(n, int(m[1]))
        state = json_object(m[3])
        if state is None:
            raise RecordError(f"line {n}: the position is not readable: {m[3][:60]!r}")
        self.continued.append(Continuation(len(self.entries), int(m[2]), state))

    def nothing(self, n: int, m: re.Match[str]) -> None:
        """An empty line, or a remark of somebody else's."""

    def entry(self, n: int, m: re.Match[str]) -> None:
        number, actor, action, draw, among, check = m.groups()
        if int(number) != len(self.entries) + 1:
            raise RecordError(f"line {n}: entry {number} stands where entry {len(self.entries) + 1} should be")
        if int(draw or 0) and actor != CHANCE:
            raise RecordError(f"line {n}: {actor} decides, but the line has a draw of the dice")
        self.entries.append(Entry(actor, action, check or "", int(draw or 0), cut=actor == CHANCE, among=among or ""))

    def must_follow(self, n: int, line: int) -> None:
        if line != len(self.entries) + 1:
            raise RecordError(f"line {n}: speaks of line {line} where line {len(self.entries) + 1} follows")

    def seeds(self) -> str:
        """Gives every stream what was revealed of it; returns the first one's."""
        seeds = {int(m[1] or 1): value for key, value in self.header.items() if (m := SEED.fullmatch(key))}
        for number, stream in enumerate(self.fresh, 2):
            stream.seed = seeds.pop(number, "")
        if wrong := [n for n in seeds if n != 1]:
            many = len(self.fresh) + 1
            raise RecordError(f"there is a seed {wrong[0]}, but the record tells of {many} streams of dice")
        return seeds.get(1, "")

    def check_header(self) -> None:
        for key in ("game", "rules", "dice"):
            if key not in self.header:
                raise RecordError(f"the record's header has no line “{key}: ...”")
        for key in ("forked", "edition"):
            if not re.fullmatch(r"[0-9]{1,9}", self.header.get(key, "0")):
                raise RecordError(f"the header's “{key}” is no number: {self.header[key][:20]!r}")

    @property
    def options(self) -> dict[str, Any]:
        found = json_object(self.header.get("options", "{}"))
        if found is None:
            raise RecordError(f"the header's options are not readable: {self.header['options'][:60]!r}")
        return found

    @property
    def players(self) -> dict[str, str]:
        """Every line of the header that is nothing else is a side and who plays it."""
        return {k: v for k, v in self.header.items() if k not in HEADER and not SEED.fullmatch(k)}


KINDS: tuple[tuple[re.Pattern[str], Callable[[Reading, int, re.Match[str]], None]], ...] = (
    (TAKEN_BACK, Reading.take_back),
    (NOTE, Reading.note),
    (FRESH, Reading.fresh_dice),
    (RULES, Reading.other_rules),
    (NOTHING, Reading.nothing),
    (LINE, Reading.entry),
)
"""What a line may be, the particular before the general."""


def json_object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
