"""14.0: how units out of command make for home, hex by hex (rulings SN-58 and SN-71)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.politics.jordan import march_to_syria

from .table import position, where
from .test_1973 import moving as moving_1973


def stray(*places: str, scenario: str = "1967", turn: int = 4, **fields: Any) -> Any:
    """The Arab Movement Phase begins with these units out of command."""
    return position(scenario, "Stray", *places, turn=turn, **fields)


def goes(unit: str, start: str, *places: str, **fields: Any) -> str:
    """Where a unit out of command ends."""
    return where(stray(f"{start} {unit}", *places, strayed=[unit], **fields), unit)


@pytest.mark.rule("sinai", "14.0", "18.12")
def test_r14_0_the_way_home_leads_round_settlements_and_out_of_a_ring_of_them_as_near_as_it_can() -> None:
    israel = "2713 Iska"
    assert goes("Eg-arm-1", "2516", israel) == "2319"
    assert goes("Eg-arm-1", "2520", israel) == "2121"
    assert goes("Eg-arm-1", "2812", israel) == "2812"
    assert goes("Eg-inf-1", "3204", israel) == "3105"  # shut in by Settlements
    assert goes("Sy-40", "2321", israel) == "2719"


@pytest.mark.rule("sinai", "14.0", "14.2")
def test_r14_0_where_the_way_is_barred_every_step_leads_nearer_home() -> None:
    assert goes("Eg-mech-1", "2333", "2232 Mtke", "2430 Elzr", "2532 Mshe") == "2333"  # no open step is nearer
    assert goes("Eg-mech-1", "1928", "1828 Albt", "2332 Mshk") == "1928"
    assert goes("Eg-arm-1", "0640", "0341 Rful", "0739 Elhn", strikes=["0640"]) == "0540"
    assert goes("Eg-arm-1", "2035", "1735 5/2", "1941 Ysrl", "2039 Uri-mech", "2335 Shml", "2632 Elzr") == "1732"


@pytest.mark.rule("sinai", "14.0", "5.26", "15.2")
def test_r14_0_an_israeli_unit_without_a_zone_bars_its_own_hex() -> None:
    assert goes("Eg-arm-1", "1930", "3015 Mshk") == "1429"
    assert goes("Eg-arm-1", "1930", "1530 Yhda", entrucked=["Yhda"]) == "1626"


@pytest.mark.rule("sinai", "14.0", "22.32")
def test_r14_0_where_the_arabs_act_together_every_arab_edge_is_home() -> None:
    assert goes("Eg-arm-1", "3815", "3015 Mshk", scenario="1967-cooperation") == "left"
    assert goes("Sy-40", "3809", "3015 Mshk", scenario="1967-cooperation") == "left"


@pytest.mark.rule("sinai", "14.2")
def test_r14_2_a_unit_leaves_only_with_a_point_left_at_the_edge() -> None:
    assert goes("Eg-inf-1", "0125", "3015 Mshk") == "left"
    assert goes("Eg-inf-1", "0225", "3015 Mshk") == "0125"
    assert goes("Eg-mech-1", "0225", "3015 Mshk") == "left"


@pytest.mark.rule("sinai", "14.2", "16.11", "16.12")
def test_r14_2_air_strikes_hold_a_unit_at_the_edge() -> None:
    assert goes("Eg-mech-1", "0125", "3015 Mshk", strikes=["0125"]) == "left"  # four points: three and one
    assert goes("Eg-mech-1", "0125", "3015 Mshk", strikes=["0125", "0125"]) == "0125"
    assert goes("Eg-arm-1", "0125", "3015 Mshk", strikes=["0125", "0125"]) == "0125"


@pytest.mark.rule("sinai", "14.2", "21.1")
def test_r14_2_who_leaves_the_map_was_the_last_on_its_way() -> None:
    s = stray("0225 Eg-arm-1", "3015 Mshk", strayed=["Eg-arm-1"], israeli_last=["0225", "0125", "0524"])
    assert where(s, "Eg-arm-1") == "left"
    assert [s.game.hex_name(h) for h in s.game.map.grid.hexes if s.israeli_last >> h & 1] == ["0524"]


@pytest.mark.rule("sinai", "14.0", "7.0")
def test_r14_0_a_unit_stops_short_of_full_stacks_and_those_nearest_home_go_first() -> None:
    full = ("2030 Eg-arm-1", "1530 Eg-arm-2 Eg-arm-3 Eg-mech-1", "3015 Mshk")
    s = stray(*full, strayed=["Eg-arm-1"])
    assert where(s, "Eg-arm-1") == "1629"
    assert goes("Eg-inf-1", "0225", "0125 Eg-arm-2 Eg-arm-3 Eg-mech-1", "3015 Mshk") == "0225"
    s = stray(*full, strayed=["Eg-arm-1", "Eg-arm-2"])
    assert (where(s, "Eg-arm-2"), where(s, "Eg-arm-1")) == ("1227", "1530")  # it has made room
    ring = ("2028 Iska", "1929 Elhn", "1931 Mtke", "2032 Mnhm", "2131 Albt", "2129 Shml")
    four = "Eg-arm-1 Eg-arm-2 Eg-arm-3 Eg-mech-1"
    s = stray(f"2030 {four}", *ring, strayed=four.split())
    assert {where(s, n) for n in four.split()} == {"2030"}


@pytest.mark.rule("sinai", "21.32", "14.2")
def test_r21_32_units_that_have_ceased_all_movement_do_not_stray() -> None:
    s = stray("2030 Eg-arm-1", "3603 Sy-40", "3015 Mshk", strayed=["Eg-arm-1", "Sy-40"], goals=[3, 0, 0])
    assert (where(s, "Eg-arm-1"), where(s, "Sy-40")) == ("2030", "left")
    s = stray("eliminated Eg-arm-1", "2030 Eg-arm-2", "3015 Mshk", strayed=["Eg-arm-1"])
    assert (where(s, "Eg-arm-1"), where(s, "Eg-arm-2")) == ("eliminated", "2030")


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_a_unit_sent_to_syria_does_not_leave_the_map_there() -> None:
    s = moving_1973("arab", "3809 Jo-arm-1", "2519 Is-arm-5", turn=8, sent=["Jo-arm-1"])
    march_to_syria(s)
    assert s.game.home["syria"] >> s.loc[s.game.unit("Jo-arm-1")] & 1


@pytest.mark.rule("sinai", "14.0", "14.4", "23.18", "22.41")
def test_r14_4_what_is_told_of_the_die() -> None:
    def told(scenario: str, *places: str, turn: int) -> list[str]:
        s = position(scenario, "CommandControl", *places, turn=turn)
        if s.actor is None:
            return []
        s.log = []
        s.apply("roll 4")
        return [str(e.text) for e in s.log[1:]]  # the first line is the die

    dead = "eliminated Eg-arm-1 Eg-mech-1 Eg-mech-2"
    assert told("1967", dead, "1726 Eg-arm-2", "2030 Iska", turn=5) == [
        "Egypt has lost 11 points: hexes ending in 4, 0, 6, 2 and 8; Syria: 4, 0, 6 and 2.",
        "Out of command: Eg-arm-2.",
    ]
    assert len(told("1967", dead, "1725 Eg-arm-2", "2030 Iska", turn=5)) == 1
    assert told("1967", "1726 Eg-arm-2", "2030 Iska", turn=1)
    assert not told("1967-officers", "1726 Eg-arm-2", "2030 Iska", turn=5)
    assert not told("1956", "1726 Eg-1arm", "2030 Is-7", turn=5)
    assert told("1956", "1726 Eg-1arm", "2030 Is-7", turn=6)
