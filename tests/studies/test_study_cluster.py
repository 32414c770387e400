"""A study on a local Ray cluster, with a worker killed, gives what an undisturbed run on one core gives."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from sandtable.studies.study import Run, crew_of
from sandtable.studies.study.file import make_study

ray = pytest.importorskip("ray")
GAMES = 60


def workers() -> list[int]:
    """The processes of this machine that are playing a game for Ray."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if line.startswith(b"ray::_play"):
                found.append(int(entry.name))
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds Ray's workers through /proc")
def test_a_worker_killed_on_ray_loses_and_doubles_nothing(tmp_path: Path) -> None:
    study = make_study({"scenarios": ["suez-56"], "players": ["random"], "games": GAMES, "record": ["losses"]})
    for _ in Run(study, tmp_path / "quiet").play(crew_of(1)):
        pass
    run = Run(study, tmp_path / "ray")
    killed = 0
    try:
        for p in run.play(crew_of(2, ray="local")):
            if p.done >= 10 and not killed and (playing := workers()):
                os.kill(playing[0], signal.SIGKILL)
                killed += 1
    finally:
        ray.shutdown()
    assert killed == 1
    assert run.troubles == []
    assert (tmp_path / "ray" / "results.jsonl").read_bytes() == (tmp_path / "quiet" / "results.jsonl").read_bytes()
