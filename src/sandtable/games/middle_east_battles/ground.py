"""[7.9, 7.11, 7.12] The ground over which beaten and displaced units go back."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sandtable.core import Hex, Hexes, UnitId, bits

from .state import BattleState
from .zones import zone_of

if TYPE_CHECKING:
    from .battle import Battle


def open_ground(s: BattleState, u: UnitId) -> Hexes:
    """[7.9, 7.11] Hexes a retreating unit may enter: no enemy, no enemy zone (friends do not cancel it), on the map.

    Only helicopters can step onto water (`may_cross`), and they end on land [ruling ME-03].
    """
    game = s.game
    enemy = game.enemy_of(game.side_of[u])
    return game.sky & ~s.hexes_of(enemy) & ~zone_of(s, enemy)


def may_cross(s: BattleState, u: UnitId, a: Hex, b: Hex) -> bool:
    """[7.9, 9.14, 9.16] May a retreat lead the unit from a to the hex b next to it?"""
    return bool(ways_back(s.game, bool(s.game.helicopters >> u & 1), a) >> b & 1)


@cache
def ways_back(game: Battle, flies: bool, here: Hex) -> Hexes:
    """The hexes next to this one into which a retreat may lead a unit."""
    return sum(1 << h for h in game.map.grid.neighbours[here] if h and _is_open(game, flies, here, h))


def _is_open(game: Battle, flies: bool, a: Hex, b: Hex) -> bool:
    """[7.9, 9.14, 9.16] No retreat over prohibited hexsides, nor over Raswa Channel and Manzala Canal but by bridge."""
    if not flies and game.step_cost(a, b) is None:
        return False
    barred = [k for k in game.hexsides(a, b) if k in ("raswa_channel", "manzala_canal")]
    return not barred or game.is_bridge(a, b)


def steps_back(s: BattleState, u: UnitId, origin: Hex, here: Hex, ground: Hexes) -> list[Hex]:
    """[7.12] The hexes one step further from the fight that the unit may enter next."""
    game, grid = s.game, s.game.map.grid
    further = grid.adjacent[here] & ~grid.within(origin, grid.distance(origin, here))
    return list(bits(further & ground & ways_back(game, bool(game.helicopters >> u & 1), here)))
