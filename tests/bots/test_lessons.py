"""What games taught about the weights of Across Suez: how it is applied, by whom, and how it is found."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.across_suez import lessons as taught
from sandtable.bots.across_suez.lessons import ADDED, FACTORS, Lesson, read_lessons, strayed
from sandtable.bots.across_suez.mood import Mood
from sandtable.bots.across_suez.postures import lectured
from sandtable.bots.search import Budget, Strategist

EDITIONS = ("1980", "2021")


def test_a_step_multiplies_or_adds_and_nothing_falls_below_nothing() -> None:
    mood = strayed(Mood(safety=2.0, gather=0.1), {"safety": 1.0, "gather": -1.0, "siege": -3.0})
    assert mood.safety == pytest.approx(2.0 * 2.718281828**0.5, abs=1e-5)
    assert mood.gather == pytest.approx(0.05)
    assert mood.siege == 0.0
    assert strayed(Mood(), {}) == Mood()


def test_every_weight_that_can_stray_is_a_weight_of_a_mood() -> None:
    assert {*FACTORS, *ADDED} <= {f.name for f in fields(Mood)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_shipped_lessons_are_for_both_sides_and_the_whole_game(edition: str) -> None:
    for side in ("israel", "egypt"):
        found = [x for x in read_lessons(edition) if x.side == side]
        assert [x.until for x in found] == sorted({x.until for x in found})
        assert found[-1].until == 7
        assert all(abs(steps) <= 4.0 for x in found for steps in x.by.values())


def _mood(bot: Any) -> Mood:
    found: Mood = bot.carrier.mood
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_expert_plays_by_the_lessons_and_the_veteran_as_it_was(edition: str) -> None:
    game: Any = sandtable.load(f"across-suez-{edition}")
    shipped: Any = bots.playbook(game)
    book = replace(shipped, foresight=None)
    s: Any = game.start()
    plain = book.posture("israel", book.doctrine(s, "israel")).make(game, "israel", Random(1)).mood
    moods = {}
    for trials in (0, 4):
        bot = Strategist(book, game, "israel", Random(1), Budget(trials))
        bots.decide(bot, s)
        moods[trials] = _mood(bot)
    assert moods[0] == plain
    assert moods[4] == strayed(plain, read_lessons(edition)[0].by)
    assert moods[4] != plain


def test_what_was_found_by_playing_out_the_first_turn_is_settled() -> None:
    s: Any = sandtable.load("across-suez-1980").start()
    book = bots.playbook(s.game)
    assert book is not None
    usual = book.posture("israel", "convoy")
    for until, settled in ((1, True), (3, False)):
        assert lectured([Lesson("israel", until, {"safety": 1.0})], s, usual).settled is settled
    assert lectured([Lesson("egypt", 7, {"safety": 1.0})], s, usual) is usual


def test_the_regression_finds_the_weight_that_wins() -> None:
    study = pytest.importorskip("sandtable.studies.lessons")
    names = study.WEIGHTS["egypt"] * len(study.STAGES)
    k, rng, rows = names.index("attacks"), Random(1), []
    for _ in range(1500):
        steps = tuple(rng.gauss(0.0, study.SPREAD) for _ in names)
        rows.append(study.Row("egypt", "x", steps, float(rng.random() < 0.5 + 0.1 * max(-4.0, min(4.0, steps[k])))))
    effect, error = study.effects(rows)
    assert effect[k] > 4 * error[k]
    others = [abs(e / se) for i, (e, se) in enumerate(zip(effect, error, strict=True)) if i != k]
    assert max(others) < 4
    assert study.walk("egypt", effect)[k] == max(study.walk("egypt", effect))


def test_a_game_to_learn_from_says_whose_weights_had_strayed_and_who_won() -> None:
    study = pytest.importorskip("sandtable.studies.lessons")
    rows = study.play(study.Job("across-suez-1980", 2))
    assert rows == study.play(study.Job("across-suez-1980", 2))
    assert all(len(r.strayed) == len(study.STAGES) * len(study.WEIGHTS[r.side]) for r in rows)
    assert sum(r.score for r in rows) in ((1.0,) if len(rows) == 2 else (0.0, 1.0))


def test_lessons_are_written_and_read_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    study = pytest.importorskip("sandtable.studies.lessons")
    monkeypatch.setattr(taught, "file_of", lambda edition: tmp_path / edition)
    monkeypatch.setattr(sys, "argv", ["lessons", "across-suez-1980", "4", "1", "1"])
    study.main()
    found = read_lessons.__wrapped__("1980")
    assert [(x.side, x.until) for x in found] == [("israel", 3), ("israel", 7), ("egypt", 3), ("egypt", 7)]
    assert any(x.by for x in found)


def test_the_best_first_turn_is_left_when_the_worse_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances of 0.5 and 0.9; the plans of the rule of thumb and of the lessons stay to the end for comparison."""
    study = pytest.importorskip("sandtable.studies.openings")
    plans = [study.Plan((float(k),)) for k in range(12)]

    def trial(job: Any) -> Any:
        _, steps, k = job
        return steps, k, float(Random(f"{steps} {k}").random() < (0.9 if steps == (7.0,) else 0.5))

    monkeypatch.setattr(study, "trial", trial)
    top = study.best("any", plans, 1)
    assert top is plans[7]
    assert {len(p.scores) for p in plans[:2]} == {sum(study.ROUNDS)}
    gain, error = study.lead(top, plans[0])
    assert gain > 3 * error > 0


def test_first_turns_that_come_to_the_same_are_played_out_once() -> None:
    study = pytest.importorskip("sandtable.studies.openings")
    plain = (0.0,) * len(study.WEIGHTS["israel"])
    plans = study.drawn("across-suez-1980", 4, plain, 1)
    assert plans[0].steps == plain
    assert len({tuple(study.planned("across-suez-1980", p.steps).loc) for p in plans}) == len(plans)
    steps, k, score = study.trial(("across-suez-1980", plain, 1))
    assert (steps, k) == (plain, 1)
    assert score in (0.0, 1.0)
