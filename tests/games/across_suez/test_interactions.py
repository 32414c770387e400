"""Where several paragraphs meet: entries and zones, stacks and units that must stay, the bridge in combat, map layers."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core import Layer

from .table import BOTH, NEW, OLD, attack, destinations, fighting, moving, options, play, position, refused

EVERYTHING = {o.name: True for o in sandtable.load(NEW).title.options if o.default is False}


# Entry hexes ----------------------------------------------------------------------------------------------------
HEMMED_IN = ("1708 Amir-1", "1607 16/1", "1609 16/2", "reinforcements Baram-1 Baram-4")


@pytest.mark.rule("across-suez-1980", "7.2")
def test_r7_2_a_friend_who_stays_fills_an_enemy_controlled_entry_hex_1980() -> None:
    s = moving(OLD, "israel", *HEMMED_IN, turn=3)
    assert refused(s, "enter Baram-1 1708") == ("7.2",)
    assert {a.split()[2][:4] for a in options(s, "enter Baram-1")} == {"1707", "1709"}
    free = moving(OLD, "israel", "1708 Amir-1", "1608 16/1", "reinforcements Baram-1", turn=3)
    assert refused(free, "enter Baram-1 1708") == ("7.2",)
    assert play(free, "move Amir-1 1708-1707").check("enter Baram-1 1708") is None


@pytest.mark.rule("across-suez-2021", "11.0", "5.2")
def test_r11_0_a_friend_who_stays_fills_an_enemy_controlled_entry_hex_2021() -> None:
    s = moving(NEW, "israel", *HEMMED_IN, turn=3)
    assert refused(s, "enter Baram-1 1708") == ("11.0",)
    assert not options(s, "enter")


@pytest.mark.rule("across-suez-1980", "7.2")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_no_walking_on_from_an_enemy_controlled_entry_hex(book: str) -> None:
    s = moving(book, "israel", "1608 16/1", "reinforcements Amir-1")
    assert refused(s, "enter Amir-1 1708-1707") == (s.game.edition.rule.stop,)


@pytest.mark.rule("across-suez-1980", "7.2", "14.2")
def test_r7_2_the_bridge_is_diverted_to_clear_ground_only_1980() -> None:
    s = moving(OLD, "israel", "1708 16/1", "reinforcements Baram-4 Baram-1", turn=3)
    assert {a.split()[2][:4] for a in options(s, "enter Baram-1")} == {"1707", "1709"}
    assert {a.split()[2][:4] for a in options(s, "enter Baram-4")} == {"1716"}
    assert refused(s, "enter Baram-4 1707")[0] in ("7.4", "14.2")


# Stacks ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "5.2", "14.2")
def test_r5_2_nobody_stops_on_the_bridge_in_place_2021() -> None:
    s = moving(NEW, "israel", "0112 Baram-4", "0211 Matt-1", turn=5)
    assert refused(s, "move Matt-1 0112") == ("5.2",)
    assert "0112" not in destinations(s, "Matt-1")


@pytest.mark.rule("across-suez-1980", "4.4", "14.2")
def test_r4_4_stopping_on_the_bridge_in_place_is_not_suggested_1980() -> None:
    s = moving(OLD, "israel", "0112 Baram-4", "0211 Matt-1", turn=5)
    assert "0112" not in destinations(s, "Matt-1")
    assert "will be lost" in s.details("move Matt-1 0112")["warning"]


@pytest.mark.rule("across-suez-1980", "4.4", "9.1")
@pytest.mark.rule("across-suez-2021", "5.2", "12.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_4_nobody_is_sent_onto_a_confused_friend(book: str) -> None:
    s = sandtable.load(book).start()
    held = {"0612", "0308", "0608", "0810"}
    assert not any(a.split()[2][-4:] in held for a in options(s, "move"))
    if book == NEW:
        assert refused(s, "move Erez-1 0612") == ("5.2",)
    else:
        assert s.check("move Erez-1 0612") is None


@pytest.mark.rule("across-suez-2021", "5.2")
def test_r5_2_a_unit_hemmed_in_by_zones_is_out_of_reach_2021() -> None:
    s = moving(NEW, "israel", "0709 Matt-1", "0708 16/4", "0710 16/5", "0611 Erez-1")
    assert not destinations(s, "Matt-1")
    assert "0709" not in destinations(s, "Erez-1")  # nobody gets there through the zones


@pytest.mark.rule("across-suez-2021", "5.2", "13.1")
def test_r5_2_crossing_parts_two_units_as_well_2021() -> None:
    """Everything round Matzmed is taken or watched: Sharon can only cross, so the phase cannot end yet."""
    s = sandtable.load(NEW).position(
        """
        across-suez-2021
        turn 3
        moved ["Reshef-1", "Reshef-2", "Erez-1", "Matt-1"]
        at 0112 Matt-1 Sharon
        at 0111 Reshef-1
        at 0211 Reshef-2
        at 0212 Erez-1
        at 0110 16/4
        at 0312 16/5
        > MovementPhase {"side": "israel"}
        """
    )
    assert options(s) == ["cross Sharon 0112"]
    assert refused(s, "end") == ("5.2",)


# Reasons --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "14.2", "4.2")
def test_r14_2_closed_ground_names_the_right_paragraph() -> None:
    s = moving(OLD, "israel", "0910 Baram-4", "0412 Matt-1", turn=3)
    assert refused(s, "move Baram-4 0805") == ("14.2",)
    assert refused(s, "move Matt-1 0413") == ("4.2",)


def test_reasons_for_units_that_wait() -> None:
    places = ("0810 Matt-3", "0910 16/4", "0909 16/5", "reinforcements Amir-1 Amir-4 Baram-1")
    s = moving(OLD, "israel", *places)
    assert refused(s, "enter Amir-1 0910") == ("4.3",)
    assert refused(s, "enter Amir-4 0218") == ("4.2",)
    assert refused(s, "enter Amir-4 0206") == ("4.1",)
    assert refused(s, "move Baram-1 1708") == ("7.4",)
    assert refused(s, "move Amir-1 1708") == ("7.0",)
    far = moving(OLD, "israel", "reinforcements Amir-4")  # 8½ of 10 points to Matzmed, 3 for the ferry
    assert refused(far, "cross Amir-4") == ("11.1",)
    air = moving(NEW, "israel", "reinforcements IL-Abn", turn=4, airborne_operations=True)
    assert refused(air, "enter IL-Abn 1708") == ("15.5.2",)


def test_an_enemy_unit_is_named_before_its_zone() -> None:
    s = moving(OLD, "israel", "0810 Matt-3", "0910 16/4", "0909 16/5")
    assert refused(s, "move Matt-3 0810-0910") == ("4.3",)


def test_reasons_for_retreats() -> None:
    s = fighting(OLD, "israel", "0412 16/1", "0411 Matt-1", turn=4)
    s = play(attack(s, "16/1", "Matt-1"), "confirm", "roll 1")
    assert options(s) == ["retreat 16/1 0412-0513"]
    assert "stands in 0412" in s.check("retreat 16/1 0411-0513").text
    assert refused(s, "retreat 16/1 9999") == ("5.6",)


def test_log_says_why_a_unit_is_lost() -> None:
    s = fighting(NEW, "israel", "0412 16/1", "0411 Reshef-1", "0513 Matt-1", turn=4)
    s.log = []
    for a in ("attack 16/1", "with Reshef-1", "with Matt-1", "confirm", "roll 1"):
        s.apply(a)
    why = "of the hexes around it enemies hold 2, 2 are closed to it, enemy zones cover 2"
    assert f"16/1 has no safe hex to retreat to ({why}) and is eliminated." in [e.text for e in s.log]


@pytest.mark.parametrize("words", ["advance Keren-1 foo bar", "advance Keren-1 0", "advance Keren-1 10", "advance"])
def test_advance_takes_no_nonsense(words: str) -> None:
    s = fighting(OLD, "israel", "0708 16/4", "0709 Keren-1", "0608 Keren-2", "1004 16/6", turn=4)
    s = play(attack(s, "16/4", "Keren-1", "Keren-2"), "confirm", "roll 1")
    assert s.prompt.startswith("Advance")
    assert refused(s, words) == ("6.5",)
    assert s.check("advance Keren-1") is None


# The bridge in combat -------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "14.2", "6.5")
def test_r14_2_the_bridge_does_not_advance_into_sand_1980() -> None:
    places = ("0907 Baram-4", "0906 16/4", "1004 16/6")
    s = attack(fighting(OLD, "israel", *places, turn=5), "16/4", "Baram-4")
    assert s.forecast()["take_hex"] == 0
    s = play(s, "support", "confirm", "roll 1")
    while s.actor == "egypt":
        s = s.play(next(iter(s.options())))
    assert s.actor is None  # no advance is offered
    s = attack(fighting(NEW, "israel", *places, turn=5), "16/4", "Baram-4")
    assert s.forecast()["take_hex"] > 0


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_the_forecast_says_what_decides_the_game(book: str) -> None:
    s = fighting(book, "egypt", "0112 Baram-4", "0111 16/6", "0708 Matt-1", turn=4)  # +3, one left: 0 +1
    f = attack(s, "Baram-4", "16/6").forecast()
    assert [(d["result"], d["winner"], d["rule"]) for d in f["decides"]] == [("Dr", "egypt", "14.2")]
    assert f["decides"][0]["probability"] == pytest.approx(0.5)
    assert f["take_hex"] == 0
    harmless = attack(fighting(book, "israel", "0708 16/4", "0709 Matt-1", turn=4), "16/4", "Matt-1").forecast()
    assert harmless["decides"] == []


@pytest.mark.rule("across-suez-2021", "14.2")
def test_r14_2_elimination_decides_in_2021_only() -> None:
    for book, results in ((OLD, []), (NEW, ["De", "Ee"])):
        places = ("0708 Baram-4", "0709 16/6", "0608 14/21/3", "0714 Matt-1")
        f = attack(fighting(book, "egypt", *places, turn=4), "Baram-4", "16/6", "14/21/3").forecast()  # +7
        assert sorted(d["result"] for d in f["decides"]) == results
    f = attack(fighting(NEW, "israel", "0708 16/6", "0709 Baram-4", turn=4), "16/6", "Baram-4").forecast()  # -3
    assert [d["result"] for d in f["decides"]] == ["Ae"]


def test_the_owner_saves_the_bridge_first() -> None:
    places = ("0708 EG-Cdo-A", "0709 Baram-4", "0608 Erez-3")
    s = fighting(NEW, "israel", *places, turn=5, commandos=True)
    s = attack(s, "EG-Cdo-A", "Baram-4", "Erez-3")  # +2: Ee on 5, one point owed
    losses = {x["unit"]: x["probability"] for x in s.forecast()["losses"]}
    assert losses["Baram-4"] == 0
    assert losses["Erez-3"] == pytest.approx(1 / 6)


def test_the_strongest_is_saved_when_two_want_one_hex() -> None:
    """Both attackers can only retreat to 0609."""
    from sandtable.games.across_suez.forecast import cut_off
    from sandtable.games.across_suez.results import safe_hexes

    s = fighting(OLD, "israel", "0708 14/21/3", "0709 Erez-3", "0608 Erez-1", "0810 16/3", "0408 16/4", turn=4)
    weak, strong = s.game.unit("Erez-3"), s.game.unit("Erez-1")
    target, only = 1 << s.game.hex("0708"), 1 << s.game.hex("0609")
    assert [safe_hexes(s, u, target) for u in (weak, strong)] == [only, only]
    assert cut_off(s, 1 << weak | 1 << strong, target) == 1 << weak
    s = fighting(OLD, "israel", "0708 14/21/3", "0709 Baram-4", "0608 Erez-1", "0810 16/3", "0408 16/4", turn=4)
    assert cut_off(s, 1 << s.game.bridge | 1 << strong, target) == 1 << strong  # the bridge before everybody


# Phases ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "13.2", "13.0")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_2_two_new_bombardments_in_every_egyptian_combat_phase(book: str) -> None:
    s = position(book, "GameTurn", "0708 16/4", "0709 Matt-1", "0608 Matt-2", turn=2)
    for _ in range(2):
        while not s.prompt.startswith("Bombard"):
            s = play(s, "end")
        s = play(s, "bombard Matt-1", "roll 4", "bombard Matt-2", "roll 4")
        assert s.prompt.startswith("Choose")
    assert s.turn == 3


@pytest.mark.rule("across-suez-1980", "11.2")
def test_r11_2_no_bridge_no_bridge_crossing_1980() -> None:
    s = position(OLD, "GameTurn", "0112 Baram-4", "0111 16/4", "0212 Sharon", turn=3)
    s = play(s, "end", "end", "end", "bombard Baram-4", "roll 1")
    while s.turn == 3:
        s = play(s, "end")
    assert not s.bridge_ready
    assert s.details("cross Sharon")["cost"] == 4


# Options and layers -----------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.6")
def test_r15_6_one_way_per_destination() -> None:
    s = moving(NEW, "egypt", "reinforcements 1/130", turn=5, amphibious=True)
    ends = [a.split()[2][-4:] for a in options(s, "enter 1/130")]
    assert len(ends) == len(set(ends))
    assert s.check("enter 1/130 0101-0102-0103") is None  # any landing hex is as good


def _layer(s: Any, side: str, name: str) -> Layer:
    found: Layer = s.game.overlay(s, side, name)
    return found


def test_threat_layers() -> None:
    s = moving(OLD, "israel", "0810 Matt-3", "0910 16/4", turn=1)
    assert set(_layer(s, "israel", "move-threat")) == {"0910"}  # confused: it stays
    assert _layer(s, "israel", "attack-threat")["0810"] == {
        "sign": "2:3",
        "tone": "good",
        "text": "The enemy can bring 2 strength points against this hex, where 3 stand.",
    }
    two = moving(OLD, "israel", "0810 Sharon", "0910 16/4", "0909 16/5", turn=1)
    assert _layer(two, "israel", "attack-threat")["0810"]["tone"] == "bad"
    assert "0110" in _layer(moving(OLD, "israel", "0108 16/4", turn=1), "israel", "move-threat")
    night = moving(NEW, "israel", "1010 EG-Cdo-A", turn=4, commandos=True)
    assert _layer(night, "israel", "attack-threat")["0911"]["sign"] == "2"
    due = fighting(OLD, "israel", "0708 Matt-1", "reinforcements 25/1", "0709 16/4", turn=5)
    assert "0921" in _layer(due, "israel", "move-threat")
    assert "0921" not in _layer(
        fighting(OLD, "israel", "0708 Matt-1", "reinforcements 25/1", "0709 16/4", turn=4), "israel", "move-threat"
    )


def test_zone_and_objective_layers() -> None:
    s = moving(OLD, "israel", "0112 Baram-4", "0708 16/4", turn=3)
    assert set(_layer(s, "israel", "zoc-egypt")) == {"0707", "0709", "0607", "0608", "0807", "0808"}
    assert {"0111", "0211"} <= set(_layer(s, "egypt", "zoc-israel"))
    objectives = _layer(s, "egypt", "objectives")
    assert objectives["0112"]["text"] == "Crossing site [11.0]"
    assert objectives["1708"]["text"] == "End of the line of communication [14.1]"
    assert any(x["tone"] == "good" for x in objectives.values())


def test_layers_during_set_up() -> None:
    s = sandtable.load(NEW).start(EVERYTHING)
    assert s.prompt.startswith("Place")
    for name, _ in s.game.overlays:
        assert isinstance(_layer(s, "israel", name), dict)


def test_turn_track_names_optional_arrivals() -> None:
    game = sandtable.load(NEW).configured(EVERYTHING)
    assert "I/35" in game.turn_note(4)
    assert "AJ-PAL" in game.turn_note(5)
