"""Sections 15, 16 and 17: trucks, Air Strikes, the airmobile battalion."""

from __future__ import annotations

import pytest

from sandtable.games.sinai.movement.allowance import allowance
from sandtable.games.sinai.supply.judgement import judge

from .table import attack, destinations, fighting, moving, names, options, play, position, refused, superiority, where


@pytest.mark.rule("sinai", "15.0")
def test_r15_0_boarding_takes_the_whole_phase() -> None:
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1")
    s = s.play("entruck Yhda")
    refused(s, "move Yhda 2030-2031", "15.0")
    assert not s.entrucked
    s = s.play("end")
    assert names(s, s.entrucked) == {"Yhda"}


@pytest.mark.rule("sinai", "15.0", "15.11")
def test_r15_11_entrucked_units_move_as_mechanized_ones() -> None:
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    assert allowance(s, s.game.unit("Yhda")) == 8
    assert "2034" in destinations(s, "Yhda")
    s = moving("israel", "2125 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    refused(s, "move Yhda 2125-2025", "5.24")  # rough is closed to vehicles
    s = moving("arab", "1726 Eg-inf-1", "2030 Iska", entrucked=["Eg-inf-1"])
    assert allowance(s, s.game.unit("Eg-inf-1")) == 4


@pytest.mark.rule("sinai", "15.0", "15.33")
def test_r15_33_detrucking_costs_two_points_and_the_unit_may_attack() -> None:
    s = moving("israel", "2030 Yhda", "2037 Eg-19NG", "0125 Eg-arm-1", entrucked=["Yhda"])
    far = "2030-2031-2032-2033-2034-2035-2036"
    assert s.check(f"detruck Yhda {far}") is None  # six hexes and two points
    refused(s, f"detruck Yhda {far}-2136", "6.2")
    s = play(s, f"detruck Yhda {far}")
    assert not s.entrucked
    assert where(s, "Yhda") == "2036"
    s = fighting("israel", "2036 Yhda", "2037 Eg-19NG", detrucked=["Yhda"])
    assert attack(s, "2037", "Yhda").check("confirm") is None


@pytest.mark.rule("sinai", "15.0")
def test_r15_0_without_two_points_left_no_detrucking() -> None:
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    refused(s, "detruck Yhda 2030-2031-2032-2033-2034-2033-2032-2031", "15.0")


@pytest.mark.rule("sinai", "15.12")
def test_r15_12_no_move_after_detrucking() -> None:
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    s = s.play("detruck Yhda 2030")
    refused(s, "move Yhda 2030-2031", "5.0")
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", detrucked=["Yhda"])
    refused(s, "move Yhda 2030-2031", "15.12")


@pytest.mark.rule("sinai", "15.14")
def test_r15_14_entrucked_units_stack_normally() -> None:
    s = moving("israel", "2030 Yhda", "2031 Iska Elhn Mtke", "0125 Eg-arm-1", entrucked=["Yhda"])
    s = play(s, "move Iska 2031-2131", "move Elhn 2031-2131", "move Mtke 2031-2131")
    refused(s, "move Yhda 2030-2031-2131", "7.0")


@pytest.mark.rule("sinai", "15.2")
def test_r15_2_boarding_in_an_enemy_zone() -> None:
    s = moving("israel", "2032 Yhda", "2033 Eg-arm-1")
    assert s.check("entruck Yhda") is None


@pytest.mark.rule("sinai", "15.31")
def test_r15_31_entrucked_units_do_not_attack() -> None:
    s = fighting("israel", "2032 Yhda", "2033 Eg-19NG", entrucked=["Yhda"])
    refused(s, "attack 2033", "15.31")


@pytest.mark.rule("sinai", "15.32")
def test_r15_32_attacked_units_detruck_and_defend_normally() -> None:
    s = fighting("israel", "2029 Iska", "2030 Eg-inf-1", entrucked=["Eg-inf-1"])
    s = attack(s, "2030", "Iska")
    assert superiority(s) == 6
    s = s.play("confirm")
    assert not s.entrucked
    s = fighting("israel", "2029 Ysrl", "2030 Eg-inf-5", entrucked=["Eg-inf-5"])
    refused(s, "attack 2030", "15.32")  # two against four


@pytest.mark.rule("sinai", "15.41")
def test_r15_41_one_marker_for_each_arab_country() -> None:
    s = moving("arab", "1726 Eg-inf-1", "1827 Eg-inf-2", "3315 Jo-27", "2030 Iska")
    s = s.play("entruck Eg-inf-1")
    refused(s, "entruck Eg-inf-2", "15.41")
    assert s.check("entruck Jo-27") is None
    s = moving("israel", "2030 Yhda", "2031 Elzr", "2032 Mota", "0125 Eg-arm-1", entrucked=["Yhda"])
    assert play(s, "entruck Elzr").check("entruck Mota") is None


@pytest.mark.rule("sinai", "15.42")
def test_r15_42_markers_do_nothing_by_themselves() -> None:
    # A unit that is eliminated takes no marker with it: the next unit of the country may board.
    s = moving("arab", "1726 Eg-inf-1", "1827 Eg-inf-2", "2030 Iska", entrucked=["Eg-inf-1"])
    s = s.copy()
    s.eliminate(s.game.unit("Eg-inf-1"), "9.11", "{unit} is eliminated in {hex}.")
    assert s.check("entruck Eg-inf-2") is None


# 16 ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "16.0")
def test_r16_0_four_markers_from_game_turn_two() -> None:
    s = position("1967", "PlayerTurn israel", "2030 Iska", "1726 Eg-arm-1", turn=1)
    s = play(s, "end", "end")
    assert s.choice is None or s.choice.__class__.__name__ != "PlaceStrikes"
    s = position("1967", "PlayerTurn israel", "2030 Iska", "1726 Eg-arm-1", turn=2)
    s = play(s, "end", "end", "strike 1726", "strike 1726", "strike 1827", "strike 1227")
    refused(s, "strike 1227", "16.0")
    assert len(s.strikes) == 4


@pytest.mark.rule("sinai", "16.0")
def test_r16_0_removed_after_the_arab_combat_phase() -> None:
    s = position("1967", "RemoveStrikes", "2030 Iska", strikes=["1726"])
    assert s.strikes == ()
    s = position("1967", "PlayerTurn arab", "2030 Iska", "0425 Eg-arm-1", turn=5, strikes=["1726"])
    s = play(s, "roll 6", "end")
    assert s.strikes
    s = s.play("end")
    assert not s.strikes


@pytest.mark.rule("sinai", "16.11", "16.12", "16.14")
def test_r16_11_three_points_for_each_marker_to_leave_none_to_enter() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strikes=["2030"])
    assert s.details("move Eg-arm-1 2030-2031")["cost"] == 4
    assert "2032" in destinations(s, "Eg-arm-1")
    assert "2033" not in destinations(s, "Eg-arm-1")
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strikes=["2031"])
    assert s.details("move Eg-arm-1 2030-2031")["cost"] == 1
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strikes=["2030", "2030"])
    assert not destinations(s, "Eg-arm-1")


