"""How sure an estimate is: bands from games played out, and their file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.studies.calibration import LEAST, Said, cells, write
from sandtable.studies.certainty import Cell, Certainty, certainty, fingerprint, known, stage_of


def truthful(games: int, bias: float = 0.0) -> list[Said]:
    """Games whose result is as likely as was said, or more likely by the bias."""
    rng, found = Random(5), []
    for g in range(games):
        p = rng.uniform(0.1, 0.8)
        result = float(rng.random() < p + bias)
        found += [Said(g, left, p, result) for left in (0.9, 0.5, 0.1)]
    return found


def judged(said: list[Said]) -> Certainty:
    return Certainty("toy", len({x.game for x in said}), tuple(Cell(*c) for c in cells(said)))


def test_the_truth_lies_in_the_band_of_a_good_estimate() -> None:
    sure = judged(truthful(2000))
    for p in (0.1, 0.3, 0.5, 0.8):
        low, high = sure.band(0.5, p)
        assert low <= p <= high
        assert high - low < 0.15


def test_more_games_make_a_narrower_band() -> None:
    few, many = (judged(truthful(n)).band(0.5, 0.5) for n in (60, 2000))
    assert few[1] - few[0] > 1.5 * (many[1] - many[0])


def test_an_estimate_that_says_too_little_has_its_band_above_it() -> None:
    low, high = judged(truthful(2000, bias=0.2)).band(0.5, 0.4)
    assert low == pytest.approx(0.4)
    assert high > 0.58


def test_a_band_keeps_to_what_a_chance_can_be() -> None:
    sure = judged(truthful(60))
    for left in (0.99, 0.4, 0.0):
        for p in (0.0, 0.02, 0.98, 1.0):
            low, high = sure.band(left, p)
            assert 0.0 <= low <= p <= high <= 1.0


def test_nothing_is_known_about_a_part_of_the_game_nobody_reached() -> None:
    assert Certainty("toy", 9, (Cell(0, 0.5, 0.5, 9),)).band(0.1, 0.6) == (0.0, 1.0)


def test_parts_of_the_game() -> None:
    assert [stage_of(x) for x in (1.0, 0.7, 0.6, 0.4, 0.3, 0.0)] == [0, 0, 1, 1, 2, 2]


def test_no_cell_has_fewer_games_than_it_needs_where_there_are_enough() -> None:
    said = truthful(4 * LEAST)
    assert len(cells(said)) == 3 * 4
    assert min(c[3] for c in cells(said)) >= LEAST


def test_the_shipped_file_judges_evaluators_that_ship() -> None:
    assert len(known()) >= 7
    for key, found in known().items():
        game = sandtable.load(found["title"])
        book = bots.playbook(game)
        assert book is not None
        assert f"{book.weights.parent.name}/{book.weights.stem}" == key
        assert found["games"] >= 20
        assert {c[0] for c in found["cells"]} == {0, 1, 2} or found["title"] == "sinai/1956"


def test_other_weights_are_not_vouched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    book = bots.playbook(sandtable.load("across-suez-2021"))
    assert book is not None
    now = {"across_suez/weights-2021": {**known()["across_suez/weights-2021"], "weights": fingerprint(book.weights)}}
    monkeypatch.setattr("sandtable.studies.certainty.known", lambda: now)
    assert certainty(book) is not None
    now["across_suez/weights-2021"]["weights"] = "others"
    assert certainty(book) is None


def test_the_file_has_one_line_for_every_evaluator(tmp_path: Path) -> None:
    write(tmp_path / "known.json", {"b": {"games": 1}, "a": {"games": 2}})
    assert (tmp_path / "known.json").read_text().splitlines() == ["{", '"a": {"games": 2},', '"b": {"games": 1}', "}"]
