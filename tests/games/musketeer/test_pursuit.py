"""[17.0] Pursuit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.core import bits

from .table import (
    attack,
    dead,
    destinations,
    disrupted,
    fighting,
    options,
    play,
    position,
    refused,
    where,
    why_not,
)


def won(
    *places: str, die: int = 1, contingent: str = "israel", units: tuple[str, ...] = ("IS-4",), **fields: Any
) -> Any:
    s = fighting(contingent, *places, "5414 EG-26-NG", **fields)
    s = attack(s, "5414", *units)
    if len(units) > 1:
        s = play(s, f"fire {units[0]}")
    return play(s, f"roll {die}")


@pytest.mark.rule("musketeer", "17.1")
def test_r17_1_example_all_three_units_of_the_stack_pursue_others_do_not() -> None:
    s = fighting("israel", "5413 IS-4 IS-9 IS-10", "5415 IS-11", "5414 EG-2-Div")
    s = attack(s, "5414", "IS-4", "IS-9", "IS-10", "IS-11")
    s = play(s, "fire IS-4", "roll 3", "fire IS-9", "roll 1")  # disrupted, then eliminated
    assert {a.args[0] for a in s.options() if a.verb == "advance"} == {"IS-4", "IS-9", "IS-10"}
    assert refused(s, "advance IS-11 5415-5414") == ("17.1",)


@pytest.mark.rule("musketeer", "17.1")
def test_r17_1_the_defender_never_pursues_and_empty_hexes_cannot_be_attacked() -> None:
    s = fighting("israel", "5413 IS-SC", "5414 EG-2-Div", "6017 IS-9")
    s = play(attack(s, "5414", "IS-SC"), "roll 6", "roll 1")
    assert dead(s, "IS-SC")
    assert s.actor is None
    s = fighting("israel", "5413 IS-4", "5514 IS-9", "5414 EG-26-NG", "5513 EG-7")
    s = play(attack(s, "5414", "IS-4"), "roll 1", "end")
    assert refused(s, "attack 5414") == ("14.2",)


@pytest.mark.rule("musketeer", "17.2", "17.5")
def test_r17_2_three_hexes_for_mechanized_one_for_others_none_for_static() -> None:
    s = won("5413 IS-7-Armd IS-4 IS-Gar-Magen", units=("IS-4", "IS-7-Armd", "IS-Gar-Magen"))
    assert destinations(s, "IS-4", "advance") == {"5414"}
    assert {"5414", "5415", "5416", "5515"} <= destinations(s, "IS-7-Armd", "advance")
    assert "5417" not in destinations(s, "IS-7-Armd", "advance")
    assert refused(s, "advance IS-4 5413-5414-5415") == ("17.2",)
    assert refused(s, "advance IS-Gar-Magen 5413-5414") == ("17.5",)
    assert "end" in options(s)  # voluntary


@pytest.mark.rule("musketeer", "17.3")
def test_r17_3_first_the_cleared_hex_in_hexes_not_points_units_stop_one_by_one() -> None:
    s = won("5413 IS-7-Armd IS-4", units=("IS-4", "IS-7-Armd"))
    assert refused(s, "advance IS-7-Armd 5413-5513") == ("17.3",)
    assert "advance IS-7-Armd 5413-5414-5413" in options(s)  # there and back is a way too
    s = play(s, "advance IS-4 5413-5414", "advance IS-7-Armd 5413-5414-5415")
    assert (where(s, "IS-4"), where(s, "IS-7-Armd")) == ("5414", "5415")
    s = fighting("israel", "4712 IS-7-Armd", "4711 EG-26-NG")
    s = play(attack(s, "4711", "IS-7-Armd"), "roll 2")
    assert {"4610", "4510"} & destinations(s, "IS-7-Armd", "advance")  # rough or not, a hex is a hex


@pytest.mark.rule("musketeer", "17.3")
def test_r17_3_stop_behind_water_and_in_cities_and_fortifications() -> None:
    s = fighting("anglo-french", "4113 UK-25-Armd", "4212 EG-26-NG")
    s = play(attack(s, "4212", "UK-25-Armd"), "roll 1")
    assert destinations(s, "UK-25-Armd", "advance") == {"4212"}
    assert refused(s, "advance UK-25-Armd 4113-4212-4312") == ("17.3",)
    s = fighting("israel", "5406 IS-7-Armd", "5405 EG-26-NG")
    s = play(attack(s, "5405", "IS-7-Armd"), "roll 1")
    ends_ = destinations(s, "IS-7-Armd", "advance")
    assert "5505" in ends_
    assert refused(s, "advance IS-7-Armd 5406-5405-5505-5504") == ("17.3",)


@pytest.mark.rule("musketeer", "17.3", "28.1", "12.5")
def test_r17_3_only_where_the_unit_could_move() -> None:
    s = won("5413 IS-7-Armd", "5415 EG-7", "5515 UK-19", units=("IS-7-Armd",))
    ends_ = destinations(s, "IS-7-Armd", "advance")
    assert "5415" not in ends_  # enemies
    assert "5515" not in ends_  # another contingent
    s = fighting("israel", "4311 IS-7-Armd", "4210 EG-26-NG")
    s = play(attack(s, "4210", "IS-7-Armd"), "roll 2")
    assert not destinations(s, "IS-7-Armd", "advance") & {"4110", "4211"}


@pytest.mark.rule("musketeer", "17.4")
def test_r17_4_zones_do_not_stop_or_disrupt_a_pursuit() -> None:
    s = won("5413 IS-7-Armd", "5314 EG-7", units=("IS-7-Armd",))
    assert s.zone("east") >> s.game.hex("5315") & 1
    s = play(s, "advance IS-7-Armd 5413-5414-5315-5316")
    assert where(s, "IS-7-Armd") == "5316"
    assert not disrupted(s, "IS-7-Armd")


@pytest.mark.rule("musketeer", "17.6", "15.1")
def test_r17_6_an_asterisk_makes_the_pursuit_mandatory_for_the_stack() -> None:
    s = fighting("us", "2209 US-CC-A US-6-PMF", "2210 EG-26-NG")
    s = play(attack(s, "2210", "US-CC-A", "US-6-PMF"), "fire US-CC-A", "roll 1")  # column 6: E*
    assert refused(s, "end") == ("17.6",)
    s = play(s, "advance US-CC-A 2209-2210")
    assert refused(s, "end") == ("17.6",)
    s = play(s, "advance US-6-PMF 2209-2210")
    assert where(s, "US-6-PMF") == "2210"
    s = fighting("us", "2209 US-CC-A", "2210 EG-26-NG")
    s = play(attack(s, "2210", "US-CC-A"), "roll 2")  # E without asterisk
    assert "end" in options(s)


@pytest.mark.rule("musketeer", "17.5", "17.6")
def test_r17_5_a_garrison_in_a_starred_stack_stays() -> None:
    s = fighting("egypt", "4005 EG-Gar-PortSaid EG-2-Div", "4006 UK-LOC", "5702 IS-Gar-Ashkelon")
    s = attack(s, "4006", "EG-Gar-PortSaid", "EG-2-Div")
    while not options(s, "fire"):
        s = play(s, "roll 6")  # the defender, on rough ground, misses
    s = play(s, "fire EG-2-Div", "roll 2")  # column 4: DR*, the end of a one-sided unit
    assert dead(s, "UK-LOC")
    assert s.choice.must == s.choice.units == 1 << s.game.unit("EG-2-Div")


@pytest.mark.rule("musketeer", "29.5")
def test_r29_5_a_forced_retreat_kills_though_the_others_win_the_hex() -> None:
    landed = ["UK-16-Para", "UK-3-Cdo"]
    s = fighting(
        "anglo-french", "4010 UK-16-Para UK-3-Cdo EG-7", "5702 IS-Gar-Ashkelon", assaulting=landed, without_zone=landed
    )
    s = play(s, "attack 4010", "confirm")
    s = play(s, "roll 3", "lose UK-3-Cdo")  # the defender of the town fires first: R
    assert dead(s, "UK-3-Cdo")
    s = play(s, "roll 1")  # E: the other one wins
    assert dead(s, "EG-7")
    assert where(s, "UK-16-Para") == "4010"
    assert not s.assaulting


WEST_STACK, EAST_STACK = "UK-19 UK-29 UK-51", "UK-1-Guards FR-Col FR-10"


def stormed(must: str = f"{WEST_STACK} {EAST_STACK}", *places: str) -> Any:
    """Two stacks have cleared Cairo from two sides; the fire of these units had an asterisk."""
    units = json.dumps(f"{WEST_STACK} {EAST_STACK}".split())
    frame = f'Pursuit {{"target": "3314", "units": {units}, "must": {json.dumps(must.split())}}}'
    rest = ("5702 IS-Gar-Ashkelon", "2306 EG-1", *places)
    return position(frame, f"3313 {WEST_STACK}", f"3315 {EAST_STACK}", *rest, contingent="anglo-french")


@pytest.mark.rule("musketeer", "17.6", "17.3", "12.4")
def test_r17_6_nobody_is_forced_into_a_stack_that_cannot_stand() -> None:
    s = stormed()
    for u in WEST_STACK.split():
        assert refused(s, "end") == ("17.6",)
        s = play(s, f"advance {u} 3314")
    assert refused(s, "end") == ("17.6",)  # there is room for one more
    s = play(s, "advance UK-1-Guards 3314")
    assert "end" in options(s)  # full: FR-Col and FR-10 stay where they stand
    s = play(s, "end")
    assert (where(s, "FR-Col"), where(s, "FR-10")) == ("3315", "3315")
    assert not dead(s, "UK-1-Guards")


@pytest.mark.rule("musketeer", "17.6", "17.3")
def test_r17_6_who_can_go_on_from_the_full_hex_must() -> None:
    units = "US-CC-A US-6-PMF US-2-PMF US-CC-B US-CC-C"
    frame = f'Pursuit {{"target": "2210", "units": {json.dumps(units.split())}, "must": {json.dumps(units.split())}}}'
    s = position(frame, f"2209 {units}", "2306 EG-1", contingent="us")
    s = play(s, *(f"advance {u} 2210" for u in units.split()[:4]))
    assert refused(s, "end") == ("17.6",)  # armor has two more hexes beyond
    assert "over-stacked" in s.details("advance US-CC-C 2209-2210")["warning"]
    s = play(s, "advance US-CC-C 2209-2210-2211")
    assert not s.choice or "Pursuit" not in type(s.choice).__name__


@pytest.mark.rule("musketeer", "12.4", "17.3")
def test_r12_4_a_pursuit_that_over_stacks_is_announced_before_it_is_made() -> None:
    s = stormed("")
    s = play(s, *(f"advance {u} 3314" for u in WEST_STACK.split()))
    assert "warning" not in s.details("advance UK-1-Guards 3315-3314")
    s = play(s, "advance UK-1-Guards 3314")
    assert "over-stacked" in s.details("advance FR-Col 3315-3314")["warning"]


@pytest.mark.rule("musketeer", "17.2", "17.6")
def test_r17_6_the_prompt_says_stay_only_when_staying_is_allowed() -> None:
    assert "stay" not in stormed().prompt
    assert "must pursue" in stormed().prompt
    assert "or stay" in stormed("").prompt


@pytest.mark.rule("musketeer", "17.1", "17.2", "17.3")
def test_r17_a_destination_gets_the_true_reason() -> None:
    s = stormed("", "3215 EG-7", "3413 IS-Gar-Magen")
    assert refused(s, "advance UK-19 3316") == ("17.2",)  # one hex for infantry
    assert refused(s, "advance UK-19 3215") == ("17.3", "9.4")  # enemies
    assert refused(s, "advance UK-LOC 3314") == ("17.1",)


@pytest.mark.rule("musketeer", "17.3")
def test_r17_3_a_river_stops_a_pursuit_and_rough_ground_or_a_wadi_does_not() -> None:
    s = fighting("anglo-french", "3009 UK-25-Armd", "5702 IS-Gar-Ashkelon", "2306 EG-1")
    m, game = s.game.map, s.game
    rivers = [(a, x.to) for a in bits(game.egypt) for x in game.steps[a] if m.crosses("river", a, x.to)]
    for a, b in rivers[:3]:
        here, there = game.hex_name(a), game.hex_name(b)
        frame = f'Pursuit {{"target": "{there}", "units": ["UK-25-Armd"], "must": []}}'
        s = position(frame, f"{here} UK-25-Armd", "5702 IS-Gar-Ashkelon", contingent="anglo-french")
        assert destinations(s, "UK-25-Armd", "advance") == {there}
    assert rivers


@pytest.mark.rule("musketeer", "17.5")
def test_r17_5_static_units_have_no_hexes_to_pursue() -> None:
    frame = 'Pursuit {"target": "5414", "units": ["IS-37-Mech", "IS-SC"], "must": []}'
    s = position(frame, "5413 IS-37-Mech IS-SC", "2306 EG-1", contingent="israel")
    assert destinations(s, "IS-SC", "advance") == {"5414"}
    assert "5416" in destinations(s, "IS-37-Mech", "advance")
    frame = 'Pursuit {"target": "5414", "units": ["SU-GSFE-Eng"], "must": []}'
    s = position(frame, "5413 SU-GSFE-Eng", "5702 IS-Gar-Ashkelon", contingent="ussr")
    assert destinations(s, "SU-GSFE-Eng", "advance") == {"5414"}
    assert s.check("advance SU-GSFE-Eng 5413-5414") is None
    frame = 'Pursuit {"target": "5414", "units": ["IS-Gar-Magen", "IS-4"], "must": []}'
    s = position(frame, "5413 IS-Gar-Magen IS-4", "2306 EG-1", contingent="israel")
    assert options(s) == ["end", "advance IS-4 5413-5414"]


@pytest.mark.rule("musketeer", "17.2", "17.3", "17.6", "12.5", "28.1")
def test_r17_3_the_refusal_of_a_pursuit_names_what_bars_it() -> None:
    s = won("5413 IS-7-Armd IS-4", "5515 EG-7", "5315 UK-19", units=("IS-7-Armd", "IS-4"))
    for way, rule, why in (
        ("5413-5414-5515", "17.3", "could not move from 5414 to 5515"),
        ("5413-5414-5315", "12.5", "5315 holds units of another contingent"),
        ("5315", "12.5", "5315 holds units of another contingent"),
        ("5416-5414", "17.3", "first hex of the pursuit is 5414"),
        ("5413-5414-5415-5416-5417", "17.2", "may pursue 3 hexes"),
        ("5418", "17.2", "5418 is 5 hexes away over 5414; IS-7-Armd may pursue 3"),
        ("5503", "17.3", "a hex that ground units can enter"),
        ("4110", "17.3", "closed to Israelis"),
        ("4315", "17.3", "closed to Israelis"),
        ("4312", "17.2", "may pursue 3"),
        ("4210", "17.2", "may pursue 3"),
    ):
        assert refused(s, f"advance IS-7-Armd {way}")[0] == rule, way
        assert why in why_not(s, f"advance IS-7-Armd {way}"), way
    assert refused(s, "advance IS-7-Armd 4110") == ("17.3", "28.1")
    wrong = ("end now", "advance", "advance IS-7-Armd", "advance 5414", "advance IS-7-Armd israel-box-5414")
    for a in (*wrong, "retreat IS-7-Armd 5413-5414"):
        assert refused(s, a) == ("17.2",)
        assert "cannot be done now" in why_not(s, a)
    assert refused(s, "advance UK-19 5315-5414") == ("17.1",)
    frame = 'Pursuit {"target": "5414", "units": ["UK-19"], "must": []}'
    t = position(frame, "5413 UK-19 UK-29", "2306 EG-1", contingent="anglo-french", without_zone=["UK-29"])
    assert refused(t, "advance UK-29 5413-5414") == ("29.5",)
    assert str(s.game.parse(s, "advance UK-19 5414")) == "advance UK-19 5414"
    assert str(s.game.parse(s, "advance IS-4 5414")) == "advance IS-4 5413-5414"
    assert str(s.game.parse(s, "retreat IS-4 5414")) == "retreat IS-4 5414"


@pytest.mark.rule("musketeer", "17.3", "17.2")
def test_r17_3_why_no_pursuit_ends_in_a_hex_that_is_near_enough() -> None:
    s = fighting("anglo-french", "4113 UK-25-Armd", "4212 EG-26-NG")
    s = play(attack(s, "4212", "UK-25-Armd"), "roll 1")
    assert "must stop in 4212: the canal or river" in why_not(s, "advance UK-25-Armd 4312")
    frame = 'Pursuit {"target": "2210", "units": ["UK-25-Armd"], "must": []}'
    ring = [
        f"{h} {u}" for h, u in zip(("2110", "2111", "2211", "2310", "2311"), ("EG-1", "EG-2", "EG-7", "EG-10", "EG-11"))
    ]
    s = position(frame, "2209 UK-25-Armd", *ring, contingent="anglo-french")
    assert "finds no way of 3 hexes over 2210 to 2212" in why_not(s, "advance UK-25-Armd 2212")


@pytest.mark.rule("musketeer", "17.2", "17.6")
def test_r17_2_details_of_a_pursuit_and_the_end_that_is_not_offered() -> None:
    s = won("5413 IS-7-Armd", units=("IS-7-Armd",))
    assert s.details("advance IS-7-Armd 5413-5414-5415") == {
        "cost": 2, "left": 1, "path": ["5413", "5414", "5415"],
        "steps": [{"to": "5414", "cost": 1}, {"to": "5415", "cost": 1}],
    }  # fmt: skip
    assert s.details("end") == {}
    assert s.choice.must == 0
    s = fighting("us", "2209 US-CC-A", "2210 EG-26-NG")
    s = play(attack(s, "2210", "US-CC-A"), "roll 1")  # E*
    assert "end" not in options(s)
