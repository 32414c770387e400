"""Nobody is told what is not in the database yet: an end that was not written down has revealed nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.store import Stale, Store

from .table import Json, Server, bearer, running

BOTH = {"red": {"kind": "elsewhere"}, "blue": {"kind": "elsewhere"}}
SECRET = "plan push"


@contextmanager
def write_that_fails(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """The next change waits for the database, and then another server has been quicker: events for both moments."""
    begun, over = threading.Event(), threading.Event()

    async def written(self: Store, change: Any) -> None:
        begun.set()
        while not over.is_set():
            await asyncio.sleep(0.01)
        raise Stale(change.table)

    with monkeypatch.context() as m:
        m.setattr(Store, "written", written)
        yield begun, over


def asked(server: Server, made: Json, token: str) -> dict[str, httpx.Response]:
    """Everything that is open when a game is over, asked for at the same time."""
    base, found = f"http://127.0.0.1:{server.port}/api/tables/{made['table']}", {}

    def ask(name: str, method: str, path: str, body: Json | None = None) -> None:
        found[name] = httpx.request(method, f"{base}/{path}", json=body, headers=bearer(token), timeout=30)

    questions: list[tuple[Any, ...]] = [
        *((path, "GET", path) for path in ("record", "film", "analysis", "state")),
        ("replay", "POST", "ask", {"type": "replay", "id": "r", "entry": 1, "side": "red"}),
        ("position", "POST", "ask", {"type": "position", "id": "p"}),
        ("fork", "POST", "fork", {"entry": 1}),
    ]
    threads = [threading.Thread(target=ask, args=question) for question in questions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(1)
    return found


def test_an_end_that_is_not_written_down_reveals_no_seed_and_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        made = server.new("toy", players=BOTH)
        table, (red, blue) = made["table"], (made["seats"][x] for x in ("red", "blue"))
        server.act(table, red, SECRET)
        session = server.app.state.hall.rooms[table].table.session
        seed, version = session.dice.secret, server.state(table, blue)["version"]
        with write_that_fails(monkeypatch) as (begun, over):
            ending = threading.Thread(
                target=server.ask, args=(table, blue, "conduct", 409), kwargs={"version": version, "what": "resign"}
            )
            ending.start()
            assert begun.wait(10)
            early = threading.Timer(1.5, over.set)
            early.start()
            told = asked(server, made, blue)
            ending.join(30)
        for name, r in told.items():
            assert seed.partition("=")[2] not in r.text, name
            assert SECRET not in r.text, name
            assert name in ("record", "state") or not r.is_success, (name, r.text[:200])
        assert server.state(table, blue)["ended"] == ""
        assert server.app.state.hall.rooms[table].table.session.dice.secret == seed
