"""[10.0] Supply: who has a line, to what, and what happens to those who have none."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from operator import attrgetter

from sandtable.core import bits, flood, route

from .flights import flight_of, since_flight
from .nations import kept_out_of_jordan, pushed_into_jordan
from .state import ARAB, ISRAEL, SinaiState
from .terrain import CostMasks, Sides
from .territory import barred_to_israel, bridges, closed, shut_border
from .zones import blocked, exerting

RANGE = 8
"""[10.12] Mechanized Movement Points from an Israeli unit to its source."""


JUDGED_BY = (
    "loc",
    "turn",
    "entrucked",
    "dormant",
    "destroyed",
    "sent",
    "from_israel",
    "jordan_at_war",
    "trans_jordan_open",
    "jordan_silent",
    "flown",
    "moves_made",
    "amman_taken",
    "behind",
)
"""What the judgement of supply depends on: all of the state that it ever reads."""
_judged_by = attrgetter(*JUDGED_BY[1:])


def judge(s: SinaiState, units: int = -1) -> int:
    """[10.0, 10.2] The unsupplied units among `units` on the map, judged now; SAM units need no supply [25.13]. The last
    judgement of a position is remembered: an attack in preparation asks for it again and again."""
    key = (*s.loc, *_judged_by(s))
    if s.game.last_judged[0] != key:
        s.game.last_judged = (key, _judge(s))
    return s.game.last_judged[1] & units


def _judge(s: SinaiState) -> int:
    """[10.0] All unsupplied units on the map."""
    game = s.game
    on_map = 0
    for u, h in enumerate(s.loc):
        if h > 0:
            on_map |= 1 << u
    on_map &= game.combat_units & ~game.sam
    out = 0
    israelis, arabs = on_map & game.of_side[ISRAEL], on_map & game.of_side[ARAB]
    if israelis:
        out |= _unsupplied_israelis(s, israelis)
    if arabs:
        out |= ARAB_SUPPLY[game.rules.arab_supply](s, arabs)
    return out


def automatic(s: SinaiState, u: int) -> str:
    """[10.12, 17.3, 23.11, 23.13, 24.65] The paragraph by which an Israeli unit is supplied without a line, or nothing."""
    game = s.game
    if s.turn <= game.rules.automatic_supply_turns:
        return "23.11" if game.rules.automatic_supply_turns < 6 else "10.12"
    if game.never_unsupplied >> u & 1:
        return "23.13"
    if game.airborne >> u & 1 and since_flight(s, u) <= flight_of(s).rest:
        return flight_of(s).supply_rule
    return ""


def _unsupplied_israelis(s: SinaiState, units: int) -> int:
    """[10.12] Israeli units without supply."""
    game = s.game
    if s.turn <= game.rules.automatic_supply_turns:
        return 0
    needy = sum(1 << u for u in bits(units) if not automatic(s, u))
    if not needy:
        return 0
    sources = israeli_sources(s)
    return beyond_reach(s, needy, ISRAEL, sources, blocked(s, ISRAEL))


def beyond_reach(s: SinaiState, units: int, side: str, sources: int, wall: int) -> int:
    """[10.12, 10.14] The units farther than eight mechanized Movement Points from the sources."""
    known: dict[tuple[int, bool, bool], int] = {}
    out = 0
    same = passable(s, next(bits(units)), side, wall) if side == ISRAEL else 0  # the same land for all Israelis
    for u in bits(units):
        key = allowed, _, _ = same or passable(s, u, side, wall), walks(s, u), bool(shut_border(s, u))
        if key not in known:
            known[key] = within(s, sources & allowed, allowed, steps_of(s, u, side), RANGE)
        if not known[key] >> s.loc[u] & 1:
            out |= 1 << u
    return out


def passable(s: SinaiState, u: int, side: str, wall: int) -> int:
    """[10.14] The hexes through which a line of points may run for this unit."""
    barred = barred_to_israel(s) if side == ISRAEL else closed(s, u)
    return s.game.land & ~wall & ~(barred & ~s.hexes_of(side))


def steps_of(s: SinaiState, u: int, side: str) -> CostMasks:
    """[10.12, 10.14] The steps of a unit's line of points, by cost."""
    steps = s.game.supply_steps[side, walks(s, u), bridges(s)]
    return tuple((cost, open_sides(s, u, masks)) for cost, masks in steps) if shut_border(s, u) else steps


