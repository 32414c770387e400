"""One thread that writes: everything that waits goes into one transaction, so that many tables share one trip to the disk.

Every save names the version it was based on. Where the table has moved on meanwhile, that save alone is refused (`Stale`).
"""

from __future__ import annotations

import json
import queue
import re
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine

AT_ONCE: Final = 200
_KEPT_REQUESTS: Final = 512
CHANNEL: Final = "sandtable"


class Stale(Exception):
    """The table is not at the version the save was based on."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one change of a table writes down."""

    table: str
    was: int
    """The version it is based on; it makes the next one."""
    columns: dict[str, Any]
    kept: int
    """How many entries of the version before still stand."""
    before: int
    """How many entries the database holds."""
    entries: list[dict[str, Any]] = field(default_factory=list)
    take_backs: list[dict[str, Any]] | None = None
    """All of them, where they changed."""
    notes: list[dict[str, Any]] | None = None
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    request: str = ""
    seats_gone: list[str] = field(default_factory=list)
    """Hashes of tokens that open this table no more."""
    seats_new: list[dict[str, Any]] = field(default_factory=list)


class Writer:
    """The thread and its queue."""

    def __init__(self, engine: Engine, node: str) -> None:
        self.engine, self.node = engine, node
        self.shared = engine.dialect.name == "postgresql"
        self.waiting: queue.SimpleQueue[tuple[Change, Future[None]] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def write(self, change: Change) -> Future[None]:
        done: Future[None] = Future()
        self.waiting.put((change, done))
        return done

    def close(self) -> None:
        """Write what was accepted, then end."""
        self.waiting.put(None)
        self.thread.join(30)

    def depth(self) -> int:
        return self.waiting.qsize()

    def _run(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < AT_ONCE and not self.waiting.empty():
                more = self.waiting.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            batch.sort(key=lambda x: (x[0].table, x[0].was))  # two servers lock rows in the same order
            self._write_all(batch)
            if last:
                return

    def _write_all(self, batch: list[tuple[Change, Future[None]]]) -> None:
        outcomes: list[BaseException | None] = []
        try:
            with self.engine.begin() as db:
                outcomes = [self._write(db, change) for change, _ in batch]
        except BaseException as e:
            if len(batch) > 1:
                for one in batch:
                    self._write_all([one])
                return
            outcomes = [e]
        for (_, done), outcome in zip(batch, outcomes):
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)

    def _write(self, db: Connection, c: Change) -> BaseException | None:
        values = {**c.columns, "id": c.table, "was": c.was, "version": c.was + 1}
        done = self._do(db, _update(tuple(c.columns)), values)
        if done != 1:
            return Stale(c.table)
        if c.kept < c.before:
            at = {"t": c.table, "n": c.kept}
            self._do(db, "DELETE FROM entries WHERE table_id = :t AND n > :n", at)
            self._do(db, "DELETE FROM snapshots WHERE table_id = :t AND n > :n", at)
        if c.entries:
            self._do(db, _insert("entries", tuple(c.entries[0])), c.entries)
        for name, rows in (("take_backs", c.take_backs), ("notes", c.notes)):
            if rows is not None:
                self._do(db, f"DELETE FROM {name} WHERE table_id = :t", {"t": c.table})
                if rows:
                    self._do(db, _insert(name, tuple(rows[0])), rows)
        if c.snapshots:
            self._do(db, _insert("snapshots", tuple(c.snapshots[0])), c.snapshots)
        for hash in c.seats_gone:
            self._do(db, "DELETE FROM seats WHERE table_id = :t AND hash = :h", {"t": c.table, "h": hash})
        if c.seats_new:
            self._do(db, _insert("seats", tuple(c.seats_new[0])), c.seats_new)
        if c.request:
            row = {"table_id": c.table, "id": c.request, "version": c.was + 1}
            self._do(db, _insert("requests", tuple(row)), row)
            if c.was % 64 == 0:
                old = {"t": c.table, "v": c.was - _KEPT_REQUESTS}
                self._do(db, "DELETE FROM requests WHERE table_id = :t AND version < :v", old)
        if self.shared:
            news = json.dumps([self.node, c.table, c.was + 1, c.kept])
            self._do(db, "SELECT pg_notify(:channel, :news)", {"channel": CHANNEL, "news": news})
        return None

    def _do(self, db: Connection, sql: str, values: Any) -> int:
        return db.exec_driver_sql(_spelled(sql, self.shared), values).rowcount


_spellings: dict[str, str] = {}


def _spelled(sql: str, shared: bool) -> str:
    """Names of values as the driver wants them: `:n` for SQLite, `%(n)s` for PostgreSQL."""
    if not shared:
        return sql
    if sql not in _spellings:
        _spellings[sql] = re.sub(r":(\w+)", r"%(\1)s", sql)
    return _spellings[sql]


def _update(columns: tuple[str, ...]) -> str:
    sets = ", ".join(f"{name} = :{name}" for name in (*columns, "version"))
    return f"UPDATE tables SET {sets} WHERE id = :id AND version = :was"


def _insert(name: str, columns: tuple[str, ...]) -> str:
    """Column names as they stand in the schema; some are words of SQL."""
    names = ", ".join(f'"{c}"' for c in columns)
    return f"INSERT INTO {name} ({names}) VALUES ({', '.join(f':{c}' for c in columns)})"
