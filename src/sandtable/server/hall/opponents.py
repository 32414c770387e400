"""The bots of a room: they decide elsewhere, at the pace the players chose, and play like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from functools import partial
from typing import TYPE_CHECKING, Final

from sandtable.core import Action, State

from .. import catalogue, models, wording
from ..bots import Decided, Thinkers
from ..encode import dumps
from ..seats import SPECTATOR, Seat
from ..table import changes, conduct, orders
from ..table.opening import DELAY
from ..table.table import Table
from ..table.trouble import Json, Trouble
from . import talk

if TYPE_CHECKING:
    from .room import Room

ORDER_DELAY: Final = (1.0, 4.0)
"""Seconds before a standing order answers: not at once, and never after the same time."""
HINT_SECONDS = 2.5
"""How long a bot may think about a hint."""

log = logging.getLogger("sandtable.server")


class Opponents:
    """What thinks for the sides that no person plays."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self.room, self.thinkers = room, thinkers
        self.thinking = self.reason = self.trouble = ""
        self.step = self.hinting = False
        self.decided: tuple[int, Decided] | None = None
        """A decision that is not shown yet, with the version it is for."""
        self.unanswered = 0
        """The version whose decision no standing order answers."""
        self.playing: asyncio.Task[None] | None = None
        self.wake = asyncio.Event()

    @property
    def table(self) -> Table:
        return self.room.table

    def info(self) -> Json:
        saved = self.table.saved
        return {
            "sides": {side: p["level"] for side, p in saved.players.items() if p["kind"] == "bot"},
            "thinking": self.thinking,
            "paused": bool(saved.bot.get("paused")),
            "delay": float(saved.bot.get("delay", DELAY)),
            "reason": self.reason if self.table.open else "",
            "trouble": self.trouble,
        }

    def to_move(self) -> str:
        table = self.table
        side = table.s.actor
        watched = bool(self.room.connections) or any(p["kind"] != "bot" for p in table.saved.players.values())
        mine = table.bot_level(side) or (side in self.room.orders and self.unanswered != table.version)
        return (
            side
            if side and watched and table.saved.kind == "game" and mine and not (table.session.over or table.stopped)
            else ""
        )

    def start(self) -> None:
        self.wake.set()
        if self.to_move() and (self.playing is None or self.playing.done()):
            self.playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        """Decide, wait until it is time to show it, play; until a person must decide.

        Secret decisions that nobody is told of follow each other at once, and a step goes through them: their number stays secret.
        """
        unheard = thought = False
        try:
            while side := self.to_move():
                if not await self.room.around.own(self.table.id):
                    break
                self.wake.clear()
                if not self.table.bot_level(side):
                    await self._by_order(side)
                    continue
                info = self.info()
                if info["paused"] and not self.step:
                    break
                begun, thought = time.monotonic(), True
                version, found = await self._decision(side)
                if not self.step:
                    await self._rest(begun if unheard else begun + info["delay"])
                async with self.room.lock:  # whoever paused has been answered: nothing may be played after that
                    if self.table.version != version or self.table.broken or (self.info()["paused"] and not self.step):
                        continue
                    self.reason, self.trouble = found.reason, found.trouble
                    heard = self.table.reader(SPECTATOR).version
                    await self.room.make(partial(changes.act_for_bot, self.table, version, found.action))
                    if found.gives_up:
                        await self.room.make(partial(conduct.offer_resignation, self.table, side))
                    unheard = heard == self.table.reader(SPECTATOR).version
                    self.step = self.step and unheard
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bots of table %s", self.table.id)
            self.trouble = "The bot has failed; the game stands as it was." if thought else ""
        finally:
            self.thinking = ""
            self.step = False
            if thought:  # a standing order tells nobody that it was asked
                self.tell()

    async def _by_order(self, side: str) -> None:
        """Answer by a standing order, if one fits; no sooner than a person would."""
        table = self.table
        version, s = table.version, table.deciding()
        entries = table.session.record.entries
        just_asked = not entries or entries[-1].actor != side
        action = await asyncio.to_thread(orders.answer, s.copy(), self.room.orders.get(side, []), just_asked)
        if not action:
            self.unanswered = version
            return
        await asyncio.sleep(random.uniform(*ORDER_DELAY))
        async with self.room.lock:
            if table is not self.table or table.version != version or table.broken or side not in self.room.orders:
                return
            result = await self.room.make(partial(changes.act_by_order, table, version, side, action))
            if isinstance(result, Trouble):
                self.unanswered = table.version
                return
        text = f"Answered for {side} by your standing order: {action}"
        by = "owner" if table.saved.players[side]["kind"] == "here" else f"side {side}"
        line = await asyncio.to_thread(self.room.around.people.say, table.id, "self", by, "", text, time.time())
        talk.tell(self.room, line)

    async def _decision(self, side: str) -> tuple[int, Decided]:
        """What the bot does in the present position; not asked twice for the same one."""
        table = self.table
        version, s = table.now
        if self.decided and self.decided[0] == version:
            return self.decided
        if self.thinking != side:
            self.thinking = side
            self.tell()
        level = table.bot_level(side)
        found = await self.thinkers.decide(table.id, table.known(s, side), side, level)
        self.decided = (version, found)
        return self.decided

    async def _rest(self, until: float) -> None:
        """Wait for the time to show a decision; a pause, a step or a change of speed ends it at once."""
        left = until - time.monotonic()
        if left > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), left)
        else:
            await asyncio.sleep(0)

    async def control(self, seat: Seat, m: models.BotControl) -> Json:
        if seat.role != "owner" and not self.table.sides_of(seat):
            raise Trouble("not_yours", "Spectators watch; they do not act.")
        async with self.room.lock:
            info = self.info()
            paused = info["paused"] if m.paused is None else m.paused
            delay = info["delay"] if m.delay is None else m.delay
            if (paused, delay) != (info["paused"], info["delay"]):
                self.table.saved.bot = {"paused": paused, "delay": delay}
                await asyncio.to_thread(self.room.around.store.set_bot, self.table.saved)
            self.step = bool(self.to_move()) and (self.step or m.step)
        self.tell()
        self.start()
        return self.info()

    async def hint(self, seat: Seat) -> Json:
        async with self.room.settled() as table:
            version, s = table.must_act(seat)
        if self.hinting:
            raise Trouble("slow_down", "A hint for this table is being thought about already.")
        self.hinting = True
        try:
            return await self._hint(version, s)
        finally:
            self.hinting = False

    async def _hint(self, version: int, s: State) -> Json:
        table, side = self.table, str(s.actor)
        if side not in table.game.sides:
            raise Trouble("not_yours", "The dice decide now.")
        level = catalogue.strongest(table.game)
        found = await self.thinkers.decide(f"{table.id} hint", s, side, level, HINT_SECONDS)
        if table.version != version:
            raise Trouble("stale", "The position has changed since; look at it first.")
        o = wording.option(s, Action.read(found.action))
        return {"option": wording.detailed(s, o), "reason": found.reason, "level": level}

    def tell(self) -> None:
        info = self.info()
        for c in self.room.connections:
            version = self.room.version_for(c.seat, c.side)
            c.send(dumps({"type": "bot", "version": version, "bot": info}))

    def after_a_change(self) -> None:
        """A decision has been written down; before anybody is told."""
        if self.thinking:
            side = self.to_move()
            self.thinking = side if self.table.bot_level(side) else ""
        else:
            self.reason = ""

    def busy(self) -> bool:
        return self.playing is not None and not self.playing.done()

    def stop(self) -> None:
        if self.playing is not None:
            self.playing.cancel()
