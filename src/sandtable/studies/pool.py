"""Many independent pieces of work on all cores.

A piece that is interrupted by the death of its worker is given to a new one: pieces are pure, so nothing is lost and
nothing is done twice. A piece that kills three workers is set aside and named.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

DEATHS = 3
"""A piece of work that this many workers did not survive is set aside; two may have been killed by something else."""


class WorkError(RuntimeError):
    """A piece of work that could not be done: it raised an error, or killed its workers."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Job, Result]):
    """One piece of work and its result, or what went wrong."""

    job: Job
    result: Result | None
    trouble: str = ""


def cores() -> int:
    return os.cpu_count() or 1


def run(work: Callable[[Job], Result], jobs: Iterable[Job], processes: int) -> Iterator[Result]:
    """The results of `work` for every job, as they come. With one process everything stays in this one."""
    if processes <= 1:
        yield from map(work, jobs)
        return
    for done in each(work, jobs, processes):
        if done.trouble:
            raise WorkError(done.trouble)
        yield done.result  # type: ignore[misc]


def each(work: Callable[[Job], Result], jobs: Iterable[Job], processes: int) -> Iterator[Done[Job, Result]]:
    """Every job with its result or its trouble, as they come; always in processes of their own."""
    queue = (_Piece(job) for job in jobs)
    again: deque[_Piece[Job]] = deque()
    crew = [_Worker(work) for _ in range(processes)]
    try:
        for worker in crew:
            _give(worker, again, queue)
        while any(worker.busy for worker in crew):
            ready = set(wait([x for worker in crew if worker.busy for x in (worker.pipe, worker.process.sentinel)]))
            for i, worker in enumerate(crew):
                if not worker.busy or not ready & {worker.pipe, worker.process.sentinel}:
                    continue
                answer = worker.take()
                if answer is not None:
                    yield answer
                else:
                    piece = worker.piece
                    worker.end()
                    crew[i] = worker = _Worker(work)
                    piece.deaths += 1
                    if piece.deaths < DEATHS:
                        again.append(piece)
                    else:
                        yield Done(piece.job, None, f"{piece.job} killed {DEATHS} workers and was set aside")
                _give(worker, again, queue)
    finally:
        for worker in crew:
            worker.end()


def _give(worker: _Worker[Job, Result], again: deque[_Piece[Job]], queue: Iterator[_Piece[Job]]) -> None:
    """The next piece of work; those whose worker died come first."""
    piece = again.popleft() if again else next(queue, None)
    if piece:
        worker.give(piece)


@dataclass(slots=True)
class _Piece(Generic[Job]):
    """A job and how many workers it has outlived."""

    job: Job
    deaths: int = 0


class _Worker(Generic[Job, Result]):
    """One process that does one piece of work at a time."""

    def __init__(self, work: Callable[[Job], Result]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process: BaseProcess = multiprocessing.Process(target=_serve, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.busy = False
        self.piece: _Piece[Job]

    def give(self, piece: _Piece[Job]) -> None:
        self.piece, self.busy = piece, True
        with suppress(BrokenPipeError):  # it died while idle: `take` will see that
            self.pipe.send(piece.job)

    def take(self) -> Done[Job, Result] | None:
        """Its answer, or None when it died."""
        self.busy = False
        try:
            if self.pipe.poll():
                result, trouble = self.pipe.recv()
                return Done(self.piece.job, result, trouble)
        except (EOFError, OSError):
            pass
        return None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """A worker's life: it ends with its parent, and leaves interrupts to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    while True:
        while not pipe.poll(1.0):
            if parent is None or not parent.is_alive():
                sys.exit()
        try:
            job = pipe.recv()
        except EOFError:
            sys.exit()
        try:
            answer: tuple[Any, str] = work(job), ""
        except Exception:
            answer = None, f"{job}: {traceback.format_exc(limit=-3)}"
        pipe.send(answer)
