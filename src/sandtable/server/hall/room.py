"""A room: a live table with its connections. Changes are made one at a time and told when they are in the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol

from .. import models
from ..bots import Thinkers
from ..budgets import Budgets
from ..encode import dumps
from ..questions import Questions, about
from ..seats import SPECTATOR, Seat
from ..store import Store
from ..store.people import People
from ..table import analysis, asked, changes, conduct, judging, looking, seen, shares
from ..table.readers import Reader
from ..table.table import Table
from ..table.trouble import Json, Trouble
from . import talk
from .connection import Connection
from .opponents import Opponents
from .telling import Telling

CHANGES = models.Act | models.Undo | models.Redo | models.Propose | models.Answer | models.Conduct | models.Shares
EXPENSIVE = models.Overlay | models.Replay | models.Position | models.Hint | models.Compare | models.Instead
TALK = models.Say | models.TalkAsked | models.Mute | models.Mark
BESIDE = TALK | models.Orders | models.BotControl


class Around(Protocol):
    """What a room needs of the hall."""

    store: Store
    thinkers: Thinkers
    people: People
    questions: Questions
    budgets: Budgets

    def publish(self, table: str, what: str, news: Any) -> None: ...

    async def own(self, table: str) -> bool: ...


class Room:
    """A live table with its connections and its bots."""

    def __init__(self, table: Table, around: Around) -> None:
        self.table, self.around = table, around
        self.lock, self.rematching = asyncio.Lock(), asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.opponents = Opponents(self, around.thinkers)
        self.tasks: set[asyncio.Future[Any]] = set()
        self.muted: dict[str, set[str]] = {}
        """By hash of a seat: whose talk it does not want to hear."""
        self.worked_out: dict[tuple[str, int, str], Json] = {}
        """The last figures of the game, by version and side."""
        self.orders: dict[str, list[Json]] = {}
        """By side: its standing orders."""

    # telling ------------------------------------------------------------------------------------------------
    def present(self) -> dict[str, int]:
        found = dict.fromkeys((*self.table.game.sides, SPECTATOR), 0)
        for c in self.connections:
            for side in self.table.sides_of(c.seat) or [SPECTATOR]:
                found[side] += 1
        return found

    def state(self, seat: Seat, side: str | None, keep: int) -> Json:
        return seen.state(self.table, seat, side, keep, self.opponents.info(), self.present())

    def reader(self, seat: Seat, side: str | None) -> Reader:
        return self.table.reader(self.table.shown(seat, side))

    def version_for(self, seat: Seat, side: str | None) -> int:
        """The version of a message to this seat, showing this side."""
        try:
            return self.reader(seat, side).version
        except Trouble:
            return 0

    def tell_state(self, c: Connection) -> None:
        """The state for a connection."""
        Telling(self).to(c)

    def tell_states(self, all_: bool = False) -> None:
        """The state to those to whom it is new, or to all."""
        telling = Telling(self)
        for c in list(self.connections):
            if all_ or c.version != self.version_for(c.seat, c.side):
                telling.to(c)

    def tell_all(self, message: Json) -> None:
        text = dumps(message)
        for c in self.connections:
            c.send(text)

    # asking -------------------------------------------------------------------------------------------------
    async def ask(self, seat: Seat, side: str | None, m: models.Question, caller: str = "") -> Json:
        """Answer one request of docs/protocol.md; raises Trouble."""
        self.used = time.monotonic()
        if isinstance(m, EXPENSIVE) or (isinstance(m, models.Options) and m.details):
            self.around.budgets.spend("question", caller, seat.person)
        if isinstance(m, BESIDE):
            self.around.budgets.spend("talk", caller, seat.person)
        if isinstance(m, models.Say):
            self.around.budgets.spend("storage", caller, seat.person, 1)
        if isinstance(m, models.Hint):
            return await self.opponents.hint(seat)
        if isinstance(m, models.BotControl):
            return await self.opponents.control(seat, m)
        if isinstance(m, TALK):
            return await talk.answer(self, self.around.people, seat, m)
        if isinstance(m, models.Orders):
            return await self._ordered(seat, m)
        if isinstance(m, CHANGES):
            return await self.change(partial(self._changed, seat, side, m))
        async with self.settled():
            found = await asyncio.to_thread(self._answered, seat, side, m)
        return await self._elsewhere(caller, found) if "ask" in found else found

    async def _elsewhere(self, caller: str, job: Json) -> Json:
        """In the processes for expensive questions; the position goes along as data."""
        s = job.pop("s")
        return await self.around.questions.ask(caller or self.table.id, {**job, **await asyncio.to_thread(about, s)})

    async def figures(self, caller: str, side: str | None) -> Json:
        """The game in figures, worked out once per position and side."""
        async with self.settled() as table:
            shown = analysis.side_of(table, side)
            key, job = ("figures", table.version, shown), looking.figures(table, shown)
        if key not in self.worked_out:
            self.around.budgets.spend("question", caller)
            self.worked_out = {key: await self.around.questions.ask(caller or table.id, job)}
        return self.worked_out[key]

    def _answered(self, seat: Seat, side: str | None, m: models.Question) -> Json:
        """The answer; or, where it may take long, the job for the processes that work it out."""
        table = self.table
        match m:
            case models.Options():
                found = asked.options(table, seat, m, asked.FEW_DETAILS)
                if m.details and len(found["options"]) > asked.FEW_DETAILS:
                    return {"ask": "details", "s": table.must_act(seat)[1], **found}
                return found
            case models.Check():
                return asked.check(table, seat, m)
            case models.Overlay():
                return looking.layer(table, table.shown(seat, side), m)
            case models.Replay():
                return looking.replay(table, table.shown(seat, side if m.side is None else m.side), m)
            case models.Position():
                return looking.position(table, m)
            case models.Compare() | models.Instead():
                return judging.job(table, seat, m)
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
                return changes.answer(table, seat, table.shown(seat, side), m, conduct.agree)
            case models.Commit():
                return shares.commit(table, seat, m)
            case models.Reveal():
                return shares.reveal(table, seat, m)
            case models.Conduct():
                return conduct.conduct(table, seat, table.shown(seat, side), m)
        raise Trouble("bad_message", "This cannot be asked.")

    async def _ordered(self, seat: Seat, m: models.Orders) -> Json:
        """Standing orders are known to their own side only."""
        mine = self.table.sides_of(seat)
        side = m.side or next(iter(mine), "")
        if side not in mine:
            raise Trouble("not_yours", "Orders are given by the one who plays the side.")
        if m.orders is not None:
            given = [o.model_dump() for o in m.orders]
            await asyncio.to_thread(self.around.people.set_orders, self.table.id, side, given)
            self.orders = {**self.orders, side: given}
            self.publish("orders", None)
            self.opponents.start()
        return {"orders": self.orders.get(side, [])}

    def muted_by(self, seat: Seat) -> set[str]:
        return self.muted.get(seat.hash, set(seat.muted))

    def publish(self, what: str, news: Json | None) -> None:
        """To the other servers, if there are any."""
        self.around.publish(self.table.id, what, news)

    async def change(self, do: Callable[[], Json | None]) -> Json:
        """Make a change and tell everybody whom it concerns, before the one who asked is answered.

        Once begun it goes through, even when the one who asked is gone meanwhile.
        """
        return await self.to_the_end(self._change(do))

    async def to_the_end(self, work: Awaitable[Json]) -> Json:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[Table]:
        """The table between two changes: what is read here is in the database, and only that is told to anybody."""
        async with self.lock:
            if self.table.broken:
                raise Trouble("trouble", "The table is being put right; try again.")
            yield self.table

    async def _change(self, do: Callable[[], Json | None]) -> Json:
        async with self.settled():
            result = await self.make(do)
        self.opponents.start()
        if isinstance(result, Trouble):
            raise result
        return result

    async def make(self, do: Callable[[], Json | None]) -> Json | Trouble:
        """Do it, write it down, tell of it. The lock is held."""
        table = self.table
        version, proposal = table.version, table.proposal
        result: Json | Trouble
        try:
            result = do() or {}
        except Trouble as e:
            result = e
        if table.pending is not None:
            try:
                await self.around.store.written(table.pending)
            except BaseException:
                table.broken = True
                raise
            table.settle()
            self.opponents.after_a_change()
        if (version, proposal) != (table.version, table.proposal) or not isinstance(result, Trouble):
            self.tell_states(proposal != table.proposal)
        if proposal != table.proposal:
            self.publish("proposal", table.proposal)
        return result

    def dismiss(self, connections: list[Connection], text: str) -> None:
        """Tell these that it is over for them."""
        for c in connections:
            c.closing = 4404
            c.send(dumps({"type": "gone", "text": text}))
            c.send(None)

    async def close(self) -> None:
        """Finish what was begun, then let everybody go."""
        self.opponents.stop()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=5)
        for c in self.connections:
            c.send(None)
