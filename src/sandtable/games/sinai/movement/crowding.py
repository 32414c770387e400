"""[7.0, 7.11] Full hexes: where units may end a move, and who has to make room (ruling SN-99)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sandtable.core import Refusal, refuse

from ..air.landing import fly
from ..land.canal import canal_room
from ..state import SinaiState
from .entering import move_along
from .paths import reach_of
from .rest import may_rest
from .stacking import fits, too_many

if TYPE_CHECKING:
    from .movement import Movement


def may_end_move(s: SinaiState, frame: Movement, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[7.0] May the units end their move there?"""
    refusal = room(s, frame, units, path) or may_rest(s, units, path[-1], frame.number)
    if refusal is None and frame.crowded and not relieved(s, frame, units, path):
        return refuse("7.0", "{hex} would still hold too many units.", hex=s.game.hex_name(frame.crowded))
    return refusal


def settles(s: SinaiState, frame: Movement, u: int, h: int) -> Refusal | None:
    """[7.0, 24.9, 25.31] May the unit end its move in `h` as things stand there?"""
    return fits(s, (u,), h) or may_rest(s, (u,), h, frame.number)


def room(s: SinaiState, frame: Movement, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[5.27, 7.0, 7.11] Is there room for the units at the end of the path? Into a full hex only if units there can make
    room at once, after all that the move itself changes. A unit on the map with a path of one hex flies."""
    refusal = fits(s, units, path[-1])
    if refusal is None or frame.crowded:
        return refusal
    gone = s.copy()
    if len(path) == 1 and s.loc[units[0]] > 0:
        fly(gone, units[0], path[0])
    else:
        move_along(gone, units, path)
    after = replace(frame, moved=frame.moved | sum(1 << u for u in units), crowded=path[-1])
    return None if relievable(gone, after) else refusal


def relievable(s: SinaiState, frame: Movement) -> bool:
    """[7.0] Can the crowded hex be put in order by units that have not moved?"""
    for u in frame.movers(s):
        for path in ways_out(s, frame, u):
            if relieved(s, frame, (u,), path):
                return True
    return False


def relieved(s: SinaiState, frame: Movement, units: tuple[int, ...], path: list[int]) -> bool:
    """Would the crowded hex be in order after this move out of it, or could it still be put in order?"""
    if not too_many(s, frame.crowded, frame.side, gone=units):
        return True
    after = s.copy()
    move_along(after, units, path)
    return relievable(after, replace(frame, moved=frame.moved | sum(1 << u for u in units)))


def ways_out(s: SinaiState, frame: Movement, u: int) -> Iterator[list[int]]:
    """The moves of the unit that end where there is room for it."""
    r = reach_of(s, u)
    for h in r.cost:
        if settles(s, frame, u, h) is None and canal_room(s, (u,), r.path(h)) is None:
            yield r.path(h)
