"""Sections 8, 9, 11, 12 and 18: combat, retreats, overruns, Fear, settlements."""

from __future__ import annotations

from typing import Any

import pytest

from .table import attack, destinations, fighting, moving, options, play, refused, superiority, where


# 8: attacks -------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "8.0", "9.0", "3.2.5")
def test_r8_0_superiority_is_a_difference() -> None:
    s = attack(fighting("israel", "2032 Iska", "2033 Eg-arm-1"), "2033", "Iska")
    assert superiority(s) == 9 - 5
    forecast = s.forecast()
    assert forecast["column_name"] == "+4"
    assert {r["result"]: r["probability"] for r in forecast["results"]} == {"2": 3 / 6, "1": 3 / 6}


@pytest.mark.rule("sinai", "8.0")
def test_r8_0_the_result_is_applied_before_the_next_attack() -> None:
    s = attack(fighting("israel", "2032 Iska", "2033 Eg-arm-1"), "2033", "Iska")
    s = play(s, "confirm", "roll 1")
    assert s.actor == "arab"
    assert {a.split()[0] for a in options(s)} == {"retreat"}


@pytest.mark.rule("sinai", "8.11")
def test_r8_11_only_adjacent_units_take_part() -> None:
    s = fighting("israel", "2032 Iska", "2030 Elhn", "2033 Eg-arm-1")
    refused(play(s, "attack 2033"), "with Elhn", "8.11")
    refused(s, "attack 2030", "8.11")


@pytest.mark.rule("sinai", "8.12", "8.22", "7.2")
def test_r8_22_a_stack_may_split_its_attacks() -> None:
    s = fighting("israel", "2032 Iska Elhn Mtke", "2033 Eg-19NG", "2133 Eg-inf-1")
    s = play(attack(s, "2033", "Iska"), "confirm", "roll 6")
    while s.actor == "arab":
        s.apply(next(iter(s.options())))
    while s.choice.__class__.__name__ == "Advance":
        s.apply("decline")
    s = attack(s, "2133", "Elhn")
    assert s.check("confirm") is None  # Mtke need not attack at all


@pytest.mark.rule("sinai", "8.13")
def test_r8_13_all_six_hexes_may_attack() -> None:
    s = fighting(
        "israel", "2032 Iska", "2034 Elhn", "1933 Mtke", "1934 Mnhm", "2133 Albt", "2134 Mshe", "2033 Eg-arm-1"
    )
    s = attack(s, "2033", "Iska", "Elhn", "Mtke", "Mnhm", "Albt", "Mshe")
    assert len(s.forecast()["attackers"]) == 6


@pytest.mark.rule("sinai", "8.14")
def test_r8_14_no_unit_attacks_twice_and_no_hex_is_attacked_twice() -> None:
    s = fighting("israel", "2032 Iska Elhn", "2033 Eg-arm-1", "2133 Eg-inf-1")
    s = play(attack(s, "2033", "Iska"), "confirm", "roll 6")
    # +4 always drives the defender off: 2033 is struck, and Iska has fought.
    while s.choice.__class__.__name__ != "Combat":
        s.apply("decline" if "decline" in options(s) else next(iter(s.options())))
    refused(s, "attack 2033", "8.14")
    refused(play(s, "attack 2133"), "with Iska", "8.14")


@pytest.mark.rule("sinai", "8.14")
def test_r8_14_a_unit_that_has_been_attacked_is_not_attacked_again() -> None:
    s = fighting("israel", "2032 Iska", "2033 Eg-arm-1", attacked=["Eg-arm-1"])
    refused(s, "attack 2033", "8.14")


@pytest.mark.rule("sinai", "8.23")
def test_r8_23_one_attack_on_several_hexes() -> None:
    s = fighting("israel", "2032 Iska Elhn Mtke", "1932 Mnhm", "2033 Eg-inf-1", "2132 Eg-inf-2")
    s = play(attack(s, "2033", "Iska", "Elhn"), "attack 2132")
    assert superiority(s) == 18 - 3 - 3
    refused(s, "with Mnhm", "8.11")  # next to 2033? no: not to 2132


@pytest.mark.rule("sinai", "8.3")
def test_r8_3_terrain_strengthens_the_defender() -> None:
    s = attack(fighting("israel", "1931 Iska", "2030 Eg-inf-1"), "2030", "Iska")
    assert superiority(s) == 6
    s = attack(fighting("israel", "2126 Iska", "2026 Eg-inf-1"), "2026", "Iska")
    assert superiority(s) == 9 - 3 - 2  # rough
    assert ("rough terrain +2", "8.3") in [(x["text"], x["rule"]) for x in s.forecast()["shifts"]]


