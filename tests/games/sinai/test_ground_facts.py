"""5.24, 5.31, 5.32, 10.14, 13.21, 13.33, 14.0, 16.11, 24.3, 24.41: the ground as a mover finds it, one fact at a time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.land.terrain import CLOSED, FAR, Ground, line_back


def ground(scenario: str, side: str, foot: bool = False, bridges: bool = True) -> Any:
    """Made anew, so that nothing of it is remembered."""
    return Ground(sandtable.load(f"sinai/{scenario}"), side, foot, bridges)  # type: ignore[arg-type]


def why(g: Any, a: str, b: str) -> tuple[int, str]:
    step = g.step(g.game.hex(a), g.game.hex(b))
    return step.cost, str(step.why)


def steps(edges: Any, h: int) -> dict[int, int]:
    return dict(edges[h])


# one step -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "13.33", "22.65")
def test_r13_33_what_the_jordan_adds() -> None:
    game: Any = sandtable.load("sinai/1967")
    m = game.map
    over = [(a, b) for a in m.grid.hexes for b in m.grid.neighbours[a] if b and m.crosses("jordan", a, b)]
    a, b = next(p for p in over if m.crosses("jordan_bridge", *p))
    standing, blown = ground("1967", "arab"), ground("1967", "arab", bridges=False)
    cost, text = why(standing, game.hex_name(a), game.hex_name(b))
    assert text.endswith(", bridge or ford")
    assert why(blown, game.hex_name(a), game.hex_name(b)) == (
        cost + 4,
        text.replace("bridge or ford", "+4 over the Jordan"),
    )
    ways = m.on_path["road"] | m.on_path["track"]
    a, b = next(
        (a, b)
        for a, b in over
        if not m.crosses("jordan_bridge", a, b) and not ways >> a & 1 and m.terrain_at[b] == "clear"
    )
    for g in (standing, blown):
        assert why(g, game.hex_name(a), game.hex_name(b)) == (1 + 4, "clear, +4 over the Jordan")
    assert why(ground("1967", "arab", foot=True), game.hex_name(a), game.hex_name(b)) == (1, "clear, bridge or ford")


@pytest.mark.rule("sinai", "24.32")
def test_r24_32_the_cheap_roads_are_for_israeli_vehicles() -> None:
    cheap = (1, "road in rough, post-1967 Israel [24.32]")
    assert why(ground("1973", "israel"), "3114", "3113") == cheap
    assert why(ground("1973", "israel", foot=True), "3114", "3113") == (1, "road in rough")
    assert why(ground("1973", "arab"), "3114", "3113")[1] == "road in rough"
    assert why(ground("1967", "israel"), "3114", "3113")[1] == "road in rough"


# where one may go -----------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "13.21")
def test_r13_21_the_edges_without_the_border() -> None:
    g = ground("1967-cooperation", "arab")
    game = g.game
    land, jordan = game.home["israel"], game.home["jordan"]
    for a in bits(game.map.grid.spread(jordan) & (land | jordan)):
        over = {
            b for b in steps(g.edges, a) if (land >> a & 1 and jordan >> b & 1) or (jordan >> a & 1 and land >> b & 1)
        }
        assert steps(g.shut_edges, a) == {b: k for b, k in steps(g.edges, a).items() if b not in over}
    assert g.edges_now(True, (), ()) is g.shut_edges
    assert g.edges_now(False, (), ()) is g.edges


@pytest.mark.rule("sinai", "16.11", "24.41")
def test_r16_11_the_edges_under_air_strikes_and_without_full_hexsides() -> None:
    g = ground("1973", "arab")
    a, b, c = (g.game.hex(h) for h in ("0424", "0524", "0324"))
    plain = [steps(g.edges, h) for h in range(len(g.edges))]
    struck = g.edges_now(False, (a, c, c), ())
    for h in range(len(g.edges)):
        more = {a: 3, c: 6}.get(h, 0)
        assert steps(struck, h) == {n: k + more for n, k in plain[h].items()}
    full = g.edges_now(False, (), ((a, b),))
    assert b in plain[a]
    assert a in plain[b]
    for h in range(len(g.edges)):
        gone = {a: b, b: a}.get(h)
        assert steps(full, h) == {n: k for n, k in plain[h].items() if n != gone}
    both = g.edges_now(True, (a,), ((a, b),))
    assert steps(both, a) == {n: k + 3 for n, k in plain[a].items() if n != b}
    assert [steps(g.edges, h) for h in range(len(g.edges))] == plain  # what stands always is left alone


@pytest.mark.rule("sinai", "5.24", "17.13")
def test_r5_24_where_vehicles_and_infantry_may_stand() -> None:
    foot = ground("1967", "israel", foot=True)
    assert foot.enterable == foot.game.land  # infantry everywhere on land
    for side in ("israel", "arab"):
        wheels = ground("1967", side)
        m, ways = wheels.game.map, wheels.game.map.on_path["road"] | wheels.game.map.on_path["track"]
        assert wheels.enterable & ~(m.terrain["clear"] | ways | m.terrain["sand"]) == 0
        assert m.terrain["clear"] & wheels.game.land & ~wheels.enterable == 0


# the way home ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "14.0")
def test_r14_0_the_way_home_on_open_ground() -> None:
    g = ground("1967", "arab")
    game, grid = g.game, g.game.map.grid
    goal, here = game.hex("2030"), [game.hex(h) for h in ("2033", "2032", "2031")]
    barred = sum(1 << h for h in grid.neighbours[goal] if h and h != here[2])
    far = g.homeward(1 << goal, barred)
    ahead = [g.ahead(far, barred, h) for h in range(grid.size)]
    roads = game.map.follows
    assert far[goal] == 0
    way = [here[0], ahead[here[0]], ahead[ahead[here[0]]], goal]
    assert way == [*here, goal]
    cost = 0
    for a, b in reversed(list(pairwise(way))):
        cost += 32 + (not roads("road", a, b))
        assert (far[a], ahead[a]) == (cost, b)
    for h in grid.neighbours[goal]:  # into the barred land nobody goes on, but out of it a way is told
        assert ahead[h] == goal
    sea = game.hex("0110")
    assert (far[sea], ahead[sea]) == (FAR, 0)
    beyond = game.hex("2029")
    assert barred >> beyond & 1
    further = game.hex("2028")
    assert far[further] > far[game.hex("2032")]  # not through 2029
    assert g.homeward(1 << goal, 0)[further] < far[further]


@pytest.mark.rule("sinai", "14.0")
def test_r14_0_two_goals_and_the_nearer_one() -> None:
    g = ground("1967", "arab")
    game = g.game
    one, two = game.hex("2028"), game.hex("2034")
    far = g.homeward(1 << one | 1 << two, 0)
    ahead = [g.ahead(far, 0, h) for h in range(game.map.grid.size)]
    assert far[one] == far[two] == 0
    assert ahead[game.hex("2029")] == one
    assert ahead[game.hex("2033")] == two
    assert ahead[game.hex("2030")] == game.hex("2029")
    assert ahead[game.hex("2032")] == game.hex("2033")


# supply ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "10.14", "5.32")
@pytest.mark.parametrize("foot_rule", [False, True])
def test_r10_14_the_steps_of_a_line_of_points_backwards(foot_rule: bool) -> None:
    g = ground("1967", "israel")
    masks = dict(g.supply_on_foot if foot_rule else g.supply_steps)
    grid, found = g.game.map.grid, set()
    assert list(masks) == sorted(masks)
    assert all(len(m) == 6 for m in masks.values())
    for cost, sides in masks.items():
        for d, mask in enumerate(sides):
            found |= {(grid.neighbours[b][d], b, cost) for b in bits(mask)}
    wanted = {
        (a, b, step.cost)
        for a in bits(grid.on_map & ~g.game.water)
        for b in grid.neighbours[a]
        if b and (step := g.step(a, b, not foot_rule)).cost != CLOSED
    }
    assert found == wanted


@pytest.mark.rule("sinai", "10.14", "5.32")
def test_r10_14_on_foot_a_line_leaves_a_road_in_the_sand_anywhere() -> None:
    g = ground("1967", "arab")
    m, grid = g.game.map, g.game.map.grid
    roads = m.on_path["road"] & m.terrain["sand"]
    pairs = [
        (a, b)
        for a in bits(roads)
        for b in grid.neighbours[a]
        if b and m.terrain_at[b] == "clear" and not m.follows("road", a, b) and not m.follows("track", a, b)
        if not m.crosses("canal", a, b) and not m.crosses("all_sea", a, b)
    ]
    assert pairs
    for a, b in pairs:
        assert (g.step(a, b).cost, g.step(a, b, leaving=False).cost) == (CLOSED, 1)
        assert not dict(g.supply_steps)[1][grid.direction(b, a)] >> b & 1
        assert dict(g.supply_on_foot)[1][grid.direction(b, a)] >> b & 1


@pytest.mark.rule("sinai", "10.11", "10.12", "24.66")
@pytest.mark.parametrize("over", [False, True])
def test_r10_11_a_line_keeps_to_the_land(over: bool) -> None:
    for scenario, side in (("1967", "arab"), ("1973", "israel")):
        g = ground(scenario, side)
        game = g.game
        masks = line_back(game, g, ("road",), over)
        assert len(masks) == 6
        assert all(mask & ~game.land == 0 for mask in masks)
        point, plain = game.hex("0424"), game.hex("0423")
        back = game.map.grid.direction
        for a, b, crossing in ((point, game.hex("0524"), True), (plain, game.hex("0523"), over)):
            assert bool(masks[back(b, a)] >> b & 1) == crossing
            assert bool(masks[back(a, b)] >> a & 1) == crossing
