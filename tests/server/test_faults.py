"""Servers that are killed while people play: what was acknowledged is there, in order, once; sockets come back soon."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from sandtable.server.store import Store
from sandtable.server.table.loading import load

from .postgres import SKIPPED, cluster
from .serving import launch

SUEZ = "across-suez-1980"
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with cluster() as url:
        if url is None:
            pytest.skip(SKIPPED)
        yield url


class Servers:
    """Processes behind fixed ports, each started again when it has been killed."""

    def __init__(self, url: str, folder: Path, count: int) -> None:
        self.url, self.folder = url, folder
        self.running: list[subprocess.Popen[str]] = []
        self.ports: list[int] = []
        for _ in range(count):
            process, address = launch(url, folder)
            self.running.append(process)
            self.ports.append(int(address.rstrip("/").rpartition(":")[2]))

    def kill(self, n: int) -> None:
        self.running[n].send_signal(signal.SIGKILL)
        _reap(self.running[n])

    def start(self, n: int) -> None:
        self.running[n], _ = launch(self.url, self.folder, self.ports[n])

    def close(self) -> None:
        for process in self.running:
            _reap(process)


def _reap(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


class Player(threading.Thread):
    """Plays both sides of a table through whichever server answers, and remembers every action that was acknowledged."""

    def __init__(self, ports: list[int], made: dict[str, Any], seed: int, until: float) -> None:
        super().__init__(daemon=True)
        self.ports, self.made, self.rng, self.until = ports, made, Random(seed), until
        self.acknowledged: list[str] = []
        self.away: list[float] = []
        self.trouble: list[str] = []

    def run(self) -> None:
        lost = 0.0
        while time.monotonic() < self.until:
            port = self.rng.choice(self.ports)
            try:
                address = f"ws://127.0.0.1:{port}/api/tables/{self.made['table']}/live"
                with connect(address, max_size=None, open_timeout=5) as ws:
                    self._ask(ws, "hello", token=self.made["owner"])
                    if lost:
                        self.away.append(time.monotonic() - lost)
                        lost = 0.0
                    self._play(ws)
            except LOST:
                lost = lost or time.monotonic()
                time.sleep(0.05)

    def _ask(self, ws: Any, type: str, **fields: Any) -> dict[str, Any]:
        id = fields.pop("id", uuid4().hex)
        ws.send(json.dumps({"type": type, "id": id, **fields}))
        while (m := json.loads(ws.recv(5))).get("id") != id or m["type"] not in ("reply", "error"):
            if m["type"] == "state":
                self.state = m
        return m  # type: ignore[no-any-return]

    def _play(self, ws: Any) -> None:
        while time.monotonic() < self.until:
            while True:
                m = self._ask(ws, "options", limit=500)
                if m["type"] == "error":
                    if m["code"] == "over":
                        self.until = 0
                        return
                    raise EOFError(m["text"])
                break
            action = self.rng.choice(m["result"]["options"])["action"]
            answer = self._ask(ws, "act", version=m["version"], actions=[action])
            if answer["type"] == "reply":
                self.acknowledged.append(action)
            elif answer["code"] not in ("stale", "illegal"):
                raise EOFError(answer["text"])
            time.sleep(0.02)


def faults(url: str, folder: Path, count: int, players: int, seconds: float, every: float) -> None:
    """Kill servers at random while people play; then compare what was acknowledged with what the database holds."""
    servers, rng = Servers(url, folder, count), Random(5)
    try:
        base = f"http://127.0.0.1:{servers.ports[0]}"
        tables = [httpx.post(f"{base}/api/tables", json={"game": SUEZ}).json() for _ in range(players)]
        until = time.monotonic() + seconds
        threads = [Player(servers.ports, made, n, until) for n, made in enumerate(tables)]
        for thread in threads:
            thread.start()
        kills = 0
        while time.monotonic() < until - every:
            time.sleep(rng.uniform(0.3, 1.0) * every)
            n = rng.randrange(count)
            servers.kill(n)
            servers.start(n)
            kills += 1
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        assert kills
        assert sum(len(t.acknowledged) for t in threads) > 5 * players
    finally:
        servers.close()
    store = Store(url)
    with contextlib.closing(store):
        for thread in threads:
            table = load(store, thread.made["table"])
            assert table is not None
            played = [e.action for e in table.session.record.entries if e.actor != "chance"]
            assert in_order(thread.acknowledged, played)
            assert all(e.checksum for e in table.session.record.entries)
    assert max((a for t in threads for a in t.away), default=0) < 10


def in_order(some: list[str], all_: list[str]) -> bool:
    """Are these all there, in this order, and is nothing else there but what was under way at a kill?"""
    rest = iter(all_)
    return all(any(x == y for y in rest) for x in some)


def test_two_servers_on_one_postgresql_lose_and_double_nothing_when_killed(postgres: str, tmp_path: Path) -> None:
    faults(postgres, tmp_path, count=2, players=4, seconds=14, every=4)


@pytest.mark.slow
def test_two_minutes_of_kills_on_postgresql(postgres: str, tmp_path: Path) -> None:
    faults(postgres, tmp_path, count=3, players=8, seconds=120, every=4)


def test_one_server_on_sqlite_loses_and_doubles_nothing_when_killed(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, kills=3)


@pytest.mark.slow
def test_a_hundred_kills_on_sqlite(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, kills=100)


def killed_again_and_again(tmp_path: Path, kills: int) -> None:
    """Each time somebody has just played on."""
    servers = Servers(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, 1)
    try:
        base = f"http://127.0.0.1:{servers.ports[0]}"
        made = httpx.post(f"{base}/api/tables", json={"game": "sinai/1967"}).json()  # a long one
        player, rng = Player(servers.ports, made, 1, time.monotonic() + 3600), Random(3)
        player.start()
        for _ in range(kills):
            known = len(player.acknowledged)
            while len(player.acknowledged) == known:
                assert player.is_alive()
                time.sleep(0.01)
            time.sleep(rng.random() / 4)  # in the middle of whatever comes next
            servers.kill(0)
            servers.start(0)
        player.until = 0
        player.join(30)
    finally:
        servers.close()
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    with contextlib.closing(store):
        table = load(store, made["table"])
        assert table is not None
        played = [e.action for e in table.session.record.entries if e.actor != "chance"]
        assert in_order(player.acknowledged, played)
        assert len(player.acknowledged) >= kills
    assert max(player.away, default=0) < 10


def test_a_second_server_on_one_sqlite_is_refused_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    first, _ = launch(url, tmp_path)
    try:
        second = subprocess.run(
            [sys.executable, "-m", "tests.server.serving", url, str(tmp_path), "0"],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            timeout=60,
            check=False,
        )
        assert second.returncode != 0
        assert "another server" in second.stderr
    finally:
        _reap(first)
    again, _ = launch(url, tmp_path)
    _reap(again)