@pytest.mark.rule("sinai", "8.3", "8.6")
def test_r8_6_attack_over_the_canal_without_advance() -> None:
    s = attack(fighting("israel", "0524 Iska Elhn", "0424 Eg-inf-1"), "0424", "Iska", "Elhn")
    assert superiority(s) == 18 - 3 - 3
    s = play(s, "confirm", "roll 1")
    while s.actor == "arab":
        s.apply(next(iter(s.options())))
    assert s.choice.__class__.__name__ == "Combat"  # no advance is offered


@pytest.mark.rule("sinai", "8.6")
def test_r8_6_no_attack_over_an_all_sea_hexside() -> None:
    s = fighting("israel", "0733 Iska", "0632 Eg-inf-1")
    refused(s, "attack 0632", "8.6")


@pytest.mark.rule("sinai", "8.4")
def test_r8_4_up_to_three_attackers_advance() -> None:
    s = fighting("israel", "2032 Iska Elhn", "1933 Mtke Mnhm", "2033 Eg-19NG", "2031 Eg-arm-1")
    s = play(attack(s, "2033", "Iska", "Elhn", "Mtke", "Mnhm"), "confirm", "roll 1")
    while s.actor == "arab":
        s.apply(next(iter(s.options())))
    s = play(s, "advance Iska 2033", "advance Mtke 2033", "advance Mnhm 2033")
    assert where(s, "Iska") == where(s, "Mtke") == where(s, "Mnhm") == "2033"
    assert s.choice.__class__.__name__ == "Combat"  # the hex is full


@pytest.mark.rule("sinai", "8.4")
def test_r8_4_no_advance_into_a_hex_that_is_still_held() -> None:
    s = play(attack(fighting("israel", "2032 Iska", "2033 Eg-arm-1 Eg-mech-1"), "2033", "Iska"), "confirm", "roll 6")
    assert s.choice.__class__.__name__ == "Combat"


@pytest.mark.rule("sinai", "8.5")
def test_r8_5_arab_nations_do_not_attack_together() -> None:
    s = fighting("arab", "3407 Arie", "3507 Sy-123 Sy-40", "3408 Jo-60", jordan_at_war=True)
    s = play(s, "attack 3407", "with Jo-60")
    assert refused(s, "with Sy-40", "8.5") == "Sy-40 and Jo-60 serve different nations and may not attack together."


@pytest.mark.rule("sinai", "8.5", "22.32", "22.62")
def test_r22_32_cooperating_arabs_attack_together() -> None:
    s = fighting(
        "arab", "3407 Arie", "3507 Sy-123 Sy-40", "3408 Jo-60", jordan_at_war=True, scenario="1967-cooperation"
    )
    s = play(s, "attack 3407", "with Jo-60", "with Sy-40")
    assert len(s.forecast()["attackers"]) == 2


# 9: retreats ------------------------------------------------------------------------------------------------
POCKET = ("1831 Mtke", "2231 Mnhm", "2033 Albt")
"""With an attacker on 2029 the only free hex next to 2030 is 2031, and behind that everything is controlled."""


def retreats(s: Any) -> set[str]:
    return {a.args[1] for a in s.options() if a.verb == "retreat"}


@pytest.mark.rule("sinai", "9.11", "12.0")
def test_r9_11_mechanized_units_retreat_the_number_and_egyptians_twice() -> None:
    s = play(attack(fighting("israel", "2029 Iska", "2030 Eg-arm-1"), "2030", "Iska"), "confirm", "roll 1")  # +4: 2
    assert {len(p.split("-")) - 1 for p in retreats(s)} == {4}
    s = play(
        attack(fighting("israel", "3114 Iska Elhn", "3113 Jo-3", jordan_at_war=True), "3113", "Iska", "Elhn"),
        "confirm",
        "roll 1",
    )
    assert {len(p.split("-")) - 1 for p in retreats(s)} == {1}  # infantry: one hex whatever the result


@pytest.mark.rule("sinai", "9.11", "12.11")
def test_r12_11_jordanians_retreat_once_as_far() -> None:
    s = fighting("israel", "3211 Iska Elhn", "3212 Jo-60", jordan_at_war=True)
    s = play(attack(s, "3212", "Iska", "Elhn"), "confirm", "roll 4")  # 18 - 7 - 2 = +9: 2
    assert {len(p.split("-")) - 1 for p in retreats(s)} == {2}


@pytest.mark.rule("sinai", "9.11")
def test_r9_11_a_unit_that_cannot_go_the_full_length_is_eliminated() -> None:
    s = fighting("israel", "2029 Iska Elhn", *POCKET, "2030 Eg-mech-1")
    s = play(attack(s, "2030", "Iska", "Elhn"), "confirm", "roll 1")
    assert options(s) == {"lose Eg-mech-1"}
    s = s.play("lose Eg-mech-1")
    assert where(s, "Eg-mech-1") == "eliminated"


