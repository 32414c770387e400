"""The ladder: Elo that can be checked by hand, pairs that are fair, a file that resumes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.studies import ladder
from sandtable.studies.ladder import Job, Log, Pair
from sandtable.studies.ladder_page import table
from sandtable.studies.rating import difference, elo, expected, intervals, likelihood, mean_interval

SUEZ = "across-suez-1980"


def test_elo_of_a_known_score() -> None:
    assert difference(0.75) == pytest.approx(190.8, abs=0.1)
    assert expected(difference(0.64)) == pytest.approx(0.64)


def test_ratings_reproduce_the_scores_they_come_from() -> None:
    pairs = {("a", "b"): [1.0, 0.5] * 100, ("b", "c"): [1.0, 0.5] * 100}
    rated = elo(("a", "b", "c"), pairs, "b")
    assert rated["b"] == 0.0
    assert rated["a"] == pytest.approx(190.8, abs=2)
    assert rated["c"] == pytest.approx(-190.8, abs=2)
    low, high = intervals(("a", "b", "c"), pairs, "b")["a"]
    assert low < rated["a"] < high < low + 120


def test_the_sequential_test_decides_for_the_stronger_and_against_the_equal() -> None:
    assert likelihood([0.75, 0.5, 1.0] * 20, 0, 50) > 2.94
    assert likelihood([0.25, 0.5, 0.75] * 40, 0, 50) < -2.94
    assert abs(likelihood([0.75, 0.5], 0, 50)) < 2.94


def test_a_player_against_itself_scores_exactly_half() -> None:
    pair = ladder.play(Job(SUEZ, "greedy", "greedy", 4))
    assert sum(pair.scores) == 1.0


def test_an_exploiter_plays_its_own_side_and_the_anchor_the_other() -> None:
    assert ladder.seat(SUEZ, "hoarder-7", "egypt") == "posture:hoarder-7"
    assert ladder.seat(SUEZ, "hoarder-7", "israel") == "greedy"
    with pytest.raises(ValueError, match="no player called 'nobody'"):
        ladder.seat(SUEZ, "nobody", "egypt")


def test_one_player_meets_all_the_others() -> None:
    jobs = ladder.round_robin(SUEZ, ("a", "b", "c"), 2, 1, "b")
    assert [(j.first, j.second, j.seed) for j in jobs] == [("b", "a", 1), ("b", "c", 1), ("b", "a", 2), ("b", "c", 2)]


def test_the_page_shows_what_the_newest_code_played() -> None:
    job = ladder.Job(SUEZ, "veteran", "greedy", 1)
    pairs = [ladder.Pair(job, "old", (0.0, 0.0)), ladder.Pair(job, "new", (1.0, 0.5))]
    assert table(pairs)[2:] == [
        "| `veteran` | `greedy` | 1 | 1 | 0.75 | 0.25 to 1.00 | +191 | -191 to ∞ | 1.00 | 0.50 | new |"
    ]


def test_the_page_says_which_seeds_were_played() -> None:
    pairs = [ladder.Pair(ladder.Job(SUEZ, "veteran", "greedy", k), "new", (1.0, 0.0)) for k in (12, 10, 11)]
    assert table(pairs)[2].startswith("| `veteran` | `greedy` | 3 | 10 to 12 | 0.50 |")


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = ladder.round_robin(SUEZ, ("a", "b", "c"), 2, 1)
    assert len(jobs) == len(set(jobs)) == 6
    played: list[Job] = []

    def play(job: Job) -> Pair:
        played.append(job)
        return Pair(job, ladder.identity(SUEZ), (1.0, 0.5))

    monkeypatch.setattr(ladder, "play", play)
    path = tmp_path / "log.jsonl"
    assert len(list(Log(path).run(jobs[:4], 1))) == 4
    assert len(list(Log(path).run(jobs, 1))) == 6
    assert len(played) == 6
    with path.open("a") as file:
        file.write("{}\n")
    with pytest.raises(ValueError, match="line 7"):
        Log(path)


def test_results_of_other_code_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(SUEZ, "a", "b", 1)
    path = tmp_path / "log.jsonl"
    Log(path).keep(Pair(job, "another", (0.0, 0.0)))
    monkeypatch.setattr(ladder, "play", lambda j: Pair(j, ladder.identity(SUEZ), (1.0, 1.0)))
    assert [p.score for p in Log(path).run([job], 1)] == [1.0]


def test_standings_are_sorted_and_anchored() -> None:
    pairs = [Pair(Job(SUEZ, "veteran", "greedy", k), "x", (1.0, k % 2)) for k in range(20)]
    result = ladder.ladder(("greedy", "veteran"), pairs)
    assert [x.player for x in result.standings] == ["veteran", "greedy"]
    assert result.standings[1].elo == 0.0
    assert result.matrix["veteran", "greedy"][0] == 0.75


def test_the_interval_of_a_mean() -> None:
    assert mean_interval([]) == (0.5, 0.0, 1.0)
    mean, low, high = mean_interval([0.5, 1.0] * 50)
    assert mean == 0.75
    assert (low, high) == (pytest.approx(0.70, abs=0.01), pytest.approx(0.80, abs=0.01))
