"""[9.0] Suez '56."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable

from .table import (
    SUEZ,
    attack,
    cost,
    destinations,
    fighting,
    frame,
    moving,
    options,
    play,
    position,
    refused,
    roll,
    shifts,
    vp,
    where,
)

AF = "anglo-french"


# Length and the written turn ------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.2")
def test_r9_2_the_battle_ends_after_turn_six_or_on_the_written_turn() -> None:
    s = position(SUEZ, "EndOfTurn", turn=6)
    assert options(s) == ["stop", "continue"]
    assert play(s, "stop").outcome is not None
    s = play(s, "continue")
    assert options(s) == [f"write {n}" for n in range(7, 13)]
    s = play(s, "write 8")
    assert s.turn == 7
    s = position(SUEZ, "EndOfTurn", turn=7, last_turn="8")
    s = play(s, "roll 3")
    assert (vp(s), s.outcome, s.turn) == ((0, 4), None, 8)
    s = play(position(SUEZ, "EndOfTurn", turn=8, last_turn="8"), "roll 6")
    assert vp(s) == (0, 7)
    assert s.outcome is not None
    assert position(SUEZ, "EndOfTurn", turn=5).turn == 6  # no choice before


@pytest.mark.rule("middle-east-battles", "9.2")
def test_r9_2_the_number_is_hidden_from_egypt() -> None:
    s = play(position(SUEZ, "EndOfTurn", turn=6), "continue")
    assert s.choice.secret_from(s) == ("egypt",)
    assert "7" not in s.view("egypt")["prompt"]
    a, b = play(s, "write 7"), play(s, "write 12")
    assert a.view("egypt") == b.view("egypt")
    assert a.view(AF) != b.view(AF)
    drawn = {a.game.sample_hidden(a, "egypt", Random(i)).last_turn for i in range(60)}
    assert drawn == set(range(7, 13))
    assert a.game.sample_hidden(a, AF, Random(1)).last_turn == 7


# Set-up and militia -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.3")
def test_r9_3_ten_units_inland_and_the_coastal_battery_on_the_coast() -> None:
    s = sandtable.load(SUEZ).start()
    assert refused(s, "place 4-Inf 1822") == ("9.3",)  # coast
    assert refused(s, "place PS-Coast 2510") == ("9.3",)
    assert refused(s, "place 4-Inf 3020") == ("9.3",)  # lake
    assert refused(s, "place Militia-1 2510") == ("9.3",)
    s = play(s, "place 4-Inf 2510", "place PS-Coast 1822")
    assert refused(s, "place 1R 2510") == ("5.11", "9.3")
    s = play(s, "deploy standard")
    assert s.actor == AF
    assert [where(s, u) for u in ("4-Inf", "PS-Coast")] == ["2510", "1822"]
    assert all(s.loc[u] for u in s.game.units_of["egypt"])


@pytest.mark.rule("middle-east-battles", "9.4")
def test_r9_4_a_die_of_militia_from_turn_two_in_held_city_hexes() -> None:
    s = position(SUEZ, "PlayerTurn egypt", "2510 1R", "1825 1NG", "militia Militia-1 Militia-2", turn=1)
    assert frame(s) == "Movement"
    assert not options(s, "muster")
    s = position(SUEZ, "PlayerTurn egypt", "2510 1R", "1825 1NG", "militia Militia-1 Militia-2 Militia-3", turn=2)
    assert s.actor == "chance"
    s = play(s, "roll 2")
    starts = {a.split()[2].split("-")[0] for a in options(s, "muster")}
    assert starts == {"2510"}
    assert refused(s, "muster Militia-1 2510") == ("5.11",)  # its unit still stands there
    assert refused(s, "muster Militia-1 1825-1826") == ("9.4",)  # no city
    assert refused(s, "muster Militia-1 2511-2512") == ("9.4",)  # nobody there
    s = play(s, "muster Militia-1 2510-2509", "move 1R 2510-2609", "muster Militia-2 2510")
    assert [where(s, u) for u in ("Militia-1", "Militia-2", "1R")] == ["2509", "2510", "2609"]
    assert refused(s, "muster Militia-3 2510-2511") == ("9.4",)  # the die gave two
    assert refused(s, "move Militia-1 2509-2508") == ("5.6",)


@pytest.mark.rule("middle-east-battles", "9.4")
def test_r9_4_militia_end_when_all_have_come_or_no_city_is_held() -> None:
    s = position(SUEZ, "PlayerTurn egypt", "2510 1R", turn=3)
    assert frame(s) == "Movement"  # nobody left to roll for
    s = position(SUEZ, "PlayerTurn egypt", "1825 1NG", "militia Militia-1", turn=3)
    assert s.militia_over
    s = position(SUEZ, "PlayerTurn egypt", "2510 1NG", "militia Militia-1", turn=4, militia_over="true")
    assert frame(s) == "Movement"  # once over, over for good


@pytest.mark.rule("middle-east-battles", "9.5", "9.8")
def test_r9_5_what_if_units_join_and_the_eight_points_are_lost() -> None:
    plain, more = sandtable.load(SUEZ).start(), sandtable.load(SUEZ).start({"what_if": True})
    assert vp(plain) == (0, 8)
    assert vp(more) == (0, 0)
    assert more.choice.waiting.bit_count() - plain.choice.waiting.bit_count() == 15
    assert more.game.roster.of_side["egypt"].bit_count() == 31


@pytest.mark.rule("middle-east-battles", "9.6", "9.7", "1.4")
def test_r9_6_everybody_waits_in_the_box_and_the_strikes_are_seven_and_five() -> None:
    s = play(sandtable.load(SUEZ).start(), "deploy standard")
    assert s.air == (7, 5)
    assert all(where(s, s.game.name_of(u)) == "holding" for u in s.game.units_of[AF])
    s = fighting(SUEZ, AF, "4005 2R", "4004 A/6")
    assert s.naval == (1, 1)


# Victory points ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.8")
def test_r9_8_points_for_losses_objectives_and_fire_into_the_city() -> None:
    assert vp(position(SUEZ, "EndOfTurn", "1825 1NG", "3509 2NG", "2804 A/6", turn=2)) == (0, 2)
    s = fighting(SUEZ, AF, "2510 4-Inf", "2610 1R", "2609 A/6", "2509 2/7")
    s = play(s, "attack 2510", "with 2/7", "support french-air 1", "confirm")
    assert vp(s) == (0, 1)
    s = play(s, "roll 6")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    before = vp(s)[1]
    s = play(s, "attack 2610", "with A/6", "support british-air 1", "support british-naval", "confirm")
    assert vp(s)[1] == before + 1  # however much is fired
    s = fighting(SUEZ, AF, "2510 4-Inf", "2509 2/7")
    assert vp(play(s, "attack 2510", "with 2/7", "confirm")) == (0, 0)  # no fire, no point
    s = fighting(SUEZ, AF, "1825 1NG", "1824 A/6")
    assert vp(play(s, "attack 1825", "with A/6", "support british-air 1", "confirm")) == (0, 0)  # no city


@pytest.mark.rule("middle-east-battles", "9.8")
def test_r9_8_only_one_point_a_hex_and_phase_and_protective_fire_counts() -> None:
    s = fighting(SUEZ, AF, "2510 4-Inf", shelled='["2510"]')
    s.shelled = 1 << s.game.hex("2510")
    assert vp(play(s, "attack 2510", "support british-air 1", "confirm")) == (0, 0)
    s = fighting(SUEZ, "egypt", "2510 A/6", "2509 4-Inf")
    s = play(s, "attack 2510", "with 4-Inf", "confirm", "support british-air 1", "confirm")
    assert vp(s) == (0, 1)
    s = fighting(SUEZ, "egypt", "2510 A/6", "2509 4-Inf")
    assert vp(play(s, "attack 2510", "with 4-Inf", "confirm", "confirm")) == (0, 0)


@pytest.mark.rule("middle-east-battles", "9.8", "8.19")
def test_r9_8_ships_in_protective_fire_shell_the_attackers_hex() -> None:
    def shelling(egyptian: str, british: str, *more: str) -> tuple[float, float]:
        s = fighting(SUEZ, "egypt", f"{egyptian} 4-Inf", f"{british} 1P", *more, air="[0, 0]")
        s = play(s, f"attack {british}", "with 4-Inf", *("with 1R" for _ in more), "confirm", "support british-naval")
        return vp(play(s, "confirm"))

    assert shelling("3005", "3106") == (0, 1)  # 3005 is a city hex
    assert shelling("3106", "3005") == (0, 0)  # 3106 is none
    assert shelling("3005", "3106", "3105 1R") == (0, 0)  # another attacker stands outside the city


@pytest.mark.rule("middle-east-battles", "9.8", "9.9")
def test_r9_8_two_for_each_anglo_french_unit_and_one_for_each_egyptian() -> None:
    s = roll(attack(fighting(SUEZ, AF, "4005 2R", "4004 A/6", "4105 B/6", air="[0, 0]"), "4005", "A/6", "B/6"), 5)  # EX
    s = play(s, "lose A/6")
    assert vp(s) == (1, 2)


@pytest.mark.rule("middle-east-battles", "9.9", "9.10")
@pytest.mark.parametrize(("turn", "points"), [(1, 2), (3, 2), (4, 1), (6, 1)])
def test_r9_9_exits_score_two_up_to_turn_three_then_one(turn: int, points: int) -> None:
    s = moving(SUEZ, AF, "4708 A/6", "4609 1P", turn=turn)
    s = play(s, "exit A/6 4708-4807")
    assert where(s, "A/6") == "exited"
    assert vp(s) == (points, 0)


@pytest.mark.rule("middle-east-battles", "9.9")
def test_r9_9_two_for_each_objective_held_at_the_end() -> None:
    s = play(position(SUEZ, "StopOrGoOn", "1825 1P", "3509 2P", "2510 1R", turn=6), "stop")
    assert dict(s.outcome.score)[AF] == 4


@pytest.mark.rule("middle-east-battles", "9.10", "5.10")
def test_r9_10_leaving_costs_half_from_a_road_and_one_elsewhere() -> None:
    s = moving(SUEZ, AF, "4807 A/6", "4810 1P", "4806 2P", "4808 3P")
    assert cost(s, "exit A/6 4807") == "½"
    assert cost(s, "exit 1P 4810") == "1"
    assert refused(s, "exit 2P 4806") == ("9.10",)
    s = moving(SUEZ, AF, "4208 1P")
    assert refused(s, "exit 1P 4208-4309-4408-4509-4608-4709-4808") == ("5.10", "9.10")
    s = fighting(SUEZ, AF, "4807 A/6", "4708 2R", air="[0, 0]")
    assert not options(s, "exit")
    s = moving(SUEZ, "egypt", "4807 2R")
    assert refused(s, "exit 2R 4807") == ("9.10",)


# Airborne -----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.11")
def test_r9_11_two_paratroop_units_on_turn_one_then_one_a_turn() -> None:
    waiting = "holding 1P 2P 3P A/6 40-Cdo"
    s = position(SUEZ, f"PlayerTurn {AF}", waiting, "1825 1NG", turn=1)
    assert frame(s) == "AirborneLanding"
    assert refused(s, "land 40-Cdo 1922") == ("9.11",)
    assert refused(s, "land 1P 2510") == ("9.11", "5.7")  # city
    assert refused(s, "land 1P 2020") == ("9.11", "5.7")  # rough
    assert refused(s, "land 1P 1825") == ("5.5",)
    s = play(s, "land 1P 1824")  # in a zone of control
    assert refused(s, "land 2P 1824") == ("5.11",)
    s = play(s, "land 2P 1822")  # a coastal hex
    assert frame(s) == "Movement"
    assert refused(s, "move 1P 1824-1823") == ("9.11",)
    s = position(SUEZ, f"PlayerTurn {AF}", waiting, "1825 1NG", turn=2)
    assert frame(play(s, "land 1P 1824")) == "Movement"
    assert frame(play(s, "decline")) == "Movement"


@pytest.mark.rule("middle-east-battles", "9.11", "9.12", "9.13")
def test_r9_11_landed_units_must_attack_may_not_advance_and_die_on_a1() -> None:
    s = fighting(SUEZ, AF, "1825 1NG", "1824 1P", "1923 2P", air="[0, 0]", landed='["1P"]')
    assert refused(s, "end") == ("7.1", "7.3")
    # A1 eliminates the unit that landed
    s = roll(attack(fighting(SUEZ, AF, "1825 1NG", "1824 Gds-P", air="[0, 0]", landed='["Gds-P"]'), "1825", "Gds-P"), 6)
    assert where(s, "Gds-P") == "eliminated"
    s = roll(attack(fighting(SUEZ, AF, "1825 1NG", "1824 Gds-P", air="[0, 0]"), "1825", "Gds-P"), 6)
    assert frame(s) == "Retreat"
    # and it does not advance
    s = roll(
        attack(fighting(SUEZ, AF, "1825 1NG", "1824 1P", air="[0, 0]", landed='["1P"]'), "1825", "1P"), 2, "mobile"
    )
    s = play(s, options(s, "retreat")[0])
    assert frame(s) == "CombatPhase"
    s = roll(attack(fighting(SUEZ, AF, "1825 1NG", "1824 1P", air="[0, 0]"), "1825", "1P"), 2, "mobile")
    assert frame(play(s, options(s, "retreat")[0])) == "AdvanceAfterCombat"


@pytest.mark.rule("middle-east-battles", "9.11")
def test_r9_11_after_the_player_turn_they_are_ordinary_infantry() -> None:
    s = position(SUEZ, f"PlayerTurn {AF}", "holding 1P", "1632 1NG", turn=1)
    s = play(s, "land 1P 4810", "end", "end")
    assert s.landed == 0
    assert s.moved == 0


# Helicopters -----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.12")
def test_r9_12_js_brings_one_straight_leg_unit_a_turn() -> None:
    s = moving(SUEZ, AF, "holding JS 845 40-Cdo 42-Cdo A/6", "1825 1NG", turn=1)
    assert refused(s, "lift A/6") == ("9.12",)
    s = play(s, "lift 40-Cdo")
    assert refused(s, "drop 2510") == ("9.12", "5.7")
    assert refused(s, "drop 1825") == ("5.5",)
    s = play(s, "drop 1824")
    assert (where(s, "40-Cdo"), where(s, "JS")) == ("1824", "1824")
    assert s.landed == s.game.roster.named(["JS", "40-Cdo"])
    assert refused(s, "lift 42-Cdo") == ("9.12",)
    assert refused(s, "move 40-Cdo 1824-1823") == ("9.12",)


@pytest.mark.rule("middle-east-battles", "9.12")
def test_r9_12_js_fetches_from_the_box_again_and_lifts_from_hex_to_hex() -> None:
    s = moving(SUEZ, AF, "1824 JS 40-Cdo", "2018 45-Cdo", "holding 42-Cdo", turn=2)
    s2 = play(s, "lift 42-Cdo", "drop 4810")
    assert where(s2, "42-Cdo") == "4810"
    s3 = play(s, "lift 45-Cdo", "drop 4810")
    assert where(s3, "JS") == "4810"
    assert s3.landed >> s3.game.unit("45-Cdo") & 1
    s = play(s, "move 45-Cdo 2018-2019")
    assert refused(s, "lift 45-Cdo") == ("5.6",)


@pytest.mark.rule("middle-east-battles", "9.12", "5.10")
def test_r9_12_sixty_points_are_the_limit() -> None:
    s = play(moving(SUEZ, AF, "4810 JS", "holding 42-Cdo", turn=2), "lift 42-Cdo")
    out = cost(moving(SUEZ, AF, "4810 JS"), "fly JS 4810-holding")
    assert out == "32"  # 31 hexes to 1704-1232, and one to pass
    assert refused(s, "drop 4810") == ("5.10", "9.12")  # as much again: 64
    assert cost(s, "drop 4407") == "60"
    assert refused(s, "drop 4508") == ("5.10", "9.12")


@pytest.mark.rule("middle-east-battles", "9.12")
def test_r9_12_helicopters_come_and_go_for_one_point() -> None:
    s = moving(SUEZ, AF, "holding 845", "1825 JS")
    assert s.details("fly 845 holding-1922")["path"] == ["1419", "1520", "1620", "1721", "1821", "1922"]
    assert cost(s, "fly 845 holding-1922") == "6"  # the first hex at sea counts
    s = play(s, "fly 845 holding-1922")
    assert where(s, "845") == "1922"
    s = play(s, "fly JS 1825-holding")
    assert where(s, "JS") == "holding"


@pytest.mark.rule("middle-east-battles", "9.12", "5.6")
def test_r9_12_to_and_from_the_box_any_number_of_times_within_the_points() -> None:
    s = moving(SUEZ, AF, "1825 JS", "1922 1P", "holding 42-Cdo")
    trip = s.details("fly JS 1825-holding")["cost"]
    left = 60.0
    for _ in range(3):
        for flight in ("fly JS 1825-holding", "fly JS holding-1825"):
            assert s.details(flight)["left"] == left - trip
            s, left = play(s, flight), left - trip
    assert s.check("fly JS 1825-holding") is None  # points are left
    # from hex to hex it flies once, as the touch rule says; the way to the box stays open
    s = play(s, "fly JS 1825-1826")
    assert refused(s, "fly JS 1826-1825") == ("5.6",)
    assert refused(s, "fly JS 1826-exited") == ("5.6",)
    assert refused(s, "lift 42-Cdo") == ("5.6",)
    s = play(s, "fly JS 1826-holding")
    assert where(s, "JS") == "holding"
    # a new phase brings the points back
    s = position(SUEZ, f"PlayerTurn {AF}", "4810 JS", turn=2, flown="[90, 0]")
    assert s.flown == [0, 0]


@pytest.mark.rule("middle-east-battles", "9.12", "5.10")
def test_r9_12_the_points_of_all_flights_of_a_phase_add_up() -> None:
    s = moving(SUEZ, AF, "4810 845 ", "holding JS 42-Cdo")
    s = play(s, "fly 845 4810-holding")  # 32 of 60
    assert refused(s, "fly 845 holding-4810") == ("5.10", "9.12")
    assert s.details("fly 845 holding-1922")["left"] < 28
    assert max(s.details(a)["cost"] for a in options(s, "fly 845")) <= 28
    # and a lift has only what earlier trips have left
    s = play(moving(SUEZ, AF, "4810 JS", "holding 42-Cdo"), "fly JS 4810-holding", "lift 42-Cdo")
    assert cost(s, "drop 4407") == "28"
    assert refused(s, "drop 4508") == ("5.10", "9.12")


@pytest.mark.rule("middle-east-battles", "9.12")
def test_r9_12_after_a_landing_js_stays() -> None:
    s = play(moving(SUEZ, AF, "holding JS 42-Cdo 40-Cdo"), "lift 42-Cdo", "drop 1922")
    assert refused(s, "fly JS 1922-holding") == ("9.12",)
    assert refused(s, "lift 40-Cdo") == ("9.12",)
    assert not options(s, "fly") + options(s, "lift")


@pytest.mark.rule("middle-east-battles", "9.12", "9.10")
def test_r9_12_who_comes_from_the_box_is_landed_not_carried_across() -> None:
    s = play(moving(SUEZ, AF, "holding JS 1P", turn=1), "lift 1P")
    assert refused(s, "drop exited") == ("9.12",)
    assert "drop exited" not in options(s)
    assert moving(SUEZ, AF, "holding 845", turn=1).check("fly 845 holding-exited") is None  # the helicopter itself may


@pytest.mark.rule("middle-east-battles", "9.10", "9.12")
def test_r9_10_units_leave_by_helicopter_too() -> None:
    s = moving(SUEZ, AF, "4703 JS", "4503 1P", turn=2)
    s = play(s, "lift 1P", "drop exited")
    assert (where(s, "JS"), where(s, "1P")) == ("exited", "exited")
    assert vp(s) == (4, 0)


# Landings from the sea and crossings ---------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.13")
def test_r9_13_six_units_first_then_three_not_before_turn_four() -> None:
    units = ["40-Cdo", "42-Cdo", "45-Cdo", "A/6", "B/6", "C/6", "RS", "WY"]
    hexes = ["2206", "2107", "2108", "2109", "2110", "2010", "2011", "2012"]
    box = "holding " + " ".join(units)
    s = moving(SUEZ, AF, box, "1825 1NG", turn=3)
    assert s.check("beach 40-Cdo 2206").text == "Amphibious landings begin on game turn 4."
    assert not options(s, "beach")
    s = moving(SUEZ, AF, box, "2204 PS-Coast", turn=4)
    assert refused(s, "beach 40-Cdo 2510") == ("9.13",)
    assert refused(s, "beach 40-Cdo 2204") == ("5.5",)
    for u, h in zip(units[:6], hexes):
        s = play(s, f"beach {u} {h}")
    assert refused(s, "beach RS 2011") == ("9.13",)
    assert not options(s, "beach")
    assert s.landed.bit_count() == 6
    assert refused(s, "move A/6 2109-2110") == ("9.13",)
    s = moving(SUEZ, AF, box, "2204 PS-Coast", turn=5, first_beach="4")
    s = play(s, *(f"beach {u} {h}" for u, h in zip(units[:3], hexes)))
    assert refused(s, "beach RS 2011") == ("9.13",)
    s = moving(SUEZ, AF, box, "2204 PS-Coast", turn=5)  # the first landing may come later
    s = play(s, *(f"beach {u} {h}" for u, h in zip(units[:6], hexes)))
    assert s.first_beach == 5


@pytest.mark.rule("middle-east-battles", "9.14")
def test_r9_14_an_engineer_helps_units_over_the_canal() -> None:
    s = moving(SUEZ, AF, "4707 9-Eng", "4708 A/6", "4808 B/6", "4709 1P", "4610 60-Eng")
    assert refused(s, "move A/6 4708-4707-4706") == ("5.7", "9.14")
    assert refused(s, "cross 1P 9-Eng 4706") == ("9.14",)  # not next to the engineer
    assert refused(s, "cross A/6 9-Eng 4808") == ("9.14",)  # no water between
    assert refused(s, "cross 9-Eng 9-Eng 4706") == ("9.14",)
    assert refused(s, "cross A/6 60-Eng 4706") == ("9.14",)  # that one is not on the water
    s = play(s, "cross A/6 9-Eng 4706")
    assert where(s, "A/6") == "4706"
    assert refused(s, "move A/6 4706-4705") == ("9.14",)
    assert refused(s, "move 9-Eng 4707-4807") == ("9.14",)
    assert refused(s, "cross B/6 9-Eng 4706") == ("9.14",)  # 4808 is not next to 4707
    s = moving(SUEZ, AF, "4707 9-Eng", "4708 A/6", "4606 2R")
    assert refused(s, "cross A/6 9-Eng 4606") in (("5.5",), ("9.14",))
    moved = moving(SUEZ, AF, "4708 9-Eng", "4807 A/6")
    moved = play(moved, "move 9-Eng 4708-4707")
    assert refused(moved, "cross A/6 9-Eng 4706") == ("9.14",)  # it did not begin the phase there


@pytest.mark.rule("middle-east-battles", "9.14")
def test_r9_14_after_crossing_a1_kills_only_those_who_crossed() -> None:
    s = fighting(SUEZ, AF, "4705 4-Inf", "4706 Cdo-H", air="[0, 0]", crossed='["Cdo-H"]')
    s = roll(attack(s, "4705", "Cdo-H"), 6)  # 0: A1
    assert where(s, "Cdo-H") == "eliminated"
    s = fighting(SUEZ, AF, "4109 4-Inf", "4108 Cdo-H", "4208 Cdo-J", air="[0, 0]", crossed='["Cdo-H"]')
    s = roll(attack(s, "4109", "Cdo-H", "Cdo-J"), 6)  # +2 into rough: A1
    assert where(s, "Cdo-H") == "eliminated"
    assert s.prompt.startswith("Retreat Cdo-J 1 hex")  # the other retreats as usual


@pytest.mark.rule("middle-east-battles", "9.15")
def test_r9_15_engineers_gain_a_column_against_a_city() -> None:
    s = fighting(SUEZ, AF, "2510 4-Inf", "2509 A/6", "2610 3-Eng", "2609 9-Eng", air="[0, 0]")
    s = play(s, "attack 2510", "with A/6")
    assert shifts(s) == {"7.6": -2}
    s = play(s, "with 3-Eng")
    assert shifts(s) == {"7.6": -2, "9.15": 1}
    assert shifts(play(s, "with 9-Eng")) == {"7.6": -2, "9.15": 1}  # only once
    s = attack(fighting(SUEZ, AF, "1825 1NG", "1824 3-Eng", air="[0, 0]"), "1825", "3-Eng")
    assert shifts(s) == {}


@pytest.mark.rule("middle-east-battles", "9.15")
def test_r9_15_egyptian_engineers_gain_nothing() -> None:
    game = sandtable.load(SUEZ).configured({"what_if": True})
    s: Any = game.position(
        SUEZ + ' {"what_if": true}\nturn 2\nat 2510 A/6\nat 2509 2-Eng\nair [0, 0]\n> BeginCombat {"side": "egypt"}'
    )
    assert shifts(attack(s, "2510", "2-Eng")) == {"7.6": -2}


@pytest.mark.rule("middle-east-battles", "9.16")
def test_r9_16_no_retreat_over_raswa_or_manzala_but_by_bridge() -> None:
    s = roll(
        attack(fighting(SUEZ, AF, "3508 2R", "3408 A/6", "3608 3NG", air="[0, 0]"), "3508", "A/6"), 4, "mobile"
    )  # D1
    assert frame(s) == "Retreat"
    assert refused(s, "retreat 2R 3508-3607") == ("9.16",)
    s = roll(attack(fighting(SUEZ, AF, "3509 2R", "3409 A/6", air="[0, 0]"), "3509", "A/6"), 4, "mobile")
    assert "3608" in {a.split("-")[-1] for a in options(s, "retreat 2R")}
    assert "3609" not in {a.split("-")[-1] for a in options(s, "retreat 2R")}
    s = roll(attack(fighting(SUEZ, AF, "2909 2R", "3009 A/6", air="[0, 0]"), "2909", "A/6"), 4, "mobile")
    assert not {"2808", "2809"} & {a.split("-")[-1] for a in options(s, "retreat 2R")}
    assert destinations(moving(SUEZ, "egypt", "3508 2R"), "2R") >= {"3607"}  # movement may cross, at a cost


@pytest.mark.rule("middle-east-battles", "9.4")
def test_r9_4_militia_are_placed_while_there_is_room() -> None:
    s = position(SUEZ, "PlayerTurn egypt", "2605 4-Inf", "militia Militia-1 Militia-2", turn=3)
    s = play(s, "roll 1")
    assert refused(s, "end") == ("9.4",)
    assert "end" not in options(s)
    many = position(SUEZ, "PlayerTurn egypt", "2605 4-Inf", "militia Militia-1 Militia-2", turn=3)
    assert play(many, "roll 6").militia_due == 2  # no more than are left
    assert play(s, options(s, "muster")[0]).check("end") is None


@pytest.mark.rule("middle-east-battles", "9.11", "7.9")
def test_r9_11_both_retreat_does_not_kill_who_has_landed() -> None:
    s = fighting(SUEZ, AF, "1825 1NG", "1824 Gds-P", air="[0, 0]", landed='["Gds-P"]')
    s = roll(attack(s, "1825", "Gds-P"), 3)  # 0: BR
    s = play(s, options(s, "retreat")[0])
    assert s.prompt.startswith("Retreat Gds-P")


@pytest.mark.rule("middle-east-battles", "9.14")
def test_r9_14_an_engineer_helps_any_number() -> None:
    s = moving(SUEZ, AF, "4707 9-Eng", "4708 A/6", "4807 B/6")
    s = play(s, "cross A/6 9-Eng 4706")
    assert s.check("cross B/6 9-Eng 4806") is None


@pytest.mark.rule("middle-east-battles", "7.18")
def test_r7_18_ships_of_the_other_nation_cost_a_column() -> None:
    s = fighting(SUEZ, AF, "4005 2R", "4004 A/6", "4105 1/7", "4006 1R", air="[0, 0]")
    s = play(s, "attack 4005", "with A/6", "support french-naval")
    assert shifts(s) == {"7.18": -1}


@pytest.mark.rule("middle-east-battles", "9.14", "7.15")
def test_r9_14_the_engineer_that_helped_neither_moves_nor_advances_but_the_crosser_may() -> None:
    s = moving(SUEZ, AF, "4807 3-Eng", "4707 1P", "4808 PS-Armor", "4705 PS-AT", turn=5, air="[7, 5]")
    s = play(s, "cross 1P 3-Eng 4806")
    assert refused(s, "move 3-Eng 4707") == ("9.14",)
    s = fighting(SUEZ, AF, "4807 3-Eng", "4808 PS-Armor", helped='["3-Eng"]')
    s = roll(attack(s, "4808", "3-Eng", support=("british-air 7",)), 2, "mobile")
    while frame(s) == "Retreat":
        s = play(s, options(s)[0])
    assert frame(s) == "CombatPhase"  # no advance
    s = fighting(SUEZ, AF, "4706 Cdo-H", "4705 PS-Armor", crossed='["Cdo-H"]')
    s = roll(attack(s, "4705", "Cdo-H", support=("british-air 7",)), 2, "mobile")
    while frame(s) == "Retreat":
        s = play(s, options(s)[0])
    assert frame(s) == "AdvanceAfterCombat"
    assert position(SUEZ, "PlayerTurn egypt", "4807 3-Eng", turn=1, helped='["3-Eng"]').helped == 0


@pytest.mark.rule("middle-east-battles", "9.3")
def test_r9_3_refused_places_name_the_zone() -> None:
    s = sandtable.load(SUEZ).start()
    assert s.check("place PS-Coast 2510").text.endswith("it belongs on a Mediterranean coastal hex.")
    assert s.check("place 4-Inf 1822").text.endswith("it belongs inland, off the coast.")


@pytest.mark.rule("middle-east-battles", "9.4", "9.12", "9.13", "9.14", "5.1")
def test_r9_0_arrivals_of_the_wrong_side_or_unit_are_refused() -> None:
    s = moving(SUEZ, AF, "4707 9-Eng", "4708 A/6", "holding JS 42-Cdo", "2510 1R", turn=4)
    assert refused(s, "muster Militia-1 2510-2509") == ("5.1",)  # an Egyptian unit
    assert refused(s, "beach") == ("5.1",)
    assert refused(s, "beach Nobody 2206") == ("5.1",)
    assert refused(s, "lift 1R") == ("5.1",)
    assert refused(s, "beach JS 2206") == ("9.13",)
    assert refused(s, "beach A/6 2206") == ("9.13",)  # not in the box
    assert refused(s, "beach 42-Cdo 4810") == ("9.13",)  # not on the coast
    assert refused(s, "cross A/6 Nobody 4706") == ("9.14",)
    assert refused(s, "cross A/6 9-Eng xx") == ("9.14",)
    assert refused(s, "cross A/6 9-Eng") == ("9.14",)
    assert refused(s, "cross 9-Eng A/6 4706") == ("9.14",)  # no engineer
    assert refused(s, "cross JS 9-Eng 4706") == ("9.14",)
    helicopter = moving(SUEZ, AF, "4707 9-Eng", "4708 JS")
    assert refused(helicopter, "cross JS 9-Eng 4706") == ("9.14",)  # it flies
    assert {a.split()[3] for a in options(s, "cross A/6 9-Eng")} == {"4606", "4706", "4806"}
    assert len(options(s, "cross")) == 3
    e = moving(SUEZ, "egypt", "2510 1R", "4810 JS", "militia Militia-1")
    assert refused(e, "fly JS 4810-4710") == ("5.1",)
    assert refused(e, "muster JS 2510") == ("5.1",)
    assert refused(e, "muster Militia-1 2510-2509") == ("9.4",)  # none is due
    due = moving(SUEZ, "egypt", "2510 1R", "militia Militia-1", militia_due="1", mustering='["2510"]')
    assert refused(due, "muster Militia-1 xx") == ("9.4",)
    assert refused(due, "muster Militia-1") == ("9.4",)
    game = sandtable.load(SUEZ).configured({"what_if": True})
    w: Any = game.position(
        SUEZ + ' {"what_if": true}\nturn 2\nat 4707 2-Eng\nat 4708 A/6\n> Movement {"side": "anglo-french"}'
    )
    assert w.check("cross A/6 2-Eng 4706").text == "2-Eng is not an Anglo-French engineer unit."


@pytest.mark.rule("middle-east-battles", "9.4")
def test_r9_4_militia_find_their_way_and_stop_when_none_are_left() -> None:
    fields = {"militia_due": "2", "mustering": '["2510"]'}
    s = moving(SUEZ, "egypt", "2510 1R", "militia Militia-1", **fields)
    assert all(s.check(a) is None for a in options(s, "muster"))
    s = play(s, "muster Militia-1 2509")  # the way is found
    assert where(s, "Militia-1") == "2509"
    assert s.check("end") is None  # the die gave two, but only one was left
    s = moving(SUEZ, "egypt", "2510 1R", "militia Militia-1", "2509 A/6", **fields)
    assert refused(s, "muster Militia-1 2510-2410-2409") == ("6.2",)  # its first hex lies in a zone: no farther


@pytest.mark.rule("middle-east-battles", "9.2")
def test_r9_2_nothing_is_hidden_before_the_number_is_written() -> None:
    s = position(SUEZ, "Movement egypt", "2510 1R", turn=5)
    assert {s.game.sample_hidden(s, "egypt", Random(i)).last_turn for i in range(20)} == {6}


@pytest.mark.rule("middle-east-battles", "9.12", "9.10", "5.11")
def test_r9_12_flights_and_drops_that_are_refused() -> None:
    s = moving(SUEZ, AF, "4703 845", "1824 JS", "2018 45-Cdo", "4810 A/6")
    assert "fly 845 4703-exited" in options(s)
    assert "fly 845 4703-holding" in options(s)
    assert refused(s, "fly 845 1825-1922") == ("9.12",)  # it is not there
    assert refused(s, "fly 845 4703-4703") == ("9.12",)
    assert refused(s, "fly 845 4703-xx") == ("9.12",)
    assert refused(s, "fly A/6 4810-4811") == ("5.14",)
    s = play(s, "lift 45-Cdo")
    assert refused(s, "drop 4810") == ("5.11",)  # A/6 stands there
    assert refused(s, "drop 4703") == ("5.11", "9.12")  # with 845 the two would make three
    assert refused(s, "drop 2018")  # that would be no flight
    assert not {"drop 4810", "drop 4703", "drop 2018"} & set(options(s))
    assert refused(s, "land 1922") == ("9.12",)
    assert refused(s, "drop xx") == ("9.12",)
    assert all(s.check(a) is None for a in options(s))