@pytest.mark.rule("sinai", "6.4", "9.11")
def test_r6_4_no_retreat_through_enemy_zones_unless_a_friend_stands_there() -> None:
    s = fighting("israel", "2029 Iska", "2132 Elhn", "2030 Eg-19NG")
    s = play(attack(s, "2030", "Iska"), "confirm", "roll 1")
    assert all("2031" not in p for p in retreats(s))
    ring = ("2029 Iska Uri-arm", "2132 Elhn", "1831 Mtke")
    s = fighting("israel", *ring, "2031 Eg-mech-1", "2030 Eg-inf-1", scenario="1967-officers")
    s = play(attack(s, "2030", "Iska", "Uri-arm"), "confirm", "roll 1")
    assert retreats(s) == {"2030-2031"}


@pytest.mark.rule("sinai", "9.14", "9.15")
def test_r9_14_end_the_full_distance_away_by_the_cheapest_path() -> None:
    s = play(attack(fighting("israel", "2029 Iska", "2030 Eg-arm-1"), "2030", "Iska"), "confirm", "roll 1")
    grid = s.game.map.grid
    start = s.game.hex("2030")
    assert all(grid.distance(start, s.game.hex(p.split("-")[-1])) == 4 for p in retreats(s))
    assert "better retreat" in refused(s, "retreat Eg-arm-1 2030-2031-2032-2132-2131", "9.14")
    costs = {
        p: sum(
            s.game.ground("arab", False, True).step(s.game.hex(a), s.game.hex(b)).cost
            for a, b in zip(p.split("-"), p.split("-")[1:])
        )
        for p in retreats(s)
    }
    assert len(set(costs.values())) == 1


@pytest.mark.rule("sinai", "9.15")
def test_r9_15_a_winding_path_saves_the_unit() -> None:
    from sandtable.games.sinai.combat.ways_back import ways_back

    # Pocket of three hexes south of the unit: two straight hexes are impossible, two winding ones are not.
    s = fighting("israel", "2029 Iska", "1930 Elhn", "2133 Mnhm", "2034 Mtke", "1933 Uri-arm", "2030 Eg-inf-1")
    ways = ways_back(s, s.game.unit("Eg-inf-1"), 2, 0, True)
    assert ways
    assert all(len(set(w)) == 3 for w in ways)


@pytest.mark.rule("sinai", "9.15")
def test_r9_15_never_the_same_hex_twice_in_a_phase() -> None:
    from sandtable.games.sinai.combat.ways_back import ways_back

    s = fighting("israel", "2029 Iska", "2030 Eg-inf-1", trod_units=["Eg-inf-1"], trod_hexes=["2031"])
    assert all(s.game.hex("2031") not in w for w in ways_back(s, s.game.unit("Eg-inf-1"), 2, 0, True))


@pytest.mark.rule("sinai", "9.12", "9.14")
def test_r9_12_displacement_only_when_nothing_else_is_left() -> None:
    full = "2031 Eg-mech-1 Eg-mech-2 Eg-mech-3"
    s = play(
        attack(
            fighting("israel", "3210 Iska Elhn", "3211 Jo-3", "3212 Jo-60 Jo-40 Jo-RIGd", jordan_at_war=True),
            "3211",
            "Iska",
            "Elhn",
        ),
        "confirm",
        "roll 1",
    )
    assert all(not p.endswith("3212") for p in retreats(s))
    ring = ("2029 Iska Elhn", "1930 Mtke", "2131 Mnhm")
    s = fighting("israel", *ring, full, "2030 Eg-inf-1", scenario="1967-officers")
    s = play(attack(s, "2030", "Iska", "Elhn"), "confirm", "roll 1")
    assert retreats(s) == {"2030-2031"}
    s = s.play("retreat Eg-inf-1 2030-2031")
    assert {a.split()[0] for a in options(s)} == {"displace"}
    s = s.play("displace Eg-mech-1 2032")
    assert where(s, "Eg-mech-1") == "2032"
    assert where(s, "Eg-inf-1") == "2031"


@pytest.mark.rule("sinai", "9.12")
def test_r9_12_without_room_the_retreated_unit_dies() -> None:
    s = fighting(
        "israel",
        "2029 Iska Elhn",
        "1930 Mtke",
        "2131 Mnhm",
        "2033 Albt",
        "1932 Mshe",
        "2132 Uri-arm",
        "2031 Eg-mech-1 Eg-mech-2 Eg-mech-3",
        "2030 Eg-inf-1",
        scenario="1967-officers",
    )
    s = play(attack(s, "2030", "Iska", "Elhn"), "confirm", "roll 1")
    assert options(s) == {"lose Eg-inf-1"}


