"""The shared planner: halving, budgets, deadlines, and that it knows no title."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots import search
from sandtable.bots.search import Budget, Strategist, halving

SUEZ = "across-suez-1980"


def test_halving_finds_the_best_and_spends_its_budget_on_the_good_ones() -> None:
    tries: dict[str, int] = {}

    def trial(c: str, k: int) -> float:
        tries[c] = tries.get(c, 0) + 1
        return {"a": 0.2, "b": 0.5, "c": 0.9, "d": 0.4, "e": 0.1}[c] + 0.01 * (k % 2)

    assert halving("abcde", trial, lambda c, v: None, 60)[0] == "c"
    assert tries["c"] > tries["d"] > 0
    assert sum(tries.values()) <= 60


def test_the_candidate_that_is_kept_meets_the_best_in_the_last_round() -> None:
    worth = {"a": 0.2, "b": 0.5, "c": 0.9, "d": 0.4, "e": 0.1}
    names = list(worth)
    assert halving(names, lambda c, k: worth[c], lambda c, v: None, 60, names[4]) == ["c", "e"]
    assert halving(names, lambda c, k: worth[c], lambda c, v: None, 60, names[2])[0] == "c"


def test_all_candidates_of_a_round_meet_the_same_dice() -> None:
    met: dict[str, list[int]] = {"a": [], "b": []}

    def trial(c: str, k: int) -> float:
        met[c].append(k)
        return 0.5

    halving(["a", "b"], trial, lambda c, v: None, 12)
    assert met["a"] == met["b"] == list(range(6))


def test_a_round_that_the_clock_cuts_short_does_not_count() -> None:
    noted: list[tuple[str, float]] = []
    calls = 0

    def trial(c: str, k: int) -> float:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise TimeoutError
        return {"a": 0.1, "b": 0.9}[c]

    assert halving(["a", "b"], trial, lambda c, v: noted.append((c, v)), 40) == ["b", "a"]
    assert noted == [("a", 0.1), ("b", 0.9)]


def test_the_planner_names_no_title() -> None:
    text = Path(search.__file__).read_text(encoding="utf-8").lower()
    names = {word for t in sandtable.games() for word in (t.id, *t.sides)}
    assert not [n for n in names if re.search(rf"\b{re.escape(n)}\b", text)]


def _opening(budget: Budget, seed: int, side: str = "egypt") -> list[str]:
    """What a strategist does in the first stretch of its side."""
    game = sandtable.load(SUEZ)
    book = bots.playbook(game)
    assert book is not None
    players: dict[str, bots.Bot] = {x: bots.make("greedy", game, x, 1) for x in game.sides}
    players[side] = Strategist(book, game, side, Random(seed), budget)
    s, dice, done = game.start(), Random(3), []
    while s.turn < 2:
        if s.actor == "chance":
            s.apply(s.sample(dice.randrange))
            continue
        a = bots.decide(players[str(s.actor)], s).action
        done += [str(a)] if s.actor == side else []
        s.apply(a)
    return done


def test_same_seed_and_budget_same_play() -> None:
    assert _opening(Budget(6), 5) == _opening(Budget(6), 5)


def test_a_deadline_in_the_past_still_gives_a_legal_plan() -> None:
    assert _opening(Budget(1000, 1e-9), 5)


@pytest.mark.parametrize("level", ["veteran", "expert@4"])
def test_thinking_leaves_the_state_alone(level: str) -> None:
    game = sandtable.load(SUEZ)
    s: Any = game.start()
    before = s.checksum()
    found = bots.make(level, game, str(s.actor), 1).decide(s.frozen())
    assert s.checksum() == before
    assert s.check(found.action) is None
    assert found.reason


def test_a_lost_game_is_given_up_after_two_turns_and_not_before() -> None:
    game = sandtable.load(SUEZ)
    book = bots.playbook(game)
    assert book is not None
    s = game.position(
        f'{SUEZ}\nturn 6\nat 0112 16/1\nat 0111 16/2\nat 0211 16/3\nat 1608 Erez-1\n> PlayerTurn {{"side": "israel"}}'
    )
    assert book.evaluator.value(s, "israel") < 0.02
    bot = Strategist(book, game, "israel", Random(1), Budget(0))
    assert not bot.decide(s).gives_up
    later = s.copy()
    later.turn = 7
    assert bot.decide(later).gives_up


def _rehearsal(s: Any, side: str) -> tuple[search.Rehearsal, bots.Playbook]:
    book = bots.playbook(s.game)
    assert book is not None
    return search.Rehearsal(book, s, side, Random(2), 0.0), book


def test_postures_that_give_the_same_orders_are_tried_once() -> None:
    s = sandtable.load(SUEZ).start()
    rehearsal, book = _rehearsal(s, "egypt")
    usual = book.of("egypt")[0]
    twice = [search.Candidate(usual, "x"), search.Candidate(usual, "x")]
    assert rehearsal.distinct(twice) == twice[:1]


def test_variations_lead_elsewhere() -> None:
    s = sandtable.load(SUEZ).start()
    dice, players = Random(3), {x: bots.make("greedy", s.game, x, 1) for x in s.game.sides}
    while not (s.turn == 2 and s.actor == "israel"):
        s.apply(s.sample(dice.randrange) if s.actor == "chance" else bots.decide(players[s.actor], s).action)
    rehearsal, book = _rehearsal(s, "israel")
    assert book.vary is not None
    found = [search.Candidate(book.vary("israel", Random(k)), str(k)) for k in range(4)]
    assert len(rehearsal.distinct(found)) > 1


def test_a_long_posture_is_followed_in_most_games_but_not_in_all() -> None:
    game = sandtable.load(SUEZ)
    book = bots.playbook(game)
    assert book is not None
    loyal = [Strategist(book, game, "egypt", Random(k), Budget(4)).loyal for k in range(200)]
    assert 110 < sum(loyal) < 170
    assert book.posture("egypt", "hoard-7").long
    assert not book.posture("egypt", "enter").long
