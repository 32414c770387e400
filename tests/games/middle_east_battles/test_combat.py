"""[7.1 - 7.8, 7.17 - 7.19] Mandatory combat, differential, terrain, tables, shifts, night."""

from __future__ import annotations

import pytest

import sandtable

from .table import ARISH, SUEZ, attack, column, fighting, frame, options, play, refused, roll, shifts, tables, where

# Around 2846 the ground is clear: N 2845, NE 2946, SE 2947, S 2847, SW 2747, NW 2746.


# Mandatory combat -------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.1", "7.3", "6.2", "6.3")
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_r7_1_adjacent_enemies_must_fight(side: str) -> None:
    s = fighting(ARISH, side, "2846 79/7/Tal", "2845 7-Tank", air="[0]")
    assert refused(s, "end") == ("7.1", "7.3")
    assert len(options(s)) == 1
    s = fighting(ARISH, side, "2846 79/7/Tal", "2844 7-Tank", air="[0]")
    assert options(s) == ["end"]


@pytest.mark.rule("middle-east-battles", "6.2")
def test_r6_2_egyptians_in_fortifications_never_have_to_attack() -> None:
    s = fighting(ARISH, "egypt", "4544 1/2", "4644 1/Zi/Shr")
    assert s.check("end") is None
    assert s.check("attack 4644") is None  # but they may
    s = fighting(ARISH, "egypt", "4544 1/2", "4644 1/Zi/Shr", "4645 2/2")  # the one in the open must
    assert refused(s, "end") == ("7.1", "7.3")
    s = play(s, "attack 4644", "with 1/2")
    assert refused(s, "confirm") == ("7.3", "7.4")  # without it 2/2 would have nobody left to attack
    assert s.check("with 2/2") is None


@pytest.mark.rule("middle-east-battles", "7.3")
def test_r7_3_every_adjacent_enemy_is_attacked_and_every_unit_attacks_once() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "2845 7-Tank", "3046 7-AT", air="[0]")
    # 2845 is next to both, 3046 only to 2946: 82/7/Tal is needed there
    s = attack(s, "2845", "79/7/Tal")
    assert refused(s, "with 82/7/Tal") == ("7.3", "7.4")
    s = roll(s, 1, "mobile")
    s = play(s, options(s, "retreat 7-Tank")[0], "decline")
    assert refused(s, "end") == ("7.1", "7.3")
    assert refused(s, "attack 2845")
    s = play(s, "attack 3046")
    assert refused(s, "with 79/7/Tal") == ("7.3",)  # it has attacked
    assert s.check("with 82/7/Tal") is None


@pytest.mark.rule("middle-east-battles", "7.3")
def test_r7_3_nobody_is_attacked_twice() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2845 1/7", "3048 1-Art/Tal", air="[3]")
    s = roll(attack(s, "2845", "79/7/Tal"), 6, "mobile")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    held = where(s, "1/7")
    assert refused(s, f"attack {held}") == ("7.3",)
    assert s.check("end") is None


@pytest.mark.rule("middle-east-battles", "7.4")
def test_r7_4_a_lone_unit_attacks_all_its_neighbours_together() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2845 7-Tank", "2747 7-AT", air="[0]")
    s = play(s, "attack 2845", "with 79/7/Tal")
    assert refused(s, "confirm") == ("7.3", "7.4")
    s = play(s, "also 2747")
    assert s.check("confirm") is None
    assert s.forecast()["value"] == "+2"  # 6 against 2 and 2


@pytest.mark.rule("middle-east-battles", "7.4", "7.5")
def test_r7_4_all_attackers_touch_all_defenders_and_strength_stays_whole() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "2845 7-Tank", "2747 7-AT", air="[0]")
    s = play(s, "attack 2845", "with 82/7/Tal")
    assert refused(s, "also 2747") == ("7.4",)
    s = play(s, "confirm", "table mobile", "roll 6")  # BR
    s = play(s, options(s)[0])
    s = play(s, options(s)[0])
    assert options(s) == ["attack 2747"]  # 79/7/Tal is left for the other
    assert play(s, "attack 2747", "with 79/7/Tal").forecast()["attackers"] == [{"unit": "79/7/Tal", "strength": "6"}]