def walks(s: SinaiState, u: int) -> bool:
    """[24.32, 26.42] Does the unit pass where infantry passes? Then its line may begin on any ground."""
    game = s.game
    return game.side_of[u] in game.rules.mech_as_infantry or not game.mechanized >> u & 1


def layers(s: SinaiState, sources: int, allowed: int, steps: CostMasks, limit: int) -> list[int]:
    """The hexes from which a source is 0, 1, ... `limit` points away: Dijkstra on sets, one set per cost."""
    shift = s.game.map.grid.shift
    at_cost = [sources] + [0] * limit
    found = sources
    for total in range(1, limit + 1):
        new = 0
        for cost, masks in steps:
            if cost <= total and (origin := at_cost[total - cost]):
                for d in range(6):
                    new |= shift(origin & masks[d], d)
        at_cost[total] = new & allowed & ~found
        found |= at_cost[total]
    return at_cost


def within(s: SinaiState, sources: int, allowed: int, steps: CostMasks, limit: int) -> int:
    """The hexes from which a source is at most `limit` points away."""
    found = 0
    for ring in layers(s, sources, allowed, steps, limit):
        found |= ring
    return found


def cities(s: SinaiState) -> int:
    """[10.12, 18.2, 24.61] Israeli cities that supply: not destroyed, not enemy-occupied."""
    return s.game.cities_israeli & ~s.destroyed & ~s.hexes_of(ARAB)


def israeli_sources(s: SinaiState) -> int:
    """[10.12, 24.61] The hexes to which an Israeli line of eight points may run."""
    return ISRAELI_SOURCES[s.game.rules.israeli_supply](s)


def _unit_and_roads(s: SinaiState) -> int:
    """[10.12] Roads in Israel that lead to a city, the cities, and the Supply unit while it works."""
    game = s.game
    open_land = game.israel_land & ~blocked(s, ISRAEL)
    roads = flood(game.map.grid, cities(s) & ~blocked(s, ISRAEL), open_land, game.map.along["road"])
    supply = game.supply_unit
    if supply >= 0 and s.loc[supply] > 0 and not s.dormant >> supply & 1 and working(s) >> s.loc[supply] & 1:
        roads |= 1 << s.loc[supply]
    return roads


def working(s: SinaiState) -> int:
    """[10.12] The hexes from which clear or road hexes lead to an Israeli city: where the Supply unit works."""
    wall = blocked(s, ISRAEL)
    allowed = s.game.land & ~wall & ~barred_to_israel(s)
    return flood(s.game.map.grid, cities(s) & allowed, allowed, s.game.net_lines[ISRAEL])


def _net(s: SinaiState) -> int:
    """[24.61] Road and clear hexes joined to an Israeli-held Israeli city."""
    m = s.game.map
    return working(s) & (m.terrain["clear"] | m.on_path["road"])


ISRAELI_SOURCES: dict[str, Callable[[SinaiState], int]] = {"unit": _unit_and_roads, "net": _net}


# Arab supply ------------------------------------------------------------------------------------------------
def open_edge(s: SinaiState, front: str) -> int:
    """[10.11, 10.13] The home map edge as far as it is open: an edge hex counts while some place beyond it is not
    controlled by an Israeli unit, so that units on both sides along the edge cut it off."""
    game = s.game
    edge = s.game.home_edge[front]
    israelis = exerting(s, ISRAEL)
    if not israelis & (edge | game.map.grid.spread(edge)):
        return edge
    return sum(1 << h for h in bits(edge) if any(not touched & israelis for touched in game.beyond[h]))


