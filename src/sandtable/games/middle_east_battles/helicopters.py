"""[5.14, 9.12, 10.5] Helicopters: flights over anything, to and from the holding box, and airmobile transport."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.core import END, Action, Hex, Hexes, Parts, Pick, Refusal, UnitId, bits, cite, fact, halves, refuse, say
from sandtable.core.facts import DetailsFacts

from .arrival import Arrival
from .exits import exit_hexes, leave_map
from .formations import first_on_map
from .landing import check_landing, land
from .marching import move_details, no_stopping, step
from .state import BattleState, SuezState
from .wording import Decision


# What a flight costs ------------------------------------------------------------------------------------------------
def leg(s: BattleState, a: Hex, b: Hex) -> int:
    """[5.14, 9.12] Half points from place to place: a point a hex; the box lies one beyond the nearest edge hex [ruling ME-33]."""
    if a > 0 and b > 0:
        return 2 * s.game.map.grid.distance(a, b)
    return 2 * s.game.distance_to(s.game.sky_gate)[max(a, b)] + 2 if a != b else 0


def in_range(s: BattleState, a: Hex, points: int) -> Hexes:
    """[5.14, 9.12] The hexes to which a flight from this place takes at most so many half points: `leg` for all at once."""
    grid = s.game.map.grid
    if a > 0:
        return grid.within(a, points // 2)
    discs = s.game.beyond_gate
    return discs[min(points // 2, len(discs)) - 1] if points >= 2 else 0


def way_off(s: BattleState, a: Hex) -> int:
    """[9.10, 10.9] Half points to fly out over an exit hex."""
    exits = exit_hexes(s, s.game.west)
    if a > 0:
        return 2 * s.game.distance_to(exits)[a] + 2
    return min(leg(s, a, x) for x in bits(exits)) + 2


def flight_path(s: BattleState, a: Hex, b: Hex) -> list[Hex]:
    """One of the shortest ways through the air from hex to hex."""
    grid, path = s.game.map.grid, [a]
    while path[-1] != b:
        path.append(min(bits(grid.adjacent[path[-1]] & s.game.sky), key=lambda h: (grid.distance(h, b), h)))
    return path


def nearest_of(s: BattleState, h: Hex, hexes: Hexes) -> Hex:
    return min(bits(hexes), key=lambda x: (s.game.map.grid.distance(h, x), x))


def stage(s: BattleState, a: Hex, to: str) -> list[str]:
    """The places passed on a flight, the box named where the flight begins or ends there; every step costs a point."""
    game = s.game
    gate, exits = game.sky_gate, exit_hexes(s, game.west)
    if to == "exited":
        last = min(bits(exits), key=lambda x: (leg(s, a, x), x))
        return [*stage(s, a, game.hex_name(last)), to]
    if to == "holding":
        way = flight_path(s, a, nearest_of(s, a, gate))
        return [*(game.hex_name(h) for h in way), to]
    b = game.hex(to)
    start = a if a > 0 else nearest_of(s, b, gate)
    return [game.hex_name(h) for h in flight_path(s, start, b)]


def flight_points(s: BattleState, u: UnitId) -> int:
    """[5.14, 9.12] Half points that a helicopter may still fly in this phase: in Suez '56 several flights share them."""
    flown = s.flown[_order_of(s, u)] if isinstance(s, SuezState) else 0
    return s.game.allowance(s, u) - flown


def note_flight(s: BattleState, u: UnitId, cost: int) -> None:
    """[9.12] Remember what a flight has cost."""
    if isinstance(s, SuezState):
        s.flown[_order_of(s, u)] += cost


def _order_of(s: SuezState, u: UnitId) -> int:
    """The helicopter's place among the helicopters."""
    return sorted(bits(s.game.helicopters)).index(u)


# Flights ------------------------------------------------------------------------------------------------------------
def is_shuttle(s: BattleState, u: UnitId, to: str) -> bool:
    """[9.12] Between the map and the holding box of Suez '56 helicopters go as often as their points last [ruling ME-50]."""
    return s.game.shuttles and (s.loc[u] < 0 or to == "holding")


