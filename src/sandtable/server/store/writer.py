"""One thread that writes: everything that waits goes into one transaction, so that many tables share one trip to the disk.

Every save names the version it was based on. Where the table has moved on meanwhile, that save alone is refused (`Stale`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import re
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine, PoolProxiedConnection

AT_ONCE: Final = 100
"""Changes in one transaction; a notification of PostgreSQL holds the news of as many."""
LINGER: Final = 0.004
"""Seconds between two transactions where many wait."""
_KEPT_REQUESTS: Final = 512
CHANNEL: Final = "sandtable"


class Stale(Exception):
    """The table is not at the version the save was based on."""


class Rest(NamedTuple):
    """What comes after so many rows that stay as they are."""

    kept: int
    rows: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """What one change of a table writes down."""

    table: str
    was: int
    """The version it is based on; it makes the next one."""
    columns: dict[str, Any]
    """Those of the table's row that are others now."""
    kept: int
    """How many entries of the version before still stand."""
    before: int
    """How many entries the database holds."""
    entries: list[dict[str, Any]] = field(default_factory=list)
    take_backs: Rest | None = None
    notes: Rest | None = None
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    passed: list[dict[str, Any]] = field(default_factory=list)
    """A turn that has passed to somebody, of which messages may be due."""
    request: str = ""
    seats_gone: list[str] = field(default_factory=list)
    """Hashes of tokens that open this table no more."""
    seats_new: list[dict[str, Any]] = field(default_factory=list)


Done = Future[None] | asyncio.Future[None]
Outcome = BaseException | None


class Waiting(NamedTuple):
    change: Change
    done: Done


