"""Fitting: what is learned from positions whose answer is known."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.evaluate import Row, fit, log_loss, quality, read_weights, sigmoid, vector_of, write_weights
from tests.games.sinai.table import moving as sinai_moving

MEANING = {"lead": "The lead.", "noise": "Nothing."}


def _rows(games: int, seed: int = 1) -> list[Row]:
    rng, rows = Random(seed), []
    for g in range(games):
        lead, noise = rng.uniform(-1, 1), rng.uniform(-1, 1)
        vector = vector_of(("", *MEANING), {"lead": lead, "noise": noise}, 0.0, False)
        rows.append(Row(g, 1, vector, float(rng.random() < sigmoid(3 * lead))))
    return rows


def test_a_fit_finds_the_weight_that_made_the_games() -> None:
    weights = fit(_rows(3000))
    assert weights[3] == pytest.approx(3.0, abs=0.4)
    assert abs(weights[6]) < 0.25


def test_a_fit_beats_the_constant_and_is_calibrated_on_games_not_seen() -> None:
    q = quality(fit(_rows(2000)), _rows(2000, seed=2), 0.5)
    assert q.loss < q.constant - 0.1
    assert all(abs(said - happened) < 0.12 for said, happened, n in q.deciles if n > 50)


def test_log_loss_of_a_coin() -> None:
    assert log_loss([0.5, 0.5], [1.0, 0.0]) == pytest.approx(0.6931, abs=1e-4)


def test_weights_are_written_with_their_meaning_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    write_weights(path, {"games": 3}, MEANING, [float(i) for i in range(9)])
    assert read_weights(path)["lead"] == (3.0, 4.0, 5.0)
    assert "The lead." in path.read_text()


@pytest.mark.parametrize(
    "title",
    [
        "across-suez-1980",
        "across-suez-2021",
        "sinai/1967",
        "sinai/1956",
        "sinai/1973",
        "sinai/mid-1970s-race",
    ],
)
def test_the_shipped_weights_fit_the_features_and_the_chances_add_up(title: str) -> None:
    game = sandtable.load(title)
    book = bots.playbook(game)
    assert book is not None
    assert set(read_weights(book.weights)) == {"", *book.evaluator.meaning}
    s = game.start()
    chances = [book.evaluator.value(s, side) for side in game.sides]
    assert sum(chances) == pytest.approx(1.0)
    assert 0.2 < chances[0] < 0.8


def test_a_war_that_ends_by_ceasefire_is_judged_by_its_score_and_the_more_the_later() -> None:
    """A lead says little on turn 3 and much when a ceasefire may soon be asked for."""
    dead = "eliminated " + " ".join(f"Eg-mech-{n}" for n in range(1, 10))
    gains = []
    for turn in (3, 20):
        chances = []
        for places in ("2519 Is-arm-3", "eliminated Is-arm-1 Is-arm-2"), ("2519 Is-arm-1", dead):
            s = sinai_moving("israel", "0424 Eg-arm-6", *places, scenario="1973", turn=turn)
            chances.append(bots.playbook(s.game).evaluator.value(s, "israel"))
        gains.append(chances[1] - chances[0])
    assert 0 < 2 * gains[0] < gains[1]
