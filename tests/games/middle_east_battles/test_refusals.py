"""A refusal names the paragraph that decides, with the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import Action

from .table import ARISH, SUEZ, attack, fighting, frame, load, moving, options, play, refused, roll


def said(s: Any, action: str) -> str:
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    return str(refusal)


# A destination without a path -----------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.10", "5.15")
def test_too_far_says_how_far() -> None:
    s = moving(ARISH, "egypt", "2840 1/7")
    assert said(s, "move 1/7 4840").startswith("[5.10] 1/7 has 4 movement points; the way from 2840 to 4840 costs ")
    night = moving(ARISH, "egypt", "2840 1/7", turn=4)
    assert refused(night, "move 1/7 2844") == ("5.10", "5.15")
    assert said(s, "move 1/7 9999") == "[5.1] There is no hex 9999 on the map."
    assert said(s, "move 1/7 2841-2842") == "[5.1] 1/7 stands in 2840: its path begins there."


@pytest.mark.rule("middle-east-battles", "5.5", "5.11", "5.7")
def test_a_hex_that_is_taken_or_closed() -> None:
    s = moving(ARISH, "israel", "2840 79/7/Tal", "2841 9/7/Tal", "2839 1/7")
    assert said(s, "move 79/7/Tal 2839").startswith("[5.5] 2839 is occupied by an enemy unit")
    assert refused(s, "move 79/7/Tal 2841") == ("5.11",)
    s = moving(SUEZ, "anglo-french", "4005 A/6")
    assert refused(s, "move A/6 4011") == ("5.7", "5.14")


@pytest.mark.rule("middle-east-battles", "6.2", "5.5")
def test_zones_and_units_that_bar_the_way_are_named() -> None:
    s = moving(ARISH, "egypt", "2840 14-Arm", "3041 79/7/Tal", "2642 9/7/Tal", "2843 82/7/Tal")
    text = said(s, "move 14-Arm 2845")
    assert text.startswith("[6.2] On the way to 2845 14-Arm must stop in ")


@pytest.mark.rule("middle-east-battles", "5.15", "10.11")
def test_by_night_zones_are_closed_to_egypt() -> None:
    s = moving(ARISH, "egypt", "2840 14-Arm", "2843 82/7/Tal", turn=4)
    assert refused(s, "move 14-Arm 2842") == ("5.15",)
    s = moving(ARISH, "egypt", "2840 14-Arm", "2841 82/7/Tal", "2843 9/7/Tal", withdrawing="true")
    assert refused(s, "move 14-Arm 2842") == ("10.11",)


@pytest.mark.rule("middle-east-battles", "5.5", "5.10")
def test_units_all_round_bar_every_way_and_a_gap_costs_points() -> None:
    ring = {"2839": "1/7", "2940": "2/7", "2941": "3/7", "2841": "7-AT", "2741": "7-Art", "2740": "7-Tank"}

    def around(gap: str = "") -> Any:
        return moving(ARISH, "israel", "2840 79/7/Tal", *(f"{h} {u}" for h, u in ring.items() if h != gap))

    assert said(around(), "move 79/7/Tal 2843") == "[5.5] 7-AT in 2841 bars 79/7/Tal every way to 2843."
    assert said(around("2740"), "move 79/7/Tal 2843") == (
        "[5.5, 5.10] 7-AT in 2841 bars the way of 79/7/Tal to 2843; round it costs 9 of 8 movement points."
    )
    assert around("2941").check("move 79/7/Tal 2843") is None  # exactly 8 would do, and this is less


@pytest.mark.rule("middle-east-battles", "6.3")
def test_a_fortification_beside_the_way_is_6_3() -> None:
    s = moving(ARISH, "israel", "4340 79/7/Tal", "4142 1/7")
    assert said(s, "move 79/7/Tal 3943") == (
        "[6.3] On the way to 3943 79/7/Tal must stop in 4141: it enters an enemy zone of control there."
    )


@pytest.mark.rule("middle-east-battles", "10.11")
def test_who_slips_out_of_a_zone_is_barred_by_another_never_by_its_own_hex() -> None:
    s = moving(ARISH, "egypt", "2840 14-Arm", "2841 82/7/Tal", withdrawing="true")
    assert said(s, "move 14-Arm 2842") == (
        "[10.11] Every way of 14-Arm to 2842 leads through enemy zones of control, first in 2941."
    )
    assert said(s, "move 14-Arm 2844") == (
        "[10.11, 5.10] 14-Arm may not enter the zone of control in 2941; round it 2844 costs 9 of 6 movement points."
    )
    open_way = Action("move", ("14-Arm", "3041"))  # not read: no way has been found for it
    assert str(s.check(open_way)) == "[5.1] The path of 14-Arm to 3041 begins in 2840."


@pytest.mark.rule("middle-east-battles", "10.4", "5.12", "5.10")
def test_a_friend_in_the_entry_hex_is_paid_for_once() -> None:
    """The second in column pays the road of its entry hex twice, and two points for passing through the first."""
    behind = play(moving(ARISH, "egypt", "reserve 1/4A 2/4A"), "enter 1/4A 1935")
    gone_on = behind.copy()
    gone_on.loc[gone_on.game.unit("1/4A")] = gone_on.game.hex("2036")
    texts = [said(s, "enter 2/4A 3540") for s in (behind, gone_on)]
    assert texts == [
        f"[5.10] 2/4A has 6 movement points; the way from 1935 to 3540 costs {cost}." for cost in ("25", "23")
    ]


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "10.6")
def test_an_entry_elsewhere_names_the_column_or_the_span() -> None:
    s = moving(ARISH, "egypt", "reserve 1/4A 2/4A 1/3")
    s = play(s, "enter 1/4A 1935")
    assert said(s, "enter 2/4A 1940") == (
        "[10.4] The 4th Armored Division enters in column through 1935 in this phase, not 1940."
    )
    assert s.check("enter 1/3 1940") is None
    far = said(s, "enter 2/4A 3540")
    assert far.startswith("[5.10] 2/4A has ")
    assert "from 1935 to 3540 costs" in far
    s = moving(ARISH, "israel", "holding 79/7/Tal")
    assert said(s, "enter 79/7/Tal 4840") == "[10.5] 79/7/Tal enters between 4816 and 4824, not in 4840."
    assert said(s, "enter 79/7/Tal 2840").startswith("[5.10] 79/7/Tal has ")


@pytest.mark.rule("middle-east-battles", "9.11", "9.13", "9.14", "10.10")
def test_who_has_landed_stays_by_the_rule_of_its_landing() -> None:
    fields = {"moved": '["2P"]', "landed": '["2P"]'}
    s = moving(SUEZ, "anglo-french", "4005 2P", **fields)
    assert refused(s, "move 2P 4006") == ("9.11",)
    assert "landed in 4005" in said(s, "move 2P 4006")
    s = moving(SUEZ, "anglo-french", "2801 A/6", turn=4, moved='["A/6"]', landed='["A/6"]')
    assert refused(s, "move A/6 2802") == ("9.13",)
    s = moving(SUEZ, "anglo-french", "4005 A/6", moved='["A/6"]', crossed='["A/6"]')
    assert refused(s, "move A/6 4006") == ("9.14",)
    s = moving(ARISH, "israel", "2840 1/Ma", moved='["1/Ma"]', landed='["1/Ma"]')
    assert refused(s, "move 1/Ma 2841") == ("10.10",)


# Combat ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.16", "7.3", "8.3")
def test_a_gun_without_an_observer_is_8_16() -> None:
    s = fighting(ARISH, "egypt", "2846 7-Art", "2849 79/7/Tal")
    assert refused(s, "attack 2849") == ("8.16",)
    s = fighting(ARISH, "egypt", "2836 7-Art", "2849 79/7/Tal")
    text = said(s, "attack 2849")
    assert text.startswith(
        "[7.3, 8.3] No unit of yours is next to 2849, and 7-Art with its range of 7 is 13 hexes away"
    )
    s = fighting(ARISH, "egypt", "2840 1/7", "2849 79/7/Tal")
    assert said(s, "attack 2849") == "[7.3] No unit of yours is next to 2849."


@pytest.mark.rule("middle-east-battles", "7.3")
def test_guns_used_up_are_not_out_of_range() -> None:
    s = fighting(ARISH, "israel", "2846 1-Art/Tal", "2849 1/7", "2850 2/7", air="[0]")
    s = roll(attack(s, "2849", "1-Art/Tal"), 6, "mobile")
    assert frame(s) == "CombatPhase"
    assert refused(s, "attack 2850") == ("7.3",)
    assert said(s, "attack 2850") == (
        "[7.3] 1-Art/Tal has attacked in this phase, and no other unit of yours reaches 2850."
    )
    assert options(s) == ["end"]


# Retreats and advances that name only their end -------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.10", "7.11", "7.12", "5.5")
def test_a_retreat_that_names_only_its_end() -> None:
    places = ("2846 7-Tank", "2845 2/Av/Tal", "2946 9/7/Tal", "2649 79/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "2/Av/Tal", "9/7/Tal"), 3)  # AX
    assert frame(s) == "Retreat"
    assert play(s, "retreat 7-Tank 2847") == play(s, "retreat 7-Tank 2846-2847")
    assert said(s, "retreat 7-Tank 2845") == "[5.5, 7.11] An enemy unit is in 2845."
    assert said(s, "retreat 7-Tank 2849") == "[7.12] The retreat must end 1 hex away from 2846."
    assert said(s, "retreat 7-Tank 2746") == "[7.11] 2746 is in an enemy zone of control."
    assert refused(s, "retreat 7-Tank 2846-2849") == ("7.10",)


@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_an_end_to_which_several_ways_lead_asks_for_one_of_them() -> None:
    s = load(ARISH).position(
        "el-arish-67\nturn 2\nat 2846 7-Tank\nat 2845 2/Av/Tal\n"
        '> Retreat {"side": "egypt", "units": ["7-Tank"], "length": 2}'
    )
    ways = {a.split()[2] for a in options(s, "retreat 7-Tank ")}
    ends = [w.rpartition("-")[2] for w in ways]
    twice = next(end for end in ends if ends.count(end) > 1)
    text = said(s, f"retreat 7-Tank {twice}")
    assert text.startswith(f"[7.10] Several ways lead 7-Tank back to {twice}; name every hex of one of them: ")
    assert all(way in text for way in ways if way.endswith(twice))
    once = next(end for end in ends if ends.count(end) == 1)
    assert s.check(f"retreat 7-Tank {once}") is None


@pytest.mark.rule("middle-east-battles", "7.15", "5.11")
def test_an_advance_that_names_only_its_end() -> None:
    places = ("2846 7-Tank", "2845 2/Av/Tal", "2946 9/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "2/Av/Tal", "9/7/Tal"), 5)
    s = play(s, "lose 2/Av/Tal")
    assert play(s, "advance 9/7/Tal 2846") == play(s, "advance 9/7/Tal 2946-2846")
    assert said(s, "advance 9/7/Tal 2848") == (
        "[7.15] 9/7/Tal must keep exactly to the path of retreat and stop in a hex with room: 2846."
    )