@pytest.mark.rule("middle-east-battles", "7.3", "5.14")
def test_r7_3_nobody_in_the_defending_hex_stays_out() -> None:
    s = fighting(SUEZ, "egypt", "4005 A/6 845", "4105 2R", air="[0, 0]")
    s = attack(s, "4005", "2R")
    assert [d["unit"] for d in s.forecast()["defenders"]] == ["A/6", "845"]


# The differential and the tables ------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.2", "7.6")
def test_r7_2_example_thirteen_against_four_in_rough() -> None:
    """13 against 4 in rough: +9, shifted two columns to +4,+5."""
    places = ("4332 PLA", "4331 79/7/Tal", "4432 82/7/Tal")
    s = attack(
        fighting(ARISH, "israel", *places, air="[1]"), "4332", "79/7/Tal", "82/7/Tal", support=("israeli-air 1",)
    )
    f = s.forecast()
    assert (f["value"], shifts(s)) == ("+9", {"7.6": -2})
    assert f["column_name"] == "+4 to +5"


@pytest.mark.rule("middle-east-battles", "7.2")
@pytest.mark.parametrize(
    ("value", "shift", "name"),
    [
        (12, 0, "+12 or more"),
        (14, -2, "+12 or more"),
        (13, -2, "+9 to +11"),
        (12, -1, "+9 to +11"),
        (20, -3, "+12 or more"),
        (-7, 1, "-6 to -5"),
        (-9, 1, "-7 or less"),
        (-9, 2, "-7 or less"),
        (-9, 3, "-6 to -5"),
        (-30, 0, "-7 or less"),
        (0, -1, "-1"),
        (3, 1, "+4 to +5"),
    ],
)
def test_r7_2_beyond_the_edges_every_number_is_a_column(value: int, shift: int, name: str) -> None:
    crt = sandtable.load(ARISH).frontal
    assert crt.columns[crt.shifted_beyond(value, shift)] == name


@pytest.mark.rule("middle-east-battles", "7.6")
def test_r7_6_only_the_best_terrain_counts_and_only_the_defenders() -> None:
    # the attacker stands in rough, the defender in the open
    s = attack(fighting(ARISH, "israel", "4343 1/Zi/Shr", "4344 7-Tank", air="[0]"), "4344", "1/Zi/Shr")
    assert shifts(s) == {}
    # a town gives one column, a city two; fortress Israelis get nothing
    s = attack(fighting(ARISH, "egypt", "4620 79/7/Tal", "4721 1/7", air="[0]"), "4620", "1/7")
    assert shifts(s) == {"7.6": -1}
    s = attack(fighting(ARISH, "egypt", "4544 1/Zi/Shr", "4444 1/7", air="[0]"), "4544", "1/7")
    assert shifts(s) == {}


@pytest.mark.rule("middle-east-battles", "7.6")
def test_r7_6_several_hexes_share_the_best_terrain() -> None:
    places = ("4343 7-Tank", "4444 7-AT", "4443 1/Zi/Shr")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "4444+4343", "1/Zi/Shr")
    assert shifts(s) == {"7.6": -2}


@pytest.mark.rule("middle-east-battles", "7.6", "8.15")
def test_r7_6_hexsides_count_only_if_all_attack_through_them() -> None:
    places = ("3844 7-Tank", "3843 1/Zi/Shr", "3845 2/Zi/Shr")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = play(s, "attack 3844", "with 1/Zi/Shr")
    assert shifts(s) == {"7.6": -1}
    assert shifts(play(s, "with 2/Zi/Shr")) == {}  # one of them does not cross the wadi
    s = fighting(ARISH, "israel", "3844 7-Tank", "3944 1/Zi/Shr", air="[0]")
    assert shifts(play(s, "attack 3844", "with 1/Zi/Shr")) == {"7.6": -1}  # a bridge does not help the attacker


