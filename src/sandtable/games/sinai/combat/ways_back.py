"""[9.1, 6.4, 12.2, 24.42] Retreats: how far, and by which ways."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import count, pairwise

from sandtable.core import Edges, bits

from ..land.canal import limited
from ..land.territory import bridges, closed
from ..movement.stacking import LIMIT, counted, fits, quarrel
from ..movement.zones import held, zone
from ..state import ARAB, SinaiState, other

EVERY_ZONE = -1
"""[12.2] Waived: the zones of all stacks."""
NEVER = 1 << 20
MOST_NODES = 8000
"""How long to list winding retreats once there is one; any other way as good as these is accepted too."""


def fears(s: SinaiState, u: int, foes: list[int]) -> bool:
    """[12.0, 12.11] Does the Fear rule apply to this unit against these? Between Israel and Egypt or Syria only."""
    game = s.game
    if game.side_of[u] == ARAB:
        return game.front[u] != "jordan"
    return any(game.front[v] != "jordan" for v in foes)


def length_of(s: SinaiState, u: int, result: int) -> int:
    """[9.11, 12.0, 22.42] Hexes to retreat: the result for mechanized units, one for others; twice that for Egyptian
    and Syrian units where they panic."""
    game = s.game
    hexes = result if game.mechanized >> u & 1 else 1
    panic = game.rules.fear_retreat and game.side_of[u] == ARAB and game.front[u] != "jordan"
    return 2 * hexes if panic else hexes


def forbidden(s: SinaiState, u: int, waived: int, opened: int = 0) -> int:
    """[5.26, 6.4, 9.11, 12.2] Hexes the unit may not retreat into or through: enemy units, enemy zones where no friend
    stands, and all that is closed to it but `opened` lands. The zones of the stacks in `waived` hexes are waived by the
    Israeli Player (ruling SN-84)."""
    side = s.game.side_of[u]
    zones = zone(s, other(side), waived) & ~held(s, side)
    return s.hexes_of(other(side)) | zones | closed(s, u) & ~opened


def edges_for(s: SinaiState, u: int, foot: bool, canal: bool) -> Edges:
    game = s.game
    side = game.side_of[u]
    ground = game.ground(side, foot, bridges(s))
    if game.rules.canal == "ferry" or canal:
        return ground.edges
    return ground.edges_now(False, (), tuple(pair for pair in game.canal_hexsides if limited(s, side, *pair)))


def been_in(s: SinaiState, u: int) -> int:
    """[9.15] The hexes through which the unit has retreated in this Combat Phase: it enters none of them again."""
    return sum({1 << h for v, h in zip(s.trod_units, s.trod_hexes) if v == u})


def cannot_retreat(s: SinaiState, u: int, waived: int, under_attack: int = 0) -> bool:
    """[12.0, 12.13, 12.13a] Is there not even one hex to retreat to? Full friendly stacks do not count as a wall (ruling
    SN-79), the hexes of the same combat do (ruling SN-94)."""
    bad = forbidden(s, u, waived) | under_attack
    foot = not s.game.mechanized >> u & 1
    return not any(not bad >> n & 1 for n, _ in edges_for(s, u, foot, True)[s.loc[u]])


def ways_back(
    s: SinaiState, u: int, length: int, waived: int, canal: bool, under_attack: int = 0, opened: int = 0
) -> list[list[int]]:
    """[9.12, 9.14, 9.15] The best ways to retreat the full length, all equally good; empty when there is none.
    Never onto a full stack if it can be helped; then to end the full number of hexes away; then the cheapest way. The
    hexes of the combat itself (`under_attack`) are no refuge (ruling SN-94)."""
    game = s.game
    start = s.loc[u]
    foot = not game.mechanized >> u & 1
    edges = edges_for(s, u, foot, canal)
    bad = forbidden(s, u, waived, opened) | been_in(s, u) | under_attack
    full, strangers = full_stacks(s, u)
    for through, ending in ((False, False), (True, False), (True, True)):
        if through and not full:
            break
        walls = bad if through else bad | full
        ends_bad = strangers | (wedged(s, u, full, under_attack) if ending else full)
        for search in (_straight, _winding):
            found = search(s, edges, start, length, walls, ends_bad)
            if found:
                return found
    return []


def rank(
    s: SinaiState, u: int, path: list[int], waived: int, canal: bool, under_attack: int, opened: int = 0
) -> tuple[bool, bool, bool, int] | None:
    """[9.14] How good a way is, least first: displacing, passing full stacks, ending short, Movement Points. None when the
    unit may not go there at all."""
    steps = edges_for(s, u, not s.game.mechanized >> u & 1, canal)
    bad = forbidden(s, u, waived, opened) | been_in(s, u) | under_attack
    full, strangers = full_stacks(s, u)
    cost = 0
    for a, b in pairwise(path):
        step = next((k for n, k in steps[a] if n == b), None)
        if step is None or bad >> b & 1:
            return None
        cost += step
    if path[0] != s.loc[u] or len(set(path)) < len(path) or strangers >> path[-1] & 1:
        return None
    displaces = bool(full >> path[-1] & 1)
    if displaces and wedged(s, u, 1 << path[-1], under_attack):
        return None
    short = s.game.map.grid.distance(path[0], path[-1]) != len(path) - 1
    return displaces, any(full >> h & 1 for h in path[1:]), short, cost


def full_stacks(s: SinaiState, u: int) -> tuple[int, int]:
    """[9.12, 24.9, 25.18] Hexes in which the unit would find three friends, and hexes of friends with whom it may not stack."""
    side = s.game.side_of[u]
    full = strangers = 0
    for h in bits(s.hexes_of(side)):
        there = counted(s, h, side)
        if len(there) >= LIMIT:
            full |= 1 << h
        if quarrel(s, [*there, u]):
            strangers |= 1 << h
    return full, strangers


def wedged(s: SinaiState, u: int, full: int, under_attack: int) -> int:
    """[9.12] Full stacks out of which nobody could be displaced: to end there would be the unit's end."""
    side = s.game.side_of[u]
    return sum(1 << h for h in bits(full) if not any(refuges(s, v, h, under_attack) for v in counted(s, h, side)))


