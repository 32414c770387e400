"""[1980 11.1, 11.5, 14.0, 14.2; 2021 14.1] Israel can no longer win: it is said once, and Israel may end the game."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.across_suez.victory import crossings_of_phase

from .table import BOTH, NEW, OLD, attack, fighting, moving, options, play, position, refused

SIX = ["0708 Matt-1", "0709 Matt-2", "0710 Matt-3", "0607 Erez-1", "0608 Erez-2", "0609 Erez-3"]
FAR = "1503 Raviv-1"


def _lost_bridge(*more: str) -> Any:
    s = fighting(OLD, "egypt", "0112 Baram-4", "0111 16/6", *SIX, *more, turn=3)
    s.log = []
    return s.play("bombard Baram-4")


@pytest.mark.rule("across-suez-1980", "14.0", "14.2")
def test_r14_2_without_the_bridge_israel_may_end_the_game_1980() -> None:
    s = _lost_bridge()
    s.log = []
    s.apply("roll 1")
    assert s.actor == "israel"
    assert options(s) == ["end-game", "play-on"]
    assert "Israel can no longer win." in s.prompt
    assert "[14.0] The bridge Baram-4 is lost" in s.prompt
    assert sum("can no longer win" in e.text for e in s.log) == 1
    assert refused(s, "end") == ("14.0",)
    over = s.play("end-game")
    assert over.outcome.winner == "egypt"
    assert over.outcome.reasons == ("[14.0] The bridge Baram-4 is lost and can no longer stand in Matzmed.",)


@pytest.mark.rule("across-suez-1980", "14.0")
def test_r14_0_it_is_said_once_and_play_goes_on_where_it_was() -> None:
    s = play(_lost_bridge(FAR, "1403 16/10"), "roll 1", "play-on")
    assert s.outcome is None
    assert s.choice == play(_lost_bridge(FAR, "1403 16/10"), "roll 2").choice  # the second bombardment
    s = play(s, "bombard Matt-1" if "bombard Matt-1" in options(s) else options(s)[0])
    if s.actor == "chance":
        s = play(s, "roll 1")
    assert "play-on" not in options(s)


@pytest.mark.rule("across-suez-1980", "11.5", "14.0")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_5_too_few_units_left_to_be_across(book: str) -> None:
    s = fighting(
        book, "egypt", "1708 Baram-4", "0611 16/6", "across Amir-1", "0610 Matt-3", *SIX[:2], *SIX[3:5], turn=3
    )
    s = play(s, "bombard Matt-3", "roll 1")
    assert (s.actor, options(s)) == ("israel", ["end-game", "play-on"])
    assert "5 Israeli units are left" in s.prompt


@pytest.mark.rule("across-suez-1980", "11.1", "11.5", "14.0")
@pytest.mark.rule("across-suez-2021", "13.1", "13.2", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_on_the_last_turn_only_the_ferry_is_left(book: str) -> None:
    four = "across Amir-1 Amir-2 Amir-3 Amir-4"
    s = position(book, "EndOfTurn", "0211 Baram-4", "across Amir-1 Amir-2 Amir-3", *SIX, turn=6)
    assert (s.turn, options(s)) == (7, ["end-game", "play-on"])
    assert "3 Israeli units are across, and 2 more may cross; 6 are needed." in s.prompt
    s = position(book, "EndOfTurn", "0211 Baram-4", four, "0112 Matt-1", *SIX[1:], turn=6)
    assert "end" in options(s)  # two more by ferry are enough
    s = play(s, "cross Matt-1", "end")
    assert "5 Israeli units are across, and no more may cross" in s.prompt
    assert play(s, "end-game").outcome.winner == "egypt"
    s = play(s, "play-on")
    assert "play-on" not in options(s) if s.actor else s.outcome.winner == "egypt"
    s = position(book, "EndOfTurn", "0211 Baram-4", four, "0112 Matt-1", *SIX[1:], turn=6)
    s = play(s, "cross Matt-1")  # one of the two ferries is used
    assert "play-on" not in options(s)  # five are across, and one more may cross
    s = position(book, "EndOfTurn", "0112 Baram-4", "across Amir-1", *SIX, turn=6)
    assert "end" in options(s)  # over the bridge any number may cross


@pytest.mark.rule("across-suez-1980", "11.1", "11.5")
@pytest.mark.rule("across-suez-2021", "13.1", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_two_units_cross_by_ferry_in_a_phase(book: str) -> None:
    s = position(
        book, "EndOfTurn", "0211 Baram-4", "across Amir-1 Amir-2 Amir-3 Amir-4", "0112 Matt-1", *SIX[1:], turn=6
    )
    assert crossings_of_phase(s) == 2
    assert crossings_of_phase(play(s, "cross Matt-1")) == 1


@pytest.mark.rule("across-suez-1980", "14.0")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_a_new_game_is_open(book: str) -> None:
    s = sandtable.load(book).start()
    assert s.game.foregone(s) is None


@pytest.mark.rule("across-suez-2021", "14.2")
def test_r14_2_in_2021_the_lost_bridge_ends_the_game_without_an_offer() -> None:
    s = fighting(NEW, "egypt", "0112 Baram-4", "0111 16/6", *SIX, turn=3)
    assert play(s, "bombard Baram-4", "roll 1").outcome.winner == "egypt"
    s = moving(NEW, "israel", "0112 Baram-4", *SIX, turn=3)
    assert play(s, "move Baram-4 0112-0111").outcome.winner == "egypt"
    s = play(attack(fighting(OLD, "egypt", "0112 Baram-4", "0111 16/6", *SIX, turn=4), "Baram-4", "16/6"), "confirm")
    assert play(s, "roll 1").outcome.winner == "egypt"
