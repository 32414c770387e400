"""Map layers that a player may switch on: zones, the line of communication, and what the enemy can do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sandtable.core import Hex, bits

from .movement import ways_from
from .state import SuezState
from .terrain import points
from .victory import line_of_communication
from .zones import enemy_of, zone_of

LAYERS: Final = (
    ("zoc-israel", "Israeli zones of control"),
    ("zoc-egypt", "Egyptian zones of control"),
    ("objectives", "Line of communication and crossing site"),
    ("move-threat", "Where the enemy can move next"),
    ("attack-threat", "What the enemy can attack next"),
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
    """The position as the enemy will find it when he moves next."""
    later: SuezState = s.copy()
    order = [phase.id for phase in s.game.phases]
    now = order.index(s.game.phase(s)) if s.game.phase(s) else len(order)
    if now > order.index(f"{enemy_of(side)}-movement"):
        later.turn = min(s.turn + 1, s.game.last_turn)
    return later


def _move_threat(s: SuezState, side: str) -> Iterable[tuple[Hex, str]]:
    later, left = _next_turn(s, side), dict[Hex, int]()
    for u in later.units_of(enemy_of(side)):
        for h, cost in ways_from(later, u, later.loc[u]).cost.items():
            left[h] = max(left.get(h, 0), s.game.allowance_of(later, u) - cost)
    return ((h, points(n)) for h, n in left.items())


def _attack_threat(s: SuezState, side: str) -> Iterable[tuple[Hex, str]]:
    later, strength = _next_turn(s, side), dict[Hex, int]()
    for u in later.units_of(enemy_of(side)):
        reached = sum(1 << h for h in ways_from(later, u, later.loc[u]).cost) | 1 << later.loc[u]
        for h in bits(s.game.map.grid.spread(reached) & s.game.terrain.enterable):
            strength[h] = strength.get(h, 0) + s.game.strength[u]
    return ((h, str(n)) for h, n in strength.items())


_LAYERS: Final = {
    "zoc-israel": _zone("israel"),
    "zoc-egypt": _zone("egypt"),
    "objectives": _objectives,
    "move-threat": _move_threat,
    "attack-threat": _attack_threat,
}
