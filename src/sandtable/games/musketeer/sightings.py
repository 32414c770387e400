"""[23.0] What a side remembers of counters that it may not examine.

Every hidden counter has *traits* that the log has told the other side: it is no anti-aircraft unit (nothing shifted the
fire), it has moved so far, it came by parachute, it is a unit that was examined before it moved on. `s.evidence` keeps them
as one number per unit; whoever imagines the hidden units (fog.py) gives every counter a unit that has all of them.

When one of several hidden counters leaves a stack, nobody can tell which one it was: all of them keep only what they
have in common.
"""

from __future__ import annotations

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
ARRIVES: Final = {"drop": DROPS, "land": LANDS, "infiltrate": INFILTRATES, "helicopter": ON_FOOT, "transfer": 0}
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
        ):
            has |= trait if units >> u & 1 else 0
        found.append(has | sum(1 << _MOVES + n for n in range(1, game.movement[u] + 1)))
    return tuple(found)


def identified(evidence: int) -> bool:
    """Does the other side remember which unit this is?"""
    return evidence >> _WHO != 0


def may_be(game: Musketeer, evidence: int, u: int) -> bool:
    """Has unit u every trait that was told of a counter?"""
    return traits(game)[u] & evidence == evidence


def left(s: MusketeerState, u: int) -> None:
    """[ruling MU-22] A unit goes out of sight: an examined one is remembered, of several hidden ones nobody knows which it was."""
    game = s.game
    if s.known >> u & 1:
        s.evidence[u] = traits(game)[u]
        return
    units = game.ground_by[game.contingent_of[u]] & ~s.known
    stack = [v for v in bits(units) if s.loc[v] == s.loc[u]]
    common = s.evidence[u]
    for v in stack:
        common &= s.evidence[v]
    for v in stack:
        s.evidence[v] = common


def has(s: MusketeerState, u: int, trait: int) -> None:
    """The log has told this of a unit that is not examined."""
    if not s.known >> u & 1:
        s.evidence[u] |= trait


def moved(s: MusketeerState, u: int, start: int, end: int) -> None:
    """[9.0] It has gone from here to there in one impulse: it has at least the movement factor that this takes."""
    cost = _cheapest(s.game, start).get(end, 0)
    has(s, u, sum(1 << _MOVES + n for n in range(1, min(s.game.movement[u], -(-cost // SIX)) + 1)))


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
