"""The few algorithms every game needs, on ints: reach, flood, retreat paths. Each has a slow twin in the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .grid import Grid, bits

Edges = Sequence[Sequence[tuple[int, int]]]
"""edges[h] lists (neighbour, cost) for every neighbour that can ever be entered from h; costs are scaled to ints."""


@dataclass(slots=True)
class Reach:
    """Where a unit can get to: the least cost of every hex entered, in order of cost, and the way there."""

    start: int
    cost: dict[int, int]
    parent: dict[int, int]

    def path(self, h: int) -> list[int]:
        """The cheapest way to a hex in reach, start included."""
        way = [h]
        while h != self.start:
            h = self.parent[h]
            way.append(h)
        way.reverse()
        return way


def reach(
    edges: Edges,
    start: int,
    budget: int,
    *,
    blocked: int = 0,
    stop: int = 0,
    first_blocked: int = 0,
    spent: int = 0,
    dear: int = 0,
    extra: int = 0,
) -> Reach:
    """Every hex a unit can enter within its budget.

    `blocked` hexes are never entered; in `stop` hexes movement ends (leaving the start is always free);
    `first_blocked` hexes are not entered by the first step. `spent` points are already gone.
    Entering a `dear` hex costs `extra` points more (friends to be passed through).
    """
    # best[h] is the least cost found so far: beyond the budget at first, below every cost where entry is barred.
    best = [budget + 1] * len(edges)
    for h in bits(blocked | first_blocked):
        best[h] = -1
    best[start] = spent
    toll = dict.fromkeys(bits(dear), extra) if extra else {}
    cost: dict[int, int] = {}
    parent: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(max(budget, spent) + 1)]
    buckets[spent].append(start)
    for c in range(spent, budget + 1):
        for h in buckets[c]:
            if best[h] != c:
                continue  # a cheaper way was found later
            cost[h] = c
            if h != start and stop >> h & 1:
                continue
            for n, k in edges[h]:
                k += c
                if toll and n in toll:
                    k += extra
                if k < best[n]:
                    best[n] = k
                    parent[n] = h
                    buckets[k].append(n)
        if c == spent:  # the first step is taken
            for h in bits(first_blocked & ~blocked):
                best[h] = budget + 1
            best[start] = -1
    cost.pop(start, None)
    return Reach(start, cost, parent)


def flood(grid: Grid, start: int, allowed: int, leave: Sequence[int] | None = None) -> int:
    """All hexes connected with the set `start` through `allowed` hexes, `start` included.

    `leave[d]`, when given, holds the hexes that may be left in direction d (hexside limits).
    """
    found = frontier = start
    if leave is None:
        while frontier:
            frontier = grid.spread(frontier) & allowed & ~found
            found |= frontier
        return found
    ways = tuple(zip(grid.step, leave))
    allowed &= grid.on_map
    while frontier:
        new = 0
        for k, mask in ways:
            part = frontier & mask
            if part:
                new |= part << k if k > 0 else part >> -k
        frontier = new & allowed & ~found
        found |= frontier
    return found


def route(grid: Grid, start: int, goal: int, allowed: int, leave: Sequence[int] | None = None) -> list[int]:
    """A shortest chain of hexes from the set `start` to the set `goal` through `allowed` hexes; empty when there is none."""
    rings = [start]
    found = start
    while not rings[-1] & goal:
        ring = 0
        if leave is None:
            ring = grid.spread(rings[-1])
        else:
            for d in range(6):
                ring |= grid.shift(rings[-1] & leave[d], d)
        ring &= allowed & ~found
        if not ring:
            return []
        found |= ring
        rings.append(ring)
    here = next(bits(rings.pop() & goal))
    way = [here]
    while rings:
        ring = rings.pop()
        here = next(
            h for h in bits(ring & grid.adjacent[here]) if leave is None or leave[grid.direction(h, here)] >> h & 1
        )
        way.append(here)
    way.reverse()
    return way


def retreat_paths(start: int, length: int, exits: Callable[[int], int]) -> Iterator[tuple[int, ...]]:
    """Every way to retreat `length` hexes without entering a hex twice; `exits(h)` gives the hexes open from h.

    Ways that must end early are given too, when they cannot be continued: the caller decides what that means.
    """
    stack: list[tuple[int, ...]] = [(start,)]
    while stack:
        way = stack.pop()
        if len(way) > length:
            yield way
            continue
        onward = [h for h in bits(exits(way[-1])) if h not in way]
        if not onward:
            yield way
        stack.extend((*way, h) for h in onward)