@pytest.mark.rule("sinai", "9.12", "9.15")
def test_r9_15_of_two_full_stacks_the_one_with_a_way_out_is_taken() -> None:
    s = fighting(
        "israel",
        "3315 Shml Iska Elhn",
        "3516 Mtke",
        "3614 Mnhm",
        "3414 Jo-40",
        "3415 Jo-3 Jo-27 Jo-25",
        "3413 Jo-inf-1 Jo-inf-2 Jo-60",
        turn=5,
        jordan_at_war=True,
        trans_jordan_open=True,
    )
    s = play(attack(s, "3414", "Shml", "Iska"), "confirm", "roll 6")
    assert options(s) == {"retreat Jo-40 3414-3413"}
    refused(s, "retreat Jo-40 3414-3415", "9.14")
    assert any(a.startswith("displace Jo-60 3412") for a in options(s.play("retreat Jo-40 3414-3413")))


@pytest.mark.rule("sinai", "9.13")
def test_r9_13_a_unit_retreated_onto_another_adds_no_strength_but_shares_its_fate() -> None:
    s = fighting("israel", "2031 Iska", "2032 Eg-inf-1 Eg-mech-1", shoved=["Eg-mech-1"], attacked=["Eg-mech-1"])
    s = attack(s, "2032", "Iska")
    assert superiority(s) == 9 - 3
    s = play(s, "confirm", "roll 1")
    assert {a.args[0] for a in s.options()} == {"Eg-inf-1", "Eg-mech-1"}


# 11: overruns -----------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "11.0", "11.11", "11.2a")
def test_r11_2a_overrun_and_move_off_to_any_side() -> None:
    s = moving("israel", "2030 Iska", "2032 Eg-19NG", "2035 Eg-arm-1")
    assert "overrun Iska 2030-2031-2032" in options(s, "overrun")
    s = s.play("overrun Iska 2030-2031-2032")
    assert where(s, "Eg-19NG") == "eliminated"
    assert where(s, "Iska") == "2032"
    off = {a.args[1].split("-")[1] for a in s.options() if a.verb == "move"}
    assert off == {"2031", "2033", "1932", "1933", "2132", "2133"}
    s = s.play("stop")
    refused(s, "move Iska 2032-2033", "5.0")


@pytest.mark.rule("sinai", "11.2b")
def test_r11_2b_two_overruns_in_one_move() -> None:
    s = moving("israel", "2031 Iska", "2032 Eg-19NG", "2033 Eg-107PAL")
    s = play(s, "overrun Iska 2031-2032", "overrun Iska 2032-2033")
    assert where(s, "Eg-107PAL") == "eliminated"
    assert where(s, "Iska") == "2033"
    assert "0 Movement Points left" in s.prompt  # 4 + 4


@pytest.mark.rule("sinai", "11.2c", "11.2")
def test_r11_2c_after_the_overrun_zones_count_again() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", "2035 Eg-arm-1")
    s = s.play("overrun Iska 2030-2031")
    assert s.check("move Iska 2031-2032-2033-2034") is None
    refused(s, "move Iska 2031-2032-2033-2034-2134", "6.2")  # 2034 lies in the zone of 2035
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", "2033 Eg-arm-1")
    s = s.play("overrun Iska 2030-2031")
    assert s.check("move Iska 2031-2032") is None  # into a zone during the Overrun itself
    refused(s, "move Iska 2031-2032-2132", "6.2")


@pytest.mark.rule("sinai", "11.2", "6.2")
def test_r11_2_the_zone_before_the_overrun_is_ignored_too() -> None:
    s = moving("israel", "2030 Iska", "2032 Eg-19NG", "2132 Eg-arm-1")
    assert s.check("overrun Iska 2030-2031-2032") is None
    s = moving("israel", "2031 Iska", "2032 Eg-19NG", "2132 Eg-arm-1")
    assert s.check("overrun Iska 2031-2032") is None  # from zone to zone


@pytest.mark.rule("sinai", "11.11")
def test_r11_11_five_against_one_and_nine_against_two() -> None:
    s = moving("israel", "2030 Mnhm", "2031 Eg-19NG")
    assert "9 points are needed, 7 are there" in refused(s, "overrun Mnhm 2030-2031", "11.11")
    s = moving("israel", "2030 Mnhm", "2031 Eg-inf-6")  # a 1-1 battalion
    assert s.check("overrun Mnhm 2030-2031") is None
    s = moving("israel", "2030 Ysrl Ntke", "2031 Eg-inf-6")
    assert "5 points are needed, 4 are there" in refused(s, "overrun Ysrl+Ntke 2030-2031", "11.11")
    s = moving("israel", "2030 Iska Elhn", "2031 Eg-inf-1")
    assert "only a Strength of one or two" in refused(s, "overrun Iska+Elhn 2030-2031", "11.11")