def why_grounded(s: BattleState, u: UnitId) -> Refusal | None:
    """[5.14, 9.12] Why this helicopter cannot fly at all in this phase, or None."""
    game, name = s.game, s.game.name_of(u)
    if s.loc[u] <= 0 and s.loc[u] != game.box("holding"):
        return refuse(game.flight_rule, "{unit} is no longer in play.", unit=name)
    if s.landed >> u & 1:
        text = "{unit} has landed with its passenger and flies no farther this player turn."
        return refuse("9.12", text, unit=name)
    return None


def why_no_flight(s: BattleState, u: UnitId, to: str) -> Refusal | None:
    """[5.5, 5.6, 5.10, 5.11, 5.14, 9.12] Why the helicopter may not fly there now, or None."""
    game, name, here = s.game, s.game.name_of(u), s.loc[u]
    refusal = why_grounded(s, u)
    if refusal:
        return refusal
    if s.moved >> u & 1 and not is_shuttle(s, u, to):
        return refuse("5.6", "{unit} has already moved in this phase.", unit=name)
    h = game.map.grid.find(to)
    if to == "exited":
        cost = way_off(s, here)
    elif to == "holding" and here > 0 and game.shuttles:
        cost = leg(s, here, game.box("holding"))
    elif not game.sky >> h & 1 or h == here:
        return refuse(game.flight_rule, "“{place}” is no place to fly to.", place=to)
    else:
        refusal = no_stopping(s, u, h)
        if refusal:
            return refusal
        cost = leg(s, here, h)
    return out_of_range(s, u, cost)


def out_of_range(s: BattleState, u: UnitId, cost: int) -> Refusal | None:
    """[5.10] A flight beyond the points that the helicopter still has."""
    game, left = s.game, flight_points(s, u)
    if cost <= left:
        return None
    text = "{unit} has {have} movement points left; this flight takes {cost}."
    return refuse(("5.10", game.flight_rule), text, unit=game.name_of(u), have=halves(left), cost=halves(cost))


def destinations(s: BattleState, u: UnitId) -> list[Hex]:
    """[5.14, 9.12] Everywhere the helicopter can fly to: hexes, the box, off the map [ruling ME-53]."""
    if why_grounded(s, u):
        return []
    game, here, found = s.game, s.loc[u], list[Hex]()
    left, touched = flight_points(s, u), s.moved >> u & 1
    if not touched or is_shuttle(s, u, ""):
        near = in_range(s, here, left) & ~(1 << max(here, 0))
        found += bits(near & game.land & ~s.hexes_of(game.egypt) & ~s.no_room_for(u))
        if way_off(s, here) <= left:
            found.append(game.box("exited"))
    if here > 0 and game.shuttles and leg(s, here, game.box("holding")) <= left:
        found.append(game.box("holding"))
    return found


def flight(s: BattleState, u: UnitId, to: Hex) -> Action:
    return Action("fly", (s.game.name_of(u), f"{s.game.hex_name(s.loc[u])}-{s.game.hex_name(to)}"))


def random_flight(s: BattleState, u: UnitId, pick: Pick) -> Action | None:
    """One of the helicopter's flights."""
    found = destinations(s, u)
    return flight(s, u, found[pick(len(found))]) if found else None


def check_fly(s: BattleState, u: UnitId, a: Action) -> Refusal | None:
    """[5.14, 9.12] From where the helicopter is to a place it can reach."""
    game, p = s.game, s.game.parts(a)
    if not game.helicopters >> u & 1:
        return refuse("5.14", "{unit} is not a helicopter.", unit=game.name_of(u))
    if len(a.args) != 2 or len(p.path) != 2:
        text = "Say from where to where: fly {unit} holding-1825."
        return refuse(game.flight_rule, text, unit=a.args[0])
    if p.path[0] != s.loc[u]:
        text = "{unit} starts from {place}."
        return refuse(game.flight_rule, text, unit=game.name_of(u), place=game.hex_name(s.loc[u]))
    return why_no_flight(s, u, game.hex_name(p.to))


def fly(s: BattleState, u: UnitId, place: Hex) -> None:
    """[5.14, 9.12] Only flights from hex to hex use up the one move of the touch rule; the points are counted."""
    game, here, to = s.game, s.loc[u], s.game.hex_name(place)
    if not is_shuttle(s, u, to):
        s.moved |= 1 << u
    if here < 0:
        first_on_map(s, u)
    if to == "exited":
        leave_map(s, u, game.hex(stage(s, here, to)[-2]))
        return
    note_flight(s, u, leg(s, here, place))
    s.loc[u] = place
    s.tell(game.flight_rule, "{unit} flies to {place}.", at=(place,), about="move", unit=game.name_of(u), place=to)


