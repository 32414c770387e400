"""[1.0, 2.0, 11.0] Sides, boxes, counters and charts."""

from __future__ import annotations

import pytest

import sandtable

from .table import ARISH, SUEZ, fighting, moving, options, refused, vp


@pytest.mark.rule("middle-east-battles", "1.2")
@pytest.mark.parametrize(("title", "west"), [(SUEZ, "anglo-french"), (ARISH, "israel")])
def test_r1_2_western_and_egyptian_player(title: str, west: str) -> None:
    game = sandtable.load(title)
    assert game.sides == (west, "egypt")
    assert game.start().actor == "egypt"  # the set-up


@pytest.mark.rule("middle-east-battles", "1.3")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r1_3_the_common_rules_hold_in_both_battles(title: str) -> None:
    ids = {r.id for r in sandtable.load(title).ledger().rules}
    assert {"5.8", "6.1", "7.19", "8.17"} <= ids
    assert ("9.4" in ids) == (title == SUEZ)
    assert ("10.4" in ids) == (title == ARISH)


@pytest.mark.rule("middle-east-battles", "1.4")
def test_r1_4_units_in_boxes_take_no_part_in_combat() -> None:
    s = fighting(SUEZ, "anglo-french", "4810 4-Inf", "holding 23-Art", air="[0, 0]")
    assert options(s) == ["end"]  # the gun in the box reaches nothing


@pytest.mark.rule("middle-east-battles", "2.5", "2.6", "2.7", "2.8", "2.9")
@pytest.mark.parametrize(
    ("title", "unit", "factors"),
    [
        (SUEZ, "4-Inf", ["2"]),
        (SUEZ, "PS-AA", ["1", "1", "1", "10"]),
        (SUEZ, "PS-Coast", ["1", "1", "1", "40"]),
        (ARISH, "14-Arm", ["6"]),
        (ARISH, "PLA", ["4"]),
        (ARISH, "7-Art", ["4", "2", "1", "7"]),
        (ARISH, "7-AA", ["1", "2", "2", "2"]),
        (ARISH, "ZSU/7", ["1", "1", "1", "2"]),
        (ARISH, "SF-Art", ["5", "2", "1", "7"]),
        (ARISH, "SF-ATGM", ["0", "[3]", "1", "2"]),
        (ARISH, "ShF-Art", ["3", "1", "1", "7"]),
        (ARISH, "1/3", ["6"]),
    ],
)
def test_r2_5_four_numbers_make_artillery(title: str, unit: str, factors: list[str]) -> None:
    game = sandtable.load(title)
    u = game.unit(unit)
    assert game.factors(game.start(), u) == factors
    assert bool(game.artillery >> u & 1) == (len(factors) == 4)


@pytest.mark.rule("middle-east-battles", "2.9")
def test_r2_9_non_artillery_attacks_adjacent_hexes_only() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2844 1/7", "3046 1/2", "2946 82/7/Tal", air="[0]")
    assert options(s, "attack") == ["attack 3046"]


@pytest.mark.rule("middle-east-battles", "2.13")
def test_r2_13_static_units_never_move() -> None:
    s = moving(SUEZ, "egypt", "2204 PS-Coast", "2507 PS-AA", "2510 1R")
    assert not options(s, "move PS-")
    assert refused(s, "move PS-AA 2507-2506") == ("2.13",)
    assert options(s, "move 1R")


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_counter_totals_follow_the_published_inventory(title: str) -> None:
    game = sandtable.load(title)
    data = game.source.load(f"{title}/counters.toml")
    assert len(data["unit"]) + sum(m["count"] for m in data["marker"]) == data["budget"]["total"]


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_the_charts_have_the_results_and_columns_that_the_rules_name(title: str) -> None:
    game = sandtable.load(title)
    cells = {c for t in (game.frontal, game.mobile) for row in t.cells for c in row}
    assert cells == {"A1", "AE", "BR", "D1", "D2", "D3", "D4", "DE", "EX", "AX"}
    assert not any("D1" in row for row in game.frontal.cells)
    assert game.frontal.columns == game.mobile.columns
    assert (game.frontal.columns[0], game.frontal.columns[-1]) == ("-7 or less", "+12 or more")
    assert vp(game.position(f"{title}\n> NextTurn")) == (0, 0)


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_roads_are_bridged_wherever_they_cross_a_hexside(title: str) -> None:
    game = sandtable.load(title)
    for path in game.map.paths:
        if path.kind == "road":
            for a, b in zip(path.chain, path.chain[1:]):
                if game.hexsides(a, b):
                    assert game.map.crosses("bridge", a, b)


@pytest.mark.rule("middle-east-battles", "4.1", "4.2")
@pytest.mark.parametrize(
    ("title", "west", "turn", "when"),
    [(SUEZ, "anglo-french", 2, "5 November, afternoon"), (ARISH, "israel", 4, "6 June, 00-06, night")],
)
def test_r4_2_the_phases_and_the_turn_track(title: str, west: str, turn: int, when: str) -> None:
    game = sandtable.load(title)
    turns = [f"{side}-{phase}" for side in (west, "egypt") for phase in ("movement", "combat")]
    assert [p.id for p in game.phases] == ["set-up", *turns]
    assert game.turn_track[turn] == when
