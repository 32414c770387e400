"""[14.0, 15.0, 19.8-19.10, 24.1, 24.2, 25.0, 29.4, 29.5] Ground combat."""

from __future__ import annotations

from typing import Any

import pytest

from .table import (
    allowed,
    attack,
    column,
    dead,
    disrupted,
    fighting,
    impulse,
    log,
    moving,
    options,
    phase,
    play,
    position,
    refused,
    where,
    why_not,
)


# Declaration --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "14.1")
def test_r14_1_only_the_activated_contingent_attacks_static_units_too() -> None:
    s = play(fighting("egypt", "3314 EG-Gar-Cairo", "3313 AL-Armd", "3413 UK-19"), "attack 3413")
    assert options(s, "with") == ["with EG-Gar-Cairo"]
    assert refused(s, "with AL-Armd") == ("14.1",)
    assert play(s, "with EG-Gar-Cairo", "confirm").actor == "chance"


@pytest.mark.rule("musketeer", "14.2")
def test_r14_2_example_a_stack_attacks_one_of_two_hexes_with_one_or_both_units() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-7", "5412 EG-10")
    assert set(options(s, "attack")) == {"attack 5414", "attack 5412"}
    s1 = attack(s, "5414", "IS-4")
    assert s1.attackers.bit_count() == 1
    s2 = attack(s, "5414", "IS-4", "IS-9")
    assert s2.attackers.bit_count() == 2
    s1 = play(s1, "roll 6", "roll 6")  # no harm done
    assert refused(s1, "attack 5412") == ("14.2", "15.4")  # IS-9 is bound to 5414
    s1 = play(s1, "attack 5414")
    assert options(s1, "with") == ["with IS-9"]


@pytest.mark.rule("musketeer", "14.2")
def test_r14_2_adjacent_only_optional_and_against_the_whole_hex() -> None:
    s = fighting("israel", "5413 IS-4", "5415 EG-10", "5414 EG-7 EG-11")
    assert refused(s, "attack 5415") == ("14.2",)
    assert refused(s, "attack 5512") == ("14.2",)
    assert "end" in options(s)
    s = attack(s, "5414", "IS-4")
    s = play(s, "roll 3")  # D: the whole hex is the target, its owner chooses
    assert options(s) == ["lose EG-7", "lose EG-11"]


@pytest.mark.rule("musketeer", "14.3", "14.4")
def test_r14_4_terrain_of_the_defender_decides_who_fires_first() -> None:
    def first(target: str, near: str, defender: str = "EG-7", attacker: str = "UK-19") -> str:
        contingent = "anglo-french" if defender.startswith("EG") else "egypt"
        s = fighting(contingent, f"{near} {attacker}", f"{target} {defender}")
        return str(attack(s, target, attacker).prompt)

    assert "fire of UK-19" in first("2210", "2209")  # open
    assert "fire of UK-19" in first("0910", "0909")  # desert
    assert "fire of EG-7" in first("4612", "4613")  # rough and pass
    assert "fire of EG-7" in first("3109", "3108")  # town
    assert "fire of EG-7" in first("3314", "3313")  # city
    assert "fire of EG-7" in first("5505", "5506")  # fortification
    assert "fire of EG-7" in first("5505", "5506", "UK-19", "EG-7")  # not for others: Rafah is desert
    assert "fire of IS-Gar-Magen" in first("5604", "5605", "IS-Gar-Magen", "EG-7")  # kibbutz


@pytest.mark.rule("musketeer", "14.4")
def test_r14_4_example_a_city_force_fires_first_at_one_of_two_french_stacks() -> None:
    s = fighting("anglo-french", "3313 FR-Col FR-7-DMR", "3413 FR-RAP", "3314 EG-2-Div EG-Gar-Cairo")
    s = attack(s, "3314", "FR-Col", "FR-7-DMR", "FR-RAP")
    assert s.actor == "east"
    assert options(s) == ["aim 3313", "aim 3413"]
    s = play(s, "aim 3313")
    assert options(s) == ["fire EG-2-Div", "fire EG-Gar-Cairo"]
    s = play(s, "fire EG-2-Div", "roll 1")  # E, in the stack it aimed at
    assert options(s) == ["lose FR-Col", "lose FR-7-DMR"]
    s = play(s, "lose FR-Col", "roll 1")  # the garrison disrupts FR-7-DMR
    assert disrupted(s, "FR-7-DMR")
    assert dead(s, "FR-Col")
    assert not disrupted(s, "FR-RAP")


@pytest.mark.rule("musketeer", "14.4")
def test_r14_4_what_first_fire_removes_does_not_fire_back() -> None:
    s = attack(fighting("israel", "5413 IS-7-Armd", "5414 EG-7"), "5414", "IS-7-Armd")
    s = play(s, "roll 1")  # E
    assert dead(s, "EG-7")
    assert s.actor == "west"  # pursuit, no second fire
    assert options(s, "advance")


@pytest.mark.rule("musketeer", "14.4", "14.8")
def test_r14_8_each_unit_attacks_once_and_fires_once_per_phase() -> None:
    s = fighting("israel", "5413 IS-4", "5514 IS-9", "5414 EG-7")
    s = play(attack(s, "5414", "IS-4"), "roll 6", "roll 6")  # both miss
    assert refused(play(s, "attack 5414"), "with IS-4") == ("14.8",)
    s = play(attack(s, "5414", "IS-9"), "roll 6")
    assert s.actor is None  # EG-7 has fired already; nobody is left to attack


@pytest.mark.rule("musketeer", "14.5", "14.7", "14.9")
def test_r14_7_example_units_of_3_and_2_fire_on_their_own_and_share_the_support() -> None:
    s = fighting("anglo-french", "2209 FR-Col FR-3-RCP", "2210 EG-2-Div", "anglo-french-available UK-Air-1")
    s = play(attack(s, "2210", "FR-Col", "FR-3-RCP"), "support 0", "fire FR-Col")
    assert column(s) == "3"
    s = play(s, "roll 6")
    assert column(s) == "2"
    s = fighting("anglo-french", "2209 FR-Col FR-3-RCP", "2210 EG-2-Div", "anglo-french-available UK-Air-1")
    s = play(attack(s, "2210", "FR-Col", "FR-3-RCP"), "support 1", "fire FR-Col")
    assert column(s) == "4"
    s = play(s, "roll 5")
    assert s.actor == "chance"  # R: the division routs
    s = fighting("anglo-french", "2209 FR-Col FR-3-RCP", "2210 EG-2-Div EG-7", "anglo-french-available UK-Air-1")
    s = play(attack(s, "2210", "FR-Col", "FR-3-RCP"), "support 1", "fire FR-Col", "roll 6")
    assert column(s) == "3"  # two, and the same airstrike