@pytest.mark.rule("sinai", "11.12")
def test_r11_12_only_units_from_one_hex_combine() -> None:
    s = moving("israel", "2030 Ysrl Mnhm", "2130 Arie", "2031 Eg-19NG")
    assert s.check("overrun Mnhm+Ysrl 2030-2031") is None
    refused(s, "overrun Mnhm+Arie 2030-2031", "7.12")


@pytest.mark.rule("sinai", "11.13", "12.12")
def test_r11_13_terrain_and_supply_count_in_an_overrun() -> None:
    s = moving("israel", "2126 Iska", "2026 Eg-19NG")  # rough: 2 + 2
    assert "defends with 4" in refused(s, "overrun Iska 2126-2026", "11.11")
    s = moving("israel", "2030 Mnhm", "2031 Eg-19NG", unsupplied=["Eg-19NG"])
    assert s.check("overrun Mnhm 2030-2031") is None  # halved to one
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", unsupplied=["Iska"])
    refused(s, "overrun Iska 2030-2031", "11.11")


@pytest.mark.rule("sinai", "12.12")
def test_r12_12_no_fear_in_an_overrun() -> None:
    # The brigade is surrounded by zones, yet its two points are not doubled.
    s = moving("israel", "2030 Iska", "2032 Elhn", "1931 Mtke", "2132 Mnhm", "2031 Eg-19NG")
    assert s.check("overrun Iska 2030-2031") is None


@pytest.mark.rule("sinai", "11.14")
def test_r11_14_three_more_points() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-19NG")
    assert s.details("overrun Iska 2030-2031")["cost"] == 4
    s = s.play("overrun Iska 2030-2031")
    assert "with 4 Movement Points left" in s.prompt
    s = moving("israel", "2030 Iska", "2036 Eg-19NG")
    refused(s, "overrun Iska 2030-2031-2032-2033-2034-2035-2036", "5.29")


@pytest.mark.rule("sinai", "11.15", "15.13")
def test_r11_15_no_overrun_from_trucks() -> None:
    s = moving("israel", "2030 Yhda", "2031 Eg-inf-6", entrucked=["Yhda"])
    refused(s, "overrun Yhda 2030-2031", "11.15")


# 12: Fear ---------------------------------------------------------------------------------------------------
SURROUND = ("2029 Iska", "2131 Mtke", "1932 Mnhm")


@pytest.mark.rule("sinai", "12.0", "12.13")
def test_r12_0_a_trapped_egyptian_unit_defends_doubled() -> None:
    s = attack(fighting("israel", "2032 Elhn", *SURROUND, "2030 Eg-arm-1"), "2030", "Iska", "Mtke")
    assert [d["strength"] for d in s.forecast()["defenders"]] == ["10"]
    s = attack(fighting("israel", "2029 Iska", "2130 Mtke", "2030 Eg-arm-1"), "2030", "Iska", "Mtke")
    assert [d["strength"] for d in s.forecast()["defenders"]] == ["5"]  # one way out


@pytest.mark.rule("sinai", "12.0")
def test_r12_0_fear_disregards_supply() -> None:
    s = attack(fighting("israel", "2032 Elhn", *SURROUND, "2030 Eg-arm-1"), "2030", "Iska", "Mtke")
    assert s.forecast()["defenders"][0]["why"].endswith("[12.0]")
    from sandtable.games.sinai.supply.judgement import judge

    assert judge(s) >> s.game.unit("Eg-arm-1") & 1  # it is unsupplied, and would have only two points


@pytest.mark.rule("sinai", "12.0")
def test_r12_0_israelis_facing_egyptians_are_doubled_too() -> None:
    s = fighting(
        "arab",
        "2030 Arie",
        "2029 Eg-arm-1 Eg-arm-2 Eg-arm-3",
        "2131 Eg-mech-1",
        "1932 Eg-mech-2",
        "2032 Eg-mech-3",
        "1227 Eg-mech-4",
    )
    s = attack(s, "2030", "Eg-arm-1", "Eg-arm-2")
    assert [d["strength"] for d in s.forecast()["defenders"]] == ["2"]


@pytest.mark.rule("sinai", "12.11")
def test_r12_11_no_fear_between_israel_and_jordan() -> None:
    s = fighting(
        "israel", "3210 Iska", "3113 Elhn", "3213 Mtke", "3312 Mnhm", "3211 Jo-3", "3212 Albt", jordan_at_war=True
    )
    s = attack(s, "3211", "Iska", "Albt")
    assert s.forecast()["defenders"][0]["strength"] == "3"


