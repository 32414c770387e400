"""How several servers on one PostgreSQL hear of each other: its own notifications; and who owns a table: its advisory locks.

The version check of every save is the safety. Ownership only saves work (one server's bots think), notifications only save
time. When the connection is lost it is made anew, and everything that is live here is compared with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import zlib
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Engine

from ..store.writer import CHANNEL

log = logging.getLogger("sandtable.server")
_CLASS: Final = 7_324
LONGEST: Final = 7_500
"""Bytes that a notification may hold."""


Known = Callable[[str], bool]
Heard = Callable[[list[list[Any]]], None]


class Alone:
    """One server on SQLite: nobody to hear of."""

    async def own(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        return None

    def publish(self, table: str, what: str, told: Any) -> None:
        return None

    def start(self, known: Known, heard: Heard, lost: Callable[[], None]) -> None:
        return None

    def close(self) -> None:
        return None


class Shared(Alone):
    """Several servers on PostgreSQL. Its two connections must not go through a pooler of transactions."""

    def __init__(self, engine: Engine, node: str) -> None:
        self.engine, self.node = engine, node
        self.ended = threading.Event()
        self.owning = threading.Lock()
        self.owned: set[str] = set()
        self.locks: Any = None

    def _connect(self) -> Any:
        """A connection of our own, outside the pool."""
        dialect = self.engine.dialect
        args, settings = dialect.create_connect_args(self.engine.url)
        connection = dialect.loaded_dbapi.connect(*args, **settings)
        connection.autocommit = True
        return connection

    # hearing ------------------------------------------------------------------------------------------------
    def start(self, known: Known, heard: Heard, lost: Callable[[], None]) -> None:
        """`known`: is this table of any concern here? `heard` and `lost` are called in the loop that runs now."""
        loop = asyncio.get_running_loop()

        def call(what: Callable[..., None], *args: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(what, *args)

        def listen() -> None:
            while not self.ended.is_set():
                try:
                    self._listen(call, known, heard, lost)
                except Exception as e:
                    if not self.ended.is_set():
                        log.warning("the exchange with the other servers was lost: %s", e)
                        self.ended.wait(1)

        threading.Thread(target=listen, name="exchange", daemon=True).start()

    def _listen(self, call: Callable[..., None], known: Known, heard: Heard, lost: Callable[[], None]) -> None:
        with contextlib.closing(self._connect()) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            call(lost)
            while not self.ended.is_set():
                for n in connection.notifies(timeout=0.5):
                    node, news = json.loads(n.payload)
                    if node != self.node and (concerned := [one for one in news if known(one[0])]):
                        call(heard, concerned)

    def publish(self, table: str, what: str, told: Any) -> None:
        text = json.dumps([self.node, [[table, what, told]]])
        if len(text.encode()) > LONGEST:
            text = json.dumps([self.node, [[table, what, None]]])
        with self.engine.begin() as db:
            db.exec_driver_sql("SELECT pg_notify(%(c)s, %(n)s)", {"c": CHANNEL, "n": text})

    # owning -------------------------------------------------------------------------------------------------
    async def own(self, table: str) -> bool:
        """Is the table ours, from now on if nobody else's? Free again when this process dies."""
        return table in self.owned or await asyncio.to_thread(self._own, table)

    def _own(self, table: str) -> bool:
        with self.owning:
            try:
                if self.locks is None or self.locks.closed:
                    self.owned.clear()
                    self.locks = self._connect()
                sql = "SELECT pg_try_advisory_lock(%s, %s)"
                got = bool(self.locks.execute(sql, (_CLASS, _number(table))).fetchone()[0])
            except Exception as e:
                log.warning("tables cannot be owned now: %s", e)
                self.locks = None
                self.owned.clear()
                return False
            if got:
                self.owned.add(table)
            return got

    async def release(self, table: str) -> None:
        if table in self.owned:
            await asyncio.to_thread(self._release, table)

    def _release(self, table: str) -> None:
        with self.owning, contextlib.suppress(Exception):
            self.owned.discard(table)
            self.locks.execute("SELECT pg_advisory_unlock(%s, %s)", (_CLASS, _number(table)))

    def close(self) -> None:
        self.ended.set()
        with self.owning, contextlib.suppress(Exception):
            if self.locks is not None:
                self.locks.close()


def _number(table: str) -> int:
    return zlib.crc32(table.encode()) - 2**31
