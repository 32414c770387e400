"""[7.9 - 7.16] Results, retreats, displacement, advances."""

from __future__ import annotations

import pytest

from sandtable.games.middle_east_battles.advance import advances
from sandtable.games.middle_east_battles.artillery import why_no_fpf
from sandtable.games.middle_east_battles.displacement import candidates, in_the_way
from sandtable.games.middle_east_battles.retreat import retreat_ways

from .table import ARISH, SUEZ, attack, fighting, frame, load, options, play, position, refused, roll, vp, where


def retreat_ends(s: object, unit: str) -> set[str]:
    return {a.split("-")[-1] for a in options(s, f"retreat {unit} ")}


# Results ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_example_of_an_exchange() -> None:
    """A 2 is attacked by a 3 and a 4; the 3 is lost, and the 4 may advance."""
    places = ("2846 7-Tank", "2845 2/Av/Tal", "2946 9/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "2/Av/Tal", "9/7/Tal"), 5)
    assert where(s, "7-Tank") == "eliminated"
    assert options(s) == ["lose 9/7/Tal", "lose 2/Av/Tal"] or options(s) == ["lose 2/Av/Tal", "lose 9/7/Tal"]
    s = play(s, "lose 2/Av/Tal")
    assert where(s, "2/Av/Tal") == "eliminated"
    assert frame(s) == "AdvanceAfterCombat"
    s = play(s, "advance 9/7/Tal 2946-2846")
    assert where(s, "9/7/Tal") == "2846"
    assert vp(s) == (1, 4)


@pytest.mark.rule("middle-east-battles", "7.9", "8.5")
def test_r7_9_exchanges_use_printed_strength_of_adjacent_units_only() -> None:
    places = ("2846 14-Arm", "2845 79/7/Tal", "2946 82/7/Tal", "3046 9/7/Tal", "2843 1-Art/Tal")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal", "1-Art/Tal")
    assert s.forecast()["value"] == "+9"
    s = roll(s, 6)  # EX
    assert options(s) == ["lose 79/7/Tal", "lose 82/7/Tal"]
    s = play(s, "lose 79/7/Tal")
    assert where(s, "82/7/Tal") == "2946"
    # an Egyptian attack: halved in the fight, but printed strength in the exchange
    places = ("2846 7-Rec/Tal", "2845 14-Arm", "2747 7-AT", "2946 1/2")
    s = attack(fighting(ARISH, "egypt", *places, air="[0]"), "2846", "14-Arm", "7-AT", "1/2")
    assert s.forecast()["value"] == "+5"
    s = play(roll(s, 4), "lose 7-AT")
    assert frame(s) == "AdvanceAfterCombat"  # 2 printed points pay for 2


@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_attacker_exchange_retreats_the_defender() -> None:
    places = ("2846 7-Tank", "2845 2/Av/Tal", "2946 9/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "2/Av/Tal", "9/7/Tal"), 3)  # AX
    assert frame(s) == "Retreat"
    s = play(s, "retreat 7-Tank 2846-2847", "lose 2/Av/Tal")
    assert where(s, "7-Tank") == "2847"
    assert frame(s) == "AdvanceAfterCombat"


@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_defender_eliminated_and_attacker_eliminated() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2946 82/7/Tal", "2947 1/Av/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal", "1/Av/Tal"), 1)
    assert where(s, "7-AT") == "eliminated"
    assert options(s, "advance 1/Av/Tal") == ["advance 1/Av/Tal 2947-2846"]
    s = roll(attack(fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 7-AT", air="[2]"), "2846", "7-AT"), 6)
    assert where(s, "7-AT") == "eliminated"
    assert play(s, "advance 79/7/Tal 2846-2845").loc[s.game.unit("79/7/Tal")] == s.game.hex("2845")


@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_both_retreat_the_defender_first() -> None:
    s = roll(
        attack(fighting(ARISH, "israel", "2846 7-Tank", "2845 7-Rec/Tal", air="[0]"), "2846", "7-Rec/Tal"), 3
    )  # 0: BR
    assert s.actor == "egypt"
    s = play(s, "retreat 7-Tank 2846-2847")
    assert s.actor == "israel"
    s = play(s, "retreat 7-Rec/Tal 2845-2844")
    assert frame(s) == "CombatPhase"  # nobody advances


@pytest.mark.rule("middle-east-battles", "7.9", "7.15")
def test_r7_9_attacker_retreats_and_the_defender_may_follow() -> None:
    s = roll(
        attack(fighting(ARISH, "israel", "2846 1/7", "2845 7-Rec/Tal", air="[0]"), "2846", "7-Rec/Tal"), 3
    )  # -4: A1
    s = play(s, "retreat 7-Rec/Tal 2845-2844")
    assert options(s) == ["advance 1/7 2846-2845", "decline"]


# 2846 is attacked from 2845; Israelis at 2647 and 3047 close the flanks so that only 2847 is left.
FUNNEL = ("2846 7-AT", "2845 79/7/Tal", "2647 9/7/Tal", "3047 2/Av/Tal")


# Retreats -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_r7_10_the_owner_retreats_the_full_distance_straight_away() -> None:
    s = roll(
        attack(fighting(ARISH, "israel", "2846 7-AT", "2845 79/7/Tal", air="[0]"), "2846", "79/7/Tal"), 1, "mobile"
    )
    assert s.actor == "egypt"
    assert frame(s) == "Retreat"
    game = s.game
    assert all(game.map.grid.distance(game.hex("2846"), game.hex(h)) == 3 for h in retreat_ends(s, "7-AT"))  # D3
    assert refused(s, "retreat 7-AT 2846-2847") == ("7.12",)
    assert refused(s, "retreat 7-AT 2846-2847-2848-2748") == ("7.12",)  # three steps, two hexes away
    assert refused(s, "retreat 7-AT 2846-2848-2849-2850") == ("7.10",)


@pytest.mark.rule("middle-east-battles", "7.11")
def test_r7_11_never_into_an_enemy_zone_even_beside_a_friend() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2848 9/7/Tal", "2847 7-Tank")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal"), 4, "mobile")  # +4: D1
    assert frame(s) == "Retreat"
    assert refused(s, "retreat 7-AT 2846-2746") == ("7.11",)
    assert refused(s, "retreat 7-AT 2846-2847") == ("7.11",)
    assert retreat_ends(s, "7-AT") == {"2747", "2947"}


@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_r7_12_no_way_out_means_elimination_in_place() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2848 9/7/Tal", "2647 7-Rec/Tal", "3047 2/Av/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal"), 4, "mobile")
    assert where(s, "7-AT") == "eliminated"
    assert vp(s)[0] == 1


@pytest.mark.rule("middle-east-battles", "7.12", "7.15")
def test_r7_12_a_retreat_cut_short_ends_in_the_last_hex_and_the_path_with_it() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2849 82/7/Tal", air="[0]")
    s = roll(attack(s, "2846", "79/7/Tal"), 1, "mobile")  # D3
    assert options(s, "retreat 7-AT") == ["retreat 7-AT 2846-2847"]
    s = play(s, "retreat 7-AT 2846-2847")
    assert where(s, "7-AT") == "eliminated"
    assert options(s, "advance") == ["advance 79/7/Tal 2845-2846", "advance 79/7/Tal 2845-2846-2847"]


@pytest.mark.rule("middle-east-battles", "7.12")
def test_r7_12_vacant_hexes_before_friends() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2847 7-Tank")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal"), 4, "mobile")
    assert refused(s, "retreat 7-AT 2846-2847") == ("7.12",)
    assert retreat_ends(s, "7-AT") == {"2747", "2947"}


