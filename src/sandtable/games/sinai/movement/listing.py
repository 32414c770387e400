"""[5.0] What can be done in a Movement Phase, verb by verb and unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sandtable.core import Action, Reach, fact

from ..air.airmobile import landings
from ..land.canal import canal_room
from ..politics.garrison import bound
from ..politics.nations import pushed_into_jordan
from ..state import SinaiState
from . import trucks
from .allowance import allowance, may_walk
from .crowding import relieved, room
from .map_edge import arriving, enters_alone, entry_paths, entry_walks, exit_places
from .overrun import overrun_options
from .paths import first_steps, reach_of
from .rest import may_rest
from .stacking import full_hexes
from .words import path_word, way_words

if TYPE_CHECKING:
    from .movement import Movement


def destinations(s: SinaiState, frame: Movement, u: int, walking: bool = False) -> tuple[Reach, Iterator[int]]:
    """Where the unit may end its move, found one after another, with the ways there."""
    r, full = reach_of(s, u, 0, walking), full_hexes(s, u)
    free = not tied(s, frame, u)
    if free and not frame.crowded and not full & r.hexes:
        return r, iter(r.outside(0))

    def may_end(h: int) -> bool:
        if full >> h & 1 and room(s, frame, (u,), r.path(h)):
            return False
        if not free and may_rest(s, (u,), h, frame.number):
            return False
        return not frame.crowded or relieved(s, frame, (u,), r.path(h))

    return r, filter(may_end, r.outside(0))


def tied(s: SinaiState, frame: Movement, u: int) -> bool:
    """[24.9, 25.3] Must be asked hex by hex whether the unit may rest there? Most units are free."""
    return bound(s, u, frame.number) or pushed_into_jordan(s, u)


def steps_aside(s: SinaiState, frame: Movement, u: int, walking: bool = False) -> bool:
    """[5.0, 7.0] Can the unit end its move in a hex next to it that has room, without any further question? Of most units this
    is all that must be asked to know that they can move."""
    if frame.crowded or tied(s, frame, u):
        return False
    near, friends = sum(1 << n for n in first_steps(s, u, walking)), s.hexes_of(frame.side)
    return bool(near & ~friends or near & ~full_hexes(s, u))


def ends_of(s: SinaiState, frame: Movement, u: int) -> tuple[Reach, Iterator[int]]:
    """[5.0, 24.41] The same where there is room on the Canal, too."""
    r, ends = destinations(s, frame, u)
    if s.game.canal_banks & r.hexes:
        return r, (h for h in ends if canal_room(s, (u,), r.path(h)) is None)
    return r, ends


def moves(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[5.0] Moves of a single unit, to every hex by the cheapest way."""
    name = s.game.roster.names[u]
    r, ends = ends_of(s, frame, u)
    words = way_words(s.game, r)
    return (Action("move", (name, words[h])) for h in ends)


