"""The hall: all tables of a server. One is loaded when first asked for, and forgotten when nobody has used it for a while."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from sandtable.session import RecordError, Session

from .. import models
from ..bots import Thinkers
from ..budgets import Budgets
from ..components import Components
from ..questions import Questions
from ..seats import Seat, hash_of, new_id, new_token
from ..settings import Settings
from ..store import Damaged, Saved, Stale, Store
from ..store.people import People, Person
from ..table import seating
from ..table.keeping import keep
from ..table.loading import load
from ..table.opening import sides_elsewhere
from ..table.starting import start, table_rows
from ..table.table import Table
from ..table.trouble import Json, Locked, Trouble
from .exchange import Alone, Shared
from .lobby import best, my_game, rank, shown, summary
from .memory import Memory
from .room import Room

log = logging.getLogger("sandtable.server")
IDLE: Final = 900.0
"""Seconds after which a table that nobody looks at leaves the memory."""
UNSEEN: Final = 60.0
"""The same for a new one that nobody has looked at."""


class Hall:
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        local: bool = False,
        components: Components | None = None,
        settings: Settings | None = None,
    ) -> None:
        settings = settings or Settings()
        self.store, self.local, self.components = store, local, components or Components()
        self.people = People(store.engine)
        self.thinkers = Thinkers(settings.workers.bots)
        self.questions = Questions(settings.workers.questions, settings.workers.queue)
        self.budgets = Budgets(settings.limits, not local)
        self.exchange = Shared(store.engine, store.node) if store.shared else Alone()
        self.rooms: dict[str, Room] = {}
        self.memory = Memory(self.rooms)
        self.loading: dict[str, asyncio.Lock] = {}
        self.seats: dict[str, dict[str, Seat]] = {}
        """By table and hash of a token: what was looked up."""

    # what rooms need ----------------------------------------------------------------------------------------
    def publish(self, table: str, what: str, news: Any) -> None:
        if self.store.shared:
            asyncio.get_running_loop().run_in_executor(None, self.exchange.publish, table, what, news)

    async def own(self, table: str) -> bool:
        return await self.exchange.own(table)

    # seats --------------------------------------------------------------------------------------------------
    async def seat(self, table: str, token: str) -> Seat:
        """What a token, or a person's key, opens at this table; raises Trouble."""
        key = hash_of(token)
        seat = self.seats.get(table, {}).get(key)
        if seat is None:
            found = await asyncio.to_thread(self._seat, table, key)
            seat = found
            if seat is not None:
                self.seats.setdefault(table, {})[key] = seat
        if seat is None or not seat.fits(token):
            raise Trouble("bad_token", "This link or token is not valid for this table.")
        return seat

    def _seat(self, table: str, key: str) -> Seat | None:
        found = self.store.seats([key], table)
        if found:
            holder = self.people.get(found[0].person) if found[0].person else None
            return None if holder and holder.banned else found[0]
        person = self.people.by_key(key)
        held = self.store.seats_of(person.id, table) if person and not person.banned else []
        if not held:
            return None
        sides = [s.side for s in held if s.side]
        role = min((s.role for s in held), key=rank)
        return replace(held[0], hash=key, role=role, side=next(iter(sides), ""), also=tuple(sides[1:]))

    async def person(self, key: str) -> Person:
        """Whose key this is; raises Trouble."""
        person = await asyncio.to_thread(self.people.by_key, hash_of(key))
        if person is None:
            raise Trouble("bad_token", "This key is not known here.")
        if person.banned:
            raise Trouble("forbidden", "This key may not be used here any more.")
        return person

    async def must_be_welcome(self, seat: Seat) -> None:
        """Trouble for whoever only watches, where the players want nobody to."""
        if seat.role == "owner" or seat.taken:
            return
        try:
            table = (await self.room(seat.table)).table
            saved, over = table.saved, table.session.over
        except Locked:
            known = await asyncio.to_thread(self.store.load, seat.table)
            if known is None:
                return
            saved, over = known, bool(known.record.result)
        if saved.terms.get("watching") == "closed" and saved.kind == "game" and not over:
            raise Trouble("secret", "The players want no spectators before the game is over.")

    def sockets_of(self, caller: str) -> int:
        return sum(c.caller == caller for room in self.rooms.values() for c in room.connections)

    def forget_seats(self, table: str) -> None:
        """Who sits there may have changed: look into the database again."""
        self.seats.pop(table, None)

    async def look_who_sits(self, room: Room) -> None:
        """Another server has changed it, or the host has banned somebody: who holds a token that opens nothing any more, goes."""
        self.forget_seats(room.table.id)
        gone = []
        for c in list(room.connections):
            if await asyncio.to_thread(self._seat, room.table.id, c.seat.hash) is None:
                gone.append(c)
        room.dismiss(gone, "This link or key opens this table no more.")

    def knows(self, table: str) -> bool:
        """Is anything of this table in memory?"""
        return table in self.rooms or table in self.loading or table in self.seats

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
                orders = await asyncio.to_thread(self.people.orders, id)
            except Damaged as e:
                log.error("%s", e)
                raise Trouble("edition", f"This table cannot be opened: {e}. All others are as they were.") from None
            except RecordError as e:
                log.error("table %s: %s", id, e)
                raise Locked(e) from None
            if table is None:
                self.loading.pop(id, None)
                raise Trouble("unknown_table", "There is no such table.")
            if room is not None:  # it had stumbled: the same room goes on with the table as the database knows it
                room.table, room.opponents.decided = table, None
            else:
                room = self.rooms[id] = Room(table, self)
            room.orders = orders
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

    async def must_have_room(self, caller: str, person: Person | None, kilobytes: float = 0) -> None:
        """Trouble when this address, or this person, has had tables or imports enough."""
        id = person.id if person else ""
        if kilobytes:
            self.budgets.spend("import", caller, id)
            self.budgets.spend("storage", caller, id, kilobytes)
        self.budgets.spend("table", caller, id)
        if person and self.budgets.on:
            owned = await asyncio.to_thread(self.store.owned_by, person.id)
            if owned >= self.budgets.limits.tables_per_key:
                raise Trouble("slow_down", f"You own {owned} tables: delete some before you make another.")

    async def create(
        self, make: Callable[[str], tuple[Saved, Session]], person: Person | None = None
    ) -> models.Created:  # fmt: skip
        """A new table with an owner, and a link for every seat that is free."""
        id = new_id()
        made = await asyncio.to_thread(make, id)
        created, seats = _tokens(id, made[0].players, person)
        await self.open(id, lambda: made, seats)
        return created

    async def open(self, id: str, make: Callable[[], tuple[Saved, Session]], seats: list[Seat]) -> None:
        """A new table with these seats."""

        def work() -> Table:
            table = start(*make())
            self.store.create(table_rows(table), seats)
            keep(self.store.kept, table)
            return table

        table = await asyncio.to_thread(work)
        table.settle()
        self.rooms[id] = room = Room(table, self)
        room.used -= IDLE - UNSEEN
        room.opponents.start()

    async def imported(self, m: models.ImportRecord, person: Person | None, caller: str) -> models.Created:
        """A record as a table: replayed and verified elsewhere, however long it is."""
        id = new_id()
        folder = str(self.components.folder) if self.components.folder else ""
        message = m.model_dump(by_alias=True)
        job = {"ask": "import", "id": id, "message": message, "components": folder}
        rows = (await self.questions.ask(caller, job))["rows"]
        created, seats = _tokens(id, json.loads(rows["tables"][0]["players"]), person)
        await asyncio.to_thread(self.store.create, rows, seats)
        return created

    async def claim(self, id: str) -> models.Claimed:
        await self.room(id)
        token = new_token()
        await asyncio.to_thread(self.store.add_seat, Seat(hash_of(token), id, "owner"))
        return models.Claimed(token=token)

    async def new_links(self, id: str) -> models.Links:
        room = await self.room(id)
        handed = seating.handed(room.table)  # their links are others'
        links = {side: new_token() for side in seating.free(room.table) if side not in handed}
        spectator = new_token()
        rows = await asyncio.to_thread(self.store.seats_at, id)
        old = [s for s in rows if s.role != "owner" and not s.taken and not (s.side and s.side in handed)]
        await asyncio.to_thread(self.store.replace_seats, old, _seats(id, "", links, spectator))
        self.forget_seats(id)
        gone = {s.hash for s in old}
        room.dismiss([c for c in room.connections if c.seat.hash in gone], "The owner made new links.")
        self.publish(id, "seats", None)
        return models.Links(seats=links, spectator=spectator)

    async def leave(self, id: str, seat: Seat) -> None:
        """The owner deletes the table; where somebody else plays, the game must be over, and is kept for him."""
        rows = await asyncio.to_thread(self.store.seats_at, id)
        mine = [s for s in rows if s.hash == seat.hash or (seat.person and s.person == seat.person)]
        if all(s in mine for s in rows if s.taken):
            await self.delete(id)
            return
        with contextlib.suppress(Locked):
            if not (await self.room(id)).table.session.over:
                raise Trouble(
                    "not_yours", "Somebody else plays at this table: it can be deleted when the game is over."
                )
        await asyncio.to_thread(self.store.replace_seats, mine, ())
        self.forget_seats(id)
        room = self.rooms.get(id)
        if room is not None:
            gone = {s.hash for s in mine} | {seat.hash}
            room.dismiss([c for c in room.connections if c.seat.hash in gone], "You have left this table.")
        self.publish(id, "seats", None)

    async def delete(self, id: str) -> None:
        await self.dismiss(id, "The owner deleted this table.")
        await asyncio.to_thread(self.store.delete, id)
        self.forget_seats(id)
        self.publish(id, "gone", None)

    async def dismiss(self, id: str, text: str) -> None:
        """The table is no more: everybody goes."""
        room = self.rooms.pop(id, None)
        if room is not None:
            room.table.broken = True
            room.dismiss(list(room.connections), text)
            async with room.lock:
                await room.close()

    # lobbies ------------------------------------------------------------------------------------------------
    async def lobby(self, tokens: list[str]) -> models.Lobby:
        """The tables of these tokens; on one's own machine all others too."""
        by_hash = {hash_of(t): t for t in tokens}
        seats = best(await asyncio.to_thread(self.store.seats, list(by_hash)))
        saved = await asyncio.to_thread(self.store.lobby, None if self.local else list(seats))
        found = shown(saved, lambda s: summary(s, seats.get(s.id), by_hash))
        return models.Lobby(tables=sorted(found, key=lambda x: x.updated, reverse=True))

    async def games_of(self, person: Person) -> models.MyGames:
        """His games, his turn first."""
        held: dict[str, list[Seat]] = {}
        for seat in await asyncio.to_thread(self.store.seats_of, person.id):
            held.setdefault(seat.table, []).append(seat)
        saved = await asyncio.to_thread(self.store.lobby, list(held))
        games = shown(saved, lambda s: my_game(s, held[s.id]))
        return models.MyGames(games=sorted(games, key=lambda g: (not g.your_turn, bool(g.result))))

    async def close(self) -> None:
        """Finish what was accepted, then end."""
        self.exchange.close()
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        for room in self.rooms.values():
            await asyncio.to_thread(_kept, self.store, room.table)
        await self.thinkers.close()
        await self.questions.close()
        await asyncio.to_thread(self.store.close)


def _tokens(
    id: str, players: dict[str, dict[str, str]], person: Person | None
) -> tuple[models.Created, list[Seat]]:  # fmt: skip
    """The tokens of a new table, and their seats; the owner's belongs to the person who made it."""
    owner, spectator = new_token(), new_token()
    links = {side: new_token() for side in sides_elsewhere(players)}
    seats = _seats(id, owner, links, spectator)
    if person is not None:
        seats = [replace(s, person=person.id, name=person.name) if s.role == "owner" else s for s in seats]
    return models.Created(table=id, owner=owner, seats=links, spectator=spectator), seats


def _kept(store: Store, table: Table) -> None:
    """On the way out nothing may stop the others."""
    try:
        keep(store.kept, table)
    except Exception:
        log.exception("table %s: its position could not be kept", table.id)


def _seats(table: str, owner: str, links: dict[str, str], spectator: str) -> list[Seat]:
    found = [Seat(hash_of(token), table, "seat", side) for side, token in links.items()]
    found.append(Seat(hash_of(spectator), table, "spectator"))
    return [Seat(hash_of(owner), table, "owner"), *found] if owner else found