@pytest.mark.rule("middle-east-battles", "7.13", "7.12")
def test_r7_13_a_friend_in_the_only_way_is_displaced() -> None:
    s = roll(attack(fighting(ARISH, "israel", *FUNNEL, "2847 7-Tank", air="[0]"), "2846", "79/7/Tal"), 4, "mobile")
    s = play(s, "retreat 7-AT 2846-2847")
    assert frame(s) == "Displace"
    assert s.actor == "egypt"
    assert options(s) == ["displace 7-Tank 2847-2848"]
    assert refused(s, "displace 7-Tank 2847-2747") == ("7.11",)
    s = play(s, "displace 7-Tank 2847-2848")
    assert (where(s, "7-AT"), where(s, "7-Tank")) == ("2847", "2848")


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_displacement_runs_in_chains() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2847 7-Tank", "2848 7-Arm", air="[0]")
    s = play(roll(attack(s, "2846", "79/7/Tal"), 4, "mobile"), "retreat 7-AT 2846-2847", "displace 7-Tank 2847-2848")
    assert frame(s) == "Displace"  # the next one
    s = play(s, "displace 7-Arm 2848-2849")
    assert [where(s, u) for u in ("7-AT", "7-Tank", "7-Arm")] == ["2847", "2848", "2849"]


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_who_would_kill_a_friend_dies_instead() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2847 7-Tank", "2849 82/7/Tal", air="[0]")  # 2848 lies in a zone
    s = roll(attack(s, "2846", "79/7/Tal"), 4, "mobile")
    assert (where(s, "7-AT"), where(s, "7-Tank")) == ("eliminated", "2847")