def refuges(s: SinaiState, u: int, h: int, under_attack: int) -> list[int]:
    """[9.12, 25.13] Where a unit displaced out of `h` may go: adjacent hexes open to its retreat, with room; those nearer
    to the map edge for a SAM unit."""
    game = s.game
    bad = forbidden(s, u, 0) | under_attack | been_in(s, u)
    edges = edges_for(s, u, not game.mechanized >> u & 1, False)
    found = [n for n, _ in edges[h] if not bad >> n & 1 and fits(s, (u,), n) is None]
    if game.sam >> u & 1:
        near = game.edge_distance
        return [n for n in found if near[n] < near[h]] or found
    return found


def _straight(s: SinaiState, edges: Edges, start: int, length: int, walls: int, ends_bad: int) -> list[list[int]]:
    """Ways whose end lies the full number of hexes away: every step leads one hex farther from the start."""
    distance = s.game.map.grid.distance
    layer: dict[int, tuple[int, list[int]]] = {start: (0, [start])}
    for k in range(1, length + 1):
        onward: dict[int, tuple[int, list[int]]] = {}
        for h, (cost, way) in layer.items():
            for n, step in edges[h]:
                if walls >> n & 1 or distance(start, n) != k or (k == length and ends_bad >> n & 1):
                    continue
                if n not in onward or cost + step < onward[n][0]:
                    onward[n] = (cost + step, [*way, n])
        layer = onward
    if not layer:
        return []
    least = min(cost for cost, _ in layer.values())
    return [way for cost, way in layer.values() if cost == least]


def _winding(s: SinaiState, edges: Edges, start: int, length: int, walls: int, ends_bad: int) -> list[list[int]]:
    """[9.15] Any way of the right number of hexes that enters none twice: the cheapest, found best first. The bound of an
    unfinished way is the cheapest walk on from its end, so the first way completed is a cheapest one."""

    @cache
    def bound(h: int, left: int) -> int:
        if not left:
            return 0
        steps = [
            k + bound(n, left - 1) for n, k in edges[h] if not walls >> n & 1 and not (left == 1 and ends_bad >> n & 1)
        ]
        return min(steps, default=NEVER)

    found: dict[int, list[int]] = {}
    best = NEVER
    order = count()
    queue = [(bound(start, length), length, next(order), [start])]
    for nodes in count():
        if not queue or queue[0][0] > best or queue[0][0] >= NEVER or (found and nodes > MOST_NODES):
            break
        way = heappop(queue)[-1]
        cost = sum(next(k for n, k in edges[a] if n == b) for a, b in pairwise(way))
        if len(way) > length:
            best = cost
            found.setdefault(way[-1], way)
            continue
        left = length - len(way)
        for n, k in edges[way[-1]]:
            if walls >> n & 1 or n in way or (not left and ends_bad >> n & 1):
                continue
            heappush(queue, (cost + k + bound(n, left), left, next(order), [*way, n]))
    return list(found.values())
