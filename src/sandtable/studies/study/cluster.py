"""A study on a Ray cluster: the same jobs, the same results; a node that dies loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import ray

from sandtable.studies.pool import DEATHS, Done

from .play import Job, Row, Table
from .run import Crew

LOCAL = "local"
"""Instead of an address: a cluster of this machine's own, gone when the study is done."""


def on_ray(address: str, processes: int) -> Crew:
    """A crew on the cluster at this address (`local`, `auto`, `ray://host:10001`)."""

    def crew(table: Table, jobs: Iterable[Job]) -> Iterator[Done[Job, Row]]:
        _connect(address, processes)
        play = ray.remote(max_retries=DEATHS - 1)(_play)
        shared = ray.put(table)
        queue = iter(jobs)
        waiting: dict[Any, Job] = {}
        while True:
            cores: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            room = 2 * max(1, int(cores.get("CPU", 1))) - len(waiting)
            waiting |= {play.remote(shared, job): job for job in islice(queue, room)}
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield _answer(waiting.pop(reference), reference)

    return crew


def _connect(address: str, processes: int) -> None:
    if ray.is_initialized():
        return
    plain: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    if address == LOCAL:
        ray.init(num_cpus=processes, include_dashboard=False, **plain)
        return
    try:
        ray.init(address=address, **plain)
    except ConnectionError as e:
        raise ValueError(f"no Ray cluster answers at {address}: {e}") from None


def _play(table: Table, job: Job) -> Row:
    return table(job)


def _answer(job: Job, reference: Any) -> Done[Job, Row]:
    try:
        return Done(job, ray.get(reference))
    except ray.exceptions.RayTaskError as e:
        return Done(job, None, f"{job}: {e}")
    except ray.exceptions.RayError as e:
        return Done(job, None, f"{job} was set aside: {e}")