@pytest.mark.rule("middle-east-battles", "7.14", "8.10")
def test_r7_14_displaced_guns_are_silent() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2847 7-Art", "2852 1/7", "2752 82/7/Tal", air="[0]")
    s = play(
        roll(attack(s, "2846", "79/7/Tal"), 4, "mobile"),
        "retreat 7-AT 2846-2847",
        "displace 7-Art 2847-2848",
        "decline",
    )
    s = play(attack(s, "2852", "82/7/Tal"), "confirm")
    assert frame(s) == "ChooseTable"  # nobody is asked for protective fire
    # in its own phase a displaced gun may not barrage either
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 1/2", "2844 7-Art", "2942 82/7/Tal", displaced='["7-Art"]')
    s.displaced = 1 << s.game.unit("7-Art")
    assert refused(play(s, "attack 2846"), "with 7-Art") == ("7.14",)


# Advances -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.15")
def test_r7_15_any_number_follow_exactly_the_path_as_far_as_they_like() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2946 82/7/Tal", "2843 1-Art/Tal", "2749 14-Arm")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal", "1-Art/Tal")
    s = roll(s, 2, "mobile")  # D4
    s = play(s, options(s, "retreat 7-AT 2846-2747-2748-")[0])  # past an Egyptian
    advances = options(s, "advance")
    assert "advance 79/7/Tal 2845-2846-2747-2748" in advances  # next to 14-Arm: zones do not matter
    assert not any("2847" in a or "1-Art" in a for a in advances)
    assert refused(s, "advance 79/7/Tal 2845-2846-2847") == ("7.15",)
    assert refused(s, "advance 1-Art/Tal 2843-2844") == ("7.15",)
    s = play(s, "advance 79/7/Tal 2845-2846-2747")
    s = play(s, "advance 82/7/Tal 2946-2846")
    assert (where(s, "79/7/Tal"), where(s, "82/7/Tal")) == ("2747", "2846")


@pytest.mark.rule("middle-east-battles", "7.16")
def test_r7_16_at_once_never_forced_and_out_of_further_combat() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2849 14-Arm", "2949 1/Av/Tal")
    s = fighting(ARISH, "israel", *places, air="[3]")
    s = roll(attack(s, "2846", "79/7/Tal"), 3, "mobile")  # D2
    s = play(s, "retreat 7-AT 2846-2747-2647")
    assert refused(s, "attack 2849")  # the advance comes first
    assert s.check("decline") is None
    s = play(s, "advance 79/7/Tal 2845-2846")
    s = play(s, "attack 2849")
    assert refused(s, "with 79/7/Tal") == ("7.3",)


