"""Expensive questions (map layers, looking back, details, figures, imports) are answered in processes of their own.

They wait in one queue per caller, served in turn, so that who asks much waits for himself; there are only so many, and when that is
too many the longest queue is cut. What takes as long as a whole game leaves a process to the others. A worker
is `python -m sandtable.server.questions`: one job a line, one answer a line.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import deque
from pathlib import Path
from typing import Final

import sandtable
from sandtable.core import State
from sandtable.session import RecordError, Session, film_of

from . import models, wording
from .bots import Worker
from .components import Components
from .table import analysis, judging, looking, opening
from .table.starting import start, table_rows
from .table.trouble import Json, Trouble

PATIENCE: Final = 120.0
"""Seconds a question may take before its process is ended."""
BREATH: Final = 2.0
"""Seconds between a server's first answers and the start of its processes for questions."""
FORGOTTEN: Final = 2.0
"""Seconds a question may go on whose asker has gone; a process costs about as much to start."""


LONG: Final = frozenset(("import", "figures", "film"))
"""What plays a whole game again."""
FULL: Final = {"code": "slow_down", "text": "Too many questions wait; try again in a moment."}
FAILED: Final = {"code": "trouble", "text": "The server could not answer this; the game stands as it was."}


class Questions:
    """The processes, and who waits for them."""

    def __init__(self, count: int, most: int) -> None:
        self.free = [Worker(__name__) for _ in range(count)]
        self.workers = list(self.free)
        self.most = most
        self.queues: dict[str, deque[tuple[Json, asyncio.Future[Json]]]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.long = 0
        """How many processes are at long work."""

    async def prepare(self) -> None:
        """Start them before anybody asks, but not in the way of a server that has just come back."""
        await asyncio.sleep(BREATH)
        await asyncio.gather(*(worker.start() for worker in self.workers))

    def waiting(self) -> int:
        return sum(map(len, self.queues.values()))

    async def ask(self, caller: str, job: Json) -> Json:
        """The answer; Trouble when too many wait, or when the answer is no. Who goes away leaves the queue."""
        if self.waiting() >= self.most:
            self._make_room(caller)
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(caller, deque()).append((job, answer))
        self._serve()
        found = await answer
        if "code" in found:
            raise Trouble(found["code"], found["text"])
        return found

    def _make_room(self, caller: str) -> None:
        """The newest question of the longest queue is refused: Trouble where that is the caller's own."""
        longest = max(self.queues, key=lambda who: len(self.queues[who]))
        if len(self.queues[longest]) <= len(self.queues.get(caller, ())) + 1:
            raise Trouble(FULL["code"], FULL["text"])
        _, answer = self.queues[longest].pop()
        if not answer.done():
            answer.set_result(dict(FULL))

    def _next(self) -> str | None:
        """Whose turn it is."""
        may = self.long < max(1, len(self.workers) - 1)
        return next((who for who, queue in self.queues.items() if may or queue[0][0].get("ask") not in LONG), None)

    def _serve(self) -> None:
        """Give the free processes something to do: a job of every caller in turn."""
        while self.free and (caller := self._next()) is not None:
            queue = self.queues.pop(caller)
            job, answer = queue.popleft()
            if queue:
                self.queues[caller] = queue  # behind the others
            if not answer.done():
                self.long += job.get("ask") in LONG
                task = asyncio.create_task(self._work(self.free.pop(), job, answer))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def _work(self, worker: Worker, job: Json, answer: asyncio.Future[Json]) -> None:
        asking = asyncio.create_task(worker.ask(job))
        try:
            await asyncio.wait({asking, answer}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done() and answer.done():
                await asyncio.wait({asking}, timeout=FORGOTTEN)
            found = asking.result() if asking.done() else FAILED
        except Exception:
            found = FAILED
        finally:
            if not asking.done():  # its process ends with it
                asking.cancel()
                await asyncio.wait({asking})
            self.long -= job.get("ask") in LONG
            self.free.append(worker)
        if not answer.done():
            answer.set_result(found)
        self._serve()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for worker in self.workers:
            await worker.close()


def about(s: State) -> Json:
    """A position as a job names it."""
    job: Json = {"game": s.game.id, "state": s.to_json()}
    if s.game.source.overlay:
        job["overlay"] = str(s.game.source.overlay)
    return job


# In the worker --------------------------------------------------------------------------------------------------------
def answer(job: Json) -> Json:
    """One answer, or the trouble."""
    try:
        if job["ask"] == "import":
            return _imported(job)
        if job["ask"] == "figures":
            return _figures(job)
        if job["ask"] == "film":
            return {"text": film_of(Session.from_text(job["record"], overlay=job["overlay"])).text()}
        s: State = sandtable.load(job["game"], job.get("overlay")).from_json(job["state"])
        if job["ask"] in ("compare", "instead"):
            return judging.answer(s, job)
        if job["ask"] == "details":
            return {"count": job["count"], "options": [wording.detailed(s, o) for o in job["options"]]}
        return looking.answered(job, s)
    except Trouble as e:
        return {"code": e.code, "text": e.text}


def _imported(job: Json) -> Json:
    """A record, replayed and verified, as the rows of a new table."""
    folder = job.get("components")
    components = Components(Path(folder) if folder else None)
    saved, session = opening.imported(job["id"], models.ImportRecord.model_validate(job["message"]), components)
    return {"rows": table_rows(start(saved, session))}


def _figures(job: Json) -> Json:
    """The game in figures, from its record."""
    try:
        session = Session.from_text(job["record"], overlay=job["overlay"])
    except RecordError as e:
        raise Trouble("edition", f"There are no figures of this game: {e}.") from None
    return analysis.worked_out(session, job["side"]).model_dump()


def work() -> None:
    if hasattr(os, "nice"):
        os.nice(5)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as e:
            print(f"question: {type(e).__name__}: {e}", file=sys.stderr, flush=True)
            found = {"code": "trouble", "text": "The server stumbled over this; the game stands as it was."}
        out.write(json.dumps(found) + "\n")
        out.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work()
