"""The results of a study on disk: one line per finished game, only ever added to, keyed by job.

A line that was cut off by a crash is dropped when the journal is opened again; its game is simply played once more.
Only one process writes, and a lock keeps a second one out.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from .play import Row

LOCK = "running"
SYNC = 1.0
"""Seconds between forced writes to the disk."""


class JournalError(ValueError):
    """A folder of results that cannot be continued."""


class Journal:
    """The file `games.jsonl` of a study's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "games.jsonl"
        self._lock = folder / LOCK
        self._synced = 0.0

    def __enter__(self) -> Journal:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        self._mend()
        self._file = self.path.open("ab")
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._lock.unlink(missing_ok=True)

    def add(self, row: Row) -> None:
        """Write down a finished game; it survives the death of this process at once, that of the machine a second later."""
        self._file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def rows(self) -> Iterator[Row]:
        """Every game written down so far, each key once."""
        seen: set[str] = set()
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for n, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    row = json.loads(line)
                    key = row["key"]
                except (ValueError, KeyError, TypeError):
                    raise JournalError(f"{self.path}, line {n} is no result; remove the line and run again") from None
                if key not in seen:
                    seen.add(key)
                    yield row

    def _mend(self) -> None:
        """Cut off a last line that was never finished."""
        if not self.path.exists():
            return
        with self.path.open("rb+") as file:
            content = file.read()
            file.truncate(content.rfind(b"\n") + 1)

    def _take_lock(self) -> None:
        """Keep a second writer out; the lock of a process that is no more is taken over."""
        for _ in range(2):
            try:
                with self._lock.open("x") as file:
                    file.write(str(os.getpid()))
                return
            except FileExistsError:
                owner = self._lock.read_text().strip()
                if owner.isdigit() and alive(int(owner)):
                    raise JournalError(
                        f"{self.folder} is being written by process {owner}; wait for it, stop it, "
                        f"or delete {self._lock} if that process is another program"
                    ) from None
                self._lock.unlink(missing_ok=True)
        raise JournalError(f"{self.folder} cannot be locked")


def alive(pid: int) -> bool:
    """Is there a process of this number on this machine?"""
    if pid == os.getpid():
        return False  # a lock this process left behind
    if sys.platform == "win32":
        return True  # there is no harmless way to ask
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
