"""The small network: whole numbers, the same everywhere, and able to learn what a weighted sum cannot."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.bots.evaluate import Row, fit, log_loss, sigmoid
from sandtable.bots.network import ONE, Network, read_network, whole, write_network

BY_HAND = Network(("a", "b"), (0.5, 0.0), (0.5, 1.0), whole([[[1, 1, 0], [-1, 2, 0.5]], [[2, -1, 0.25]]]))


def test_a_network_reckoned_by_hand() -> None:
    """a counts from its middle in spreads; nothing between the layers is negative."""
    assert BY_HAND.score({"a": 1.0, "b": 0.5}) == ONE * ONE * (2 * 1.5 - 0.5 + 0.25)
    assert BY_HAND.score({"a": 0.0, "b": 0.5}) == ONE * ONE * (2 * 0.0 - 2.5 + 0.25)
    assert BY_HAND.chance({"a": 1.0, "b": 0.5}) == pytest.approx(sigmoid(2.75))


def test_inputs_far_from_all_that_was_learned_count_as_far_and_no_farther() -> None:
    assert BY_HAND.score({"a": 1e9, "b": 0.0}) == BY_HAND.score({"a": 4.5, "b": 0.0})


def test_a_network_is_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "network.toml"
    assert read_network(path) is None
    write_network(path, {"games": 3, "title": "none"}, BY_HAND)
    assert read_network(path) == BY_HAND
    assert "games = 3" in path.read_text()


def test_a_network_learns_a_product_and_a_weighted_sum_does_not() -> None:
    """Whoever has both wins, whoever has neither too."""
    training = pytest.importorskip("sandtable.studies.network_training")
    rng, rows = Random(1), []
    for g in range(4000):
        a, b = rng.uniform(-1, 1), rng.uniform(-1, 1)
        rows.append(Row(g, 1, [a, b], float(rng.random() < sigmoid(8 * a * b))))
    network, quality = training.learn(("a", "b"), rows)
    weights = fit([Row(r.game, 1, [1.0, *r.vector], r.result) for r in rows])
    plain = [sigmoid(weights[0] + weights[1] * r.vector[0] + weights[2] * r.vector[1]) for r in rows]
    assert quality.loss < log_loss(plain, [r.result for r in rows]) - 0.08
    assert network.chance({"a": 0.8, "b": 0.8}) > 0.8 > 0.2 > network.chance({"a": 0.8, "b": -0.8})
