"""The load generator: many tables with two sockets each against a server on this machine, and how long an action takes.

Two processes' worth of work: run it beside the server, never against a machine of somebody else.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

import sandtable

MOST_TABLES: Final = 5_000
MOST_SECONDS: Final = 600
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


@dataclass
class Measured:
    """What one run found."""

    waits: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    seconds: float = 0

    def facts(self) -> dict[str, Any]:
        waits = sorted(self.waits)

        def at(share: float) -> float:
            return round(1000 * waits[min(len(waits) - 1, int(share * len(waits)))], 1) if waits else 0.0

        return {
            "tables": self.tables,
            "seconds": round(self.seconds, 1),
            "actions": len(waits),
            "per_second": round(len(waits) / self.seconds, 1) if self.seconds else 0,
            "p50_ms": at(0.5),
            "p95_ms": at(0.95),
            "p99_ms": at(0.99),
            "max_ms": at(1),
            "errors": dict(self.errors),
        }


class Script:
    """A game played beforehand, so that the generator itself has little to compute: what each decision was."""

    def __init__(self, game: str, seed: int, length: int) -> None:
        s, rng = sandtable.load(game).start(), Random(seed)
        self.game = game
        self.decisions: list[tuple[str, str]] = []
        while s.actor and len(self.decisions) < length:
            a = s.sample(rng.randrange)
            self.decisions.append((s.actor, str(a)))
            s = s.play(a)


class TableUnderLoad:
    """One table: two sockets; whoever is up acts, with an action of the script, every so many seconds."""

    def __init__(self, address: str, http: httpx.AsyncClient, script: Script, every: float, measured: Measured) -> None:
        self.address, self.http, self.script, self.every, self.measured = address, http, script, every, measured
        self.sockets: list[ClientConnection] = []
        self.version = 0
        self.answer: asyncio.Future[dict[str, Any]] | None = None
        self.listeners: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        dice = {"game": self.script.game, "dice": "typed"}
        made = (await self.http.post(f"{self.address}/api/tables", json=dice)).raise_for_status().json()
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{made['table']}/live"
        for token in (made["owner"], made["spectator"]):
            ws = await connect(address, max_size=None, compression=None, open_timeout=60, proxy=None)
            await ws.send(json.dumps({"type": "hello", "id": "h", "token": token, "changes": True}))
            self.sockets.append(ws)
            self.listeners.append(asyncio.create_task(self._listen(ws, not self.listeners)))

    async def _listen(self, ws: ClientConnection, acts: bool) -> None:
        async for text in ws:
            if not acts:
                continue
            if b'"type":"reply"' not in (head := text[:200].encode() if isinstance(text, str) else text[:200]):
                if b'"type":"error"' in head and self.answer is not None and not self.answer.done():
                    self.answer.set_result(orjson.loads(text))
                continue
            m = orjson.loads(text)
            self.version = m["version"]
            if self.answer is not None and not self.answer.done():
                self.answer.set_result(m)

    async def play(self, until: float, rng: Random) -> None:
        await asyncio.sleep(rng.random() * self.every)
        for n, (_, action) in enumerate(self.script.decisions):
            begun = time.monotonic()
            if begun >= until:
                return
            self.answer = asyncio.get_running_loop().create_future()
            message = {"type": "act", "id": f"a{n}", "version": self.version, "actions": [action]}
            try:
                await self.sockets[0].send(json.dumps(message))
                m = await asyncio.wait_for(self.answer, 30)
            except Exception as e:
                self.measured.errors[type(e).__name__] += 1
                return
            if m["type"] == "error":
                self.measured.errors[m["code"]] += 1
                return
            self.measured.waits.append(time.monotonic() - begun)
            await asyncio.sleep(max(0.0, begun + self.every - time.monotonic()))

    async def close(self) -> None:
        for task in self.listeners:
            task.cancel()
        for ws in self.sockets:
            await ws.close()


def check(addresses: list[str], tables: int, seconds: float) -> None:
    """ValueError in a sentence when this is no run for this machine."""
    for address in addresses:
        if urlsplit(address).hostname not in LOOPBACK:
            raise ValueError(f"{address} is not this machine: the load generator is for one's own server")
    if not 1 <= tables <= MOST_TABLES or not 1 <= seconds <= MOST_SECONDS:
        raise ValueError(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")


async def run(addresses: list[str], game: str, tables: int, seconds: float, every: float, seed: int = 1) -> Measured:
    """Open the tables, one half at each address where there are two, play, and measure."""
    check(addresses, tables, seconds)
    measured, rng = Measured(tables=tables), Random(seed)
    scripts = [Script(game, seed + i, int(seconds / every) + 2) for i in range(5)]
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(timeout=60, limits=limits) as http:
        under = [
            TableUnderLoad(addresses[i % len(addresses)].rstrip("/"), http, scripts[i % 5], every, measured)
            for i in range(tables)
        ]
        for i in range(0, tables, 20):
            opened = await asyncio.gather(*(t.open() for t in under[i : i + 20]), return_exceptions=True)
            measured.errors.update(f"open: {type(e).__name__}" for e in opened if e is not None)
        begun = time.monotonic()
        until = begun + seconds
        await asyncio.gather(*(t.play(until, rng) for t in under if len(t.sockets) == 2))
        measured.seconds = time.monotonic() - begun
        await asyncio.gather(*(t.close() for t in under), return_exceptions=True)
    return measured
