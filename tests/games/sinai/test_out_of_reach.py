"""[21.1, 21.2, 21.42, 23.71] When Israel can no longer win it is said once, and what is said stays true."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core.agenda import advance
from sandtable.games.sinai.course.out_of_reach import fewest, least, most
from sandtable.games.sinai.course.sequence import EndOfGameTurn
from sandtable.games.sinai.course.victory import net
from sandtable.games.sinai.politics.participation import may_be_at_war

from .table import position

RANKS = ("win", "draw", "nothing")


def reach(s: Any) -> str:
    """What Israel can still reach."""
    if s.game.foregone(s) is not None:
        return "nothing"
    return "draw" if s.game.beaten(s) else "win"


def told_as_the_turn_ends(turn: int) -> list[str]:
    """What is said when this Game-Turn of 1967 passes with no goal reached."""
    s = position("1967", "Movement israel", "2030 Iska", "0125 Eg-inf-1", turn=turn)
    s.agenda, s.log = (EndOfGameTurn(),), []
    advance(s)
    return [str(e.text) for e in s.log if e.about == "score"]


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


@pytest.mark.rule("sinai", "22.1", "23.71")
def test_r22_1_the_scenario_moves_the_levels() -> None:
    """1967 with the faster Iraqi response: five less; 1956 with Jordan: 22 more."""
    s = sandtable.load("sinai/1967-iraqi").start()
    assert (least(s, True, False), least(s, False, True)) == (60, 34)
    s = sandtable.load("sinai/1956-jordan").start()
    assert (least(s, True, False), least(s, True, True)) == (72, 67)


@pytest.mark.rule("sinai", "13.1", "22.31", "23.42")
def test_r13_1_may_jordan_still_be_at_war_at_the_end() -> None:
    s = sandtable.load("sinai/1967").start()
    s.turn = 4
    assert may_be_at_war(s) == (True, False)
    s.turn = 5
    assert may_be_at_war(s) == (False,)
    s.jordan_at_war = True
    assert may_be_at_war(s) == (True,)
    s.turn, s.jordan_at_war, s.jordan_silent = 4, False, True
    assert may_be_at_war(s) == (False,)
    assert may_be_at_war(sandtable.load("sinai/1956").start()) == (False,)
    late = sandtable.load("sinai/1956-jordan").start()
    late.turn = 5  # it joins by itself then
    assert may_be_at_war(late) == (True, False)


@pytest.mark.rule("sinai", "21.1", "21.42")
def test_r21_42_the_turn_on_which_it_is_too_late() -> None:
    """1967 without Jordan: 50 points can still be had on turn 7 (49 win), 44 on turn 8 (39 draw), 38 on turn 9."""
    s = sandtable.load("sinai/1967").start()
    found = []
    for s.turn in range(5, 13):
        found.append(reach(s))
        assert (s.game.foregone(s) is None) == (found[-1] != "nothing")
    assert found == ["win"] * 3 + ["draw"] + ["nothing"] * 4
    s.turn = 7
    s.destroyed |= s.game.settlements & -s.game.settlements
    assert reach(s) == "draw"  # 48
    s.turn, s.destroyed, s.jordan_at_war = 7, 0, True
    assert (most(s, True), reach(s)) == (70, "win")
    over = s.copy()
    over.turn, over.jordan_at_war = 9, False
    outcome = over.game.foregone(over)
    assert (outcome.winner, outcome.level) == ("arab", "Decisive Arab")


@pytest.mark.rule("sinai", "13.0", "21.42")
def test_r13_0_while_jordan_may_come_either_way_counts() -> None:
    """Israel's losses on turn 4 are too many without Jordan, not with it: nothing is said yet."""
    s = sandtable.load("sinai/1967").start()
    s.turn = 4
    while most(s, False) >= least(s, False, False):
        u = next(u for u in s.game.side_units["israel"] if s.game.strength[u] and s.loc[u] != s.game.ELIMINATED)
        s.loc[u] = s.game.ELIMINATED
    assert most(s, True) >= least(s, True, False)
    assert reach(s) == "win"


@pytest.mark.rule("sinai", "21.2", "21.42")
def test_r21_42_losses_are_told_with_what_could_still_be_had_at_best() -> None:
    """On turn 4 Jordan may still come: 65 are needed then."""
    s = sandtable.load("sinai/1967").start()
    s.turn, s.log = 4, []
    for u in s.game.side_units["israel"]:
        if s.game.strength[u] and reach(s) == "win":
            s.eliminate(u, "9.11", "{unit} is eliminated in {hex}.")
    told = [str(e.text) for e in s.log if "can no longer win" in str(e.text)]
    assert told == [
        f"Israel can no longer win, and its enemy can no longer lose. [21.42] At most {most(s, True)} points net can be reached, 65 are needed."
    ]
    assert 55 <= most(s, True) < 65