@pytest.mark.rule("middle-east-battles", "7.6")
def test_r7_6_the_oil_tanks_help_the_attacker() -> None:
    s = attack(fighting(SUEZ, "anglo-french", "3311 2R", "3310 A/6", air="[0, 0]"), "3311", "A/6")
    assert shifts(s) == {"7.6": 1}


@pytest.mark.rule("middle-east-battles", "7.7")
def test_r7_7_a_weak_attack_frees_strength_for_another_but_no_shift_is_given_away() -> None:
    places = ("2846 79/7/Tal", "2946 7-Rec/Tal", "2845 1/7")
    s = fighting(ARISH, "israel", *places, "3046 2/7", air="[0]")
    s = play(s, "attack 3046", "with 7-Rec/Tal")  # 2 against 6, a holding attack
    assert s.forecast()["value"] == "-4"
    assert not options(s, "shift")
    assert {a.split()[0] for a in options(s)} <= {"with", "also", "confirm", "support"}


@pytest.mark.rule("middle-east-battles", "7.8")
def test_r7_8_the_western_player_chooses_the_table_the_egyptian_does_not() -> None:
    s = play(
        attack(fighting(ARISH, "israel", "2846 79/7/Tal", "2845 7-Tank", air="[0]"), "2845", "79/7/Tal"), "confirm"
    )
    assert options(s) == ["table frontal", "table mobile"]
    s = attack(fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 14-Arm", air="[0]"), "2846", "14-Arm")
    assert tables(s.forecast()) == ["frontal"]
    assert play(s, "confirm").actor == "chance"


@pytest.mark.rule("middle-east-battles", "7.8")
@pytest.mark.parametrize(
    ("title", "side", "places", "target", "attacker"),
    [
        (SUEZ, "anglo-french", ("2510 4-Inf", "2509 A/6"), "2510", "A/6"),
        (ARISH, "israel", ("4544 7-Tank", "4644 226/Shr"), "4544", "226/Shr"),
        (ARISH, "egypt", ("2128 7-Rec/Tal", "2129 14-Arm"), "2128", "14-Arm"),
    ],
)
def test_r7_8_into_city_and_works_frontal_only_and_d2_to_d4_become_ex(
    title: str, side: str, places: tuple[str, ...], target: str, attacker: str
) -> None:
    air = "[0, 0]" if title == SUEZ else "[0]"
    s = attack(fighting(title, side, *places, air=air), target, attacker)
    f = s.forecast()
    assert tables(f) == ["frontal"]
    printed = [s.game.frontal.result(d, f["column"]) for d in range(1, 7)]
    expected = {"EX" if r in ("D2", "D3", "D4") else r for r in printed}
    assert {r["result"] for r in f["results"]} == expected


@pytest.mark.rule("middle-east-battles", "7.8", "6.2")
def test_r7_8_fortifications_do_not_help_israeli_defenders() -> None:
    s = attack(
        fighting(ARISH, "egypt", "4544 7-Rec/Tal", "4444 14-Arm", "4443 1/2", air="[0]"), "4544", "14-Arm", "1/2"
    )
    f = s.forecast()
    assert f["column_name"] == "+4 to +5"  # 3 and 3 against 2
    assert "D4" in {r["result"] for r in f["results"]}  # not converted


# Egyptian strength, nations, divisions ----------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.17", "2.6")
def test_r7_17_egyptians_attack_with_half_each_rounded_down_but_guns_do_not() -> None:
    places = ("2846 79/7/Tal", "2845 7-Tank", "2747 14-Arm", "2746 7-Art")
    s = attack(fighting(ARISH, "egypt", *places, air="[0]"), "2846", "7-Tank", "14-Arm", "7-Art")
    assert [a["strength"] for a in s.forecast()["attackers"]] == ["3", "4", "1"]
    s = attack(
        fighting(SUEZ, "egypt", "4005 A/6", "4105 PS-AT", "4004 PS-Armor", air="[0, 0]"), "4005", "PS-AT", "PS-Armor"
    )
    assert [a["strength"] for a in s.forecast()["attackers"]] == ["0", "0"]


@pytest.mark.rule("middle-east-battles", "7.17")
def test_r7_17_from_works_they_attack_unhalved() -> None:
    s = attack(fighting(ARISH, "egypt", "4544 1/2", "4644 1/Zi/Shr", air="[0]"), "4644", "1/2")
    assert s.forecast()["attackers"][0]["strength"] == "6"
    s = attack(fighting(ARISH, "egypt", "4544 1/Zi/Shr", "4644 1/2", air="[0]"), "4544", "1/2")
    assert s.forecast()["attackers"][0]["strength"] == "3"  # into works from the open: halved


@pytest.mark.rule("middle-east-battles", "7.18")
def test_r7_18_british_and_french_together_lose_a_column() -> None:
    s = fighting(SUEZ, "anglo-french", "4005 2R", "4004 A/6", "4105 1/7")
    s = play(s, "attack 4005", "with A/6")
    assert shifts(s) == {}
    assert shifts(play(s, "with 1/7")) == {"7.18": -1}
    assert shifts(play(s, "support french-air 1")) == {"7.18": -1}
    assert shifts(play(s, "support british-air 2")) == {}
    assert shifts(play(s, "support british-naval")) == {}
    s = fighting(SUEZ, "anglo-french", "4005 2R", "4004 JS", "4105 A/6")
    assert shifts(attack(s, "4005", "A/6", "JS")) == {}  # JS is British


@pytest.mark.rule("middle-east-battles", "7.18")
def test_r7_18_israeli_divisions_never_attack_together() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2946 1/Se/Yof", "2947 SC-Heli", "2847 50/202", "2747 1/Ma")
    s = play(fighting(ARISH, "israel", *places, air="[2]"), "attack 2846", "with 79/7/Tal")
    for other in ("1/Se/Yof", "50/202", "1/Ma"):
        assert refused(s, f"with {other}") == ("7.18",)
    assert s.check("with SC-Heli") is None
    assert s.check("support israeli-air 1") is None


@pytest.mark.rule("middle-east-battles", "7.18", "7.3")
def test_r7_18_units_that_no_attack_can_hold_are_excused_but_no_more_than_must() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2946 82/7/Tal", "2947 1/Se/Yof")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = play(s, "attack 2846", "with 79/7/Tal")
    assert refused(s, "confirm") == ("7.3", "7.4")  # 82/7/Tal would be left out without need
    assert s.check("confirm").text == "As the attack stands 82/7/Tal would have no enemy left to attack."
    assert s.prompt.endswith("more hexes [7.3, 7.4]. As the attack stands 82/7/Tal would have no enemy left to attack.")
    s = play(s, "with 82/7/Tal")
    assert s.prompt.endswith("or fight now [7.4, 8.7].")
    assert s.check("confirm") is None  # only the Yoffe unit goes without
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846")
    assert refused(s, "with 1/Se/Yof") == ("7.3", "7.18")  # that would leave out two


@pytest.mark.rule("middle-east-battles", "7.3", "7.4", "7.18")
def test_r7_3_refusals_name_who_would_be_stranded_and_why() -> None:
    # a division that shares the only target
    s = fighting(ARISH, "israel", "2846 1/7", "2946 79/7/Tal", "2750 3-Art/Shr", air="[2]")
    refusal = play(s, "attack 2846").check("with 3-Art/Shr")
    assert refusal.rules == ("7.3", "7.18")
    assert refusal.text == (
        "With 3-Art/Shr in this attack 79/7/Tal would have no enemy left to attack, "
        "for different divisions never attack together."
    )
    # a divided front further on: each division has its own hex, and the one between is wanted by both
    places = ("2845 1/7", "2847 7-Tank", "2746 79/7/Tal", "2946 1/Se/Yof", "2748 82/7/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2847", "with 82/7/Tal")
    assert s.check("confirm") is None
    # an enemy that nobody else touches
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "2845 7-Tank", "3046 7-AT", air="[0]")
    refusal = attack(s, "2845", "79/7/Tal").check("with 82/7/Tal")
    assert refusal.text == "With 82/7/Tal in this attack nobody would be left to attack 7-AT in 3046."
    refusal = play(s, "attack 3046").check("also 2845")
    assert refusal.rules == ("8.4",)
    # guns between two enemies: fire from range would keep them from attacking both
    s = fighting(ARISH, "israel", "2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", air="[2]")
    refusal = play(s, "attack 2845", "with 1-Art/Tal").check("support israeli-air 1")
    assert refusal.rules == ("7.3", "8.4")
    assert refusal.text == "With support from range nobody would be left to attack 7-AT in 2847."
    # naming the target itself: barrage would rob a unit of its only enemy
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 7-Tank", "2842 7-Art", air="[0]")
    refusal = play(s, "attack 2846", "with 7-Art").check("confirm")
    assert refusal.text == "As the attack stands 7-Tank would have no enemy left to attack."


