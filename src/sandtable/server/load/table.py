"""Tables under load: people who play by a script, and opponents who think."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from random import Random
from typing import Any, Final

import sandtable
from sandtable import bots

from .asking import Server
from .measured import Measured
from .script import Script
from .socket import Socket

PATIENCE: Final = 30.0
Json = dict[str, Any]


class _AtTable:
    """A table with sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sockets: dict[str, Socket] = {}
        """By side."""
        self.versions: dict[str, int] = {}
        self.greeted = asyncio.Event()

    async def sit(self, table: str, side: str, token: str) -> None:
        address = f"{self.server.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        socket = Socket(address, partial(self.heard, side))
        await socket.connect()
        socket.tell({"type": "hello", "id": "h", "token": token, "changes": True})
        self.sockets[side] = socket
        await asyncio.wait_for(self.greeted.wait(), PATIENCE)
        self.greeted.clear()

    def heard(self, side: str, m: Json) -> None:
        if m.get("version"):
            self.versions[side] = m["version"]
        if m["type"] == "state":
            self.greeted.set()

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets.values()))


class UnderLoad(_AtTable):
    """One table, a socket for each side: whoever is up acts, as the script says, every so many seconds."""

    def __init__(self, server: Server, script: Script, every: float, measured: Measured) -> None:
        super().__init__(server)
        self.script, self.every, self.measured = script, every, measured
        self.asked, self.acting, self.begun = "", "", 0.0
        self.answer: asyncio.Future[Json] | None = None

    @property
    def ready(self) -> bool:
        return len(self.sockets) == len(self.script.sides)

    async def create(self) -> Json:
        players = {side: {"kind": "elsewhere"} for side in self.script.sides}
        return await self.server.post("/api/tables", {"game": self.script.game, "dice": "typed", "players": players})

    async def open(self) -> None:
        made = await self.create()
        for side, link in made["seats"].items():
            sat = await self.server.post(f"/api/tables/{made['table']}/sit", {"name": side}, link)
            await self.sit(made["table"], side, sat["token"])

    def heard(self, side: str, m: Json) -> None:
        super().heard(side, m)
        if m.get("id") == self.asked:
            if self.answer is not None and not self.answer.done():
                self.answer.set_result(m)
        elif self.begun and side != self.acting and m["type"] in ("change", "state"):
            self.measured.heard.append(time.monotonic() - self.begun)
            self.begun = 0.0

    async def play(self, until: float, rng: Random) -> None:
        await asyncio.sleep(rng.random() * self.every)
        for n, (side, action) in enumerate(self.script.decisions):
            begun = time.monotonic()
            if begun >= until:
                return
            m = await self._act(f"a{n}", side, action, begun)
            if m["type"] != "reply":
                self.measured.errors[m["code"]] += 1
                return
            self.measured.waits.append(time.monotonic() - begun)
            await asyncio.sleep(max(0.0, min(begun + self.every, until) - time.monotonic()))

    async def _act(self, id: str, side: str, action: str, begun: float) -> Json:
        self.asked, self.acting, self.begun = id, side, begun
        self.answer = asyncio.get_running_loop().create_future()
        self.sockets[side].tell({"type": "act", "id": id, "version": self.versions[side], "actions": [action]})
        try:
            return await asyncio.wait_for(self.answer, PATIENCE)
        except TimeoutError:
            return {"type": "error", "code": f"no answer in {PATIENCE:.0f} s"}


class Thinking(_AtTable):
    """A table at which the strongest opponents play each other as fast as they can."""

    def __init__(self, server: Server, game: str) -> None:
        super().__init__(server)
        self.game = game

    async def open(self) -> None:
        game = sandtable.load(self.game)
        players = {side: {"kind": "bot", "level": bots.levels(game)[-1]} for side in game.sides}
        made = await self.server.post("/api/tables", {"game": self.game, "players": players})
        await self.sit(made["table"], "", made["owner"])
        self.sockets[""].tell({"type": "bot", "id": "b", "delay": 0})