def edges_for(s: SinaiState, front: str) -> int:
    """[10.11, 22.32] The supply sources of a front: its own map edge, or every Arab edge where the Arabs act as one."""
    if s.game.rules.arab_nations == "together":
        return open_edge(s, "egypt") | open_edge(s, "syria") | open_edge(s, "jordan")
    return open_edge(s, front)


def lands_for(s: SinaiState, u: int) -> int:
    """[10.11, 10.14, 22.32, 24.9] The land through which an Arab unit may trace its line: what it could pass. Only units
    in Israel trace through Israel (ruling SN-14)."""
    game = s.game
    land = game.home[game.front[u]] if game.rules.arab_nations == "apart" else game.arab_land
    if kept_out_of_jordan(s, u) and not pushed_into_jordan(s, u):
        land &= ~game.home["jordan"]
    return land | game.israel_land if game.israel_land >> s.loc[u] & 1 else land


def lines_of(s: SinaiState, u: int, land: int, wall: int) -> int:
    """[10.11, 10.13] The hexes from which a line runs through the land to the map edge of a unit's front."""
    game = s.game
    allowed = land & ~wall
    return flood(game.map.grid, edges_for(s, game.front[u]) & allowed, allowed, line_masks(s, u))


def line_masks(s: SinaiState, u: int) -> Sides:
    """[10.11, 10.14] The steps a unit's line may take, not over a border that is shut to the unit [13.21]."""
    return open_sides(s, u, s.game.arab_lines[not s.game.mechanized >> u & 1])


def open_sides(s: SinaiState, u: int, masks: Sides) -> Sides:
    if not shut_border(s, u):
        return masks
    return tuple(m & ~border for m, border in zip(masks, s.game.border_sides))


def _clear_road(s: SinaiState, units: int) -> int:
    """[10.11] Arab units without a line of clear hexes and roads (from 1973 also tracks [24.62]) to their map edge."""
    game, wall = s.game, blocked(s, ARAB)
    known: dict[tuple[str, bool, int, bool], int] = {}
    out = 0
    for u in bits(units):
        land = lands_for(s, u)
        key = game.front[u], bool(game.mechanized >> u & 1), land, bool(shut_border(s, u))
        if key not in known:
            known[key] = lines_of(s, u, land, wall)
        if not known[key] >> s.loc[u] & 1:
            out |= 1 << u
    return out


def _clear_road_track(s: SinaiState, units: int) -> int:
    """[24.62, 24.64, 24.66] As in 1967 with tracks and over the Canal; nobody is supplied in sand without a way.
    Soviet units use the Israeli rule [26.54]."""
    game = s.game
    soviet = sum(1 << u for u in bits(units) if game.nation[u] == "ussr")
    out = _clear_road(s, units & ~soviet)
    out |= sum(1 << u for u in bits(units & ~soviet) if sand_only(s) >> s.loc[u] & 1)
    return out | (_arab_net(s, soviet) if soviet else 0)


def unsupplied_sam(s: SinaiState) -> int:
    """[25.71] SAM units suffer nothing without supply, but they are cut off like others at the end of the game."""
    game = s.game
    on_map = sum(1 << u for u in game.sam_units if s.loc[u] > 0)
    return ARAB_SUPPLY[game.rules.arab_supply](s, on_map) if on_map else 0


def fed(s: SinaiState, units: int) -> int:
    """[25.61, 25.71, 26.93b] Those of the units that have supply, SAM units included."""
    return units & ~judge(s, units) & ~unsupplied_sam(s)


def supplied_ground(s: SinaiState) -> int:
    """[17.11] The hexes from which an Israeli line of supply may be traced, automatic supply apart."""
    game = s.game
    allowed = game.land & ~blocked(s, ISRAEL) & ~barred_to_israel(s)
    return within(s, israeli_sources(s) & allowed, allowed, game.supply_steps[ISRAEL, True, bridges(s)], RANGE)