def all_flights(s: BattleState, side: str, only: UnitId) -> Iterator[Action]:
    """Every flight of the Western helicopters, or those of one."""
    for u in sorted(bits(s.game.helicopters)):
        if side == s.game.west and only in (-1, u):
            for to in destinations(s, u):
                yield flight(s, u, to)


def complete_flight(s: BattleState, p: Parts, a: Action) -> Action:
    """`fly JS 1825` starts where the helicopter is."""
    return Action("fly", (a.args[0], f"{s.game.hex_name(s.loc[p.unit])}-{a.args[1]}"))


def flight_details(s: BattleState, p: Parts) -> DetailsFacts:
    """What a flight costs, hex by hex."""
    u, to = p.unit, s.game.hex_name(p.to)
    why = say("helicopter [{rule}]", rule=cite(s.game.flight_rule))
    return stage_details(s, s.loc[u], to, why, flight_points(s, u))


def stage_details(s: BattleState, a: Hex, to: str, why: str, budget: int, spent: int = 0) -> DetailsFacts:
    places = stage(s, a, to)
    start = [] if a < 0 else places[:1]
    return move_details(start, [step(place, 2, why) for place in places[len(start) :]], budget, spent)


FLIGHT: Final = Arrival(all_flights, check_fly, lambda s, p: fly(s, p.unit, p.to), flight_details, complete_flight)


# Airmobile transport ------------------------------------------------------------------------------------------------
def why_no_lift(s: SuezState, u: UnitId) -> Refusal | None:
    """[9.12] JS carries one straight-leg unit, from the box or from a hex, that has not moved yet."""
    game, js, name = s.game, s.game.js, s.game.name_of(u)
    refusal = why_grounded(s, js)
    if refusal:
        return refusal
    if s.moved >> js & 1:
        return refuse("5.6", "{unit} has already moved in this phase.", unit=game.name_of(js))
    if not game.legs >> u & 1:
        return refuse("9.12", "{unit} is not a straight-leg unit.", unit=name)
    if s.loc[u] <= 0 and s.loc[u] != game.box("holding"):
        return refuse("9.12", "{unit} is no longer in play.", unit=name)
    if s.moved >> u & 1:
        return refuse("5.6", "{unit} has already moved in this phase.", unit=name)
    if not drop_zone(s, u) and why_not_off(s, u):
        text = "{helicopter} cannot reach {unit} and bring it anywhere."
        return refuse("9.12", text, helicopter=game.name_of(js), unit=name)
    return None


def lifts(s: SuezState, only: UnitId = -1) -> Iterator[UnitId]:
    """[9.12] Every unit that JS can carry, or this one."""
    game = s.game
    for u in sorted(bits(game.legs & game.roster.of_side[game.west])):
        if only in (-1, u) and not why_no_lift(s, u):
            yield u


def lift(s: SuezState, u: UnitId) -> Action:
    return Action("lift", (s.game.name_of(u),))


def random_lift(s: SuezState, pick: Pick) -> Action | None:
    """One of the units that JS can carry."""
    found = list(lifts(s))
    return lift(s, found[pick(len(found))]) if found else None


def lift_cost(s: SuezState, u: UnitId, to: Hex) -> int:
    """[9.12] Half points for JS to fetch the unit and bring it to a hex (0: off the map)."""
    fetch = leg(s, s.loc[s.game.js], s.loc[u])
    return fetch + (leg(s, s.loc[u], to) if to else way_off(s, s.loc[u]))


def drop_zone(s: SuezState, u: UnitId) -> Hexes:
    """[9.12, 5.11] Clear hexes where both can land: JS and its passenger fill the hex [ruling ME-29]."""
    return drop_zone_from(s, s.loc[u])


@fact
def drop_zone_from(s: SuezState, here: Hex) -> Hexes:
    """[9.12, 5.11] The same, for whoever waits in this hex or box."""
    left = flight_points(s, s.game.js) - leg(s, s.loc[s.game.js], here)
    return in_range(s, here, left) & empty_ground(s)


