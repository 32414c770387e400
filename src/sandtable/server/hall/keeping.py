"""What a server does by itself: forgets idle tables, watches clocks, takes over tables whose server died, hears the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from ..store import Stale
from ..table import changes, clocks
from ..table.keeping import keep
from ..table.table import Table
from ..table.trouble import Trouble
from . import talk
from .hall import IDLE, Hall
from .memory import EVERY
from .room import Room

log = logging.getLogger("sandtable.server")
LEFT_ALONE: Final = 3.0
"""Seconds after which a table that waits for its server is taken to have lost it."""


class Keeping:
    """The tasks beside the requests."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.memory = hall.memory
        self.chores: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self.forget_idle, 60.0),
            (self.watch_clocks, 1.0),
            (self.take_over, 2.0),
            (self.memory.tidy, EVERY),
        ]
        """What is done, and every how many seconds."""
        self.tasks: list[asyncio.Task[None]] = []
        self.following: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self.hall.exchange.start(self.hall.knows, self.heard, self.look_again)
        self.memory.begin()
        for do, every in self.chores:
            self.tasks.append(asyncio.create_task(_every(do, every)))

    async def stop(self) -> None:
        for task in (*self.tasks, *self.following):
            task.cancel()
        await asyncio.gather(*self.tasks, *self.following, return_exceptions=True)
        self.memory.end()

    # by the clock -------------------------------------------------------------------------------------------
    async def forget_idle(self) -> None:
        limit, hall = time.monotonic() - IDLE, self.hall
        hall.seats.clear()
        banned = await asyncio.to_thread(hall.people.banned)
        for room in list(hall.rooms.values()):
            if any(c.seat.person in banned for c in room.connections):
                await hall.look_who_sits(room)
        for id, room in list(hall.rooms.items()):
            busy = room.connections or room.lock.locked() or room.opponents.busy()
            if not busy and room.used < limit:
                await asyncio.to_thread(keep, hall.store.kept, room.table)
                del hall.rooms[id]
                self.memory.forgotten += 1
                hall.loading.pop(id, None)
                hall.forget_seats(id)
                await hall.exchange.release(id)

    async def watch_clocks(self) -> None:
        for id in await asyncio.to_thread(self.hall.store.run_out, time.time()):
            with _at(id):
                room = await self.hall.room(id)
                await self.hall.guarded(room, room.change(partial(_run_out, room.table)))

    async def take_over(self) -> None:
        """Tables that wait for a server: whose bots have been still since their server died, or since we started."""
        since = (datetime.now(UTC) - timedelta(seconds=LEFT_ALONE)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        for id in await asyncio.to_thread(self.hall.store.waiting, since):
            room = self.hall.rooms.get(id)
            if room is None and await self.hall.own(id):
                with _at(id):
                    await self.hall.room(id)
            elif room is not None and not room.opponents.busy():
                room.opponents.start()

    # by the others ------------------------------------------------------------------------------------------
    def heard(self, news: list[list[Any]]) -> None:
        """Notifications: `[table, version, kept]` of a change, `[table, what, told]` of anything else."""
        for table, what, told in news:
            self.hall.forget_seats(table)
            room = self.hall.rooms.get(table)
            if room is not None:
                self._follow(self._take_in(room, what, told))
            elif table in self.hall.loading:
                self._follow(self._when_loaded(table))

    def look_again(self) -> None:
        """Notifications may have been lost: compare everything that is live here with the database."""
        for room in list(self.hall.rooms.values()):
            self._follow(self._compare(room))

    def _follow(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.following.add(task)
        task.add_done_callback(self.following.discard)

    async def _when_loaded(self, table: str) -> None:
        """It may have been read just before the change that we hear of."""
        async with self.hall.loading[table]:
            room = self.hall.rooms.get(table)
        if room is not None:
            await self._compare(room)

    async def _compare(self, room: Room) -> None:
        version = await asyncio.to_thread(self.hall.store.version, room.table.id)
        if version != room.table.version:
            await self._reload(room)
            await self.hall.look_who_sits(room)

    async def _take_in(self, room: Room, what: int | str, told: Any) -> None:
        hall, table = self.hall, room.table
        if isinstance(what, int):
            await self._changed(room, what, told)
        elif what == "talk" and told is not None:
            talk.tell(room, told)
        elif what == "marks":
            await talk.tell_marks(room, hall.people)
        elif what == "orders":
            room.orders = await asyncio.to_thread(hall.people.orders, table.id)
        elif what == "proposal":
            async with room.lock:
                table.proposal = told
                room.tell_states(True)
        elif what == "seats":
            await hall.look_who_sits(room)
        elif what == "gone":
            await hall.dismiss(table.id, "The owner deleted this table.")

    async def _changed(self, room: Room, version: int, kept: int) -> None:
        """Another server made a change: follow it entry by entry, or, if more has happened, look at the whole again."""
        async with room.lock:
            table = room.table
            if table.broken or version <= table.version:
                return
            saved = await asyncio.to_thread(self.hall.store.since, table.id, kept)
            if saved is not None and table.version == version - 1 and saved.version == version:
                try:
                    table.follow(saved, kept)
                except Exception:
                    log.exception("table %s cannot follow", table.id)
                    table.broken = True
                else:
                    room.opponents.after_a_change()
                    room.tell_states()
            else:
                table.broken = True
        if room.table.broken:
            await self._reload(room)
        room.opponents.start()

    async def _reload(self, room: Room) -> None:
        room.table.broken = True
        await self.hall.repair(room)


async def _every(do: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await do()
        except (Exception, Stale):
            log.exception("keeping house")


@contextlib.contextmanager
def _at(table: str) -> Iterator[None]:
    """A table that cannot be opened costs no other table its turn."""
    try:
        yield
    except Trouble:
        pass
    except Exception:
        log.exception("table %s", table)


def _run_out(table: Table) -> None:
    with changes.careful(table):
        if clocks.run_out(table, time.time()):
            changes.commit(table, len(table.session.record.entries), always=True)
