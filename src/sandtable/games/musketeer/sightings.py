"""[23.0] What a side remembers of counters that it may not examine.

Every hidden counter has *traits* that the log has told the other side: it is no anti-aircraft unit (nothing shifted the
fire), it has moved so far, it came by parachute, it is a unit that was examined before it moved on. `s.evidence` and
`s.clues` keep them as one number per unit; whoever imagines the hidden units (fog.py) gives every counter a unit that has all of them.

When one of several hidden counters leaves a stack, nobody can tell which one it was: all of them keep only what they
have in common.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from sandtable.core import bits

if TYPE_CHECKING:
    from .game import Musketeer
    from .state import MusketeerState

NO_GUNS: Final = 1
DROPS: Final = 1 << 1
LANDS: Final = 1 << 2
INFILTRATES: Final = 1 << 3
ON_FOOT: Final = 1 << 4
_MOVES: Final = 5
"""Bit 5 + n: a movement factor of n or more."""
_WHO: Final = 16
"""Bit 16 + u: it is unit u."""
_CLUES: Final = 256
"""From this bit on traits are kept in `s.clues`."""
FLIES: Final = 1 << _CLUES
STAGES: Final = 1 << _CLUES + 1
"""British or US: it can come through Libya."""
_REACHES: Final = _CLUES + 2
"""Bit _REACHES + n: a movement factor of n or more, by what stood in the way on that day."""
ARRIVES: Final = {
    "drop": DROPS,
    "land": LANDS,
    "infiltrate": INFILTRATES,
    "helicopter": ON_FOOT,
    "transfer": FLIES,
    "libya": STAGES,
}
"""What the way on which a unit came tells of it; where it came from is told in other ways."""
SIX: Final = 6
"""Costs of steps are counted in sixths of a movement point."""


@cache
def traits(game: Musketeer) -> tuple[int, ...]:
    """All traits of every unit, its identity included."""
    found = []
    for u in range(len(game.roster)):
        has = 1 << _WHO + u
        for trait, units in (
            (NO_GUNS, ~game.aaa),
            (DROPS, game.droppable),
            (LANDS, game.landable),
            (INFILTRATES, game.infiltrators),
            (ON_FOOT, ~game.mechanized),
            (FLIES, ~game.mechanized | game.ground_by["ussr"]),
            (STAGES, game.of_libya),
        ):
            has |= trait if units >> u & 1 else 0
        found.append(has | sum(1 << _MOVES + n | 1 << _REACHES + n for n in range(1, game.movement[u] + 1)))
    return tuple(found)


def identified(evidence: int) -> bool:
    """Does the other side remember which unit this is?"""
    return evidence & (1 << _CLUES) - 1 >> _WHO != 0


def may_be(game: Musketeer, evidence: int, u: int) -> bool:
    """Has unit u every trait that was told of a counter?"""
    return traits(game)[u] & evidence == evidence


def left(s: MusketeerState, u: int) -> None:
    """[ruling MU-22] A unit goes out of sight: an examined one is remembered, of several hidden ones nobody knows which it was."""
    game = s.game
    if s.known >> u & 1:
        remember(s, u, traits(game)[u])
        return
    units = game.ground_by[game.contingent_of[u]] & ~s.known
    stack = [v for v in bits(units) if s.loc[v] == s.loc[u]]
    common = told_of(s, u)
    for v in stack:
        common &= told_of(s, v)
    for v in stack:
        remember(s, v, common)


def told_of(s: MusketeerState, u: int) -> int:
    """All traits that the other side knows of a counter."""
    return s.evidence[u] | s.clues[u] << _CLUES


def remember(s: MusketeerState, u: int, traits: int) -> None:
    s.evidence[u], s.clues[u] = traits & (1 << _CLUES) - 1, traits >> _CLUES


def has(s: MusketeerState, u: int, trait: int) -> None:
    """The log has told this of a unit that is not examined."""
    if not s.known >> u & 1:
        remember(s, u, told_of(s, u) | trait)


def moved(s: MusketeerState, u: int, path: list[int], least_cost: Callable[[int], int]) -> None:
    """[9.0] It has gone from here to there in one impulse: it has at least the movement factor that this takes. What it took
    on that day is only asked for where it can tell more than the map does."""
    factor, most, end = s.game.movement[u], s.movement(u), path[-1]
    least = -(-_cheapest(s.game, path[0]).get(end, 0) // SIX)
    has(s, u, sum(1 << _MOVES + n for n in range(1, min(factor, least) + 1)))
    if least < most and not s.game.map.grid.adjacent[path[0]] >> end & 1:
        that_day = -(-least_cost(least * SIX) // SIX)
        has(s, u, sum(1 << _REACHES + n for n in range(least + 1, min(most, that_day) + 1)))


def no_guns(s: MusketeerState, hexes: int, side: str) -> None:
    """[24.1, 29.6] Aircraft were over these hexes and no anti-aircraft unit of the side has shown itself."""
    for u in bits(s.game.ground_of[side] & ~s.known & ~s.game.aaa):
        if s.loc[u] > 0 and hexes >> s.loc[u] & 1:
            s.evidence[u] |= NO_GUNS


@cache
def _cheapest(game: Musketeer, start: int) -> dict[int, int]:
    """What a unit must at least spend to come from here to any hex, whatever helps it on the way."""
    found: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(SIX * SIX + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for h in bucket:
            if h not in found:
                found[h] = cost
                for step in game.steps[h]:
                    dearer = cost + step.cost + (0 if step.bridgeable else step.crossing)
                    if step.to not in found and dearer < len(buckets):
                        buckets[dearer].append(step.to)
    return found
