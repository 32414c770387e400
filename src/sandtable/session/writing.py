"""A record as text: the lines of docs/records.md, in their order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .entries import Continuation, Entry, TakeBack

if TYPE_CHECKING:
    from .record import Record

FIRST_LINE = "sandtable record 1"
SECRET = "(secret)"


def written(record: Record, side: str | None, hidden: bool, told: Sequence[int]) -> str:
    """The whole file."""
    lines = [FIRST_LINE, *header(record), "", *Body(record, side, hidden).lines(told), *trailer(record)]
    return "\n".join(lines) + "\n"


def header(record: Record) -> Iterator[str]:
    """Who plays what, by which rules, with which dice; what is empty is left out."""
    if record.title:
        yield f"title: {one_line(record.title)}"
    yield f"game: {record.game}"
    yield f"rules: {record.rules}"
    if record.edition:
        yield f"edition: {record.edition}"
    if record.options:
        yield f"options: {json.dumps(dict(record.options), sort_keys=True)}"
    if record.overlay:
        yield f"overlay: {record.overlay}"
    yield from (f"{side}: {one_line(name)}" for side, name in record.players.items())
    if record.started:
        yield f"started: {record.started}"
    if record.forked:
        yield f"forked: {record.forked}"
    yield f"dice: {record.dice}"


class Body:
    """Entries with the remarks between them; for a side without what is kept secret from it."""

    def __init__(self, record: Record, side: str | None, hidden: bool) -> None:
        self.record, self.side = record, side
        self.over = bool(record.result)
        self.full = side is None or self.over
        self.checked = self.full or not hidden
        """May numbers be told that depend on what is hidden?"""
        self.merged = hidden and not self.full
        self.notes, self.backs = list(record.notes), list(record.take_backs)
        self.continued, self.fresh = list(record.continued), list(record.fresh)

    def lines(self, told: Sequence[int]) -> Iterator[str]:
        counts = range(1, len(self.record.entries) + 1) if self.full or not told else told[1:]
        n = 0
        for n, i in enumerate(counts, 1):
            yield from self.remarks(n, i)
            yield self.entry(n, self.record.entries[i - 1])
        yield from self.remarks(n + 1, len(self.record.entries) + 1)

    def remarks(self, n: int, i: int) -> Iterator[str]:
        """What was noted before entry i, which this reader counts as line n."""
        while self.notes and self.notes[0].after < i:
            yield f"; note: {one_line(self.notes.pop(0).text)}"
        while any(b.after < i for b in self.backs):  # those before a deeper one are told with it, in order
            yield taken_back(self.backs.pop(0), n - 1 if self.merged else None)
        while self.continued and self.continued[0].after < i:
            yield continued(self.continued.pop(0), n, self.checked)
        while self.fresh and self.fresh[0].after < i:
            yield f"; from line {n} on fresh dice: {self.fresh.pop(0).dice}"

    def entry(self, n: int, e: Entry) -> str:
        secret = self.side is not None and not self.over and not self.record.may_read(self.side, e)
        shown = e.among if self.checked and not secret else ""
        draw = f" @{e.draw}{':' * bool(shown)}{shown}" if e.draw else ""
        check = f" #{e.checksum}" if e.checksum and self.checked else ""
        return f"{n}. {e.actor}: {SECRET if secret else e.action}{draw}{check}"


def trailer(record: Record) -> Iterator[str]:
    """How it ended, and what may be revealed of the dice."""
    seeds = [x.seed for x in record.streams()]
    if record.result:
        yield ""
        yield f"result: {record.result}"
        if record.ended:
            yield f"ended: {record.ended}"
    yield from seed_lines(seeds if record.result else [*seeds[:-1], ""])


def seed_lines(seeds: Sequence[str]) -> list[str]:
    """What is revealed of every stream, the first one's number left out."""
    return [f"seed{f' {n}' if n > 1 else ''}: {seed}" for n, seed in enumerate(seeds, 1) if seed]


def continued(c: Continuation, line: int, whole: bool) -> str:
    """The remark; without the position, where that would show what is secret."""
    text = f"; from line {line} on rules edition {c.edition}"
    state = json.dumps(c.state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}, from this position: {state}" if whole else text


def one_line(text: str) -> str:
    """Names come from people: a line break must not start a new line of the record."""
    return " ".join(text.split())


def taken_back(b: TakeBack, line: int | None = None) -> str:
    """The remark; in a copy that merges secret lines, without their number."""
    if line is not None:
        return f"; taken back by consent to line {line}, dice {b.first_draw} to {b.last_draw} discarded"
    return f"; lines {b.after + 1} to {b.last} taken back by consent, dice {b.first_draw} to {b.last_draw} discarded"
