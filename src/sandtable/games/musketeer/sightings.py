"""[23.0] What a side remembers of counters that it may not examine.

Every hidden counter has *traits* that the log has told the other side: it is no anti-aircraft unit (nothing shifted the
fire), it has moved so far, it came by parachute, it is a unit that was examined before it moved on. `s.evidence` and
`s.clues` keep them as one number per unit; whoever imagines the hidden units (fog.py) gives every counter a unit that has all of them.
What is known of several counters together is kept beside them (together.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from sandtable.core import Edges, Reach, bits, reach

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
MECHANIZED: Final = 1 << _CLUES + 10
ENGINEER: Final = 1 << _CLUES + 11
BRIGADE: Final = 1 << _CLUES + 12
GROUP: Final = 1 << _CLUES + 13
"""[4.3] An infantry brigade or an armored group, such as wait in the Egyptian box."""
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
            (MECHANIZED, game.mechanized),
            (ENGINEER, game.engineers),
            (BRIGADE, game.brigades),
            (GROUP, game.groups),
        ):
            has |= trait if units >> u & 1 else 0
        found.append(has | sum(1 << _MOVES + n | 1 << _REACHES + n for n in range(1, game.movement[u] + 1)))
    return tuple(found)


def identity(evidence: int) -> int:
    """The unit that the other side remembers this to be, or -1."""
    return (evidence >> _WHO & (1 << _CLUES - _WHO) - 1).bit_length() - 1


@cache
def units_with(game: Musketeer, evidence: int) -> int:
    """The units that have every trait told of a counter."""
    return sum(1 << u for u, has in enumerate(traits(game)) if has & evidence == evidence)


def factor(n: int) -> int:
    """The trait of a movement factor of n or more, by what stood in the way."""
    return 1 << _REACHES + n


def told_of(s: MusketeerState, u: int) -> int:
    """All traits that the other side knows of a counter."""
    return s.evidence[u] | s.clues[u] << _CLUES


def remember(s: MusketeerState, u: int, traits: int) -> None:
    s.evidence[u], s.clues[u] = traits & (1 << _CLUES) - 1, traits >> _CLUES


def has(s: MusketeerState, u: int, trait: int) -> None:
    """The log has told this of a unit that is not examined."""
    if not s.known >> u & 1:
        remember(s, u, told_of(s, u) | trait)


def moved(s: MusketeerState, u: int, path: list[int], least_cost: Callable[[int, int], int]) -> int:
    """[9.0] It has gone from here to there in one impulse: it has at least the movement factor that this takes. What it took
    on that day, if engineers helped wherever they could, is only asked for where it can tell more than the map does."""
    factor, most, end = s.game.movement[u], s.movement(u), path[-1]
    least = points(_cheapest(s.game, path[0]).cost.get(end, 0))
    has(s, u, sum(1 << _MOVES + n for n in range(1, min(factor, least) + 1)))
    if s.game.map.grid.adjacent[path[0]] >> end & 1:
        return least
    that_day = points(least_cost(least * SIX, s.game.map.grid.on_map))
    has(s, u, sum(1 << _REACHES + n for n in range(least + 1, min(most, that_day) + 1)))
    return max(least, that_day)


def points(sixths: int) -> int:
    """Whole movement points that are enough for a cost."""
    return -(-sixths // SIX)


def no_guns(s: MusketeerState, hexes: int, side: str) -> None:
    """[24.1, 29.6] Aircraft were over these hexes and no anti-aircraft unit of the side has shown itself."""
    for u in bits(s.game.ground_of[side] & ~s.known & ~s.game.aaa):
        if s.loc[u] > 0 and hexes >> s.loc[u] & 1:
            s.evidence[u] |= NO_GUNS


@cache
def _cheapest(game: Musketeer, start: int) -> Reach:
    """What a unit must at least spend to come from here to any other hex, whatever helps it on the way."""
    return reach(_always_helped(game), start, SIX * SIX)


@cache
def _always_helped(game: Musketeer) -> Edges:
    """The steps of the map with engineers everywhere, a change of road for nothing."""
    return Edges(
        tuple((step.to, step.cost + (0 if step.bridgeable else step.crossing)) for step in steps)
        for steps in game.steps
    )