@pytest.mark.rule("musketeer", "14.6")
def test_r14_6_several_stacks_are_declared_together_and_fire_in_any_order() -> None:
    s = fighting("israel", "5413 IS-4", "5514 IS-9", "5414 EG-7 EG-10", "5412 EG-11")
    assert set(options(s, "attack")) == {"attack 5414", "attack 5412"}  # any order of attacks
    s = play(s, "attack 5414", "with IS-4", "with IS-9")
    assert refused(s, "with IS-4") == ("14.9",)
    s = play(s, "confirm")
    assert options(s) == ["fire IS-4", "fire IS-9"]


@pytest.mark.rule("musketeer", "14.3")
def test_r14_3_one_round_and_the_combat_is_over() -> None:
    s = attack(fighting("israel", "5413 IS-4 IS-9", "5414 EG-7"), "5414", "IS-4", "IS-9")
    assert refused(s, "fire EG-7") == ("14.6",)
    s = play(s, "fire IS-9", "roll 6", "roll 6")
    assert "EG-7" in s.prompt
    s = play(s, "roll 6")
    assert s.actor is None


# Shifts -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_special_marker_two_right_for_the_attack_only() -> None:
    s = attack(fighting("israel", "5413 IS-4", "5414 EG-7", special=True), "5414", "IS-4")
    assert column(s) == "5"
    s = play(s, "roll 6")
    assert column(s) == "2"  # EG-7 fires back with its plain factor


@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_terrain_shifts_left_the_best_one_only_and_not_for_the_attacker() -> None:
    def col(target: str, near: str, defender: str = "EG-7", unit: str = "UK-25-Armd") -> str:
        contingent = "anglo-french" if unit.startswith("UK") else "egypt"
        s = fighting(contingent, f"{near} {unit}", f"{target} {defender}")
        s = attack(s, target, unit)
        while "fire of " + unit not in s.prompt:
            s = play(s, "roll 6")
        return column(s)

    assert col("2210", "2209") == "5"
    assert col("3109", "3108") == "4"  # town
    assert col("3314", "3313") == "2"  # city
    assert col("5505", "5506") == "3"  # fortification
    assert col("4612", "4613") == "3"  # pass and rough: two, not three
    assert col("5505", "5506", "IS-4", "EG-2-Div") == "5"  # no fortification for Israelis
    s = fighting("anglo-french", "3314 UK-25-Armd", "3313 EG-7")
    s = play(attack(s, "3313", "UK-25-Armd"), "roll 6")
    assert column(s) == "2"  # the attacker's city does not help him


@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_a_hexside_counts_only_if_all_attack_across_it() -> None:
    s = attack(fighting("anglo-french", "4113 UK-25-Armd", "4212 EG-7"), "4212", "UK-25-Armd")
    assert column(s) == "3"  # the canal: two left
    s = fighting("anglo-french", "4113 UK-25-Armd", "4312 UK-6-RTR", "4212 EG-7")
    s = play(attack(s, "4212", "UK-25-Armd", "UK-6-RTR"), "fire UK-25-Armd")
    assert column(s) == "5"
    s = attack(fighting("anglo-french", "4008 UK-25-Armd", "4108 EG-7"), "4108", "UK-25-Armd")
    assert s.game.map.crosses("canal", s.game.hex("4008"), s.game.hex("4108"))
    assert column(s) == "3"
    s = attack(fighting("anglo-french", "2209 UK-25-Armd", "2210 EG-7"), "2210", "UK-25-Armd")
    assert s.hexside_shift == 0


@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_shifts_add_up_and_stay_on_the_table() -> None:
    s = fighting("israel", "5506 IS-4", "5505 EG-7", "israel-available IS-Air-1 IS-Air-2", special=True)
    s = play(attack(s, "5505", "IS-4"), "support 2", "roll 6")
    assert column(s) == "5"  # 3 + 2 special + 2 air - 2 fortification
    s = fighting("us", "2209 US-CC-A", "2210 EG-7", "us-available US-Air-1 US-Air-2 US-Air-3 US-Air-4", special=True)
    s = play(attack(s, "2210", "US-CC-A"), "support 4")
    assert column(s) == "10+"


@pytest.mark.rule("musketeer", "19.8", "18.4", "20.1")
def test_r19_8_close_air_support_for_the_attacker_within_the_limit_of_the_hex() -> None:
    s = fighting(
        "israel", "5413 IS-4", "5414 EG-7", "israel-available IS-Air-1 IS-Air-2 IS-Air-3", "egypt-available EG-Air-1"
    )
    s = attack(s, "5414", "IS-4")
    assert options(s) == ["support 2", "support 1", "support 0"]
    assert refused(s, "support 3") == ("18.4",)
    s = play(s, "support 2")
    assert column(s) == "5"
    assert s.actor == "chance"  # the defender's airstrikes are not asked


@pytest.mark.rule("musketeer", "19.9", "15.1")
def test_r19_9_example_an_airstrike_is_lost_before_the_israelis_fire() -> None:
    s = fighting("israel", "5506 IS-4", "5505 EG-7", "israel-available IS-Air-1 IS-Air-2")
    s = play(attack(s, "5505", "IS-4"), "support 2")
    assert "fire of EG-7" in s.prompt  # Egyptians in a fort fire first
    s = play(s, "roll 4")  # column 2: A/G
    assert dead(s, "IS-Air-1") != dead(s, "IS-Air-2")
    assert not disrupted(s, "IS-4")
    assert column(s) == "2"  # 3 + 1 - 2


@pytest.mark.rule("musketeer", "19.10")
def test_r19_10_air_support_of_attackers_that_never_fire_is_not_used() -> None:
    s = fighting("israel", "5506 IS-SC", "5606 IS-4", "5505 EG-7", "5607 EG-10", "israel-available IS-Air-1")
    s = play(attack(s, "5505", "IS-SC"), "support 1", "roll 1")  # DR: one-sided, eliminated
    assert dead(s, "IS-SC")
    assert s.used == 0
    s = attack(s, "5607", "IS-4")
    assert options(s) == ["support 1", "support 0"]


@pytest.mark.rule("musketeer", "18.3", "19.8")
def test_r18_3_supporting_airstrikes_serve_once_per_impulse() -> None:
    s = fighting("israel", "5413 IS-4", "5415 IS-9", "5412 EG-7", "5416 EG-10", "israel-available IS-Air-1")
    s = play(attack(s, "5412", "IS-4"), "support 1", "roll 6", "roll 6")
    assert s.used.bit_count() == 1
    s = attack(s, "5416", "IS-9")
    assert s.actor == "chance"


