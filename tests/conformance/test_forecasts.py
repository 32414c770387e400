"""Are the odds that players are shown true? Every forecast is held against the game itself, with every die and every choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import sandtable
from sandtable.core import CHANCE, Chance, Frame, State

FORECASTS = 30
"""How many fights of each title are played out."""
BRANCHES = 250
"""How many decisions after one roll are followed at most."""


def fights(title: str) -> Iterator[State]:
    """States of random games in which a fight is about to be rolled for."""
    game, rng = sandtable.load(title), Random(title)
    for _ in range(20):
        s = game.start()
        for _ in range(3000):
            if s.actor is None:
                break
            if s.actor != CHANCE and s.check("confirm") is None:
                f = s.forecast()
                if f and f["results"] and s.play("confirm").actor == CHANCE and rng.random() < 0.3:
                    yield s.copy()
            s.apply(s.sample(rng.randrange))


def ends(s: State, rest: tuple[Frame, ...]) -> list[State] | None:
    """Every position in which the fight can end, or None when there are too many ways. `rest` was on the agenda before it."""
    found, open_, branches = [], [s], BRANCHES
    while open_:
        t = open_.pop()
        if len(t.agenda) <= len(rest) or t.agenda[len(t.agenda) - len(rest) :] != rest:
            found.append(t)
            continue
        branches -= 1
        if branches < 0:
            return None
        open_ += [t.play(a) for a in t.options() if a.verb != "end-game"]  # an end that is offered is no result
    return found


def bounds(s: State, units: list[int]) -> tuple[dict[int, float], dict[int, float]] | None:
    """For each unit the chance that it is lost whatever anybody chooses, and that somebody's choice loses it."""
    t = s.play("confirm")
    roll = t.choice
    assert isinstance(roll, Chance)
    outcomes = roll.outcomes(t)
    total = sum(w for _, w in outcomes)
    surely, perhaps = dict.fromkeys(units, 0.0), dict.fromkeys(units, 0.0)
    for a, w in outcomes:
        after = ends(t.play(a), s.agenda[1:])
        if after is None:
            return None
        for u in units:
            lost = [x.loc[u] <= 0 for x in after]
            surely[u] += all(lost) * w / total
            perhaps[u] += any(lost) * w / total
    return surely, perhaps


@pytest.mark.parametrize("title", [t.id for t in sandtable.games()])
def test_losses_are_as_likely_as_foretold(title: str) -> None:
    checked = 0
    for s in islice(fights(title), 3 * FORECASTS):
        f = s.forecast()
        assert f is not None
        assert sum(r["probability"] for r in f["results"]) == pytest.approx(1, abs=0.005)
        known = [x for x in f.get("losses", ()) if x["unit"] in s.game.roster.index]
        limits = bounds(s, [s.game.unit(x["unit"]) for x in known]) if known else ({}, {})
        if limits is None:
            continue
        for x in known:
            u = s.game.unit(x["unit"])
            low, high = limits[0][u], limits[1][u]
            assert low - 0.005 <= x["probability"] <= high + 0.005, (
                f"{f['title']}: {x['unit']} is said to be lost with {x['probability']:.3f}, "
                f"but that is between {low:.3f} and {high:.3f}\n{s.position()}"
            )
        checked += 1
        if checked == FORECASTS:
            return
    assert checked, "no fight was found"


@pytest.mark.parametrize("title", [t.id for t in sandtable.games()])
def test_results_that_end_the_game_are_named(title: str) -> None:
    """`decides` lists exactly the results after which the game can be over when the fight is."""
    checked = 0
    for s in islice(fights(title), FORECASTS):
        f = s.forecast()
        assert f is not None
        if s.turn >= s.game.scenario.turns:  # the last fight of a game is followed by its end
            continue
        named = sum(d["probability"] for d in f.get("decides", ()))
        t = s.play("confirm")
        outcomes = t.choice.outcomes(t)
        over = 0.0
        for a, w in outcomes:
            after = ends(t.play(a), s.agenda[1:])
            if after is None:
                break
            over += w * any(x.outcome is not None for x in after) / sum(w for _, w in outcomes)
        else:
            assert over == pytest.approx(named, abs=0.005), s.position()
            checked += 1
    assert checked > 3
