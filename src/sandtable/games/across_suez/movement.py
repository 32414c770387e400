"""[1980:4.0, 2021:5.0] The movement of units: where a unit can go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core import Action, Hex, Hexes, Reach, UnitId, Units, bits, crowded, fact, reach, standing

from .canal import crossing_cost, no_crossing
from .optional import landing_hexes
from .reinforcements import entry_hexes, waiting
from .state import SuezState
from .zones import enemy_of, zone_against


def is_confused(s: SuezState, u: UnitId) -> bool:
    """[1980:9.1, 2021:12.1] On Game-Turn 1 a unit next to the enemy has to stay."""
    return s.turn == 1 and bool(zone_against(s, u) >> s.loc[u] & 1)


@fact
def ways_of(s: SuezState, u: UnitId) -> Reach:
    """[1980:4.1, 1980:4.2, 1980:4.3, 1980:4.5, 2021:5.2, 2021:6.1] Every hex this unit can enter, and the way there.

    It never enters enemy units, stops next to them, and leaves their zone only into a hex outside it. A reinforcement
    begins nowhere (0) and pays for its entry hex like for any other [1980:7.1, 2021:11.0].
    """
    game = s.game
    start, zone = max(s.loc[u], 0), zone_against(s, u)
    return reach(
        game.edges(u),
        start,
        game.allowance_of(s, u),
        blocked=s.hexes_of(enemy_of(game.side_of[u])),
        stop=zone,
        first_blocked=zone if zone >> start & 1 else 0,
        doors=() if start else doors(s, u),
    )


@fact
def doors(s: SuezState, u: UnitId) -> list[tuple[Hex, int]]:
    """[1980:7.1, 2021:11.0] The hexes where a reinforcement can come in, with what it pays there."""
    return [(h, s.game.terrain.entry_cost(h)) for h in bits(entry_hexes(s, u))]


def journey(s: SuezState, u: UnitId, verb: str, ways: Reach, to: Hex) -> Action:
    """The action that takes the unit there by the cheapest way."""
    names = s.game.map.grid.names
    path = names[to] if verb == "land" else "-".join(map(names.__getitem__, ways.path(to)))
    return Action(verb, (s.game.name_of(u), path))


class Journeys(NamedTuple):
    """Everything a unit may do in the Movement Phase: the ways, and where it may end with which verb."""

    ways: Reach
    verb: str
    """To move, or to enter, into one of `hexes`."""
    hexes: list[Hex]
    others: list[tuple[str, Hex]]
    """What there is beside."""

    @property
    def ends(self) -> list[tuple[str, Hex]]:
        return [(self.verb, h) for h in self.hexes] + self.others


def journeys(s: SuezState, u: UnitId, settled: Hexes) -> Journeys:
    """Everything this unit may do in the Movement Phase.

    Left out, though legal: ending in the hex of a friend who stays there [1980:4.4] (`settled_hexes`), and moving the
    bridge out of Matzmed, which loses the game [1980:14.2, 2021:14.2]. Both are accepted when a player insists.
    """
    on_map = s.loc[u] > 0
    if on_map and must_stay(s, u):
        return Journeys(Reach(s.loc[u], {}, {}), "move", [], [])
    ways = ways_of(s, u)
    others = [("cross", s.game.matzmed)] if may_cross(s, u, ways) else []
    if s.game.may_land:
        others += [("land", h) for h in bits(landing_hexes(s, u))]
    return Journeys(ways, "move" if on_map else "enter", ways.outside(settled), others)


@fact
def able(s: SuezState, side: str) -> tuple[tuple[UnitId, frozenset[str]], ...]:
    """[1980:4.0, 2021:5.1] The units that have not moved yet, on the map and off it, and with which verbs each can do something."""
    return tuple((u, frozenset(_verbs_of(s, u))) for u in movers(s, side))


def movers(s: SuezState, side: str) -> list[UnitId]:
    """[1980:4.0, 2021:5.1] Units that have not moved yet, on the map and off it."""
    return standing(s.loc, s.game.roster.of_side[side] & ~s.moved) + waiting(s, side)


def _verbs_of(s: SuezState, u: UnitId) -> Iterator[str]:
    """What `journeys` would find, by one look round where that is enough."""
    on_map, settled = s.loc[u] > 0, settled_hexes(s, s.game.side_of[u])
    if on_map and must_stay(s, u):
        return
    if steps_aside(s, u, settled) or ways_of(s, u).hexes & ~settled:
        yield "move" if on_map else "enter"
    if near_matzmed(s, u) and no_crossing(s, u) is None and may_cross(s, u, ways_of(s, u)):
        yield "cross"
    if landing_hexes(s, u):
        yield "land"


def near_matzmed(s: SuezState, u: UnitId) -> bool:
    """[1980:11.0, 2021:13.1] Would the unit's points suffice to cross the canal if nobody stood in its way?"""
    need = s.game.to_matzmed.get(s.loc[u]) if s.loc[u] > 0 else 0
    return need is not None and need + crossing_cost(s) <= s.game.allowance_of(s, u)