def line_from(s: SinaiState, u: int, h: int) -> bool:
    """[25.4] Would the unit have a line of supply if it stood in `h`, automatic supply apart?"""
    there = s.copy()
    there.loc[u] = h
    return within_reach(there, u) if s.game.side_of[u] == ISRAEL else not judge(there, 1 << u)


def sand_only(s: SinaiState) -> int:
    """[24.64] Sand hexes without road or track."""
    m = s.game.map
    return m.terrain["sand"] & ~m.on_path["road"] & ~m.on_path["track"]


def _arab_net(s: SinaiState, units: int) -> int:
    """[26.41, 26.54] Arab units farther than eight mechanized points from the net of their front (ruling SN-45)."""
    wall = blocked(s, ARAB)
    groups: dict[int, int] = {}
    for u in bits(units):
        net = arab_net(s, u, wall)
        groups[net] = groups.get(net, 0) | 1 << u
    return sum(beyond_reach(s, some, ARAB, net, wall) for net, some in groups.items())


def arab_net(s: SinaiState, u: int, wall: int) -> int:
    """[26.41, 26.54] The road and clear hexes joined to the home map edge of a unit."""
    game, m = s.game, s.game.map
    allowed = (lands_for(s, u) | game.israel_land) & ~wall
    net = flood(m.grid, edges_for(s, game.front[u]) & allowed, allowed, open_sides(s, u, game.net_lines[ARAB]))
    return net & (m.terrain["clear"] | m.on_path["road"])


ARAB_SUPPLY: dict[str, Callable[[SinaiState, int], int]] = {
    "clear_road": _clear_road,
    "clear_road_track": _clear_road_track,
    "net": _arab_net,
}


# the Israeli Supply unit ------------------------------------------------------------------------------------
def pull_back_supply_unit(s: SinaiState, forced: bool = False) -> None:
    """[10.15] The Supply unit goes back along its own trail to the nearest hex where it works, if it is `forced`
    (attacked alone, or its stack retreats) or an enemy zone keeps it from working. It cannot be destroyed."""
    game = s.game
    u = game.supply_unit
    if u < 0 or s.loc[u] <= 0 or s.dormant >> u & 1:
        return
    good = working(s)
    here = s.loc[u]
    if good >> here & 1 and not forced:
        return
    if not forced and not _ground_allows(s):
        return  # it stands where the ground itself allows no line: no enemy zone is to blame
    enemy = s.hexes_of(ARAB)
    for i in range(len(s.trail) - 1, -1, -1):
        h = s.trail[i]
        if h != here and good >> h & 1 and not enemy >> h & 1:
            s.trail = s.trail[: i + 1]
            break
    else:
        others = cities(s) & ~(1 << here)
        if not others:
            return
        h = min(bits(others), key=lambda x: (game.map.grid.distance(here, x), x))  # [ruling SN-70]
        s.trail = (h,)
    s.loc[u] = h
    s.tell(
        "10.15", "The Israeli Supply unit goes back from {} to {}", game.hex_name(here), game.hex_name(h), at=(here, h)
    )


def _ground_allows(s: SinaiState) -> bool:
    """[10.15] Would the Supply unit work where it stands if there were no enemies?"""
    game = s.game
    allowed = game.land & ~closed(s, game.supply_unit)
    line = flood(game.map.grid, cities(s), allowed, game.net_lines[ISRAEL])
    return bool(line >> s.loc[game.supply_unit] & 1)


