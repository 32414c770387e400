"""A random move of a Movement Phase, drawn without listing them all: a random unit, then a random thing it can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core import Action, Pick

from ..land.canal import canal_room
from ..politics.agreement import sometimes_offer
from ..state import SinaiState
from .allowance import allowance, may_walk
from .crowding import may_end_move
from .listing import PLAIN, detrucks, entrucks, exits, flights
from .map_edge import arriving, reach_from_outside
from .overrun import overrun_options
from .paths import reach_of
from .stacking import full_hexes
from .words import path_word, stack_word

if TYPE_CHECKING:
    from .movement import Movement


def random_action(s: SinaiState, frame: Movement, pick: Pick) -> Action | None:
    """A random mover, then a random thing it can do; None when nothing was found and the phase may not end."""
    if not frame.crowded and sometimes_offer(s, pick):
        return Action("offer")
    movers = frame.movers(s)
    if a := _random_arrival(s, frame, pick):
        return a
    for _ in range(4):
        if not movers or (not frame.crowded and pick(12) == 0):
            break
        u = movers[pick(len(movers))]
        walking = may_walk(s, u) and pick(6) == 0
        if not frame.crowded and (a := _something_rare(s, frame, u, movers, pick)):
            return a
        if a := _plain_move(s, frame, u, walking, pick):
            return a
    return Action("end") if frame.may_end(s) is None else _any_move(s, frame, movers, pick)


def _any_move(s: SinaiState, frame: Movement, movers: list[int], pick: Pick) -> Action | None:
    """The phase may not end yet: the movers are asked one after another, from a random one on, until one can move."""
    first = pick(len(movers)) if movers else 0
    for u in movers[first:] + movers[:first]:
        ways = [a for listing in PLAIN for a in listing(s, frame, u)]
        if ways:
            return ways[pick(len(ways))]
    return None


def _random_arrival(s: SinaiState, frame: Movement, pick: Pick) -> Action | None:
    """[25.4] One of the units that may enter, and one of the hexes it can come to."""
    newcomers = arriving(s, frame)
    if not newcomers or not pick(3):
        return None
    u = newcomers[pick(len(newcomers))]
    r = reach_from_outside(s, u)
    ends = r.outside(full_hexes(s, u))
    for _ in range(3 if ends else 0):
        path = r.path(ends[pick(len(ends))])
        if canal_room(s, (u,), path) is None:
            return Action("enter", (s.game.roster.names[u], path_word(s.game, path)))
    return None


def _something_rare(s: SinaiState, frame: Movement, u: int, movers: list[int], pick: Pick) -> Action | None:
    """[5.13, 11.0, 15.0, 17.0, 24.33] A stack, trucks, a flight, a way off the map or an Overrun, now and then."""
    if pick(10) == 0 and (stack := _stack_move(s, frame, u, movers, pick)):
        return stack
    if pick(8) == 0:
        special = list(_special_of(s, frame, u))
        if special:
            return special[pick(len(special))]
    if pick(6) == 0:
        overruns = list(overrun_options(s, frame, [v for v in movers if s.loc[v] == s.loc[u]]))
        if overruns:
            return overruns[pick(len(overruns))]
    return None


def _special_of(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    for listing in (entrucks, detrucks, flights, exits):
        yield from listing(s, frame, u)


def _plain_move(s: SinaiState, frame: Movement, u: int, walking: bool, pick: Pick) -> Action | None:
    r = reach_of(s, u, 0, walking)
    ends = r.outside(0)
    for _ in range(3):
        if not ends:
            break
        path = r.path(ends[pick(len(ends))])
        if may_end_move(s, frame, (u,), path) is None and canal_room(s, (u,), path) is None:
            return Action("walk" if walking else "move", (s.game.roster.names[u], path_word(s.game, path)))
    return None


def _stack_move(s: SinaiState, frame: Movement, u: int, movers: list[int], pick: Pick) -> Action | None:
    """[5.13] A random move of the unit together with others of its hex, if there is one."""
    game = s.game
    stack = [v for v in movers if s.loc[v] == s.loc[u]][:3]
    if len(stack) < 2:
        return None
    r = reach_of(s, min(stack, key=lambda v: (allowance(s, v), v)))
    ends = r.outside(0)
    for _ in range(3 if ends else 0):
        a = Action("move", (stack_word(game, stack), path_word(game, r.path(ends[pick(len(ends))]))))
        if frame.check(s, a) is None:
            return a
    return None