@pytest.mark.rule("sinai", "21.42")
def test_r21_42_exactly_enough_is_enough() -> None:
    s = sandtable.load("sinai/1956").start()
    s.turn = 1 + (most(s, False) - 50) // 5  # goal A alone: five a turn
    assert most(s, False) == 50
    assert reach(s) == "win"
    s.turn += 1
    assert (most(s, False), reach(s)) == (45, "draw")
    s.turn += 1
    assert reach(s) == "nothing"


@pytest.mark.rule("sinai", "21.42", "13.1")
def test_r21_42_it_is_said_when_the_turn_has_passed_in_which_it_was_possible() -> None:
    turns = range(1, sandtable.load("sinai/1967").rules.game_turns)
    said = [(turn, text) for turn in turns for text in told_as_the_turn_ends(turn)]
    assert len(said) == 2
    (one, win), (two, draw) = said
    assert one < two
    assert (one, two) == (7, 8)
    assert (
        win
        == "Israel can no longer win, and its enemy can no longer lose. [21.42] At most 44 points net can be reached, 49 are needed."
    )
    assert draw == "[21.42] At most 38 points net can be reached, 39 are needed for a draw."


@pytest.mark.rule("sinai", "21.42")
def test_r21_42_who_can_neither_win_nor_draw_may_end_the_game() -> None:
    s = position("1967", "Movement israel", "2030 Iska", "0125 Eg-inf-1", turn=8)
    s.agenda = (EndOfGameTurn(),)
    advance(s)
    assert (s.actor, [str(a) for a in s.options()]) == ("israel", ["end-game", "play-on"])
    assert "Israel can no longer win. [21.42] At most 38 points net" in s.prompt
    over = s.play("end-game")
    assert (over.outcome.winner, over.outcome.level) == ("arab", "Decisive Arab")
    s = s.play("play-on")
    assert "play-on" not in [str(a) for a in s.options()]


@pytest.mark.rule("sinai", "21.1", "21.2", "21.42")
def test_r21_42_the_arabs_can_no_longer_win() -> None:
    """Goal A on turn 1 is 70 points for good; all Settlements, Cities and Strength can still be lost."""
    s = position("1967", "Movement israel", "2030 Iska", "0125 Eg-inf-1", turn=5)
    game = s.game
    places = 2 * game.settlements.bit_count() + 10 * game.cities_israeli.bit_count()
    iska = game.strength[game.unit("Iska")]
    assert fewest(s) == -places - iska
    s.goals = (1, 0, 0)
    assert fewest(s) == 70 - places - iska
    s.goals = (1, 1, 1)
    assert fewest(s) == 70 + 32 - places - iska  # B may be lost again
    s.goals, s.jordan_silent = (1, 0, 0), True
    shift = fewest(s) - least(s, False, True)
    assert ("arab" in game.beaten(s)) == (shift >= 0)
    s.loc[game.unit("Iska")] = game.LEFT
    assert fewest(s) == 70 - places


@pytest.mark.rule("sinai", "25.71", "25.72", "26.93")
def test_r25_71_units_and_land_that_israel_can_still_gain() -> None:
    """Two points for every hex of the enemy, one for every unit; an Israeli unit that is lost costs two."""
    s = position("1973", "Movement israel", "2030 Is-mech-1", "0125 Eg-SAM-1", turn=5)
    land = s.game.arab_land & s.game.land
    assert most(s, False) == 1 + 2 * land.bit_count() + 10
    s.strike_losses = 3
    assert most(s, False) == 1 + 2 * land.bit_count() + 10 - 6
    assert fewest(s) is None
    s = position("mid-1970s-race", "Movement israel", "2030 Is-mech-1", "0125 Eg-SAM-1", turn=5)
    assert most(s, True) == 1 + 10 + 20 + 10 + 10 + 5 + 15
    for losses, known in ((24, "win"), (31, "draw"), (36, "nothing")):
        s.strike_losses = losses
        assert reach(s) == known


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
        assert len(told) <= 1
        assert bool(told) == bool(worst) or s.outcome is not None
        assert net(s) <= max(most(s, True), most(s, False))
        if RANKS[worst] != "win":
            assert s.outcome.winner != "israel"
            fallen += 1
        if RANKS[worst] == "nothing":
            assert s.outcome.winner == "arab"
    assert fallen, "the games are there to try it"


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_a_new_game_is_open() -> None:
    for scenario in ("1973", "mid-1970s-race", "mid-1970s-jihad", "1967", "1956"):
        s = sandtable.load(f"sinai/{scenario}").start()
        assert (s.game.beaten(s), s.game.foregone(s)) == ({}, None)


