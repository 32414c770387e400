"""[5.0, 6.0] Movement, stacking, zones of control."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable

from .table import ARISH, SUEZ, cost, destinations, fighting, moving, options, play, position, refused, where


# Allowances and costs -------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.2", "5.3", "2.13")
@pytest.mark.parametrize(
    ("title", "unit", "points"),
    [
        (SUEZ, "A/6", 12),
        (SUEZ, "1P", 6),
        (SUEZ, "JS", 60),
        (SUEZ, "PS-Armor", 8),
        (SUEZ, "1R", 4),
        (SUEZ, "PS-AA", 0),
        (ARISH, "79/7/Tal", 8),
        (ARISH, "1/Ad/Shr", 6),
        (ARISH, "SC-Heli", 30),
        (ARISH, "14-Arm", 6),
        (ARISH, "1/7", 4),
    ],
)
def test_r5_2_and_5_3_allowances_by_side_and_class(title: str, unit: str, points: int) -> None:
    game = sandtable.load(title)
    assert game.allowances[game.unit(unit)] == 2 * points


@pytest.mark.rule("middle-east-battles", "5.1", "5.10")
def test_r5_1_hex_by_hex_within_the_allowance() -> None:
    s = moving(ARISH, "egypt", "2949 1/7")
    assert cost(s, "move 1/7 2949-2948-2947") == "2"
    assert refused(s, "move 1/7 2949-2947") == ("5.1",)
    assert refused(s, "move 1/7 2948-2947") == ("5.1",)
    assert refused(s, "move 1/7 2949") == ("5.1",)
    assert refused(s, "move 1/7 2949-2948-2947-2847-2747-2748") == ("5.10",)


@pytest.mark.rule("middle-east-battles", "5.10")
def test_r5_10_no_minimum_move() -> None:
    s = moving(SUEZ, "egypt", "3508 1R")  # 3 for the channel and 1 for the ground: all it has
    assert cost(s, "move 1R 3508-3607") == "4"
    assert refused(s, "move 1R 3508-3607-3608") == ("5.10",)
    s = moving(SUEZ, "egypt", "2908 1R")
    assert refused(s, "move 1R 2908-2808") == ("5.10",)  # channel 3 and city 2 exceed 4


@pytest.mark.rule("middle-east-battles", "5.7")
@pytest.mark.parametrize(
    ("title", "unit", "path", "points"),
    [
        (ARISH, "1/7", "2949-2948", "1"),  # clear
        (ARISH, "1/7", "3843-3844", "2"),  # village is clear; the wadi is paid for
        (ARISH, "1/7", "3925-3924", "1"),  # town by trail
        (ARISH, "1/7", "4721-4720", "1"),
        (ARISH, "1/7", "4443-4343", "2"),  # rough
        (ARISH, "1/7", "4444-4544", "2"),  # fortification
        (ARISH, "1/7", "2129-2128", "2"),  # city
        (SUEZ, "1R", "3508-3608", "4"),  # channel added to the clear hex
        (SUEZ, "1R", "3410-3311", "2"),  # oil tanks
    ],
)
def test_r5_7_terrain_costs(title: str, unit: str, path: str, points: str) -> None:
    s = moving(title, "egypt", f"{path[:4]} {unit}")
    assert cost(s, f"move {unit} {path}") == points


@pytest.mark.rule("middle-east-battles", "5.7", "9.14")
def test_r5_7_water_and_canal_are_not_crossed() -> None:
    s = moving(SUEZ, "anglo-french", "4707 A/6", "2304 1P")
    assert refused(s, "move A/6 4707-4806") == ("5.7", "9.14")
    assert refused(s, "move 1P 2304-2303") == ("5.7", "9.14")
    assert "4806" not in destinations(s, "A/6")


@pytest.mark.rule("middle-east-battles", "5.8")
def test_r5_8_roads_cost_half_a_point_whatever_the_terrain() -> None:
    s = moving(SUEZ, "egypt", "2407 1R", "3509 2R")
    assert cost(s, "move 1R 2407-2508-2607") == "1"  # two city hexes by road
    assert cost(s, "move 1R 2407-2408") == "2"
    assert cost(s, "move 2R 3509-3608") == "½"  # the bridge cancels the channel
    assert cost(s, "move 2R 3509-3609") == "4"
    s = moving(ARISH, "egypt", "3844 2-Arm")
    assert cost(s, "move 2-Arm 3844-3944") == "½"  # over the wadi by bridge
    assert cost(s, "move 2-Arm 3844-3945") == "2"


@pytest.mark.rule("middle-east-battles", "5.9")
def test_r5_9_trails_cost_one_but_a_wadi_is_paid_for() -> None:
    s = moving(ARISH, "egypt", "4241 7-Arm", "2635 7-Tank")
    assert cost(s, "move 7-Arm 4241-4342") == "1"  # rough by trail
    assert cost(s, "move 7-Arm 4241-4242") == "2"
    assert cost(s, "move 7-Tank 2635-2735") == "2"  # the trail crosses the wadi


@pytest.mark.rule("middle-east-battles", "5.6")
def test_r5_6_a_unit_moves_once_a_phase() -> None:
    s = moving(ARISH, "egypt", "2949 1/7")
    s = play(s, "move 1/7 2949-2948")
    assert refused(s, "move 1/7 2948-2949") == ("5.6",)
    assert options(s) == ["end"]


@pytest.mark.rule("middle-east-battles", "5.5")
def test_r5_5_nobody_enters_an_enemy_hex_but_helicopters_fly_over() -> None:
    s = moving(SUEZ, "anglo-french", "3905 A/6", "4005 2R", "3904 845")
    assert refused(s, "move A/6 3905-4005") == ("5.5",)
    assert refused(s, "move A/6 3905-4005-4105") == ("5.5",)  # nor pass through
    assert s.check("fly 845 3904-4105") is None  # straight over 4005
    assert refused(s, "fly 845 3904-4005") == ("5.5",)


# Stacking and passing through -------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.11")
def test_r5_11_one_unit_a_hex_two_with_a_helicopter() -> None:
    s = moving(SUEZ, "anglo-french", "4005 A/6", "4105 B/6", "4205 845", "4305 JS", "4304 1P")
    assert refused(s, "move A/6 4005-4105") == ("5.11",)
    assert s.check("move B/6 4105-4205") is None
    assert s.check("fly 845 4205-4105") is None
    s = play(s, "fly 845 4205-4105")
    assert refused(s, "fly JS 4305-4105") == ("5.11",)
    assert refused(s, "move A/6 4005-4105") == ("5.11",)
    s = play(s, "fly JS 4305-4304")
    assert where(s, "JS") == "4304"


@pytest.mark.rule("middle-east-battles", "5.12", "5.13")
def test_r5_12_passing_friends_costs_one_for_western_units_each_time() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "3046 9/7/Tal")
    assert cost(s, "move 79/7/Tal 2846-2946-3046-3146") == "3½"  # road all the way, two friends
    assert refused(s, "move 79/7/Tal 2846-2946") == ("5.11",)
    s = play(s, "move 79/7/Tal 2846-2946-3046-3146")
    assert s.check("move 82/7/Tal 2946-3046-3045") is None  # no limit on who passes


@pytest.mark.rule("middle-east-battles", "5.12")
def test_r5_12_passing_friends_costs_two_for_egyptians() -> None:
    s = moving(ARISH, "egypt", "2846 2-Arm", "2946 7-Tank")
    assert cost(s, "move 2-Arm 2846-2946-3046") == "3"
    s = moving(ARISH, "egypt", "2846 1/2", "2946 7-Tank", "3046 7-AT")
    assert refused(s, "move 1/2 2846-2946-3046-3146") == ("5.10",)


@pytest.mark.rule("middle-east-battles", "5.14")
def test_r5_14_helicopters_pay_one_a_hex_everywhere() -> None:
    s = moving(SUEZ, "anglo-french", "2020 845", "2019 A/6")
    assert cost(s, "fly 845 2020-2016") == "4"  # rough and friends: still one point each
    assert refused(s, "move 845 2020-2021") == ("5.14",)
    assert refused(s, "fly 845 2020-2620") == ("5.7", "5.14")  # no stop on the lake
    s = moving(ARISH, "israel", "3030 SC-Heli")
    assert "3045" in destinations(s, "SC-Heli", "fly")
    assert refused(s, "fly SC-Heli 3030-4852") == ("5.10", "5.14")


# Zones of control -------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "6.1")
def test_r6_1_zones_reach_six_hexes_over_any_terrain_and_work_both_ways() -> None:
    s = fighting(SUEZ, "anglo-french", "4707 A/6", "4706 2R", air="[0, 0]")  # the Canal between them
    assert refused(s, "end") == ("7.1", "7.3")
    s = fighting(SUEZ, "anglo-french", "4806 JS", "4807 2R", air="[0, 0]")  # helicopters have one too
    assert refused(s, "end") == ("7.1", "7.3")
    s = fighting(SUEZ, "anglo-french", "4805 JS", "4807 2R", air="[7, 5]")  # markers have none
    assert s.check("end") is None


@pytest.mark.rule("middle-east-battles", "6.2")
def test_r6_2_western_zones_stop_and_hold_egyptians() -> None:
    s = moving(ARISH, "egypt", "2846 79/7/Tal", "2848 7-Tank", "2745 7-AT", "3048 2-Arm")
    assert cost(s, "move 2-Arm 3048-2948-2947") == "2"  # entering costs nothing extra
    assert refused(s, "move 2-Arm 3048-2948-2947-2946") == ("6.2",)  # but it must stop
    assert s.check("move 7-Tank 2848-2847") is None
    s = play(s, "move 7-Tank 2848-2847")
    s = moving(ARISH, "egypt", "2846 79/7/Tal", "2847 7-Tank")
    assert refused(s, "move 7-Tank 2847-2848") == ("6.2",)
    s = moving(ARISH, "egypt", "2847 7-Tank")  # the Western unit is gone: free again
    assert s.check("move 7-Tank 2847-2848") is None


@pytest.mark.rule("middle-east-battles", "6.3")
def test_r6_3_egyptian_zones_do_not_hinder_western_movement() -> None:
    s = moving(ARISH, "israel", "2846 1/7", "2847 79/7/Tal")
    assert s.check("move 79/7/Tal 2847-2947-2946-2945") is None


@pytest.mark.rule("middle-east-battles", "6.3")
def test_r6_3_egyptians_in_fortifications_stop_and_hold_israelis() -> None:
    s = moving(ARISH, "israel", "4544 1/2", "4743 1/Zi/Shr", "4644 2/Zi/Shr", "4446 SC-Heli")
    assert refused(s, "move 2/Zi/Shr 4644-4744") == ("6.3",)
    assert refused(s, "move 1/Zi/Shr 4743-4643-4642") == ("6.3",)
    assert s.check("move 1/Zi/Shr 4743-4643") is None
    assert s.check("fly SC-Heli 4446-4742") is None
    s = moving(ARISH, "israel", "4444 1/2", "4543 2/Zi/Shr")  # in the open, next to a captured work: no hold
    assert s.check("move 2/Zi/Shr 4543-4443-4343") is None
    s = moving(ARISH, "israel", "4544 1/2", "4543 2/Zi/Shr")  # held although it stands in a captured work
    assert refused(s, "move 2/Zi/Shr 4543-4542") == ("6.3",)


# Night ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.15")
def test_r5_15_night_halves_movement_and_keeps_egyptians_apart() -> None:
    s = moving(ARISH, "israel", "2949 79/7/Tal", turn=4)
    assert refused(s, "move 79/7/Tal 2949-2948-2947-2847-2748-2749") == ("5.10",)
    assert cost(s, "move 79/7/Tal 2949-2948-2947-2847-2748") == "4"
    s = moving(ARISH, "egypt", "2846 79/7/Tal", "2848 7-Tank", "2845 7-AT", turn=4)
    assert refused(s, "move 7-Tank 2848-2847") == ("5.15",)
    assert refused(s, "move 7-AT 2845-2844") == ("5.15",)
    assert s.check("move 7-Tank 2848-2849") is None
    s = moving(ARISH, "egypt", "2846 79/7/Tal", "2848 7-Tank", turn=5)
    assert s.check("move 7-Tank 2848-2847") is None


@pytest.mark.rule("middle-east-battles", "5.11")
def test_r5_11_two_helicopters_fill_a_hex() -> None:
    s = moving(SUEZ, "anglo-french", "4005 A/6", "4105 JS 845")
    assert refused(s, "move A/6 4005-4105") == ("5.11",)
    assert "4105" not in destinations(s, "A/6")
    s = moving(SUEZ, "anglo-french", "4005 A/6", "4105 JS")
    assert "4105" in destinations(s, "A/6")


@pytest.mark.rule("middle-east-battles", "5.1")
def test_r5_1_only_your_own_units_move_and_short_forms_find_the_way() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "3549 1/7", "holding 82/7/Tal 9/7/Tal", turn=1)
    assert refused(s, "move Nobody 2846-2845") == ("5.1",)
    assert refused(s, "move 1/7 3549-3548") == ("5.1",)
    assert refused(s, "move 82/7/Tal 4820-4720") == ("5.1",)  # not on the map
    assert refused(s, "end now") == ("5.1",)
    assert where(play(s, "move 79/7/Tal 2843"), "79/7/Tal") == "2843"
    assert where(play(s, "enter 82/7/Tal 4620"), "82/7/Tal") == "4620"
    s = moving(ARISH, "israel", "2050 79/7/Tal", "holding SC-Heli")
    assert where(play(s, "exit 79/7/Tal"), "79/7/Tal") == "exited"
    assert where(play(s, "fly SC-Heli 4620"), "SC-Heli") == "4620"


@pytest.mark.rule("middle-east-battles", "9.11")
def test_r9_11_a_landing_names_a_unit_and_a_hex() -> None:
    s = position(SUEZ, "PlayerTurn anglo-french", "holding 1P 2P", turn=1)
    assert refused(s, "land 1P") == ("9.11",)
    assert refused(s, "land 1P xx") == ("9.11",)
    assert refused(s, "drop 1P 1824") == ("9.11",)
    assert refused(s, "land Nobody 1824") == ("9.11",)


def costs(d: Any) -> list[float]:
    return [x["cost"] for x in d["steps"]]


# What the table shows before the click ----------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.7", "5.8", "5.12")
def test_details_of_a_move_are_numbers_step_by_step() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "3147 1/7")
    assert s.details("move 79/7/Tal 2846-2946-3046") == {
        "cost": 2.0,
        "left": 6.0,
        "path": ["2846", "2946", "3046"],
        "steps": [
            {"to": "2946", "cost": 1.5, "why": "road [5.8], through a friend [5.12]"},
            {"to": "3046", "cost": 0.5, "why": "road [5.8]"},
        ],
        "enemy_controlled": True,
    }
    assert s.details("move 79/7/Tal 2846-3046") == {}  # what is refused has no price
    assert s.details("end") == {}


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "9.4", "9.14")
def test_details_of_arrivals() -> None:
    s = moving(ARISH, "egypt", "reserve 3-Arm 3-Art", turn=1)
    s = play(s, "enter 3-Arm 1945-2045")
    d = s.details("enter 3-Art 1945-1944")
    assert (d["path"], costs(d), d["cost"], d["left"]) == (["1945", "1944"], [2.0, 1.0], 3.0, 3.0)
    assert d["steps"][0]["why"] == "clear, number 2 in column [10.4]"
    s = moving(SUEZ, "anglo-french", "4707 9-Eng", "4708 A/6")
    d = s.details("cross A/6 9-Eng 4706")
    assert (d["path"], costs(d)) == (["4708", "4707", "4706"], [2.0, 0])
    s = moving(SUEZ, "egypt", "2510 1R", "militia Militia-1", militia_due="1", mustering='["2510"]')
    d = s.details("muster Militia-1 2510-2509")
    assert (d["path"], costs(d), d["left"]) == (["2510", "2509"], [0, 2.0], 2.0)
    s = moving(ARISH, "israel", "holding SC-Heli", "1930 79/7/Tal")
    d = s.details("fly SC-Heli holding-4620")
    assert (len(d["path"]), d["cost"], d["left"]) == (3, 3.0, 27.0)
    assert s.details("exit 79/7/Tal 1930")["path"] == ["1930", "exited"]
