"""[25.5, 25.61] How long Israelis have been west of the Canal, and what that calls forth."""

from __future__ import annotations

from ..state import ISRAEL, SinaiState
from ..supply.judgement import fed
from .amman import amman_reached

RESERVE_AFTER = 2
"""[25.5] Consecutive Israeli Movement Phases west of the Canal that call the Egyptian reserve."""


def note_west_bank(s: SinaiState) -> None:
    """[25.5, 25.61] After every Israeli Movement Phase: how long have Israelis been west of the Canal? (ruling SN-41)"""
    game = s.game
    west = s.within(game.of_side[ISRAEL], game.egypt_west)
    s.west_phases = s.west_phases + 1 if west else 0
    s.west_brigade_phases = s.west_brigade_phases + 1 if fed(s, west & game.brigades) else 0
    if game.rules.reserve and s.west_phases >= RESERVE_AFTER and not s.reserve_called:
        s.reserve_called = True
        s.tell("25.5", "The Egyptian reserve is called.", about="event")
    amman_reached(s)
