"""[6.0] Zones of control."""

from __future__ import annotations

from sandtable.core import Hexes, UnitId, Units

from .state import BattleState


def zone_of(s: BattleState, side: str) -> Hexes:
    """[6.1] Every hex next to a unit of this side, whatever the terrain; markers have no zone [ruling ME-23]."""
    return s.game.map.grid.spread(s.hexes_of(side))


def stopping_zone(s: BattleState, side: str) -> Hexes:
    """[6.2, 6.3] The enemy zone that stops and holds this side's non-helicopter units.

    Every Western zone holds Egyptians; of the Egyptian zones only those of units in fortifications hold Western units.
    """
    return held_by(s, side, s.hexes_of(s.game.enemy_of(side)))


def held_by(s: BattleState, side: str, enemies: Hexes) -> Hexes:
    """[6.2, 6.3] The same, of enemies in these hexes."""
    game = s.game
    return game.map.grid.spread(enemies if side == game.egypt else enemies & game.forts)


def is_exempt(s: BattleState, u: UnitId) -> bool:
    """[6.2] Egyptian units in fortifications never have to attack."""
    game = s.game
    return game.side_of[u] == game.egypt and bool(game.forts >> s.loc[u] & 1)


def in_contact(s: BattleState, side: str) -> Units:
    """[6.2, 6.3, 7.3, 8.9] The side's units next to an enemy unit; Egyptians in fortifications never have to attack."""
    enemy = zone_of(s, s.game.enemy_of(side))
    units: Units = 0
    for u in s.units_on_map(side):
        if enemy >> s.loc[u] & 1 and not is_exempt(s, u):
            units |= 1 << u
    return units


def neighbours_of(s: BattleState, units: Units, side: str) -> Units:
    """The side's units next to any of these units."""
    return s.units_in(s.game.map.grid.spread(s.occupied(units)), side)


def web_of_contact(s: BattleState, side: str, hexes: Hexes) -> tuple[Units, Units]:
    """[7.19] At night an attack brings the daytime obligations for everybody linked to it by contact [ruling ME-20].

    Returns the phasing units that now have to attack and the enemy units that have to be attacked.
    """
    enemy = s.game.enemy_of(side)
    free = in_contact(s, side)
    theirs = s.units_in(hexes, enemy)
    while True:
        mine = neighbours_of(s, theirs, side) & free
        new = neighbours_of(s, mine, enemy) & ~theirs
        if not new:
            return mine, theirs
        theirs |= new


def adjacent_enemies(s: BattleState, u: UnitId) -> Units:
    """Enemy units next to a unit on the map."""
    return neighbours_of(s, 1 << u, s.game.enemy_of(s.game.side_of[u]))