@pytest.mark.rule("sinai", "12.13a", "12.13", "9.11")
def test_r12_13a_the_example_infantry_with_one_free_hex_among_hills_and_zones() -> None:
    # A in 0235 (strength 4) is attacked by X in 0335 (6); Y stands in 0233. Hills and zones leave it 0135 alone.
    s = fighting("israel", "0335 Mshe", "0233 Iska", "0235 Eg-inf-5")
    rough = s.game.map.terrain["rough"]
    assert (s.game.adjacent[s.game.hex("0235")] & rough).bit_count() >= 2
    s = attack(s, "0235", "Mshe")
    assert s.forecast()["defenders"] == [
        {"unit": "Eg-inf-5", "strength": "4", "why": ""}
    ]  # one hex is free: no doubling
    assert superiority(s) == 2
    assert "lose Eg-inf-5" in options(play(s, "confirm", "roll 3"))  # a retreat, which means two hexes for it
    away = fighting("israel", "0335 Mshe", "0235 Eg-inf-5", "2030 Iska")
    assert options(play(attack(away, "0235", "Mshe"), "confirm", "roll 3"), "retreat")  # without Y it lives


@pytest.mark.rule("sinai", "12.13", "9.11")
def test_r12_13_one_free_hex_means_no_doubling_but_death() -> None:
    s = fighting("israel", "2029 Ysrl Ntke", *POCKET, "2030 Eg-inf-5")
    s = attack(s, "2030", "Ysrl", "Ntke")
    assert s.forecast()["defenders"][0]["strength"] == "4"  # not eight; cut off, so halved to two
    assert superiority(s) == 2
    s = play(s, "confirm", "roll 3")
    assert options(s) == {"lose Eg-inf-5"}


@pytest.mark.rule("sinai", "12.2")
def test_r12_2_israel_may_waive_a_zone() -> None:
    places = ("2029 Iska Albt", "1831 Mtke", "2231 Mnhm", "2032 Elhn", "2030 Eg-arm-1")
    s = attack(fighting("israel", *places), "2030", "Iska", "Albt")
    assert s.forecast()["defenders"][0]["strength"] == "10"
    assert {"waive 1831", "waive 2231", "waive 2032"} <= options(s)
    refused(s, "waive 2033", "12.2")  # nobody there
    s = s.play("waive 2032")  # the zone of Elhn: 2031 is free, 2132 and 1932 still belong to the others
    assert s.forecast()["defenders"][0]["strength"] == "5"
    s = play(s, "confirm", "roll 6")
    assert all(p.split("-")[1] == "2031" for p in retreats(s))


@pytest.mark.rule("sinai", "12.2")
def test_r12_2_a_waived_zone_is_open_in_all_its_hexes() -> None:
    # One unit's zone covers both steps of the way out: waived, the unit can really go.
    s = fighting("israel", "2029 Iska Albt", "1932 Mtke", "2231 Mnhm", "2030 Eg-inf-1")
    s = play(attack(s, "2030", "Iska", "Albt"), "waive 1932", "confirm", "roll 1")
    assert "2030-2031-2032" in retreats(s)


# 18: settlements and cities ---------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "18.0", "18.11")
def test_r18_11_a_settlement_falls_at_plus_four_without_a_die() -> None:
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2030 Iska")  # 2420 is a settlement, 2 points
    s = attack(s, "2420", "Eg-arm-1")
    assert "falls at +4 or more" in refused(s, "confirm", "18.11")
    s = play(s, "with Eg-mech-1", "confirm")
    assert s.destroyed >> s.game.hex("2420") & 1
    s = s.play("advance Eg-arm-1 2420")
    assert where(s, "Eg-arm-1") == "2420"


@pytest.mark.rule("sinai", "18.11")
def test_r18_11_too_weak_an_attack_is_refused() -> None:
    s = fighting("arab", "2320 Eg-arm-1", "2030 Iska")
    refused(s, "attack 2420", "18.11")


@pytest.mark.rule("sinai", "18.12")
def test_r18_12_intact_settlements_are_closed_to_arabs() -> None:
    s = moving("arab", "2320 Eg-arm-1", "2030 Iska")
    refused(s, "move Eg-arm-1 2320-2420", "18.12")
    s = moving("arab", "2320 Eg-arm-1", "2030 Iska", destroyed=["2420"])
    assert s.check("move Eg-arm-1 2320-2420") is None


