"""[21.1, 21.2, 21.42, 23.71] When Israel can no longer win it is said once, and what is said stays true."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.core.agenda import advance
from sandtable.games.sinai.course.out_of_reach import least, most, reach
from sandtable.games.sinai.course.sequence import EndOfGameTurn
from sandtable.games.sinai.course.victory import net

from .table import position

RANKS = ("win", "draw", "nothing")


def told_as_the_turn_ends(turn: int) -> list[str]:
    """What is said when this Game-Turn of 1967 passes with no goal reached."""
    s = position("1967", "Movement israel", "2030 Iska", "0125 Eg-inf-1", turn=turn)
    s.agenda, s.log = (EndOfGameTurn(),), []
    advance(s)
    return [str(e.text) for e in s.log if "can no longer win" in str(e.text)]


@pytest.mark.rule("sinai", "21.1")
def test_r21_1_a_goal_is_worth_most_at_once() -> None:
    """A 15, B 5, C 10, and 5, 1, 2 for every Game-Turn that is left; a goal that is reached keeps its turn."""
    s = sandtable.load("sinai/1967").start()
    last = s.game.rules.game_turns
    assert most(s, True) == 15 + 5 + 10 + 8 * (last - 1)
    assert most(s, False) == 15 + 5 + 6 * (last - 1)
    s.turn = 5
    assert most(s, False) == 20 + 6 * (last - 5)
    s.goals = (3, 0, 0)
    assert most(s, False) == 15 + 5 * (last - 3) + 5 + (last - 5)


@pytest.mark.rule("sinai", "21.2")
def test_r21_2_settlements_and_strength_that_are_lost_are_lost_for_good() -> None:
    s = sandtable.load("sinai/1967").start()
    before = most(s, True)
    s.destroyed |= s.game.settlements & -s.game.settlements
    assert most(s, True) == before - 2
    u = s.game.unit("Iska")
    s.eliminate(u, "9.11", "{unit} is eliminated in {hex}.")
    assert most(s, True) == before - 2 - s.game.strength[u]


@pytest.mark.rule("sinai", "21.42")
def test_r21_42_what_israel_needs_depends_on_jordan() -> None:
    s = sandtable.load("sinai/1967").start()
    assert (least(s, True, False), least(s, True, True)) == (65, 55)
    assert (least(s, False, False), least(s, False, True)) == (49, 39)


@pytest.mark.rule("sinai", "21.42", "13.1")
def test_r21_42_it_is_said_when_the_turn_has_passed_in_which_it_was_possible() -> None:
    turns = range(1, sandtable.load("sinai/1967").rules.game_turns)
    said = [(turn, text) for turn in turns for text in told_as_the_turn_ends(turn)]
    assert len(said) == 2
    (one, win), (two, draw) = said
    assert one < two
    assert win.startswith("[21.42] Israel can no longer win: at most ")
    assert draw.startswith("[21.42] Israel can no longer win or draw: at most ")


@pytest.mark.rule("sinai", "21.1", "21.2", "21.42", "23.7")
@pytest.mark.parametrize("scenario", ["1967", "1967-iraqi", "1956", "1956-jordan"])
def test_r21_42_no_game_contradicts_what_was_said(scenario: str) -> None:
    """Random games: what is out of reach stays so, it is said once, and the end agrees."""
    fallen = 0
    for seed in range(3):
        rng = Random(f"{scenario}:{seed}")
        s = sandtable.load(f"sinai/{scenario}").start()
        s.log = []
        worst = 0
        while s.actor is not None:
            s.apply(s.sample(rng.randrange))
            now = RANKS.index(reach(s)) if s.outcome is None else worst
            assert now >= worst, "what was out of reach is within reach again"
            worst = now
        told = [str(e.text) for e in s.log if "can no longer win" in str(e.text)]
        assert len(told) == len(set(told)) <= 2
        assert bool(told) == bool(worst) or s.outcome is not None
        assert net(s) <= max(most(s, True), most(s, False))
        if RANKS[worst] != "win":
            assert s.outcome.winner != "israel"
            fallen += 1
        if RANKS[worst] == "nothing":
            assert s.outcome.winner == "arab"
    assert fallen, "the games are there to try it"


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_points_for_units_and_land_leave_it_open() -> None:
    s = sandtable.load("sinai/1973").start()
    s.turn = s.game.rules.game_turns
    assert reach(s) == "win"
    assert s.game.foregone(s) is None