class Writer:
    """The thread and its queue."""

    def __init__(self, engine: Engine, node: str) -> None:
        self.engine, self.node = engine, node
        self.shared = engine.dialect.name == "postgresql"
        self.waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self.connection: PoolProxiedConnection | None = None
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def write(self, change: Change, done: Done) -> None:
        """Write it when its turn comes; `done` is told: nothing, `Stale`, or what went wrong."""
        self.waiting.put(Waiting(change, done))

    def close(self) -> None:
        """Write what was accepted, then end."""
        self.waiting.put(None)
        self.thread.join(30)

    def depth(self) -> int:
        return self.waiting.qsize()

    def _run(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch, last = self._batch(first)
            batch.sort(key=lambda x: (x.change.table, x.change.was))  # two servers lock rows in the same order
            self._write_all(batch)
            if last:
                break
            if len(batch) > 1:  # others will come while we wait, and share the next trip
                time.sleep(LINGER)
        self._let_go()

    def _batch(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """What waits by now; is that all there will ever be?"""
        batch = [first]
        while len(batch) < AT_ONCE and not self.waiting.empty():
            more = self.waiting.get()
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _write_all(self, batch: list[Waiting]) -> None:
        fresh = self.connection is None
        outcomes: Sequence[Outcome] = []
        try:
            outcomes = self._write([one.change for one in batch])
        except BaseException as e:
            self._let_go()
            if len(batch) > 1 or not fresh:  # whose fault it was, or only that of a connection that had died
                for one in batch:
                    self._write_all([one])
                return
            outcomes = [e]
        _tell([one.done for one in batch], outcomes)

    def _write(self, changes: Sequence[Change]) -> list[Outcome]:
        """All of it in one transaction; by change what became of it."""
        self.connection = self.connection or self.engine.raw_connection()
        driver: Any = self.connection.driver_connection
        with driver.pipeline() if self.shared else contextlib.nullcontext() as pipeline:
            saved = [self._do(driver, *_update(c)) for c in changes]
            if pipeline:
                pipeline.sync()  # now the counts are known
            outcomes: list[Outcome] = [
                None if x.rowcount == 1 else Stale(c.table) for c, x in zip(changes, saved)
            ]  # fmt: skip
            written = [c for c, outcome in zip(changes, outcomes) if outcome is None]
            for sql, rows in self._statements(written).items():
                driver.cursor().executemany(_spelled(sql, self.shared), rows)
            self.connection.commit()
        return outcomes

    def _let_go(self) -> None:
        """Of the connection: what it had begun is undone."""
        if self.connection is not None:
            self.connection.invalidate()
            self.connection = None

    def _do(self, driver: Any, sql: str, values: dict[str, Any]) -> Any:
        return driver.execute(_spelled(sql, self.shared), values)

    def _statements(self, changes: Sequence[Change]) -> dict[str, list[dict[str, Any]]]:
        """What follows the new versions, by statement: first what goes, then what comes."""
        gone: dict[str, list[dict[str, Any]]] = {}
        come: dict[str, list[dict[str, Any]]] = {}
        for c in changes:
            for sql, row in _going(c):
                gone.setdefault(sql, []).append(row)
            for name, rows in _coming(c):
                if rows:
                    come.setdefault(_insert(name, tuple(rows[0])), []).extend(rows)
        if self.shared and changes:
            news = [[c.table, c.was + 1, c.kept] for c in changes]
            told = {"channel": CHANNEL, "news": json.dumps([self.node, news])}
            come["SELECT pg_notify(:channel, :news)"] = [told]
        return {**gone, **come}


def _going(c: Change) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows that a change takes away."""
    if c.kept < c.before:
        for name in ("entries", "snapshots", "positions", "films"):
            yield f"DELETE FROM {name} WHERE table_id = :t AND n > :n", {"t": c.table, "n": c.kept}
    for name, rest in (("take_backs", c.take_backs), ("notes", c.notes)):
        if rest is not None:
            yield f"DELETE FROM {name} WHERE table_id = :t AND n > :n", {"t": c.table, "n": rest.kept}
    for hash in c.seats_gone:
        yield "DELETE FROM seats WHERE table_id = :t AND hash = :h", {"t": c.table, "h": hash}
    if c.request and c.was % 64 == 0:
        yield "DELETE FROM requests WHERE table_id = :t AND version < :v", {"t": c.table, "v": c.was - _KEPT_REQUESTS}


def _coming(c: Change) -> Iterator[tuple[str, Sequence[dict[str, Any]]]]:
    """Rows that it brings."""
    yield "entries", c.entries
    yield "take_backs", c.take_backs.rows if c.take_backs else ()
    yield "notes", c.notes.rows if c.notes else ()
    yield "snapshots", c.snapshots
    yield "seats", c.seats_new
    yield "notices", c.passed
    if c.request:
        yield "requests", ({"table_id": c.table, "id": c.request, "version": c.was + 1},)


def _tell(waiting: Sequence[Done], outcomes: Sequence[Outcome]) -> None:
    """Each loop is woken once for all that wait in it."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Done, Outcome]]] = {}
    for done, outcome in zip(waiting, outcomes):
        if isinstance(done, asyncio.Future):
            loops.setdefault(done.get_loop(), []).append((done, outcome))
        else:
            _settle([(done, outcome)])
    for loop, some in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(_settle, some)


def _settle(some: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in some:
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)


_spellings: dict[str, str] = {}


def _spelled(sql: str, shared: bool) -> str:
    """Names of values as the driver wants them: `:n` for SQLite, `%(n)s` for PostgreSQL."""
    if not shared:
        return sql
    if sql not in _spellings:
        _spellings[sql] = re.sub(r":(\w+)", r"%(\1)s", sql)
    return _spellings[sql]


def _update(c: Change) -> tuple[str, dict[str, Any]]:
    sets = ", ".join(f"{name} = :{name}" for name in (*c.columns, "version"))
    values = {**c.columns, "id": c.table, "was": c.was, "version": c.was + 1}
    return f"UPDATE tables SET {sets} WHERE id = :id AND version = :was", values


def _insert(name: str, columns: tuple[str, ...]) -> str:
    """Column names as they stand in the schema; some are words of SQL."""
    names = ", ".join(f'"{c}"' for c in columns)
    return f"INSERT INTO {name} ({names}) VALUES ({', '.join(f':{c}' for c in columns)})"