@pytest.mark.rule("sinai", "18.13")
def test_r18_13_a_unit_in_a_settlement_defends_alone() -> None:
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2420 Arie")
    s = attack(s, "2420", "Eg-arm-1")
    assert superiority(s) == 5 - 1
    s = play(s, "confirm", "roll 1")
    while s.actor == "israel":
        s.apply(next(iter(s.options())))
    assert not s.destroyed


@pytest.mark.rule("sinai", "18.2")
def test_r18_2_a_city_adds_four_and_falls_only_when_empty() -> None:
    s = attack(fighting("israel", "3015 Iska Elhn", "3116 Jo-3", jordan_at_war=True), "3116", "Iska", "Elhn")
    assert superiority(s) == 18 - 3 - 4
    s = attack(fighting("israel", "3015 Iska", "2030 Eg-arm-1", jordan_at_war=True), "3116", "Iska")
    assert superiority(s) == 9 - 4
    s = s.play("confirm")
    assert s.destroyed >> s.game.hex("3116") & 1
    s = moving("israel", "3015 Iska", "2030 Eg-arm-1", jordan_at_war=True)
    refused(s, "move Iska 3015-3116", "18.2")


def test_forecast_names_losses_exactly() -> None:
    s = fighting("israel", "2029 Iska Elhn", *POCKET, "2030 Eg-mech-1")
    s = attack(s, "2030", "Iska", "Elhn")
    assert s.forecast()["losses"] == [{"unit": "Eg-mech-1", "probability": 1.0}]


def test_moves_and_attacks_do_not_mix() -> None:
    s = moving("israel", "2030 Iska", "2033 Eg-arm-1")
    assert not options(s, "attack")
    assert destinations(s, "Iska")


@pytest.mark.rule("sinai", "8.12", "12.11")
def test_r12_11_a_bystander_does_not_forbid_a_jordanian_attack() -> None:
    ring = ("2030 Elzr", "2031 Jo-60 Eg-19NG", "2028 Jo-40", "2229 Jo-3", "1829 Jo-27")
    s = fighting("arab", *ring, jordan_at_war=True, scenario="1967-cooperation")
    s = play(s, "attack 2030", "with Jo-60")
    assert s.check("confirm") is None
    assert "with Eg-19NG" not in options(s)  # he would wake Fear, and nobody could carry the attack
    refused(s, "with Eg-19NG", "15.32")


@pytest.mark.rule("sinai", "9.11", "9.12", "8.4")
def test_r9_12_nobody_is_displaced_into_the_hex_under_attack() -> None:
    places = (
        "2031 Shml Iska Elhn",
        "2130 Mtke",
        "1930 Mnhm",
        "2030 Eg-inf-1 Eg-inf-2 Eg-inf-3",
        "2029 Eg-19NG Eg-107PAL",
        "2027 Albt",
        "1927 Uri-arm",
    )
    s = fighting("israel", *places, scenario="1967-officers", turn=8)
    s = play(attack(s, "2030", "Shml", "Iska", "Elhn"), "confirm", "roll 1")
    while s.actor == "arab":
        assert not any(a.args[-1].endswith("2030") for a in s.options() if a.verb in ("displace", "retreat"))
        s = s.play(next(iter(s.options())))
    assert not s.units_in(s.game.hex("2030"), "arab")


@pytest.mark.rule("sinai", "9.11", "8.23")
def test_r9_11_hexes_of_one_combat_are_no_refuge_for_each_other() -> None:
    places = ("2030 Shml Iska Elhn", "2029 Eg-inf-1", "1930 Eg-inf-2", "2128 Mtke", "1928 Mnhm", "1830 Albt")
    s = fighting("israel", *places, turn=8, scenario="1967-officers")
    s = play(attack(s, "2029", "Shml", "Iska", "Elhn"), "attack 1930", "confirm", "roll 1")
    assert not any(p.endswith(("2029", "1930")) for p in retreats(s))


@pytest.mark.rule("sinai", "8.12")
def test_r8_12_an_attack_may_be_changed_or_given_up_before_it_is_resolved() -> None:
    s = attack(fighting("israel", "2032 Iska Elhn", "2033 Eg-arm-1"), "2033", "Iska", "Elhn")
    s = s.play("without Elhn")
    assert superiority(s) == 4
    refused(s, "without Elhn", "8.12")
    s = s.play("cancel")
    assert s.choice.__class__.__name__ == "Combat"
    assert not s.fought


@pytest.mark.rule("sinai", "9.14", "9.11")
def test_r9_14_the_owner_may_take_any_way_as_good_as_the_best() -> None:
    s = play(
        attack(fighting("israel", "2031 Shml Iska Elhn", "2030 Eg-inf-1", turn=3), "2030", "Shml", "Iska"),
        "confirm",
        "roll 1",
    )
    assert s.check("retreat Eg-inf-1 2030-2130-2129") is None
    assert s.check("retreat Eg-inf-1 2030-2029-2129") is None
    refused(s, "retreat Eg-inf-1 2030-2130-2030", "9.14")


