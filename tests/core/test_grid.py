"""The grid against plain geometry: two hexes touch when their centres are one hex apart."""

from math import hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import Grid, bits
from sandtable.core.kernels import nth_bit

grids = st.builds(
    Grid,
    st.integers(2, 8),
    st.integers(2, 8),
    st.sampled_from(["0101", "1201", "1916", "0210"]),
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["even", "odd"]),
)


def touch(grid: Grid, a: int, b: int) -> bool:
    (x, y), (u, v) = grid.centre(a), grid.centre(b)
    return isclose(hypot(x - u, y - v), 1.0)


@given(grids)
def test_adjacency_is_geometry(grid: Grid) -> None:
    for a in grid.hexes:
        neighbours = {b for b in grid.hexes if touch(grid, a, b)}
        assert set(bits(grid.adjacent[a])) == neighbours
        assert {n for n in grid.neighbours[a] if n} == neighbours
        assert set(bits(grid.spread(1 << a))) == neighbours


@given(grids, st.data())
def test_spread_of_a_set_is_the_union_of_the_neighbours(grid: Grid, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(grid.hexes)))
    expected = {b for a in chosen for b in grid.hexes if touch(grid, a, b)}
    assert set(bits(grid.spread(sum(1 << h for h in chosen)))) == expected


@given(grids, st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(grid.hexes))
    ring, seen, steps = {start}, {start}, 0
    while ring:
        for h in ring:
            assert grid.distance(start, h) == steps
        ring = {n for h in ring for n in bits(grid.adjacent[h])} - seen
        seen |= ring
        steps += 1


@given(grids)
def test_shift_moves_one_hex_in_a_direction(grid: Grid) -> None:
    for h in grid.hexes:
        for d, n in enumerate(grid.neighbours[h]):
            assert grid.shift(1 << h, d) == (1 << n if n else 0)
            if n:
                assert grid.direction(h, n) == d
                assert grid.direction(n, h) == (d + 3) % 6


def test_the_stagger_of_across_suez() -> None:
    grid = Grid(17, 21)
    names = [grid.name(n) for n in grid.neighbours[grid.hex("0412")]]
    assert names == ["0411", "0512", "0513", "0413", "0313", "0312"]


def test_hex_zero_is_never_on_the_map() -> None:
    grid = Grid(3, 3)
    assert grid.name(0) == ""
    assert not grid.on_map & 1
    assert grid.find("0404") == 0


@pytest.mark.parametrize("bad", [{"orientation": "round"}, {"lower": "some"}])
def test_bad_grids_are_refused(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Grid(3, 3, **bad)


@given(grids, st.data(), st.integers(0, 4))
def test_within_a_radius(grid: Grid, data: st.DataObject, radius: int) -> None:
    h = data.draw(st.sampled_from(grid.hexes))
    assert set(bits(grid.within(h, radius))) == {x for x in grid.hexes if grid.distance(h, x) <= radius}


@given(grids)
def test_columns_and_rows_for_drawing_count_from_zero(grid: Grid) -> None:
    places = {grid.column_row(h) for h in grid.hexes}
    assert places == {(c, r) for c in range(grid.cols) for r in range(grid.rows)}
    first = grid.hex(f"{grid.first_col:02d}{grid.first_row:02d}")
    assert grid.column_row(first) == (0, 0)
    assert all(grid.hex(grid.name(h)) == h for h in grid.hexes)
    assert grid.named([grid.name(first)]) == 1 << first


@given(st.sets(st.integers(0, 300), min_size=1, max_size=40))
def test_nth_bit_is_the_order_of_bits(members: set[int]) -> None:
    b = sum(1 << i for i in members)
    assert [nth_bit(b, n) for n in range(len(members))] == list(bits(b))
