"""The hall: all live tables, who sits at them, and the bots. Everything asynchronous is here.

A table is loaded when first asked for and forgotten when nobody has used it for a while. Changes of a table are made one at a
time, in a thread, and told to its connections when they are in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from sandtable.core import Action
from sandtable.session import RecordError, Session

from . import catalogue, models, tables, wording
from .bots import Thinkers
from .components import Components
from .readers import Reader
from .seats import SPECTATOR, Role, Seat, hash_of, new_table_id, new_token
from .store import Saved, Store
from .tables import Json, Table, Trouble

log = logging.getLogger("sandtable.server")
IDLE: Final = 900.0
"""Seconds after which a table that nobody looks at leaves the memory."""
BACKLOG: Final = 400
"""Messages a slow connection may fall behind before it is dropped (it reconnects without loss)."""


class Connection:
    """One open socket: a seat, the side it shows, what it holds, what is still to be sent."""

    def __init__(self, seat: Seat, side: str | None) -> None:
        self.seat, self.side = seat, side
        self.version, self.entries = 0, 0
        self.closing = 1012
        """How to close it: 1012, come again; 4404, the table or seat is gone."""
        self.out: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)

    def send(self, text: str | None) -> None:
        """Queue a message; None ends the connection, and so does falling too far behind."""
        try:
            self.out.put_nowait(text)
        except asyncio.QueueFull:
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(None)


class Room:
    """A live table with its connections and its bots."""

    def __init__(self, table: Table, thinkers: Thinkers) -> None:
        self.table, self.thinkers = table, thinkers
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.thinking = self.reason = self.trouble = ""
        self.step = False
        self.decided: tuple[int, str] | None = None
        """A bot's decision that is not shown yet, with the version it is for."""
        self.bots: asyncio.Task[None] | None = None
        self.wake = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    # telling ------------------------------------------------------------------------------------------------
    def bot_info(self) -> Json:
        saved = self.table.saved
        return {
            "sides": {side: p["level"] for side, p in saved.players.items() if p["kind"] == "bot"},
            "thinking": self.thinking,
            "paused": bool(saved.bot.get("paused")),
            "delay": float(saved.bot.get("delay", tables.DELAY)),
            "reason": self.reason if self.table.open else "",
            "trouble": self.trouble,
        }

    def present(self) -> dict[str, int]:
        found = dict.fromkeys((*self.table.game.sides, SPECTATOR), 0)
        for c in self.connections:
            for side in self.table.sides_of(c.seat) or [SPECTATOR]:
                found[side] += 1
        return found

    def state_for(self, c: Connection) -> str:
        """The state for a connection, which from then on is taken to hold it."""
        reader = self.reader(c.seat, c.side)
        keep = reader.still_good(c.version, c.entries)
        text = self.table.state_text(c.seat, c.side, keep, self.bot_info(), self.present())
        c.version, c.entries = reader.version, reader.count
        return text

    def reader(self, seat: Seat, side: str | None) -> Reader:
        return self.table.reader(self.table.shown(seat, side))

    def version_for(self, seat: Seat, side: str | None) -> int:
        """The version of a message to this seat, showing this side."""
        try:
            return self.reader(seat, side).version
        except Trouble:
            return 0

    def states(self, all_: bool = False) -> list[tuple[Connection, str]]:
        """The state for those to whom it is new, or for all."""
        return [
            (c, self.state_for(c))
            for c in list(self.connections)
            if all_ or c.version != self.version_for(c.seat, c.side)
        ]

    def tell_all(self, message: Json) -> None:
        text = json.dumps(message, ensure_ascii=False)
        for c in self.connections:
            c.send(text)

    def tell_bot(self) -> None:
        info = self.bot_info()
        for c in self.connections:
            version = self.version_for(c.seat, c.side)
            c.send(json.dumps({"type": "bot", "version": version, "bot": info}, ensure_ascii=False))

    async def tell_states(self) -> None:
        """The present state to everybody. The lock is held."""
        for c, text in await asyncio.to_thread(self.states, True):
            c.send(text)
        self.offer_choices()

    def offer_choices(self, only: Connection | None = None) -> None:
        """Count the options where they are too many to list, without keeping anybody waiting."""
        table = self.table
        asked = [
            c
            for c in ([only] if only else self.connections)
            if table.may_act(c.seat) and not table.behind(c.seat, c.side)
        ]
        if asked and not table.option_summary()["complete"]:
            task = asyncio.create_task(self._choices(asked))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _choices(self, asked: list[Connection]) -> None:
        table, (version, s) = self.table, self.table.now
        try:
            found = await asyncio.to_thread(table.choices, version, s)
        except Exception:
            log.exception("options of table %s", table.id)
            return
        if table.version == version:
            for c in asked:
                version = self.version_for(c.seat, c.side)
                c.send(json.dumps({**found, "version": version}, ensure_ascii=False))

    # asking -------------------------------------------------------------------------------------------------
    async def ask(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        """Answer one request of docs/protocol.md; raises Trouble."""
        self.used = time.monotonic()
        if isinstance(m, models.Hint):
            return await self.hint(seat)
        if isinstance(m, models.BotControl):
            return await self.control_bots(seat, m)
        if isinstance(m, models.Act | models.Undo | models.Redo | models.Propose | models.Answer):
            return await self.change(lambda: self._changed(seat, side, m))
        return await asyncio.to_thread(self._answered, seat, side, m)

    def _answered(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        table = self.table
        match m:
            case models.Options():
                return table.ask_options(seat, m)
            case models.Check():
                return table.ask_check(seat, m)
            case models.Overlay():
                return table.ask_overlay(seat, table.shown(seat, side), m)
            case models.Replay():
                return table.ask_replay(seat, table.shown(seat, side), m)
            case models.Position():
                return table.ask_position(m)
        raise Trouble("bad_message", "This cannot be asked.")

    def _changed(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        table = self.table
        match m:
            case models.Act():
                return table.act(seat, table.shown(seat, side), m)
            case models.Undo():
                return table.undo(seat, table.shown(seat, side), m)
            case models.Redo():
                return table.redo(seat, table.shown(seat, side), m)
            case models.Propose():
                return table.propose(seat, table.shown(seat, side), m)
            case models.Answer():
                return table.answer(seat, m)
        raise Trouble("bad_message", "This cannot be asked.")

    async def change(self, do: Callable[[], Json]) -> Json:
        """Make a change and tell everybody whom it concerns, before the one who asked is answered."""

        def work() -> tuple[Json | Trouble, list[tuple[Connection, str]]]:
            result: Json | Trouble
            version, proposal = self.table.version, self.table.proposal
            try:
                result = do()
            except Trouble as e:
                result = e
            if (version, proposal) == (self.table.version, self.table.proposal) and isinstance(result, Trouble):
                return result, []
            self.reason = ""
            return result, self.states(proposal != self.table.proposal)

        async with self.lock:
            if self.table.broken:
                raise Trouble("trouble", "The table is being put right; try again.")
            result, states = await asyncio.to_thread(work)
            for c, text in states:
                c.send(text)
            self.offer_choices()
        self.start_bots()
        if isinstance(result, Trouble):
            raise result
        return result

    # bots ---------------------------------------------------------------------------------------------------
    def bot_to_move(self) -> str:
        table = self.table
        side = table.s.actor
        watched = bool(self.connections) or any(p["kind"] != "bot" for p in table.saved.players.values())
        return side if side and watched and table.saved.kind == "game" and table.bot_level(side) else ""

    def start_bots(self) -> None:
        self.wake.set()
        if self.bot_to_move() and (self.bots is None or self.bots.done()):
            self.bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """Decide, wait until it is time to show it, play; until a person must decide.

        Secret decisions that nobody is told of follow each other at once, and a step goes through them: their number stays secret.
        """
        unheard = False
        try:
            while side := self.bot_to_move():
                self.wake.clear()
                info = self.bot_info()
                if info["paused"] and not self.step:
                    break
                begun = time.monotonic()
                version, action, reason, trouble = await self._decision(side)
                if not self.step:
                    await self._rest(begun if unheard else begun + info["delay"])
                async with self.lock:  # whoever paused has been answered: nothing may be played after that
                    if (
                        self.table.version != version
                        or self.table.broken
                        or (self.bot_info()["paused"] and not self.step)
                    ):
                        continue
                    self.reason, self.trouble = reason, trouble
                    heard = self.table.reader(SPECTATOR).version

                    def play(version: int = version, action: str = action) -> list[tuple[Connection, str]]:
                        self.table.act_for_bot(version, action)
                        self.thinking = self.bot_to_move()
                        return self.states()

                    for c, text in await asyncio.to_thread(play):
                        c.send(text)
                    self.offer_choices()
                    unheard = heard == self.table.reader(SPECTATOR).version
                    self.step = self.step and unheard
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bots of table %s", self.table.id)
            self.trouble = "The bot has failed; the game stands as it was."
        finally:
            self.thinking = ""
            self.step = False
            self.tell_bot()

    async def _decision(self, side: str) -> tuple[int, str, str, str]:
        """What the bot does in the present position; not asked twice for the same one."""
        table = self.table
        version, s = table.now
        if self.decided and self.decided[0] == version:
            return version, self.decided[1], self.reason, self.trouble
        if self.thinking != side:
            self.thinking = side
            self.tell_bot()
        action, reason, trouble = await self.thinkers.decide(table.id, s, side, table.bot_level(side))
        self.decided = (version, action)
        return version, action, reason, trouble

    async def _rest(self, until: float) -> None:
        """Wait for the time to show a decision; a pause, a step or a change of speed ends it at once."""
        left = until - time.monotonic()
        if left > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), left)
        else:
            await asyncio.sleep(0)

    async def control_bots(self, seat: Seat, m: models.BotControl) -> Json:
        if seat.role == "spectator":
            raise Trouble("not_yours", "Spectators watch; they do not act.")
        async with self.lock:
            info = self.bot_info()
            paused = info["paused"] if m.paused is None else m.paused
            delay = info["delay"] if m.delay is None else m.delay
            if (paused, delay) != (info["paused"], info["delay"]):
                await asyncio.to_thread(self.table.set_bot, paused, delay)
            self.step = bool(self.bot_to_move()) and (self.step or m.step)
        self.tell_bot()
        self.start_bots()
        return self.bot_info()

    async def hint(self, seat: Seat) -> Json:
        table = self.table
        version, s = table.must_act(seat)
        side = str(s.actor)
        if side not in table.game.sides:
            raise Trouble("not_yours", "The dice decide now.")
        level = catalogue.bot_levels(table.game)[-1]
        action, reason, _ = await self.thinkers.decide(f"{table.id} hint", s, side, level)
        if table.version != version:
            raise Trouble("stale", "The position has changed since; look at it first.")
        o = wording.option(s, Action.read(action))
        return {"option": wording.detailed(s, o), "reason": reason, "level": level}

    def dismiss(self, connections: list[Connection], text: str) -> None:
        """Tell these that it is over for them."""
        for c in connections:
            c.closing = 4404
            c.send(json.dumps({"type": "gone", "text": text}))
            c.send(None)

    def close(self) -> None:
        if self.bots is not None:
            self.bots.cancel()
        for c in self.connections:
            c.send(None)


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store, local: bool = False, components: Components | None = None) -> None:
        self.store, self.local, self.components = store, local, components or Components()
        self.thinkers = Thinkers()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.seats: dict[str, Seat] = {}

    # seats --------------------------------------------------------------------------------------------------
    async def seat(self, table: str, token: str) -> Seat:
        """The seat of a token at this table; raises Trouble."""
        key = hash_of(token)
        seat = self.seats.get(key)
        if seat is None:
            seat = (await asyncio.to_thread(self.store.seats, [key])).get(key)
            if seat is not None:
                self.seats[key] = seat
        if seat is None or seat.table != table or not seat.fits(token):
            raise Trouble("bad_token", "This link or token is not valid for this table.")
        return seat

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
                table = await asyncio.to_thread(Table.load, self.store, id, self.components)
            except RecordError as e:
                log.error("table %s: %s", id, e)
                raise Trouble("trouble", f"This table cannot be continued with these rules: {e}.") from None
            if table is None:
                raise Trouble("unknown_table", "There is no such table.")
            if room is not None:  # it had stumbled: the same room goes on with the table as the database knows it
                room.table, room.decided = table, None
            else:
                room = self.rooms[id] = Room(table, self.thinkers)
            room.start_bots()
            return room

    async def repair(self, room: Room) -> None:
        """After a failure: the table as the database knows it, shown to everybody."""
        with contextlib.suppress(Trouble):
            await self.room(room.table.id)
            async with room.lock:
                for c in room.connections:
                    c.version = 0
                await room.tell_states()

    async def create(self, make: Callable[[str], tuple[Saved, Session]]) -> models.Created:
        id = new_table_id()
        owner = new_token()
        spectator = new_token()
        links: dict[str, str] = {}

        def work() -> Table:
            saved, session = make(id)
            table = Table(self.store, saved, session)
            saved.summary = table.summary()
            links.update((side, new_token()) for side in tables.sides_elsewhere(saved.players))
            self.store.create(saved, _seats(id, owner, links, spectator))
            return table

        table = await asyncio.to_thread(work)
        self.rooms[id] = room = Room(table, self.thinkers)
        room.start_bots()
        return models.Created(table=id, owner=owner, seats=links, spectator=spectator)

    async def claim(self, id: str) -> models.Claimed:
        await self.room(id)
        token = new_token()
        await asyncio.to_thread(self.store.add_seat, Seat(hash_of(token), id, "owner"))
        return models.Claimed(token=token)

    async def new_links(self, id: str) -> models.Links:
        room = await self.room(id)
        links = {side: new_token() for side in tables.sides_elsewhere(room.table.saved.players)}
        spectator = new_token()
        await asyncio.to_thread(self.store.replace_seats, id, _seats(id, "", links, spectator))
        self.seats = {k: s for k, s in self.seats.items() if s.table != id or s.role == "owner"}
        room.dismiss([c for c in room.connections if c.seat.role != "owner"], "The owner made new links.")
        return models.Links(seats=links, spectator=spectator)

    async def delete(self, id: str) -> None:
        room = self.rooms.pop(id, None)
        if room is not None:
            room.table.broken = True
            room.dismiss(list(room.connections), "The owner deleted this table.")
            async with room.lock:
                room.close()
        await asyncio.to_thread(self.store.delete, id)
        self.seats = {k: s for k, s in self.seats.items() if s.table != id}

    async def lobby(self, tokens: list[str]) -> models.Lobby:
        """The tables of these tokens; on one's own machine all others too."""
        by_hash = {hash_of(t): t for t in tokens}
        seats = await asyncio.to_thread(self.store.seats, list(by_hash))
        best: dict[str, Seat] = {}
        for seat in seats.values():
            if seat.table not in best or _rank(seat.role) < _rank(best[seat.table].role):
                best[seat.table] = seat
        saved = await asyncio.to_thread(self.store.list, None if self.local else list(best))
        found = [summary(s, best.get(s.id), by_hash) for s in saved]
        return models.Lobby(tables=sorted(found, key=lambda x: x.updated, reverse=True))

    # house-keeping ------------------------------------------------------------------------------------------
    def forget_idle(self) -> None:
        limit = time.monotonic() - IDLE
        for id, room in list(self.rooms.items()):
            busy = room.connections or room.lock.locked() or (room.bots is not None and not room.bots.done())
            if not busy and room.used < limit:
                del self.rooms[id]
                self.loading.pop(id, None)

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.forget_idle()

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        await self.thinkers.close()
        self.store.close()