@pytest.mark.rule("middle-east-battles", "7.15", "9.14")
def test_r7_15_no_advance_over_the_canal() -> None:
    s = fighting(SUEZ, "anglo-french", "4706 PS-AT", "4707 A/6", "4807 B/6", air="[7, 0]")
    s = roll(attack(s, "4706", "A/6", support=("british-air 7",)), 2, "mobile")
    s = play(s, options(s, "retreat")[0])
    assert frame(s) == "CombatPhase"


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_nobody_is_displaced_while_a_helicopter_would_share_its_hex() -> None:
    places = ("2846 79/7/Tal", "2947 14-Arm", "2946 7-Arm", "2746 SC-Heli", "2747 82/7/Tal")
    s = attack(fighting(ARISH, "egypt", *places, air="[0]"), "2846", "14-Arm", "7-Arm")
    s = roll(s, 1)  # AX
    assert {a.split("-")[-1] for a in options(s, "retreat 79/7/Tal")} == {"2746"}


@pytest.mark.rule("middle-east-battles", "7.14", "8.10")
def test_r7_14_a_displacement_played_out_silences_the_gun_this_phase_and_the_next() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2847 7-Art", air="[0]")
    s = play(roll(attack(s, "2846", "79/7/Tal"), 4, "mobile"), "retreat 7-AT 2846-2847", "displace 7-Art 2847-2848")
    gun = 1 << s.game.unit("7-Art")
    assert s.displaced & gun
    assert s.shaken & gun


@pytest.mark.rule("middle-east-battles", "7.9", "8.11")
def test_r7_9_protective_fire_is_no_part_of_an_exchange() -> None:
    places = ("2846 7-Tank", "2845 79/7/Tal", "2946 9/7/Tal", "2847 SF-Inf", "2850 7-Art")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "9/7/Tal")
    s = play(s, "confirm", "fire 7-Art", "confirm", "table frontal", "roll 5")  # +6: EX
    assert s.choice.price == 2


@pytest.mark.rule("middle-east-battles", "8.6")
def test_r8_6_the_forecast_of_a_barrage_names_what_has_no_effect() -> None:
    s = play(fighting(SUEZ, "anglo-french", "2605 4-Inf", air="[7, 5]"), "attack 2605", "support british-air 5")
    assert [(r["result"], r["probability"]) for r in s.forecast()["results"]] == [("-", 1.0)]


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_nobody_is_displaced_twice_while_others_can_give_way() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2647 9/7/Tal", "2847 7-Tank", "2947 1/7")
    duties = {"must_attack": '["79/7/Tal"]', "must_be_attacked": '["7-AT"]'}
    s = position(ARISH, "CombatPhase israel", *places, air="[0]", displaced='["7-Tank"]', **duties)
    s = roll(attack(s, "2846", "79/7/Tal"), 5, "mobile")  # D1
    assert retreat_ends(s, "7-AT") == {"2947"}
    s = position(ARISH, "CombatPhase israel", *places, air="[0]", **duties)
    s = roll(attack(s, "2846", "79/7/Tal"), 5, "mobile")
    assert retreat_ends(s, "7-AT") == {"2847", "2947"}
    # where nobody else can, it gives way again
    s = position(ARISH, "CombatPhase israel", *FUNNEL, "2847 7-Tank", air="[0]", displaced='["7-Tank"]', **duties)
    s = play(roll(attack(s, "2846", "79/7/Tal"), 5, "mobile"), "retreat 7-AT 2846-2847")
    assert options(s) == ["displace 7-Tank 2847-2848"]
    # in a chain too: 7-Arm has given way before, 2-Arm has not
    chain = ("2848 7-Arm", "2948 2-Arm", "2748 1-Art/Tal")
    s = position(
        ARISH, "CombatPhase israel", *FUNNEL[:3], "2847 7-Tank", "2947 1/2", *chain[:2], "2747 3/7", "2748 2/7",
        air="[0]", displaced='["7-Arm", "2/7", "1/2", "3/7"]', **duties
    )  # fmt: skip
    s = play(roll(attack(s, "2846", "79/7/Tal"), 5, "mobile"), "retreat 7-AT 2846-2847")
    assert options(s) == ["displace 7-Tank 2847-2948"]


