"""[8.0] Artillery, airstrikes, naval gunfire."""

from __future__ import annotations

import pytest

from .table import (
    ARISH,
    SUEZ,
    attack,
    fighting,
    frame,
    options,
    play,
    position,
    refused,
    roll,
    shifts,
    tables,
    vp,
    where,
)

# Around 2846 the ground is clear: N 2845, NE 2946, SE 2947, S 2847, SW 2747, NW 2746.


@pytest.mark.rule("middle-east-battles", "8.1", "2.7", "2.8")
def test_r8_1_barrage_in_attack_protective_fire_in_defence_defence_strength_for_itself() -> None:
    s = fighting(ARISH, "israel", "2846 7-Art", "2845 79/7/Tal", air="[0]")
    s = attack(s, "2846", "79/7/Tal")
    assert s.forecast()["defenders"] == [{"unit": "7-Art", "strength": "1"}]  # neither 4 nor 2
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 1/7", "2842 7-Art", air="[0]")
    s = attack(s, "2846", "1/7", "7-Art")
    assert s.forecast()["value"] == "+1"  # 3 and 4 against 6
    s = fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal", "2850 7-Art", "2847 7-AT", air="[0]")
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert options(s) == ["fire 7-Art", "confirm"]
    assert play(s, "fire 7-Art").forecast()["value"] == "-2"  # 6 against 6 and 2


@pytest.mark.rule("middle-east-battles", "8.2")
def test_r8_2_artillery_need_not_fire_at_what_is_in_range() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2842 1-Art/Tal", air="[0]")
    assert options(s) == ["attack 2846", "end"]


@pytest.mark.rule("middle-east-battles", "8.3", "2.9")
@pytest.mark.parametrize(("hex", "reaches"), [("2840", True), ("2839", False)])
def test_r8_3_range_counts_the_target_but_not_the_gun(hex: str, reaches: bool) -> None:
    s = fighting(ARISH, "israel", "2846 1/7", f"{hex} 1-Art/Tal", "2845 7-Rec/Tal", air="[0]")
    s = play(s, "attack 2846")
    if reaches:
        assert s.check("with 1-Art/Tal") is None
    else:
        assert refused(s, "with 1-Art/Tal") == ("8.3",)


@pytest.mark.rule("middle-east-battles", "8.4")
def test_r8_4_a_barrage_attacks_one_hex() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 2/7", "2842 1-Art/Tal", air="[2]")
    s = play(s, "attack 2846", "with 1-Art/Tal")
    assert refused(s, "also 2845") == ("8.4",)
    s = play(s, "support israeli-air 2")
    assert refused(s, "also 2845") == ("8.4",)


@pytest.mark.rule("middle-east-battles", "8.5")
def test_r8_5_guns_at_range_are_safe() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 7-Rec/Tal", "2842 6-Mor/Shr", "2840 1-Art/Tal", air="[0]")
    s = attack(s, "2846", "7-Rec/Tal", "1-Art/Tal")  # -1
    s = roll(s, 6)  # A1
    assert options(s, "retreat")
    assert not options(s, "retreat 1-Art")


@pytest.mark.rule("middle-east-battles", "8.6")
def test_r8_6_pure_barrage_uses_the_mobile_table_and_few_results_count() -> None:
    s = fighting(ARISH, "israel", "4544 7-AT", "4549 3-Art/Shr", air="[0]")  # into works
    s = attack(s, "4544", "3-Art/Shr")
    assert tables(s.forecast()) == ["mobile"]
    s = play(s, "confirm", "roll 1")  # +1, two left: -1, BR: no effect
    assert frame(s) == "CombatPhase"
    assert where(s, "7-AT") == "4544"
    s = fighting(ARISH, "israel", "2846 7-AT", "2842 3-Art/Tal", air="[4]")
    s = attack(s, "2846", "3-Art/Tal", support=("israeli-air 2",))  # 6 against 2: +4
    assert play(s, "confirm", "roll 4").loc == s.loc  # D1: no effect
    s = play(s, "confirm", "roll 2")
    assert frame(s) == "Retreat"  # D2 counts