# Night --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.19", "7.1")
@pytest.mark.parametrize("turn", [4, 8])
def test_r7_19_night_combat_is_voluntary(turn: int) -> None:
    for side in ("israel", "egypt"):
        s = fighting(ARISH, side, "2846 79/7/Tal", "2845 7-Tank", turn=turn)
        assert s.check("end") is None


@pytest.mark.rule("middle-east-battles", "7.19")
@pytest.mark.parametrize(("die", "columns"), [(1, 2), (2, 1), (3, 2), (4, 1), (5, 2), (6, 1)])
def test_r7_19_the_israeli_night_die(die: int, columns: int) -> None:
    s = play(
        attack(fighting(ARISH, "israel", "2846 79/7/Tal", "2845 7-Tank", turn=4, air="[0]"), "2845", "79/7/Tal"),
        "confirm",
    )
    s = play(s, "table mobile", f"roll {die}")
    assert s.agenda[1].night == columns
    assert s.agenda[1].column(s) == 8 - columns  # +4 is column 8


@pytest.mark.rule("middle-east-battles", "7.19")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_r7_19_the_egyptian_night_die_less_one(die: int) -> None:
    s = attack(fighting(ARISH, "egypt", "2846 SC-Heli", "2845 14-Arm", turn=8, air="[0]"), "2846", "14-Arm")
    s = play(s, "confirm", f"roll {die}")
    assert s.agenda[1].night == die - 1