@pytest.mark.rule("middle-east-battles", "7.12", "5.14")
def test_r7_12_a_helicopter_cut_off_over_water_dies_in_its_last_land_hex() -> None:
    # four hexes away there is only sea: the longest way over land ends after one
    s = fighting(SUEZ, "egypt", "1631 JS", "1630 1R", "1729 2R", "1728 4-Inf", air="[0, 0]")
    game = s.game
    ways = [[game.hex_name(h) for h in way] for way in retreat_ways(s, game.unit("JS"), 4)]
    assert ways == [["1631", "1632"], ["1631", "1732"]]
    s = fighting(SUEZ, "egypt", "1825 JS", "1824 1R", air="[0, 0]")  # with land four hexes away it flies on
    ways = [[game.hex_name(h) for h in way] for way in retreat_ways(s, game.unit("JS"), 4)]
    assert {len(way) for way in ways} == {5}
    assert all(game.land >> game.hex(way[-1]) & 1 for way in ways)


@pytest.mark.rule("middle-east-battles", "7.15")
def test_r7_15_the_forecast_takes_no_hex_that_nobody_can_enter() -> None:
    s = attack(fighting(SUEZ, "anglo-french", "4807 1P", "4806 PS-Armor", air="[0, 0]"), "4806", "1P")
    assert s.forecast()["take_hex"] == 0  # the Canal lies between
    s = attack(fighting(SUEZ, "anglo-french", "4807 JS", "4806 PS-Armor", air="[7, 0]"), "4806", "JS")
    s = play(s, "support british-air 7")
    assert s.forecast()["take_hex"] > 0
    s = attack(fighting(SUEZ, "anglo-french", "4807 1P", "4808 2R", air="[0, 0]", landed='["1P"]'), "4808", "1P")
    assert s.forecast()["take_hex"] == 0  # just landed


