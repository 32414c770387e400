"""What each reader has been told of a game: lines and a version of its own.

In a game with secrets the number of decisions is itself a secret: one who hears nothing of a change must not notice it by a
version, a count or a message either. So every side, and the spectators, have a `Reader`; a game without secrets has one for all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class Reader:
    """One side's knowledge of the record: `lines[n]` entries stand at its line n (`Session.told`)."""

    def __init__(self, version: int, lines: Sequence[int]) -> None:
        self.version, self.lines = version, lines
        self._first = version
        self.since = version
        """The version from which on the lines are what they are: later ones only tell of people, clocks or dice."""
        self._kept: list[tuple[int, int]] = []
        """By version: how many lines of the version before it still stand."""

    @property
    def count(self) -> int:
        return len(self.lines) - 1

    def line_of(self, entries: int) -> int:
        """The last line that needs no more than so many entries."""
        return bisect_right(self.lines, entries) - 1

    def tell(self, lines: Sequence[int], kept: int, always: bool = False) -> bool:
        """Take in a change that left `kept` entries standing; False when it shows this reader nothing."""
        good = self.line_of(kept)
        while good >= len(lines) or lines[good] != self.lines[good]:
            good -= 1
        same = self.count == good == len(lines) - 1
        news = always or not same
        self.lines = lines
        if news:
            self.version += 1
            self.since = self.since if same else self.version
            self._kept.append((self.version, good))
        return news

    def start_again(self, version: int) -> None:
        """From this version on, nothing held from before counts."""
        self.version = self.since = version
        self._kept.append((version, 0))

    def still_good(self, version: int, lines: int) -> int:
        """How many of the lines that a client holds from an earlier version still stand."""
        if not self._first <= version <= self.version:
            return 0
        good = min(lines, self.count)
        for changed, kept in reversed(self._kept):
            if changed <= version:
                break
            good = min(good, kept)
        return good
