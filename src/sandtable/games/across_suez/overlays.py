"""Map layers that a player may switch on: zones, the line of communication, and what the enemy can do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sandtable.core import Hex, Hexes, UnitId, bits

from .movement import is_confused, ways_of
from .optional import strength_of
from .reinforcements import waiting
from .state import SuezState
from .terrain import points
from .victory import line_of_communication
from .zones import enemy_of, zone_of

LAYERS: Final = (
    ("zoc-israel", "Israeli zones of control"),
    ("zoc-egypt", "Egyptian zones of control"),
    ("objectives", "Line of communication and crossing site"),
    ("move-threat", "Where the enemy can move next, as things stand"),
    ("attack-threat", "What the enemy can attack next, as things stand"),
)


def layer(s: SuezState, side: str, name: str) -> dict[str, str]:
    """One layer: hex number to a short text."""
    return {s.game.hex_name(h): text for h, text in _LAYERS[name](s, side)}


def _zone(owner: str) -> Callable[[SuezState, str], Iterable[tuple[Hex, str]]]:
    return lambda s, side: ((h, "") for h in bits(zone_of(s, s.hexes_of(owner))))


def _objectives(s: SuezState, side: str) -> Iterable[tuple[Hex, str]]:
    yield from ((h, "line") for h in line_of_communication(s))
    yield s.game.matzmed, "crossing"
    yield s.game.line_end, "end of the line"


def _next_turn(s: SuezState, side: str) -> SuezState:
    """The position as the enemy would find it in his next Movement Phase."""
    later: SuezState = s.copy()
    later.moved = later.landed = 0
    order = [phase.id for phase in s.game.phases]
    phase = s.game.phase(s)
    if phase and order.index(phase) > order.index(f"{enemy_of(side)}-movement"):
        later.turn = min(s.turn + 1, s.game.last_turn)
    return later


def _enemy_journeys(s: SuezState, side: str) -> Iterator[tuple[UnitId, Hex, int]]:
    """Every hex that an enemy unit, reinforcements included, can end in, with the half points it has left."""
    enemy = enemy_of(side)
    for u in s.units_of(enemy) + waiting(s, enemy):
        allowance = s.game.allowance_of(s, u)
        if s.loc[u] > 0:
            yield u, s.loc[u], allowance
            if is_confused(s, u):
                continue
        for h, cost in ways_of(s, u).cost.items():
            yield u, h, allowance - cost


def _move_threat(s: SuezState, side: str) -> Iterable[tuple[Hex, str]]:
    left: dict[Hex, int] = {}
    for _, h, rest in _enemy_journeys(_next_turn(s, side), side):
        left[h] = max(left.get(h, 0), rest)
    return ((h, points(n)) for h, n in left.items())


def _attack_threat(s: SuezState, side: str) -> Iterable[tuple[Hex, str]]:
    later = _next_turn(s, side)
    reached: dict[UnitId, Hexes] = {}
    for u, h, _ in _enemy_journeys(later, side):
        reached[u] = reached.get(u, 0) | 1 << h
    strength: dict[Hex, int] = {}
    for u, hexes in reached.items():
        for h in bits(s.game.map.grid.spread(hexes) & s.game.terrain.enterable):
            strength[h] = strength.get(h, 0) + strength_of(later, u)
    return ((h, str(n)) for h, n in strength.items())


_LAYERS: Final = {
    "zoc-israel": _zone("israel"),
    "zoc-egypt": _zone("egypt"),
    "objectives": _objectives,
    "move-threat": _move_threat,
    "attack-threat": _attack_threat,
}