@pytest.mark.rule("middle-east-battles", "7.8")
def test_r7_8_the_forecast_shows_both_tables_while_the_choice_is_open() -> None:
    s = attack(fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal", air="[0]"), "2846", "79/7/Tal")
    f = s.forecast()
    assert (f["table"], [o["table"] for o in f["other_tables"]]) == ("frontal", ["mobile"])
    column = s.game.mobile.shifted_beyond(0, 0)
    mobile = {s.game.mobile.result(d, column) for d in range(1, 7)}
    assert {r["result"] for r in f["other_tables"][0]["results"]} == mobile
    s = play(s, "confirm")
    labels = [s.choice.label(s, a) for a in s.options()]
    shown = [round(100 * x["take_hex"]) for x in (f, f["other_tables"][0])]
    assert labels == [f"{name} table: {n}% to take the hex" for name, n in zip(("Frontal Assault", "Mobile"), shown)]
    s = attack(fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 14-Arm", air="[0]"), "2846", "14-Arm")
    assert s.forecast()["other_tables"] == []


@pytest.mark.rule("middle-east-battles", "7.14", "8.10")
def test_r7_14_a_displaced_gun_fires_for_nobody_in_the_same_phase() -> None:
    far = ("2851 1/7", "2850 SF-Inf", "2852 82/7/Tal")
    s = fighting(ARISH, "israel", *FUNNEL, "2847 7-Art", *far, air="[0]")
    calm = play(attack(s, "2851", "82/7/Tal"), "confirm")
    assert options(calm, "fire") == ["fire 7-Art"]  # before it is displaced it would
    s = roll(attack(s, "2846", "79/7/Tal"), 4, "mobile")
    s = play(s, "retreat 7-AT 2846-2847", "displace 7-Art 2847-2848", "decline")
    s = play(attack(s, "2851", "82/7/Tal"), "confirm")
    assert frame(s) == "ChooseTable"


@pytest.mark.rule("middle-east-battles", "8.10", "7.10")
def test_r8_10_a_retreat_silences_the_gun_in_the_next_combat_phase_only() -> None:
    lines = [ARISH, "turn 2", "air [0]", "at 2846 1/7", "at 2845 1-Art/Tal", "at 2249 79/7/Tal", "at 2248 7-Arm"]
    frames = ['> BeginCombat {"side": "israel"}', *['> BeginCombat {"side": "egypt"}'] * 2]
    s = load(ARISH).position("\n".join([*lines, *frames]))
    s = roll(attack(s, "2846", "1-Art/Tal"), 1)  # A1
    s = play(s, "retreat 1-Art/Tal 2845-2745", "decline")
    s = roll(attack(s, "2248", "79/7/Tal"), 6, "mobile")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    gun = s.game.unit("1-Art/Tal")
    assert s.shaken >> gun & 1
    s = play(s, "end")  # the Egyptian combat phase begins
    assert s.shaken_before >> gun & 1
    assert why_no_fpf(s, gun, 1 << s.game.hex("2645"), 0, 0).rules == ("8.10",)
    while s.choice.phase() != "egypt-combat" or s.check("end") is not None:
        s = play(s, options(s)[0])
    s = play(s, "end")  # and another one
    assert not (s.shaken | s.shaken_before) >> gun & 1


@pytest.mark.rule("middle-east-battles", "2.13", "7.15")
def test_r2_13_static_units_do_not_advance() -> None:
    s = fighting(SUEZ, "anglo-french", "4005 PS-AA", "4004 JS", air="[0, 0]")
    s = roll(attack(s, "4005", "JS"), 6)  # A1
    s = play(s, options(s, "retreat JS")[0])
    assert frame(s) == "CombatPhase"
    s = fighting(SUEZ, "anglo-french", "4005 PS-AT", "4004 JS", air="[0, 0]")
    s = roll(attack(s, "4005", "JS"), 6)
    assert frame(play(s, options(s, "retreat JS")[0])) == "AdvanceAfterCombat"


@pytest.mark.rule("middle-east-battles", "5.11", "7.15")
def test_r5_11_nobody_ends_an_advance_on_a_friend() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2746 82/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal"), 4, "mobile")
    while frame(s) == "Retreat":
        s = play(s, options(s)[0])
    assert options(s, "advance 82/7/Tal 2746-2846")
    s = play(s, "advance 79/7/Tal 2845-2846")
    assert "advance 82/7/Tal 2746-2846" not in options(s)


@pytest.mark.rule("middle-east-battles", "7.11")
def test_r7_11_a_friend_in_the_hex_does_not_cancel_the_zone() -> None:
    places = ("2846 79/7/Tal", "2845 14-Arm", "2647 7-Tank", "3047 7-AT", "2847 SC-Heli")
    s = fighting(ARISH, "egypt", *places, air="[0]")
    unit, start = s.game.unit("79/7/Tal"), s.game.hex("2846")
    assert retreat_ways(s, unit, 1) == [(start, s.game.hex("2847"))]
    s = fighting(ARISH, "egypt", *places, "2848 7-Arm", air="[0]")
    assert retreat_ways(s, unit, 1) == [(start,)]


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_a_chain_does_not_come_back_to_the_unit_that_started_it() -> None:
    ring = ("2845 79/7/Tal", "2648 9/7/Tal", "2645 82/7/Tal", "3047 2/Av/Tal", "3049 1/Av/Tal", "2850 7-Rec/Tal")
    s = fighting(ARISH, "israel", "2846 7-AT", "2848 7-Arm", *ring, air="[0]")
    hexes = [[s.game.hex_name(h) for h in way] for way in retreat_ways(s, s.game.unit("7-AT"), 2)]
    assert sorted(hexes) == [["2846", "2747"], ["2846", "2847"]]  # 7-Arm could only go where 7-AT would stand
    s = fighting(ARISH, "israel", "2846 7-AT", "2848 7-Arm", *ring[:-1], air="[0]")
    hexes = [[s.game.hex_name(h) for h in way] for way in retreat_ways(s, s.game.unit("7-AT"), 2)]
    assert hexes == [["2846", "2847", "2848"]]


@pytest.mark.rule("middle-east-battles", "7.12", "5.11")
def test_r7_12_a_vacant_hex_comes_before_one_shared_with_a_helicopter() -> None:
    places = ("2846 79/7/Tal", "2845 14-Arm", "2647 7-Tank", "2847 SC-Heli")
    s = fighting(ARISH, "egypt", *places, air="[0]")
    unit, h = s.game.unit("79/7/Tal"), s.game.hex
    assert retreat_ways(s, unit, 1) == [(h("2846"), h("2947"))]


@pytest.mark.rule("middle-east-battles", "7.14", "5.11")
def test_r7_14_a_displaced_unit_shares_with_a_helicopter_before_it_displaces_others() -> None:
    # 82/7/Tal in 2847 must give way; 2848 holds a helicopter, 2748 a ground unit that could move on, the rest is closed
    egypt = ("2845 14-Arm", "2647 7-Tank", "3047 7-AT")
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2847 82/7/Tal", "2848 SC-Heli", *egypt, "2749 9/7/Tal", air="[0]")
    unit = s.game.unit("82/7/Tal")
    assert [s.game.hex_name(h) for h in candidates(s, unit, (s.game.unit("79/7/Tal"),))] == ["2848"]
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2847 82/7/Tal", "2848 9/7/Tal", *egypt, air="[0]")
    assert [s.game.hex_name(h) for h in candidates(s, unit, (s.game.unit("79/7/Tal"),))] == ["2848"]  # a chain


@pytest.mark.rule("middle-east-battles", "7.12")
def test_r7_12_one_hex_short_is_still_elimination() -> None:
    s = fighting(ARISH, "israel", *FUNNEL, "2849 82/7/Tal", air="[0]")
    s = roll(attack(s, "2846", "79/7/Tal"), 3, "mobile")  # D2
    s = play(s, "retreat 7-AT 2846-2847")
    assert where(s, "7-AT") == "eliminated"


@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_r7_10_refused_retreats_say_why() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2747 7-Tank")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal"), 1, "mobile")  # D3
    for action, rule, text in (
        ("retreat 7-Tank 2747-2748", "7.10", "7-Tank does not have to retreat."),
        ("retreat 79/7/Tal 2845-2844", "7.10", "79/7/Tal does not have to retreat."),
        ("retreat Nobody 2846-2847", "7.10", "Nobody does not have to retreat."),
        ("retreat 7-AT 2847-2848-2849-2850", "7.10", "The retreat of 7-AT begins in 2846."),
        ("retreat 7-AT 9999", "7.10", "The retreat of 7-AT begins in 2846."),
        ("retreat 7-AT 2846-2848-2849-2850", "7.10", "2846 and 2848 are not adjacent."),
        ("retreat 7-AT 2846-2847-2848", "7.12", "7-AT must retreat 3 hexes."),
        ("retreat 7-AT 2846-2847-2848-2749-2750", "7.12", "7-AT must retreat 3 hexes."),
        ("retreat 7-AT 2846-2847-2848-2748", "7.12", "The retreat must end 3 hexes away from 2846."),
        ("retreat 7-AT 2846-2746-2745-2744", "7.11", "2746 is in an enemy zone of control."),
    ):
        refusal = s.check(action)
        assert (refusal.rules, refusal.text[: len(text)]) == ((rule,), text)