@fact
def empty_ground(s: SuezState) -> Hexes:
    """[9.12, 5.11] Clear hexes where nobody stands, JS left aside."""
    return s.game.clear & ~s.occupied(s.game.roster.all & ~(1 << s.game.js))


def why_not_off(s: SuezState, u: UnitId) -> Refusal | None:
    """[9.10, 9.12] JS carries units off the map from where they stand; who comes from the box lands first [ruling ME-53]."""
    if s.loc[u] < 0:
        text = "{unit} comes from the holding box: it is landed on the map and goes no farther this turn."
        return refuse("9.12", text, unit=s.game.name_of(u))
    return out_of_range(s, s.game.js, lift_cost(s, u, 0))


@dataclass(frozen=True, slots=True)
class Deliver(Decision[SuezState]):
    """[9.12] JS has taken a unit aboard [ruling ME-30]: choose the clear hex where both land, or fly it off the map."""

    verbs: ClassVar[tuple[str, ...]] = ("drop",)
    unit: UnitId

    def actor(self, s: SuezState) -> str:
        return s.game.west

    def phase(self) -> str:
        return "anglo-french-movement"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("9.12",)

    def prompt(self, s: SuezState) -> str:
        names = {"helicopter": s.game.name_of(s.game.js), "unit": s.game.name_of(self.unit)}
        if why_not_off(s, self.unit):
            return say("{helicopter} carries {unit}: choose a clear hex to land [9.12].", **names)
        return say("{helicopter} carries {unit}: choose a clear hex to land, or fly off the map [9.10, 9.12].", **names)

    def places(self, s: SuezState) -> tuple[str, ...]:
        """Where the unit can be brought."""
        hexes = tuple(s.game.map.grid.names[h] for h in sorted(bits(drop_zone(s, self.unit))))
        return hexes if why_not_off(s, self.unit) else (*hexes, "exited")

    def options(self, s: SuezState) -> Iterator[Action]:
        for place in self.places(s):
            yield Action("drop", (place,))

    def words(self, s: SuezState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        match prefix:
            case ():
                return ("drop",) if self.places(s) else ()
            case ("drop",):
                return self.places(s)
            case ("drop", _):
                return (END,)
        return ()

    def spelled(self, s: SuezState, words: tuple[str, ...]) -> Action:
        a = Action(words[0], words[1:])
        if self.check(s, a):
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb != "drop" or len(a.args) != 1:
            return self.not_now(s, a)
        h = game.parts(a).to
        if h == game.box("exited"):
            return why_not_off(s, self.unit)
        if h <= 0:
            return refuse("9.12", "{hex} is not a hex of the map.", hex=a.args[0])
        if drop_zone(s, self.unit) >> h & 1:
            return None
        return (
            check_landing(s, self.unit, h, "9.12")
            or out_of_range(s, game.js, lift_cost(s, self.unit, h))
            or refuse(("5.11", "9.12"), "There is no room in {hex} for both units.", hex=game.hex_name(h))
        )

    def details(self, s: SuezState, a: Action) -> DetailsFacts:
        """The whole flight of JS: to its passenger and on."""
        if self.check(s, a) is not None:
            return {}
        js, start = s.game.js, s.loc[self.unit]
        budget, spent = flight_points(s, js), leg(s, s.loc[js], start)
        return stage_details(s, start, a.args[0], say("airmobile transport [9.12]"), budget, spent)

    def apply(self, s: SuezState, a: Action) -> None:
        game, js = s.game, s.game.js
        h = game.parts(a).to
        if h == game.box("exited"):
            edge = game.hex(stage(s, s.loc[self.unit], "exited")[-2])
            leave_map(s, self.unit, edge)
            leave_map(s, js, edge)
            return
        land(s, self.unit, h, "9.12", "{unit} is brought to {hex} by helicopter.")
        land(s, js, h, "9.12", "{unit} lands with it on {hex}.")


def all_lifts(s: SuezState, side: str, only: UnitId) -> Iterator[Action]:
    return (lift(s, u) for u in lifts(s, only)) if side == s.game.west else iter(())


def check_lift(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    return why_no_lift(s, u)


LIFT: Final = Arrival(all_lifts, check_lift, lambda s, p: s.then(Deliver(p.unit)))
