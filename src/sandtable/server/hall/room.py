"""A room: a live table with its connections. Changes are made one at a time and told when they are in the database."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable

from .. import models
from ..bots import Thinkers
from ..seats import SPECTATOR, Seat
from ..table import asked, changes, seen
from ..table.readers import Reader
from ..table.table import Table
from ..table.trouble import Json, Trouble
from .connection import Connection
from .opponents import Opponents

log = logging.getLogger("sandtable.server")


class Room:
    """A live table with its connections and its bots."""

    def __init__(self, table: Table, thinkers: Thinkers) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.opponents = Opponents(self, thinkers)
        self.tasks: set[asyncio.Task[None]] = set()

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
        text = self.state_text(c.seat, c.side, keep)
        c.version, c.entries = reader.version, reader.count
        return text

    def state_text(self, seat: Seat, side: str | None, keep: int) -> str:
        return seen.state_text(self.table, seat, side, keep, self.opponents.info(), self.present())

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

    async def tell_states(self) -> None:
        """The present state to everybody. The lock is held."""
        for c, text in await asyncio.to_thread(self.states, True):
            c.send(text)
        self.offer_choices()

    def offer_choices(self, only: Connection | None = None) -> None:
        """Count the options where they are too many to list, without keeping anybody waiting."""
        table = self.table
        who = [
            c
            for c in ([only] if only else self.connections)
            if table.may_act(c.seat) and not table.behind(c.seat, c.side)
        ]
        if who and not seen.option_summary(table)["complete"]:
            task = asyncio.create_task(self._choices(who))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _choices(self, who: list[Connection]) -> None:
        table, (version, s) = self.table, self.table.now
        try:
            found = await asyncio.to_thread(asked.choices, table, version, s)
        except Exception:
            log.exception("options of table %s", table.id)
            return
        if table.version == version:
            for c in who:
                version = self.version_for(c.seat, c.side)
                c.send(json.dumps({**found, "version": version}, ensure_ascii=False))

    async def ask(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        """Answer one request of docs/protocol.md; raises Trouble."""
        self.used = time.monotonic()
        if isinstance(m, models.Hint):
            return await self.opponents.hint(seat)
        if isinstance(m, models.BotControl):
            return await self.opponents.control(seat, m)
        if isinstance(m, models.Act | models.Undo | models.Redo | models.Propose | models.Answer):
            return await self.change(lambda: self._changed(seat, side, m))
        return await asyncio.to_thread(self._answered, seat, side, m)

    def _answered(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        table = self.table
        match m:
            case models.Options():
                return asked.options(table, seat, m)
            case models.Check():
                return asked.check(table, seat, m)
            case models.Overlay():
                return asked.overlay(table, seat, table.shown(seat, side), m)
            case models.Replay():
                return asked.replay(table, seat, table.shown(seat, side), m)
            case models.Position():
                return asked.position(table, m)
        raise Trouble("bad_message", "This cannot be asked.")

    def _changed(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        table = self.table
        match m:
            case models.Act():
                return changes.act(table, seat, table.shown(seat, side), m)
            case models.Undo():
                return changes.undo(table, seat, table.shown(seat, side), m)
            case models.Redo():
                return changes.redo(table, seat, table.shown(seat, side), m)
            case models.Propose():
                return changes.propose(table, seat, table.shown(seat, side), m)
            case models.Answer():
                return changes.answer(table, seat, m)
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
            self.opponents.reason = ""
            return result, self.states(proposal != self.table.proposal)

        async with self.lock:
            if self.table.broken:
                raise Trouble("trouble", "The table is being put right; try again.")
            result, states = await asyncio.to_thread(work)
            for c, text in states:
                c.send(text)
            self.offer_choices()
        self.opponents.start()
        if isinstance(result, Trouble):
            raise result
        return result

    def dismiss(self, connections: list[Connection], text: str) -> None:
        """Tell these that it is over for them."""
        for c in connections:
            c.closing = 4404
            c.send(json.dumps({"type": "gone", "text": text}))
            c.send(None)

    def close(self) -> None:
        self.opponents.stop()
        for c in self.connections:
            c.send(None)
