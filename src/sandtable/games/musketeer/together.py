"""[23.0] What a side remembers of several counters that it may not examine, beside what it knows of each (sightings.py).

A *shuffle*: of several hidden counters in one place, of which it knew different things, one has gone, and nobody saw which.
`s.shuffles` keeps what was known of them (a record each), and `s.source` from which shuffle every counter has come: each of
its counters, wherever they are now, fits one of its records. A record may itself have come from an earlier shuffle.

A *claim*: at least one of several counters is of a kind, or one of them has come so far without help. `s.claims` keeps two
traits for each, for those who may have helped and for the one that moved; `s.doubts` has two bits for each claim.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from sandtable.core import bits

from .charts import ROCKET_RANGE
from .sightings import ENGINEER, MECHANIZED, SIX, factor, has, moved, points, remember, told_of, traits, units_with

if TYPE_CHECKING:
    from .state import MusketeerState

Record: TypeAlias = tuple[int, ...]
"""Traits, source and doubts of a counter before it was shuffled."""
MOST: Final = 40
"""So many shuffles and claims are remembered, the last ones."""


def left(s: MusketeerState, u: int, stays: int) -> None:
    """[ruling MU-22] A unit goes out of sight: an examined one is remembered, of several hidden ones nobody knows which it was;
    but everybody can see that these others had to stay."""
    game = s.game
    if s.known >> u & 1:
        remember(s, u, traits(game)[u])
        return
    units = game.ground_by[game.contingent_of[u]] & ~s.known
    stack = [v for v in bits(units) if s.loc[v] == s.loc[u]]
    common = told_of(s, u)
    for v in stack:
        common &= told_of(s, v)
    sure = stays & ~(1 << u)
    for alike in ([v for v in stack if not sure >> v & 1], *([v] for v in stack if sure >> v & 1)):
        records = tuple(sorted(record(s, v) for v in alike))
        kinds = {(units_with(game, e) & units, *rest) for e, *rest in records}
        if len(kinds) > 1 or kinds.pop()[0] != units_with(game, common) & units:
            s.shuffles = (*s.shuffles, records)
            for v in alike:
                s.source[v], s.doubts[v] = len(s.shuffles), 0
    for v in stack:
        remember(s, v, common)
    forget(s)


def record(s: MusketeerState, u: int) -> Record:
    """All that is known of a counter; of a shuffle with one record nothing need be kept."""
    evidence, source, doubts = told_of(s, u), s.source[u], s.doubts[u]
    while source and len(s.shuffles[source - 1]) == 1:
        ((more, source, others),) = s.shuffles[source - 1]
        evidence, doubts = evidence | more, doubts | others
    return evidence, source, doubts


def one_of(s: MusketeerState, helpers: int, trait: int, mover: int = -1, alone: int = 0) -> None:
    """The log has told that one of these counters has a trait, or the one that moved has another. Nothing is new when it is known
    of one of them."""
    game = s.game
    if any(traits(game)[u] & trait for u in bits(helpers & s.known)):
        return
    helpers &= ~s.known
    if mover < 0 and helpers.bit_count() == 1:
        has(s, next(bits(helpers)), trait)
        return
    claim = 2 * len(s.claims)
    s.claims = (*s.claims, (trait, alone))
    for u in bits(helpers):
        s.doubts[u] |= 1 << claim
    if mover >= 0:
        s.doubts[mover] |= 2 << claim
    forget(s)


def helped(s: MusketeerState, u: int, path: list[int], least_cost: Callable[[int, int], int]) -> None:
    """[24.2] A unit has moved as `sightings.moved` tells; where that was too far without engineers at the water, it was one itself,
    one of the counters there was one, or it moves further."""
    game, (start, *_, end) = s.game, path
    enough = moved(s, u, path, least_cost)
    if game.map.grid.adjacent[start] >> end & 1:
        return
    idle = game.ground_by[game.contingent_of[u]] & ~s.moved & ~s.assaulting
    seen = s.occupied(idle & s.known & game.engineers)
    if (alone := points(least_cost(enough * SIX, seen))) <= enough:
        return
    hidden = idle & ~s.known
    useful = [h for h in bits(s.occupied(hidden)) if points(least_cost(enough * SIX, seen | 1 << h)) < alone]
    crew = sum(1 << v for h in useful for v in s.at(h, hidden))
    one_of(s, crew | 1 << u, ENGINEER, u, factor(alone))


def shown_range(s: MusketeerState, hexes: int) -> None:
    """[20.3] Rockets can reach these hexes: a mechanized Soviet unit is near."""
    near = hexes
    for _ in range(ROCKET_RANGE):
        near |= s.game.map.grid.spread(near)
    units = s.game.ground_by["ussr"]
    one_of(s, sum(1 << u for u in bits(units) if s.loc[u] > 0 and near >> s.loc[u] & 1), MECHANIZED)


def forget(s: MusketeerState) -> None:
    """Only so much is remembered: the oldest goes first."""
    if gone := max(0, len(s.shuffles) - MOST):
        s.source = [max(0, n - gone) for n in s.source]
        s.shuffles = tuple(tuple((e, max(0, n - gone), d) for e, n, d in records) for records in s.shuffles[gone:])
    if gone := max(0, len(s.claims) - MOST):
        s.claims = s.claims[gone:]
        s.doubts = [d >> 2 * gone for d in s.doubts]
        s.shuffles = tuple(tuple((e, n, d >> 2 * gone) for e, n, d in records) for records in s.shuffles)
