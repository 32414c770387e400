"""[9.8] Fire into the city of Port Said costs the Anglo-French player."""

from __future__ import annotations

from sandtable.core import Hexes, bits

from .state import BattleState, SuezState
from .victory import award


def new_combat_phase(s: BattleState) -> None:
    """[9.8] One point for each hex and combat phase."""
    if isinstance(s, SuezState):
        s.shelled = 0


def fired_into(s: BattleState, hexes: Hexes) -> None:
    """[9.8] One point for each city hex fired into, once a hex and combat phase [ruling ME-38]."""
    if isinstance(s, SuezState):
        fresh = hexes & s.game.cities & ~s.shelled
        s.shelled |= fresh
        if fresh:
            text = "Fire into the city, {hexes}"
            award(s, s.game.egypt, 2 * fresh.bit_count(), "9.8", text, hexes=s.hex_names(fresh))


def shelled_from_sea(s: BattleState, hexes: Hexes) -> None:
    """[9.8] Ships choose a hex outside the city, or one already shelled, where they can [ruling ME-38]."""
    if isinstance(s, SuezState) and not hexes & (~s.game.cities | s.shelled):
        fired_into(s, 1 << min(bits(hexes)))
