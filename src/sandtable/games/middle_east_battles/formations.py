"""[10.4, 10.7, 10.8] What the first units of the dear formations cost when they come."""

from __future__ import annotations

from typing import Final

from sandtable.core import Term, UnitId

from .state import BattleState, ElArishState
from .victory import award

COLUMNS: Final = ("3rd Infantry Division", "4th Armored Division", "Shazli Force")
"""[10.4] The Egyptian formations that enter in column, each through one hex."""


def first_on_map(s: BattleState, u: UnitId) -> None:
    """[10.4, 10.7, 10.8] The first unit of Matt, the 4th Armored Division or the Shazli Force costs points."""
    if not isinstance(s, ElArishState):
        return
    game, before = s.game, s.entered
    s.entered |= 1 << u
    formation = game.roster[u].formation
    if before & game.roster.of_formation[formation]:
        return
    if game.matt >> u & 1:
        award(s, game.egypt, 20, "10.7", "The Matt Airborne Brigade enters")
    elif formation in COLUMNS[1:]:
        award(s, game.west, 10, "10.8", "The {formation} enters", formation=Term("formation", formation))


def dropped(s: BattleState, u: UnitId) -> None:
    """[10.7, 10.10] The airborne drop costs two points, beside those for the brigade."""
    if isinstance(s, ElArishState):
        s.matt_special = True
        award(s, s.game.egypt, 4, "10.7", "An airborne drop")
        first_on_map(s, u)
