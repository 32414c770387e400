"""[3.3, 3.4, 9.2, 9.8, 9.9, 10.7, 10.8] When a side can no longer win it is said once, and what is decided may be ended."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core.agenda import advance
from sandtable.games.middle_east_battles.exits import leave_map
from sandtable.games.middle_east_battles.possible import egyptian, pressure, western
from sandtable.games.middle_east_battles.sequence import EndOfTurn, PlayerTurn
from sandtable.games.middle_east_battles.victory import eliminate

from .table import ARISH, SUEZ, WEST, moving, options, play

FIVE = 5
"""Objectives in either battle."""
ISRAELIS = ("4816 Tal-Rec", "4817 1/Av/Tal")
EGYPTIAN = "2033 SF-Inf"


def told(s: Any) -> list[str]:
    return [str(e.text) for e in s.log or () if "can no longer win" in str(e.text)]


@pytest.mark.rule("middle-east-battles", "10.7", "10.8")
def test_r10_8_what_can_still_be_scored_on_the_last_turn_of_el_arish() -> None:
    """An Israeli unit: half a point off the map, four when lost; an Egyptian one when lost; a division that comes five."""
    s = moving(ARISH, "israel", *ISRAELIS, EGYPTIAN, turn=11)
    assert western(s) == 2 * FIVE + 2 * 1 + 2 * 1 + 2 * 10
    assert egyptian(s) == 2 * FIVE + 2 * 8 + 20  # the Matt brigade
    s = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=11)  # nobody leaves the map any more, nor comes
    assert western(s) == 2 * FIVE + 2 * 1 + 2 * 10
    assert egyptian(s) == 2 * FIVE + 2 * 8
    s = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=10)
    assert (western(s), egyptian(s)) == (2 * FIVE + 2 + 2 + 20, 4 * FIVE + 16 + 20)
    s = moving(ARISH, "egypt", "holding 1/Ma", "reserve 1/4A", turn=8)
    assert (western(s), egyptian(s)) == (2 * FIVE + 2 + 2 + 20, 8 * FIVE + 8 + 20 + 4)


@pytest.mark.rule("middle-east-battles", "9.2", "9.8", "9.9")
def test_r9_9_what_can_still_be_scored_in_suez() -> None:
    """Turn 6 may be followed by six more: objectives, the city, and two to seven points of pressure each."""
    s = moving(SUEZ, "egypt", "4804 1P", "1825 1NG", turn=12)
    cities = s.game.cities.bit_count()
    assert western(s) == 4 * FIVE + 2
    assert egyptian(s) == 4 + 2 * FIVE + 4 * cities + 14
    s = moving(SUEZ, "egypt", "4804 1P", "1825 1NG", "militia Militia-1", turn=3)
    assert western(s) == 4 * FIVE + 2 + 2 + 4  # off the map for two points until turn 3
    assert egyptian(s) == 4 + 10 * (2 * FIVE + 4 * cities) + 6 * 14


@pytest.mark.rule("middle-east-battles", "9.2")
def test_r9_2_a_continuation_turn_gives_egypt_two_points_at_least() -> None:
    for turn, least in ((6, 0), (7, 4)):
        s = moving(SUEZ, "egypt", "4804 1P", turn=turn)
        assert pressure(s) == 0  # nothing more to come in this position
        s.agenda += (EndOfTurn(),)
        assert pressure(s) == least


def ready(egypt: int, turn: int = 11) -> Any:
    """Egypt moves on the last turn of El Arish with so many half points."""
    s = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=turn, vp=f"[0, {egypt}]")
    s.log = []
    return s


@pytest.mark.rule("middle-east-battles", "3.4", "10.7")
def test_r3_4_a_loss_that_puts_the_victory_out_of_reach_is_told_once() -> None:
    """Israel can still score 16 points: against 11 and a half a lead of five is out of reach, not a draw."""
    s = ready(14)
    assert western(s) == 32
    assert s.game.beaten(s) == {}
    eliminate(s, s.game.unit("Tal-Rec"), "7.9", "it is")
    assert told(s) == []  # exactly five
    s = ready(15)
    eliminate(s, s.game.unit("Tal-Rec"), "7.9", "it is")
    assert told(s) == [
        "Israel can no longer win, and its enemy can no longer lose. [3.4] At most 16 points can be reached, the enemy has at least 11½, "
        "and a lead of five is needed."
    ]
    assert "play-on" not in options(s)
    eliminate(s, s.game.unit("1/Av/Tal"), "7.9", "it is")
    assert len(told(s)) == 1


@pytest.mark.rule("middle-east-battles", "3.4")
def test_r3_4_who_can_neither_win_nor_draw_may_end_the_game() -> None:
    s = ready(33)
    eliminate(s, s.game.unit("Tal-Rec"), "7.9", "it is")
    assert s.game.foregone(s) is None  # 16 to 20½ is a draw
    s = ready(34)
    eliminate(s, s.game.unit("Tal-Rec"), "7.9", "it is")
    assert (s.actor, options(s)) == ("israel", ["end-game", "play-on"])
    assert "The Egyptian player will lead by 5 points at least, whatever happens." in s.prompt
    over = play(s, "end-game")
    assert (over.outcome.winner, over.outcome.level) == ("egypt", "victory")
    assert dict(over.outcome.score) == {"israel": 0, "egypt": 21}
    s = play(s, "play-on")
    eliminate(s, s.game.unit("1/Av/Tal"), "7.9", "it is")
    assert "play-on" not in options(s)


@pytest.mark.rule("middle-east-battles", "10.9", "10.11")
def test_r10_11_units_that_have_left_can_no_longer_be_lost() -> None:
    """Egypt withdraws its last unit: one point less for Israel. An Israeli unit that leaves is no longer worth four."""
    s = ready(22)
    assert s.game.beaten(s) == {}
    leave_map(s, s.game.unit("SF-Inf"), s.game.hex("2033"))
    assert len(told(s)) == 1
    s = moving(ARISH, "israel", *ISRAELIS, EGYPTIAN, turn=11, vp="[36, 0]", entered="[]")
    s.log = []
    assert s.game.beaten(s) == {}
    leave_map(s, s.game.unit("Tal-Rec"), s.game.hex("2033"))
    assert told(s)[0].startswith("Egypt can no longer win, and its enemy can no longer lose. [3.4] At most 19 points")


@pytest.mark.rule("middle-east-battles", "10.2", "10.7")
def test_r10_2_a_turn_that_has_passed_scores_no_more_objectives() -> None:
    s = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=10)
    lead = egyptian(s) - 10
    for vp, lines in ((lead, 1), (lead - 2 * FIVE, 0)):
        s = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=10, vp=f"[{vp}, 0]")
        assert s.game.beaten(s) == {}
        s.agenda, s.log = (EndOfTurn(),), []
        advance(s)
        assert (s.turn, len(told(s))) == (11, lines)


@pytest.mark.rule("middle-east-battles", "10.5", "10.9")
def test_r10_9_after_the_last_movement_phase_nobody_comes_or_leaves() -> None:
    s = moving(ARISH, "israel", *ISRAELIS, EGYPTIAN, turn=11, vp="[36, 0]")
    s.agenda, s.log = (PlayerTurn("israel"), PlayerTurn("egypt")), []
    advance(s)
    s.apply("end")
    assert s.game.phase(s) == "israel-combat"
    assert told(s)[0].startswith("Egypt can no longer win, and its enemy can no longer lose. [3.4] At most 13 points")


@pytest.mark.rule("middle-east-battles", "3.3", "3.4", "9.2", "9.8", "9.9", "10.7", "10.8")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r3_4_no_game_contradicts_what_was_said(title: str) -> None:
    """Random games: nobody scores more than was possible, what is out of reach stays so, it is said once."""
    for seed in range(3):
        rng = Random(f"{title}:{seed}")
        s = sandtable.load(title).start()
        s.log = []
        gone: set[str] = set()
        ceilings = []
        while s.actor is not None:
            s.apply(s.sample(rng.randrange))
            ceilings.append((s.vp[0] + western(s), s.vp[1] + egyptian(s)))
            now = set(s.game.beaten(s)) if s.outcome is None else gone
            assert now >= gone, "what was out of reach is within reach again"
            gone = now
        lines = told(s)
        assert len(lines) == len(set(lines)) == len(gone)
        assert s.outcome.winner not in gone
        west, egypt = (int(2 * dict(s.outcome.score)[side]) for side in (WEST[title], "egypt"))
        assert all(west <= w and egypt <= e for w, e in ceilings[:-1])


@pytest.mark.rule("middle-east-battles", "10.7", "10.8")
def test_r10_8_who_has_entered_brings_no_more_points() -> None:
    """Five points for each of two divisions until one of its units has come; twenty half points for the Matt brigade."""
    for entered, more in (("[]", 20), ('["1/3"]', 20), ('["2/4A"]', 10), ('["1ShF", "4A-Cav"]', 0)):
        assert western(moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=11, entered=entered)) == 12 + more
    bare = 2 * FIVE * 4 + 8 * 3
    for special, entered, more in (
        ("false", "[]", 24),
        ("false", '["79/7/Tal"]', 24),
        ("false", '["1/Ma"]', 4),
        ("true", '["79/7/Tal"]', 20),
        ("true", '["2/Ma"]', 0),
        ("true", '["4-Mor/Ma"]', 0),
    ):
        s = moving(ARISH, "egypt", *ISRAELIS, "holding 1/Ma", turn=8, matt_special=special, entered=entered)
        assert egyptian(s) == bare + more
    s = moving(ARISH, "egypt", *ISRAELIS, "holding 1/Ma", turn=11)
    assert egyptian(s) == 2 * FIVE + 8 * 2  # it comes no more


@pytest.mark.rule("middle-east-battles", "3.3", "9.2")
def test_r9_2_the_pressure_of_the_turn_is_counted_for_egypt() -> None:
    """On turn 7 Egypt gets two points in any case: with them a lead of five is out of reach, or sure, a little earlier."""

    def suez(egypt: int, west: int = 0) -> Any:
        s = moving(SUEZ, "egypt", "4804 1P", "1825 1NG", turn=7, vp=f"[{west}, {egypt}]")
        s.agenda += (EndOfTurn(),)
        return s

    most = western(suez(0))
    assert list(suez(most - 14).game.beaten(suez(most - 14))) == []
    beaten = suez(most - 13).game.beaten(suez(most - 13))
    assert list(beaten) == ["anglo-french"]
    assert str(beaten["anglo-french"]).startswith("[3.3] At most")
    assert suez(0).game.foregone(suez(most + 5)) is None
    assert suez(0).game.foregone(suez(most + 6)).winner == "egypt"
    enough = egyptian(suez(0)) + 10
    assert suez(0).game.foregone(suez(0, enough - 1)) is None
    assert suez(0).game.foregone(suez(0, enough)).winner == "anglo-french"
    arish = moving(ARISH, "egypt", *ISRAELIS, EGYPTIAN, turn=8)
    arish.agenda += (EndOfTurn(),)
    assert pressure(arish) == 0
