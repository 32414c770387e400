"""The few algorithms every game needs, on ints: who stands where, reach, flood, routes, retreat paths.

This file says what they mean and computes wherever nothing else does. Where the C module of `native/` was built, the same
answers in the same order come from there: `native.py` chooses, and the tests compare the two on random maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .grid import Grid

Steps = Sequence[tuple[int, int]]
"""(neighbour, cost) for every neighbour that can ever be entered from a hex; costs are scaled to ints."""


class Edges(tuple[Steps, ...]):
    """edges[h] are the steps out of hex h. They never change, so that a native kernel reads them once."""

    compiled: Any
    like: Edges | None = None
    changed: int = 0
    """These ways are like others, but for the steps out of the changed hexes: a native kernel reads only these anew."""

    def but(self, steps: Mapping[int, Steps]) -> Edges:
        """The same ways with other steps out of some hexes."""
        ways = list(self)
        for h, there in steps.items():
            ways[h] = there
        new = Edges(ways)
        new.like, new.changed = self, sum(1 << h for h in steps)
        return new


# Sets, and who stands where -----------------------------------------------------------------------------------
def bits(b: int) -> Iterator[int]:
    """The members of a bit set, highest first (the cheapest order in Python)."""
    while b:
        i = b.bit_length() - 1
        yield i
        b ^= 1 << i


def nth_bit(b: int, n: int) -> int:
    """The member that comes after n others in `bits(b)`."""
    low, high = 0, b.bit_length() - 1
    while low < high:
        middle = (low + high + 1) // 2
        if (b >> middle).bit_count() > n:
            low = middle
        else:
            high = middle - 1
    return low


def occupied(loc: list[int], units: int) -> int:
    """The hexes in which units of this set stand; `loc` says where every unit is, 0 or less off the map."""
    b = 0
    for u in bits(units):
        h = loc[u]
        if h > 0:
            b |= 1 << h
    return b


def on_map(loc: list[int], units: int) -> int:
    """Those of the units that stand on the map."""
    b = 0
    for u in bits(units):
        if loc[u] > 0:
            b |= 1 << u
    return b


def standing(loc: list[int], units: int) -> list[int]:
    """Those of the units that stand on the map, in roster order."""
    return [u for u, h in enumerate(loc) if h > 0 and units >> u & 1]


def units_at(loc: list[int], units: int, h: int) -> list[int]:
    """Those of the units that are in this hex or box, in roster order."""
    return [u for u, x in enumerate(loc) if x == h and units >> u & 1]


def units_within(loc: list[int], units: int, hexes: int) -> int:
    """Those of the units that stand in one of these hexes."""
    b = 0
    for u in bits(units):
        h = loc[u]
        if h > 0 and hexes >> h & 1:
            b |= 1 << u
    return b


def crowded(loc: list[int], units: int, n: int) -> int:
    """The hexes in which at least `n` units of this set stand."""
    count: dict[int, int] = {}
    for u in bits(units):
        h = loc[u]
        if h > 0:
            count[h] = count.get(h, 0) + 1
    return sum(1 << h for h, there in count.items() if there >= n)


# Ways ---------------------------------------------------------------------------------------------------------
class Reach:
    """Where a unit can get to: the least cost of every hex entered, in order of cost, and the way there."""

    __slots__ = ("cost", "parent", "start")

    def __init__(self, start: int, cost: dict[int, int], parent: dict[int, int]) -> None:
        self.start = start
        self.cost = cost
        self.parent = parent

    @property
    def hexes(self) -> int:
        """The hexes in reach as a set, without the start."""
        return sum(1 << h for h in self.cost)

    def spent_in(self, h: int) -> int | None:
        """The cost of coming to a hex; None out of reach, and in the start itself."""
        return self.cost.get(h)

    def outside(self, hexes: int) -> list[int]:
        """The hexes in reach that are not among these, in order of cost."""
        return [h for h in self.cost if not hexes >> h & 1]

    def path(self, h: int) -> list[int]:
        """The cheapest way to a hex in reach, start included; one that starts nowhere (0) begins with its first hex."""
        way = [h]
        while h != self.start:
            h = self.parent[h]
            way.append(h)
        way.reverse()
        return way if self.start else way[1:]


def reach(
    edges: Sequence[Steps],
    start: int,
    budget: int,
    *,
    blocked: int = 0,
    stop: int = 0,
    first_blocked: int = 0,
    spent: int = 0,
    dear: int = 0,
    extra: int = 0,
    doors: Steps = (),
) -> Reach:
    """Every hex a unit can enter within its budget.

    `blocked` hexes are never entered; in `stop` hexes movement ends (leaving the start is always free);
    `first_blocked` hexes are not entered by the first step. `spent` points are already gone.
    Entering a `dear` hex costs `extra` points more (friends to be passed through).
    `doors` are the steps out of hex 0, which is nowhere: ways onto the map.
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
            for n, k in edges[h] if h or not doors else doors:
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


class Walker(NamedTuple):
    """A unit of `reach_together`: as in `reach`, with what it weighs where it comes."""

    edges: Sequence[Steps]
    start: int
    budget: int
    blocked: int
    stop: int
    first_blocked: int
    weight: int
    doors: Steps = ()


def reach_together(grid: Grid, walkers: Iterable[Walker]) -> tuple[dict[int, int], dict[int, int]]:
    """What many units can do: the most points that one of them has left in each hex, its own included, and the weight that
    could come to stand next to each hex."""
    left: dict[int, int] = {}
    force: dict[int, int] = {}
    for edges, start, budget, blocked, stop, first_blocked, weight, doors in walkers:
        found = reach(edges, start, budget, blocked=blocked, stop=stop, first_blocked=first_blocked, doors=doors)
        near = 0
        for h, cost in ((start, 0), *found.cost.items()) if start else found.cost.items():
            left[h] = max(left.get(h, 0), budget - cost)
            near |= grid.adjacent[h]
        for h in bits(near):
            force[h] = force.get(h, 0) + weight
    return left, force


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