@pytest.mark.rule("musketeer", "24.1")
def test_r24_1_anti_aircraft_units_against_close_air_support() -> None:
    def col(support: int, *places: str) -> str:
        s = fighting("us", "2209 US-CC-A", "us-available US-Air-1 US-Air-2", *places)
        return column(play(attack(s, "2210", "US-CC-A"), f"support {support}"))

    assert col(2, "2210 EG-7") == "8"
    assert col(2, "2210 EG-7 EG-1-AAA") == "7"
    assert col(2, "2210 EG-7", "2211 EG-1-AAA", "2310 EG-2-AAA") == "7"
    assert col(0, "2210 EG-7 EG-1-AAA") == "6"


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_engineers_in_the_stack_against_a_defended_hex() -> None:
    s = fighting("israel", "5506 IS-4 IS-SC", "5605 IS-9", "5505 EG-7")
    s = play(attack(s, "5505", "IS-4", "IS-SC", "IS-9"), "aim 5506", "roll 6", "fire IS-4")
    assert column(s) == "2"  # 3 - 2 + 1
    s = play(s, "roll 6", "fire IS-9")
    assert column(s) == "1"  # another stack
    s = fighting("israel", "5413 IS-4 IS-SC", "5414 EG-7")
    s = play(attack(s, "5414", "IS-4", "IS-SC"), "fire IS-4")
    assert column(s) == "3"  # the hex gives no shift
    s = fighting("israel", "5506 IS-4 IS-SC", "5505 EG-7")
    s = play(attack(s, "5505", "IS-4"), "roll 6")
    assert column(s) == "1"  # the engineer stays out


# Special forces and guerrillas --------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "25.2", "25.3", "25.4")
def test_r25_4_example_special_forces_against_guerrillas_in_a_city() -> None:
    s = fighting(
        "anglo-french",
        "3313 UK-25-Armd",
        "3314 EG-2-Div",
        "anglo-french-available FR-REC UK-MI6",
        "egypt-available EG-Guerrilla-2a EG-Guerrilla-0a EG-Res",
    )
    s = attack(s, "3314", "UK-25-Armd")
    assert s.actor == "west"  # the attacker commits first
    assert options(s) == ["decline", "commit UK-MI6", "commit FR-REC"]
    s = play(s, "commit FR-REC")
    assert s.actor == "east"
    s = play(s, "commit EG-Guerrilla-2a")
    assert "fire of EG-2-Div" in s.prompt  # one marker each
    assert column(s) == "7"  # 5 + 2
    s = play(s, "roll 5")  # D: the armor survives
    assert column(s) == "1"  # 3 (disrupted) + 1 special forces - 3 city
    s = play(s, "roll 6")
    assert where(s, "FR-REC") == "anglo-french-box"
    assert where(s, "EG-Guerrilla-2a") == "egypt-box"


@pytest.mark.rule("musketeer", "14.10", "25.2")
def test_r14_10_guerrillas_only_with_egyptians_in_cities_and_towns() -> None:
    s = attack(fighting("anglo-french", "2209 UK-19", "2210 EG-7", "egypt-available EG-Guerrilla-2a"), "2210", "UK-19")
    assert s.actor == "chance"
    s = attack(
        fighting("anglo-french", "3313 UK-19", "3314 AL-Armd", "egypt-available EG-Guerrilla-2a EG-Res"),
        "3314",
        "UK-19",
    )
    assert s.actor == "chance"  # other contingents get no Egyptian help
    s = attack(fighting("egypt", "3108 EG-7", "3109 UK-19", "egypt-available EG-Guerrilla-2a"), "3109", "EG-7")
    assert options(s) == ["decline", "commit EG-Guerrilla-2a"]
    s = attack(fighting("egypt", "2209 EG-7", "2210 UK-19", "egypt-available EG-Guerrilla-2a EG-Res"), "2210", "EG-7")
    assert options(s) == ["decline", "commit EG-Res"]
    assert refused(s, "commit EG-Guerrilla-2a") == ("14.10",)


@pytest.mark.rule("musketeer", "25.4", "14.10")
def test_r25_4_no_defensive_shift_and_zero_guerrillas_shift_nothing() -> None:
    s = fighting("anglo-french", "3313 UK-25-Armd", "3314 EG-7", "egypt-available EG-Guerrilla-2a EG-Guerrilla-0a")
    s = play(attack(s, "3314", "UK-25-Armd"), "commit EG-Guerrilla-0a")
    assert column(s) == "2"
    s = play(s, "roll 6")
    assert column(s) == "2"  # 5 - 3: guerrillas do not protect


@pytest.mark.rule("musketeer", "25.6", "15.1")
def test_r25_6_a_g_eliminates_one_marker_or_airstrike_and_the_owner_chooses() -> None:
    s = fighting(
        "anglo-french",
        "3313 UK-25-Armd",
        "3314 EG-7",
        "anglo-french-available UK-MI6 UK-Air-1",
        "egypt-available EG-Res",
    )
    s = play(attack(s, "3314", "UK-25-Armd"), "support 1", "commit UK-MI6", "commit EG-Res")
    s = play(s, "roll 5")  # EG-7 with special forces: column 3, A/G
    assert s.actor == "west"
    assert options(s) == ["lose UK-Air-1", "lose UK-MI6"]
    t = play(s, "lose UK-MI6")
    assert dead(t, "UK-MI6")
    assert not dead(t, "UK-Air-1")
    assert column(t) == "3"  # 5 + 1 air - 3
    t = play(t, "roll 5")
    assert dead(t, "EG-Res")  # column 3: A/G hits the defender's marker
    assert not disrupted(t, "EG-7")


@pytest.mark.rule("musketeer", "25.6", "25.1")
def test_r25_6_markers_of_a_force_wiped_out_before_it_fires_are_used_not_lost() -> None:
    s = fighting("anglo-french", "3313 UK-LOC", "2209 UK-19", "3314 EG-2-Div", "anglo-french-available UK-MI6")
    s = play(attack(s, "3314", "UK-LOC"), "commit UK-MI6", "roll 1")
    assert dead(s, "UK-LOC")
    assert where(s, "UK-MI6") == "anglo-french-box"


@pytest.mark.rule("musketeer", "25.3")
def test_r25_3_one_marker_per_side() -> None:
    s = fighting("anglo-french", "2209 UK-19", "2210 EG-7", "anglo-french-available UK-MI6 FR-REC")
    s = play(attack(s, "2210", "UK-19"), "commit UK-MI6")
    assert column(s) == "4"
    assert refused(s, "commit FR-REC") == ()


# Results ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "15.1", "15.3")
def test_r15_1_results_of_the_table() -> None:
    def result(die: int, unit: str = "IS-4", **fields: Any) -> Any:
        s = fighting("israel", f"5413 {unit}", "5414 EG-2-Div", **fields)
        return play(attack(s, "5414", unit), f"roll {die}")

    assert dead(result(1), "EG-2-Div")  # E
    assert "rout" in result(2).prompt  # DR
    assert disrupted(result(2), "EG-2-Div")
    s = result(3)  # D
    assert disrupted(s, "EG-2-Div")
    assert "fire of EG-2-Div" in s.prompt
    assert column(s) == "3"  # the disrupted side fires
    s = result(4)  # R
    assert "rout" in s.prompt
    assert not disrupted(s, "EG-2-Div")
    s = result(5)  # A/G: nothing to hit
    assert not disrupted(s, "EG-2-Div")
    assert dead(result(3, disrupted=["EG-2-Div"]), "EG-2-Div")


