"""Bots think in processes of their own, so that the table stays responsive.

A worker is `python -m sandtable.server.bots`: it reads one job a line and answers one line, and ends when its input does, so none
survives the server. Bots keep their plans between decisions; jobs of a table always go to the same worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
from collections import OrderedDict
from typing import Any, Final, NamedTuple

import sandtable
from sandtable import bots
from sandtable.core import State

MOST_BOTS: Final = 64
LINE_LIMIT: Final = 32 * 1024 * 1024


class Decided(NamedTuple):
    """What a bot does, its reason, what went wrong, if anything, and whether it would rather resign."""

    action: str
    reason: str
    trouble: str
    gives_up: bool


class Thinkers:
    """The workers, started when first needed."""

    def __init__(self, count: int = 0) -> None:
        self.workers = [Worker() for _ in range(count or min(4, max(1, (os.cpu_count() or 2) - 1)))]

    async def decide(self, table: str, s: State, side: str, level: str, seconds: float = 0.0) -> Decided:
        """A bot's decision. `seconds` shortens its thinking."""
        job = {"table": table, "side": side, "level": level, "game": s.game.id, "state": s.to_json()}
        if seconds:
            job["seconds"] = seconds
        if s.game.source.overlay:
            job["overlay"] = str(s.game.source.overlay)
        answer = await self.workers[hash(table) % len(self.workers)].ask(job)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return Decided(answer["action"], answer["reason"], answer["trouble"], answer["gives_up"])

    def waiting(self) -> int:
        """Decisions that wait for a process."""
        return sum(worker.asked for worker in self.workers)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()


class Worker:
    """One process; one job at a time."""

    def __init__(self, module: str = __name__) -> None:
        self.module = module
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()
        self.asked = 0

    async def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        try:
            return await self._in_turn(job)
        finally:
            self.asked -= 1

    async def _in_turn(self, job: dict[str, Any]) -> dict[str, Any]:
        async with self.lock:
            try:
                return await self._ask(job)
            except (
                OSError,
                ValueError,
                RuntimeError,
                asyncio.IncompleteReadError,
            ):  # it died: once more with a new one
                await self.close()
                return await self._ask(job)
            except asyncio.CancelledError:  # its answer would be taken for the next one's
                await self.close()
                raise

    async def start(self) -> None:
        """Begin the process before it is needed: loading the rules takes it a while."""
        async with self.lock:
            await self._started()

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self.module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                start_new_session=True,
            )
        return self.process

    async def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        process = await self._started()
        to, back = process.stdin, process.stdout
        assert to is not None
        assert back is not None
        to.write(json.dumps(job).encode() + b"\n")
        await to.drain()
        line = await back.readuntil(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# In the worker --------------------------------------------------------------------------------------------------
def think(job: dict[str, Any], known: OrderedDict[tuple[str, str, str], bots.Bot[Any]]) -> dict[str, Any]:
    """One decision. A bot that fails is replaced by chance for this decision, and says so."""
    s = sandtable.load(job["game"], job.get("overlay")).from_json(job["state"])
    key = (job["table"], job["side"], job["level"])
    bot = known.pop(key, None)
    if bot is None or bot.game is not s.game:
        seed = secrets.token_hex(16)
        bot = bots.make(job["level"], s.game, job["side"], seed, seconds=job.get("seconds", 0.0))
    known[key] = bot
    if len(known) > MOST_BOTS:
        known.popitem(last=False)
    try:
        found = bots.decide(bot, s)
        refusal = s.check(found.action)
        if refusal:
            raise ValueError(f"{found.action}: {refusal}")
        return {"action": str(found.action), "reason": found.reason, "trouble": "", "gives_up": found.gives_up}
    except Exception as e:
        known.pop(key)
        print(f"bot {job['level']} of {s.game.id}: {type(e).__name__}: {e}", file=sys.stderr, flush=True)
        action = s.sample(bot.rng.randrange)
        return {
            "action": str(action),
            "reason": "",
            "trouble": "The bot failed here and played at random.",
            "gives_up": False,
        }


def work() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays goes before whoever thinks
    known: OrderedDict[tuple[str, str, str], bots.Bot[Any]] = OrderedDict()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a bot prints must not be taken for an answer
    for line in sys.stdin:
        try:
            answer = think(json.loads(line), known)
        except Exception as e:
            answer = {"error": f"{type(e).__name__}: {e}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work()