# reasons ----------------------------------------------------------------------------------------------------
def reason(s: SinaiState, u: int) -> tuple[str, list[int]]:
    """Why a unit is or is not in supply, as a sentence, and the hexes of its line, the unit's own first."""
    game, name = s.game, s.game.name_of(u)
    if game.sam >> u & 1 or u == game.supply_unit:
        return f"{name} needs no supply", []
    if game.side_of[u] == ISRAEL and (rule := automatic(s, u)):
        return f"{name} is supplied automatically [{rule}]", []
    if judge(s, 1 << u):
        return f"{name} is unsupplied: {_why_not(s, u)}", []
    if counts_points(s, u):
        way, points = line_of_points(s, u)
        source = game.hex_name(way[-1])
        if s.loc[game.supply_unit] == way[-1] and game.supply_unit >= 0:
            source = f"the Supply unit in {source}"
        return f"{name} is supplied: {points} mechanized Movement Points to {source} [{_paragraph(s, u)}]", way
    allowed = lands_for(s, u) & ~blocked(s, ARAB)
    here = 1 << s.loc[u]
    way = route(game.map.grid, edges_for(s, game.front[u]) & allowed, here, allowed | here, line_masks(s, u))
    return f"{name} is supplied by a line to the map edge at {game.hex_name(way[0])} [{_paragraph(s, u)}]", way[::-1]


def counts_points(s: SinaiState, u: int) -> bool:
    """[10.12, 26.41, 26.54] Is the unit's line measured in Movement Points?"""
    game = s.game
    return game.side_of[u] == ISRAEL or game.rules.arab_supply == "net" or game.nation[u] == "ussr"


def _paragraph(s: SinaiState, u: int) -> str:
    """The paragraph by which the unit's supply is judged."""
    if s.game.side_of[u] == ISRAEL:
        return s.game.rule_of["israeli_supply"]
    return "26.54" if s.game.nation[u] == "ussr" else s.game.rule_of["arab_supply"]


def _why_not(s: SinaiState, u: int) -> str:
    game = s.game
    if counts_points(s, u):
        return f"no source within {RANGE} mechanized Movement Points [{_paragraph(s, u)}]"
    if game.rules.arab_supply == "clear_road_track" and sand_only(s) >> s.loc[u] & 1:
        return f"{game.hex_name(s.loc[u])} is sand without road or track [24.64]"
    ways = "clear, road or track" if game.rules.arab_supply == "clear_road_track" else "clear or road"
    return f"no open line of {ways} hexes to its map edge [{_paragraph(s, u)}]"


def line_of_points(s: SinaiState, u: int) -> tuple[list[int], int]:
    """[10.12, 10.14] The hexes from a supplied unit to its source by the fewest mechanized points, and how many they are."""
    game, side = s.game, s.game.side_of[u]
    wall = blocked(s, side)
    allowed, sources = passable(s, u, side, wall), israeli_sources(s) if side == ISRAEL else arab_net(s, u, wall)
    steps = steps_of(s, u, side)
    rings = layers(s, sources & allowed, allowed, steps, RANGE)
    points = left = next(n for n, ring in enumerate(rings) if ring >> s.loc[u] & 1)
    way = [s.loc[u]]
    while left:
        for cost, d in itertools.product(range(1, left + 1), range(6)):
            b = game.map.grid.neighbours[way[-1]][d]
            masks = dict(steps).get(cost)
            if b and masks and rings[left - cost] >> b & 1 and masks[(d + 3) % 6] >> b & 1:
                way.append(b)
                left -= cost
                break
    return way, points


def line_from_city(s: SinaiState, u: int) -> list[int]:
    """[24.61] The whole line of an Israeli unit: its points to the net, and the net to a city; empty if it has none."""
    game, wall = s.game, blocked(s, ISRAEL)
    if not within_reach(s, u):
        return []
    way, _ = line_of_points(s, u)
    allowed = game.land & ~wall & ~barred_to_israel(s)
    return way + route(game.map.grid, cities(s) & allowed, 1 << way[-1], allowed, game.net_lines[ISRAEL])[::-1]


def within_reach(s: SinaiState, u: int) -> bool:
    """[10.12] Would an Israeli unit have a line, automatic supply apart?"""
    return not beyond_reach(s, 1 << u, ISRAEL, israeli_sources(s), blocked(s, ISRAEL))


def halved(points: int) -> int:
    """[10.35] Half, fractions dropped, never below one."""
    return max(points // 2, 1)
