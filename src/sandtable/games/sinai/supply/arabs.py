"""[10.11, 24.62, 26.41] Arab supply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from sandtable.core import bits

from ..land.terrain import Sides
from ..land.territory import shut_border
from ..movement.zones import blocked, exerting
from ..politics.nations import kept_out_of_jordan, pushed_into_jordan
from ..state import ARAB, ISRAEL, SinaiState
from .lines import alike, beyond_reach, joined, open_sides


def open_edge(s: SinaiState, front: str) -> int:
    """[10.11, 10.13] The home map edge as far as it is open: an edge hex counts while some place beyond it is not
    controlled by an Israeli unit, so that units on both sides along the edge cut it off."""
    game = s.game
    edge = game.home_edge[front]
    israelis = exerting(s, ISRAEL)
    if not israelis & game.edge_hexes:
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
    return joined(game, edges_for(s, game.front[u]) & allowed, allowed, line_masks(s, u))


def line_masks(s: SinaiState, u: int) -> Sides:
    """[10.11, 10.14] The steps a unit's line may take, not over a border that is shut to the unit [13.21]."""
    return open_sides(s, u, s.game.arab_lines[not s.game.mechanized >> u & 1])


def _clear_road(s: SinaiState, units: int) -> int:
    """[10.11] Arab units without a line of clear hexes and roads (from 1973 also tracks [24.62]) to their map edge."""
    game, wall = s.game, blocked(s, ARAB)
    known: dict[tuple[str, bool, int, bool], int] = {}
    out = 0
    for some in alike(s, units):
        u = next(bits(some))
        land = lands_for(s, u)
        key = game.front[u], bool(game.mechanized >> u & 1), land, bool(shut_border(s, u))
        if key not in known:
            known[key] = lines_of(s, u, land, wall)
        out |= some & ~s.within(some, known[key])
    return out


def _clear_road_track(s: SinaiState, units: int) -> int:
    """[24.62, 24.64, 24.66] As in 1967 with tracks and over the Canal; nobody is supplied in sand without a way.
    Soviet units use the Israeli rule [26.54]."""
    soviet = sum(1 << u for u in bits(units) if s.game.nation[u] == "ussr")
    others = units & ~soviet
    return _clear_road(s, others) | s.within(others, sand_only(s)) | _arab_net(s, soviet)


def sand_only(s: SinaiState) -> int:
    """[24.64] Sand hexes without road or track."""
    m = s.game.map
    return m.terrain["sand"] & ~m.on_path["road"] & ~m.on_path["track"]


def _arab_net(s: SinaiState, units: int) -> int:
    """[26.41, 26.54] Arab units farther than eight mechanized points from the net of their front (ruling SN-45)."""
    wall = blocked(s, ARAB)
    groups: defaultdict[int, int] = defaultdict(int)
    for u in bits(units):
        groups[arab_net(s, u, wall)] |= 1 << u
    return sum(beyond_reach(s, some, ARAB, net, wall) for net, some in groups.items())


def arab_net(s: SinaiState, u: int, wall: int) -> int:
    """[26.41, 26.54] The road and clear hexes joined to the home map edge of a unit."""
    game, m = s.game, s.game.map
    allowed = (lands_for(s, u) | game.israel_land) & ~wall
    net = joined(game, edges_for(s, game.front[u]) & allowed, allowed, open_sides(s, u, game.net_lines[ARAB]))
    return net & (m.terrain["clear"] | m.on_path["road"])


ARAB_SUPPLY: dict[str, Callable[[SinaiState, int], int]] = {
    "clear_road": _clear_road,
    "clear_road_track": _clear_road_track,
    "net": _arab_net,
}