def detrucks(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[15.0, 15.33] Staying in its hex is one of the ways; at the end of each two points must be left to get down."""
    name, points = s.game.roster.names[u], allowance(s, u) - trucks.DETRUCK
    if s.entrucked >> u & 1 and points >= 0:
        if not frame.crowded:
            yield Action("detruck", (name, path_word(s.game, [s.loc[u]])))
        r, ends = destinations(s, frame, u)
        for h in ends:
            if r.cost[h] <= points:
                yield Action("detruck", (name, path_word(s.game, r.path(h))))


def walks(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[24.32, 26.42]"""
    if may_walk(s, u):
        r, ends = destinations(s, frame, u, walking=True)
        for h in ends:
            yield Action("walk", (s.game.roster.names[u], path_word(s.game, r.path(h))))


def entrucks(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[15.0]"""
    if trucks.may_entruck(s, u, frame) is None:
        yield Action("entruck", (s.game.roster.names[u],))


def flights(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[17.0]"""
    if s.game.airborne >> u & 1:
        for h in landings(s, u, frame):
            yield Action("fly", (s.game.roster.names[u], s.game.map.grid.names[h]))


def exits(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[24.33]"""
    for path in exit_places(s, u, frame):
        yield Action("exit", (s.game.roster.names[u], path_word(s.game, path)))


def entries(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[25.4]"""
    for path in entry_paths(s, frame, u):
        yield Action("enter", (s.game.roster.names[u], path_word(s.game, path)))


def walks_in(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[25.4, 26.42]"""
    for path in entry_walks(s, frame, u):
        yield Action("walk", (s.game.roster.names[u], path_word(s.game, path)))


PLAIN = (moves, detrucks, walks)
"""What a unit does also when it makes room in a full hex."""
RARE = (entrucks, flights, exits)
ARRIVING = (entries, walks_in)
Listing = Callable[[SinaiState, "Movement", int], Iterator[Action]]
BY_VERB: dict[str, Listing] = {
    "move": moves, "detruck": detrucks, "walk": walks, "entruck": entrucks, "fly": flights, "exit": exits, "enter": entries,
}  # fmt: skip


def everything(s: SinaiState, frame: Movement) -> Iterator[Action]:
    """All that can be done, the end of the phase and offers apart."""
    movers = frame.movers(s)
    for u in movers:
        for listing in PLAIN:
            yield from listing(s, frame, u)
    if frame.crowded:
        return
    yield from overruns(s, frame)
    for u in movers:
        for listing in RARE:
            yield from listing(s, frame, u)
    for u in arriving(s, frame):
        for listing in ARRIVING:
            yield from listing(s, frame, u)


@fact
def overruns(s: SinaiState, frame: Movement) -> tuple[Action, ...]:
    """[11.0] Every stack that can overrun something; while room is to be made nobody does."""
    return () if frame.crowded else tuple(overrun_options(s, frame, frame.movers(s)))


def concerned(s: SinaiState, frame: Movement, verb: str) -> Iterator[tuple[int, Listing]]:
    """Who might do something with this verb, and what lists it."""
    if frame.crowded and verb not in ("move", "detruck", "walk"):
        return
    if verb != "enter":
        units = capable(s, verb)
        yield from ((u, BY_VERB[verb]) for u in frame.movers(s) if units >> u & 1)
    if verb in ("enter", "walk"):
        yield from ((u, entries if verb == "enter" else walks_in) for u in arriving(s, frame))


def capable(s: SinaiState, verb: str) -> int:
    """[5.0, 15.0, 17.0, 24.33] Who can ever do this, as far as his kind goes and the trucks he has."""
    game = s.game
    match verb:
        case "detruck":
            return s.entrucked
        case "entruck":
            return game.truckable if game.rules.trucks else 0
        case "fly":
            return game.airborne
        case "walk":
            return game.mechanized
        case "exit":
            return game.roster.all if game.rules.leave_map else 0
    return game.roster.all


def of_verb(s: SinaiState, frame: Movement, verb: str, unit: int = -1) -> Iterator[Action]:
    """What can be done with this verb, and by this unit if one is named."""
    if verb == "overrun":
        yield from overruns(s, frame)
        return
    for u, listing in concerned(s, frame, verb):
        if unit in (-1, u):
            yield from listing(s, frame, u)


@fact
def able(s: SinaiState, frame: Movement, verb: str) -> tuple[int, ...]:
    """The units that can do something with this verb. Most need one look round; only of the others everything is listed."""
    return tuple(
        u
        for u, listing in concerned(s, frame, verb)
        if at_once(s, frame, verb, u) or next(listing(s, frame, u), None) is not None
    )


def at_once(s: SinaiState, frame: Movement, verb: str, u: int) -> bool:
    """Is it plain at first sight that the unit can do this?"""
    match verb:
        case "move":
            return steps_aside(s, frame, u) or any(True for _ in ends_of(s, frame, u)[1])
        case "walk":
            return s.loc[u] > 0 and may_walk(s, u) and steps_aside(s, frame, u, walking=True)
        case "enter":
            return enters_alone(s, frame, u)
    return False
