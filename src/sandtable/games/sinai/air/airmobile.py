"""[17.0, 23.15, 24.65] Units that fly: the airmobile battalions and the paratroop battalion of 1956."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core import Refusal, bits, cite, flood, refuse, say
from sandtable.core.facts import DetailsFacts

from ..land.canal import SIX, UNITS_PER_TURN, crossed
from ..land.territory import closed, why_closed
from ..movement.crowding import room
from ..movement.zones import zone
from ..politics.garrison import bound, garrison_broken
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.israel import supplied_ground
from .flights import flight_of, since_flight
from .landing import crosses_canal
from .umbrella import umbrella

if TYPE_CHECKING:
    from ..movement.movement import Movement


def may_take_off(s: SinaiState, u: int, frame: Movement) -> Refusal | None:
    """[17.11, 17.12, 17.13, 23.15, 24.65, 25.12] May the unit fly now?"""
    game, name, h = s.game, s.game.name_of(u), s.loc[u]
    flight = flight_of(s)
    if not game.airborne >> u & 1:
        return refuse("17.0", "{unit} cannot fly.", unit=name)
    if flight.times and s.drops >= flight.times:
        return refuse("23.15", "{unit} has made its {n} {n#drop|drops}.", unit=name, n=flight.times)
    if since_flight(s, u) <= flight.rest:
        if flight.by_phase:
            return refuse("24.65", "{unit} must rest for {n} Movement Phases after a flight.", unit=name, n=flight.rest)
        return refuse("17.12", "{unit} must rest for {n} Game-Turns after a flight.", unit=name, n=flight.rest)
    enemy_zone = zone(s, ARAB)
    if enemy_zone >> h & 1:
        return refuse("17.13", "{unit} may not take off in the enemy zone at {hex}.", unit=name, hex=game.hex_name(h))
    if umbrella(s) >> h & 1:
        return refuse("25.12", "{hex} lies under a SAM umbrella.", hex=game.hex_name(h))
    if flight.clear_take_off:
        if not game.map.terrain["clear"] >> h & 1:
            return refuse("23.15", "{unit} takes off from clear hexes only.", unit=name)
        if not supplied_ground(s) >> h & 1:
            return refuse("23.15", "No supply line leads to {hex}.", hex=game.hex_name(h))
        return None
    free = game.map.on_map & ~enemy_zone & ~s.hexes_of(ARAB)
    if not s.trans_jordan_open:
        free &= ~game.trans_jordan
    if not flood(game.map.grid, 1 << h, free) & supplied_ground(s):
        return refuse("17.11", "No line free of enemy zones leads from {hex} to a supplied hex.", hex=game.hex_name(h))
    return None


def landing_ground(s: SinaiState, u: int) -> int:
    """[17.0, 17.13, 23.15, 25.12] The hexes in range where the unit may land: Israeli infantry may enter all land."""
    game = s.game
    flight = flight_of(s)
    near = game.map.grid.within(s.loc[u], flight.range) if flight.range else game.map.on_map
    ground = game.land & ~closed(s, u)
    return near & ground & ~s.hexes_of(ARAB) & ~zone(s, ARAB) & ~umbrella(s) & ~(1 << s.loc[u])


def over_the_canal(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[24.41] A flight over the Canal counts among the six units of the Game-Turn (ruling SN-86)."""
    if not crosses_canal(s, u, h) or len(crossed(s, ISRAEL)) < UNITS_PER_TURN:
        return None
    return refuse("24.41", SIX, n=UNITS_PER_TURN)


def limits(s: SinaiState, u: int, h: int, frame: Movement) -> Refusal | None:
    """[7.0, 24.41, 25.31, 25.32] What else may keep the unit from landing in `h`."""
    refusal = over_the_canal(s, u, h) or garrison_broken(s, u, h, frame.number)
    return refusal or room(s, frame, (u,), [h])


def landings(s: SinaiState, u: int, frame: Movement) -> Iterator[int]:
    if may_take_off(s, u, frame) is not None:
        return
    free = not bound(s, u, frame.number) and len(crossed(s, ISRAEL)) < UNITS_PER_TURN
    friends = s.hexes_of(ISRAEL)
    for h in bits(landing_ground(s, u)):
        if (free and not friends >> h & 1) or limits(s, u, h, frame) is None:
            yield h


def may_land(s: SinaiState, u: int, h: int, frame: Movement) -> Refusal | None:
    """[17.0, 17.13] The flight as a whole."""
    game = s.game
    if refusal := may_take_off(s, u, frame):
        return refusal
    if closed(s, u) >> h & 1:
        return why_closed(s, u, h)
    if not landing_ground(s, u) >> h & 1:
        flight = flight_of(s)
        distance = game.map.grid.distance(s.loc[u], h)
        if flight.range and distance > flight.range:
            return refuse(
                "17.0",
                "{hex} is {distance} {distance#hex|hexes} away; the range is {range}.",
                hex=game.hex_name(h),
                distance=distance,
                range=flight.range,
            )
        return _why_not_there(s, u, h)
    return limits(s, u, h, frame)


def _why_not_there(s: SinaiState, u: int, h: int) -> Refusal:
    """[5.25, 5.26, 17.13, 25.12] What keeps the unit from landing in a hex within its range."""
    game, name, where = s.game, s.game.name_of(u), s.game.hex_name(h)
    if game.water >> h & 1:
        return refuse("5.25", "{hex} is an all-sea hex.", hex=where)
    if s.hexes_of(ARAB) >> h & 1:
        return refuse("5.26", "{hex} is occupied by enemy units.", hex=where)
    if umbrella(s) >> h & 1:
        return refuse("25.12", "{hex} lies under a SAM umbrella.", hex=where)
    if zone(s, ARAB) >> h & 1:
        return refuse("17.13", "{unit} may not land in the enemy zone at {hex}.", unit=name, hex=where)
    return refuse("17.0", "{unit} is in {hex} already.", unit=name, hex=where)


def flight_details(s: SinaiState, u: int, h: int) -> DetailsFacts:
    """The flight as the details of a move: hexes flown out of the range; a paradrop costs nothing."""
    flight, far = flight_of(s), s.game.map.grid.distance(s.loc[u], h)
    cost = far if flight.range else 0
    why = say("any distance [{cited}]", cited=cite(flight.rule))
    if flight.range:
        text = "{far} of {range} {range#hex|hexes} by air [{cited}]"
        why = say(text, far=far, range=flight.range, cited=cite(flight.rule))
    path = [str(s.game.hex_name(x)) for x in (s.loc[u], h)]
    left = flight.range - far if flight.range else 0
    return {"cost": cost, "left": left, "path": path, "steps": [{"to": path[-1], "cost": cost, "why": why}]}