def with_strength(scenario: str, points: int, **fields: Any) -> Any:
    """Only Israeli units of together so many Strength Points are left; all others have left the map."""
    s = sandtable.load(f"sinai/{scenario}").start()
    game, left = s.game, points
    s.loc = [game.LEFT] * len(s.loc)
    for u in sorted(game.side_units["israel"], key=lambda u: (-game.strength[u], u)):
        if game.strength[u] <= left:
            s.loc[u], left = game.hex("2713"), left - game.strength[u]
    assert not left
    for name, value in fields.items():
        setattr(s, name, value)
    return s


@pytest.mark.rule("sinai", "21.1", "21.2", "21.42", "23.7")
def test_r21_42_what_israel_keeps_whatever_it_loses() -> None:
    """1956 with the best Egyptian army: goal A on turn 1 is 90, all places are 60; 5 win, 0 draw."""
    found = {}
    for points in (25, 26, 30, 31):
        s = with_strength("1956-egypt", points, goals=(1, 0, 0))
        assert fewest(s) == 30 - points
        foregone = s.game.foregone(s)
        found[points] = (foregone and foregone.winner, sorted(s.game.beaten(s)))
    assert found == {25: ("israel", ["arab"]), 26: (None, ["arab"]), 30: (None, ["arab"]), 31: (None, [])}
    s = with_strength("1956-egypt", 25, goals=(1, 0, 0))
    assert [str(x) for x in s.game.foregone(s).reasons][-1].endswith(
        "Israel keeps at least 5 points net, and 5 are a victory."
    )
    assert str(s.game.beaten(s)["arab"]).endswith("Israel keeps at least 5 points net, and 0 are a draw.")
    s = with_strength("1956-egypt", 0, goals=(0, 1, 0))
    assert fewest(s) == -60  # B can be lost again


@pytest.mark.rule("sinai", "21.32", "22.33")
def test_r22_33_where_goals_stop_nobody_they_can_be_lost_again() -> None:
    assert fewest(with_strength("1967-cooperation", 0, goals=(1, 1, 1))) == -60
    assert fewest(with_strength("1967", 0, goals=(1, 1, 1))) == 70 + 32 - 60


@pytest.mark.rule("sinai", "13.1", "21.42")
def test_r21_42_both_courses_of_jordan_count_for_what_israel_keeps() -> None:
    """42 are kept: enough for a draw without Jordan (39), not with it (55); and of the levels of 22.22, 29 and 45."""
    s = with_strength("1967", 0, goals=(1, 0, 1))
    s.turn = 3
    assert (fewest(s), s.game.beaten(s)) == (42, {})
    s.turn = 6
    assert list(s.game.beaten(s)) == ["arab"]
    s = with_strength("1967-free-arab", 0, goals=(1, 0, 1))
    s.turn = 3
    assert s.game.foregone(s) is None
    s.turn = 6
    assert s.game.foregone(s).winner == "israel"


@pytest.mark.rule("sinai", "21.1", "21.42")
def test_r21_42_no_draw_any_more_only_when_jordan_cannot_help() -> None:
    s = sandtable.load("sinai/1967").start()
    s.turn = 4
    lost = most(s, False) - least(s, False, True) + 1
    for u in sorted(s.game.side_units["israel"], key=lambda u: -s.game.strength[u]):
        if 0 < s.game.strength[u] <= lost:
            s.loc[u], lost = s.game.ELIMINATED, lost - s.game.strength[u]
    assert lost == 0
    assert most(s, False) == least(s, False, True) - 1
    assert most(s, True) >= least(s, True, True)
    assert s.game.foregone(s) is None
    s.turn = 5
    assert s.game.foregone(s).winner == "arab"


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_who_has_gone_and_who_is_lost() -> None:
    s = position(
        "1973", "Movement israel", "2030 Is-mech-1", "0125 Eg-SAM-1", "to-come Eg-mech-5", "left Eg-mech-6", turn=5
    )
    land = 2 * (s.game.arab_land & s.game.land).bit_count() + 10
    assert most(s, False) == 2 + land  # one on the map, one still to come
    s.loc[s.game.unit("Is-arm-1")] = s.game.ELIMINATED
    s.loc[s.game.unit("Eg-mech-7")] = s.game.ELIMINATED
    assert most(s, False) == 3 + land - 2
    s.strike_losses = 2
    assert most(s, False) == 3 + land - 6
