"""The registry: names, the alias of the strongest, clear refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.base import Beginner
from sandtable.bots.search import Strategist

TITLES = [f"{t.id}/{t.scenarios[0].id}".rstrip("/") for t in sandtable.games()]
SEARCHED = ("across-suez-1980", "across-suez-2021", "suez-56", "el-arish-67", "sinai/1967")
"""Where trials in the endgame were measured to win more."""


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_the_levels_and_best_is_the_strongest_measured(title: str) -> None:
    game = sandtable.load(title)
    names = bots.levels(game)
    assert names[:3] == ("random", "beginner", "greedy")
    assert names[-1] in ("veteran", "expert")
    strongest = bots.make(bots.BEST, game, game.sides[0], 1)
    best = "expert" if title in SEARCHED else "veteran"
    assert bots.level(bots.BEST, game).name == best
    assert strongest.budget == bots.make(best, game, game.sides[0], 1).budget


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_postures_for_both_sides_and_four_exploiters(title: str) -> None:
    game = sandtable.load(title)
    book = bots.playbook(game)
    assert book is not None
    for side in game.sides:
        names = [p.name for p in book.of(side)]
        assert len(names) >= 2
        assert len(names) == len(set(names))
        assert book.doctrine(game.start(), side) in names
    assert len(book.exploiters) >= 4
    assert all(p.purpose.endswith(".") for p in (*book.postures, *book.exploiters))


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    game = sandtable.load(TITLES[0])
    with pytest.raises(ValueError, match="best is the strongest"):
        bots.make("grandmaster", game, game.sides[0])
    with pytest.raises(ValueError, match="no posture called 'nap'"):
        bots.make("posture:nap", game, game.sides[0])
    with pytest.raises(ValueError, match="no number of trials"):
        bots.make("expert@many", game, game.sides[0])


def test_a_beginner_makes_mistakes_and_says_so() -> None:
    game = sandtable.load("across-suez-1980")
    s = game.start()
    reasons = {bots.make("beginner", game, str(s.actor), seed).decide(s).reason for seed in range(12)}
    assert "It seemed a good idea at the time." in reasons
    assert len(reasons) > 1


@pytest.mark.parametrize(("title", "share"), [("suez-56", 0.25), ("el-arish-67", 0.25 / 3), ("musketeer", 0.25 / 3)])
def test_a_beginner_blunders_less_often_where_a_game_has_a_thousand_decisions(title: str, share: float) -> None:
    game = sandtable.load(title)
    bot = bots.make("beginner", game, game.sides[0], 1)
    assert isinstance(bot, Beginner)
    assert bot.mistakes == pytest.approx(share)


@pytest.mark.parametrize("title", ["across-suez-2021", "suez-56", "el-arish-67"])
def test_styles_play_the_same_postures_with_other_weights(title: str) -> None:
    game = sandtable.load(title)
    side = game.sides[0]
    s = game.start()
    while s.actor != side:
        s.apply(
            s.sample(Random(1).randrange)
            if s.actor == "chance"
            else bots.decide(bots.make("greedy", game, s.actor), s).action
        )
    found = {}
    for name in ("veteran-bold", "veteran", "veteran-cautious"):
        bot = bots.make(name, game, side, 1)
        assert s.check(bots.decide(bot, s).action) is None
        assert isinstance(bot, Strategist)
        found[name] = bot.posture.name, _care(bot.carrier)
    assert len({posture for posture, _ in found.values()}) == 1
    assert found["veteran-bold"][1] < found["veteran"][1] < found["veteran-cautious"][1]


def _care(carrier: Any) -> float:
    """How much danger counts for who carries the orders out."""
    return float(carrier.mood.safety if hasattr(carrier, "mood") else carrier.weights.dare)


def test_a_title_without_styles_has_no_levels_for_them() -> None:
    assert "veteran-bold" not in bots.levels(sandtable.load("sinai/1967"))
    assert "veteran-bold" in bots.levels(sandtable.load("suez-56"))
