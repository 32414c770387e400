"""[24.33, 25.4] Over the map edge: units that leave for good, and reinforcements that come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.core import Refusal, bits, reach

from .garrison import garrison_broken
from .paths import AIR_STRIKE, allowance, edges_of, ground_of, move_details, reach_of, trace
from .stacking import fits
from .state import ARAB, ISRAEL, SinaiState
from .territory import closed
from .words import path_word
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement


def exit_places(s: SinaiState, u: int, frame: Movement) -> Iterator[list[int]]:
    """[24.33, 16.11] Ways off the map: leaving an edge hex costs one Movement Point, and three for every Air Strike on it
    (ruling SN-78)."""
    game = s.game
    if not game.rules.leave_map or garrison_broken(s, u, 0, frame.number):
        return
    r, points = reach_of(s, u), allowance(s, u)
    stop = movement_zone(s, frame.side)
    for h, cost in ((r.start, 0), *r.cost.items()):
        toll = 1 + (AIR_STRIKE * s.strikes.count(h) if frame.side == ARAB else 0)
        if game.edge_hexes >> h & 1 and cost + toll <= points and (h == r.start or not stop >> h & 1):
            yield [*(r.path(h) if h != r.start else [h]), 0]


def arriving(s: SinaiState, frame: Movement) -> list[int]:
    """[25.4] Units that may enter over a map edge now."""
    if frame.crowded:
        return []
    from .reinforcements import due_at_edge

    return [u for u in due_at_edge(s, frame.side, frame.number) if not frame.moved >> u & 1]


def entry_costs(s: SinaiState, u: int) -> list[tuple[int, int]]:
    """[25.4] The edge hexes of the unit's front with what they cost to enter from outside: the road rate where a road
    runs off the map, else the plain terrain."""
    game = s.game
    ground = ground_of(s, u)
    found = []
    for h in bits(game.home_edge[game.front[u]]):
        terrain = game.map.terrain_at[h]
        row = f"road_{terrain}" if game.roads_off_map >> h & 1 and terrain != "clear" else terrain
        if ground.chart[row] != "P":
            found.append((h, int(ground.chart[row])))
    return found


def entry_reach(s: SinaiState, u: int) -> dict[int, tuple[int, list[int]]]:
    """[25.4] Where an arriving unit can get to: cost and path, the entry hex paid for."""
    game = s.game
    found: dict[int, tuple[int, list[int]]] = {}
    enemy, stop = s.hexes_of(ISRAEL), movement_zone(s, ARAB)
    points, edges = allowance(s, u), edges_of(s, u)
    for h, cost in entry_costs(s, u):
        if enemy >> h & 1 or closed(s, u) >> h & 1 or cost > points:
            continue
        ways = {h: (cost, [h])}
        if not stop >> h & 1:
            near = game.map.grid.within(h, points)
            r = reach(edges, h, points, blocked=(enemy | closed(s, u)) & near, stop=stop, spent=cost)
            ways.update({x: (c, r.path(x)) for x, c in r.cost.items()})
        for x, way in ways.items():
            if x not in found or way[0] < found[x][0]:
                found[x] = way
    return found


def entry_paths(s: SinaiState, frame: Movement, u: int) -> Iterator[list[int]]:
    for h, (_, path) in entry_reach(s, u).items():
        if fits(s, (u,), h) is None:
            yield path


def check_entry(s: SinaiState, frame: Movement, u: int, path: list[int]) -> Refusal | None:
    game = s.game
    if u not in arriving(s, frame):
        return Refusal(("25.4",), f"{game.name_of(u)} does not arrive now")
    found = entry_reach(s, u)
    if path[-1] not in found or path[0] not in {h for h, _ in entry_costs(s, u)}:
        return Refusal(
            ("25.4",),
            f"{game.name_of(u)} cannot get to {game.hex_name(path[-1])} from its map edge with {allowance(s, u)} Movement Points",
        )
    if path != found[path[-1]][1]:
        return Refusal(("25.4",), f"say the path {path_word(game, found[path[-1]][1])}")
    return fits(s, (u,), path[-1])


def entry_details(s: SinaiState, u: int, path: list[int]) -> dict[str, Any]:
    """[25.4] The same for a unit that comes over the map edge: the first step is its entry hex."""
    entry = dict(entry_costs(s, u)).get(path[0])
    here, s = s.loc[u], s.copy()
    s.loc[u] = path[0]
    walked = trace(s, (u,), path, spent=entry or 0)
    s.loc[u] = here
    if entry is None or isinstance(walked, Refusal):
        return {}
    return move_details(
        s, path, [(entry, "over the map edge [25.4]"), *walked], allowance(s, u), movement_zone(s, ARAB)
    )
