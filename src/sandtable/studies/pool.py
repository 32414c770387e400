"""Many independent pieces of work on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def cores() -> int:
    return os.cpu_count() or 1


def run(work: Callable[[Job], Result], jobs: Iterable[Job], processes: int) -> Iterator[Result]:
    """The results of `work` for every job, as they come. With one process everything stays in this one."""
    if processes <= 1:
        yield from map(work, jobs)
        return
    queue = iter(jobs)
    with ProcessPoolExecutor(processes) as pool:
        waiting: set[Future[Result]] = {pool.submit(work, job) for job in islice(queue, 2 * processes)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            waiting |= {pool.submit(work, job) for job in islice(queue, len(done))}
