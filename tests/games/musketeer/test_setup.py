"""[2.0, 4.0, 7.0, 27.0, 28.0] Components, initial deployment, contingents and boxes."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable

from .table import BOOK, allowed, log, moving, options, play, position, refused, where, why_not


def start() -> Any:
    return sandtable.load(BOOK).start()


@pytest.mark.rule("musketeer", "2.4")
def test_r2_4_mechanized_types() -> None:
    game = sandtable.load(BOOK)
    for name in ("IS-7-Armd", "FR-7-DMR", "FR-10", "US-2-PMF", "EG-1-MFF", "SU-VOL"):
        assert game.mechanized >> game.unit(name) & 1, name
    for name in ("UK-16-Para", "UK-3-Cdo", "EG-2-Div", "EG-1-AAA", "IS-SC", "SU-KGB", "UK-LOC", "EG-Gar-Cairo"):
        assert not game.mechanized >> game.unit(name) & 1, name


@pytest.mark.rule("musketeer", "2.11")
def test_r2_11_sinai_is_egypt_east_of_the_canal() -> None:
    game = sandtable.load(BOOK)
    for name in ("5106", "5629", "4212", "5603", "4514"):
        assert game.sinai >> game.hex(name) & 1, name
    for name in ("4010", "4214", "3314", "5607", "6017"):
        assert not game.sinai >> game.hex(name) & 1, name


@pytest.mark.rule("musketeer", "4.2", "4.3", "8.1", "21.1")
def test_r4_3_the_default_opening_is_the_rulebook_opening() -> None:
    s = play(start(), "default", "default")
    game = s.game
    for name in ("Cairo", "Alexandria", "PortSaid", "SuezCity", "Gaza", "Rafah", "AbuAgheila", "Sharm"):
        assert game.hex_name(s.loc[game.unit(f"EG-Gar-{name}")]).isdigit()
    box = {game.name_of(u) for u in s.at(game.box("egypt-box"), game.ground)}
    assert box == {"EG-3-Armd", "EG-11", "EG-99-R", "EG-118-R"}
    assert sum(where(s, f"EG-Guerrilla-{n}") == "egypt-box" for n in ("0a", "0b", "1a", "1b", "2a", "2b")) == 6
    assert where(s, "EG-Air-1") == "egypt-available"
    assert where(s, "IS-Air-5") == "israel-available"
    assert where(s, "UK-16-Para") == "anglo-french-box"
    assert where(s, "US-CC-A") == "us-box"
    assert where(s, "SU-VOL") == "ussr-box"
    assert where(s, "AL-Iraq") == "arab-league-box"
    assert where(s, "IS-Eitan") == "israel-box"
    assert (s.escalation, s.turn, s.disrupted, s.removed) == (1, 1, 0, ())
    assert s.actor == "west"
    assert s.choice.left == ("Anglo-French", "Musketeer", "Israel", "Kadesh")


@pytest.mark.rule("musketeer", "4.3")
def test_r4_3_egypt_holds_back_three_brigades_and_one_group() -> None:
    s = start()
    assert refused(s, "reserve EG-2-Div") == ("4.3",)
    s = play(s, "reserve EG-7", "reserve EG-10", "reserve EG-26-NG")
    assert refused(s, "reserve EG-11") == ("4.3",)
    assert "default" not in options(s)
    s = play(s, "reserve EG-2-Armd")
    assert s.prompt.startswith("Place EG-2-Div")
    assert {where(s, n) for n in ("EG-7", "EG-10", "EG-26-NG", "EG-2-Armd")} == {"egypt-box"}


@pytest.mark.rule("musketeer", "4.3", "12.1")
def test_r4_3_the_rest_goes_anywhere_in_the_own_country_within_the_limits() -> None:
    s = play(start(), "reserve EG-7", "reserve EG-10", "reserve EG-26-NG", "reserve EG-2-Armd")
    assert refused(s, "place EG-2-Div 5607") == ("4.3",)
    assert refused(s, "place EG-2-Div 0102") == ("4.3",)
    assert refused(s, "place EG-2-Div egypt-box") == ("4.3",)
    s = play(s, "place EG-2-Div 3314")
    assert refused(s, "place EG-3-Div 3314") == ("12.1",)
    s = play(s, "place EG-3-Div 5106")
    s = play(s, "place EG-8-PLA 5603", "place EG-1-Armd 3314")
    assert refused(s, "place EG-3-Armd 3314") == ("12.1",)


@pytest.mark.rule("musketeer", "4.3")
def test_r4_3_israelis_in_israel_and_the_eitan_battalion_in_the_box_if_wished() -> None:
    s = play(start(), "default")
    assert s.actor == "west"
    assert refused(s, "place IS-7-Armd 5408") == ("4.3",)
    assert refused(s, "place IS-7-Armd israel-box") == ("4.3",)
    names = [
        "IS-7-Armd",
        "IS-27-Armd",
        "IS-37-Mech",
        "IS-202-Para",
        "IS-Golani",
        "IS-4",
        "IS-9",
        "IS-10",
        "IS-11",
        "IS-12",
    ]
    spots = ["5605", "5605", "5605", "5606", "5606", "5606", "5707", "5707", "5707", "5708"]
    for name, spot in zip(names, spots):
        s = play(s, f"place {name} {spot}")
    assert options(s)[0] == "place IS-Eitan israel-box"
    assert allowed(s, "place IS-Eitan 5708")
    assert refused(s, "place IS-Eitan 5605") == ("12.1",)


@pytest.mark.rule("musketeer", "7.4", "7.5", "27.1")
def test_r7_4_contingents_and_their_boxes() -> None:
    s = play(start(), "default", "default")
    game = s.game
    west = {c for c, side in game.side_of.items() if side == "west"}
    east = {c for c, side in game.side_of.items() if side == "east"}
    assert (west, east) == ({"anglo-french", "israel", "us"}, {"egypt", "ussr", "arab-league"})
    assert game.contingent_of[game.unit("UK-16-Para")] == game.contingent_of[game.unit("FR-1-REP")] == "anglo-french"
    for contingent in west | east:
        for box in (game.box_of[contingent], game.available_of[contingent]):
            assert all(game.contingent_of[u] == contingent for u in s.at(box))


@pytest.mark.rule("musketeer", "28.0")
def test_r28_0_jordan_arabia_and_the_sea_are_closed_the_rest_is_open_to_all_but_israelis() -> None:
    s = moving("anglo-french", "5904 UK-25-Armd")
    assert refused(s, "move UK-25-Armd 5904-6003") == ("9.4", "28.0")
    assert allowed(s, "move UK-25-Armd 5904-5905")
    s = moving("anglo-french", "2306 UK-25-Armd")
    assert refused(s, "move UK-25-Armd 2306-2305") == ("9.4", "28.0")


@pytest.mark.rule("musketeer", "29.0")
def test_r29_0_special_tactics_are_an_option_that_is_on() -> None:
    units = ("anglo-french-box UK-19 UK-16-Para", "6017 IS-9", "3314 EG-1")
    s = position("ReinforcementPhase", *units, contingent="anglo-french")
    assert "libya UK-19" in options(s)
    assert "red-sea UK-19" in options(s)
    assert allowed(play(s, "drop UK-16-Para"), "place UK-16-Para 3314")
    s = position("ReinforcementPhase", *units, contingent="anglo-french", options={"special_tactics": False})
    assert "libya UK-19" not in options(s)
    assert "red-sea UK-19" not in options(s)
    assert not allowed(play(s, "drop UK-16-Para"), "place UK-16-Para 3314")


@pytest.mark.rule("musketeer", "4.3")
def test_r4_3_the_refusal_of_a_reserve_names_what_is_wrong() -> None:
    s = start()
    for wrong in ("reserve", "reserve EG-7 EG-10", "reserve Nobody", "place EG-7", "default now"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert "is not an Egyptian infantry brigade or armored brigade group" in why_not(s, "reserve EG-2-Div")
    assert "is not an Egyptian infantry brigade" in why_not(s, "reserve AL-Sudan")
    assert "reserve EG-Gar-Cairo" not in options(s)
    brigades = {a.removeprefix("reserve ") for a in options(s)} - {"default", "EG-1-Armd", "EG-2-Armd", "EG-3-Armd"}
    game = s.game
    assert brigades == {
        game.name_of(u)
        for u in game.members["egypt"]
        if game.roster[u].type == "infantry" and game.roster[u].size == "brigade"
    }
    s = play(s, "reserve EG-2-Armd")
    assert "historical set-up replaces the whole deployment" in why_not(s, "default")
    assert "An armored brigade group is in the box already" in why_not(s, "reserve EG-1-Armd")
    assert "reserve EG-1-Armd" not in options(s)
    s = play(s, "reserve EG-7", "reserve EG-10")
    assert "reserve EG-11" in options(s)
    s = play(s, "reserve EG-11")
    assert s.prompt.startswith("Place EG-2-Div")
    s = play(start(), "reserve EG-7", "reserve EG-10", "reserve EG-26-NG")
    assert "Three infantry brigades are in the box already" in why_not(s, "reserve EG-11")
    for other in ("AL-Sudan", "EG-2-Div", "EG-MinInt-1", "EG-1-AAA", "UK-16-Para"):
        assert "is not an Egyptian infantry brigade" in why_not(s, f"reserve {other}")
    assert "Box: 1 armored brigade group [4.3]" in s.prompt
    assert "to name" in why_not(play(start(), "reserve EG-7"), "reserve EG-7")
    t = play(start(), "reserve EG-1-Armd")
    assert "3 infantry brigades [4.3]" in t.prompt
    for other in ("AL-Armd", "EG-2-Div", "EG-1-MFF", "US-CC-A"):
        assert "is not an Egyptian infantry brigade" in why_not(t, f"reserve {other}")
    assert "3 infantry brigades and 1 armored brigade group. Or take" in start().prompt
    assert options(s) == ["reserve EG-1-Armd", "reserve EG-2-Armd", "reserve EG-3-Armd"]


@pytest.mark.rule("musketeer", "4.3", "12.1")
def test_r4_3_the_refusal_of_a_place_names_what_is_wrong() -> None:
    s = play(start(), "reserve EG-7", "reserve EG-10", "reserve EG-26-NG", "reserve EG-2-Armd")
    assert "default" not in options(s)
    for wrong in (
        "default",
        "place",
        "place EG-2-Div",
        "place EG-3-Div 3314",
        "place EG-2-Div 3314 3313",
        "reserve EG-2-Div 3314",
    ):
        assert "cannot be done now" in why_not(s, wrong), wrong
    for wrong in ("nowhere", "5607", "0102", "israel-box"):
        assert "is not a land hex of the home country" in why_not(s, f"place EG-2-Div {wrong}"), wrong
    assert "starts on the map" in why_not(s, "place EG-2-Div egypt-box")
    assert allowed(s, "place EG-2-Div 5629")  # the Sinai is Egypt
    s = play(start(), "default")
    assert options(s)[0] == "default"
    assert "place IS-7-Armd israel-box" not in options(s)
    assert not allowed(s, "default now")
    assert "cannot be done now" in why_not(s, "place")
    s = play(s, "place IS-7-Armd 5605")
    assert not allowed(s, "default")
    assert "default" not in options(s)


@pytest.mark.rule("musketeer", "4.3", "23.0")
def test_r4_3_a_set_up_is_told_to_its_owner() -> None:
    s, told = log(start(), "reserve EG-7", side="east")
    assert "EG-7 waits in the Egyptian Reinforcement Box." in told
    assert "EG-7 waits in the Egyptian Reinforcement Box." not in log(start(), "reserve EG-7", side="west")[1]
    _, told = log(start(), "default", side="east")
    assert "Egypt takes the historical set-up." in told
    assert "Israel sets up." in told
    s = play(start(), "default")
    assert "Israel takes the historical set-up." in log(s, "default", side="west")[1]
    assert "IS-7-Armd starts in 5605." in log(s, "place IS-7-Armd 5605", side="west")[1]
    assert not [x for x in log(s, "place IS-7-Armd 5605", side="east")[1] if "IS-7-Armd" in x]


@pytest.mark.rule("musketeer", "4.3")
def test_r4_3_the_eitan_battalion_may_be_kept_in_the_box_and_nobody_else() -> None:
    placed = "6017 IS-7-Armd IS-27-Armd IS-37-Mech IS-202-Para IS-Golani IS-4 IS-9 IS-10 IS-11 IS-12"
    s = position('PlaceUnits {"contingent": "israel"}', placed, "3314 EG-Gar-Cairo")
    while s.choice.unit(s) != s.game.unit("IS-Eitan"):
        name = s.game.name_of(s.choice.unit(s))
        assert refused(s, f"place {name} israel-box") == ("4.3",)
        s = play(s, next(a for a in options(s) if a.startswith("place")))
    assert allowed(s, "place IS-Eitan israel-box")
    assert where(play(s, "place IS-Eitan israel-box"), "IS-Eitan") == "israel-box"
