"""How the cost of a decision grows with the map and with the number of units, on maps made for it.

A decision asks here what every game asks of its map: where everybody stands, the enemy's zone, where one unit can go, what is
connected, what the enemy could bring; and then the state is copied.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from sandtable.core import Edges, Grid, Walker, flood, occupied, reach, reach_together

HEXES: Final = (20, 40, 80)
"""Columns and rows: each map has four times the hexes of the one before."""
UNITS: Final = (25, 50, 100)
BUDGET: Final = 6


def curves(seconds_of: Callable[[Callable[[], object]], float]) -> dict[str, Any]:
    """Microseconds of a decision, by hexes and by units, and how many times as long each step takes: linear growth is 4 for
    the hexes and 2 for the units."""
    by_hexes = {n * n: 1e6 * seconds_of(decision(n, UNITS[1])) for n in HEXES}
    by_units = {n: 1e6 * seconds_of(decision(HEXES[1], n)) for n in UNITS}
    return {
        "hexes_x4": {"us": _rounded(by_hexes), "growth": _growth(by_hexes), "linear": 4},
        "units_x2": {"us": _rounded(by_units), "growth": _growth(by_units), "linear": 2},
    }


def decision(side: int, units: int) -> Callable[[], object]:
    """The questions of a decision on a map of `side` times `side` hexes."""
    grid = Grid(side, side)
    edges = Edges([(n, 1 + (n % 5 == 0)) for n in ns if n] for ns in grid.neighbours)
    loc = [grid.hexes[(7919 * u) % len(grid.hexes)] for u in range(units)]
    own = sum(1 << u for u in range(0, units, 2))
    enemies = sum(1 << u for u in range(1, units, 2))

    def ask() -> object:
        mine, theirs = occupied(loc, own), occupied(loc, enemies)
        zone = grid.spread(theirs)
        ways = reach(edges, loc[0], BUDGET, blocked=theirs, stop=zone)
        line = flood(grid, mine, grid.on_map & ~zone)
        walkers = (Walker(edges, loc[u], BUDGET, mine, grid.spread(mine), 0, 1) for u in range(1, units, 2))
        return ways.hexes, line, reach_together(grid, walkers), loc[:]

    return ask


def _rounded(figures: dict[int, float]) -> dict[str, float]:
    return {str(n): round(us, 1) for n, us in figures.items()}


def _growth(figures: dict[int, float]) -> list[float]:
    """How many times as long every step of the curve takes."""
    us = list(figures.values())
    return [round(b / a, 2) for a, b in pairwise(us)]
