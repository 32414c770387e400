"""The kernels in C against those in Python: the same answers in the same order, on random maps and in whole games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import Edges, Grid, Walker, kernels

native = pytest.importorskip("sandtable.core._kernels", reason="no C module was built (docs/speed.md)")
ROOT = Path(__file__).parents[2]

GRIDS = [Grid(6, 6), Grid(9, 14, first="0512", orientation="pointy", lower="odd"), Grid(3, 5, lower="odd")]
grids = st.sampled_from(GRIDS)


def sets(grid: Grid) -> st.SearchStrategy[int]:
    return st.lists(st.sampled_from(grid.hexes)).map(lambda hexes: sum(1 << h for h in set(hexes)))


@st.composite
def ways(draw: st.DrawFn) -> tuple[Grid, Edges]:
    """A map on which every step has a price of its own; 0 costs nothing, 7 is closed."""
    grid = draw(grids)
    prices = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, 7]), min_size=30, max_size=60))
    table: list[list[tuple[int, int]]] = [[] for _ in range(grid.size)]
    for i, h in enumerate(grid.hexes):
        costs = [(n, prices[(6 * i + d) % len(prices)]) for d, n in enumerate(grid.neighbours[h]) if n]
        table[h] = [(n, k) for n, k in costs if k != 7]
    return grid, Edges(table)


def same_reach(a: kernels.Reach, b: kernels.Reach, aside: int) -> None:
    assert (a.start, list(a.cost.items()), list(a.parent.items())) == (
        b.start,
        list(b.cost.items()),
        list(b.parent.items()),
    )
    assert a.hexes == b.hexes
    assert a.outside(aside) == b.outside(aside)
    assert [a.path(h) for h in a.cost] == [b.path(h) for h in a.cost]
    assert [a.spent_in(h) for h in range(40)] == [b.spent_in(h) for h in range(40)]


@given(ways(), st.data())
def test_reach(way: tuple[Grid, Edges], data: st.DataObject) -> None:
    grid, edges = way
    some, hexes, points = sets(grid), st.sampled_from(grid.hexes), st.integers(0, 9)
    doors = data.draw(st.lists(st.tuples(hexes, points), max_size=4))
    start = 0 if doors else data.draw(hexes)
    limits = {k: data.draw(some) for k in ("blocked", "stop", "first_blocked", "dear")}
    limits |= {"spent": data.draw(st.integers(0, 4)), "extra": data.draw(st.integers(0, 3))}
    budget = data.draw(points)
    expected = kernels.reach(edges, start, budget, **limits, doors=doors)
    aside = data.draw(some)
    same_reach(expected, native.reach(edges, start, budget, **limits, doors=doors), aside)
    same_reach(expected, native.reach([*edges], start, budget, **limits, doors=doors), aside)


@given(ways(), st.data())
def test_ways_made_of_others(way: tuple[Grid, Edges], data: st.DataObject) -> None:
    """Some hexes are left otherwise, twice over: as if all had been written down anew."""
    grid, edges = way
    written = [*edges]
    for _ in range(2):
        hexes = data.draw(st.lists(st.sampled_from(grid.hexes), max_size=4))
        other = {h: tuple((n, 2) for n in grid.neighbours[h][::2] if n) * data.draw(st.integers(0, 3)) for h in hexes}
        edges = edges.but(other)
        for h, steps in other.items():
            written[h] = steps
    assert list(edges) == written
    start = data.draw(st.sampled_from(grid.hexes))
    same_reach(kernels.reach(written, start, 7), native.reach(edges, start, 7), 0)


def test_a_path_to_a_hex_out_of_reach_is_an_error_in_both() -> None:
    grid = GRIDS[0]
    far = grid.hexes[-1]
    edges = Edges([(n, 1) for n in ns if n] for ns in grid.neighbours)
    for reach in (kernels.reach, native.reach):
        with pytest.raises(KeyError):
            reach(edges, grid.hexes[0], 1).path(far)


@given(ways(), st.data())
def test_reach_together(way: tuple[Grid, Edges], data: st.DataObject) -> None:
    grid, edges = way
    other = Edges([(n, k + 1) for n, k in steps] for steps in edges)
    some, hexes, points = sets(grid), st.sampled_from(grid.hexes), st.integers(0, 9)
    doors = st.lists(st.tuples(hexes, points), max_size=2)
    kinds = st.sampled_from([edges, other])
    on_map = st.builds(Walker, kinds, hexes, points, some, some, some, st.integers(0, 9), st.just(()))
    entering = st.builds(Walker, kinds, st.just(0), points, some, some, some, st.integers(0, 9), doors)
    walkers = data.draw(st.lists(st.one_of(on_map, entering), max_size=6))
    expected = [list(d.items()) for d in kernels.reach_together(grid, walkers)]
    assert [list(d.items()) for d in native.reach_together(grid, iter(walkers))] == expected


@given(grids, st.data())
def test_flood(grid: Grid, data: st.DataObject) -> None:
    some = sets(grid)
    start, allowed = data.draw(some), data.draw(some)
    leave = data.draw(st.none() | st.tuples(*[some] * 6) | st.lists(some, min_size=6, max_size=6))
    for land in (allowed, ~allowed):
        assert native.flood(grid, start, land, leave) == kernels.flood(grid, start, land, leave)


big_sets = st.sets(st.integers(0, 1500)).map(lambda members: sum(1 << i for i in members))


@given(big_sets)
def test_bits(b: int) -> None:
    assert list(native.bits(b)) == list(kernels.bits(b))


def test_a_negative_number_is_no_set() -> None:
    with pytest.raises(ValueError, match="negative"):
        native.bits(-5)


@given(st.lists(st.integers(-3, 1700), max_size=150), st.data())
def test_who_stands_where(loc: list[int], data: st.DataObject) -> None:
    here = st.sampled_from([*loc, 5]) if loc else st.just(5)
    everybody = (1 << len(loc)) - 1
    units = data.draw(big_sets) & everybody
    hexes = sum({1 << h for h in data.draw(st.lists(here)) if h > 0})
    for who in (units, everybody):
        for kernel in ("occupied", "on_map", "standing"):
            assert getattr(native, kernel)(loc, who) == getattr(kernels, kernel)(loc, who)
        assert native.units_within(loc, who, hexes) == kernels.units_within(loc, who, hexes)
        for n in (1, 2, 3):
            assert native.crowded(loc, who, n) == kernels.crowded(loc, who, n)
    h = data.draw(here)
    for who in (units, -1, ~units):
        assert native.units_at(loc, who, h) == kernels.units_at(loc, who, h)


GAMES = """
import hashlib, random, sandtable
from sandtable.core import NATIVE
for title in ("across-suez-2021", "suez-56", "el-arish-67", "musketeer", "sinai/1956", "sinai/1973"):
    rng, seen = random.Random(5), hashlib.sha256()
    s = sandtable.load(title).start()
    for n in range(250):
        if not s.agenda:
            break
        action = s.sample(rng.randrange)
        s.apply(action)
        seen.update(str(action).encode())
        if n % 40 == 0:
            seen.update(s.checksum().encode())
    print(title, seen.hexdigest())
print(NATIVE)
"""


def test_the_same_games_with_both() -> None:
    def played(wish: str) -> list[str]:
        environment = {**os.environ, "SANDTABLE_NATIVE": wish}
        lines = subprocess.run(
            [sys.executable, "-c", GAMES], env=environment, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        assert lines.pop() == str(wish == "1")
        return lines

    assert played("1") == played("0")


def test_the_module_was_built_from_these_sources() -> None:
    sys.path.insert(0, str(ROOT))
    try:
        from hatch_build import digest
    except ImportError:
        pytest.skip("hatchling, which builds the package, is not installed here")
    finally:
        sys.path.remove(str(ROOT))
    assert native.sources == digest(ROOT), "the C module is older than native/: run pip install -e . again"
