"""Fast kernels against slow obvious ones on random maps."""

from itertools import count, pairwise

from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import Grid, bits, flood, reach, retreat_paths, route

GRID = Grid(6, 6)
hex_sets = st.sets(st.sampled_from(GRID.hexes)).map(lambda hexes: sum(1 << h for h in hexes))
costs = st.lists(st.sampled_from([0, 1, 2, 3, 6]), min_size=36, max_size=36)


def edges_of(cost: list[int]) -> list[list[tuple[int, int]]]:
    """Cost 0 stands for a hex that cannot be entered."""
    price = dict(zip(GRID.hexes, cost))
    table: list[list[tuple[int, int]]] = [[] for _ in range(GRID.size)]
    for h in GRID.hexes:
        table[h] = [(n, price[n]) for n in GRID.neighbours[h] if n and price[n]]
    return table


def slow_reach(edges, start, budget, blocked, stop, first_blocked, spent=0, dear=0, extra=0):
    """Bellman-Ford by rounds: nothing clever."""
    best = {start: spent}
    for _ in range(60):
        for h in list(best):
            if h != start and stop >> h & 1:
                continue
            for n, k in edges[h]:
                c = best[h] + k + (extra if dear >> n & 1 else 0)
                if c > budget or blocked >> n & 1 or n == start:
                    continue
                if h == start and first_blocked >> n & 1:
                    continue
                if c < best.get(n, 1000):
                    best[n] = c
    del best[start]
    return best


@given(costs, st.sampled_from(GRID.hexes), st.integers(0, 12), hex_sets, hex_sets, hex_sets)
def test_reach(cost, start, budget, blocked, stop, first_blocked) -> None:
    edges = edges_of(cost)
    found = reach(edges, start, budget, blocked=blocked, stop=stop, first_blocked=first_blocked)
    assert found.cost == slow_reach(edges, start, budget, blocked, stop, first_blocked)
    assert list(found.cost.values()) == sorted(found.cost.values())
    price = dict(zip(GRID.hexes, cost))
    for h, c in found.cost.items():
        way = found.path(h)
        assert way[0] == start
        assert sum(price[x] for x in way[1:]) == c
        assert all(GRID.are_adjacent(a, b) for a, b in pairwise(way))


@given(costs, st.sampled_from(GRID.hexes), st.integers(0, 12), st.integers(0, 4), hex_sets, st.integers(0, 3))
def test_reach_with_points_spent_and_dear_hexes(cost, start, budget, spent, dear, extra) -> None:
    edges = edges_of(cost)
    found = reach(edges, start, budget, spent=spent, dear=dear, extra=extra)
    assert found.cost == slow_reach(edges, start, budget, 0, 0, 0, spent, dear, extra)


def slow_flood(start: int, allowed: int, leave) -> set[int]:
    found = set(bits(start))
    for _ in count():
        more = {
            n
            for h in found
            for d, n in enumerate(GRID.neighbours[h])
            if n and allowed >> n & 1 and (leave is None or leave[d] >> h & 1)
        } - found
        if not more:
            return found
        found |= more
    raise AssertionError


leaves = st.none() | st.lists(hex_sets, min_size=6, max_size=6)


@given(hex_sets, hex_sets, leaves)
def test_flood(start, allowed, leave) -> None:
    assert set(bits(flood(GRID, start, allowed, leave))) == slow_flood(start, allowed, leave)


@given(st.sampled_from(GRID.hexes), hex_sets, hex_sets, leaves)
def test_route_is_a_legal_shortest_chain(start, goal, allowed, leave) -> None:
    way = route(GRID, 1 << start, goal, allowed, leave)
    connected = slow_flood(1 << start, allowed, leave)
    if not any(goal >> h & 1 for h in connected):
        assert way == []
        return
    assert way[0] == start
    assert goal >> way[-1] & 1
    for a, b in pairwise(way):
        d = GRID.direction(a, b)
        assert allowed >> b & 1
        assert leave is None or leave[d] >> a & 1
    steps = 0
    ring = {start}
    seen = set(ring)
    while not any(goal >> h & 1 for h in ring):
        ring = {
            n
            for h in ring
            for d, n in enumerate(GRID.neighbours[h])
            if n and allowed >> n & 1 and (leave is None or leave[d] >> h & 1)
        } - seen
        seen |= ring
        steps += 1
    assert len(way) - 1 == steps


def slow_ways(start: int, length: int, allowed: int) -> set[tuple[int, ...]]:
    def go(way: tuple[int, ...]) -> set[tuple[int, ...]]:
        if len(way) > length:
            return {way}
        onward = [n for n in GRID.neighbours[way[-1]] if n and allowed >> n & 1 and n not in way]
        return {w for n in onward for w in go((*way, n))} or {way}

    return go((start,))


@given(st.sampled_from(GRID.hexes), st.integers(1, 3), hex_sets)
def test_retreat_paths(start, length, allowed) -> None:
    ways = list(retreat_paths(start, length, lambda h: GRID.adjacent[h] & allowed))
    assert len(ways) == len(set(ways))
    assert set(ways) == slow_ways(start, length, allowed)
