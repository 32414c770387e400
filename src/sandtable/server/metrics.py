"""Figures for Prometheus: tables, sockets, how long actions take, what waits."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from .hall.hall import Hall

_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The registry of one server."""

    def __init__(self, hall: Hall) -> None:
        self.registry = CollectorRegistry()
        self.answers = Histogram(
            "sandtable_answer_seconds", "Time to answer a request of a live table", ["type"], buckets=_STEPS, registry=self.registry
        )  # fmt: skip
        self.refused = Counter("sandtable_refused", "Requests refused, by code", ["code"], registry=self.registry)
        gauges = {
            "sandtable_tables": ("Tables in memory", lambda: len(hall.rooms)),
            "sandtable_sockets": ("Open sockets", lambda: sum(len(r.connections) for r in hall.rooms.values())),
            "sandtable_writes_waiting": ("Changes that wait for the database", hall.store.writer.depth),
            "sandtable_questions_waiting": ("Expensive questions that wait", hall.questions.waiting),
            "sandtable_processor_seconds": ("Processor time of this process so far", time.process_time),
            "sandtable_bots_thinking": ("Bots that think now", lambda: sum(r.opponents.busy() for r in hall.rooms.values())),
            "sandtable_bots_waiting": ("Decisions that wait for a bot's process", hall.thinkers.waiting),
        }  # fmt: skip
        for name, (about, value) in gauges.items():
            Gauge(name, about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