def steps_aside(s: SuezState, u: UnitId, settled: Hexes) -> bool:
    """[1980:4.1, 1980:4.2, 1980:4.5, 2021:5.2, 2021:6.1] Can the unit end its move in the first hex it enters?"""
    game, start = s.game, max(s.loc[u], 0)
    points, zone = game.allowance_of(s, u), zone_against(s, u)
    barred = settled | s.hexes_of(enemy_of(game.side_of[u])) | (zone if zone >> start & 1 else 0)
    steps = game.edges(u)[start] if start else doors(s, u)
    return any(cost <= points and not barred >> h & 1 for h, cost in steps)


def must_stay(s: SuezState, u: UnitId) -> bool:
    """The unit is confused, or it is the bridge in place."""
    return is_confused(s, u) or (u == s.game.bridge and s.bridge_in_place())


def may_cross(s: SuezState, u: UnitId, ways: Reach) -> bool:
    """[1980:11.0, 2021:13.1] The unit can reach Matzmed with enough points left to cross the canal."""
    spent = 0 if ways.start == s.game.matzmed else ways.spent_in(s.game.matzmed)
    if spent is None or spent + crossing_cost(s) > s.game.allowance_of(s, u):
        return False
    return no_crossing(s, u) is None


@fact
def settled_hexes(s: SuezState, side: str) -> Hexes:
    """[1980:4.4, 2021:5.2] Hexes of units that have moved or must stay: nobody else can end the phase there [ruling AS-03].

    Only commandos at night can join a unit that is hemmed in: everybody else would have to stop before [2021:15.4].
    """
    staying = s.moved & s.game.roster.of_side[side] | bound(s, side)
    if s.game.commandos and s.is_night:
        staying |= sum(1 << u for u in s.units_of(side) if is_hemmed_in(s, u))
    return s.occupied(staying)


def bound(s: SuezState, side: str) -> Units:
    """The units that must stay: the confused, and the bridge in place."""
    bridge = 1 << s.game.bridge if side == "israel" and s.bridge_in_place() else 0
    if s.turn > 1:
        return bridge
    return bridge | sum(1 << u for u in s.units_of(side) if is_confused(s, u))


def is_hemmed_in(s: SuezState, u: UnitId) -> bool:
    """[1980:4.5, 2021:6.1] In an enemy zone, with no hex outside it to go to, and no way over the canal."""
    game, h, zone = s.game, s.loc[u], zone_against(s, u)
    if not zone >> h & 1 or (h == game.matzmed and no_crossing(s, u) is None):
        return False
    return not game.terrain.exits[h] & game.may_stand(u) & ~zone & ~s.hexes_of(enemy_of(game.side_of[u]))


# Two units in a hex ---------------------------------------------------------------------------------------------
def stacked_hexes(s: SuezState, side: str) -> list[Hex]:
    """[1980:4.4, 2021:5.2] Hexes that hold more than one unit of the side."""
    return sorted(bits(crowded(s.loc, s.game.roster.of_side[side], 2)))


def must_unstack(s: SuezState, side: str) -> bool:
    """[2021:5.2] The phase may not end while one of two units in a hex can still move on [ruling AS-02]."""
    if s.game.edition.phase_may_end_stacked:
        return False
    waiting_to_go = [u for h in stacked_hexes(s, side) for u in s.at(h) if not s.moved >> u & 1]
    return any(journeys(s, u, settled_hexes(s, side)).ends for u in waiting_to_go)
