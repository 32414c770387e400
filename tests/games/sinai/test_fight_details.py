"""8.5 to 9.15, 10.15, 24.4, 24.8, 25.1, 25.2: what a retreat leaves behind, and who counts for how much in a fight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.sinai.combat.attackers import can_reach
from sandtable.games.sinai.combat.last_ways import last_ways
from sandtable.games.sinai.combat.retreat import Displace, Retreat

from .table import attack, fighting, options, play, refused, rules, where
from .test_fights import beaten, label, told

LATE: dict[str, Any] = {"scenario": "1973", "turn": 9}
FALLEN = ["0521", "0522", "0523", "0524", "0525", "0526", "0527", "0528", "0629", "0730", "0731", "0732"]
"""The Bar Lev hexes, all in ruins."""


def last(s: Any, hexes: str) -> set[str]:
    """Those of the hexes that Israel was the last to pass."""
    return {h for h in hexes.split() if s.israeli_last >> s.game.hex(h) & 1}


# retreats ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "9.11", "25.4", "25.71")
def test_r9_11_a_retreat_passes_the_hexes_of_its_way() -> None:
    way = "2030 2130 2129"
    s = beaten(fighting("israel", "2031 Shml", "2030 Eg-arm-1", turn=3, israeli_last=way.split()), 1, "Eg-arm-1")
    assert last(s.play("retreat Eg-arm-1 2030-2130-2129"), way) == {"2030"}
    assert "Eg-arm-1 retreats to 2129." in told(s, "retreat Eg-arm-1 2030-2130-2129")
    s = fighting("israel", "2033 Shml", "2030 Eg-arm-1 Eg-arm-2 Eg-mech-1 Eg-mech-2", israeli_last=["2029", "2129"])
    s.agenda = (Displace("arab", s.game.unit("Eg-mech-2"), s.game.hex("2030")), *s.agenda)
    assert last(s.play("displace Eg-arm-2 2029"), "2029 2129") == {"2129"}


@pytest.mark.rule("sinai", "9.12", "25.22")
def test_r25_22_who_is_displaced_mans_nothing() -> None:
    crowd = "0525 Is-airm-1 Is-airm-2 Is-mech-1 Is-mech-2"
    s = fighting("arab", crowd, "0225 Eg-arm-1", destroyed=["0525", "0526"], **LATE)
    s.agenda = (Displace("israel", s.game.unit("Is-mech-2"), s.game.hex("0525")), *s.agenda)
    assert s.play("displace Is-airm-1 0526").destroyed >> s.game.hex("0526") & 1


@pytest.mark.rule("sinai", "9.15", "10.15")
def test_r10_15_the_supply_unit_goes_back_when_its_cover_is_lost() -> None:
    s = fighting("arab", "2432 Is-Supply Iska", "2332 Eg-arm-1", turn=8, trail=["2530", "2531", "2432"])
    near = [h for h in s.game.map.grid.neighbours[s.game.hex("2432")] if h]
    s.trod_units, s.trod_hexes = (s.game.unit("Iska"),) * len(near), tuple(near)
    s = beaten(s, 1, "Iska")
    assert options(s) == {"lose Iska"}
    assert label(s, "lose Iska") == "Lose Iska, which cannot retreat"
    refused(s, "lose Iska 2531", "9.11")
    assert where(s.play("lose Iska"), "Is-Supply") == "2531"


@pytest.mark.rule("sinai", "24.42")
def test_r24_42_who_stays_on_his_bank_leaves_the_canal_free() -> None:
    s = fighting("israel", "0524 Eg-mech-1 Eg-mech-2", "0928 Is-arm-1", destroyed=FALLEN, **LATE)
    s = beaten(s, 1, "Eg-mech-1", "Eg-mech-2")
    assert s.play("retreat Eg-mech-1 0524-0525").choice.canal == 0


@pytest.mark.rule("sinai", "24.42", "9.14")
def test_r24_42_another_way_over_the_canal_is_as_good_while_it_is_free() -> None:
    places = ("0528 Eg-arm-1", "0526 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0725 Is-arm-1", "0722 Is-arm-2", "0729 Is-arm-3")
    s = fighting("israel", *places, destroyed=FALLEN, **LATE)
    s = beaten(s, 2, "Eg-arm-1")
    assert {"retreat Eg-arm-1 0528-0428-0328", "retreat Eg-arm-1 0528-0527-0626"} <= options(s)
    assert "retreat Eg-arm-1 0528-0427-0328" not in options(s)
    assert s.check("retreat Eg-arm-1 0528-0427-0328") is None
    s.agenda = (replace(s.agenda[0], canal=1 << s.game.hex("0528")),)
    assert options(s) == {"retreat Eg-arm-1 0528-0527-0626"}
    refused(s, "retreat Eg-arm-1 0528-0428-0328", "9.14")


@pytest.mark.rule("sinai", "9.11", "9.14", "12.0")
def test_r9_14_another_way_as_good_is_judged_on_the_ground_of_the_unit() -> None:
    # Sand without road, where no Egyptian vehicle could go.
    s = beaten(fighting("israel", "2125 Eg-inf-1", "2030 Iska", turn=3), 1, "Eg-inf-1")
    assert "retreat Eg-inf-1 2125-2124-2223" in options(s)
    assert "retreat Eg-inf-1 2125-2224-2223" not in options(s)
    assert s.check("retreat Eg-inf-1 2125-2224-2223") is None


@pytest.mark.rule("sinai", "9.12", "9.14", "9.15")
def test_r9_12_another_way_onto_the_same_full_stack() -> None:
    # It has been everywhere but in 2031, 2131 and 2132, which are full.
    stacks = (
        "2031 Eg-arm-1 Eg-arm-2 Eg-arm-3",
        "2131 Eg-arm-4 Eg-arm-5 Eg-arm-6",
        "2132 Eg-mech-1 Eg-mech-2 Eg-mech-3",
    )
    s = fighting("israel", "2030 Eg-mech-4", *stacks, "2713 Is-mech-4", **LATE)
    game, u = s.game, s.game.unit("Eg-mech-4")
    full = {game.hex(h) for h in ("2031", "2131", "2132")}
    been = [h for h in bits(game.map.grid.within(game.hex("2030"), 2)) if h not in full and h != s.loc[u]]
    s.trod_units, s.trod_hexes = (u,) * len(been), tuple(been)
    s = beaten(s, 2, "Eg-mech-4")
    ways = {f"retreat Eg-mech-4 2030-{h}-2132" for h in ("2031", "2131")}
    assert len(options(s)) == len(options(s) & ways) == 1
    assert all(s.check(way) is None for way in ways)


@pytest.mark.rule("sinai", "24.9", "9.14")
def test_r24_9_another_way_into_jordan_is_as_good() -> None:
    s = fighting("israel", "3606 Eg-mech-10", "3705 Is-mech-4", jordan_at_war=True, **LATE)
    s = beaten(s, 2, "Eg-mech-10")
    assert s.game.home["jordan"] >> s.game.hex("3708") & 1
    assert "retreat Eg-mech-10 3606-3707-3708" in options(s)
    assert "retreat Eg-mech-10 3606-3607-3708" not in options(s)
    assert s.check("retreat Eg-mech-10 3606-3607-3708") is None


@pytest.mark.rule("sinai", "25.16", "24.42")
def test_r25_16_no_sam_unit_of_1973_retreats_over_the_canal() -> None:
    s = fighting("israel", "0524 Eg-SAM-1", "0724 Is-arm-1", destroyed=FALLEN, **LATE)
    frame = Retreat("arab", 1 << s.game.unit("Eg-SAM-1"), 1, 0, 1 << s.game.hex("0524"))
    ways = frame.ways(s, s.game.unit("Eg-SAM-1"))
    assert ways
    assert not any(s.game.egypt_west >> way[-1] & 1 for way in ways)


@pytest.mark.rule("sinai", "24.52", "7.0", "25.71")
def test_r24_52_no_room_in_the_hills() -> None:
    war: dict[str, Any] = {"jordan_at_war": True, "trans_jordan_open": True, **LATE}
    places = ("3912 Is-arm-1", "3911 Jo-arm-1", "3812 Is-airm-1 Is-airm-2 Is-airm-3")
    s = fighting("arab", *places, **war)
    ways = last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)
    assert [[s.game.hex_name(h) if h else "off" for h in way] for way in ways] == [["3912", "off"]]


@pytest.mark.rule("sinai", "9.11", "9.14", "24.33")
def test_r24_33_nobody_leaves_the_map_while_he_can_retreat() -> None:
    s = beaten(fighting("israel", "0130 Eg-mech-5", "0430 Is-arm-1", **LATE), 2, "Eg-mech-5")
    text = refused(s, "retreat Eg-mech-5 0130-off", "9.14")
    assert text.count("0130-") == 3
    assert len(options(s)) > 3
    refused(s, "retreat Eg-mech-5 0130-off-off", "5.0")
    assert refused(s, "retreat Eg-mech-5 0130-on", "5.0").endswith("called 0130-on.")


# attacks ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "13.21", "24.82")
@pytest.mark.parametrize(
    ("unit", "scenario", "rule"), [("Jo-arm-1", "1973", "24.82"), ("Iq-arm-1", "1973-cooperation", "13.21")]
)
def test_r24_82_from_a_jordan_at_peace_nobody_attacks_israel(unit: str, scenario: str, rule: str) -> None:
    sent = ["Jo-arm-1"] if unit == "Jo-arm-1" else []
    s = fighting("arab", f"3605 {unit}", "3606 Is-airm-1", sent=sent, scenario=scenario, turn=9)
    game, u, allowed = s.game, s.game.unit(unit), 0
    for a in bits(game.home["jordan"] & game.land):
        s.loc[u] = a
        for h in bits(game.adjacent[a] & game.land & ~game.home["jordan"]):
            if not game.map.crosses("all_sea", a, h):
                expected = (rule,) if game.israel_land >> h & 1 else ()
                assert rules(can_reach(s, u, h)) == expected, game.hex_name(h)
                allowed += not expected
    assert allowed


@pytest.mark.rule("sinai", "8.23", "8.6")
def test_r8_23_who_joins_reaches_every_hex_of_the_attack() -> None:
    places = ("3315 Iska Elhn", "3416 Mtke", "3415 Jo-3", "3316 Jo-27")
    s = attack(fighting("israel", *places, jordan_at_war=True, trans_jordan_open=True), "3415", "Iska")
    assert options(s, "with") == {"with Elhn", "with Mtke"}
    assert options(play(s, "attack 3316"), "with") == {"with Elhn"}  # between 3316 and 3416 lies the Dead Sea


@pytest.mark.rule("sinai", "8.5")
def test_r8_5_nobody_of_another_nation_is_offered() -> None:
    s = fighting("arab", "3407 Arie", "3507 Sy-123", "3408 Jo-60", jordan_at_war=True)
    assert options(s.play("attack 3407"), "with") == {"with Jo-60", "with Sy-123"}
    assert options(attack(s, "3407", "Jo-60"), "with") == set()


@pytest.mark.rule("sinai", "8.5", "15.32")
def test_r8_5_two_nations_that_are_too_weak_alone_attack_nobody() -> None:
    places = ("3407 Ysrl", "3507 Sy-123", "3408 Jo-3")
    together = fighting("arab", *places, jordan_at_war=True, scenario="1967-cooperation")
    assert "attack 3407" in options(together)
    s = fighting("arab", *places, jordan_at_war=True)
    assert "attack 3407" not in options(s)
    refused(s, "attack 3407", "15.32")


@pytest.mark.rule("sinai", "10.15", "13.21")
def test_r13_21_nobody_attacks_the_supply_unit_over_the_shut_border() -> None:
    places = ("2811 Is-Supply", "2911 Jo-60", "2321 Iska")
    for scenario in ("1967", "1967-cooperation"):
        fields: dict[str, Any] = {"scenario": scenario, "trail": ["2811"]}
        assert "attack 2811" not in options(fighting("arab", *places, **fields))
        assert "attack 2811" in options(fighting("arab", *places, jordan_at_war=True, **fields))


@pytest.mark.rule("sinai", "24.7", "12.0")
def test_r24_7_no_israeli_unit_is_doubled_in_1973() -> None:
    for unit in ("Is-arm-1", "Is-arm-2"):
        s = fighting("arab", f"2030 {unit}", "2031 Eg-arm-1 Eg-arm-2 Eg-arm-3", "2130 Eg-arm-4", **LATE)
        assert [x["strength"] for x in s.play("attack 2030").forecast()["defenders"]] == ["9"]


@pytest.mark.rule("sinai", "10.32", "24.51", "24.63")
def test_r10_32_a_hungry_defender_and_why_it_counts_so() -> None:
    s = fighting("israel", "1124 Eg-inf-1", "1125 Iska Elhn", "0125 Eg-arm-1", turn=8)
    assert [x["why"] for x in s.play("attack 1124").forecast()["defenders"]] == ["unsupplied [10.32]"]
    s = fighting("israel", "2030 Eg-arm-1", "2031 Is-arm-1 Is-arm-2", "2130 Is-arm-3", **LATE)
    why = [x["why"] for x in s.play("attack 2030").forecast()["defenders"]]
    assert why == ["2 times the printed Strength [24.51], unsupplied [10.32]"]


@pytest.mark.rule("sinai", "9.11", "9.12", "9.0")
def test_r9_12_the_forecast_saves_the_strongest_where_there_is_room_for_one() -> None:
    # 2130 is the only way out, and two stand there already; all round are Egyptians.
    ring = ["2029", "2031", "2131", "2129", "2230", "2231"]
    places = [f"{h} Eg-mech-{n}" for n, h in enumerate(ring, 20)]
    hosts = ("1930 Eg-arm-1 Eg-arm-2 Eg-arm-3", "1931 Eg-arm-4 Eg-arm-5 Eg-arm-6")
    s = fighting("arab", "2030 Is-airm-1 Is-mech-1", "2130 Is-airm-2 Is-airm-3", *hosts, *places, **LATE)
    s = attack(s, "2030", *(f"Eg-arm-{n}" for n in range(1, 7)))
    f = s.forecast()
    lost = {x["unit"]: x["probability"] for x in f["losses"]}
    one = sum(r["probability"] for r in f["results"] if r["result"] == "1")
    assert one
    assert lost["Is-airm-1"] == pytest.approx(one)
    assert lost["Is-mech-1"] == pytest.approx(1 - one)  # who must go farther finds no way at all


@pytest.mark.rule("sinai", "8.4", "10.15")
def test_r10_15_the_forecast_knows_the_hex_that_the_supply_unit_leaves() -> None:
    war: dict[str, Any] = {"jordan_at_war": True, "trans_jordan_open": True, "destroyed": ["3714"], "turn": 9}
    s = fighting("arab", "3714 Uri-bn", "3815 Is-Supply", "3814 Jo-inf-1", "2713 Iska", **war)
    s = play(attack(s, "3815", "Jo-inf-1"), "attack 3714")
    f = s.forecast()
    assert {r["result"] for r in f["results"]} >= {"-", "1"}
    assert f["take_hex"] == 1
    assert options(play(s, "confirm", "roll 6")) == {"advance Jo-inf-1 3815", "decline"}
    s = attack(fighting("israel", "2032 Mnhm", "2033 Eg-arm-1 Eg-19NG", turn=3), "2033", "Mnhm")
    f = s.forecast()
    assert f["take_hex"] == pytest.approx(sum(r["probability"] for r in f["results"] if r["result"] != "-"))
    assert 0 < f["take_hex"] < 1


@pytest.mark.rule("sinai", "9.11", "8.23")
def test_r8_23_the_forecast_sends_nobody_into_another_hex_of_the_attack() -> None:
    ring = ("1930 Is-arm-1 Is-arm-2", "2130 Is-arm-3 Is-arm-4", "1931 Is-mech-1", "2031 Is-mech-3", "2131 Is-mech-4")
    s = fighting("israel", "2030 Eg-mech-1", "2029 Eg-mech-2", *ring, **LATE)
    s = play(attack(s, "2030", "Is-arm-1"), "attack 2029")
    f = s.forecast()
    lost = {x["unit"]: x["probability"] for x in f["losses"]}
    assert any(r["result"] == "1" for r in f["results"])
    assert lost["Eg-mech-1"] == pytest.approx(sum(r["probability"] for r in f["results"] if r["result"] != "-"))


# the Bar Lev Line -------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.21", "8.23")
def test_r25_21_one_position_among_the_hexes_decides_how_the_result_reads() -> None:
    places = ("0424 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0624 Eg-arm-4 Eg-arm-5 Eg-arm-6", "0525 Is-airm-1")
    s = fighting("arab", *places, "3115 Is-mech-2", destroyed=["0525"], **LATE)
    s = play(attack(s, "0524", "Eg-arm-1", "Eg-arm-2", "Eg-arm-3", "Eg-arm-4", "Eg-arm-5", "Eg-arm-6"), "attack 0525")
    f = s.forecast()
    assert {"text": "Bar Lev Line +15", "rule": "25.21", "columns": 0} in f["shifts"]
    assert all(r["name"].startswith("the position falls") for r in f["results"])


@pytest.mark.rule("sinai", "25.21")
@pytest.mark.parametrize(
    ("payer", "units"),
    [("Eg-mech-1", "Eg-arm-1 Eg-mech-1 Iq-arm-1"), ("Sy-inf-1", "Iq-arm-1 Iq-arm-2 Iq-mech-1")],
)
def test_r25_21_an_egyptian_unit_is_foretold_to_pay_if_one_takes_part(payer: str, units: str) -> None:
    places = (f"0424 {units}", "0423 Sy-inf-1 Sy-inf-2", "3115 Is-mech-2")
    s = fighting("arab", *places, scenario="1973-cooperation", turn=1, jordan_at_war=True).play("attack 0524")
    f = play(s, *(str(a) for a in s.options() if a.verb == "with")).forecast()
    dear = sum(r["probability"] for r in f["results"] if r["result"] in ("1", "2"))
    assert f["losses"] == [{"unit": payer, "probability": dear}]
    assert dear


# what a hex adds --------------------------------------------------------------------------------------------
def added(s: Any, target: str, *units: str) -> set[str]:
    """What is added to the defence of the hex."""
    return {str(x["text"]) for x in attack(s, target, *units).forecast()["shifts"]}


@pytest.mark.rule("sinai", "18.2", "18.12", "25.22")
def test_r18_2_a_place_in_ruins_adds_nothing() -> None:
    places = ("3015 Iska Elhn", "3116 Jo-3")
    assert "City +4" in added(fighting("israel", *places, jordan_at_war=True), "3116", "Iska")
    ruins = fighting("israel", *places, jordan_at_war=True, destroyed=["3116"])
    assert "City +4" not in added(ruins, "3116", "Iska")
    places = ("0425 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0525 Is-airm-1", "3115 Is-mech-2")
    assert "Bar Lev Line +10" in added(fighting("arab", *places, scenario="1973", turn=1), "0525", "Eg-arm-1")
    assert added(fighting("arab", *places, destroyed=["0525"], **LATE), "0525", "Eg-arm-1") == {
        "attacked across the Suez Canal +3"
    }


@pytest.mark.rule("sinai", "8.3", "14.1")
def test_r8_3_syrian_positions_serve_syrians_and_those_beside_them() -> None:
    war: dict[str, Any] = {"scenario": "1967-cooperation", "jordan_at_war": True}
    for here, there in (("3402", "3502"), ("3407", "3507")):
        for units, counts in (("Sy-123", True), ("Sy-123 Jo-60", True), ("Jo-60", False)):
            s = fighting("israel", f"{here} Iska Elhn Arie", f"{there} {units}", **war)
            assert ("Syrian fortified position +3" in added(s, there, "Iska")) is counts
    s = fighting("israel", "3706 Iska Elhn Arie", "3707 Sy-123", **war)
    assert "Syrian fortified position +3" not in added(s, "3707", "Iska")


@pytest.mark.rule("sinai", "8.3")
def test_r8_3_the_jordan_counts_only_if_everybody_attacks_across_it() -> None:
    s = fighting("israel", "3309 Iska", "3409 Elhn", "3408 Jo-60", jordan_at_war=True, trans_jordan_open=True)
    assert "attacked across the Jordan +2" in added(s, "3408", "Iska")
    assert "attacked across the Jordan +2" not in added(s, "3408", "Iska", "Elhn")


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_the_one_point_of_a_sam_unit_alone() -> None:
    s = fighting("israel", "0325 Eg-SAM-1", "0425 Is-arm-1", destroyed=FALLEN, **LATE)
    told = attack(s, "0325", "Is-arm-1").forecast()["defenders"]
    assert told == [{"unit": "Eg-SAM-1", "strength": "1", "why": "a SAM unit alone [25.13]"}]
