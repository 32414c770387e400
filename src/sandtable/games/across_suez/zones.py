"""[1980:4.5, 2021:6.0, 2021:6.1] Zones of control."""

from __future__ import annotations

from sandtable.core import Hexes, UnitId, fact

from .state import SuezState


def enemy_of(side: str) -> str:
    return "egypt" if side == "israel" else "israel"


def zone_of(s: SuezState, hexes: Hexes) -> Hexes:
    """[1980:4.5, 2021:6.0] The hexes next to these; in 2021 not into prohibited terrain nor across prohibited hexsides."""
    game = s.game
    if game.zone_sides is None:
        return game.map.grid.spread(hexes) & game.zone_hexes
    zone = 0
    for d in range(6):
        zone |= game.map.grid.shift(hexes & game.zone_sides[d], d)
    return zone & game.zone_hexes


@fact
def enemy_zone(s: SuezState, side: str) -> Hexes:
    """The hexes that the other side controls."""
    return zone_of(s, s.hexes_of(enemy_of(side)))


def zone_against(s: SuezState, u: UnitId) -> Hexes:
    """The enemy zone as this unit feels it: commandos feel none at night [2021:15.4] [ruling AS-20]."""
    if s.game.commandos >> u & 1 and s.is_night:
        return 0
    return enemy_zone(s, s.game.side_of[u])
