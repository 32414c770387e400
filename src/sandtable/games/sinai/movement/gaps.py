"""[25.31] Stretches of the Jordan that are open and could be covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Refusal, bits, refuse

from ..politics.garrison import covered, covers, jordan_duty
from ..state import ISRAEL, SinaiState
from .allowance import may_move
from .crowding import settles
from .paths import reach_of

if TYPE_CHECKING:
    from .movement import Movement

REACH = 8
"""No Israeli unit moves farther than this many hexes."""


def gap_filler(s: SinaiState, frame: Movement) -> tuple[int, int, int] | None:
    """[25.31] An open stretch of the Jordan with an unmoved brigade that could cover it: hex, unit and where from."""
    game = s.game
    if frame.side != ISRAEL or frame.number != 2:
        return None
    brigades = s.units_of(ISRAEL) & game.brigades
    gap = jordan_duty(s, frame.number) & ~covered(s, brigades)
    for u in bits(s.within(brigades & ~s.entrucked, game.map.grid.within_any(gap, REACH + 1))):
        for h in reach_of(s, u).cost if may_move(s, u, frame) is None else ():
            if covers(s, h) & gap and settles(s, frame, u, h) is None:
                return next(bits(covers(s, h) & gap)), u, h
    return None


def uncovered(s: SinaiState, frame: Movement) -> Refusal | None:
    """[25.31] The phase may not end with a stretch of the Jordan open that an unmoved brigade could cover."""
    game = s.game
    if found := gap_filler(s, frame):
        gap, u, h = found
        text = "The Jordan is not covered at {gap}; {unit} can do it from {hex}."
        return refuse("25.31", text, gap=game.hex_name(gap), unit=game.name_of(u), hex=game.hex_name(h))
    return None
