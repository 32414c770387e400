"""Matches: statistics that can be checked by hand."""

import pytest

from sandtable.studies import match, pages
from sandtable.studies.match import Result, Summary, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (50, 100, 0.404, 0.596), (10, 10, 0.722, 1.0), (0, 10, 0.0, 0.278)],
)
def test_the_confidence_interval(wins: int, games: int, low: float, high: float) -> None:
    """Values of Wilson's interval as published."""
    assert wilson(wins, games) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_a_summary_counts() -> None:
    summary = Summary(("red", "blue"))
    for winner, level, score in (("red", "red wins", 2), ("red", "red wins", 4), (None, "draw", 0)):
        summary.add(Result(winner, level, (("red", score),), 3, 10, 0.5))
    data = summary.data(2.0)
    assert data["wins"] == {"red": 2, "blue": 0}
    assert data["draws"] == 1
    assert data["levels"] == {"red wins": 2, "draw": 1}
    assert data["mean_score"] == {"red": 2.0}
    assert data["games_per_second"] == 1.5
    assert data["decisions"] == 30


def test_the_time_of_player_turns_is_kept_by_side() -> None:
    summary = Summary(("red", "blue"))
    thought = (("red", tuple(n / 100 for n in range(100, 0, -1))), ("blue", ()))
    summary.add(Result("red", "red wins", (), 3, 10, 0.5, thought))
    assert summary.data(2.0)["turn_seconds"] == {"red": {"turns": 100, "p50": 0.51, "p95": 0.96, "max": 1.0}}
    [job] = match.jobs("toy", {"red": "random", "blue": "random"}, 1, 5)
    played = match.play(job)
    assert {side for side, _ in played.thought} == {"red", "blue"}
    assert 0 < sum(sum(seconds) for _, seconds in played.thought) < played.seconds


def test_same_job_same_result() -> None:
    [job] = match.jobs("toy", {"red": "random", "blue": "random"}, 1, 5, {"weather": "never"})
    one, two = match.play(job), match.play(job)
    assert (one.winner, one.level, one.score, one.decisions) == (two.winner, two.level, two.score, two.decisions)


def test_jobs_differ_in_their_seed() -> None:
    work = match.jobs("toy", {"red": "random", "blue": "random"}, 3, 5)
    assert len({job.seed for job in work}) == 3


def test_pages_are_written_and_checked(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pages.main([str(tmp_path)]) == 0
    assert {p.name for p in tmp_path.iterdir()} == set(pages.PAGES)
    assert pages.main([str(tmp_path), "--check"]) == 0
    (tmp_path / "rulings.md").write_text("old", encoding="utf-8")
    capsys.readouterr()
    assert pages.main([str(tmp_path), "--check"]) == 1
    assert "rulings.md is out of date" in capsys.readouterr().out
