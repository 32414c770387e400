"""[8.0, 10.0, 11.0, 24.3, 26.1, 29.1-29.3, 29.6] Every way into play."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.musketeer.ways import WAYS, comers, open_hexes, unfit
from sandtable.games.musketeer.ways import why_not as why_not_way

from .table import (
    BOOK,
    allowed,
    dead,
    destinations,
    disrupted,
    impulse,
    options,
    phase,
    play,
    refused,
    where,
    why_not,
)

AF = "anglo-french"
PORT_SAID, CAIRO, ALEX = "4005", "3314", "2306"


def reinforcing(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("Reinforcement", contingent, *places, **fields)


def place(s: Any, way: str, unit: str, hex: str) -> Any:
    return play(s, f"{way} {unit}", f"place {unit} {hex}")


@pytest.mark.rule("musketeer", "8.2")
def test_r8_2_limits_of_the_box_for_ground_air_and_special_forces() -> None:
    s = reinforcing(
        AF,
        "anglo-french-box UK-3-Cdo FR-MC UK-16-Para FR-1-REP UK-MI6 FR-REC",
        "anglo-french-box UK-Air-1 UK-Air-2 UK-Air-3 UK-Air-4 FR-Air-1 FR-Air-2 UK-Gunfire",
    )
    for name in ("UK-Air-1", "UK-Air-2", "UK-Air-3", "UK-Gunfire", "FR-Air-1"):
        s = play(s, f"deploy {name}")
    assert refused(s, "deploy UK-Air-4") == ("8.2",)
    s = play(s, "deploy UK-MI6")
    assert refused(s, "deploy FR-REC") == ("8.2",)
    s = place(s, "land", "UK-3-Cdo", "2405")
    s = place(s, "land", "FR-MC", "2405")
    s = place(s, "drop", "UK-16-Para", "2405")
    assert refused(s, "drop FR-1-REP") == ("8.2",)
    assert refused(s, "helicopter FR-1-REP") == ("8.2",)


@pytest.mark.rule("musketeer", "8.4", "18.1")
def test_r8_4_air_and_special_units_go_to_the_available_box() -> None:
    s = play(reinforcing(AF, "anglo-french-box UK-Air-1 UK-MI6 UK-Gunfire"), "deploy UK-Air-1", "deploy UK-MI6")
    assert where(s, "UK-Air-1") == where(s, "UK-MI6") == "anglo-french-available"
    assert refused(reinforcing(AF, "anglo-french-box UK-19 UK-MI6"), "deploy UK-19") == ("8.4",)
    assert refused(reinforcing(AF, "anglo-french-box UK-MI6", "us-box US-Air-1"), "deploy US-Air-1") == ("7.2",)


@pytest.mark.rule("musketeer", "8.3")
def test_r8_3_not_into_enemies_full_or_closed_hexes_but_into_enemy_zones() -> None:
    s = reinforcing("egypt", "egypt-box EG-11", "5106 IS-7-Armd", "4010 EG-2-Div EG-7", "4106 IS-4")
    s = play(s, "enter EG-11")
    assert refused(s, "place EG-11 5106") == ("8.3", "12.5")
    assert refused(s, "place EG-11 4010") == ("12.1",)
    assert refused(s, "place EG-11 2305") == ("8.3", "28.0")
    assert refused(s, "place EG-11 2209") == ("8.3",)  # no city, town or fortification
    assert allowed(s, "place EG-11 4005")  # next to IS-4


@pytest.mark.rule("musketeer", "8.3")
def test_r8_3_egyptians_in_cities_towns_and_fortifications_of_egypt() -> None:
    s = play(reinforcing("egypt", "egypt-box EG-11"), "enter EG-11")
    spots = destinations(s, "EG-11", "place")
    assert {CAIRO, ALEX, PORT_SAID, "4214", "5603", "5505", "5408", "5629", "4010", "3109", "5106"} <= spots
    assert not spots & {"5702", "5607", "6017", "2209"}


@pytest.mark.rule("musketeer", "8.3")
def test_r8_3_arab_league_on_the_south_edge_soviets_also_on_the_east_edge() -> None:
    s = play(reinforcing("arab-league", "arab-league-box AL-Iraq"), "enter AL-Iraq")
    spots = destinations(s, "AL-Iraq", "place")
    assert {"0131", "2931", "5031"} <= spots
    assert all(h.endswith("31") for h in spots)
    s = play(reinforcing("ussr", "ussr-box SU-GSFE-Tank"), "enter SU-GSFE-Tank")
    spots = destinations(s, "SU-GSFE-Tank", "place")
    assert {"2931", "6110"} <= spots
    assert not spots & {"6103", "3314"}


@pytest.mark.rule("musketeer", "8.3", "11.1", "10.1")
def test_r8_3_only_the_eitan_battalion_reinforces_israel_and_only_by_air() -> None:
    s = reinforcing("israel", "israel-box IS-Eitan", "5905 IS-9", "4005 IS-4")
    assert options(s, "drop IS-Eitan")
    for way in ("ship", "land", "transfer", "helicopter", "libya", "red-sea", "enter"):
        assert not options(s, f"{way} IS-Eitan")
        assert refused(s, f"{way} IS-Eitan") == ("8.3",)


@pytest.mark.rule("musketeer", "8.5")
def test_r8_5_a_reinforcement_does_not_move_but_fights() -> None:
    s = impulse(AF, "anglo-french-box UK-3-Cdo UK-16-Para", "4006 EG-7", PORT_SAID + " UK-19")
    s = place(s, "land", "UK-3-Cdo", PORT_SAID)
    s = play(s, "end")
    assert refused(s, "move UK-3-Cdo 4005-3905") == ("8.5",)
    assert not options(s, "move UK-3-Cdo")
    assert allowed(s, "move UK-19 4005-3905")
    s = play(s, "end", "attack 4006", "with UK-3-Cdo", "confirm")
    assert s.attackers


@pytest.mark.rule("musketeer", "8.5", "10.3", "11.5")
def test_r10_3_units_lifted_on_the_map_move_and_attack_afterwards() -> None:
    s = impulse(AF, "2306 UK-16-Para UK-3-Cdo", "4005 UK-19")
    s = place(s, "drop", "UK-16-Para", "2010")
    s = place(s, "land", "UK-3-Cdo", "2405")
    s = play(s, "end", "roll 6")
    assert allowed(s, "move UK-16-Para 2010-2011")
    assert allowed(s, "move UK-3-Cdo 2405-2505")


@pytest.mark.rule("musketeer", "8.6", "27.2")
def test_r8_6_nothing_on_the_map_goes_back_to_a_box() -> None:
    s = reinforcing(AF, "2306 UK-16-Para", "anglo-french-box UK-19")
    s = play(s, "drop UK-16-Para")
    assert refused(s, "place UK-16-Para anglo-french-box") == ("8.3", "28.0")
    assert not [o for o in options(s) if o.endswith("-box")]


@pytest.mark.rule("musketeer", "10.1")
def test_r10_1_air_transfer_to_airbases_of_the_same_contingent() -> None:
    s = reinforcing(AF, "anglo-french-box UK-19 UK-25-Armd", "4010 UK-51", "0304 IS-4")
    s2 = play(s, "transfer UK-19")
    assert destinations(s2, "UK-19", "place") == {"4010"}
    assert refused(s, "transfer UK-25-Armd") == ("10.1",)
    assert refused(reinforcing(AF, "anglo-french-box UK-19 UK-3-Cdo"), "transfer UK-19") == ("10.1",)
    s = reinforcing("egypt", "egypt-box EG-11", "4010 EG-7")
    assert refused(s, "transfer EG-11") == ("10.1",)
    s = reinforcing("arab-league", "arab-league-box AL-Sudan", "4010 AL-Armd")
    assert refused(s, "transfer AL-Sudan") == ("10.1",)
    s = reinforcing("ussr", "ussr-box SU-KGB", "4010 SU-VOL")
    assert destinations(play(s, "transfer SU-KGB"), "SU-KGB", "place") == {"4010"}


@pytest.mark.rule("musketeer", "10.2", "10.3")
def test_r10_2_paradrop_from_the_box_or_an_airbase_to_any_hex_in_zones_too() -> None:
    s = reinforcing(AF, "anglo-french-box UK-16-Para UK-19", "2306 FR-1-REP", "2209 FR-2-RCP", "3314 EG-1")
    assert refused(s, "drop UK-19") == ("10.2",)
    assert refused(s, "drop FR-2-RCP") == ("10.2",)  # no airbase there
    spots = destinations(play(s, "drop UK-16-Para"), "UK-16-Para", "place")
    assert {"2010", "5413", "3313", "2306"} <= spots  # the zone of Cairo, and a friendly hex
    assert not spots & {"0101", "6103", "3906"}
    assert options(s, "drop FR-1-REP")


@pytest.mark.rule("musketeer", "24.3")
def test_r24_3_the_202_and_the_75p_never_drop() -> None:
    s = reinforcing("israel", "5905 IS-202-Para", "israel-box IS-Eitan")
    assert refused(s, "drop IS-202-Para") == ("24.3",)
    s = reinforcing("egypt", "3314 EG-75P", "egypt-box EG-11")
    assert refused(s, "drop EG-75P") in (("24.3",), ("10.2",))
    assert not options(s, "drop")


@pytest.mark.rule("musketeer", "10.4", "12.5")
def test_r10_4_airborne_limits_shared_by_british_and_french() -> None:
    s = reinforcing(AF, "2306 UK-16-Para FR-1-REP FR-2-RCP FR-3-RCP", "anglo-french-box UK-19")
    for unit, hex in (("UK-16-Para", "2209"), ("FR-1-REP", "2210"), ("FR-2-RCP", "2211")):
        s = place(s, "drop", unit, hex)
    assert refused(s, "drop FR-3-RCP") == ("10.4",)
    s = reinforcing("ussr", "ussr-box SU-108-G SU-119-G")
    s = place(s, "drop", "SU-108-G", "2209")
    assert refused(s, "drop SU-119-G") == ("10.4",)
    s = reinforcing("us", "us-box US-187-Abn US-503-Abn US-7C-Eng", "0304 US-8-PMF")
    s = place(place(s, "drop", "US-187-Abn", "2209"), "drop", "US-503-Abn", "2210")
    assert refused(s, "transfer US-7C-Eng") == ("10.4",)


@pytest.mark.rule("musketeer", "11.1", "11.2")
def test_r11_2_naval_transfer_of_any_type_to_an_own_port() -> None:
    s = reinforcing(AF, "anglo-french-box UK-25-Armd", "4005 UK-19", "2306 US-6-PMF")
    s = play(s, "ship UK-25-Armd")
    assert destinations(s, "UK-25-Armd", "place") == {"4005"}
    s = reinforcing("ussr", "ussr-box SU-VOL", "2306 SU-KGB")
    assert refused(s, "ship SU-VOL") == ("11.1",)
    s = reinforcing("israel", "israel-box IS-Eitan", "6017 IS-9")
    assert refused(s, "ship IS-Eitan") == ("8.3",)


@pytest.mark.rule("musketeer", "11.3")
def test_r11_3_anchor_airborne_and_infantry_may_land_mechanized_may_not() -> None:
    s = reinforcing(AF, "anglo-french-box UK-3-Cdo UK-16-Para UK-19 UK-25-Armd UK-RE")
    for unit in ("UK-3-Cdo", "UK-16-Para", "UK-19"):
        assert options(s, f"land {unit}"), unit
    for unit in ("UK-25-Armd", "UK-RE"):
        assert refused(s, f"land {unit}") == ("11.3",)
    assert options(reinforcing("us", "us-box US-2-PMF"), "land US-2-PMF")  # armored marines carry the anchor


@pytest.mark.rule("musketeer", "11.4", "11.5")
def test_r11_4_landing_on_any_mediterranean_coast_from_box_or_port() -> None:
    s = reinforcing(AF, "anglo-french-box UK-3-Cdo", "2306 FR-MC", "2307 UK-19", "2206 EG-7")
    spots = destinations(play(s, "land UK-3-Cdo"), "UK-3-Cdo", "place")
    assert {"0104", "2405", "4005", "5306", "2206"} <= spots  # the last holds enemies: a direct assault
    assert not spots & {"2307", "4214", "5629", "0101"}
    assert options(s, "land FR-MC")
    assert refused(s, "land UK-19") == ("11.4",)


@pytest.mark.rule("musketeer", "11.6", "12.5")
def test_r11_6_one_sealift_each_for_british_french_and_us() -> None:
    s = reinforcing(AF, "anglo-french-box FR-MC FR-Col UK-19", "2306 UK-51")
    s = place(place(s, "land", "FR-MC", "2405"), "ship", "FR-Col", "2306")  # the French use the British sealift
    assert refused(s, "ship UK-19") == ("11.6",)
    s = place(reinforcing("us", "us-box US-6-PMF US-8-PMF"), "land", "US-6-PMF", "2405")
    assert refused(s, "land US-8-PMF") == ("11.6",)


@pytest.mark.rule("musketeer", "26.1")
def test_r26_1_helicopter_from_the_box_near_the_sea_once_and_without_hazard() -> None:
    s = reinforcing(AF, "anglo-french-box UK-19 UK-25-Armd UK-51", "2206 EG-7")
    assert refused(s, "helicopter UK-25-Armd") == ("26.1",)
    spots = destinations(play(s, "helicopter UK-19"), "UK-19", "place")
    assert "2309" in spots  # four hexes from the sea
    assert not spots & {"2312", "2206"}
    s = place(s, "helicopter", "UK-19", "2309")
    assert refused(s, "helicopter UK-51") == ("26.1",)
    s = play(s, "end")
    assert s.actor is None  # no landing check: the phase is over


@pytest.mark.rule("musketeer", "26.1")
def test_r26_1_helicopter_from_an_airbase_and_to_an_own_airbase_within_four_hexes() -> None:
    s = reinforcing(AF, "4010 UK-19", "4014 UK-51", "2209 UK-29")
    spots = destinations(play(s, "helicopter UK-19"), "UK-19", "place")
    assert "4014" in spots
    assert "4015" not in spots
    assert destinations(play(s, "helicopter UK-51"), "UK-51", "place") == {"4010"}
    assert refused(s, "helicopter UK-29") == ("26.1",)
    assert refused(reinforcing("us", "4010 US-6-PMF", "us-box US-8-PMF"), "helicopter US-6-PMF") == ("26.1",)


@pytest.mark.rule("musketeer", "26.3")
def test_r26_3_helicopter_and_air_supply_are_no_units() -> None:
    s = reinforcing(AF, "anglo-french-box UK-19")
    assert not [n for n in s.game.roster.names if "elicopter" in n or "Supply" in n]


@pytest.mark.rule("musketeer", "29.1")
def test_r29_1_libya_two_british_or_us_units_beyond_all_limits_each_escalates() -> None:
    s = reinforcing(
        AF, "anglo-french-box UK-25-Armd UK-6-RTR UK-1-RTR FR-Col UK-3-Cdo FR-MC UK-16-Para", "0105 EG-7", escalation=5
    )
    s = place(place(place(s, "land", "UK-3-Cdo", "2405"), "land", "FR-MC", "2405"), "drop", "UK-16-Para", "2405")
    assert refused(s, "libya FR-Col") == ("29.1",)
    spots = destinations(play(s, "libya UK-25-Armd"), "UK-25-Armd", "place")
    assert "0104" in spots  # in the zone of EG-7
    assert "0105" not in spots
    assert all(h.startswith("01") for h in spots)
    s = place(place(s, "libya", "UK-25-Armd", "0104"), "libya", "UK-6-RTR", "0104")
    assert s.escalation == 7
    assert refused(s, "libya UK-1-RTR") == ("29.1",)


@pytest.mark.rule("musketeer", "29.1", "6.4")
def test_r29_1_libya_can_start_the_world_war() -> None:
    s = reinforcing(AF, "anglo-french-box UK-25-Armd", escalation=49)
    s = place(s, "libya", "UK-25-Armd", "0104")
    assert s.outcome is not None


@pytest.mark.rule("musketeer", "29.2")
def test_r29_2_one_red_sea_landing_per_game() -> None:
    s = reinforcing(AF, "anglo-french-box UK-3-Cdo FR-MC", "5629 EG-Gar-Sharm")
    spots = destinations(play(s, "red-sea UK-3-Cdo"), "UK-3-Cdo", "place")
    assert {"5127", "4417", "6017"} <= spots
    assert not spots & {"5629", "2405"}
    s = place(s, "red-sea", "UK-3-Cdo", "5127")
    assert (s.red_sea, s.sealifts) == (True, 1)
    assert refused(s, "red-sea FR-MC") == ("29.2",)
    assert not options(reinforcing("us", "us-box US-6-PMF", red_sea=True), "red-sea")


@pytest.mark.rule("musketeer", "29.3")
def test_r29_3_volunteers_and_kgb_appear_on_egyptian_airbases() -> None:
    s = reinforcing("ussr", "ussr-box SU-VOL SU-KGB SU-3-G", "4010 EG-7", "2306 UK-19", "3314 SU-108-G", "3413 UK-51")
    assert refused(s, "infiltrate SU-3-G") == ("29.3",)
    spots = destinations(play(s, "infiltrate SU-VOL"), "SU-VOL", "place")
    assert spots == {"3314", "3013", "3412", "4012", "4005", "0304", "5106", "4711", "5629", "3221"}
    assert "enter SU-VOL" in options(s)


@pytest.mark.rule("musketeer", "29.6")
def test_r29_6_landing_hazards() -> None:
    def drop(die: int, *places: str, **fields: Any) -> Any:
        s = reinforcing(AF, "anglo-french-box UK-16-Para", *places, **fields)
        return play(place(s, "drop", "UK-16-Para", "2209"), "end", f"roll {die}")

    assert disrupted(drop(1), "UK-16-Para")
    assert not disrupted(drop(2), "UK-16-Para")
    assert not disrupted(drop(3), "UK-16-Para")
    assert disrupted(drop(2, "2210 EG-1-AAA"), "UK-16-Para")
    assert disrupted(drop(2, "2209 EG-7"), "UK-16-Para")
    assert not disrupted(drop(3, "2209 EG-7"), "UK-16-Para")
    s = reinforcing(AF, "anglo-french-box UK-16-Para", options={"special_tactics": False})
    assert play(place(s, "drop", "UK-16-Para", "2209"), "end").actor is None


@pytest.mark.rule("musketeer", "29.6", "26.1")
def test_r29_6_no_check_for_transfer() -> None:
    s = reinforcing(AF, "anglo-french-box UK-16-Para", "4010 UK-19")
    s = play(place(s, "transfer", "UK-16-Para", "4010"), "end")
    assert s.actor is None
    assert not dead(s, "UK-16-Para")


@pytest.mark.rule("musketeer", "27.3", "10.2")
def test_r27_3_boxes_are_launch_points_and_have_no_limit_or_zone() -> None:
    s = reinforcing("us", "us-box US-187-Abn US-503-Abn US-CC-A US-CC-B US-CC-C US-6-PMF US-8-PMF")
    assert len(s.at(s.game.box("us-box"))) == 7
    assert s.zone("west") == 0
    assert options(s, "drop US-187-Abn")
    assert options(s, "land US-6-PMF")
    game = s.game
    before = dict(game.facilities)
    try:
        game.facilities["us"] = ("airbase",)
        assert refused(s, "land US-6-PMF") == ("27.3",)
        assert options(s, "drop US-187-Abn")
    finally:
        game.facilities.update(before)


@pytest.mark.rule("musketeer", "25.5", "4.1")
def test_r25_5_egypt_draws_one_guerrilla_at_random_each_reinforcement_phase() -> None:
    s = reinforcing("egypt", "egypt-box EG-Guerrilla-0a EG-Guerrilla-1a EG-Guerrilla-2b EG-11")
    assert s.actor == "chance"
    assert set(options(s)) == {"draw EG-Guerrilla-0a", "draw EG-Guerrilla-1a", "draw EG-Guerrilla-2b"}
    s = play(s, "draw EG-Guerrilla-2b")
    assert where(s, "EG-Guerrilla-2b") == "egypt-available"
    assert s.actor == "east"
    assert refused(s, "deploy EG-Guerrilla-1a") == ("8.4",)
    assert reinforcing("ussr", "ussr-box SU-VOL", "egypt-box EG-Guerrilla-0a").actor == "east"


@pytest.mark.rule("musketeer", "10.4", "26.1", "29.5")
def test_r10_4_nobody_is_carried_twice_and_no_landing_is_called_off() -> None:
    s = reinforcing(AF, "4005 FR-1-REP", "4010 EG-2-Div", "2306 EG-Gar-Alexandria")
    s = place(s, "drop", "FR-1-REP", "4010")
    assert not options(s, "drop FR-1-REP", "helicopter FR-1-REP")
    assert refused(s, "drop FR-1-REP") == ("10.2",)
    assert refused(s, "helicopter FR-1-REP") == ("26.1",)
    s = place(
        reinforcing(AF, "4005 FR-1-REP", "3314 EG-1"), "drop", "FR-1-REP", "4012"
    )  # an airbase, but enough for today
    assert not options(s, "drop FR-1-REP", "helicopter FR-1-REP")


@pytest.mark.rule("musketeer", "11.2", "29.2")
def test_r11_2_naval_transfer_reaches_every_own_port_the_red_sea_landing_every_coast() -> None:
    s = reinforcing(AF, "4214 UK-19", "anglo-french-box UK-25-Armd UK-6-RTR UK-3-Cdo")
    assert "red-sea UK-25-Armd" in options(s)  # any unit of the contingent [ruling MU-29]
    t = place(s, "ship", "UK-25-Armd", "4214")
    assert not t.red_sea
    t = place(s, "red-sea", "UK-3-Cdo", "4214")
    assert t.red_sea
    assert refused(t, "red-sea UK-6-RTR")


@pytest.mark.rule("musketeer", "29.6", "23.0")
def test_r29_6_hazards_are_rolled_in_the_order_of_landing() -> None:
    s = reinforcing(AF, "2306 UK-16-Para FR-1-REP", "anglo-french-box UK-19")
    s = place(place(s, "drop", "FR-1-REP", "2209"), "drop", "UK-16-Para", "2010")
    s = play(s, "end")
    assert "2209" in s.prompt


def test_every_way_says_why_not() -> None:
    s = reinforcing(AF, "anglo-french-box UK-25-Armd FR-Col UK-LOC UK-19", "2209 UK-29")
    reasons = {
        "transfer UK-25-Armd": "mechanized",
        "libya FR-Col": "neither British nor US",
        "land UK-LOC": "anchor",
        "ship UK-19": "No port held by",
        "enter UK-19": "by air and sea",
        "drop UK-19": "no airborne symbol",
        "infiltrate UK-19": "volunteer",
        "ship UK-29": "must start in the Reinforcement Box",
    }
    for action, words in reasons.items():
        assert words in s.check(action).text, (action, s.check(action).text)


@pytest.mark.rule("musketeer", "10.3", "29.0", "26.1", "11.4")
def test_r29_0_the_hex_refused_is_explained() -> None:
    s = reinforcing(AF, "anglo-french-box UK-16-Para", "4005 EG-98-NG", options={"special_tactics": False})
    s = play(s, "drop UK-16-Para")
    assert "direct assault" not in s.prompt
    assert refused(s, "place UK-16-Para 4005") == ("10.3", "29.0")
    s = play(reinforcing(AF, "anglo-french-box UK-16-Para", "4005 EG-98-NG"), "land UK-16-Para")
    assert s.check("place UK-16-Para 4012").text.endswith("is not a coastal hex of the Mediterranean.")
    s = play(reinforcing(AF, "anglo-french-box UK-16-Para", "4005 EG-98-NG"), "helicopter UK-16-Para")
    assert s.check("place UK-16-Para 4005").text == "Port Said (4005) contains enemy units."
    assert s.check("place UK-16-Para 4020").text == "4020 is not within 4 hexes of the Mediterranean."


@pytest.mark.rule("musketeer", "10.1", "11.2", "26.1", "29.5")
def test_r29_5_a_unit_in_a_direct_assault_does_not_yet_hold_the_port_or_airbase() -> None:
    s = reinforcing(AF, "4005 UK-16-Para", "anglo-french-box UK-19", "4007 FR-1-REP")
    assert all(allowed(s, action) for action in ("transfer UK-19", "ship UK-19", "helicopter FR-1-REP"))
    landed = ["UK-16-Para"]
    places = ("4005 UK-16-Para EG-98-NG", "anglo-french-box UK-19", "4007 FR-1-REP")
    s = reinforcing(AF, *places, assaulting=landed, without_zone=landed)
    assert refused(s, "transfer UK-19") == ("10.1",)
    assert refused(s, "ship UK-19") == ("11.2",)
    assert refused(s, "helicopter FR-1-REP") == ("26.1",)


@pytest.mark.rule("musketeer", "10.2", "23.0")
def test_r10_2_a_lift_ends_somewhere_else_and_hides_who_flew() -> None:
    s = reinforcing(AF, "4012 FR-1-REP", "2306 UK-19", "5702 IS-Gar-Ashkelon", known=["FR-1-REP"])
    s = play(s, "drop FR-1-REP")
    assert "place FR-1-REP 4012" not in options(s)
    assert refused(s, "place FR-1-REP 4012")
    s = play(s, "place FR-1-REP 4011")
    assert not s.known >> s.game.unit("FR-1-REP") & 1


@pytest.mark.rule("musketeer", "7.2", "8.4")
def test_r8_4_only_units_of_the_contingent_that_are_in_the_box() -> None:
    s = reinforcing(AF, "anglo-french-box UK-Air-1 UK-19", "anglo-french-available UK-Air-2", "us-box US-SF US-6-PMF")
    assert refused(s, "deploy UK-Air-2") == ("8.4",)
    assert refused(s, "deploy US-SF") == ("7.2",)
    assert refused(s, "land US-6-PMF") == ("7.2",)


@pytest.mark.rule("musketeer", "29.3")
def test_r29_3_not_where_other_contingents_or_enemies_are() -> None:
    s = reinforcing("ussr", "ussr-box SU-VOL SU-KGB", "4012 EG-1", "4010 UK-19", "3314 SU-2-PVO")
    spots = destinations(play(s, "infiltrate SU-VOL"), "SU-VOL", "place")
    assert not {"4012", "4010"} & set(spots)
    assert {"3314", "4711", "5106"} <= set(spots)


@pytest.mark.rule("musketeer", "29.6", "23.2", "24.1")
def test_r29_6_anti_aircraft_units_that_spoil_a_landing_are_revealed() -> None:
    for die, known in ((2, True), (3, False)):
        s = reinforcing(AF, "anglo-french-box UK-16-Para", "2209 EG-1-AAA", "5702 IS-Gar-Ashkelon")
        s = play(place(s, "drop", "UK-16-Para", "2210"), "end", f"roll {die}")
        assert bool(s.known >> s.game.unit("EG-1-AAA") & 1) == known
        assert disrupted(s, "UK-16-Para") == known


@pytest.mark.rule("musketeer", "9.5", "12.2")
def test_r9_5_a_static_unit_may_be_placed_but_never_lifted_from_the_map() -> None:
    s = reinforcing("egypt", "egypt-box EG-Gar-Cairo", "4005 EG-Gar-PortSaid", "5702 IS-Gar-Ashkelon")
    assert options(s, "enter") == ["enter EG-Gar-Cairo"]
    spots = destinations(play(s, "enter EG-Gar-Cairo"), "EG-Gar-Cairo", "place")
    assert "4005" not in spots
    assert "3314" in spots
    s = reinforcing("israel", "5905 IS-Gar-Beersheba", "4010 EG-1")
    assert not options(s, "drop")


@pytest.mark.rule("musketeer", "29.1", "8.2")
def test_r29_1_three_by_other_ways_after_two_through_libya() -> None:
    s = reinforcing(AF, "anglo-french-box UK-25-Armd UK-6-RTR UK-3-Cdo FR-MC UK-16-Para", "5702 IS-Gar-Ashkelon")
    s = place(place(s, "libya", "UK-25-Armd", "0104"), "libya", "UK-6-RTR", "0104")
    assert s.ground_entered == 0
    s = place(place(s, "land", "UK-3-Cdo", "2405"), "land", "FR-MC", "2405")
    s = place(s, "drop", "UK-16-Para", "2405")
    assert s.ground_entered == 3


@pytest.mark.rule("musketeer", "26.1", "10.4", "11.6")
def test_r26_1_each_lift_has_its_own_limit() -> None:
    places = ("anglo-french-box UK-3-Cdo UK-16-Para UK-19", "5702 IS-Gar-Ashkelon")
    s = reinforcing(AF, *places, helicopter=True)
    assert refused(s, "helicopter UK-19") == ("26.1",)
    assert allowed(s, "land UK-3-Cdo")
    assert allowed(s, "drop UK-16-Para")
    s = reinforcing(AF, *places, sealifts=2)
    assert refused(s, "land UK-3-Cdo") == ("11.6",)
    assert allowed(s, "drop UK-16-Para")
    assert allowed(s, "helicopter UK-19")
    assert allowed(s, "libya UK-19")
    s = reinforcing(AF, *places, airborne_moves=3)
    assert refused(s, "drop UK-16-Para") == ("10.4",)
    assert allowed(s, "land UK-3-Cdo")
    assert allowed(s, "helicopter UK-19")
    s = reinforcing(AF, *places, libya=2)
    assert refused(s, "libya UK-19") == ("29.1",)
    assert allowed(s, "land UK-3-Cdo")


@pytest.mark.rule("musketeer", "8.2", "8.4")
def test_r8_4_the_first_of_each_kind_is_offered_and_every_special_force() -> None:
    air = "UK-Air-1 UK-Air-2 FR-Air-1 FR-Air-2 UK-Gunfire FR-Gunfire UK-MI6 FR-REC"
    s = reinforcing(AF, f"anglo-french-box {air}", "2306 EG-1")
    assert {a.args[0] for a in s.options() if a.verb == "deploy"} == {
        "UK-Air-1", "FR-Air-1", "UK-Gunfire", "FR-Gunfire", "UK-MI6", "FR-REC",
    }  # fmt: skip
    t = play(s, "deploy FR-REC")
    assert (t.special_entered, t.air_entered) == (1, 0)
    assert not allowed(t, "deploy UK-MI6")
    assert "deploy UK-MI6" not in options(t)
    assert "may deploy 1 special forces per impulse" in why_not(t, "deploy UK-MI6")
    t = play(s, "deploy UK-Air-1")
    assert (t.special_entered, t.air_entered) == (0, 1)
    t = reinforcing(AF, f"anglo-french-box {air}", "2306 EG-1", air_entered=5)
    assert {a.args[0] for a in t.options() if a.verb == "deploy"} == {"UK-MI6", "FR-REC"}
    assert "may deploy 5 air units per impulse" in why_not(t, "deploy FR-Gunfire")
    s = reinforcing("egypt", "egypt-box EG-Res EG-SelS EG-SC EG-Air-1 EG-Air-4", "2306 UK-19")
    assert [a for a in options(s) if a.startswith("deploy")] == [
        "deploy EG-Air-1", "deploy EG-Res", "deploy EG-SelS", "deploy EG-SC",
    ]  # fmt: skip


@pytest.mark.rule("musketeer", "8.2", "8.4", "7.2")
def test_r8_2_the_refusal_of_a_reinforcement_names_what_is_wrong() -> None:
    s = reinforcing(
        AF, "anglo-french-box UK-19 UK-Air-1 UK-MI6", "4005 UK-29", "2306 EG-1", "anglo-french-available UK-Air-2"
    )
    for wrong in ("end now", "ship", "ship UK-19 4005", "ship 4005", "bring UK-19", "deploy", "deploy UK-Air-1 UK-MI6"):
        assert refused(s, wrong) == ("8.2",)
        assert "cannot be done now" in why_not(s, wrong), wrong
    for wrong in ("UK-19", "UK-29", "UK-Air-2"):
        assert refused(s, f"deploy {wrong}") == ("8.4",)
    t = reinforcing(AF, "anglo-french-box FR-10 FR-Air-3 FR-REC UK-MI6", "4005 UK-29", special_entered=1)
    assert refused(t, "deploy FR-10") == ("8.4",)  # the last ground unit on the list
    assert "special forces per impulse" in why_not(t, "deploy FR-REC")  # the last special forces
    assert [a for a in options(t) if a.startswith("deploy")] == ["deploy FR-Air-3"]
    assert play(t, "deploy FR-Air-3").air_entered == 1
    t = reinforcing("us", "us-box US-SF US-Gunfire-2", "4005 US-CZ")
    assert (play(t, "deploy US-SF").special_entered, play(t, "deploy US-Gunfire-2").air_entered) == (1, 1)
    t = reinforcing("egypt", "egypt-box EG-SC EG-Guerrilla-0a EG-Guerrilla-2b", "2306 UK-19")
    t = play(t, "draw EG-Guerrilla-2b")
    assert refused(t, "deploy EG-Guerrilla-0a") == ("8.4",)  # drawn, not deployed
    assert allowed(t, "deploy EG-SC")
    t = play(
        reinforcing("egypt", "egypt-box EG-Guerrilla-2b EG-Guerrilla-2a EG-Res", "2306 UK-19"), "draw EG-Guerrilla-2a"
    )
    assert refused(t, "deploy EG-Guerrilla-2b") == ("8.4",)  # its next on the list is Soviet
    assert refused(s, "deploy EG-1") == ("7.2",)
    s = play(s, "ship UK-19")
    for wrong in ("place", "place UK-19", "place UK-29 4005", "place UK-19 4005 2306", "ship UK-19 4005"):
        assert refused(s, wrong) == ("11.2",)
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert why_not(s, "place UK-19 nowhere").startswith("nowhere is not a hex")
    assert why_not(s, "place UK-19 4003").startswith("4003 is not a hex")
    assert why_not(s, "place UK-19 3314").startswith("Cairo (3314)")
    s = play(reinforcing("israel", "israel-box IS-Eitan", "2306 EG-1"), "drop IS-Eitan")
    for closed in ("4010", "4110", "2306", "4315"):
        assert refused(s, f"place IS-Eitan {closed}") == ("28.1",)
    assert why_not(s, "place IS-Eitan 4010").startswith("Ismailia (4010) is closed")
    assert allowed(s, "place IS-Eitan 4210")


@pytest.mark.rule("musketeer", "29.5", "23.1")
def test_r29_5_a_direct_assault_is_seen() -> None:
    s = reinforcing(AF, "anglo-french-box FR-1-REP UK-19", "2206 EG-7", "2306 UK-29", "5702 IS-Gar-Ashkelon")
    assert not play(s, "ship UK-19", "place UK-19 2306").known >> s.game.unit("UK-19") & 1
    assert play(s, "ship UK-19", "place UK-19 2306").evidence[s.game.unit("UK-19")] == 0  # a ship tells nothing
    for side, who in (("west", "UK-19"), ("east", "A unit of Anglo-French")):
        t = play(s, "ship UK-19").copy()
        t.log = []
        t.apply("place UK-19 2306")
        assert [(e.rules, str(e.text)) for e in t.log if side in e.to] == [
            (("11.2",), f"{who} is shipped to Alexandria (2306).")
        ]
    assert play(s, "drop FR-1-REP", "place FR-1-REP 2206").known >> s.game.unit("FR-1-REP") & 1


@pytest.mark.rule("musketeer", "29.6")
def test_r29_6_a_two_is_bad_on_enemies_or_next_to_their_guns_only() -> None:
    def spoiled(*places: str, hex: str = "2210", die: int = 2) -> bool:
        s = reinforcing(AF, "anglo-french-box FR-1-REP", "5702 IS-Gar-Ashkelon", "2306 EG-1", *places)
        s = play(s, "drop FR-1-REP", f"place FR-1-REP {hex}")
        s = play(s, "end") if s.actor != "chance" else s
        return disrupted(play(s, f"roll {die}"), "FR-1-REP")

    assert not spoiled()
    assert spoiled("2210 EG-7")  # a direct assault
    assert spoiled("2211 EG-1-AAA")
    assert not spoiled("2212 EG-1-AAA")  # too far
    assert not spoiled("2211 EG-7")  # no guns
    assert not spoiled("2211 UK-21-LAA")  # guns of its own
    assert spoiled(die=1)
    assert not spoiled("2211 EG-1-AAA", die=3)


@pytest.mark.rule("musketeer", "8.3", "8.2", "10.4", "11.6", "26.1", "27.3", "29.1", "29.2")
@pytest.mark.parametrize("contingent", ["anglo-french", "us", "israel", "egypt", "arab-league", "ussr"])
@pytest.mark.parametrize(
    "fields",
    [
        {}, {"ground_entered": 3}, {"airborne_moves": 3, "libya": 2}, {"sealifts": 2, "helicopter": True}, {"red_sea": True},
        {"lifted": ["UK-19", "US-187-Abn", "SU-108-G", "IS-202-Para"], "landed": ["FR-1-REP", "IS-Eitan"]},
    ],
)  # fmt: skip
def test_r8_3_who_is_offered_a_way_is_who_may_go_it(contingent: str, fields: dict[str, Any]) -> None:
    """The options are found by a short cut; here every unit is asked for every way."""
    game = sandtable.load(BOOK)
    units = [game.name_of(u) for u in game.members[contingent]]
    bases = ("4012", "2306", "4005", "2210", "6017" if contingent == "israel" else "3412")
    there = dict(zip(bases, units[1::4]))
    box = [u for u in units if u not in there.values()]
    places = [f"{h} {u}" for h, u in there.items()]
    s = reinforcing(
        contingent, f"{contingent}-box {' '.join(box[::2])}", *places, "0501 IS-Gar-Magen EG-Gar-Rafah", **fields
    )
    found = {(way, s.game.name_of(u)) for way, u in comers(s)}
    assert found == {
        (way, s.game.name_of(u))
        for way in WAYS
        for u in s.game.members[contingent]
        if why_not_way(s, way, u) is None and open_hexes(s, way, u)
    }


@pytest.mark.rule("musketeer", "10.1", "11.3", "29.1", "29.3", "10.2", "24.3")
def test_r10_1_every_unit_has_the_ways_of_its_kind() -> None:
    def able(contingent: str, way: str) -> set[str]:
        game = sandtable.load(BOOK)
        units = [game.name_of(u) for u in game.members[contingent] if not game.static >> u & 1]
        base = next(u for u in units if game.mechanized >> game.unit(u) & 1)
        box = " ".join(u for u in units if u != base)
        s = reinforcing(contingent, f"{contingent}-box {box}", f"4005 {base}", "0501 IS-Gar-Eilat")
        return {a.args[0] for a in s.options() if a.verb == way}

    light = {
        "UK-16-Para",
        "UK-3-Cdo",
        "UK-1-Guards",
        "UK-19",
        "UK-29",
        "UK-51",
        "UK-RE",
        "UK-21-LAA",
        "UK-LOC",
        "FR-1-REP",
    }
    light |= {"FR-2-RCP", "FR-3-RCP", "FR-MC", "FR-Col"}
    assert able("anglo-french", "transfer") == light
    assert able("anglo-french", "helicopter") == light
    assert able("us", "transfer") == {
        "US-187-Abn", "US-503-Abn", "US-6-PMF", "US-8-PMF", "US-7C-Eng", "US-7C-AAA", "US-CZ",
    }  # fmt: skip
    assert able("anglo-french", "libya") == {u for u in able("anglo-french", "ship") if u.startswith("UK")}
    assert able("anglo-french", "ship") == light | {"UK-6-RTR", "UK-1-RTR", "FR-RAP", "FR-7-DMR", "FR-10"}
    assert able("us", "libya") == able("us", "ship")
    assert able("ussr", "infiltrate") == {"SU-VOL", "SU-KGB"}
    assert {"SU-GSFE-Mech", "SU-3-G", "SU-KGB", "SU-108-G"} < able("ussr", "transfer")
    assert able("egypt", "ship") == able("egypt", "land") == able("egypt", "transfer") == set()
    assert able("ussr", "ship") == able("ussr", "red-sea") == able("arab-league", "transfer") == set()


@pytest.mark.rule("musketeer", "10.2", "11.2", "11.4", "10.1", "9.5", "7.2")
def test_r11_4_where_a_way_may_begin() -> None:
    places = ("4012 FR-1-REP", "2306 UK-16-Para", "4214 UK-3-Cdo", "2210 FR-2-RCP")
    s = reinforcing(
        AF, *places, "eliminated FR-MC", "anglo-french-box UK-Air-1", "0501 IS-Gar-Eilat", lifted=["FR-2-RCP"]
    )
    starts = {
        "drop FR-1-REP": True,  # an airbase
        "land UK-16-Para": True,  # a Mediterranean port
        "land FR-1-REP": False,
        "land UK-3-Cdo": False,  # Suez City lies on the other sea
        "drop UK-3-Cdo": False,
        "ship FR-1-REP": False,
        "transfer UK-16-Para": False,
        "libya UK-16-Para": False,
        "drop FR-MC": False,
    }
    for action, may in starts.items():
        assert allowed(s, action) == may, action
        if not may and "FR-MC" not in action:
            assert "must start in the Reinforcement Box" in why_not(s, action)
    assert why_not(s, "drop UK-3-Cdo").endswith("must start in the Reinforcement Box or on an airbase.")
    assert why_not(s, "land FR-1-REP").endswith("must start in the Reinforcement Box or in a Mediterranean port.")
    assert why_not(s, "ship FR-1-REP").endswith("must start in the Reinforcement Box.")
    assert refused(s, "ship UK-Air-1") == ("7.2",)
    assert "has been carried in this impulse already" in why_not(s, "helicopter FR-2-RCP")
    s = reinforcing("israel", "5905 IS-Gar-Beersheba", "israel-box IS-Eitan", "4010 EG-1")
    assert refused(s, "drop IS-Gar-Beersheba") == ("9.5",)
    s = reinforcing(AF, *places, "anglo-french-box UK-19", "0501 IS-Gar-Eilat", ground_entered=3)
    assert allowed(s, "drop FR-1-REP")  # the limit is of those that come from the box
    assert refused(s, "ship UK-19") == ("8.2",)
    assert allowed(s, "libya UK-19")


@pytest.mark.rule("musketeer", "27.3")
def test_r27_3_a_box_without_a_port_or_an_airbase_launches_nothing_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    s = reinforcing("us", "us-box US-187-Abn US-6-PMF", "2306 US-8-PMF US-503-Abn", "0501 IS-Gar-Eilat")
    for action in ("ship US-6-PMF", "drop US-187-Abn", "transfer US-6-PMF", "drop US-503-Abn", "land US-503-Abn"):
        assert allowed(s, action), action
    monkeypatch.setitem(s.game.facilities, "us", ())
    for action in ("ship US-6-PMF", "land US-6-PMF", "drop US-187-Abn", "transfer US-6-PMF"):
        assert refused(s, action) == ("27.3",), action
    assert not [a for a in options(s) if a.startswith(("ship", "transfer", "drop US-187"))]
    assert {"drop US-503-Abn", "land US-503-Abn"} <= set(options(s))
    assert "has no port" in why_not(s, "ship US-6-PMF")
    assert "has no airbase" in why_not(s, "drop US-187-Abn")
    assert allowed(s, "drop US-503-Abn")  # from Alexandria
    assert allowed(s, "land US-503-Abn")
    s = reinforcing("us", "us-box US-6-PMF", "2306 US-503-Abn", "0501 IS-Gar-Eilat", airborne_moves=2, sealifts=1)
    assert refused(s, "drop US-503-Abn") == ("10.4",)
    assert refused(s, "land US-503-Abn") == ("11.6",)
    s = reinforcing("egypt", "egypt-box EG-7", "0501 IS-Gar-Eilat")
    assert refused(s, "helicopter EG-7") == ("27.3",)


@pytest.mark.rule("musketeer", "8.3", "10.1", "10.2", "11.3", "24.3", "26.1", "29.1", "29.2", "29.3")
def test_r8_3_why_no_place_is_open_by_a_way() -> None:
    rest = "0501 IS-Gar-Eilat"
    box = "anglo-french-box UK-25-Armd UK-LOC FR-Col FR-10 UK-19"
    s = reinforcing(AF, box, "2210 FR-1-REP", rest)
    reasons = {
        "drop FR-Col": "has no airborne symbol",
        "drop UK-LOC": "has no airborne symbol",
        "transfer FR-Col": "No airbase held by Anglo-French units",
        "transfer FR-10": "is mechanized",
        "helicopter UK-25-Armd": "is mechanized",
        "helicopter FR-1-REP": "finds no hex open",
        "libya FR-Col": "neither British nor US",
        "infiltrate UK-19": "neither the volunteer group nor the KGB",
    }
    for action, text in reasons.items():
        assert text in why_not(s, action), action
    assert "has been made" in why_not(reinforcing(AF, box, rest, red_sea=True), "red-sea UK-19")
    off = {"special_tactics": False}
    for way in ("libya", "red-sea", "infiltrate"):
        assert "not in use" in why_not(reinforcing(AF, box, rest, options=off), f"{way} UK-19")
    s = reinforcing("ussr", "ussr-box SU-VOL", rest, options=off)
    assert "not in use" in why_not(s, "infiltrate SU-VOL")
    assert not options(s, "infiltrate")
    s = reinforcing(AF, box, "2210 FR-1-REP", rest, options=off)
    assert "finds no hex open" in why_not(s, "helicopter FR-1-REP")
    s = reinforcing(AF, box, rest, red_sea=True)
    assert "neither the volunteer group" in why_not(s, "infiltrate UK-19")
    s = reinforcing("us", "us-box US-6-PMF", rest)
    assert "Only the Anglo-French have helicopters" in why_not(s, "helicopter US-6-PMF")
    s = reinforcing("ussr", "ussr-box SU-3-G SU-VOL", rest)
    assert "No airbase held by" in why_not(s, "transfer SU-3-G")
    assert "neither the volunteer group" in why_not(s, "infiltrate SU-3-G")
    bases = ["0304", "2306", "3013", "3221", "3314", "3412", "4005", "4010", "4012", "4711", "5106", "5629"]
    game = sandtable.load(BOOK)
    taken = [f"{h} {game.name_of(u)}" for h, u in zip(bases, game.members["egypt"])]
    s = reinforcing("ussr", "ussr-box SU-VOL", *taken, rest)
    assert "finds no hex open" in why_not(s, "infiltrate SU-VOL")
    s = reinforcing("israel", "5905 IS-202-Para", "israel-box IS-Eitan", "4010 EG-1")
    assert refused(s, "drop IS-202-Para") == ("24.3",)


@pytest.mark.rule("musketeer", "8.3", "29.1", "29.2")
@pytest.mark.parametrize(
    ("contingent", "way", "unit"),
    [("egypt", "enter", "EG-7"), ("ussr", "enter", "SU-KGB"), (AF, "libya", "UK-19"), (AF, "red-sea", "UK-19")],
)
def test_r8_3_who_may_come_this_way_is_told_that_no_hex_is_open(contingent: str, way: str, unit: str) -> None:
    s = reinforcing(contingent, f"{contingent}-box {unit}", "0501 IS-Gar-Eilat", "3314 EG-Gar-Cairo")
    assert f"{unit} finds no hex open" in str(unfit(s, way, s.game.unit(unit)))


@pytest.mark.rule("musketeer", "8.3", "12.1", "26.1")
def test_r8_3_why_a_unit_may_not_be_placed_there() -> None:
    s = reinforcing("egypt", "egypt-box EG-7", "2210 EG-1 EG-2", "3314 EG-10 EG-11", "0501 IS-Gar-Eilat")
    s = play(s, "enter EG-7")
    assert "is not a city, town or fortification in Egypt" in why_not(s, "place EG-7 2210")  # full, but that is not why
    assert refused(s, "place EG-7 3314") == ("12.1",)
    s = play(reinforcing("ussr", "ussr-box SU-KGB", "0501 IS-Gar-Eilat"), "enter SU-KGB")
    assert "is not on the map edge where these units enter" in why_not(s, "place SU-KGB 2210")
    s = reinforcing(AF, "4012 FR-1-REP", "4013 FR-Col", "anglo-french-box UK-19", "0501 IS-Gar-Eilat")
    assert "4020 is not within 4 hexes of the Mediterranean" in why_not(play(s, "helicopter UK-19"), "place UK-19 4020")
    t = play(s, "helicopter FR-1-REP")
    assert "4020 is not within 4 hexes of the airbase" in why_not(t, "place FR-1-REP 4020")
    t = play(s, "helicopter FR-Col")
    assert "is not an airbase held by Anglo-French units within 4 hexes" in why_not(t, "place FR-Col 4014")


@pytest.mark.rule("musketeer", "26.1", "29.1", "9.5", "10.4")
def test_r26_1_one_lift_used_leaves_the_others() -> None:
    box = "anglo-french-box UK-19 FR-Col FR-10"
    assert allowed(reinforcing(AF, box, "0501 IS-Gar-Eilat", helicopter=True), "libya UK-19")
    s = reinforcing(AF, box, "4005 UK-29", "0501 IS-Gar-Eilat", libya=2)
    assert allowed(s, "helicopter FR-Col")
    assert allowed(s, "ship FR-10")
    s = reinforcing("egypt", "egypt-box EG-7", "5629 EG-Gar-Sharm EG-Eng", "0501 IS-Gar-Eilat")
    assert refused(s, "helicopter EG-Gar-Sharm") == ("9.5",)
    assert refused(s, "helicopter EG-Eng") != ("9.5",)


@pytest.mark.rule("musketeer", "8.2", "8.4", "9.5")
def test_r8_4_rockets_count_as_air_and_spetsnaz_as_special_forces() -> None:
    box = "ussr-box SU-Sptznz SU-Rocket-1 SU-Rocket-2 SU-Air-5"
    s = reinforcing("ussr", box, "0501 IS-Gar-Eilat")
    assert [a for a in options(s) if a.startswith("deploy")] == [
        "deploy SU-Air-5",
        "deploy SU-Rocket-1",
        "deploy SU-Sptznz",
    ]
    for unit, entered in (("SU-Sptznz", (1, 0)), ("SU-Rocket-2", (0, 1)), ("SU-Air-5", (0, 1))):
        t = play(s, f"deploy {unit}")
        assert (t.special_entered, t.air_entered) == entered
    s = reinforcing("ussr", box, "0501 IS-Gar-Eilat", special_entered=1)
    assert "special forces per impulse" in why_not(s, "deploy SU-Sptznz")
    assert allowed(s, "deploy SU-Rocket-2")
    s = reinforcing("ussr", box, "0501 IS-Gar-Eilat", air_entered=3)
    assert "air units per impulse" in why_not(s, "deploy SU-Rocket-2")
    assert allowed(s, "deploy SU-Sptznz")
    s = reinforcing("israel", "israel-box IS-Gar-SdeBoker IS-Eitan", "5905 IS-Gar-Beersheba", "4010 EG-1")
    assert refused(s, "deploy IS-Gar-SdeBoker") == ("8.4",)
    assert refused(s, "drop IS-Gar-SdeBoker") == ("10.2",)
    s = reinforcing("israel", "israel-box IS-Eitan", "5905 IS-Gar-SdeBoker", "4010 EG-1")
    assert refused(s, "drop IS-Gar-SdeBoker") == ("9.5",)
    s = reinforcing("ussr", "ussr-box SU-KGB", "4012 SU-GSFE-Eng", "0501 IS-Gar-Eilat")
    assert refused(s, "drop SU-GSFE-Eng") == ("10.2",)
