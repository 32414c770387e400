"""A server in a thread, and clients that speak docs/protocol.md to it; every message is held against the models."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from sqlalchemy import create_engine, text
from websockets.sync.client import ClientConnection, connect

from sandtable.server import models
from sandtable.server.app import create_app
from sandtable.server.run import bind
from sandtable.server.settings import Limits, Settings

Json = dict[str, Any]
PATIENT = Settings(limits=Limits(requests_reserve=10_000))
"""One address makes all the requests of a file of tests; test_limits.py tests what a hurried caller hears."""


class Server:
    """A running server."""

    def __init__(self, app: FastAPI, port: int) -> None:
        self.app, self.port = app, port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)

    def post(self, path: str, body: Json | None = None, token: str = "", status: int = 0) -> Any:
        return self._checked(self.http.post(path, json=body or {}, headers=bearer(token)), status)

    def get(self, path: str, token: str = "", status: int = 200) -> Any:
        return self._checked(self.http.get(path, headers=bearer(token)), status)

    @staticmethod
    def _checked(r: httpx.Response, status: int) -> Any:
        assert r.status_code == status if status else r.is_success, r.text
        return r.json() if "json" in r.headers.get("content-type", "") else r.text

    def new(self, game: str, sit: bool = True, **more: Any) -> Json:
        """A new table; somebody sits down at every seat that is played elsewhere, unless the test does that."""
        created: Json = self.post("/api/tables", {"game": game, **more}, status=201)
        for side, link in created["seats"].items() if sit else ():
            name = more["players"][side].get("name", "")
            created["seats"][side] = self.post(f"/api/tables/{created['table']}/sit", {"name": name}, link, 201)[
                "token"
            ]
        return created

    def ask(self, table: str, token: str, type: str, status: int = 200, side: str = "", **fields: Any) -> Any:
        """A request without a socket; the result, or the error."""
        query = f"?side={side}" if side else ""
        body = {"type": type, "id": fields.pop("id", uuid4().hex), **fields}
        answer = self.post(f"/api/tables/{table}/ask{query}", body, token, status)
        models.SERVER_MESSAGE.validate_python(answer)
        return answer["result"] if status == 200 else answer

    def state(self, table: str, token: str, side: str = "") -> Json:
        answer: Json = self.get(f"/api/tables/{table}/state" + (f"?side={side}" if side else ""), token)
        models.SERVER_MESSAGE.validate_python(answer)
        return answer

    def act(self, table: str, token: str, *actions: str, status: int = 200) -> Any:
        version = self.state(table, token)["version"]
        return self.ask(table, token, "act", status, version=version, actions=list(actions))

    def first_option(self, table: str, token: str) -> str:
        action: str = self.ask(table, token, "options", limit=1)["options"][0]["action"]
        return action

    @contextmanager
    def live(self, table: str, token: str, log: list[Json] | None = None, **hello: Any) -> Iterator[Live]:
        with self.socket(table) as ws:
            live = Live(ws)
            live.log = log or []
            live.ask("hello", token=token, **hello)
            live.until_state()
            yield live

    def socket(self, table: str, **more: Any) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/live", max_size=None, **more)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class Live:
    """A client: holds the log as the protocol says, and the last state."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.state: Json = {}
        self.log: list[Json] = []
        self.seen: list[Json] = []

    def hear(self, timeout: float = 20) -> Json:
        """The next message, taken in."""
        m: Json = json.loads(self.ws.recv(timeout))
        models.SERVER_MESSAGE.validate_python(m)
        self.seen.append(json.loads(json.dumps(m)))
        if m["type"] == "state":
            self.state = m
            self.log = self.log[: m["keep"]] + m["entries"]
            assert [e["n"] for e in self.log] == list(range(1, len(self.log) + 1))
        elif m["type"] == "change":
            assert m["from"] == self.state["version"]
            view, news = self.state["view"], m["view"]
            units = {u["name"]: u for u in (*view["units"], *news.pop("units", []))}
            order = news.pop("order", None) or list(units)
            view = {**view, **news, "units": [units[name] for name in order]}
            self.state = {**self.state, **m["state"], "version": m["version"], "view": view}
            self.log = self.log[: m["keep"]] + m["entries"]
        return m

    def ask(self, type: str, **fields: Any) -> Json:
        """Send a request, hear until its answer."""
        id = fields.pop("id", uuid4().hex)
        self.ws.send(json.dumps({"type": type, "id": id, **fields}))
        while (m := self.hear()).get("id") != id or m["type"] not in ("reply", "error"):
            pass
        return m

    def act(self, *actions: str, **more: Any) -> Json:
        return self.ask("act", version=more.pop("version", self.state["version"]), actions=list(actions), **more)

    def until_state(self, version: int = 0) -> Json:
        while not self.state or self.state["version"] < version:
            self.hear()
        return self.state

    def until(self, type: str) -> Json:
        while (m := self.hear())["type"] != type:
            pass
        return m


ON_SQLITE = pytest.mark.skipif("SANDTABLE_TEST_DATABASE" in os.environ, reason="handles the file of SQLite")


def database(folder: Path) -> str:
    """SQLite in the folder; or, if SANDTABLE_TEST_DATABASE names a PostgreSQL database, a schema of the folder's own there."""
    url = os.environ.get("SANDTABLE_TEST_DATABASE")
    if not url:
        return f"sqlite:///{folder / 'games.db'}"
    schema = "t" + sha256(str(folder).encode()).hexdigest()[:20]
    engine = create_engine(url)
    with engine.begin() as db:
        db.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    engine.dispose()
    return f"{url}?options=-csearch_path%3D{schema}"


@contextmanager
def running(folder: Path, proxied: bool = False, **more: Any) -> Iterator[Server]:
    """A server whose database lies in the folder. `proxied`: it believes what a proxy on this machine says."""
    folder.mkdir(exist_ok=True)
    app = create_app(database(folder), folder, **{"local": True, "static": None, "settings": PATIENT, **more})
    s = bind("127.0.0.1", 0)
    trust = {"proxy_headers": proxied, "forwarded_allow_ips": ["127.0.0.1"]}
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", ws="websockets-sansio", ws_max_size=1_000_000, **trust)  # type: ignore[arg-type]
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [s]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.005)
    table = Server(app, s.getsockname()[1])
    try:
        yield table
    finally:
        table.http.close()
        server.should_exit = True
        thread.join(10)
        s.close()