def _seats(table: str, owner: str, links: dict[str, str], spectator: str) -> list[Seat]:
    found = [Seat(hash_of(token), table, "seat", side) for side, token in links.items()]
    found.append(Seat(hash_of(spectator), table, "spectator"))
    return [Seat(hash_of(owner), table, "owner"), *found] if owner else found


def _rank(role: Role) -> int:
    return ("owner", "seat", "spectator").index(role)


def summary(saved: Saved, seat: Seat | None, by_hash: dict[str, str]) -> models.TableSummary:
    title, _, scenario_id = saved.record.game.partition("/")
    with contextlib.suppress(Trouble):
        game = tables.find_game(saved.record.game)
        title, scenario_id = game.title.name, game.scenario.name if game.scenario.id else ""
    return models.TableSummary.model_validate(
        {
            "table": saved.id,
            "name": saved.name,
            "game": saved.record.game,
            "title": title,
            "scenario": scenario_id,
            "kind": saved.kind,
            "players": saved.players,
            "turn_name": saved.summary.get("turn_name", ""),
            "actor": saved.summary.get("actor"),
            "prompt": saved.summary.get("prompt", ""),
            "entries": saved.summary.get("entries", saved.entries),
            "result": saved.summary.get("result", ""),
            "created": saved.created,
            "updated": saved.summary.get("updated", saved.updated),
            "role": seat.role if seat else None,
            "side": (seat.side or None) if seat else None,
            "token": by_hash.get(seat.hash) if seat else None,
        }
    )


def problem(e: Trouble, id: str | None, version: int) -> Json:
    """The `error` message."""
    answer: dict[str, Any] = models.Error(
        id=id, code=e.code, text=e.text, rules=list(e.rules), action=e.action, done=e.done, version=version
    ).model_dump()
    return answer
