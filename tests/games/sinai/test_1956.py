"""Section 23: 1956."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.sinai.course.victory import level, net
from sandtable.games.sinai.politics.command_control import digits
from sandtable.games.sinai.supply.judgement import judge

from .table import attack, destinations, fighting, moving, names, options, play, position, refused, where


@pytest.mark.rule("sinai", "23.3", "23.8", "23.16", "23.53")
def test_r23_8_the_historical_set_up() -> None:
    s = sandtable.load("sinai/1956").start()
    assert where(s, "Is-9") == "2930"
    assert where(s, "Eg-21") == "2251"
    assert where(s, "Is-202/2") == "3124"
    assert not [n for n in s.game.roster.names if n.startswith(("Jo", "Iq"))]
    assert s.game.rules.air_strikes == 0
    s = position("1956", "PlayerTurn israel", "2030 Is-7", "1726 Eg-1arm", turn=5)
    s = play(s, "end", "end")
    assert s.choice is None


@pytest.mark.rule("sinai", "23.11")
def test_r23_11_four_turns_of_automatic_supply() -> None:
    assert not judge(moving("israel", "1430 Is-7", "0125 Eg-1arm", turn=4, scenario="1956"))
    assert judge(moving("israel", "1430 Is-7", "0125 Eg-1arm", turn=5, scenario="1956"))


@pytest.mark.rule("sinai", "23.12")
def test_r23_12_no_tracks_in_the_sand_for_israel() -> None:
    # The Giddi track enters the sand of 0829 from 0930.
    s = moving("israel", "0930 Is-7", "0125 Eg-1arm", scenario="1956")
    assert s.details("move Is-7 0930-0829")["cost"] == 4
    s = moving("israel", "0930 Iska", "0125 Eg-arm-1")
    assert s.details("move Iska 0930-0829")["cost"] == 2
    s = moving("arab", "0930 Eg-1arm", "2030 Is-7", scenario="1956")
    assert s.check("move Eg-1arm 0930-0829") is None


@pytest.mark.rule("sinai", "23.13")
def test_r23_13_brigade_9_is_never_unsupplied() -> None:
    s = moving("israel", "2445 Is-9 Is-7", "0125 Eg-1arm", turn=12, scenario="1956")
    assert names(s, judge(s)) == {"Is-7"}


@pytest.mark.rule("sinai", "23.14")
def test_r23_14_ten_brigades_and_two_battalions_in_the_sinai() -> None:
    ten = [
        "2028 Is-10 Is-4 Is-37",
        "2030 Is-inf-1 Is-inf-2 Is-mech-1",
        "2032 Is-inf-3 Is-mech-2 Is-inf-4",
        "2130 Is-11",
    ]
    s = moving("israel", *ten, "2424 Is-7 Is-arm-1", "0125 Eg-1arm", scenario="1956")
    assert "the limit is 10" in refused(s, "move Is-7 2424-2324", "23.14")
    assert s.check("move Is-arm-1 2424-2324") is None  # a battalion
    s = moving("israel", *ten, "2424 Is-7", "0125 Eg-1arm", scenario="1956-jordan")
    assert s.check("move Is-7 2424-2324") is None  # 23.42 replaces the limit


@pytest.mark.rule("sinai", "23.15")
def test_r23_15_two_paradrops_from_clear_ground_at_any_distance() -> None:
    s = moving("israel", "2720 Is-202/2", "0125 Eg-1arm", scenario="1956")
    assert s.check("fly Is-202/2 1031") is None
    assert s.game.map.grid.distance(s.game.hex("2720"), s.game.hex("1031")) > 15
    s = s.play("fly Is-202/2 1031")
    assert s.drops == 1
    assert where(s, "Is-202/2") == "1031"
    s = moving("israel", "2720 Is-202/2", "0125 Eg-1arm", scenario="1956", drops=2, turn=9)
    refused(s, "fly Is-202/2 1031", "23.15")
    rough = moving("israel", "2525 Is-202/2", "0125 Eg-1arm", scenario="1956")
    refused(rough, "fly Is-202/2 1031", "23.15")
    s = moving("israel", "1430 Is-202/2", "0125 Eg-1arm", scenario="1956")
    refused(s, "fly Is-202/2 1031", "23.15")  # no supply line
    s = moving("israel", "2720 Is-202", "0125 Eg-1arm", scenario="1956")
    refused(s, "fly Is-202 1031", "17.0")  # the brigade does not drop


@pytest.mark.rule("sinai", "23.17")
def test_r23_17_no_trucks() -> None:
    refused(moving("israel", "2030 Is-10", "0125 Eg-1arm", scenario="1956"), "entruck Is-10", "23.17")


@pytest.mark.rule("sinai", "23.18")
def test_r23_18_command_control_from_turn_six_with_the_increments() -> None:
    s = position("1956", "PlayerTurn arab", "1726 Eg-1arm", "2030 Is-7", turn=5)
    assert s.actor == "arab"
    s = position("1956", "PlayerTurn arab", "1726 Eg-1arm", "eliminated Eg-6", "2030 Is-7", turn=6)
    assert s.actor == "chance"
    assert digits(s, 4, "egypt") == (4, 0)  # five points lost before turn six count


@pytest.mark.rule("sinai", "23.19")
def test_r23_19_the_canal_bank_is_closed_and_goal_a_is_different() -> None:
    s = moving("israel", "0623 Is-7", "0125 Eg-1arm", scenario="1956")
    refused(s, "move Is-7 0623-0524", "23.19")
    last = ["0831", "0626", "0623"]
    s = position("1956", "EndOfPlayerTurn israel", "2030 Is-7", "1726 Eg-1arm", "2251 Eg-21", israeli_last=last, turn=9)
    assert s.goals[0] == 0
    s = position(
        "1956", "EndOfPlayerTurn israel", "2030 Is-7", "1726 Eg-1arm", "eliminated Eg-21", israeli_last=last, turn=9
    )
    assert s.goals[0] == 9


@pytest.mark.rule("sinai", "23.21")
def test_r23_21_nobody_enters_syria() -> None:
    refused(moving("israel", "3403 Is-inf-1", "0125 Eg-1arm", scenario="1956"), "move Is-inf-1 3403-3503", "23.21")


@pytest.mark.rule("sinai", "23.22", "23.7")
def test_r23_22_sixteen_turns_and_the_bonus_counts_from_there() -> None:
    s = position("1956", "EndOfGameTurn", "2030 Is-7", "1726 Eg-1arm", turn=15)
    assert s.turn == 16
    assert s.outcome is None
    s = position("1956", "EndOfGameTurn", "2030 Is-7", "1726 Eg-1arm", turn=16)
    assert s.outcome is not None
    s = moving("israel", "2030 Is-7", "1726 Eg-1arm", goals=[9, 0, 0], scenario="1956")
    assert net(s) == 15 + 5 * 7


@pytest.mark.rule("sinai", "23.7")
def test_r23_7_no_goal_b() -> None:
    s = position("1956", "EndOfPlayerTurn israel", "2030 Is-7", "1726 Eg-1arm", turn=9)
    assert s.goals == (0, 0, 0)  # Syria is empty, but that is no goal


@pytest.mark.rule("sinai", "23.41", "23.42")
def test_r23_42_jordan_by_the_die_and_at_the_latest_on_turn_five() -> None:
    s = sandtable.load("sinai/1956-jordan").start()
    assert where(s, "Iq-mech-1") == "3211"
    assert not s.jordan_at_war
    s = position("1956-jordan", "Participation", "2030 Is-7", "3714 Jo-RIGd", turn=2)
    assert s.play("roll 4").jordan_at_war
    s = position("1956-jordan", "GameTurn", "2030 Is-7", "3714 Jo-RIGd", turn=4)
    assert not s.jordan_at_war
    s = position("1956-jordan", "GameTurn", "3015 Is-inf-4", "3714 Jo-RIGd", turn=5)
    assert s.jordan_at_war
    assert s.check("move Is-inf-4 3015-3016") is None


@pytest.mark.rule("sinai", "23.43")
def test_r23_43_variation_jordan_from_turn_one() -> None:
    assert sandtable.load("sinai/1956-jordan-turn-1").start().jordan_at_war


@pytest.mark.rule("sinai", "23.9", "23.51")
def test_r23_9_the_best_egyptian_army() -> None:
    names_ = set(sandtable.load("sinai/1956-egypt").roster.names)
    assert "Eg-2mech-best" in names_
    assert "Eg-2mech" not in names_
    assert len([n for n in names_ if n.startswith("Eg-mech-")]) == 4
    assert "Eg-2mech" in sandtable.load("sinai/1956").roster.names


@pytest.mark.rule("sinai", "23.52", "23.62")
def test_r23_52_free_set_up_at_home() -> None:
    s = sandtable.load("sinai/1956-egypt").start()
    assert s.actor == "arab"
    refused(s, "place Eg-21 1821", "23.52")
    assert s.check("place Eg-21 2251") is None
    refused(s, "place Eg-1arm 2713", "23.52")
    assert sandtable.load("sinai/1956-jihad").start().choice.__class__.__name__ == "Deploy"


@pytest.mark.rule("sinai", "23.61", "23.63")
def test_r23_61_jihad_jordan_at_once_and_the_arabs_first() -> None:
    s = sandtable.load("sinai/1956-jihad").start().play("default").play("default")
    assert s.jordan_at_war
    assert s.actor == "arab"
    assert any(n.startswith("Iq") for n in s.game.roster.names)


@pytest.mark.rule("sinai", "23.71")
@pytest.mark.parametrize(
    ("scenario", "shift"),
    [("1956", 0), ("1956-jordan", 22), ("1956-jordan-turn-1", 22), ("1956-egypt", -45), ("1956-jihad", -25)],
)
def test_r23_71_levels(scenario: str, shift: int) -> None:
    s = moving("israel", "2030 Is-7", scenario=scenario)
    for points, name in (
        (60, "Decisive Israeli"),
        (59, "Substantive Israeli"),
        (54, "Marginal Israeli"),
        (49, "Draw"),
        (44, "Marginal Arab"),
        (39, "Substantive Arab"),
        (34, "Decisive Arab"),
        (10, "Decisive Arab"),
    ):
        assert level(s, points + shift) == name


@pytest.mark.rule("sinai", "3.2.2")
def test_r3_2_2_camels_are_not_mechanized_but_fast() -> None:
    s = moving("arab", "1632 Eg-2camel", "2030 Is-7", scenario="1956")
    assert "1732" in destinations(s, "Eg-2camel")
    assert len(destinations(s, "Eg-2camel")) > 6
    assert not s.game.mechanized >> s.game.unit("Eg-2camel") & 1
    assert not options(s, "entruck")


@pytest.mark.rule("sinai", "23.14", "9.11")
def test_r23_14_a_retreat_does_not_break_the_limit() -> None:
    ten = (
        "2030 Is-10 Is-4 Is-37",
        "2031 Is-inf-1 Is-inf-2 Is-mech-1",
        "2032 Is-inf-3 Is-mech-2 Is-inf-4",
        "1930 Is-11",
    )
    foes = ("2525 Eg-1arm Eg-1mech Eg-6", "2524 Eg-5", "2423 Eg-26NG")
    s = fighting("arab", *ten, "2424 Is-7", *foes, scenario="1956", turn=3)
    s = attack(s, "2424", "Eg-1arm", "Eg-1mech", "Eg-6")
    assert s.forecast()["defenders"][0]["strength"] == "14"  # it cannot retreat, so Fear doubles it
    s = fighting("arab", *ten[:3], "2424 Is-7", *foes, scenario="1956", turn=3)
    s = attack(s, "2424", "Eg-1arm", "Eg-1mech", "Eg-6")
    assert s.forecast()["defenders"][0]["strength"] == "7"


TEN = (
    "2028 Is-10 Is-4 Is-37",
    "2030 Is-inf-1 Is-inf-2 Is-mech-1",
    "2032 Is-inf-3 Is-mech-2 Is-inf-4",
    "2130 Is-11",
)


@pytest.mark.rule("sinai", "23.14")
def test_r23_14_at_any_time_means_on_the_way_as_well() -> None:
    way = "move Is-7 2424-2324-2323"
    s = moving("israel", *TEN, "2424 Is-7", "0125 Eg-1arm", scenario="1956")
    assert "the limit is 10" in refused(s, way, "23.14")
    s = moving("israel", *TEN[:3], "2424 Is-7", "0125 Eg-1arm", scenario="1956")
    assert s.check(way) is None


@pytest.mark.rule("sinai", "23.14", "11.0")
def test_r23_14_an_overrun_does_not_lead_through_the_sinai_either() -> None:
    s = moving("israel", *TEN, "2424 Is-7 Is-27", "2324 Eg-6/x", scenario="1956")
    refused(s, "overrun Is-7+Is-27 2424-2324", "23.14")
    assert not options(s, "overrun")


@pytest.mark.rule("sinai", "23.14")
def test_r23_14_a_stack_is_counted_as_a_whole_on_its_way_and_only_in_the_sinai() -> None:
    s = moving("israel", *TEN[:3], "2424 Is-7 Is-27", "0125 Eg-1arm", scenario="1956")  # nine are there
    assert s.check("move Is-7 2424-2324-2423") is None
    assert "the limit is 10" in refused(s, "move Is-7+Is-27 2424-2324-2423", "23.14")
    s = moving("israel", *TEN, "2424 Is-7 Is-27", "0125 Eg-1arm", scenario="1956")
    assert s.check("move Is-7+Is-27 2424-2423") is None
