"""[23.0] How several counters may have come to lie where they lie: every way that what is remembered of them together allows.

A way says of every counter which record of its shuffle it was, and of which counter a claim is true; then all that was told
of it is one number again, as for a counter that was never among others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.core import bits
from sandtable.core.chance import Luck

from .sightings import units_with
from .together import Record

if TYPE_CHECKING:
    from .game import Musketeer
    from .state import MusketeerState

STEPS: Final = 1000
"""So many steps are tried; then what is remembered of several counters is left aside."""


class Way(NamedTuple):
    """How far a way has been found."""

    told: tuple[int, ...]
    """By counter: what is known of it."""
    came: Mapping[int, tuple[int, ...]]
    """By shuffle: the counters that have come from it."""
    doubts: tuple[tuple[int, int], ...]
    """Counters and the doubts about them."""


class Ways:
    """The ways of some counters: those that may not be examined and may be any of some units, and those that are known."""

    def __init__(self, s: MusketeerState, units: Sequence[int], rng: Luck) -> None:
        self.game: Musketeer = s.game
        self.shuffles, self.claims, self.rng = s.shuffles, s.claims, rng
        self.units = units
        """By counter: the units that it can be, as bits."""
        self.steps = STEPS

    def all(self, counters: Sequence[Record]) -> Iterator[tuple[int, ...]]:
        """What is known of every counter, in all ways that are found."""
        way = Way((0,) * len(counters), {}, ())
        for i, record in enumerate(counters):
            way = self._taken(way, i, record)
        yield from self._shuffled(way, len(self.shuffles))

    def _taken(self, way: Way, i: int, record: Record) -> Way:
        """A counter was this record."""
        evidence, source, doubts = record
        told = (*way.told[:i], way.told[i] | evidence, *way.told[i + 1 :])
        came = {**way.came, source: (*way.came.get(source, ()), i)}
        return Way(told, came, (*way.doubts, (i, doubts)))

    def _shuffled(self, way: Way, n: int) -> Iterator[tuple[int, ...]]:
        """Go back over this shuffle and all before it."""
        while n and n not in way.came:
            n -= 1
        if not n:
            yield from self._true(way, len(self.claims))
            return
        records = list(self.shuffles[n - 1])
        self.rng.shuffle(records)
        yield from self._dealt(way, n, way.came[n], records)

    def _dealt(self, way: Way, n: int, counters: tuple[int, ...], records: list[Record]) -> Iterator[tuple[int, ...]]:
        """Each of the counters that have come from a shuffle was one of its records."""
        if not counters:
            yield from self._shuffled(way, n - 1)
            return
        i, *others = counters
        for k, record in enumerate(records):
            self.steps -= 1
            if self.steps > 0 and self._can_be(i, way.told[i] | record[0]):
                yield from self._dealt(self._taken(way, i, record), n, tuple(others), records[:k] + records[k + 1 :])

    def _true(self, way: Way, n: int) -> Iterator[tuple[int, ...]]:
        """The claims are true, each of one of its counters."""
        if not n:
            yield way.told
            return
        about = [(i, self.claims[n - 1][k]) for i, d in way.doubts for k in (0, 1) if d >> 2 * n - 2 + k & 1]
        if not about:
            yield from self._true(way, n - 1)
        self.rng.shuffle(about)
        for i, trait in about:
            self.steps -= 1
            if self.steps > 0 and self._can_be(i, way.told[i] | trait):
                yield from self._true(self._taken(way, i, (trait, 0, 0)), n - 1)

    def _can_be(self, i: int, evidence: int) -> bool:
        return bool(units_with(self.game, evidence) & self.units[i])


def bridged(s: MusketeerState, contingent: str) -> int:
    """[24.2] The engineers without whom a unit that has moved in this phase had not come so far."""
    crew = s.game.engineers & s.game.ground_by[contingent]
    for u in bits(s.moved & s.game.ground_by[contingent] & ~crew):
        for n, (_, alone) in enumerate(s.claims):
            if s.doubts[u] >> 2 * n + 1 & 1 and not units_with(s.game, alone) >> u & 1:
                return crew
    return 0
