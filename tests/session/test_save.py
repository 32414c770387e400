"""A save is atomic: whenever the program dies, the file holds every finished action."""

import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.session import Session, write_atomically
from tests.session.play import random_session

ROOT = Path(__file__).resolve().parents[2]


def test_a_kill_never_loses_a_finished_action(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    before = 0
    for told in (1, 7, 20):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.session.saver", str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as program:
            assert program.stdout is not None
            last = 0
            for _ in range(told):
                last = int(program.stdout.readline())
            program.kill()
            last = max([last, *map(int, program.stdout.read().split())])
        session = Session.load(file)
        assert len(session.record.entries) >= last > before
        before = len(session.record.entries)


def test_a_failed_save_leaves_the_old_file_and_no_rubbish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.record"
    write_atomically(file, "old\n")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, "new\n")
    assert file.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_save_makes_its_folder(tmp_path: Path) -> None:
    session = random_session("toy", decisions=4)
    session.save(tmp_path / "a" / "b" / "game.record")
    assert Session.load(tmp_path / "a" / "b" / "game.record").states == session.states
