"""Killing the server at any instant loses nothing that anybody was told of."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import IO, Any

import httpx
import pytest
from sqlalchemy import inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.run import address_of, bind, data_folder, start
from sandtable.server.store import Store
from sandtable.server.store.schema import metadata
from sandtable.server.table.loading import load

from .table import Live, Server, running

SUEZ = "across-suez-1980"
START = "from pathlib import Path; from sandtable.server.run import start; start('127.0.0.1', 0, data=Path({!r}), local=True, need_client=False)"


def launch(folder: Path) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen([sys.executable, "-c", START.format(str(folder))], stdout=subprocess.PIPE, text=True)
    out: IO[str] | None = process.stdout
    assert out is not None
    address = out.readline().partition("Sandtable is at ")[2].split()[0]
    return process, address


def test_sigkill_at_any_instant_loses_nothing(tmp_path: Path) -> None:
    """Play as fast as possible, kill in the middle, start again: everything acknowledged is there, and the game goes on."""
    rng = Random(2)
    told: dict[int, Any] = {}
    made: dict[str, Any] = {}
    for actions in (20, 5, 11):  # acknowledged, before the server dies at some instant of the next ones
        process, address = launch(tmp_path)
        timer = threading.Timer(rng.random() / 10, os.kill, (process.pid, signal.SIGKILL))
        most = max(told, default=0) + actions
        try:
            with httpx.Client(base_url=address) as http:
                if not made:
                    made = http.post("/api/tables", json={"game": SUEZ}).json()
                ws_address = address.replace("http", "ws") + f"api/tables/{made['table']}/live"
                with connect(ws_address, max_size=None) as ws:
                    live = Live(ws)
                    live.ask("hello", token=made["owner"])
                    live.until_state()
                    if told:
                        assert live.state["version"] >= max(told)
                        entries = told[max(told)]
                        assert live.log[: len(entries)] == entries
                        assert len(live.log) <= len(entries) + 2  # at most the action that was under way
                    while live.state["actor"]:
                        options = live.ask("options", limit=5000)["result"]["options"]
                        live.act(rng.choice(options)["action"])
                        told[live.state["version"]] = list(live.log)
                        if live.state["version"] > most and timer.ident is None:
                            timer.start()
        except (ConnectionClosed, httpx.TransportError, EOFError, TimeoutError):
            pass
        finally:
            timer.cancel()
            process.kill()
            process.wait()
            assert process.stdout
            process.stdout.close()
    assert len(told) > 30
    store = Store(f"sqlite:///{tmp_path / 'sandtable.db'}")
    table = load(store, made["table"])
    assert table is not None
    assert table.version >= max(told)
    store.close()


def test_nobody_is_told_before_it_is_in_the_database(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.new("toy")
    hall = server.app.state.hall
    with server.live(made["table"], made["owner"]) as live:
        seen: list[int] = []
        write = hall.store.writer._write

        def watched(*args: Any) -> Any:
            seen.append(sum(m["type"] == "state" for m in live.seen))
            return write(*args)

        monkeypatch.setattr(hall.store.writer, "_write", watched)
        live.act("plan hold")
        assert seen == [1]
        stored = hall.store.load(made["table"])
        assert [e.action for e in stored.record.entries] == ["plan hold"]


def test_requests_done_are_remembered_over_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        server.ask(made["table"], made["owner"], "act", id="once", version=1, actions=["plan hold"])
    with running(tmp_path) as server:
        again = server.ask(made["table"], made["owner"], "act", 409, id="once", version=1, actions=["plan hold"])
        assert again["code"] == "repeated"
        state = server.state(made["table"], made["owner"])
        assert state["version"] == 2
        assert len(state["entries"]) == 1


def test_a_record_that_no_longer_replays_is_named_not_fatal(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        server.act(made["table"], made["owner"], "plan hold")
        hall = server.app.state.hall
        with hall.store.engine.begin() as db:
            db.exec_driver_sql("update entries set checksum = '00000000'")
        hall.rooms.clear()
        problem = server.get(f"/api/tables/{made['table']}/state", made["owner"], status=409)
        assert "entry 1" in problem["text"]
        assert server.post("/api/lobby", {"tokens": [made["owner"]]})["tables"]
        server.new("toy")


def test_idle_tables_leave_the_memory_and_come_back(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server.hall import keeping as module

    made = server.new("toy")
    server.act(made["table"], made["owner"], "plan hold")
    before = server.state(made["table"], made["owner"])
    monkeypatch.setattr(module, "IDLE", -1.0)
    hall, keeping = server.app.state.hall, server.app.state.keeping
    with server.live(made["table"], made["owner"]):
        asyncio.run(keeping.forget_idle())
        assert made["table"] in hall.rooms
    while hall.rooms[made["table"]].connections:
        pass
    asyncio.run(keeping.forget_idle())
    assert made["table"] not in hall.rooms
    after = server.state(made["table"], made["owner"])
    assert {k: v for k, v in after.items() if k != "present"} == {k: v for k, v in before.items() if k != "present"}


def test_sqlite_keeps_a_write_ahead_log_and_syncs(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with store.engine.connect() as db:
        assert db.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("pragma synchronous").scalar() == 2
    assert set(inspect(store.engine).get_table_names()) == {*metadata.tables, "alembic_version"}
    store.close()


def test_the_tables_can_be_made_in_postgresql_too() -> None:
    for made in metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(made).compile(dialect=postgresql.dialect()))


# starting -----------------------------------------------------------------------------------------------------------
def test_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    first = bind("127.0.0.1", 0)
    first.listen()
    port = first.getsockname()[1]
    with pytest.raises(ValueError, match=f"port {port} of 127.0.0.1 is in use"):
        start("127.0.0.1", port, data=tmp_path, need_client=False)
    first.close()


def test_a_client_that_was_not_built_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server import run

    monkeypatch.setattr(run, "STATIC", tmp_path)
    with pytest.raises(ValueError, match="make web"):
        run.local(port=0, browser=False, data=tmp_path)


@pytest.mark.parametrize("url", ["nonsense", "oracle9://x", "sqlite+nothing:///x"])
def test_a_bad_database_is_a_sentence(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="database"):
        start("127.0.0.1", 0, database=url, data=tmp_path, need_client=False)


def test_data_folder_and_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "sandtable"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path.home() / ".local" / "share" / "sandtable"
    assert address_of("0.0.0.0", 80) == "http://localhost:80/"
    assert address_of("::1", 80) == "http://[::1]:80/"


def test_the_built_client_is_served_compressed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 2000)
    (tmp_path / "assets" / "main-1a2b.js").write_text("y" * 2000)
    (tmp_path / "assets" / "main-1a2b.js.br").write_bytes(b"packed")
    with running(tmp_path, static=tmp_path) as server:
        page = server.http.get("/")
        assert page.text.startswith("<!doctype html>")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-encoding"] == "gzip"
        with server.http.stream("GET", "/assets/main-1a2b.js", headers={"accept-encoding": "br"}) as script:
            assert b"".join(script.iter_raw()) == b"packed"
        assert script.headers["content-encoding"] == "br"
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        plain = server.http.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
        assert plain.text == "y" * 2000
        assert server.http.get("/assets/none.js").status_code == 404
        assert json.loads(server.http.get("/nothing").text)["code"] == "not_found"
        assert server.http.get("/../store.py").status_code == 404


def test_on_sigterm_what_was_acknowledged_is_kept_and_everybody_is_told_to_come_again(tmp_path: Path) -> None:
    process, address = launch(tmp_path)
    acknowledged: list[str] = []
    closed: list[int] = []
    try:
        with httpx.Client(base_url=address) as http:
            made = http.post("/api/tables", json={"game": SUEZ}).json()
        live = f"{address.replace('http', 'ws')}api/tables/{made['table']}/live"

        def watch() -> None:
            with connect(live, max_size=None) as ws:
                ws.send(json.dumps({"type": "hello", "id": "w", "token": made["spectator"]}))
                try:
                    while True:
                        ws.recv(30)
                except ConnectionClosed as end:
                    closed.append(end.rcvd.code if end.rcvd else 0)

        watcher = threading.Thread(target=watch)
        watcher.start()
        rng = Random(6)
        with connect(live, max_size=None) as ws:
            page = Live(ws)
            page.ask("hello", token=made["owner"])
            page.until_state()
            timer = threading.Timer(0.7, os.kill, (process.pid, signal.SIGTERM))
            timer.start()
            with contextlib.suppress(ConnectionClosed, EOFError, TimeoutError):
                while page.state["actor"]:
                    options = page.ask("options", limit=5000)["result"]["options"]
                    action = rng.choice(options)["action"]
                    if page.act(action)["type"] == "reply":
                        acknowledged.append(action)
        watcher.join(20)
        assert process.wait(20) in (0, -signal.SIGTERM)  # uvicorn raises the signal again when all is done
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()
    assert closed == [1012]
    assert acknowledged
    store = Store(f"sqlite:///{tmp_path / 'sandtable.db'}")
    with contextlib.closing(store):
        table = load(store, made["table"])
        assert table is not None
        played = [e.action for e in table.session.record.entries if e.actor != "chance"]
        assert played[: len(acknowledged)] == acknowledged
        assert len(played) <= len(acknowledged) + 1
        assert store.kept.position(made["table"], len(table.session.record.entries)) is not None