@pytest.mark.rule("middle-east-battles", "8.6", "7.8")
def test_r8_6_egyptian_barrage_too_uses_the_mobile_table() -> None:
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 1/7", "2945 82/7/Tal", "2842 7-Art", air="[0]")
    s = attack(s, "2945", "7-Art")
    assert tables(s.forecast()) == ["mobile"]


@pytest.mark.rule("middle-east-battles", "8.7")
def test_r8_7_combined_attacks_add_everything_up() -> None:
    s = fighting(SUEZ, "anglo-french", "4005 2R", "4004 A/6", "4704 23-Art")
    s = attack(s, "4005", "A/6", "23-Art", support=("british-air 2", "british-naval"))
    assert s.forecast()["value"] == "+11"  # 4 + 3 + 2 + 4 - 2


@pytest.mark.rule("middle-east-battles", "8.8", "7.4")
def test_r8_8_in_a_combined_attack_a_gun_needs_only_one_of_the_hexes() -> None:
    places = ("2846 79/7/Tal", "2845 7-Tank", "2847 7-AT", "2841 4-Mor/Tal")  # range 4 reaches 2845 only
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2845", "with 79/7/Tal", "also 2847")
    assert s.check("with 4-Mor/Tal") is None


@pytest.mark.rule("middle-east-battles", "8.9")
def test_r8_9_artillery_next_to_the_enemy_must_attack_it_and_takes_the_result() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 1-Art/Tal", "2843 7-AT", air="[0]")
    assert refused(s, "end") == ("7.1", "7.3")
    assert refused(play(s, "attack 2843") if s.check("attack 2843") is None else s, "with 1-Art/Tal")
    s = attack(s, "2846", "1-Art/Tal")
    assert s.forecast()["value"] == "-3"  # 3 barrage against 6
    s = play(s, "confirm", "roll 1")  # A1
    assert frame(s) == "Retreat"


@pytest.mark.rule("middle-east-battles", "8.9", "7.4")
def test_r8_9_a_lone_gun_between_two_enemies_attacks_both() -> None:
    s = fighting(ARISH, "israel", "2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", air="[0]")
    s = play(s, "attack 2845", "with 1-Art/Tal")
    assert options(s) == ["also 2847"]
    assert play(s, "also 2847").check("confirm") is None


