"""What a run of the load generator found."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from .asking import Server

OPENED_AT_ONCE: Final = 16


@dataclass
class Measured:
    tables: int
    asleep: int = 0
    thinking: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from each action to its answer, which comes when it is in the database."""
    heard: list[float] = field(default_factory=list)
    """Seconds from each action to the news of it at the other seat."""
    errors: Counter[str] = field(default_factory=Counter)
    opening: float = 0
    seconds: float = 0
    spent: float = 0
    """Processor seconds of the servers while the tables were played."""
    own: float = 0
    """Those of the generator."""

    async def opened(self, work: Iterable[Coroutine[Any, Any, Any]]) -> None:
        """Do all of this, some at a time."""
        begun, work = time.monotonic(), iter(work)
        while some := list(islice(work, OPENED_AT_ONCE)):
            done = await asyncio.gather(*some, return_exceptions=True)
            self.errors.update(f"open: {type(e).__name__}" for e in done if isinstance(e, BaseException))
        self.opening += time.monotonic() - begun

    @asynccontextmanager
    async def period(self, servers: list[Server]) -> AsyncIterator[None]:
        """What is spent in the meantime is counted."""
        begun, own, spent = time.monotonic(), time.process_time(), await _spent(servers)
        yield
        self.seconds, self.own = time.monotonic() - begun, time.process_time() - own
        self.spent = await _spent(servers) - spent

    def facts(self) -> dict[str, Any]:
        actions = len(self.waits)
        return {
            "tables": self.tables,
            "asleep": self.asleep,
            "thinking": self.thinking,
            "opening_seconds": round(self.opening, 1),
            "seconds": round(self.seconds, 1),
            "actions": actions,
            "per_second": round(actions / self.seconds, 1) if self.seconds else 0.0,
            **{f"p{n}_ms": _at(self.waits, n) for n in (50, 95, 99, 100)},
            **{f"heard_p{n}_ms": _at(self.heard, n) for n in (50, 95)},
            "server_cpu_percent": round(100 * self.spent / self.seconds) if self.seconds else 0,
            "server_cpu_ms_per_action": round(1000 * self.spent / actions, 2) if actions else 0.0,
            "own_cpu_ms_per_action": round(1000 * self.own / actions, 2) if actions else 0.0,
            "errors": dict(self.errors),
        }


async def _spent(servers: list[Server]) -> float:
    return sum([await server.spent() for server in servers])


def _at(waits: list[float], percent: int) -> float:
    ordered = sorted(waits)
    return round(1000 * ordered[min(len(ordered) - 1, percent * len(ordered) // 100)], 1) if ordered else 0.0