@pytest.mark.rule("sinai", "12.0", "12.13")
def test_r12_0_two_hexes_attacked_together_are_no_refuge_for_each_other_and_both_double() -> None:
    places = ("2030 Shml Iska Elhn", "2029 Eg-inf-1", "1930 Eg-inf-2", "2128 Mtke", "1928 Mnhm", "1830 Albt")
    s = play(fighting("israel", *places, turn=3, scenario="1967-officers"), "attack 2029", "attack 1930", "with Shml")
    assert [d["strength"] for d in s.forecast()["defenders"]] == ["6", "6"]


@pytest.mark.rule("sinai", "10.15", "18.13")
def test_r18_13_a_settlement_lends_nothing_to_the_supply_unit() -> None:
    s = fighting("arab", "3308 Jo-inf-1", "3407 Is-Supply", "2713 Iska", turn=8, trail=["2713"], jordan_at_war=True)
    s = play(attack(s, "3407", "Jo-inf-1"), "confirm")
    assert where(s, "Is-Supply") == "2713"


@pytest.mark.rule("sinai", "10.15", "18.12")
def test_r10_15_the_supply_unit_leaves_a_city_for_the_nearest_other_one() -> None:
    s = fighting("arab", "3116 Jo-27", "3015 Is-Supply", "2321 Iska", turn=8, trail=["3015"], jordan_at_war=True)
    s = attack(s, "3015", "Jo-27")
    assert s.forecast()["take_hex"] == 0  # the City stands
    s = s.play("confirm")
    assert where(s, "Is-Supply") == "2713"


@pytest.mark.rule("sinai", "8.14", "14.0", "15.31", "20.2", "10.32")
@pytest.mark.parametrize("field", ["fought", "entrucked", "strayed"])
def test_r8_11_targets_of_units_that_may_not_attack_are_not_offered(field: str) -> None:
    places = ("2030 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2031 Ysrl")
    assert options(fighting("arab", *places)) == {"end", "attack 2031"}
    silent = fighting("arab", *places, **{field: ["Eg-inf-1", "Eg-inf-2", "Eg-inf-3"]})
    assert options(silent) == {"end"}
    rule = {"fought": "8.14", "entrucked": "15.31", "strayed": "14.0"}[field]
    refused(silent, "attack 2031", rule)


@pytest.mark.rule("sinai", "12.2", "24.7")
def test_r12_2_only_zones_that_close_an_open_step_can_be_waived() -> None:
    ring = ("1931 Elhn", "1930 Mtke", "2031 Mnhm", "2130 Albt", "2131 Mshe", "2029 Iska")
    s = attack(fighting("israel", *ring, "2030 Eg-inf-1"), "2030", "Iska")
    assert not options(s, "waive")  # every step is closed by a unit, not by a zone
    s = fighting("israel", "0130 Is-arm-1", "0328 Is-arm-2", "0129 Eg-mech-1", scenario="1973")
    assert not options(attack(s, "0129", "Is-arm-1"), "waive")  # no Fear in 1973


@pytest.mark.rule("sinai", "8.4")
def test_r8_4_nobody_has_to_advance() -> None:
    s = play(attack(fighting("israel", "2031 Iska", "2030 Eg-19NG", turn=3), "2030", "Iska"), "confirm", "roll 1")
    s = s.play(next(iter(options(s, "retreat"))))
    assert options(s) == {"decline", "advance Iska 2030"}
    refused(s, "decline Iska", "8.4")
    s = s.play("decline")
    assert where(s, "Iska") == "2031"
    assert type(s.choice).__name__ == "Combat"


@pytest.mark.rule("sinai", "9.11", "9.12")
def test_r9_11_refused_retreats_say_why() -> None:
    places = ("2031 Shml Iska", "2030 Eg-inf-1", "2029 Eg-mech-1 Eg-mech-2 Eg-mech-3")
    s = play(attack(fighting("israel", *places, turn=3), "2030", "Shml", "Iska"), "confirm", "roll 1")
    assert "must retreat 2 hexes, not 1" in refused(s, "retreat Eg-inf-1 2030-2130", "9.11")
    assert "must retreat 2 hexes, not 3" in refused(s, "retreat Eg-inf-1 2030-2130-2129-2128", "9.11")
    refused(s, "retreat Eg-inf-1 2030-2029-2028", "9.14")  # through a full stack, though ways round it are open
    refused(s, "retreat Eg-inf-1 2130-2129-2128", "9.11")
