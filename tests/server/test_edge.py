"""Bad input and other sites: an error message, and neither game nor server comes to harm."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from fastapi import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.hall.connection import Connection
from sandtable.server.routes.live import Visit
from sandtable.server.seats import Seat
from sandtable.server.settings import Settings

from .table import Live, Server

SUEZ = "across-suez-1980"

BAD = [
    "",
    "hello",
    "null",
    "[]",
    "{}",
    '{"type": "fly", "id": "1"}',
    '{"type": "act", "id": "1"}',
    '{"type": "act", "id": "1", "version": -1, "actions": ["end"]}',
    '{"type": "act", "id": "1", "version": 1, "actions": "end"}',
    '{"type": "act", "id": "1", "version": 1, "actions": []}',
    '{"type": "act", "id": "1", "version": 1, "actions": ["end"], "more": 1}',
    '{"type": "act", "id": 1, "version": 1, "actions": ["end"]}',
    '{"type": "ping", "id": "' + "x" * 100 + '"}',
    '{"type": "bot", "id": "1", "delay": 1e99}',
    '{"type": "bot", "id": "1", "delay": NaN}',
    '{"type": "replay", "id": "1", "entry": 99999999999999999999}',
    '{"type": "check", "id": "1", "action": "\\ud800"}',
    '{"type": "ping", "id": "a\\u0000b"}',
    "[" * 60_000,
    '{"a":' * 10_000,
    '{"type": "hello", "id": "1", "token": "' + "x" * 43 + '"}',
]


def test_malformed_messages_get_an_error_and_the_socket_lives(server: Server) -> None:
    made = server.new(SUEZ)
    with server.live(made["table"], made["owner"]) as live:
        for text in BAD:
            live.ws.send(text)
            assert live.until("error")["code"] == "bad_message", text[:60]
        live.ws.send(b"\x00\x01")
        assert live.until("error")["code"] == "bad_message"
        live.ws.send("x" * 100_000)
        assert live.until("error")["code"] == "too_large"
        assert live.ask("ping")["type"] == "reply"
        assert live.act("end")["type"] == "reply"


def test_a_flood_is_slowed_down_not_fatal(server: Server) -> None:
    made = server.new(SUEZ)
    with server.live(made["table"], made["owner"]) as live:
        for n in range(400):
            live.ws.send(json.dumps({"type": "ping", "id": str(n)}))
        codes = [m.get("code") for m in (live.hear() for _ in range(400))]
        assert "slow_down" in codes
    with server.live(made["table"], made["owner"]) as live:
        assert live.ask("ping")["type"] == "reply"


def test_the_first_message_must_be_a_good_hello(server: Server) -> None:
    made = server.new(SUEZ)
    good = {"type": "hello", "id": "1", "token": made["owner"]}
    for table, first, code, closing in (
        (made["table"], {"type": "ping", "id": "1"}, "greet_first", 4400),
        (made["table"], {**good, "token": "x" * 43}, "bad_token", 4401),
        ("nowhere", good, "bad_token", 4401),
        (made["table"], {**good, "side": "syria"}, "bad_message", 4400),
    ):
        with server.socket(table) as ws:
            ws.send(json.dumps(first))
            assert Live(ws).hear()["code"] == code
            with pytest.raises(ConnectionClosed):
                ws.recv(5)
            assert ws.close_code == closing


def test_other_sites_may_not_connect_or_post(server: Server) -> None:
    made = server.new(SUEZ)
    with pytest.raises(InvalidStatus), server.socket(made["table"], origin="https://evil.example"):
        pass
    with server.socket(made["table"], origin=f"http://127.0.0.1:{server.port}") as ws:
        ws.send(json.dumps({"type": "hello", "id": "1", "token": made["owner"]}))
        assert Live(ws).hear()["type"] == "reply"
    r = server.http.post("/api/tables", json={"game": SUEZ}, headers={"origin": "https://evil.example"})
    assert r.status_code == 403
    assert r.json()["code"] == "forbidden"
    r = server.http.get("/api/about", headers={"host": "evil.example"})
    assert r.status_code == 403


def test_oversized_bodies_are_refused(server: Server) -> None:
    r = server.http.post("/api/import", content=b"x" * 5_000_000, headers={"content-type": "application/json"})
    assert r.status_code == 413

    def slowly() -> object:
        for _ in range(50):
            yield b"x" * 100_000

    try:
        r = server.http.post("/api/import", content=slowly(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
        assert r.status_code in (400, 413)
    except httpx.WriteError:
        pass
    r = server.http.post("/api/import", content=b"[" * 100_000, headers={"content-type": "application/json"})
    assert 400 <= r.status_code < 500
    assert server.get("/api/about")


def test_security_headers_on_every_answer(server: Server) -> None:
    for path in ("/", "/api/about", "/api/sheet/nothing"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_bug_in_a_game_leaves_the_table_as_it_was(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.core import toy

    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"]) as live:
        live.act("plan hold")
        with monkeypatch.context() as m:

            def broken(*_: object) -> None:
                raise ZeroDivisionError

            m.setattr(toy.Movement, "apply", broken)
            error = live.act("end")
            assert error["code"] == "trouble"
            assert "ZeroDivision" not in json.dumps(error)
        assert len(live.log) == 1
        assert live.act("end")["type"] == "reply"
        assert len(live.log) == 2


def test_a_full_disk_leaves_the_table_as_it_was(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"]) as live:
        with monkeypatch.context() as m:

            def full(*_: object) -> None:
                raise OSError("disk full")

            m.setattr(server.app.state.hall.store.writer, "_write", full)
            assert live.act("plan hold")["code"] == "trouble"
        assert live.log == []
        assert live.act("plan push")["type"] == "reply"
        assert [e["action"] for e in live.log] == ["plan push"]


def test_answers_go_out_between_messages_that_arrived_at_once() -> None:
    """A thousand messages are there before the first is heard: each is answered, and the backlog stays small."""

    class Socket:
        client = None
        app = SimpleNamespace(state=SimpleNamespace(settings=Settings()))

        def __init__(self) -> None:
            self.coming, self.sent = 1000, 0

        async def receive(self) -> dict[str, str]:
            self.coming -= 1
            return {"type": "websocket.receive", "text": "x"} if self.coming >= 0 else {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            self.sent += 1

    async def visit() -> int:
        socket, seat = Socket(), Seat("", "", "spectator", "")
        visit, c = Visit(cast(Any, socket), cast(Any, None), ""), Connection(seat, None)
        sender = asyncio.create_task(visit._send(c))
        room = SimpleNamespace(version_for=lambda seat, side: 1)
        with pytest.raises(WebSocketDisconnect):
            await visit._listen(cast(Any, room), c)
        sender.cancel()
        return socket.sent

    assert asyncio.run(visit()) >= 999