@pytest.mark.rule("sinai", "16.13")
def test_r16_13_a_unit_that_cannot_pay_stays() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strikes=["2030", "2030"])
    refused(s, "move Eg-arm-1 2030-2031", "16.13")


@pytest.mark.rule("sinai", "16.15")
def test_r16_15_israelis_are_not_affected() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1", strikes=["2030"])
    assert s.details("move Iska 2030-2031")["cost"] == 1
    assert "2038" not in destinations(s, "Iska")
    assert "2034" in destinations(s, "Iska")


# 17 ---------------------------------------------------------------------------------------------------------
def flights(s: object, unit: str = "Aw") -> set[str]:
    return {a.args[1] for a in s.options() if a.verb == "fly" and a.args[0] == unit}  # type: ignore[attr-defined]


@pytest.mark.rule("sinai", "17.0", "5.25")
def test_r17_0_fifteen_hexes_over_anything() -> None:
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1")
    grid, start = s.game.map.grid, s.game.hex("2713")
    assert max(grid.distance(start, s.game.hex(h)) for h in flights(s)) == 15
    assert "the range is 15" in refused(s, "fly Aw 2030", "17.0")
    assert where(s.play("fly Aw 2425"), "Aw") == "2425"


@pytest.mark.rule("sinai", "17.11")
def test_r17_11_a_line_to_supply_is_needed() -> None:
    ring = ("2028 Eg-arm-1", "2032 Eg-arm-2", "2229 Eg-arm-3", "2231 Eg-mech-1", "1829 Eg-mech-2", "1831 Eg-mech-3")
    s = moving("israel", "2030 Aw", *ring)
    refused(s, "fly Aw 2427", "17.11")
    s = moving("israel", "2030 Aw", *ring[:-2])
    assert s.check("fly Aw 2427") is None


@pytest.mark.rule("sinai", "17.12")
def test_r17_12_two_turns_of_rest() -> None:
    for turn, legal in ((4, False), (5, False), (6, True)):
        s = moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=turn, flown=[3])
        assert bool(flights(s)) is legal
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=3)
    assert s.play("fly Aw 2425").flown == (3,)


@pytest.mark.rule("sinai", "17.13")
def test_r17_13_no_enemy_zone_at_either_end_and_no_closed_ground() -> None:
    s = moving("israel", "2713 Aw", "2427 Eg-arm-1")
    refused(s, "fly Aw 2426", "17.13")
    s = moving("israel", "2030 Aw", "2031 Eg-arm-1")
    refused(s, "fly Aw 2427", "17.13")
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1")
    refused(s, "fly Aw 2613", "5.25")  # the sea
    refused(s, "fly Aw 3412", "13.21")


@pytest.mark.rule("sinai", "17.2")
def test_r17_2_it_walks_one_hex_and_never_rides() -> None:
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1")
    assert s.check("move Aw 2713-2714") is None
    refused(s, "move Aw 2713-2714-2715", "5.29")
    refused(s, "entruck Aw", "17.2")
    s = s.play("fly Aw 2425")
    refused(s, "move Aw 2425-2426", "5.0")


@pytest.mark.rule("sinai", "17.3")
def test_r17_3_supplied_in_the_turn_of_the_flight_and_two_more() -> None:
    for turn, fed in ((8, True), (10, True), (11, False)):
        s = moving("israel", "1430 Aw", "0125 Eg-arm-1", turn=turn, flown=[8])
        assert (not judge(s)) is fed


def test_entrucked_units_are_marked_in_the_view() -> None:
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    view = s.view("israel")
    assert next(u for u in view["units"] if u["name"] == "Yhda")["status"] == ["entrucked"]
    assert options(s, "detruck")


@pytest.mark.rule("sinai", "10.15", "15.0", "15.2")
def test_r10_15_a_unit_that_detrucks_drives_the_supply_unit_back() -> None:
    places = ("2234 Eg-inf-1", "2432 Is-Supply", "2713 Iska")
    s = moving("arab", *places, turn=8, entrucked=["Eg-inf-1"], trail=["2530", "2531", "2432"])
    assert where(s.play("move Eg-inf-1 2234-2233-2333"), "Is-Supply") == "2432"  # no zone while entrucked
    assert where(s.play("detruck Eg-inf-1 2234-2233-2333"), "Is-Supply") == "2531"
