"""Running studies: stopping, dying workers and going on change nothing; the same file gives the same games."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.studies import pool
from sandtable.studies.study import JournalError, Run, crew_of, study
from sandtable.studies.study.file import Study, make_study
from sandtable.studies.study.journal import LOCK, Journal


def small(games: int = 80, **more: Any) -> Study:
    return make_study({"scenarios": ["suez-56"], "players": ["random"], "games": games, "record": ["losses"], **more})


def results(folder: Path) -> bytes:
    return (folder / "results.jsonl").read_bytes()


def test_interrupted_twice_and_with_a_worker_killed_the_results_are_those_of_a_quiet_run(tmp_path: Path) -> None:
    quiet = Run(small(), tmp_path / "quiet")
    for _ in quiet.play(crew_of(1)):
        pass
    for games in (20, 30):
        stopped = Run(small(), tmp_path / "troubled").play(crew_of(2))
        for _ in itertools.islice(stopped, games):
            pass
        stopped.close()  # type: ignore[attr-defined]
    with (tmp_path / "troubled" / "games.jsonl").open("ab") as file:
        file.write(b'{"key": "half a li')
    troubled = Run(small(), tmp_path / "troubled")
    killed = 0
    for p in troubled.play(crew_of(2)):
        if p.done in (60, 65):
            multiprocessing.active_children()[0].kill()
            killed += 1
    assert killed == 2
    assert troubled.troubles == []
    assert results(tmp_path / "troubled") == results(tmp_path / "quiet")
    lines = (tmp_path / "troubled" / "games.jsonl").read_text().splitlines()
    keys = [json.loads(line)["key"] for line in lines]
    assert len(keys) == len(set(keys)) == 80


def broken(job: int) -> int:
    raise ValueError(f"job {job} cannot be done")


def suicide(job: int) -> int:
    if job == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def test_a_job_that_kills_its_workers_is_set_aside_and_named() -> None:
    done = list(pool.each(suicide, range(6), 2))
    assert sorted(d.result for d in done if d.result is not None) == [0, 1, 2, 4, 5]
    (lost,) = [d for d in done if d.trouble]
    assert lost.job == 3
    assert "set aside" in lost.trouble


def test_a_job_that_fails_says_so_and_the_others_go_on() -> None:
    done = list(pool.each(broken, range(3), 2))
    assert [d.trouble.splitlines()[-1] for d in sorted(done, key=lambda d: d.job)] == [
        f"ValueError: job {i} cannot be done" for i in range(3)
    ]
    with pytest.raises(pool.WorkError, match="cannot be done"):
        list(pool.run(broken, [1], 2))


def test_the_same_seed_is_the_same_game_for_every_variation() -> None:
    given = {
        "scenarios": ["across-suez-2021"],
        "games": 2,
        "variation": [{"name": "same by another name"}, {"name": "marines", "options": {"marines": True}}],
    }
    found = study(given, jobs=1)
    by: dict[str, list[str]] = {}
    for row in found.rows:
        by.setdefault(row["variation"], []).append(row["checksum"])
    assert by["as printed"] == by["same by another name"] != by["marines"]
    apart = study({**given, "paired": False}, jobs=1)
    sums = {row["variation"]: row["checksum"] for row in apart.rows if row["game"] == 1}
    assert sums["as printed"] != sums["same by another name"]


def test_a_precision_is_reached_in_whole_rounds_whoever_plays(tmp_path: Path) -> None:
    wanted = make_study(
        {"scenarios": ["suez-56"], "players": ["random"], "precision": 0.1, "at_most": 200, "record": []}
    )
    for name, processes in (("one", 1), ("two", 2)):
        for _ in Run(wanted, tmp_path / name).play(crew_of(processes)):
            pass
    assert results(tmp_path / "one") == results(tmp_path / "two")
    run = Run(wanted, tmp_path / "one")
    assert list(run.play(crew_of(1)))[-1].total == len(run.rows())
    assert len(run.rows()) % 40 == 0
    assert run.cells[0].half_width() <= 0.1


def test_games_of_other_rules_are_not_mixed_in_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in Run(small(3), tmp_path).play(crew_of(1)):
        pass
    monkeypatch.setattr("sandtable.studies.study.run.engine", lambda: "another")
    with pytest.raises(JournalError, match="--mix"):
        list(Run(small(3), tmp_path).play(crew_of(1)))
    assert list(Run(small(3), tmp_path, mix=True).play(crew_of(1)))[-1].done == 3


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with Journal(tmp_path):
        (tmp_path / LOCK).write_text("1")
        with pytest.raises(JournalError, match="being written by process 1"), Journal(tmp_path):
            pass


def test_the_lock_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("999999999")
    with Journal(tmp_path) as journal:
        journal.add({"key": "a"})
    assert not (tmp_path / LOCK).exists()


def test_more_games_and_new_variations_keep_what_was_played(tmp_path: Path) -> None:
    list(Run(small(4), tmp_path).play(crew_of(1)))
    first = next(
        iter(Run(small(6, variation=[{"name": "what if", "options": {"what_if": True}}]), tmp_path).play(crew_of(1)))
    )
    assert (first.done, first.total) == (4, 12)


def test_every_loss_is_written_down(tmp_path: Path) -> None:
    rows = study(
        {"scenarios": ["across-suez-1980"], "games": 2, "record": ["losses", "positions", "roads", "odds", "rules"]},
        jobs=1,
    ).rows
    game = sandtable.load("across-suez-1980")
    for row in rows:
        last = row["scores"][-1]
        assert last["israel"] == row["score"]["israel"]
        assert last["turn"] == row["turn"]
        lost = [unit for _, _, unit, _, _ in row["losses"]]
        assert len(lost) == len(set(lost)) > 0
        stood = {h for x in row["positions"] for side in game.sides for h in x[side].split()}
        arrived = {h for side in game.sides for _, h in row["arrivals"][side]}
        assert stood - arrived <= {game.hex_name(x) for x in game.start().loc if x > 0}
        assert row["roads"]
        assert all(game.map.grid.find(x) for k in row["roads"] for x in k.split("-"))
        assert {side for side, *_ in row["odds"]} <= set(game.sides)
        assert row["rules"]


def test_writing_down_changes_no_game() -> None:
    plain, full = (
        study({"scenarios": ["across-suez-1980"], "games": 2, "record": record}, jobs=1).rows
        for record in ([], ["losses", "positions", "roads", "odds", "rules"])
    )
    assert [r["checksum"] for r in plain] == [r["checksum"] for r in full]