@pytest.mark.rule("musketeer", "15.3", "21.1")
def test_r15_3_one_sided_units_are_eliminated_by_disruption() -> None:
    s = play(attack(fighting("israel", "5413 IS-4", "5414 EG-26-NG"), "5414", "IS-4"), "roll 3")
    assert dead(s, "EG-26-NG")


@pytest.mark.rule("musketeer", "15.2")
def test_r15_2_the_victim_chooses() -> None:
    s = play(attack(fighting("egypt", "5413 EG-2-Div", "5414 IS-4 IS-9"), "5414", "EG-2-Div"), "roll 1")
    assert s.actor == "west"
    s = play(s, "lose IS-9")
    assert dead(s, "IS-9")
    assert not dead(s, "IS-4")


@pytest.mark.rule("musketeer", "15.4", "17.1")
def test_r15_4_left_over_attackers_may_not_turn_but_pursue() -> None:
    s = fighting("israel", "5413 IS-4 IS-9 IS-7-Armd", "5414 EG-7", "5412 EG-10")
    s = play(attack(s, "5414", "IS-4", "IS-9", "IS-7-Armd"), "fire IS-4", "roll 1")
    assert {a.args[0] for a in s.options() if a.verb == "advance"} == {"IS-4", "IS-9", "IS-7-Armd"}
    s = play(s, "end")
    assert s.actor is None  # 5412 is not attacked by the others


# Special tactics ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "29.4")
def test_r29_4_concentric_attacks_at_120_to_180_degrees() -> None:
    def can(*hexes: str, contingent: str = "israel", **fields: Any) -> bool:
        units = {"israel": ["IS-4", "IS-9"], "egypt": ["EG-10", "EG-11"], "ussr": ["SU-VOL", "SU-3-G"]}[contingent]
        enemy = "EG-7" if contingent == "israel" else "IS-10"
        s = fighting(contingent, *(f"{h} {u}" for h, u in zip(hexes, units)), f"5414 {enemy}", **fields)
        s = play(s, "attack 5414", *(f"with {u}" for u in units))
        return "concentric" in options(s)

    assert can("5413", "5415")  # 180 degrees
    assert can("5413", "5515")  # 120
    assert not can("5413", "5514")  # 60
    assert not can("5413", "5415", contingent="egypt")
    assert can("5413", "5415", contingent="ussr")
    assert not can("5413", "5415", options={"special_tactics": False})


@pytest.mark.rule("musketeer", "29.4")
def test_r29_4_one_column_for_all_and_every_stack_may_pursue() -> None:
    s = fighting("israel", "5413 IS-4", "5415 IS-9", "5414 EG-7")
    t = play(attack(s, "5414", "IS-4", "IS-9", concentric=True), "fire IS-4")
    assert column(t) == "4"
    t = play(t, "roll 1")
    assert {a.args[0] for a in t.options() if a.verb == "advance"} == {"IS-4", "IS-9"}
    t = play(attack(s, "5414", "IS-4", "IS-9"), "fire IS-4")
    assert column(t) == "3"
    t = play(t, "roll 1")
    assert {a.args[0] for a in t.options() if a.verb == "advance"} == {"IS-4"}
    assert refused(t, "advance IS-9 5415-5414") == ("17.1",)
    s = play(fighting("egypt", "5413 EG-10", "5415 EG-11", "5414 IS-4"), "attack 5414", "with EG-10", "with EG-11")
    assert refused(s, "concentric") == ("29.4",)
    s = fighting("israel", "5413 IS-4", "5415 IS-9", "5414 EG-7", options={"special_tactics": False})
    assert refused(play(s, "attack 5414", "with IS-4", "with IS-9"), "concentric") == ("29.4", "29.0")


def assault(*places: str, contingent: str = "anglo-french", **fields: Any) -> Any:
    return impulse(contingent, "anglo-french-box UK-16-Para UK-3-Cdo", *places, **fields)


@pytest.mark.rule("musketeer", "29.5", "11.4")
def test_r29_5_a_direct_assault_stays_has_no_zone_and_must_attack() -> None:
    s = assault("4005 EG-7", "4006 EG-10")
    s = play(s, "land UK-3-Cdo", "place UK-3-Cdo 4005", "drop UK-16-Para", "place UK-16-Para 4005", "end", "roll 6")
    assert s.zone("west") == 0
    assert not s.held("west")
    assert s.game.phase(s) == "ground-combat"  # nobody can move
    assert refused(s, "end") == ("29.5",)
    s = play(s, "attack 4005")
    assert s.attackers.bit_count() == 2  # both are in it
    assert refused(s, "without UK-16-Para") == ("29.5",)
    assert refused(s, "with UK-3-Cdo") == ("14.9",)


@pytest.mark.rule("musketeer", "29.5")
def test_r29_5_eliminated_if_they_retreat_or_if_enemies_remain() -> None:
    s = play(assault("2206 EG-7"), "land UK-3-Cdo", "place UK-3-Cdo 2206", "end", "attack 2206", "confirm")
    t = play(s, "roll 6", "roll 3")  # the attacker misses, EG-7 rolls R
    assert dead(t, "UK-3-Cdo")
    t = play(s, "roll 6", "roll 6")  # both miss: enemies remain
    assert dead(t, "UK-3-Cdo")
    t = play(s, "roll 1")  # E: the hex is won
    assert where(t, "UK-3-Cdo") == "2206"
    assert t.held("west")
    assert t.contingent == ""  # the impulse is over, and it has its zone now
    assert t.zone("west")
    assert not [a for a in t.options() if a.verb == "advance"]  # and it may not pursue


@pytest.mark.rule("musketeer", "29.5")
def test_r29_5_in_hex_terrain_counts_hexsides_do_not() -> None:
    s = play(assault("4005 EG-7"), "land UK-3-Cdo", "place UK-3-Cdo 4005", "end", "attack 4005", "confirm", "roll 6")
    assert column(s) == "1"  # 4 - 3 for the city
    s = impulse("anglo-french", "anglo-french-box UK-16-Para", "4113 UK-19", "4212 EG-7")
    s = play(s, "drop UK-16-Para", "place UK-16-Para 4212", "end", "roll 6", "end")
    s = play(attack(s, "4212", "UK-19"), "fire UK-16-Para")
    assert column(s) == "4"  # no canal for anybody


