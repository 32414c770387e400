"""The edges of the sequence of play, of what buttons and prompts say, and of positions, found missing by mutation."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import Action

from .table import ARISH, SUEZ, fighting, frame, load, moving, options, play, position


# The beginning of a player turn -------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.4", "10.5")
def test_r10_4_columns_and_queues_begin_anew_every_player_turn() -> None:
    old = {"column_hex": '["1935", "1935", "1935"]', "column_length": "[2, 2, 2]", "queue": '["4820"]'}
    s = play(position(ARISH, "PlayerTurn egypt", "reserve 1/4A 2/4A", turn=3, **old), "hold")
    assert (s.column_hex, s.column_length, s.queue) == ([0, 0, 0], [0, 0, 0], ())
    assert not s.withdrawing
    assert {"enter 1/4A 1935", "enter 1/4A 1940"} <= set(options(s))
    assert play(position(ARISH, "PlayerTurn egypt", "1935 1/4A", turn=3), "withdraw").withdrawing


@pytest.mark.rule("middle-east-battles", "9.4", "9.11", "9.13")
def test_r9_11_a_player_turn_of_suez_begins_without_what_was_done_before() -> None:
    s = position(SUEZ, "PlayerTurn anglo-french", "4005 A/6", turn=4, beached="3", flown="[4, 4]")
    assert (frame(s), s.beached, s.flown) == ("Movement", 0, [0, 0])  # nobody waits to jump
    s = position(SUEZ, "PlayerTurn anglo-french", "holding 2P", turn=4)
    assert (frame(s), s.choice.left) == ("AirborneLanding", 1)
    s = position(SUEZ, "PlayerTurn egypt", "1825 1NG", turn=4, militia_due="3", militia_over="true")
    assert (frame(s), s.militia_due) == ("Movement", 0)


@pytest.mark.rule("middle-east-battles", "1.4", "9.3", "9.4")
def test_r9_3_where_everybody_waits_at_the_start_of_suez() -> None:
    s: Any = sandtable.load(SUEZ).start()
    for u in s.game.roster.units:
        box = "holding" if u.side == "anglo-french" else "militia" if u.name.startswith("Militia") else ""
        assert str(s.game.hex_name(s.loc[u.id])) == box, u
        assert bool(s.choice.waiting >> u.id & 1) == (not box)


@pytest.mark.rule("middle-east-battles", "9.2")
@pytest.mark.parametrize(("turn", "possible"), [(6, range(7, 13)), (7, range(7, 13)), (9, range(9, 13)), (12, [12])])
def test_r9_2_egypt_knows_only_that_the_last_turn_is_not_over(turn: int, possible: Any) -> None:
    s = moving(SUEZ, "egypt", "1825 1NG", "4005 A/6", turn=turn, last_turn="12")
    assert {s.game.sample_hidden(s, "egypt", Random(seed)).last_turn for seed in range(80)} == set(possible)
    assert s.game.sample_hidden(s, "anglo-french", Random(1)).last_turn == 12


# Words --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.4", "9.13", "10.4", "10.5")
def test_r10_4_the_prompt_of_movement_says_how_many_may_come() -> None:
    assert "3 units may enter the map [10.4]." in moving(ARISH, "egypt", "reserve 1/4A 2/4A 1/3").prompt
    assert "1 unit may enter the map [10.5]." in moving(ARISH, "israel", "holding 79/7/Tal").prompt
    for side in ("egypt", "israel"):
        assert "may enter" not in moving(ARISH, side, "1935 1/4A", "4816 79/7/Tal").prompt
    landing = moving(SUEZ, "anglo-french", "holding 40-Cdo 42-Cdo", "1825 1NG", turn=4).prompt
    assert "Up to 2 units may land from the sea [9.13]." in landing
    assert "from the sea" not in moving(SUEZ, "anglo-french", "1824 40-Cdo", "1825 1NG", turn=4).prompt  # nobody waits
    assert "may be placed" not in landing
    for turn, note in ((2, "land from the sea"), (4, "militia may")):
        assert note not in moving(SUEZ, "anglo-french", "holding 40-Cdo", "1825 1NG", turn=turn, militia_due="2").prompt
    militia = {"mustering": '["2605"]', "militia_due": "2"}
    placing = moving(
        SUEZ, "egypt", "2605 1NG", "militia Militia-1 Militia-2", "holding 40-Cdo", turn=4, **militia
    ).prompt
    assert "2 militia may be placed [9.4]." in placing
    assert "from the sea" not in placing
    assert "may be placed" not in moving(SUEZ, "egypt", "2605 1NG", "militia Militia-1", turn=4).prompt


@pytest.mark.rule("middle-east-battles", "10.4", "10.5")
def test_r10_4_only_who_waits_is_offered_to_enter() -> None:
    """Asked of one unit, the words are those of that unit: of the first of the roster, too."""
    s = moving(ARISH, "egypt", "2840 14-Arm", "2842 PLA", "reserve 1/4A 1/3")
    assert set(s.words(("enter",))) == {"1/4A", "1/3"}
    assert s.words(("enter", "14-Arm")) == ()


@pytest.mark.rule("middle-east-battles", "8.18", "8.19")
def test_r8_18_buttons_name_nation_number_and_kind_of_support() -> None:
    s = play(fighting(SUEZ, "anglo-french", "4005 1P", "4006 2P", "4004 4-Inf", air="[2, 1]"), "attack 4004")
    found = {str(a): (str(s.choice.label(s, a)), str(s.choice.group(s, a))) for a in s.options() if a.verb == "support"}
    assert found["support british-air 1"] == ("British: 1 airstrike", "British airstrikes")
    assert found["support british-air 2"] == ("British: 2 airstrikes", "British airstrikes")
    french = s.choice.label(s, Action("support", ("french-naval",)))
    assert (str(french), s.choice.group(s, Action("support", ("french-naval",)))) == ("French: naval gunfire", "")
    assert s.choice.group(s, Action("confirm")) == ""


# Positions ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.18", "8.19")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r8_18_what_is_handed_out_later_is_not_there_before(title: str) -> None:
    s: Any = sandtable.load(title).start()
    assert s.game.position(s.position()) == s
    rng = Random(4)
    while s.turn < 3:
        s = s.play(s.sample(rng.randrange))
        assert s.game.position(s.position()) == s
    with pytest.raises(ValueError, match="air needs"):
        load(title).position(f"{title}\nair [1, 2, 3]\n> GameTurn")
    with pytest.raises(ValueError, match="naval needs"):
        load(title).position(f'{title}\nnaval [1, 2, 3]\n> PlayerTurn {{"side": "egypt"}}')


BESIEGED = "at 4005 1P\nat 4004 4-Inf"
ATTACK = '{"side": "anglo-french", "targets": ["4004"], "attackers": ["1P"]'


@pytest.mark.parametrize(
    ("title", "text", "says"),
    [
        (ARISH, '> Retreat {"side": "egypt", "units": ["7-Tank"], "length": 2}', "the step Retreat speaks of 7-Tank: say where it is, at HEX 7-Tank"),
        (SUEZ, f"at 4005 1P\n> BuildAttack {ATTACK}}}", "an attack on 4004 needs enemies there: a line such as at 4004 1/7"),
        (SUEZ, f"at 4005 1P\n> Resolve {ATTACK}}}", "an attack on 4004 needs enemies there"),
        (SUEZ, f'{BESIEGED}\nair [2, 1]\n> BuildAttack {ATTACK}, "air": [3, 0]}}', "the attack uses air [3, 0], and the position has air [2, 1]"),
        (SUEZ, f'{BESIEGED}\nnaval [0, 1]\n> BuildAttack {ATTACK}, "naval": [1, 0]}}', "the attack uses naval [1, 0], and the position has naval [0, 1]"),
        (SUEZ, 'at 4005 1P\n> Deliver {"unit": "1P"}', "1P is carried by JS: say where it is, at HEX JS"),
        (ARISH, 'at 2846 79/7/Tal\n> Deliver {"unit": "79/7/Tal"}', "el-arish-67 has no step called 'Deliver'"),
        (ARISH, "> MilitiaCall", "el-arish-67 has no step called 'MilitiaCall'"),
        (SUEZ, "> CallAirstrikes", "suez-56 has no step called 'CallAirstrikes'"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_with_a_sentence(title: str, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        load(title).position(f"{title}\nturn 3\n{text}")


@pytest.mark.rule("middle-east-battles", "8.18", "8.19")
def test_r8_18_support_that_is_used_up_has_left_the_position() -> None:
    """The markers of an attack under way are no longer among those left; ships called for protective fire stay called."""
    s = load(SUEZ).position(f'{SUEZ}\nturn 3\nair [0, 0]\n{BESIEGED}\n> ProtectiveFire {ATTACK}, "air": [2, 0]}}')
    assert s.choice.air == (2, 0)
    assert s.choice.ships == (0, 0)
    called = '{"side": "egypt", "targets": ["4005"], "attackers": ["4-Inf"], "ships": [1, 0]}'
    s = load(SUEZ).position(f"{SUEZ}\nturn 3\n{BESIEGED}\n> ProtectiveFire {called}")
    assert s.choice.ships == (1, 0)
    s = load(SUEZ).position(f"{SUEZ}\nturn 3\n{BESIEGED}\n> BuildAttack {ATTACK}}}")
    assert s.choice.ships == ()
    assert s.game.position(s.position()) == s


# Who stands where ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.11", "5.14")
def test_r5_14_one_unit_a_hex_or_two_if_one_is_a_helicopter() -> None:
    s = moving(SUEZ, "anglo-french", "4004 A/6", "4005 JS", "4006 845 B/6", "4007 C/6")

    def closed(unit: str) -> set[str]:
        full = s.no_room_for(s.game.unit(unit))
        return {h for h in ("4004", "4005", "4006", "4007") if full >> s.game.hex(h) & 1}

    assert closed("A/6") == {"4006", "4007"}  # its own hex has room for it
    assert closed("C/6") == {"4004", "4006"}
    assert closed("JS") == {"4006"}
    assert closed("845") == set()
    assert closed("B/6") == {"4004", "4007"}


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_at_first_nobody_has_done_anything(title: str) -> None:
    s = load(title).position(f'{title}\n> Movement {{"side": "egypt"}}')
    assert {k: getattr(s, k) for k, kind in s.kinds.items() if kind == "Units" and getattr(s, k)} == {}