@pytest.mark.rule("middle-east-battles", "2.13", "7.10")
def test_r2_13_static_units_cannot_retreat() -> None:
    s = fighting(SUEZ, "anglo-french", "4005 PS-AA", "4004 A/6", air="[0, 0]")
    s = roll(attack(s, "4005", "A/6"), 4, "mobile")
    assert where(s, "PS-AA") == "eliminated"
    s = fighting(SUEZ, "anglo-french", "4005 PS-AT", "4004 A/6", air="[0, 0]")
    assert frame(roll(attack(s, "4005", "A/6"), 4, "mobile")) == "Retreat"


@pytest.mark.rule("middle-east-battles", "5.5", "7.15")
def test_r5_5_a_helicopter_advances_over_an_enemy_but_does_not_stop_there() -> None:
    s = fighting(ARISH, "israel", "2845 SC-Heli", "2944 79/7/Tal", "2847 7-AT", air="[0]")
    h = s.game.hex
    s.paths = ((h("2846"), h("2847"), h("2848")),)
    ends = [s.game.hex_name(way[-1]) for way in advances(s, s.game.unit("SC-Heli"))]
    assert ends == ["2846", "2848"]
    s.loc[s.game.unit("79/7/Tal")] = h("2845")
    ends = [s.game.hex_name(way[-1]) for way in advances(s, s.game.unit("79/7/Tal"))]
    assert ends == ["2846"]


