"""SQLite means one server: who holds the lock of the database's file serves it, until that process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Lock:
    """The lock beside the database; ValueError in a sentence when another server holds it."""

    def __init__(self, url: str) -> None:
        self.file: IO[str] | None = None
        name = make_url(url).database
        if make_url(url).get_dialect().name != "sqlite" or not name or name == ":memory:":
            return
        path = Path(f"{name}.lock")
        self.file = path.open("a+", encoding="utf-8")
        try:
            if sys.platform == "win32":
                msvcrt.locking(self.file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.seek(0)
            who = self.file.read(20).strip()
            self.file.close()
            told = f" (process {who})" if who.isdigit() else ""
            raise ValueError(
                f"another server{told} uses {name}: SQLite serves one at a time; "
                "stop that one, choose another --data folder, or use PostgreSQL for several"
            ) from None
        with contextlib.suppress(OSError):
            self.file.truncate(0)
            self.file.write(str(os.getpid()))
            self.file.flush()

    def release(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None
