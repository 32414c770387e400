"""[10.0] Supply: who has a line, to what, and what happens to those who have none."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import bits, flood, route

from .state import ARAB, ISRAEL, SinaiState
from .terrain import CostMasks
from .territory import barred_to_israel, bridges, closed
from .zones import blocked, exerting

RANGE = 8
"""[10.12] Mechanized Movement Points from an Israeli unit to its source."""


def judge(s: SinaiState, units: int = -1) -> int:
    """[10.0, 10.2] The unsupplied units among `units` on the map, judged now; SAM units need no supply [25.13]. The last
    judgement of a position is remembered: an attack in preparation asks for it again and again."""
    key = (
        *s.loc,
        s.turn,
        s.entrucked,
        s.dormant,
        s.destroyed,
        s.sent,
        s.jordan_at_war,
        s.trans_jordan_open,
        s.jordan_silent,
        s.flown,
        s.moves_made,
        s.amman_taken,
    )
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
    if game.airborne >> u & 1:
        flew = s.flown[game.airborne_units.index(u)]
        now = s.moves_made if game.rules.airborne == "airmobile_1973" else s.turn
        if now - flew <= 2:
            return "24.65" if game.rules.airborne == "airmobile_1973" else "17.3"
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
    return _beyond_reach(s, needy, ISRAEL, sources, blocked(s, ISRAEL))


def _beyond_reach(s: SinaiState, units: int, side: str, sources: int, wall: int) -> int:
    """[10.12, 10.14] The units farther than eight mechanized Movement Points from the sources."""
    game = s.game
    if side == ARAB:
        lands = {closed(s, u) for u in bits(units)}
        if len(lands) > 1:  # units that may go where others of their nation may not [24.82]
            groups = (sum(1 << u for u in bits(units) if closed(s, u) == land) for land in lands)
            return sum(_beyond_reach(s, group, side, sources, wall) for group in groups)
    barred = barred_to_israel(s) if side == ISRAEL else closed(s, next(bits(units)))
    allowed = game.land & ~wall & ~(barred & ~s.hexes_of(side))
    out = 0
    walkers = units if side in game.rules.mech_as_infantry else units & ~game.mechanized  # [24.32] pass as infantry
    for foot in (False, True):
        some = walkers if foot else units & ~walkers
        if some:
            near = within(s, sources & allowed, allowed, game.supply_steps[side, foot, bridges(s)], RANGE)
            out |= sum(1 << u for u in bits(some) if not near >> s.loc[u] & 1)
    return out


def within(s: SinaiState, sources: int, allowed: int, steps: CostMasks, limit: int) -> int:
    """The hexes from which a source is at most `limit` points away: Dijkstra on sets, one set per cost."""
    shift = s.game.map.grid.shift
    at_cost = [sources] + [0] * limit
    found = sources
    for total in range(1, limit + 1):
        new = 0
        for cost, masks in steps:
            if cost <= total and (origin := at_cost[total - cost]):
                for d in range(6):
                    new |= shift(origin & masks[d], d)
        new &= allowed & ~found
        at_cost[total] = new
        found |= new
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


def lands_for(s: SinaiState, front: str, at: int) -> int:
    """[10.11, 10.14, 22.32, 24.9] The land through which a unit of a front, standing in hex `at`, may trace its line: what
    it could pass. Only units in Israel trace through Israel (ruling SN-14)."""
    game = s.game
    home = game.home
    match game.rules.arab_nations:
        case "together":
            land = game.arab_land
        case "not_jordan" if front == "jordan" or home["jordan"] >> at & 1:
            land = game.arab_land
        case "not_jordan":
            land = game.arab_land & ~home["jordan"]
        case _:
            land = home[front]
    return land | game.israel_land if game.israel_land >> at & 1 else land


def lines_of(s: SinaiState, front: str, foot: bool, land: int, wall: int) -> int:
    """[10.11, 10.13] The hexes from which a line runs through the land to the front's map edge."""
    game = s.game
    allowed = land & ~wall
    return flood(game.map.grid, edges_for(s, front) & allowed, allowed, game.arab_lines[foot])


def _clear_road(s: SinaiState, units: int) -> int:
    """[10.11] Arab units without a line of clear hexes and roads (from 1973 also tracks [24.62]) to their map edge."""
    game, wall = s.game, blocked(s, ARAB)
    known: dict[tuple[str, bool, int], int] = {}
    out = 0
    for u in bits(units):
        front, foot, h = game.front[u], not game.mechanized >> u & 1, s.loc[u]
        land = lands_for(s, front, h)
        if (front, foot, land) not in known:
            known[front, foot, land] = lines_of(s, front, foot, land, wall)
        if not known[front, foot, land] >> h & 1:
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


def sand_only(s: SinaiState) -> int:
    """[24.64] Sand hexes without road or track."""
    m = s.game.map
    return m.terrain["sand"] & ~m.on_path["road"] & ~m.on_path["track"]


def _arab_net(s: SinaiState, units: int) -> int:
    """[26.41, 26.54] Eight mechanized points to a road or clear hex joined to a home map edge (ruling SN-45)."""
    game, m, wall = s.game, s.game.map, blocked(s, ARAB)
    out = 0
    for front in ("egypt", "syria", "jordan"):
        some = units & game.of_front[front]
        if some:
            land = (
                game.arab_land
                if any(game.home["jordan"] >> s.loc[u] & 1 for u in bits(some))
                else lands_for(s, front, 0)
            )
            allowed = (land | game.israel_land) & ~wall
            net = flood(m.grid, edges_for(s, front) & allowed, allowed, game.net_lines[ARAB])
            out |= _beyond_reach(s, some, ARAB, net & (m.terrain["clear"] | m.on_path["road"]), wall)
    return out


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
        refuge = next(bits(cities(s)), 0)
        if not refuge:
            return
        h, s.trail = refuge, (refuge,)  # [ruling SN-70]
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
    """Why a unit is or is not in supply, as a sentence, and the hexes of its line."""
    game, name = s.game, s.game.name_of(u)
    if game.sam >> u & 1 or u == game.supply_unit:
        return f"{name} needs no supply", []
    if game.side_of[u] == ISRAEL:
        if rule := automatic(s, u):
            return f"{name} is supplied automatically [{rule}]", []
        if judge(s, 1 << u):
            return f"{name} is unsupplied: no source within {RANGE} mechanized Movement Points [10.12]", []
        allowed = game.land & ~blocked(s, ISRAEL)
        way = route(game.map.grid, israeli_sources(s), 1 << s.loc[u], allowed | 1 << s.loc[u])
        return f"{name} is supplied from {game.hex_name(way[0]) if way else 'its hex'} [10.12]", way[::-1]
    if judge(s, 1 << u):
        if game.rules.arab_supply == "clear_road_track" and sand_only(s) >> s.loc[u] & 1:
            return f"{name} is unsupplied: {game.hex_name(s.loc[u])} is sand without road or track [24.64]", []
        return f"{name} is unsupplied: no line of clear or road hexes to its map edge [10.11]", []
    front, foot = game.front[u], not game.mechanized >> u & 1
    allowed = lands_for(s, front, s.loc[u]) & ~blocked(s, ARAB)
    lines = game.arab_lines[foot] if game.rules.arab_supply != "net" else None
    way = route(game.map.grid, edges_for(s, front) & allowed, 1 << s.loc[u], allowed | 1 << s.loc[u], lines)
    return f"{name} is supplied by a line to {game.hex_name(way[0]) if way else 'its map edge'} [10.11]", way[::-1]


def halved(points: int) -> int:
    """[10.35] Half, fractions dropped, never below one."""
    return max(points // 2, 1)
