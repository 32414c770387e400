"""The hall: all tables of a server. One is loaded when first asked for, and forgotten when nobody has used it for a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from sandtable.session import RecordError, Session

from .. import models
from ..bots import Thinkers
from ..components import Components
from ..encode import dumps
from ..seats import Seat, hash_of, new_table_id, new_token
from ..store import Saved, Stale, Store
from ..table import seen
from ..table.loading import load
from ..table.opening import sides_elsewhere
from ..table.table import Table
from ..table.trouble import Json, Trouble
from .lobby import rank, summary
from .room import Room

log = logging.getLogger("sandtable.server")
IDLE: Final = 900.0
"""Seconds after which a table that nobody looks at leaves the memory."""


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store, local: bool = False, components: Components | None = None) -> None:
        self.store, self.local, self.components = store, local, components or Components()
        self.thinkers = Thinkers()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.seats: dict[tuple[str, str], Seat] = {}

    # seats --------------------------------------------------------------------------------------------------
    async def seat(self, table: str, token: str) -> Seat:
        """The seat of a token at this table; raises Trouble."""
        key = hash_of(token)
        seat = self.seats.get((table, key))
        if seat is None:
            found = await asyncio.to_thread(self.store.seats, [key], table)
            seat = found[0] if found else None
            if seat is not None:
                self.seats[table, key] = seat
        if seat is None or not seat.fits(token):
            raise Trouble("bad_token", "This link or token is not valid for this table.")
        return seat

    def forget_seats(self, table: str) -> None:
        """Who sits there may have changed: look into the database again."""
        self.seats = {k: s for k, s in self.seats.items() if k[0] != table}

    # tables -------------------------------------------------------------------------------------------------
    async def room(self, id: str) -> Room:
        """The live table, loaded from the database when need be."""
        room = self.rooms.get(id)
        if room is not None and not room.table.broken:
            room.used = time.monotonic()
            return room
        lock = self.loading.setdefault(id, asyncio.Lock())
        async with lock:
            room = self.rooms.get(id)
            if room is not None and not room.table.broken:
                return room
            try:
                table = await asyncio.to_thread(load, self.store, id, self.components)
            except RecordError as e:
                log.error("table %s: %s", id, e)
                raise Trouble("trouble", f"This table cannot be continued with these rules: {e}.") from None
            if table is None:
                raise Trouble("unknown_table", "There is no such table.")
            if room is not None:  # it had stumbled: the same room goes on with the table as the database knows it
                room.table, room.opponents.decided = table, None
            else:
                room = self.rooms[id] = Room(table, self.thinkers)
            room.opponents.start()
            return room

    async def repair(self, room: Room) -> None:
        """After a failure: the table as the database knows it, shown to everybody."""
        with contextlib.suppress(Trouble):
            await self.room(room.table.id)
            async with room.lock:
                for c in room.connections:
                    c.version = 0
                    c.held = None
                room.tell_states(True)

    async def guarded(self, room: Room, work: Awaitable[Json]) -> Json:
        """Whatever goes wrong unexpectedly is ours, not the client's; the table is then loaded anew."""
        try:
            return await work
        except Trouble:
            raise
        except Stale:
            await self.repair(room)
            raise Trouble("stale", "The position has changed since; look at it first.") from None
        except Exception:
            log.exception("table %s", room.table.id)
            if room.table.broken:
                await self.repair(room)
            raise Trouble("trouble", "The server stumbled over this; the game stands as it was.") from None

    async def create(self, make: Callable[[str], tuple[Saved, Session]]) -> models.Created:
        id = new_table_id()
        owner = new_token()
        spectator = new_token()
        links: dict[str, str] = {}

        def work() -> Table:
            saved, session = make(id)
            table = Table(self.store, saved, session)
            saved.summary = seen.summary(table)
            links.update((side, new_token()) for side in sides_elsewhere(saved.players))
            self.store.create(saved, _seats(id, owner, links, spectator), [dumps(x) for x in table.lines])
            return table

        table = await asyncio.to_thread(work)
        self.rooms[id] = room = Room(table, self.thinkers)
        room.opponents.start()
        return models.Created(table=id, owner=owner, seats=links, spectator=spectator)

    async def claim(self, id: str) -> models.Claimed:
        await self.room(id)
        token = new_token()
        await asyncio.to_thread(self.store.add_seat, Seat(hash_of(token), id, "owner"))
        return models.Claimed(token=token)

    async def new_links(self, id: str) -> models.Links:
        room = await self.room(id)
        links = {side: new_token() for side in sides_elsewhere(room.table.saved.players)}
        spectator = new_token()
        old = [s for s in await asyncio.to_thread(self.store.seats_at, id) if s.role != "owner" and not s.taken]
        await asyncio.to_thread(self.store.replace_seats, old, _seats(id, "", links, spectator))
        self.forget_seats(id)
        room.dismiss([c for c in room.connections if c.seat.role != "owner"], "The owner made new links.")
        return models.Links(seats=links, spectator=spectator)

    async def delete(self, id: str) -> None:
        room = self.rooms.pop(id, None)
        if room is not None:
            room.table.broken = True
            room.dismiss(list(room.connections), "The owner deleted this table.")
            async with room.lock:
                await room.close()
        await asyncio.to_thread(self.store.delete, id)
        self.forget_seats(id)

    async def lobby(self, tokens: list[str]) -> models.Lobby:
        """The tables of these tokens; on one's own machine all others too."""
        by_hash = {hash_of(t): t for t in tokens}
        seats = await asyncio.to_thread(self.store.seats, list(by_hash))
        best: dict[str, Seat] = {}
        for seat in seats:
            if seat.table not in best or rank(seat.role) < rank(best[seat.table].role):
                best[seat.table] = seat
        saved = await asyncio.to_thread(self.store.lobby, None if self.local else list(best))
        found = [summary(s, best.get(s.id), by_hash) for s in saved]
        return models.Lobby(tables=sorted(found, key=lambda x: x.updated, reverse=True))

    # house-keeping ------------------------------------------------------------------------------------------
    def forget_idle(self) -> None:
        limit = time.monotonic() - IDLE
        for id, room in list(self.rooms.items()):
            busy = room.connections or room.lock.locked() or room.opponents.busy()
            if not busy and room.used < limit:
                del self.rooms[id]
                self.loading.pop(id, None)

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.forget_idle()

    async def close(self) -> None:
        for room in self.rooms.values():
            await room.close()
        await self.thinkers.close()
        self.store.close()


def _seats(table: str, owner: str, links: dict[str, str], spectator: str) -> list[Seat]:
    found = [Seat(hash_of(token), table, "seat", side) for side, token in links.items()]
    found.append(Seat(hash_of(spectator), table, "spectator"))
    return [Seat(hash_of(owner), table, "owner"), *found] if owner else found
