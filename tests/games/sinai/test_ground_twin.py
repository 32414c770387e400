"""5.3: the cost of every kind of step, read from the chart a second time; and the masks that supply follows."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.terrain import CLOSED, line_back

SCENARIOS = ["1956", "1967", "1973", "mid-1970s-logistics", "mid-1970s-race"]


def chart(game: Any) -> dict[str, dict[str, str]]:
    """By column: the cells by row."""
    table = game.tables["terrain_effects"]
    return {c: {r: cells[i] for r, cells in zip(table.rows, table.cells)} for i, c in enumerate(table.columns)}


def expected(game: Any, side: str, foot: bool, bridges: bool, a: int, b: int) -> int:
    """[5.21, 5.24, 5.25, 5.32, 5.33, 13.33, 23.12, 24.31, 24.32, 24.44, 26.64] What the step costs, CLOSED if it cannot be made."""
    m, rules = game.map, game.rules
    kind = "nonmech" if foot else "mech"
    cells = chart(game)[f"move_{kind}_{'israeli' if side == 'israel' else rules.arab_movement_column}"]
    if game.water >> b & 1 or m.crosses("all_sea", a, b) or m.country_at[b] in ("lebanon", "saudi"):
        return CLOSED
    if m.crosses("canal", a, b):
        ferry = m.crosses("canal_ferry", a, b)
        if rules.canal != "any_hexside" and ferry and side == "arab":
            return {"mech": 2, "nonmech": 1}[kind]
        if rules.canal == "ferry" or (rules.canal == "ferry_and_any" and ferry):
            return CLOSED
        return 4
    track = m.follows("track", a, b) and not (rules.track_is_sand and side == "israel" and m.terrain_at[b] == "sand")
    way = "road_" if m.follows("road", a, b) else "track_" if track else ""
    on_a_way = (m.on_path["road"] | m.on_path["track"]) >> a & 1
    if cells.get(m.terrain_at[a]) == "P" and on_a_way and not way:
        return CLOSED
    row = "clear" if m.terrain_at[b] == "clear" else way + m.terrain_at[b]
    if cells[row] == "P":
        return CLOSED
    cost = int(cells[row])
    if row == "road_rough" and side == "israel" and not foot and rules.cheap_roads and game.post_1967_israel >> b & 1:
        cost = 1
    if m.crosses("jordan", a, b) and not (m.crosses("jordan_bridge", a, b) and bridges):
        cost += int(cells["jordan"])
    return cost


def pairs(game: Any) -> list[tuple[int, int]]:
    """Neighbours: all over hexsides with something on them, and every ninth of the others."""
    m = game.map
    found = [(a, b) for a in m.grid.hexes for b in m.grid.neighbours[a] if b and not game.water >> a & 1]
    sides, ways = ("canal", "jordan", "all_sea"), ("road", "track")
    special = [p for p in found if any(m.crosses(k, *p) for k in sides) or any(m.follows(k, *p) for k in ways)]
    return special + found[::9]


@pytest.mark.rule(
    "sinai", "5.21", "5.24", "5.25", "5.31", "5.32", "5.33", "13.33", "23.12", "24.31", "24.32", "24.44", "26.64"
)
@pytest.mark.parametrize("foot", [False, True])
@pytest.mark.parametrize("side", ["israel", "arab"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_31_the_cost_of_every_kind_of_step(scenario: str, side: str, foot: bool) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    for bridges in (False, True):
        ground = game.ground(side, foot, bridges)
        for a, b in pairs(game):
            where = (game.hex_name(a), game.hex_name(b))
            wanted, step = expected(game, side, foot, bridges, a, b), ground.step(a, b)
            assert step.cost == wanted, where
            assert dict(ground.edges[a]).get(b, CLOSED) == wanted, where
            assert step.why


@pytest.mark.rule("sinai", "25.15", "26.14")
def test_r26_14_sam_units_walk_and_cross_the_canal_for_their_whole_allowance() -> None:
    for scenario, cost in (("mid-1970s", 1), ("1973", 4)):
        game: Any = sandtable.load(f"sinai/{scenario}")
        m, ground = game.map, game.sam_ground[True]
        for a, b in pairs(game):
            if m.crosses("canal", a, b):
                assert ground.step(a, b).cost == cost
            else:
                assert ground.step(a, b).cost == expected(game, "arab", True, True, a, b)


@pytest.mark.rule("sinai", "5.32", "5.25", "5.21", "24.44", "5.22", "26.64")
def test_r5_32_a_closed_step_says_why() -> None:
    def why(scenario: str, side: str, a: str, b: str, foot: bool = False) -> tuple[str, str]:
        game: Any = sandtable.load(f"sinai/{scenario}")
        step = game.ground(side, foot, True).step(game.hex(a), game.hex(b))
        return step.rule, str(step.why)

    assert why("1967", "israel", "0524", "0424") == ("5.22", "the Suez Canal is closed to Israel")
    assert why("1967", "arab", "0423", "0523") == ("5.33", "there is no Ferry Point between 0423 and 0523")
    assert why("1967", "arab", "0424", "0524") == ("5.33", "over a Ferry Point")
    assert why("1973", "arab", "0424", "0524") == ("24.44", "over the Suez Canal")
    assert why("mid-1970s-race", "israel", "0524", "0424")[0] == "26.64"
    assert why("1967", "israel", "2425", "2525") == ("5.24", "2525 is rough and no road or track leads in from 2425")
    assert why("1973", "israel", "3114", "3113") == ("5.31", "road in rough, post-1967 Israel [24.32]")
    assert why("1967", "israel", "2030", "2031") == ("5.31", "clear")


@pytest.mark.rule("sinai", "5.24", "17.13")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_r5_24_where_a_unit_may_stand(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    m = game.map
    for side in ("israel", "arab"):
        for foot in (False, True):
            ground = game.ground(side, foot, True)
            cells = ground.chart
            for h in tuple(m.grid.hexes)[::3]:
                dry = not game.water >> h & 1 and m.country_at[h] not in ("lebanon", "saudi")
                entered = any(expected(game, side, foot, True, n, h) != CLOSED for n in m.grid.neighbours[h] if n)
                assert bool(ground.enterable >> h & 1) == (dry and (cells.get(m.terrain_at[h]) != "P" or entered))


@pytest.mark.rule("sinai", "10.11", "10.12", "10.14", "24.62", "24.66")
@pytest.mark.parametrize("scenario", ["1967", "1973", "mid-1970s-race"])
def test_r10_14_the_steps_of_a_line(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    m, grid = game.map, game.map.grid
    for ways, over in ((("road",), False), (("road", "track"), True)):
        ground = game.ground("arab", False, False)
        masks = line_back(game, ground, ways, over)
        for a, b in pairs(game):
            if m.crosses("canal", a, b):
                on_a_way = bool((m.on_path["road"] | m.on_path["track"]) >> b & 1)
                good = m.crosses("canal_ferry", a, b) or (over and (m.terrain_at[b] == "clear" or on_a_way))
            else:
                good = m.terrain_at[b] == "clear" or any(m.follows(w, a, b) for w in ways)
                good = good and expected(game, "arab", False, False, a, b) != CLOSED
            good = good and not game.water >> b & 1 and m.country_at[b] not in ("lebanon", "saudi")
            assert bool(masks[grid.direction(b, a)] >> b & 1) == good, (game.hex_name(a), game.hex_name(b))


@pytest.mark.rule("sinai", "14.0")
@pytest.mark.parametrize(("scenario", "front", "foot"), [("1967", "egypt", False), ("1967", "syria", True)])
def test_r14_0_the_way_home_is_the_cheapest_one_and_rather_a_road(scenario: str, front: str, foot: bool) -> None:
    """Every hex asks its neighbours again and again until nobody finds a shorter way; nobody steps into the barred land."""
    game: Any = sandtable.load(f"sinai/{scenario}")
    ground, goal, barred = game.ground("arab", foot, True), game.home_edge[front], game.israel_land
    near = [h for h in game.map.grid.hexes if game.map.grid.distance(h, game.hex("3302" if foot else "0630")) <= 9]
    near = [h for h in near if not game.water >> h & 1]
    steps = {
        a: [(b, 32 * k + (not game.map.follows("road", a, b))) for b, k in ground.edges[a] if not barred >> b & 1]
        for a in near
    }
    far = ground.homeward(goal, barred)
    ahead = [ground.ahead(far, barred, h) for h in range(game.map.grid.size)]
    found = {h: far[h] for h in game.map.grid.hexes if h not in near} | {
        h: 0 if goal >> h & 1 else 1 << 30 for h in near
    }
    changed = True
    while changed:
        changed = False
        for a, ways in steps.items():
            best = min((k + found.get(b, 1 << 30) for b, k in ways), default=1 << 30)
            if best < found[a]:
                found[a], changed = best, True
    assert {h: far[h] for h in near} == {h: found[h] for h in near}
    assert len({far[h] for h in near}) > 20
    for a in near:
        if 0 < far[a] < 1 << 30:
            assert dict(steps[a])[ahead[a]] + far[ahead[a]] == far[a]
    assert ground.homeward(goal, barred) == far
    assert ground.homeward(goal, 0) != far or not any(barred >> h & 1 for h in near)