@pytest.mark.rule("musketeer", "29.5", "10.2")
def test_r29_5_without_special_tactics_only_amphibious_assaults_remain() -> None:
    s = phase(
        "Reinforcement", "anglo-french", "anglo-french-box UK-16-Para", "2206 EG-7", options={"special_tactics": False}
    )
    assert not allowed(play(s, "drop UK-16-Para"), "place UK-16-Para 2206")
    assert allowed(play(s, "land UK-16-Para"), "place UK-16-Para 2206")


def test_forecast_of_a_fire_is_exact() -> None:
    s = fighting("israel", "5506 IS-4 IS-9", "5505 EG-7", "israel-available IS-Air-1", special=True)
    s = play(attack(s, "5505", "IS-4", "IS-9"), "support 1", "roll 6")
    f = s.forecast()
    assert f["column_name"] == "4"
    assert {x["text"]: x["columns"] for x in f["shifts"]} == {
        "special command marker": 2,
        "close air support": 1,
        "fortification": -2,
    }
    assert sum(r["probability"] for r in f["results"]) == pytest.approx(1, abs=0.001)
    _, text = log(play(s, "fire IS-4"), "roll 6")
    assert "IS-4 rolls 6 on column 4" in " ".join(text)


@pytest.mark.rule("musketeer", "29.5", "13.7", "3.1")
def test_r29_5_when_the_enemies_are_gone_before_the_combat_the_unit_holds_the_hex() -> None:
    s = position(
        "BombardmentPhase; EndOfPhase; GroundCombatPhase; EndOfPhase", "4005 UK-3-Cdo EG-98-NG",
        "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Gunfire FR-Gunfire", "4010 EG-Gar-Cairo", "3910 UK-29",
        contingent="anglo-french", special=True, assaulting=["UK-3-Cdo"], without_zone=["UK-3-Cdo"],
    )  # fmt: skip
    s = play(s, "bombard 4005", "load 3 2", "roll 1")
    assert dead(s, "EG-98-NG")
    assert s.held("west") >> s.game.hex("4005") & 1
    assert "end" in options(s)


@pytest.mark.rule("musketeer", "18.4", "19.8")
def test_r18_4_close_support_against_one_hex_counts_over_the_phase() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-2-Div", "israel-available IS-Air-1 IS-Air-2 IS-Air-3 IS-Air-4")
    s = play(attack(s, "5414", "IS-4"), "support 1", "roll 6", "roll 6")
    s = attack(s, "5414", "IS-9")
    assert options(s) == ["support 1", "support 0"]
    assert refused(s, "support 2") == ("18.4",)


def test_an_attack_is_secret_until_it_is_confirmed() -> None:
    s = fighting("israel", "5413 IS-4", "5414 EG-7")
    assert s.choice.secret_from(s) == ("east",)
    s = play(s, "attack 5414")
    assert s.choice.secret_from(s) == ("east",)
    assert "cancel" in options(s)
    s = play(s, "with IS-4", "cancel")
    assert "attack 5414" in options(s)
    assert refused(s, "end now") == ("14.2",)
    s = play(fighting("israel", "5413 IS-4", "5414 EG-7", "israel-available IS-Air-1"), "attack 5414")
    assert "no ground unit" in s.check("with IS-Air-1").text


@pytest.mark.rule("musketeer", "14.2", "15.4")
def test_r14_2_a_bound_stack_cannot_join_another_attack() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5411 IS-10", "5414 EG-7", "5412 EG-11")
    s = play(attack(s, "5414", "IS-4"), "roll 6", "roll 6", "attack 5412")
    assert options(s, "with") == ["with IS-10"]
    assert refused(s, "with IS-9") == ("14.2",)


@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_hex_and_hexside_are_not_added() -> None:
    s = fighting("anglo-french", "4314 UK-25-Armd", "4214 EG-7")
    s = play(attack(s, "4214", "UK-25-Armd"), "roll 6")
    assert s.hexside_shift == 2
    assert column(s) == "2"  # Suez City across the canal: three left, not five


@pytest.mark.rule("musketeer", "19.8", "25.4")
def test_r19_8_the_odds_of_support_are_shown_before_it_is_given() -> None:
    places = ("5507 IS-7-Armd", "5508 EG-3-Div", "6017 IS-Gar-Eilat", "israel-available IS-Air-1 IS-Air-2 IS-Eitan")
    s = play(fighting("israel", *places), "attack 5508", "with IS-7-Armd", "confirm")
    columns = [s.details(f"support {n}")["forecast"]["column"] for n in range(3)]
    assert columns == [columns[0], columns[0] + 1, columns[0] + 2]
    assert s.forecast()["column"] == columns[2]
    s = fighting("us", "5507 US-6-PMF", "5508 EG-3-Div", "6017 IS-Gar-Eilat", "us-available US-SF")
    s = play(s, "attack 5508", "with US-6-PMF", "confirm")
    plain, helped = (s.details(a)["forecast"]["column"] for a in ("decline", "commit US-SF"))
    assert helped == plain + 1


@pytest.mark.rule("musketeer", "15.1")
def test_r15_1_a_g_without_anything_to_hit_is_foretold_as_no_effect() -> None:
    def name(*places: str, more: tuple[str, ...] = ()) -> str:
        s = attack(fighting("israel", "5604 IS-4 IS-9", "6017 IS-Gar-Eilat", *places), "5603", "IS-4", "IS-9")
        s = play(s, *more)
        while type(s.choice).__name__ != "ChooseFire" or s.actor != "west":
            s = play(s, "roll 6")
        return next(r["name"] for r in s.forecast()["results"] if r["result"] == "A/G")

    assert name("5603 EG-7").startswith("no effect")
    guerrilla = name("5603 EG-7", "egypt-available EG-Guerrilla-0a", more=("commit EG-Guerrilla-0a",))
    assert guerrilla == "an enemy airstrike, special forces or guerrilla is lost"


@pytest.mark.rule("musketeer", "15.1", "15.3", "16.0")
def test_r15_3_dr_on_a_disrupted_unit_eliminates_it_and_there_is_no_retreat() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-2-Div EG-7", "6017 IS-Gar-Eilat", disrupted=["EG-7"])
    s = play(attack(s, "5414", "IS-4", "IS-9"), "fire IS-4", "roll 2")  # DR
    s = play(s, "lose EG-7")
    assert dead(s, "EG-7")
    assert "rout" not in s.prompt
    assert "fire of IS-9" in s.prompt


