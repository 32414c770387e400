"""[24.33, 25.4] Over the map edge: units that leave for good, and reinforcements that come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core import Reach, Refusal, bits, fact, reach, refuse
from sandtable.core.facts import DetailsFacts

from ..course.reinforcements import due_at_edge
from ..land.terrain import AIR_STRIKE, StepCost
from ..land.territory import closed, why_closed
from ..politics.garrison import garrison_broken
from ..politics.nations import homeward
from ..state import ARAB, ISRAEL, SinaiState
from ..terms import COUNTRIES
from .allowance import allowance, edges_of, ground_of, may_walk
from .crowding import may_end_move
from .paths import Paid, move_details, reach_of, trace
from .stacking import full_hexes
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement


def exit_places(s: SinaiState, u: int, frame: Movement) -> Iterator[list[int]]:
    """[24.33, 16.11] Ways off the map: leaving an edge hex costs one Movement Point, and three for every Air Strike on it
    (ruling SN-78)."""
    game = s.game
    points = allowance(s, u)
    if not game.rules.leave_map or game.edge_distance[s.loc[u]] >= points:
        return
    if garrison_broken(s, u, 0, frame.number) or homeward(s, u, 0):
        return
    start = s.loc[u]
    if game.edge_hexes >> start & 1 and exit_toll(s, frame.side, start) <= points:
        yield [start, 0]
    r, edge = reach_of(s, u), game.edge_hexes & ~movement_zone(s, frame.side)
    for h, cost in r.cost.items():
        if edge >> h & 1 and cost + exit_toll(s, frame.side, h) <= points:
            yield [*r.path(h), 0]


def check_exit(s: SinaiState, frame: Movement, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[14.2, 16.11, 24.33] May the unit leave the map this way?"""
    game, u = s.game, units[0]
    name = game.name_of(u)
    if not game.rules.leave_map:
        return refuse("14.2", "{unit} could leave the map only by a Loss of Command Control (ruling SN-15).", unit=name)
    if len(units) > 1 or path[-1]:
        return refuse("24.33", "Units leave the map one at a time, by a path that ends with “off”.")
    if refusal := garrison_broken(s, u, 0, frame.number) or homeward(s, u, 0):
        return refusal
    *way, _ = path
    edge = way[-1]
    if not game.edge_hexes >> edge & 1:
        return refuse("24.33", "{hex} is not at the map edge.", hex=game.hex_name(edge))
    steps = trace(s, units, way)
    if isinstance(steps, Refusal):
        return steps
    if len(way) > 1 and movement_zone(s, frame.side) >> edge & 1:
        return refuse(
            "6.2", "{unit} must stop in {hex}, which an enemy unit controls.", unit=name, hex=game.hex_name(edge)
        )
    cost, points = sum(step.cost for step in steps) + exit_toll(s, frame.side, edge), allowance(s, u)
    if cost > points:
        rules = ("24.33", "16.11") if edge in s.strikes else ("24.33",)
        return refuse(
            rules,
            "Leaving the map from {hex} would cost {cost}; there are {points} Movement {points#Point|Points}.",
            hex=game.hex_name(edge),
            cost=cost,
            points=points,
        )
    return None


def exit_toll(s: SinaiState, side: str, edge: int) -> int:
    """[16.11, 24.33] One Movement Point to leave the map (ruling SN-78), and three for every Air Strike on the hex."""
    return 1 + (AIR_STRIKE * s.strikes.count(edge) if side == ARAB else 0)


def arriving(s: SinaiState, frame: Movement) -> list[int]:
    """[25.4] Units that may enter over a map edge now."""
    if frame.crowded:
        return []
    return due_at_edge(s, frame.side, frame.number)


def entry_costs(s: SinaiState, u: int, walking: bool = False) -> list[tuple[int, int]]:
    """[25.4] The edge hexes of the unit's front with what they cost to enter from outside: the road rate where a road
    runs off the map, else the plain terrain."""
    game = s.game
    ground = ground_of(s, u, walking)
    found = []
    for h in bits(game.home_edge[game.front[u]]):
        terrain = game.map.terrain_at[h]
        row = f"road_{terrain}" if game.roads_off_map >> h & 1 and terrain != "clear" else terrain
        if ground.chart[row] != "P":
            found.append((h, int(ground.chart[row])))
    return found


def entry_reach(s: SinaiState, u: int) -> dict[int, tuple[int, list[int]]]:
    """[25.4] Where an arriving unit can get to: cost and path, the entry hex paid for."""
    found: dict[int, tuple[int, Reach]] = {}
    for h, cost in gates(s, u):
        r = reach_through(s, u, h, cost)
        for x, c in ((h, cost), *r.cost.items()):
            if x not in found or c < found[x][0]:
                found[x] = c, r
    return {x: (c, r.path(x)) for x, (c, r) in found.items()}


