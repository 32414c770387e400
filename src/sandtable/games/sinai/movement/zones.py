"""[6.0] Zones of Control."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.core import fact

from ..land.territory import border_open, intact_forts
from ..state import ARAB, ISRAEL, SinaiState, other

if TYPE_CHECKING:
    from ..game import Sinai

MOST_POSITIONS = 64
"""So many zones are remembered: those of a side stay the same while the other moves."""


@fact
def exerting(s: SinaiState, side: str) -> int:
    """[6.0, 6.11, 15.2, 20.2, 25.19] The hexes of the side's units that have a Zone of Control: all but entrucked,
    face-down and SAM units."""
    game = s.game
    units = game.of_side[side] & ~(s.entrucked | s.dormant | game.sam)
    if s.jordan_silent:
        units &= ~game.of_front["jordan"]  # [24.84, 25.95]
    return s.occupied(units)


@fact
def zone(s: SinaiState, side: str, waived: int = 0) -> int:
    """[6.0, 6.12, 6.13, 6.6, 13.22, 25.23] Every hex controlled by the side: round its units, but not over all-sea
    hexsides or the closed border, nor into intact enemy Cities and Settlements. Friends never cancel a zone. Stacks in
    `waived` hexes do not count [12.2]."""
    game = s.game
    line = game.bar_lev & ~s.destroyed if side == ISRAEL else 0
    return around(game, exerting(s, side) & ~waived, line, border_open(s)) & ~places(s, other(side))


@lru_cache(MOST_POSITIONS)
def around(game: Sinai, stacks: int, line: int, border: bool) -> int:
    """[6.0, 6.12, 6.13, 25.23] The hexes that stacks and Bar Lev hexes reach, the border with Jordan being open or not."""
    grid, reaches = game.map.grid, game.zone_open if border else game.zone_closed
    b = 0
    for d, k in enumerate(grid.step):
        out = (stacks | line & ~game.canal_sides[d]) & reaches[d]
        b |= out << k if k > 0 else out >> -k
    return b & grid.on_map & ~game.water


def places(s: SinaiState, side: str) -> int:
    """[6.13] Intact Cities and Settlements of a side, into which enemy zones do not reach; a Bar Lev hex is like a unit
    and does not keep them out [25.23]."""
    return intact_forts(s, side) & ~s.game.bar_lev


@fact
def movement_zone(s: SinaiState, side: str) -> int:
    """[6.2, 20.2] The hexes in which the moving side must stop. Face-down Israeli units wake as soon as an Arab unit in
    Israel comes next to them, so their zones count there."""
    b = zone(s, other(side))
    if side == ARAB and s.dormant:
        b |= around(s.game, s.occupied(s.dormant), 0, False) & s.game.israel_land
    return b


@fact
def held(s: SinaiState, side: str) -> int:
    """[6.4, 6.5, 10.13] Hexes occupied by the side so that enemy zones there do not stop its retreats and supply."""
    game = s.game
    b = s.occupied(game.of_side[side] & game.combat_units)
    if side == ISRAEL and game.bar_lev:
        b |= game.bar_lev & ~s.destroyed  # [25.23]
    return b


@fact
def blocked(s: SinaiState, side: str) -> int:
    """[6.5, 10.13] Hexes through which the side's supply lines may not run: enemy units and their zones, except where
    the side itself stands."""
    enemy = other(side)
    units = s.hexes_of(enemy) | intact_forts(s, enemy)
    return units | (zone(s, enemy) & ~held(s, side))