@pytest.mark.rule("musketeer", "29.5", "17.1")
def test_r29_5_a_direct_assault_freed_by_bombs_stays_in_its_hex_and_does_not_pursue() -> None:
    landed = ["UK-16-Para"]
    s = moving(
        "anglo-french", "5106 UK-16-Para", "5107 UK-19", "5702 IS-Gar-Ashkelon", assaulting=[], without_zone=landed,
        lifted=landed,
    )  # fmt: skip
    assert refused(s, "move UK-16-Para 5105") == ("29.5",)  # dropped from an airbase; the defenders died under bombs
    assert {a.args[0] for a in s.options() if a.verb == "move"} == {"UK-19"}
    s = fighting("anglo-french", "5414 UK-16-Para", "5415 EG-26-NG", "5702 IS-Gar-Ashkelon", without_zone=landed)
    s = play(attack(s, "5415", "UK-16-Para"), "roll 1")
    assert dead(s, "EG-26-NG")  # it may attack its neighbors like anybody else
    assert where(s, "UK-16-Para") == "5414"
    assert not s.actor or not [a for a in s.options() if a.verb == "advance"]
    s = fighting("anglo-french", "5414 UK-16-Para UK-19", "5415 EG-26-NG", "5702 IS-Gar-Ashkelon", without_zone=landed)
    s = play(attack(s, "5415", "UK-16-Para", "UK-19"), "fire UK-16-Para", "roll 1")
    assert refused(s, "advance UK-16-Para 5415") == ("29.5",)
    assert "advance UK-19 5414-5415" in [str(a) for a in s.options()]


@pytest.mark.rule("musketeer", "29.5", "14.2")
def test_r29_5_a_landed_unit_refuses_other_targets_by_its_own_rule() -> None:
    landed = ["UK-16-Para"]
    places = ("5414 UK-16-Para EG-7", "5415 EG-10", "5702 IS-Gar-Ashkelon", "5516 UK-19")
    s = fighting("anglo-french", *places, assaulting=landed, without_zone=landed)
    assert refused(play(s, "attack 5415"), "with UK-16-Para") == ("29.5",)
    s = fighting("anglo-french", *places[:3], assaulting=landed, without_zone=landed)
    assert refused(s, "attack 5415") == ("29.5",)


# What is refused, and why -------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "14.2", "14.8", "29.5")
def test_r14_2_the_refusal_of_an_attack_names_what_is_wrong() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5411 IS-10", "5414 EG-7", "5412 EG-11", "5513 EG-10", "5113 AL-Sudan")
    for wrong in ("attack", "attack 5414 5412", "end now", "storm 5414"):
        assert refused(s, wrong) == ("14.2",)
        assert "cannot be done now" in why_not(s, wrong)
    for empty in ("nowhere", "5411", "5112", "5114"):  # on both sides of 5113, which is held
        assert f"{empty} holds no enemy ground units" in why_not(s, f"attack {empty}")
    assert "No unit of the activated contingent is adjacent to 5113" in why_not(s, "attack 5113")
    s = play(attack(s, "5414", "IS-4"), "roll 6", "roll 6")
    assert refused(s, "attack 5513") == ("14.2", "15.4")  # IS-9 is bound to 5414
    s = play(attack(s, "5414", "IS-9"), "roll 6")
    assert refused(s, "attack 5513") == ("14.8",)
    s = fighting(
        "anglo-french",
        "5413 UK-19 EG-7",
        "5414 EG-10",
        "5112 UK-29",
        "5113 EG-11",
        assaulting=["UK-19"],
        without_zone=["UK-19"],
    )
    assert refused(s, "attack 5414") == ("29.5",)
    s = fighting("israel", "4311 IS-4", "4211 EG-7", "4312 EG-10", "4315 EG-11", "4210 EG-1", "5113 IS-9")
    assert refused(s, "attack 4211") == refused(s, "attack 4315") == ("28.1",)
    s = fighting("israel", "5413 IS-4", "5414 EG-7", "4312 EG-10", "4210 EG-1")
    assert refused(s, "attack 4312") == refused(s, "attack 4210") == ("14.2",)  # open to Israelis, but far away


@pytest.mark.rule("musketeer", "14.3", "14.1", "14.2", "29.5")
def test_r14_3_the_refusal_of_an_attacker_names_what_is_wrong() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5411 IS-10", "5414 EG-7", "5412 EG-11", "israel-box IS-Eitan")
    s = play(s, "attack 5414")
    assert s.forecast() is None  # nobody attacks yet
    for wrong in ("with", "with Nobody", "with IS-4 IS-9", "fire IS-4"):
        assert refused(s, wrong) == ("14.3",)
        assert "cannot be done now" in why_not(s, wrong)
    assert "Name at least one attacking unit" in why_not(s, "confirm")
    assert "IS-4 does not attack" in why_not(s, "without IS-4")
    assert "IS-Eitan is not on the map" in why_not(s, "with IS-Eitan")
    assert "IS-10 is not adjacent to 5414" in why_not(s, "with IS-10")
    t = play(fighting("israel", "5413 IS-4", "5414 EG-7", "5908 IS-Gar-SdeBoker"), "attack 5414")
    assert "IS-Gar-SdeBoker is not adjacent to 5414" in why_not(t, "with IS-Gar-SdeBoker")
    assert "needs two stacks" in why_not(s, "concentric")
    t = play(s, "with IS-4", "with IS-9", "without IS-4")
    assert options(t) == ["confirm", "with IS-4", "cancel"]
    assert "IS-4 does not attack" in why_not(t, "without IS-4")
    assert allowed(t, "without IS-9")
    s = play(attack(play(s, "cancel"), "5414", "IS-4"), "roll 6", "roll 6", "attack 5412")
    assert "The stack of IS-9 has attacked 5414" in why_not(s, "with IS-9")
    s = fighting("egypt", "5413 EG-10", "5415 EG-11", "5414 IS-4")
    assert "Egypt cannot make concentric attacks" in why_not(play(s, "attack 5414"), "concentric")
    landed = ["UK-29"]
    s = fighting("anglo-french", "5413 UK-29 EG-7", "5414 EG-10", "5415 UK-19", assaulting=landed, without_zone=landed)
    assert refused(play(s, "attack 5413"), "without UK-29") == ("29.5",)
    assert "UK-29 has landed on enemies in 5413" in why_not(play(s, "attack 5414"), "with UK-29")


@pytest.mark.rule("musketeer", "14.3")
def test_r14_3_an_attack_given_up_leaves_no_trace() -> None:
    s = fighting("israel", "5413 IS-4", "5414 EG-7")
    t = play(s, "attack 5414", "with IS-4", "cancel")
    assert t.checksum() == s.checksum()
    assert t.target == 0


@pytest.mark.rule("musketeer", "14.3", "23.1", "29.4")
def test_r14_3_everybody_reads_who_attacks_whom() -> None:
    s = fighting("israel", "5413 IS-4", "5415 IS-9", "5414 EG-7")
    _, told = log(play(s, "attack 5414", "with IS-4", "with IS-9"), "confirm", side="east")
    assert "IS-4 and IS-9 attack EG-7 in 5414." in told
    _, told = log(play(s, "attack 5414", "with IS-4", "with IS-9"), "concentric", side="east")
    assert "IS-4 and IS-9 attack EG-7 in 5414 from opposite sides." in told