def gates(s: SinaiState, u: int) -> list[tuple[int, int]]:
    """[25.4, 5.26, 5.29] The edge hexes over which the unit can come in now, with their cost."""
    barred, points = s.hexes_of(ISRAEL) | closed(s, u), allowance(s, u)
    return [(h, cost) for h, cost in entry_costs(s, u) if cost <= points and not barred >> h & 1]


@fact
def reach_through(s: SinaiState, u: int, gate: int, cost: int) -> Reach:
    """[25.4] Where the unit can get to through this edge hex, which it has paid for."""
    points, stop = allowance(s, u), movement_zone(s, ARAB)
    if stop >> gate & 1:
        return Reach(gate, {}, {})
    near = s.game.map.grid.within(gate, points)
    barred = (s.hexes_of(ISRAEL) | closed(s, u)) & near
    return reach(edges_of(s, u), gate, points, blocked=barred, stop=stop, spent=cost)


def reach_from_outside(s: SinaiState, u: int) -> Reach:
    """[25.4] `entry_reach` by one search through all its gates at once: the same hexes at the same cost."""
    barred = s.hexes_of(ISRAEL) | closed(s, u)
    stop, doors = movement_zone(s, ARAB), gates(s, u)
    return reach(edges_of(s, u), 0, allowance(s, u), blocked=barred, stop=stop, doors=doors)


def enters_alone(s: SinaiState, frame: Movement, u: int) -> bool:
    """[25.4] Is there a hex of its map edge, empty and open, that the unit can enter and stop in?"""
    friends = s.hexes_of(ARAB)
    return any(not friends >> h & 1 for h, _ in gates(s, u))


def entry_paths(s: SinaiState, frame: Movement, u: int) -> Iterator[list[int]]:
    full = full_hexes(s, u)
    for h, (_, path) in entry_reach(s, u).items():
        if not full >> h & 1:
            yield path


def entry_walks(s: SinaiState, frame: Movement, u: int) -> Iterator[list[int]]:
    """[25.4, 26.42] Edge hexes that a mechanized unit can enter only as infantry."""
    by_wheel = dict(entry_costs(s, u))
    for h, _ in entry_costs(s, u, walking=True) if may_walk(s, u) else ():
        if h not in by_wheel and check_entry(s, frame, u, [h], walking=True) is None:
            yield [h]


def check_entry(s: SinaiState, frame: Movement, u: int, path: list[int], walking: bool = False) -> Refusal | None:
    """[25.4] May the unit come in this way? It pays for its entry hex and then moves as usual; it may walk in [26.42].
    No unit that arrives is strong enough to overrun alone [11.11]."""
    game, name, gate = s.game, s.game.name_of(u), s.game.hex_name(path[0])
    if u not in arriving(s, frame):
        return refuse("25.4", "{unit} does not arrive now.", unit=name)
    if walking and (not may_walk(s, u) or len(path) > 1):
        return refuse("24.32", "{unit} may walk into an edge hex only as infantry, with one Movement Point.", unit=name)
    entry = dict(entry_costs(s, u, walking)).get(path[0])
    if entry is None:
        return refuse(
            "25.4",
            "{unit} cannot enter at {hex}: its map edge is that of {country}.",
            unit=name,
            hex=gate,
            country=COUNTRIES[game.front[u]],
        )
    if s.hexes_of(ISRAEL) >> path[0] & 1:
        return refuse("5.26", "{hex} is occupied by enemy units.", hex=gate)
    if closed(s, u) >> path[0] & 1:
        return why_closed(s, u, path[0])
    points = 1 if walking else allowance(s, u)
    if entry > points:
        return refuse(
            ("25.4", "5.29"),
            "Entering {hex} costs {entry}; there are {points} Movement {points#Point|Points}.",
            hex=gate,
            entry=entry,
            points=points,
        )
    if len(path) > 1 and movement_zone(s, ARAB) >> path[0] & 1:
        return refuse("6.2", "{unit} must stop in {hex}, which an enemy unit controls.", unit=name, hex=gate)
    inside = s.copy()
    inside.loc[u] = path[0]
    steps = trace(inside, (u,), path, spent=entry, walking=walking)
    return steps if isinstance(steps, Refusal) else may_end_move(s, frame, (u,), path)


def entry_details(s: SinaiState, u: int, path: list[int], walking: bool = False) -> DetailsFacts:
    """[25.4] The same for a unit that comes over the map edge: the first step is its entry hex."""
    entry = dict(entry_costs(s, u, walking)).get(path[0])
    inside = s.copy()
    inside.loc[u] = path[0]
    walked = trace(inside, (u,), path, spent=entry or 0, walking=walking)
    if entry is None or isinstance(walked, Refusal):
        return {}
    steps = [Paid(entry, StepCost(entry, "25.4", "over the map edge")), *walked]
    return move_details(s, path, steps, 1 if walking else allowance(s, u), movement_zone(s, ARAB))