@pytest.mark.rule("middle-east-battles", "7.9", "10.12")
def test_r7_9_units_worth_nothing_pay_nothing_in_an_exchange() -> None:
    places = ("2846 7-Rec/Tal", "2845 14-Arm", "2946 1/2", "2747 SF-ATGM", "2743 7-Art")
    s = attack(fighting(ARISH, "egypt", *places, air="[0]"), "2846", "14-Arm", "1/2", "SF-ATGM", "7-Art")
    s = roll(s, 6)
    assert s.prompt.startswith("An exchange: choose your units to lose, 2 ")
    assert options(s) == ["lose 14-Arm", "lose 1/2"]
    assert refused(s, "lose SF-ATGM") == ("7.9",)
    assert refused(s, "lose 7-Art") == ("7.9",)  # at range
    assert refused(s, "advance 14-Arm 2845-2846") == ("7.9",)


@pytest.mark.rule("middle-east-battles", "8.6")
def test_r8_6_the_log_says_when_a_barrage_has_no_effect() -> None:
    s = attack(fighting(ARISH, "israel", "2846 7-AT", "2842 3-Art/Tal", air="[4]"), "2846", "3-Art/Tal")
    seen = set()
    for die in range(1, 7):
        counts = s.choice.result(s, die) in ("DE", "D2", "D3", "D4")
        t = play(s, "confirm").copy()
        t.log = []
        t.apply(f"roll {die}")
        assert any("No effect" in str(e) for e in t.log) != counts
        seen.add(counts)
    assert seen == {True, False}


# The flanks of 2847 and 2848 are closed: whoever is displaced there can only go straight back.
LANE = ("2846 7-AT", "2845 79/7/Tal", "2647 9/7/Tal", "2649 82/7/Tal", "3047 2/Av/Tal", "3049 1/Av/Tal")


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_chains_run_through_three_units() -> None:
    s = fighting(ARISH, "israel", *LANE, "2847 7-Tank", "2848 7-Arm", "2849 1/2", air="[0]")
    s = roll(attack(s, "2846", "79/7/Tal"), 4, "mobile")  # D1
    s = play(s, "retreat 7-AT 2846-2847", "displace 7-Tank 2847-2848", "displace 7-Arm 2848-2849")
    s = play(s, options(s, "displace 1/2")[0])
    assert [where(s, u) for u in ("7-AT", "7-Tank", "7-Arm")] == ["2847", "2848", "2849"]


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_a_chain_asks_a_unit_again_where_no_other_can() -> None:
    s = fighting(ARISH, "israel", *LANE, "2847 7-Tank", "2848 7-Arm", air="[0]")
    s.displaced = 1 << s.game.unit("7-Arm")
    s = roll(attack(s, "2846", "79/7/Tal"), 4, "mobile")
    assert refused(s, "retreat 7-AT") == ("7.10", "7.12")
    s = play(s, "retreat 7-AT 2846-2847")
    assert options(s) == ["displace 7-Tank 2847-2848"]


@pytest.mark.rule("middle-east-battles", "5.11", "7.12")
def test_r5_11_two_helicopters_are_in_the_way_of_who_ends_there() -> None:
    s = fighting(SUEZ, "egypt", "4005 A/6", "4105 JS 845", "4004 2R", air="[0, 0]")
    u, h = s.game.unit("A/6"), s.game.hex("4105")
    assert in_the_way(s, u, h, False) == []  # passing through disturbs nobody
    assert len(in_the_way(s, u, h, True)) == 2