@pytest.mark.rule("musketeer", "25.7", "5.3")
def test_r25_7_special_forces_scout_in_the_ground_combat_phase_too() -> None:
    s = fighting("us", "2209 US-CC-A", "2210 EG-7", "2212 EG-10", "us-available US-SF")
    assert "recon US-SF" in options(s)
    assert refused(s, "recon US-CC-A") == ("25.7",)
    s = play(s, "recon US-SF", "place US-SF 2212")
    assert s.known >> s.game.unit("EG-10") & 1
    assert "attack 2210" in options(s)  # the phase goes on


@pytest.mark.rule("musketeer", "29.5", "13.1")
def test_r29_5_landed_units_have_their_zones_when_the_combat_phase_is_over() -> None:
    landed = ["UK-16-Para", "UK-29"]
    for s in (
        fighting("anglo-french", "5414 UK-16-Para", "2210 UK-29", "2306 EG-1", without_zone=landed),
        play(fighting("anglo-french", "5414 UK-16-Para", "2210 UK-29", "2209 EG-1", without_zone=landed), "end"),
    ):
        for near in ("5413", "2310"):
            assert s.zone("west") >> s.game.hex(near) & 1


# Fire by fire -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "14.5", "25.4")
def test_r14_5_everybody_reads_the_shifts_of_a_fire_by_name() -> None:
    s = attack(fighting("egypt", "3108 EG-7", "3109 UK-19", "egypt-available EG-Guerrilla-2a"), "3109", "EG-7")
    _, told = log(s, "commit EG-Guerrilla-2a", "roll 6")
    assert "EG-7 fires with combat factor 2, guerrillas +2, town -1: column 3." in told
    _, told = log(s, "decline", "roll 6")
    assert "EG-7 fires with combat factor 2, town -1: column 1." in told
    markers = "egypt-available EG-SC EG-Guerrilla-2b"
    s = attack(fighting("egypt", "3108 EG-7", "3109 UK-19", markers), "3109", "EG-7")
    assert "special forces +1" in log(s, "commit EG-SC", "roll 6")[1][-1]
    assert "guerrillas +2" in log(s, "commit EG-Guerrilla-2b", "roll 6")[1][-1]
    s = attack(fighting("ussr", "2209 SU-VOL", "2210 UK-19", "ussr-available SU-Sptznz"), "2210", "SU-VOL")
    assert "special forces +1" in log(s, "commit SU-Sptznz")[1][-1]
    s = attack(fighting("us", "2209 US-CC-A", "2210 EG-7", "us-available US-SF"), "2210", "US-CC-A")
    _, told = log(s, "commit US-SF")
    assert "US-CC-A fires with combat factor 6, special forces +1: column 7." in told


@pytest.mark.rule("musketeer", "25.6", "19.9", "18.3")
def test_r25_6_the_airstrike_given_is_lost_and_the_other_has_flown() -> None:
    places = ("3313 UK-25-Armd", "3314 EG-7", "anglo-french-available UK-MI6 UK-Air-1 UK-Air-2 UK-Air-3")
    s = attack(fighting("anglo-french", *places, "egypt-available EG-Res"), "3314", "UK-25-Armd")
    s = play(s, "support 2", "commit UK-MI6", "commit EG-Res", "roll 5")
    assert options(s) == ["lose UK-Air-1", "lose UK-MI6"]
    s, told = log(s, "lose UK-Air-1")
    assert "UK-Air-1 is shot down." in told
    assert column(s) == "4"  # 5 + 1 + 1 - 3: one airstrike is left
    s = play(s, "roll 6")
    assert s.used == 1 << s.game.unit("UK-Air-2")
    assert s.cas == s.helpers == 0
    s = attack(fighting("anglo-french", *places, "egypt-available EG-Res"), "3314", "UK-25-Armd")
    s = play(s, "support 1", "commit UK-MI6", "commit EG-Res", "roll 5", "lose UK-Air-1")
    assert dead(s, "UK-Air-1")
    assert column(s) == "3"  # 5 + 1 - 3: the marker is still there
    s = fighting("anglo-french", *places[:2], "anglo-french-available UK-Air-1 UK-Air-2")
    s = play(attack(s, "3314", "UK-25-Armd"), "support 2", "roll 4", "roll 6")  # A/G, with airstrikes only
    assert dead(s, "UK-Air-1")
    assert s.used == 1 << s.game.unit("UK-Air-2")


@pytest.mark.rule("musketeer", "15.3", "21.1")
def test_r15_3_the_log_tells_why_a_disruption_eliminates() -> None:
    def told(unit: str, **fields: Any) -> str:
        s = attack(fighting("israel", "5413 IS-4", f"5414 {unit}", **fields), "5414", "IS-4")
        return next(x for x in log(s, "roll 3")[1] if x.startswith(f"{unit} is"))

    assert told("EG-26-NG") == "EG-26-NG is eliminated: it has one side only, result D."
    assert told("EG-7", disrupted=["EG-7"]) == "EG-7 is eliminated: disrupted a second time, result D."
    assert told("EG-7") == "EG-7 is disrupted: result D."


@pytest.mark.rule("musketeer", "19.10")
def test_r19_10_unused_air_support_is_told_where_there_was_some() -> None:
    def told(*support: str) -> bool:
        places = ("5506 IS-SC", "5606 IS-4", "5505 EG-7", "5607 EG-10", *support)
        s = attack(fighting("israel", *places), "5505", "IS-SC")
        _, lines = log(s, *(["support 1"] if support else []), "roll 1")
        return "No attacker came to fire: the close air support is not used." in lines

    assert told("israel-available IS-Air-1")
    assert not told()


@pytest.mark.rule("musketeer", "14.10")
def test_r14_10_the_hexside_is_judged_when_the_attack_is_declared() -> None:
    s = fighting("anglo-french", "4009 UK-LOC", "4110 UK-25-Armd", "4010 EG-2-Div")
    s = play(s, "attack 4010", "with UK-25-Armd")
    assert s.forecast()["column_name"] == "3"  # the canal: two left, seen before the attack is confirmed
    s = play(s, "with UK-LOC")
    assert s.forecast()["column_name"] == "4"
    s = play(s, "confirm", "aim 4009", "roll 1")
    assert dead(s, "UK-LOC")
    assert column(s) == "4"  # the town only: not all attacked across the canal


@pytest.mark.rule("musketeer", "29.4")
def test_r29_4_every_pair_of_sides_is_measured() -> None:
    ring = ["5413", "5514", "5515", "5415", "5315", "5314"]  # clockwise round 5414
    for a, here in enumerate(ring):
        for b, there in enumerate(ring[:a]):
            s = play(fighting("israel", f"{here} IS-4", f"{there} IS-9", "5414 EG-7"), "attack 5414")
            s = play(s, "with IS-4", "with IS-9")
            assert ("concentric" in options(s)) == (min(a - b, 6 - a + b) >= 2), (here, there)