@pytest.mark.rule("middle-east-battles", "7.19")
def test_r7_19_one_night_attack_brings_the_duties_of_its_neighbours() -> None:
    near = ("2846 79/7/Tal", "2845 7-Tank", "2747 7-AT")
    s = fighting(ARISH, "israel", *near, "2249 1/Se/Yof", "2248 7-Arm", turn=4, air="[0]")
    s = play(s, "attack 2845", "with 79/7/Tal")
    assert refused(s, "confirm") == ("7.3", "7.4")  # its other neighbour must now be attacked too
    s = play(s, "also 2747", "confirm", "table mobile", "roll 1", "roll 1")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    assert s.check("end") is None  # the distant pair is not drawn in


@pytest.mark.rule("middle-east-battles", "7.19")
def test_r7_19_fire_from_range_brings_no_duties_at_night() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2840 1-Art/Tal")
    s = play(fighting(ARISH, "israel", *places, turn=4, air="[6]"), "attack 2846", "support israeli-air 3")
    assert s.check("confirm") is None
    s = play(s, "with 1-Art/Tal")
    assert s.check("confirm") is None  # still from range
    s = play(s, "confirm", "roll 6", "roll 6")
    assert s.check("end") is None
    # by day the unit in contact must take part
    s = play(fighting(ARISH, "israel", *places, air="[6]"), "attack 2846", "support israeli-air 3")
    assert refused(s, "confirm") == ("7.3", "7.4")
    # and at night the first unit next to the target brings the duties, barrage or not
    near = ("2846 79/7/Tal", "2845 7-Tank", "2747 7-AT", "2840 1-Art/Tal")
    s = play(fighting(ARISH, "israel", *near, turn=4, air="[0]"), "attack 2845", "with 1-Art/Tal")
    assert s.check("confirm") is None
    s = play(s, "with 79/7/Tal")
    assert refused(s, "confirm") == ("7.3", "7.4")
    assert play(s, "also 2747").check("confirm") is None


