"""The shared planner: halving, budgets, deadlines, and that it knows no title."""

from __future__ import annotations

import re
from dataclasses import replace
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


def _at(turn: int, side: str, seed: int = 3) -> Any:
    """The beginning of a side's player turn in a game between anchors, Egypt's reserves kept off the map."""
    game = sandtable.load(SUEZ)
    book = bots.playbook(game)
    assert book is not None
    players = {
        "israel": bots.make("greedy", game, "israel", 1),
        "egypt": bots.make("posture:hoard-7", game, "egypt", 1),
    }
    s, dice = game.start(), Random(seed)
    while book.stretch(s) != ((turn, side), side) or s.actor != side:
        s.apply(s.sample(dice.randrange) if s.actor == "chance" else bots.decide(players[str(s.actor)], s).action)
    return s


def _strategist(s: Any, budget: Budget, seed: int = 5) -> Strategist[Any]:
    book = bots.playbook(s.game)
    assert book is not None
    return Strategist(book, s.game, str(s.actor), Random(seed), budget)


def _orders_of(bot: Strategist[Any], s: Any) -> list[str]:
    done, t = [], s.copy()
    while t.actor == bot.side and t.turn == s.turn:
        a = bots.decide(bot, t).action
        done.append(str(a))
        t.apply(a)
    return done


def _orders(s: Any, budget: Budget, seed: int = 5) -> list[str]:
    """What a strategist orders before the first die."""
    return _orders_of(_strategist(s, budget, seed), s)


def test_same_seed_and_budget_same_play() -> None:
    s = _at(7, "israel")
    assert _orders(s, Budget(8, variations=4)) == _orders(s, Budget(8, variations=4))


def test_a_deadline_in_the_past_still_gives_a_legal_plan() -> None:
    assert _orders(_at(7, "israel"), Budget(1000, 1e-9))


def test_in_the_endgame_trials_are_played_to_the_end_and_before_it_they_stop_at_the_next_turn() -> None:
    for turn, ends in ((3, False), (6, True)):
        rehearsal, book = _rehearsal(_at(turn, "israel"), "israel")
        values = [rehearsal.trial(search.Candidate(book.of("israel")[0], "x"), k) for k in range(3)]
        assert (set(values) <= {0.0, 1.0}) is ends


def test_before_the_endgame_the_rule_of_thumb_decides() -> None:
    """Who makes trials plays it as many games have taught."""
    s = _at(4, "israel")
    for trials, name in ((0, "convoy"), (8, "convoy to 7")):
        bot = _strategist(s, Budget(trials))
        bot.book = replace(bot.book, foresight=None)
        bots.decide(bot, s)
        assert bot.posture.name == name
        assert not bot.proven


class _Likes:
    """A network that likes units to stand far up the map, or far down."""

    network = True

    def __init__(self, sign: int) -> None:
        self.sign, self.said = sign, list[float]()

    def value(self, s: Any, side: str) -> float:
        self.said.append(0.5 + self.sign * sum(s.loc) / 10_000)
        return self.said[-1]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_network_chooses_among_plans_near_the_rule_of_thumbs(sign: int) -> None:
    s = _at(2, "israel")
    likes = _Likes(sign)
    bot = _strategist(s, Budget(8))
    bot.book = replace(bot.book, foresight=likes)  # type: ignore[arg-type]
    found = bot.glance(s, "seed")
    assert len(likes.said) > 20
    assert found.values[-1] == max(likes.said) > likes.said[0]
    assert found.posture is not bot.posture


def test_a_glance_that_sees_no_more_than_a_hair_changes_nothing_and_time_is_kept() -> None:
    s = _at(2, "israel")
    for budget, looks in ((Budget(8, temper=1.0), 25), (Budget(8, 1e-9), 1)):
        likes = _Likes(1)
        bot = _strategist(s, budget)
        bot.book = replace(bot.book, foresight=likes)  # type: ignore[arg-type]
        assert bot.glance(s, "seed").posture is bot.posture
        assert len(likes.said) == looks


def test_another_posture_must_lead_by_more_than_the_error_of_its_trials() -> None:
    posture = _rehearsal(sandtable.load(SUEZ).start(), "egypt")[1].of("egypt")[0]
    usual = search.Candidate(posture, "x", values=[0.0, 1.0, 0.0, 1.0])
    assert search.Candidate(posture, "y", values=[1.0, 1.0, 0.0, 1.0]).lead(usual, 0.02) < 0
    assert search.Candidate(posture, "y", values=[1.0, 1.0, 1.0, 1.0]).lead(usual, 0.02) > 0
    assert search.Candidate(posture, "y", values=[1.0]).lead(usual, 0.02) < 0


def test_who_holds_on_by_trials_holds_on_to_the_strike() -> None:
    """Israel's screen is seen a turn too late: entering half-way would be the worst of both."""
    s = _at(6, "egypt")
    bot = _strategist(s, Budget(8))
    bot.posture, bot.proven = bot.book.posture("egypt", "hoard-7"), True
    bot.carrier = bot.posture.make(s.game, "egypt", Random(1))
    assert not any(a.startswith("enter") for a in _orders_of(bot, s))
    assert bot.posture.name == "hoard-7"


def test_no_two_games_of_egypt_open_alike() -> None:
    s = _at(1, "egypt")
    assert len({tuple(_orders(s, Budget(0), seed)) for seed in range(5)}) > 1


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
    loyal = [Strategist(book, game, "egypt", Random(k), Budget(0)).loyal for k in range(200)]
    assert 150 < sum(loyal) < 195
    tried = bots.playbook(sandtable.load("across-suez-2021"))
    assert tried is not None
    assert all(Strategist(tried, game, "egypt", Random(k), Budget(4)).loyal for k in range(40))
    assert book.posture("egypt", "hoard-7").long
    assert not book.posture("egypt", "enter").long