@pytest.mark.rule("musketeer", "23.0", "24.1")
def test_r24_1_a_forecast_counts_the_anti_aircraft_units_that_are_known() -> None:
    def shifts(**fields: Any) -> set[str]:
        places = ("2209 US-CC-A", "2210 EG-7", "2211 EG-2-AAA", "us-available US-Air-1", "5702 IS-Gar-Ashkelon")
        s = attack(fighting("us", *places, **fields), "2210", "US-CC-A")
        return {str(x["text"]) for x in s.details("support 1")["forecast"]["shifts"]}

    assert shifts() == {"close air support"}
    assert shifts(known=["EG-2-AAA"]) == {"close air support", "anti-aircraft units"}
    s = fighting("us", "2209 US-CC-A", "2210 EG-7", "2211 EG-2-AAA", "us-available US-Air-1", "5702 IS-Gar-Ashkelon")
    s = attack(s, "2210", "US-CC-A")
    assert not play(s, "support 0").known >> s.game.unit("EG-2-AAA") & 1
    assert play(s, "support 1").known >> s.game.unit("EG-2-AAA") & 1  # it has fired at the aircraft


@pytest.mark.rule("musketeer", "15.1", "14.5")
def test_r14_5_the_forecast_of_one_fire_names_both_sides_results_and_chances() -> None:
    places = ("5413 IS-4 IS-9", "5515 IS-10", "5414 EG-7 EG-10", "israel-available IS-Air-1", "2306 EG-1")
    s = play(attack(fighting("israel", *places), "5414", "IS-4", "IS-9", "IS-10"), "support 1")
    f = s.details("fire IS-9")["forecast"]
    assert f["title"] == "IS-9 fires at 5414"
    assert [x["unit"] for x in f["defenders"]] == ["EG-7", "EG-10"]
    assert [(r["result"], r["name"], r["probability"]) for r in f["results"]] == [
        ("E", "an enemy unit is eliminated", 0.1667),
        ("DR*", "an enemy unit is disrupted and retreats, pursuit is mandatory", 0.1667),
        ("DR", "an enemy unit is disrupted and retreats", 0.1667),
        ("D", "an enemy unit is disrupted", 0.1667),
        ("R", "an enemy unit retreats", 0.1667),
        ("A/G", "no effect: the enemy has no airstrike, special forces or guerrilla here", 0.1667),
    ]
    s = play(s, "fire IS-4", "roll 6", "fire IS-9", "roll 6", "roll 6")
    assert options(s) == ["aim 5413", "aim 5515"]
    f = play(s, "aim 5515").details("fire EG-7")["forecast"]
    assert f["title"] == "EG-7 fires at the attackers"
    assert [x["unit"] for x in f["defenders"]] == ["IS-10"]
    assert "an enemy airstrike, special forces or guerrilla is lost" in {r["name"] for r in f["results"]}
    f = play(s, "aim 5413").details("fire EG-7")["forecast"]
    assert [x["unit"] for x in f["defenders"]] == ["IS-4", "IS-9"]
    s = fighting("anglo-french", "3313 FR-Col", "3413 FR-RAP", "3314 EG-2-Div", "egypt-available EG-Res")
    f = attack(s, "3314", "FR-Col", "FR-RAP").details("commit EG-Res")["forecast"]
    assert [x["unit"] for x in f["defenders"]] == ["FR-Col", "FR-RAP"]  # not aimed yet: all of them
    for known in ([], ["EG-7"]):
        s = fighting("israel", "5413 IS-4", "5414 EG-7", "2306 EG-1", known=known)
        f = play(s, "attack 5414", "with IS-4").forecast()
        assert [x["unit"] for x in f["defenders"]] == known
    places = ("5413 IS-4", "5414 EG-7 EG-10", "2306 EG-1")
    s = play(attack(fighting("israel", *places), "5414", "IS-4"), "roll 6")
    f = s.details("fire EG-7")["forecast"]  # nobody flies
    assert "an enemy airstrike, special forces or guerrilla is lost" not in {r["name"] for r in f["results"]}


@pytest.mark.rule("musketeer", "14.6")
def test_r14_6_the_strongest_unit_is_foretold_first() -> None:
    s = fighting("israel", "5413 IS-Gar-Magen IS-7-Armd", "5414 EG-7", "2306 EG-1")
    s = attack(s, "5414", "IS-Gar-Magen", "IS-7-Armd")
    assert s.forecast()["value"] == "5"


# What support may be given ------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "18.4", "18.1", "19.8")
def test_r18_4_the_refusal_of_air_support_names_the_limit() -> None:
    s = attack(fighting("israel", "5413 IS-4", "5414 EG-7", "israel-available IS-Air-1"), "5414", "IS-4")
    assert refused(s, "support 2") == ("18.1", "18.3")
    assert refused(s, "support 3") == ("18.4",)
    for wrong in ("support", "support one", "support 2 2", "send 2"):
        assert refused(s, wrong) == ("19.8",)
        assert "cannot be done now" in why_not(s, wrong)
    _, told = log(s, "support 0")
    assert not [x for x in told if "close air support" in x]
    _, told = log(s, "support 1")
    assert "1 airstrike flies close air support." in told


@pytest.mark.rule("musketeer", "25.2", "14.10")
def test_r25_2_the_refusal_of_a_marker_names_what_is_wrong() -> None:
    s = fighting("egypt", "2209 EG-7", "2210 UK-19", "egypt-available EG-Guerrilla-2a EG-Res", "egypt-box EG-SC")
    s = attack(s, "2210", "EG-7")
    assert refused(s, "commit EG-Guerrilla-2a") == ("14.10",)
    assert refused(s, "commit EG-SC") == ("25.2",)
    assert "EG-SC is not available" in why_not(s, "commit EG-SC")
    for wrong in ("commit", "commit Nobody", "commit EG-Res EG-SC", "lose EG-SC"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert play(s, "decline").helpers == 0
    for target, near in (("3108", "3107"), ("3110", "3111")):  # on both sides of a town
        s = fighting("egypt", f"{near} EG-7", f"{target} UK-19", "egypt-available EG-Guerrilla-2b EG-Res")
        s = attack(s, target, "EG-7")
        assert refused(s, "commit EG-Guerrilla-2b") == ("14.10",)
    s = fighting("egypt", "3108 EG-7", "3109 UK-19", "egypt-available EG-Guerrilla-2a", "egypt-box EG-Guerrilla-1a")
    s = attack(s, "3109", "EG-7")
    assert refused(s, "commit EG-Guerrilla-1a") == ("25.2",)  # in a town, but still in the box
