"""The load generator: many tables with two seats each against servers on this machine, and how long an action takes.

It is one process that computes little; what it and the servers cost is reported apart. Run it beside one's own server, never
against a machine of somebody else.
"""

from __future__ import annotations

import asyncio
import time
from itertools import cycle
from random import Random
from typing import Final
from urllib.parse import urlsplit

from .asking import Server
from .measured import Measured
from .script import Script
from .table import Thinking, UnderLoad

MOST_TABLES: Final = 20_000
MOST_SECONDS: Final = 600
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
SCRIPTS: Final = 5
"""Different games that are played."""


def check(addresses: list[str], tables: int, seconds: float) -> None:
    """ValueError in a sentence when this is no run for this machine."""
    for address in addresses:
        if urlsplit(address).hostname not in LOOPBACK:
            raise ValueError(f"{address} is not this machine: the load generator is for one's own server")
    if not 0 <= tables <= MOST_TABLES or not 1 <= seconds <= MOST_SECONDS:
        raise ValueError(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")


async def run(
    addresses: list[str],
    game: str,
    tables: int,
    seconds: float,
    every: float,
    *,
    seed: int = 1,
    asleep: int = 0,
    thinking: int = 0,
) -> Measured:
    """Open the tables, shared out among the addresses, play, and measure. `asleep`: tables that nobody opens;
    `thinking`: tables at which the strongest opponents play each other meanwhile."""
    check(addresses, tables + asleep + thinking, seconds)
    servers, measured, rng = (
        [Server(address) for address in addresses],
        Measured(tables, asleep, thinking),
        Random(seed),
    )
    at = cycle(servers)
    scripts = [Script(game, seed + i, int(seconds / every) + 2) for i in range(SCRIPTS)]
    under = [UnderLoad(next(at), scripts[i % SCRIPTS], every, measured) for i in range(tables)]
    bots = [Thinking(next(at), game) for _ in range(thinking)]
    try:
        await measured.opened(UnderLoad(next(at), scripts[0], every, measured).create() for _ in range(asleep))
        await measured.opened(t.open() for t in under)
        await measured.opened(t.open() for t in bots)
        async with measured.period(servers):
            until = time.monotonic() + seconds
            await asyncio.gather(*(t.play(until, rng) for t in under if t.ready), asyncio.sleep(seconds))
    finally:
        await asyncio.gather(*(t.close() for t in (*under, *bots)))
    return measured
