"""The registry: names, the alias of the strongest, clear refusals."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import bots

TITLES = [f"{t.id}/{t.scenarios[0].id}".rstrip("/") for t in sandtable.games()]


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_the_levels_and_best_is_the_strongest_measured(title: str) -> None:
    game = sandtable.load(title)
    names = bots.levels(game)
    assert names[:3] == ("random", "beginner", "greedy")
    assert names[-1] in ("veteran", "expert")
    strongest = bots.make(bots.BEST, game, game.sides[0], 1)
    assert bots.level(bots.BEST, game).name == "veteran"
    assert strongest.budget == bots.make("veteran", game, game.sides[0], 1).budget


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