@pytest.mark.rule("middle-east-battles", "7.19")
def test_r7_19_the_forecast_counts_the_night_die() -> None:
    s = attack(fighting(ARISH, "israel", "2846 79/7/Tal", "2845 7-Tank", turn=4, air="[0]"), "2845", "79/7/Tal")
    assert sum(r["probability"] for r in s.forecast()["results"]) == pytest.approx(1)
    day = attack(fighting(ARISH, "israel", "2846 79/7/Tal", "2845 7-Tank", air="[0]"), "2845", "79/7/Tal")
    assert column(day) == "+4 to +5"
    darker = {}
    for shift in (1, 2):  # even and odd faces of the night die are equally likely
        at = s.game.frontal.shifted_beyond(4, -shift)
        for die in range(1, 7):
            result = s.game.frontal.result(die, at)
            darker[result] = darker.get(result, 0) + 1 / 12
    assert {r["result"]: r["probability"] for r in s.forecast()["results"]} == pytest.approx(darker)
    assert {r["result"]: r["probability"] for r in day.forecast()["results"]} != pytest.approx(darker)


@pytest.mark.rule("middle-east-battles", "7.4")
def test_r7_4_who_touches_only_one_of_the_hexes_may_not_join() -> None:
    places = ("2846 79/7/Tal", "2845 7-Tank", "2847 7-AT", "2844 82/7/Tal", "2945 1-Art/Tal", "2843 1/7")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2845", "with 79/7/Tal", "also 2847")
    assert refused(s, "with 82/7/Tal") == ("7.4",)  # next to 2845 only
    s = play(s, "with 1-Art/Tal")  # a gun beside non-artillery needs only one [8.8]
    assert s.check("confirm") is None


@pytest.mark.rule("middle-east-battles", "7.3", "7.4", "8.7")
def test_r7_4_what_the_builder_of_an_attack_is_offered_and_refused() -> None:
    s = fighting(SUEZ, "anglo-french", "4005 A/6", "4004 2R", "4006 1R", air="[1, 0]")
    s = play(s, "attack 4004", "with A/6")
    for action, rule in (("with A/6", "7.3"), ("with 2R", "7.3"), ("with Nobody", "7.3"), ("also 4004", "7.4")):
        assert refused(s, action) == (rule,)
    assert refused(s, "also xx") == ("7.4",)
    s = play(s, "also 4006")
    assert options(s) == ["support british-air 1", "support british-naval", "confirm"]
    assert play(s, "support british-air 1", "support british-naval").check("confirm") is None


@pytest.mark.rule("middle-east-battles", "7.3", "8.2")
def test_r7_3_a_gun_fires_once_in_a_phase() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2848 2/7", "2842 1-Art/Tal", air="[0]")
    assert options(s) == ["attack 2846", "attack 2848", "end"]
    s = play(s, "attack 2846", "with 1-Art/Tal", "confirm", "roll 6")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[0])
    assert options(s) == ["end"]
