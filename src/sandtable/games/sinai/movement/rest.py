"""[5.0, 7.12, 24.9, 25.3] Where a move may begin and where it may end."""

from __future__ import annotations

from sandtable.core import Refusal, refuse

from ..politics.garrison import garrison_broken
from ..politics.nations import homeward
from ..state import SinaiState


def may_rest(s: SinaiState, units: tuple[int, ...], h: int, number: int) -> Refusal | None:
    """[24.9, 25.31, 25.32, 25.95] Limits that hold wherever a move may end, an Overrun too; the units of a stack
    are counted one after another."""
    t = s.copy() if len(units) > 1 else s
    for u in units:
        if refusal := homeward(t, u, h) or garrison_broken(t, u, h, number):
            return refusal
        if t is not s:
            t.loc[u] = h
    return None


def same_start(s: SinaiState, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[5.0, 7.12, 11.12] A stack begins in one hex, and the path begins there."""
    game = s.game
    if len({s.loc[u] for u in units}) > 1:
        return refuse("7.12", "Units move as a stack only if they begin the Movement Phase in the same hex.")
    if path[0] != s.loc[units[0]]:
        unit, here = game.name_of(units[0]), game.hex_name(s.loc[units[0]])
        return refuse("5.0", "{unit} is in {hex}; the path must begin there.", unit=unit, hex=here)
    return None
