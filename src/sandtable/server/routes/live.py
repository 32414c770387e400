"""The live table: one WebSocket from its greeting to its end."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Final

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from .. import models
from ..edge import Pace
from ..encode import dumps
from ..hall import talk
from ..hall.connection import Connection
from ..hall.hall import Hall
from ..hall.room import Room
from ..settings import Limits
from ..table.trouble import Json, Trouble
from .callers import caller_of, guessing
from .errors import first_fault, problem, reply

GREETING_TIME: Final = 15.0
AT_ONCE: Final = 16
"""Questions of one connection that may be under way at a time."""
WEIGHT: Final = 1_000
"""So many characters of a message count as another message: reading it takes as long."""
CLOSING: Final = {"unknown_table": 4404, "bad_token": 4401, "greet_first": 4400}


def add_live(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/tables/{table}/live")
    async def live(ws: WebSocket, table: str) -> None:
        await ws.accept()
        with suppress(WebSocketDisconnect, RuntimeError):
            await Visit(ws, hall, table).run()


class Visit:
    """One socket from its greeting to its end."""

    def __init__(self, ws: WebSocket, hall: Hall, table: str) -> None:
        self.ws, self.hall, self.table = ws, hall, table
        self.limits: Limits = ws.app.state.settings.limits
        self.caller = caller_of(ws)
        self.pace = Pace(100, 300)
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        try:
            async with asyncio.timeout(GREETING_TIME):
                hello = await self._greeting()
            with guessing(self.ws):
                seat = await self.hall.seat(self.table, hello.token)
            room = await self.hall.room(self.table)
            if hello.side is not None:
                room.table.shown(seat, hello.side)
            await self.hall.must_be_welcome(seat)
            self._must_have_room(room)
        except TimeoutError:
            await self._refuse(Trouble("greet_first", "Nobody said hello."), None)
            return
        except Trouble as e:
            await self._refuse(e, None)
            return
        hides = not room.table.open  # then a change of the side shown is the client's to ask for
        c = Connection(seat, room.table.shown(seat, hello.side) if hides else hello.side)
        if hello.have:
            c.version, c.entries = hello.have.version, hello.have.entries
        c.changes, c.caller = hello.changes, self.caller
        sender = asyncio.create_task(self._send(c))
        room.connections.add(c)
        try:
            async with room.lock:
                c.send(dumps(reply(hello.id, room.version_for(seat, c.side), {})))
                if not room.table.broken:  # else it is told when it has been put right
                    room.tell_state(c)
            room.tell_all({"type": "present", "present": room.present()})
            room.opponents.start()
            await talk.tell_marks(room, self.hall.people, c)
            await self._listen(room, c)
        finally:
            room.connections.discard(c)
            self.hall.memory.closed += 1
            sender.cancel()
            for task in self.tasks:
                task.cancel()
            room.tell_all({"type": "present", "present": room.present()})

    def _must_have_room(self, room: Room) -> None:
        """Is there a place for one more socket?"""
        if len(room.connections) >= self.limits.sockets_per_table:
            raise Trouble("slow_down", "Too many people watch this table; try again later.")
        if self.hall.budgets.on and self.hall.sockets_of(self.caller) >= self.limits.sockets_per_address:
            raise Trouble("slow_down", "Too many tables are open from this address; close some.")

    async def _greeting(self) -> models.Hello:
        m = self._read(await self._receive())
        if not isinstance(m, models.Hello):
            raise Trouble("greet_first", "The first message must be hello.")
        return m

    async def _refuse(self, e: Trouble, id: str | None) -> None:
        code = CLOSING.get(e.code, 4400)
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.ws.send_text(dumps(problem(e, id, 0)))
            await self.ws.close(code, e.text[:100])

    async def _receive(self) -> str:
        """The next text message; Trouble when it is too large or no text."""
        message = await self.ws.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Trouble("bad_message", "Messages are JSON text, not bytes.")
        if len(text) > self.limits.message:
            raise Trouble("too_large", f"A message may have {self.limits.message} characters at most.")
        return str(text)

    def _read(self, text: str) -> models.Hello | models.Show | models.Ping | models.Question:
        try:
            return models.CLIENT_MESSAGE.validate_json(text)
        except ValidationError as e:
            raise Trouble("bad_message", first_fault(e.errors(include_input=False, include_url=False))) from None

    async def _send(self, c: Connection) -> None:
        """Everything queued, in order; the end of the queue is the end of the connection."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await c.out.get()) is not None:
                await self.ws.send_text(text)
            await self.ws.close(c.closing)

    async def _listen(self, room: Room, c: Connection) -> None:
        while True:
            id = None
            await asyncio.sleep(0)  # answers go out between messages, even when many have arrived at once
            try:
                text = await self._receive()
                id = _id_in(text)
                if not self.pace.allows(1 + len(text) // WEIGHT):
                    raise Trouble("slow_down", "Too many messages; wait a moment.")
                m = self._read(text)
                if isinstance(m, models.Hello):
                    raise Trouble("bad_message", "Hello was said already.")
                if len(self.tasks) >= AT_ONCE:
                    raise Trouble("slow_down", "Too many questions at once; wait for the answers.")
            except Trouble as e:
                c.send(dumps(problem(e, id, room.version_for(c.seat, c.side))))
                continue
            task = asyncio.create_task(self._answer(room, c, m))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _answer(self, room: Room, c: Connection, m: models.Show | models.Ping | models.Question) -> None:
        begun, metrics = time.perf_counter(), self.ws.app.state.metrics
        try:
            if room.table.broken:
                await self.hall.room(self.table)
            match m:
                case models.Ping():
                    result: Json = {}
                case models.Show():
                    result = await self.hall.guarded(room, self._show(room, c, m))
                case _:
                    result = await self.hall.guarded(room, room.ask(c.seat, c.side, m, self.caller))
            text = dumps(reply(m.id, room.version_for(c.seat, c.side), result))
        except Trouble as e:
            text = dumps(problem(e, m.id, room.version_for(c.seat, c.side)))
            metrics.refused.labels(e.code).inc()
        c.send(text)
        metrics.answers.labels(m.type).observe(time.perf_counter() - begun)

    async def _show(self, room: Room, c: Connection, m: models.Show) -> Json:
        async with room.settled() as table:
            table.shown(c.seat, m.side)
            c.side = m.side
            if not table.open:  # the other side knows other entries
                c.version = c.entries = 0
            c.held = None
            room.tell_state(c)
        return {}


def _id_in(text: str) -> str | None:
    """The id of a message that may be anything, so that even its error finds back to its sender."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id = found.get("id") if isinstance(found, dict) else None
    return id[:64] if isinstance(id, str) else None
