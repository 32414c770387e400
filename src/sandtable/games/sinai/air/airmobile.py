"""[17.0, 23.15, 24.65] Units that fly: the airmobile battalions and the paratroop battalion of 1956."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.core import Refusal, bits, flood

from ..eras.war_1956 import sinai_limit
from ..land.canal import UNITS_PER_TURN, crossed
from ..land.territory import closed, why_closed
from ..movement.entering import after_entering
from ..movement.zones import zone
from ..politics.garrison import garrison_broken
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.israel import supplied_ground
from .flights import flight_of, since_flight
from .umbrella import umbrella

if TYPE_CHECKING:
    from ..movement.movement import Movement


def may_take_off(s: SinaiState, u: int, frame: Movement) -> Refusal | None:
    """[17.11, 17.12, 17.13, 23.15, 24.65, 25.12] May the unit fly now?"""
    game, name, h = s.game, s.game.name_of(u), s.loc[u]
    flight = flight_of(s)
    if not game.airborne >> u & 1:
        return Refusal(("17.0",), f"{name} cannot fly")
    if flight.times and s.drops >= flight.times:
        return Refusal(("23.15",), f"{name} has made its {flight.times} drops")
    if since_flight(s, u) <= flight.rest:
        unit = "Movement Phases" if flight.by_phase else "Game-Turns"
        return Refusal(
            ("24.65" if flight.by_phase else "17.12",), f"{name} must rest for {flight.rest} {unit} after a flight"
        )
    enemy_zone = zone(s, ARAB)
    if enemy_zone >> h & 1:
        return Refusal(("17.13",), f"{name} may not take off in the enemy zone at {game.hex_name(h)}")
    if umbrella(s) >> h & 1:
        return Refusal(("25.12",), f"{game.hex_name(h)} lies under a SAM umbrella")
    if flight.clear_take_off:
        if not game.map.terrain["clear"] >> h & 1:
            return Refusal(("23.15",), f"{name} takes off from clear hexes only")
        if not supplied_ground(s) >> h & 1:
            return Refusal(("23.15",), f"No supply line leads to {game.hex_name(h)}")
        return None
    free = game.map.on_map & ~enemy_zone & ~s.hexes_of(ARAB)
    if not s.trans_jordan_open:
        free &= ~game.trans_jordan
    if not flood(game.map.grid, 1 << h, free) & supplied_ground(s):
        return Refusal(("17.11",), f"No line free of enemy zones leads from {game.hex_name(h)} to a supplied hex")
    return None


def landing_ground(s: SinaiState, u: int) -> int:
    """[17.0, 17.13, 23.15, 25.12] The hexes in range where the unit may land."""
    game = s.game
    flight = flight_of(s)
    near = game.map.grid.within(s.loc[u], flight.range) if flight.range else game.map.on_map
    ground = game.ground(ISRAEL, True, False).enterable & ~closed(s, u)
    return near & ground & ~s.hexes_of(ARAB) & ~zone(s, ARAB) & ~umbrella(s) & ~(1 << s.loc[u])


def over_the_canal(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[24.41] A flight over the Canal counts among the six units of the Game-Turn (ruling SN-86)."""
    if not crosses_canal(s, u, h) or len(crossed(s, ISRAEL)) < UNITS_PER_TURN:
        return None
    return Refusal(("24.41",), f"{UNITS_PER_TURN} units have crossed the Canal this Game-Turn already")


def crosses_canal(s: SinaiState, u: int, h: int) -> bool:
    west = s.game.egypt_west
    return s.game.rules.canal != "ferry" and (west >> s.loc[u] & 1) != (west >> h & 1)


def limits(s: SinaiState, u: int, h: int, frame: Movement) -> Refusal | None:
    """[7.0, 23.14, 24.41, 25.31, 25.32] What else may keep the unit from landing in `h`."""
    refusal = sinai_limit(s, u, h) or over_the_canal(s, u, h) or garrison_broken(s, u, h, frame.number)
    return refusal or frame.room(s, (u,), [h])


def landings(s: SinaiState, u: int, frame: Movement) -> Iterator[int]:
    if may_take_off(s, u, frame) is None:
        for h in bits(landing_ground(s, u)):
            if limits(s, u, h, frame) is None:
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
            return Refusal(("17.0",), f"{game.hex_name(h)} is {distance} hexes away; the range is {flight.range}")
        return _why_not_there(s, u, h)
    return limits(s, u, h, frame)


def _why_not_there(s: SinaiState, u: int, h: int) -> Refusal:
    """[5.25, 5.26, 17.13, 25.12] What keeps the unit from landing in a hex within its range."""
    game, name, where = s.game, s.game.name_of(u), s.game.hex_name(h)
    if game.water >> h & 1:
        return Refusal(("5.25",), f"{where} is an all-sea hex")
    if s.hexes_of(ARAB) >> h & 1:
        return Refusal(("5.26",), f"{where} is occupied by enemy units")
    if umbrella(s) >> h & 1:
        return Refusal(("25.12",), f"{where} lies under a SAM umbrella")
    if zone(s, ARAB) >> h & 1:
        return Refusal(("17.13",), f"{name} may not land in the enemy zone at {where}")
    if h == s.loc[u]:
        return Refusal(("17.0",), f"{name} is in {where} already")
    return Refusal(("17.13",), f"{where} is ground that Israeli infantry may not enter")


def flight_details(s: SinaiState, u: int, h: int) -> dict[str, Any]:
    """The flight as the details of a move: hexes flown out of the range; a paradrop costs nothing."""
    flight, far = flight_of(s), s.game.map.grid.distance(s.loc[u], h)
    path = [s.game.hex_name(s.loc[u]), s.game.hex_name(h)]
    if not flight.range:
        return {"cost": 0, "left": 0, "path": path, "steps": [0], "why": [f"any distance [{flight.rule}]"]}
    return {
        "cost": far,
        "left": flight.range - far,
        "path": path,
        "steps": [far],
        "why": [f"{far} of {flight.range} hexes by air [{flight.rule}]"],
    }


def fly(s: SinaiState, u: int, h: int) -> None:
    """[17.0, 17.3] The unit flies; it does not walk in this phase."""
    game = s.game
    flight = flight_of(s)
    flown = list(s.flown)
    flown[game.airborne_units.index(u)] = s.moves_made if flight.by_phase else s.turn
    s.flown = tuple(flown)
    s.drops += 1
    s.tell(
        flight.rule,
        "{} flies from {} to {}",
        game.name_of(u),
        game.hex_name(s.loc[u]),
        game.hex_name(h),
        at=(s.loc[u], h),
    )
    if crosses_canal(s, u, h):
        s.crossed_israel += (s.loc[u], h)
    s.loc[u] = h
    after_entering(s, ISRAEL, (u,), 1 << h)
