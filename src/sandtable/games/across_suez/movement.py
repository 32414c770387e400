"""[1980:4.0, 2021:5.0] The movement of units: where a unit can go."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core import Action, Hex, Hexes, Reach, UnitId, bits, reach

from .canal import crossing_cost, no_crossing
from .optional import landing_hexes
from .reinforcements import entry_hexes
from .state import SuezState
from .zones import enemy_of, zone_against


def is_confused(s: SuezState, u: UnitId) -> bool:
    """[1980:9.1, 2021:12.1] On Game-Turn 1 a unit that begins in an enemy-controlled hex may not move."""
    return s.turn == 1 and bool(zone_against(s, u) >> s.loc[u] & 1)


def ways_from(s: SuezState, u: UnitId, start: Hex, spent: int = 0) -> Reach:
    """[1980:4.1, 1980:4.2, 1980:4.3, 1980:4.5, 2021:5.2, 2021:6.1] Every hex this unit can enter, and the way there.

    It never enters enemy units, stops next to them, and leaves their zone only into a hex outside it.
    """
    enemies = s.hexes_of(enemy_of(s.game.side_of[u]))
    zone = zone_against(s, u)
    in_zone = zone >> start & 1
    if in_zone and spent:  # it has just entered the map in an enemy-controlled hex
        return Reach(start, {}, {})
    return reach(
        s.game.edges(u),
        start,
        s.game.allowance_of(s, u),
        blocked=enemies,
        stop=zone,
        first_blocked=zone if in_zone else 0,
        spent=spent,
    )


class Journey(NamedTuple):
    """One way for a unit to spend its Movement Phase."""

    unit: UnitId
    verb: str
    ways: Reach
    to: Hex

    def action(self, s: SuezState) -> Action:
        names = s.game.map.grid.names
        return Action(self.verb, (s.game.name_of(self.unit), "-".join(names[h] for h in self.ways.path(self.to))))

    def cost(self, s: SuezState) -> int:
        """Half Movement Points up to the last hex of a journey that begins off the map."""
        return self.ways.cost.get(self.to, s.game.terrain.entry_cost(self.ways.start))


def journeys(s: SuezState, u: UnitId, settled: Hexes) -> list[Journey]:
    """Everything this unit may do in the Movement Phase, by the cheapest way; `settled` as in `settled_hexes`.

    Left out, though legal: ending in the hex of a friend who stays there [1980:4.4], and moving the bridge out of
    Matzmed, which loses the game [1980:14.2, 2021:14.2]. Both are accepted when a player insists.
    """
    if s.loc[u] > 0:
        return [] if must_stay(s, u) else _journeys_from(s, u, "move", s.loc[u], 0, settled)
    found = [Journey(u, "land", Reach(h, {}, {}), h) for h in bits(landing_hexes(s, u))]
    best: dict[tuple[str, Hex], Journey] = {}
    for h in bits(entry_hexes(s, u)):
        for j in _journeys_from(s, u, "enter", h, s.game.terrain.entry_cost(h), settled):
            if (j.verb, j.to) not in best or j.cost(s) < best[j.verb, j.to].cost(s):
                best[j.verb, j.to] = j
    return found + list(best.values())


def must_stay(s: SuezState, u: UnitId) -> bool:
    """The unit is confused, or it is the bridge in place."""
    return is_confused(s, u) or (u == s.game.bridge and s.bridge_in_place())


def _journeys_from(s: SuezState, u: UnitId, verb: str, start: Hex, spent: int, closed: Hexes) -> list[Journey]:
    game = s.game
    ways = ways_from(s, u, start, spent)
    found = [Journey(u, verb, ways, h) for h in ways.cost if not closed >> h & 1]
    if verb == "enter" and not closed >> start & 1:
        found.append(Journey(u, verb, ways, start))
    at_the_canal = spent if start == game.matzmed else ways.cost.get(game.matzmed)
    if (
        at_the_canal is not None
        and at_the_canal + crossing_cost(s) <= game.allowance_of(s, u)
        and not no_crossing(s, u)
    ):
        found.append(Journey(u, "cross", ways, game.matzmed))
    return found


def settled_hexes(s: SuezState, side: str) -> Hexes:
    """[1980:4.4, 2021:5.2] Hexes of units that have moved or must stay: nobody else can end the phase there [ruling AS-03]."""
    b = 0
    for u in s.units_of(side):
        if s.moved >> u & 1 or must_stay(s, u):
            b |= 1 << s.loc[u]
    return b


# Two units in a hex ---------------------------------------------------------------------------------------------
def stacked_hexes(s: SuezState, side: str) -> list[Hex]:
    """[1980:4.4, 2021:5.2] Hexes that hold more than one unit of the side."""
    seen, twice = 0, 0
    for u in s.units_of(side):
        here = 1 << s.loc[u]
        twice |= seen & here
        seen |= here
    return sorted(bits(twice))


def must_unstack(s: SuezState, side: str) -> bool:
    """[2021:5.2] The phase may not end while one of two units in a hex can still move on [ruling AS-02]."""
    stacked = [] if s.game.edition.phase_may_end_stacked else stacked_hexes(s, side)
    settled = settled_hexes(s, side) if stacked else 0
    return any(journeys(s, u, settled) for h in stacked for u in s.at(h) if not s.moved >> u & 1)
