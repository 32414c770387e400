"""[5.0] What can be done in a Movement Phase, verb by verb and unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sandtable.core import Action, Reach

from ..air.airmobile import landings
from ..land.canal import canal_room
from ..politics.garrison import bound
from ..politics.nations import pushed_into_jordan
from ..state import SinaiState
from . import trucks
from .allowance import may_walk
from .crowding import relieved, room
from .map_edge import arriving, entry_paths, entry_walks, exit_places
from .overrun import overrun_options
from .paths import reach_of
from .rest import may_rest
from .stacking import fits
from .words import path_word

if TYPE_CHECKING:
    from .movement import Movement


def destinations(s: SinaiState, frame: Movement, u: int, walking: bool = False) -> tuple[Reach, list[int]]:
    """Where the unit may end its move, with the ways there."""
    r = reach_of(s, u, 0, walking)
    ends = [h for h in r.cost if fits(s, (u,), h) is None or room(s, frame, (u,), r.path(h)) is None]
    if s.game.rules.sinai_limit or bound(s, u, frame.number) or pushed_into_jordan(s, u):
        ends = [h for h in ends if may_rest(s, (u,), h, frame.number) is None]
    if frame.crowded:
        ends = [h for h in ends if relieved(s, frame, (u,), r.path(h))]
    return r, ends


def moves(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[5.0] Moves of a single unit, to every hex by the cheapest way."""
    name = s.game.roster.names[u]
    r, ends = destinations(s, frame, u)
    for h in ends:
        path = r.path(h)
        if canal_room(s, (u,), path) is None:
            yield Action("move", (name, path_word(s.game, path)))


def detrucks(s: SinaiState, frame: Movement, u: int) -> Iterator[Action]:
    """[15.0]"""
    if s.entrucked >> u & 1:
        r, ends = destinations(s, frame, u)
        for path in trucks.detruck_paths(s, u, r, ends, staying=not frame.crowded):
            yield Action("detruck", (s.game.roster.names[u], path_word(s.game, path)))


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
BY_VERB: dict[str, tuple[Callable[[SinaiState, Movement, int], Iterator[Action]], ...]] = {
    "move": (moves,), "detruck": (detrucks,), "walk": (walks,), "entruck": (entrucks,), "fly": (flights,), "exit": (exits,),
    "enter": (entries,),
}  # fmt: skip


def everything(s: SinaiState, frame: Movement) -> Iterator[Action]:
    """All that can be done, the end of the phase and offers apart."""
    movers = frame.movers(s)
    for u in movers:
        for listing in PLAIN:
            yield from listing(s, frame, u)
    if frame.crowded:
        return
    yield from overrun_options(s, frame, movers)
    for u in movers:
        for listing in RARE:
            yield from listing(s, frame, u)
    for u in arriving(s, frame):
        for listing in ARRIVING:
            yield from listing(s, frame, u)


def of_verb(s: SinaiState, frame: Movement, verb: str, unit: int = -1) -> Iterator[Action]:
    """What can be done with this verb, and by this unit if one is named."""
    movers = frame.movers(s)
    if verb == "overrun":
        if not frame.crowded:
            yield from overrun_options(s, frame, movers)
        return
    newcomers = arriving(s, frame)
    if not frame.crowded or verb in ("move", "detruck", "walk"):
        for u in newcomers if verb == "enter" else movers:
            if unit in (-1, u):
                for listing in BY_VERB[verb]:
                    yield from listing(s, frame, u)
    if verb == "walk":
        for u in newcomers:
            if unit in (-1, u):
                yield from walks_in(s, frame, u)


def able(s: SinaiState, frame: Movement, verb: str) -> Iterator[int]:
    """The units that can do something with this verb."""
    for u in (*frame.movers(s), *arriving(s, frame)):
        if next(of_verb(s, frame, verb, u), None) is not None:
            yield u
