"""Reports: the figures are right, the page needs no network, and every figure is exported."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from sandtable.studies.study import Results, study

pytest.importorskip("matplotlib")
pl = pytest.importorskip("polars")

from sandtable.studies.report import sums  # noqa: E402
from sandtable.studies.report.maps import shown_turns  # noqa: E402

SIDES = ("israel", "egypt")


@pytest.fixture(scope="module")
def results() -> Results:
    return study(
        {
            "title": "A <small> study",
            "question": "Does it lean?",
            "scenarios": ["across-suez-1980"],
            "players": ["random"],
            "games": 8,
            "record": ["losses", "positions", "roads", "odds", "rules"],
            "house_rule": [{"name": "steeper", "why": "to see", "change": [{"block": "table.crt", "shift": 1}]}],
            "history": [
                {"scenario": "across-suez-1980", "name": "Matzmed", "side": "israel", "hexes": ["0112"], "turn": 1}
            ],
        },
        jobs=1,
    )


def test_the_page_is_one_file_without_a_network(results: Results, tmp_path: Path) -> None:
    text = results.report(tmp_path / "report.html").read_text(encoding="utf-8")
    pictures = re.sub(r"data:[a-z/]+;base64,[A-Za-z0-9+/=]+", "", text)
    found = set(re.findall(r"https?://[a-z0-9.]+", pictures))
    assert found <= {"http://www.w3.org", "http://purl.org", "http://creativecommons.org"}, found
    assert not re.search(r'(?:src|href)="(?!#|data:)', text)
    assert "A &lt;small&gt; study" in text
    for heading in (
        "How it ends",
        "What the variations change",
        "The score, turn by turn",
        "Where units die",
        "Front lines",
    ):
        assert heading in text
    assert "95 %" in text
    assert "steeper" in text


def test_every_figure_is_exported_twice_and_is_a_picture(results: Results, tmp_path: Path) -> None:
    written = results.export(tmp_path)
    assert {p.suffix for p in written} == {".svg", ".png"}
    assert len(written) >= 2 * 8
    for path in written:
        if path.suffix == ".svg":
            ET.fromstring(path.read_text(encoding="utf-8"))
        else:
            assert path.read_bytes().startswith(b"\x89PNG")
            assert path.stat().st_size > 3000


def test_the_data_frames_hold_what_was_played(results: Results, tmp_path: Path) -> None:
    games = results.games
    assert len(games) == 16
    assert set(games["variation"]) == {"as printed", "steeper"}
    losses = results.frame("losses")
    assert len(losses) == sum(len(r["losses"]) for r in results.rows)
    paths = results.parquet(tmp_path)
    assert {p.stem for p in paths} >= {"games", "turns", "losses", "positions", "roads", "attacks", "rules"}
    assert pl.read_parquet(tmp_path / "games.parquet").equals(games)
    with pytest.raises(ValueError, match="choose from games"):
        results.frame("winners")


def row(number: int, winner: str | None, israel: int = 0, egypt: int = 0, **more: Any) -> dict[str, Any]:
    score = {"israel": israel, "egypt": egypt}
    return {"game": number, "winner": winner, "score": score, "level": "x", "turn": 3, **more}


def test_an_effect_on_the_same_seeds_is_seen_through_the_noise() -> None:
    wins = [i % 2 == 0 for i in range(40)]
    same = sums.paired_rate([(w, w) for w in wins])
    assert same.value == 0
    assert -0.1 < same.low < 0 < same.high < 0.1
    better = sums.paired_rate([(True, w) for w in wins])
    assert better.value == 0.5
    assert better.low > 0.3
    assert sums.paired_rate([]).low == -1


def test_a_mean_comes_with_an_interval_that_holds_it() -> None:
    e = sums.mean([1, 2, 3, 4, 5, 6])
    assert e.low < e.value == 3.5 < e.high
    assert sums.mean([2, 2, 2]) == sums.Estimate(2, 2, 2, 3)


def test_a_finished_game_keeps_its_score_in_the_fan() -> None:
    rows = [
        row(1, "israel", scores=[{"turn": 1, "israel": 1}], turn=1) | {"turn": 1},
        row(2, "egypt", scores=[{"turn": 1, "israel": 3}, {"turn": 2, "israel": 5}, {"turn": 3, "israel": 7}]),
    ]
    turns, bands = sums.fan(rows, lambda x: x["israel"])
    assert turns == [1, 2, 3]
    assert list(bands[2]) == [2, 3, 4]


def test_places_held_and_arrivals_are_counted_per_game() -> None:
    rows = [
        row(1, None, positions=[{"turn": "1", "israel": "0101 0101", "egypt": ""}], arrivals={"israel": [[2, "0101"]]}),
        row(2, None, positions=[{"turn": "1", "israel": "0102", "egypt": "0101"}], arrivals={"israel": []}),
    ]
    assert sums.held(rows, "israel", 1) == {"0101": 0.5, "0102": 0.5}
    assert sums.arrivals(rows, "israel", ["0101"]) == [2]


def test_a_few_turns_stand_for_many() -> None:
    assert shown_turns(3, 4) == [1, 2, 3]
    assert shown_turns(16, 4) == [1, 6, 11, 16]


@pytest.fixture(scope="module")
def two_levels() -> Results:
    """Two pairings and every table moved a step, on two games each."""
    return study(
        {
            "title": "Two levels",
            "question": "Does each have its own figures?",
            "scenarios": ["across-suez-1980"],
            "players": ["random", {"name": "Israel plays", "israel": "greedy", "egypt": "random"}],
            "games": 2,
            "record": ["losses"],
            "sensitivity": {"basis": ["rule"], "factors": "none"},
        },
        jobs=1,
    )


def test_every_pairing_has_its_own_answer_and_figures(two_levels: Results, tmp_path: Path) -> None:
    text = two_levels.report(tmp_path / "report.html").read_text(encoding="utf-8")
    answer = text[text.index("<div class=answer>") :].partition("</div>")[0]
    assert answer.count("<p>") == 2
    assert "random on both sides," in answer
    assert ", Israel plays, leans" in answer
    for title in ("The score, turn by turn", "Which reconstructions matter"):
        assert f"{title} (random)" in text
        assert f"{title} (Israel plays)" in text


def test_the_figures_of_pairings_are_exported_under_names_of_their_own(two_levels: Results, tmp_path: Path) -> None:
    names = {p.name for p in two_levels.export(tmp_path)}
    assert {"across-suez-1980-tornado-random.svg", "across-suez-1980-tornado-israel-plays.svg"} <= names


def test_a_side_is_the_subject_of_a_sentence() -> None:
    assert sums.side_noun("anglo-french") == "the Anglo-French side"
    assert sums.side_noun("israel") == "Israel"