@pytest.mark.rule("middle-east-battles", "8.9", "6.2", "8.2")
def test_r8_9_a_gun_in_a_fortification_is_not_bound_to_its_neighbour() -> None:
    places = ("4645 79/7/Tal", "4548 82/7/Tal", "4549 1/2")
    s = fighting(ARISH, "egypt", "4545 SF-Art", *places, air="[0]")
    s = play(s, "attack 4548", "with 1/2")
    assert s.check("with SF-Art") is None
    assert refused(fighting(ARISH, "egypt", "4645 79/7/Tal", "4545 SF-Art", "4745 2-Art"), "end")  # 2-Art is bound
    # in the open it is, by day and by night
    for turn in (2, 4):
        s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 7-Art", "2843 82/7/Tal", "2842 1/7", turn=turn, air="[0]")
        s = play(s, "attack 2843", "with 1/7")
        assert refused(s, "with 7-Art") == ("8.9",)
    # protective fire is closed to every gun next to an enemy
    s = fighting(ARISH, "israel", "4545 SF-Art", *places, "4546 3/2", air="[0]")
    s = play(s, "attack 4549", "with 82/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"


# Protective fire ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.10", "8.11")
def test_r8_10_protective_fire_and_who_may_not() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf")
    s = play(fighting(ARISH, "israel", *places, "2850 7-Art", air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert s.actor == "egypt"
    s = play(s, "fire 7-Art")
    assert s.forecast()["value"] == "-2"
    s = play(s, "confirm", "table mobile", "roll 6")
    assert where(s, "7-Art") == "2850"
    # next to an enemy
    s = fighting(ARISH, "israel", *places, "2850 7-Art", "2849 9/7/Tal", air="[0]")
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"
    # retreated in the combat phase before
    s = fighting(ARISH, "israel", *places, "2850 7-Art", air="[0]", shaken='["7-Art"]')
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"


@pytest.mark.rule("middle-east-battles", "8.10", "8.13")
def test_r8_10_a_gun_that_was_attacked_this_phase_is_silent() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", "2043 82/7/Tal")
    s = fighting(ARISH, "israel", *places, air="[3]")
    s = play(s, "attack 2850", "support israeli-air 1", "confirm", "roll 6")
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"


@pytest.mark.rule("middle-east-battles", "8.13", "2.8")
def test_r8_13_no_gun_fires_for_itself() -> None:
    s = fighting(ARISH, "israel", "2846 7-Art", "2845 79/7/Tal", "2847 SF-Inf", air="[0]")
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"


@pytest.mark.rule("middle-east-battles", "8.12")
def test_r8_12_no_protective_fire_against_pure_barrage() -> None:
    places = ("2846 1/7", "2842 1-Art/Tal", "2847 SF-Inf", "2850 7-Art")
    s = play(
        fighting(ARISH, "israel", *places, air="[3]"),
        "attack 2846",
        "with 1-Art/Tal",
        "support israeli-air 3",
        "confirm",
    )
    assert s.actor == "chance"
    places = ("2846 1/7", "2845 1-Art/Tal", "2847 SF-Inf", "2850 7-Art")  # adjacent guns are artillery too
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846", "with 1-Art/Tal", "confirm")
    assert s.actor == "chance"


@pytest.mark.rule("middle-east-battles", "8.14")
def test_r8_14_nothing_blocks_fire() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 2/7", "2844 3/7", "2842 1-Art/Tal", air="[0]")
    assert s.check("attack 2846") is None
    s = fighting(ARISH, "israel", "2834 7-AT", "2830 1-Art/Tal", air="[0]")  # across the dunes
    assert s.check("attack 2834") is None


@pytest.mark.rule("middle-east-battles", "8.15")
def test_r8_15_terrain_protects_against_artillery_hexsides_do_not() -> None:
    s = play(fighting(ARISH, "israel", "4343 7-AT", "4338 1-Art/Shr", air="[0]"), "attack 4343", "with 1-Art/Shr")
    assert shifts(s) == {"7.6": -2}
    s = play(fighting(ARISH, "israel", "3844 7-AT", "3843 1-Art/Shr", air="[0]"), "attack 3844", "with 1-Art/Shr")
    assert shifts(s) == {}  # over the wadi, but artillery alone
    s = fighting(ARISH, "israel", "3844 7-AT", "3843 1/Zi/Shr", "3840 1-Art/Shr", air="[0]")
    assert shifts(attack(s, "3844", "1/Zi/Shr", "1-Art/Shr")) == {"7.6": -1}


# Egyptian limits ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.16")
def test_r8_16_one_egyptian_gun_at_range_and_only_with_an_observer() -> None:
    places = ("2846 79/7/Tal", "2845 1/7", "2842 7-Art", "2841 2-Art", "2747 3-Art")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 2846", "with 1/7", "with 3-Art", "with 7-Art")
    assert refused(s, "with 2-Art") == ("8.16",)  # 3-Art is adjacent and does not count
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2842 7-Art", air="[0]")
    assert options(s) == ["end"]
    assert refused(s, "attack 2846") == ("8.16",)
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 82/7/Tal", "2844 1/7", "2842 7-Art", air="[0]")
    assert refused(s, "attack 2846") == ("8.16",)  # 1/7 stands next to 2845, not to 2846


@pytest.mark.rule("middle-east-battles", "8.16")
def test_r8_16_one_gun_in_a_defence_and_only_beside_another_unit() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2850 7-Art", "2851 2-Art")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"  # nobody stands next to 2846
    s = play(fighting(ARISH, "israel", *places, "2847 SF-Inf", air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    s = play(s, "fire 7-Art")
    assert refused(s, "fire 2-Art") == ("8.16",)


@pytest.mark.rule("middle-east-battles", "8.17")
def test_r8_17_into_fortified_ground_any_number_at_double_strength() -> None:
    places = ("4644 226/Shr", "4544 1/2", "4340 2-Art", "4341 7-Art", "4446 2-AA")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 4644", "with 1/2", "with 2-Art", "with 7-Art")
    assert [a["strength"] for a in s.forecast()["attackers"]] == ["8", "6", "8"]
    places = ("4644 226/Shr", "4544 1/2", "4545 3/2", "4340 2-Art", "4341 7-Art")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 4544", "with 226/Shr", "also 4545", "confirm")
    s = play(s, "fire 2-Art", "fire 7-Art")
    assert [d["strength"] for d in s.forecast()["defenders"]] == ["6", "6", "4", "4"]


# Airstrikes and ships ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.18")
def test_r8_18_airstrikes_count_one_each_once_a_turn_anywhere() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "4820 79/7/Tal", air="[5]")
    s = play(s, "attack 2846")
    assert refused(s, "support israeli-air 6") == ("8.18",)
    s = play(s, "support israeli-air 3")
    assert s.forecast()["value"] == "-3"
    s = play(s, "confirm", "roll 6")
    assert s.air == (2,)
    # what is left serves as protective fire in the Egyptian combat phase
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 1/7", air="[2]")
    s = play(s, "attack 2846", "with 1/7", "confirm")
    assert options(s) == ["support israeli-air 1", "support israeli-air 2", "confirm"]
    s = play(s, "support israeli-air 2")
    assert s.forecast()["value"] == "-5"  # 3 against 6 and 2
    assert play(s, "confirm").air == (0,)


@pytest.mark.rule("middle-east-battles", "8.18", "6.1")
def test_r8_18_airstrikes_are_renewed_every_turn_and_belong_to_the_west() -> None:
    s = position(SUEZ, "GameTurn", "1825 1NG", turn=5, air="[0, 1]")
    assert s.air == (7, 5)
    s = fighting(SUEZ, "egypt", "4005 A/6", "4105 2R")
    assert not options(play(s, "attack 4005"), "support")
    assert refused(play(s, "attack 4005"), "support british-air 1") == ("8.18",)


@pytest.mark.rule("middle-east-battles", "8.19")
def test_r8_19_ships_need_a_unit_of_their_nation_next_to_the_target() -> None:
    s = play(fighting(SUEZ, "anglo-french", "4005 2R", "4004 A/6", air="[0, 0]"), "attack 4005", "with A/6")
    assert refused(s, "support french-naval") == ("8.19",)
    s = play(s, "support british-naval")
    assert s.forecast()["value"] == "+6"  # 4 + 4 - 2
    s = play(s, "confirm")
    assert s.naval == (0, 1)


@pytest.mark.rule("middle-east-battles", "8.19")
def test_r8_19_ships_fire_again_in_the_egyptian_phase_with_two() -> None:
    s = fighting(SUEZ, "egypt", "4005 A/6", "4105 2R", air="[0, 0]", naval="[0, 0]")
    s = play(s, "attack 4005", "with 2R", "confirm")
    assert options(s) == ["support british-naval", "confirm"]
    s = play(s, "support british-naval")
    assert s.forecast()["value"] == "-5"  # 1 against 4 and 2
    assert refused(s, "support french-naval") == ("8.19",)


@pytest.mark.rule("middle-east-battles", "7.18")
def test_r7_18_israeli_guns_cover_only_their_own_division() -> None:
    places = ("2846 79/7/Tal", "2845 1/7", "2850 1-Art/Yof", "2851 1-Art/Tal", "2750 SC-Art")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 2846", "with 1/7", "confirm")
    assert options(s, "fire") == ["fire 1-Art/Tal", "fire SC-Art"]
    assert refused(s, "fire 1-Art/Yof") == ("7.18",)
    assert vp(s) == (0, 0)


@pytest.mark.rule("middle-east-battles", "8.18", "8.19")
def test_r8_18_refusals_of_support_say_why() -> None:
    s = fighting(SUEZ, "egypt", "2606 1P", "2605 4-Inf", air="[2, 0]")
    s = play(s, "attack 2606", "with 4-Inf", "confirm")
    assert s.check("support french-naval").text == "No French unit is adjacent to an attacking hex."
    assert s.check("support french-air 1").text == "No French airstrike is left this game turn."
    assert s.check("support british-air 3").text == "Only 2 British airstrikes are left this game turn."
    s = play(s, "support british-air 1")
    assert s.check("support british-air 1").text == "This fight already has 1 British airstrike."
    s = play(fighting(SUEZ, "anglo-french", "2605 4-Inf", "2606 1P", air="[2, 1]"), "attack 2605", "with 1P")
    assert s.check("support french-naval").text == "No French unit is adjacent to 2605."
    assert s.check("support french-air 2").text == "Only 1 French airstrike is left this game turn."


@pytest.mark.rule("middle-east-battles", "8.16", "8.17")
def test_r8_17_the_limit_is_lifted_only_for_guns_that_reach_fortified_ground() -> None:
    # 4744 is next to a fortification, 4845 is not; the flak (range 2) in 4847 and 4747 reaches only 4845
    places = ("4744 79/7/Tal", "4845 82/7/Tal", "4844 1/7", "4847 7-AA", "4747 2-AA", "4740 7-Art")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 4744", "with 1/7", "also 4845", "with 7-AA")
    assert refused(s, "with 2-AA") == ("8.16",)
    assert s.check("with 7-Art") is None  # that one reaches 4744, where there is no limit
    # the same in defence
    places = ("4744 1/7", "4845 2/7", "4844 79/7/Tal", "4847 7-AA", "4747 2-AA", "4745 7-Tank", "4740 7-Art")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = play(s, "attack 4744", "with 79/7/Tal", "also 4845", "also 4745", "confirm", "fire 7-AA")
    assert refused(s, "fire 2-AA") == ("8.16",)
    assert s.check("fire 7-Art") is None


@pytest.mark.rule("middle-east-battles", "8.10")
def test_r8_10_a_retreat_two_phases_ago_is_forgotten() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art")
    s = fighting(ARISH, "israel", *places, air="[0]", shaken_before='["7-Art"]')
    assert options(play(s, "attack 2846", "with 79/7/Tal", "confirm"), "fire") == ["fire 7-Art"]


@pytest.mark.rule("middle-east-battles", "8.16")
def test_r8_16_a_gun_does_not_direct_its_own_fire() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 7-Art")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert frame(s) == "ChooseTable"
    s = play(fighting(ARISH, "israel", *places, "2747 SF-Inf", air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert options(s, "fire") == ["fire 7-Art"]


@pytest.mark.rule("middle-east-battles", "8.17", "8.9")
def test_r8_17_only_fire_from_range_is_doubled() -> None:
    s = fighting(ARISH, "egypt", "4644 226/Shr", "4645 2-Art", air="[0]")
    assert attack(s, "4644", "2-Art").forecast()["attackers"][0]["strength"] == "4"


@pytest.mark.rule("middle-east-battles", "8.4", "8.8")
def test_r8_4_no_gun_at_range_joins_guns_that_attack_two_hexes() -> None:
    places = ("2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", "2841 2-Art/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2845", "with 1-Art/Tal", "also 2847")
    assert refused(s, "with 2-Art/Tal") == ("8.4",)


@pytest.mark.rule("middle-east-battles", "8.10", "8.3", "8.1")
def test_r8_10_refused_protective_fire_says_why() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", "2852 7-AA", "reserve 3-Art")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert refused(s, "fire SF-Inf") == ("8.10",)  # no artillery
    assert refused(s, "fire 3-Art") == ("8.10",)  # not on the map
    assert refused(s, "fire 79/7/Tal") == ("8.10",)  # not his
    assert refused(s, "fire Nobody") == ("8.10",)
    assert s.check("fire 7-AA").text == "2846 is beyond the range of 7-AA, 2 hexes."
    assert refused(play(s, "fire 7-Art"), "fire 7-Art") == ("8.11",)


@pytest.mark.rule("middle-east-battles", "8.4", "8.18", "8.19")
def test_r8_4_guns_with_help_from_range_keep_to_one_hex() -> None:
    # 79/7/Tal has another enemy, so nobody would be stranded: it is the barrage that may not spread
    places = ("2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", "2848 79/7/Tal", "2849 SF-Inf", "2841 2-Art/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[2]"), "attack 2845", "with 1-Art/Tal")
    assert s.check("also 2847") is None
    assert refused(play(s, "support israeli-air 1"), "also 2847") == ("8.4", "8.18")
    assert refused(play(s, "with 2-Art/Tal"), "also 2847") == ("8.4", "8.18")
    places = ("4005 23-Art", "4004 2R", "4006 1R", "4007 A/6", "4008 3NG")
    s = play(fighting(SUEZ, "anglo-french", *places, air="[0, 0]"), "attack 4004", "with 23-Art")
    assert s.check("also 4006") is None
    assert refused(play(s, "support british-naval"), "also 4006") == ("8.4", "8.18")
    s = play(s, "also 4006")
    assert refused(s, "support british-naval") == ("8.4", "8.18")


@pytest.mark.rule("middle-east-battles", "7.14", "8.9")
def test_r7_14_a_displaced_gun_next_to_an_enemy_neither_fires_nor_has_to() -> None:
    places = ("2846 1/7", "2845 1-Art/Tal", "2746 79/7/Tal")
    fields = {"must_attack": '["1-Art/Tal", "79/7/Tal"]', "must_be_attacked": '["1/7"]', "displaced": '["1-Art/Tal"]'}
    s = play(position(ARISH, "CombatPhase israel", *places, air="[0]", **fields), "attack 2846", "with 79/7/Tal")
    assert refused(s, "with 1-Art/Tal") == ("7.14",)
    assert s.check("confirm") is None


@pytest.mark.rule("middle-east-battles", "8.19")
def test_r8_19_a_ship_fires_once_in_a_phase() -> None:
    places = ("4005 2R", "4004 A/6", "4010 1R", "4009 B/6")
    s = play(fighting(SUEZ, "anglo-french", *places, air="[0, 0]"), "attack 4005", "with A/6", "support british-naval")
    assert refused(s, "support british-naval") == ("8.19",)
    s = play(s, "confirm", "table mobile", "roll 6")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    s = play(s, "attack 4010", "with B/6")
    assert s.check("support british-naval").text == "The British naval gunfire has been used in this phase."
    assert not options(s, "support")


@pytest.mark.rule("middle-east-battles", "8.10", "8.19")
def test_r8_10_only_the_defender_is_asked_and_ships_fire_once() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", "2841 1-Art/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[3]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert options(s) == ["fire 7-Art", "confirm"]
    assert refused(s, "support israeli-air 1")
    s = fighting(SUEZ, "egypt", "4005 A/6", "4105 2R", air="[0, 0]")
    s = play(s, "attack 4005", "with 2R", "confirm", "support british-naval")
    assert refused(s, "support british-naval") == ("8.19",)
    assert options(s) == ["confirm"]
    assert play(s, "confirm").naval == (0, 1)
