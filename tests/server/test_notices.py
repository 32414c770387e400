"""It is your turn: real mail to a real SMTP sink, real requests to a real receiver, a feed; each at most once a turn."""

from __future__ import annotations

import asyncio
import json
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sandtable.server import app
from sandtable.server import outside as to_others
from sandtable.server.hall.notices import Notices
from sandtable.server.outside import Apart, Refused, check_webhook, post
from sandtable.server.settings import Limits, Mail, Settings

from .table import Json, Server, bearer, running

SUEZ = "across-suez-1980"
ROUNDS = 1.0
"""Seconds in which the sender goes several rounds."""
BOTH = {"israel": {"kind": "elsewhere"}, "egypt": {"kind": "elsewhere"}}


class Sink(socketserver.ThreadingTCPServer):
    """An SMTP server that keeps what it is given."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.mails: list[tuple[str, Message]] = []


class _Smtp(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 sink\r\n")
        to = ""
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    body += line
                sink = self.server
                assert isinstance(sink, Sink)
                sink.mails.append((to, message_from_bytes(body)))
            elif verb == b"RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")
            if verb == b"QUIT":
                return


class Receiver(HTTPServer):
    """An HTTP server that keeps what is posted to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Hook)
        self.posted: list[Json] = []


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        receiver = self.server
        assert isinstance(receiver, Receiver)
        receiver.posted.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        return


@contextmanager
def serving(server: Any) -> Iterator[Any]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sender goes its rounds more often than a server's does."""
    monkeypatch.setattr(app, "EVERY", 0.2)


@pytest.fixture
def outside() -> Iterator[tuple[Sink, Receiver]]:
    with serving(Sink()) as sink, serving(Receiver()) as receiver:
        yield sink, receiver


@pytest.fixture
def server(tmp_path: Path, outside: tuple[Sink, Receiver]) -> Iterator[Server]:
    port = outside[0].server_address[1]
    mail = Mail(host="127.0.0.1", port=int(port), sender="Sandtable <games@example.org>")
    settings = Settings(mail=mail, private_webhooks=True, notify_after=0, public_url="https://games.example.org")
    with running(tmp_path, settings=settings) as s:
        s.app.state.sink = outside[0]
        yield s


def person(server: Server, **told: Any) -> str:
    key: str = server.post("/api/people", {"name": "Ben"}, status=201)["key"]
    server.http.patch("/api/me", json=told, headers=bearer(key)).raise_for_status()
    if "email" in told:
        confirm(server, told["email"])
    return key


def questions(server: Server, email: str) -> list[str]:
    """The links of the mails that ask whose address it is."""
    sink: Sink = server.app.state.sink
    texts = [str(m.get_payload(decode=True).decode()) for to, m in sink.mails if to == email]
    found = [re.search(r"(/api/confirm/\S+)", text) for text in texts]
    return [m[1] for m in found if m]


def confirm(server: Server, email: str) -> None:
    """He follows the link; that mail is not counted."""
    link, sink = questions(server, email)[-1], server.app.state.sink
    assert "Yes" in server.http.get(link).text
    server.http.post(link).raise_for_status()
    sink.mails.clear()


def seated(server: Server, key: str, side: str = "israel") -> Json:
    made = server.new(SUEZ, sit=False, name="Tuesday", players=BOTH)
    headers = {**bearer(made["seats"][side]), "sandtable-key": key}
    server.http.post(f"/api/tables/{made['table']}/sit", json={}, headers=headers).raise_for_status()
    for other in made["seats"].keys() - {side}:
        made["seats"][other] = server.post(f"/api/tables/{made['table']}/sit", {}, made["seats"][other], 201)["token"]
    return made


def until(what: Any, seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def pass_to(server: Server, made: Json, token: str, side: str) -> None:
    from random import Random

    rng, table = Random(1), server.app.state.hall.rooms[made["table"]].table
    while table.s.actor != side:
        server.act(made["table"], token, str(table.s.sample(rng.randrange)))


def test_mail_and_webhook_come_once_a_turn_and_the_switch_ends_them(
    server: Server, outside: tuple[Sink, Receiver]
) -> None:
    sink, receiver = outside
    hook = f"http://127.0.0.1:{receiver.server_address[1]}/hook"
    key = person(server, email="ben@example.org", webhook=hook)
    made = seated(server, key, "egypt")
    pass_to(server, made, made["seats"]["israel"], "egypt")
    until(lambda: sink.mails and receiver.posted)
    to, mail = sink.mails[0]
    text = mail.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert to == "ben@example.org"
    assert mail["Subject"] == "Your turn: Tuesday"
    assert f"https://games.example.org/#/table/{made['table']}" in text
    assert receiver.posted[0]["event"] == "your_turn"
    time.sleep(ROUNDS)
    assert (len(sink.mails), len(receiver.posted)) == (1, 1)
    off = re.search(r"https://games.example.org(/api/off/\S+)", text)
    assert off
    assert off[1] in mail["List-Unsubscribe"]
    assert "No more messages" in server.http.get(off[1]).text  # programs that follow links switch nothing
    assert server.get("/api/me", key)["messages"] is True
    server.http.post(off[1]).raise_for_status()
    assert server.get("/api/me", key)["messages"] is False


def test_a_turn_that_passed_just_before_a_server_died_is_told_of_by_the_next(
    tmp_path: Path, outside: tuple[Sink, Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    sink, _ = outside
    settings = Settings(mail=Mail(host="127.0.0.1", port=int(sink.server_address[1])), notify_after=0)

    async def dead(self: Notices) -> None:
        """The first server never comes to it."""

    with monkeypatch.context() as m:
        m.setattr(Notices, "send_due", dead)
        with running(tmp_path, settings=settings) as first:
            first.app.state.sink = sink
            key = person(first, email="ben@example.org")
            made = seated(first, key, "egypt")
            pass_to(first, made, made["seats"]["israel"], "egypt")
    assert sink.mails == []
    with running(tmp_path, settings=settings):
        until(lambda: sink.mails)
    assert [to for to, _ in sink.mails] == ["ben@example.org"]


def test_nobody_who_is_at_the_table_is_told(server: Server, outside: tuple[Sink, Receiver]) -> None:
    sink, _ = outside
    key = person(server, email="ben@example.org")
    made = seated(server, key, "egypt")
    with server.live(made["table"], key):
        pass_to(server, made, made["seats"]["israel"], "egypt")
        time.sleep(ROUNDS)
    assert sink.mails == []


def test_a_digest_tells_of_many_games_in_one_mail(server: Server, outside: tuple[Sink, Receiver]) -> None:
    sink, _ = outside
    key = person(server, email="ben@example.org", digest_hours=24)
    for _ in range(3):
        made = seated(server, key, "egypt")
        with server.app.state.hall.store.engine.begin() as db:
            db.exec_driver_sql("update persons set digest_at = 9e12")
        pass_to(server, made, made["seats"]["israel"], "egypt")
    with server.app.state.hall.store.engine.begin() as db:
        db.exec_driver_sql("update persons set digest_at = 0")
    until(lambda: sink.mails)
    time.sleep(ROUNDS)
    assert [m["Subject"] for _, m in sink.mails] == ["Your turn in 3 games"]


def test_the_feed_lists_the_games_that_wait(server: Server) -> None:
    key = person(server)
    made = seated(server, key)
    address = server.post("/api/me/feed", token=key)["address"].removeprefix("https://games.example.org")
    feed = ElementTree.fromstring(server.http.get(address).text)
    titles = [e.text for e in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["Sandtable: your turn", "Your turn: Tuesday"]
    assert made["table"] in server.http.get(address).text
    server.post("/api/me/feed", token=key)
    assert server.http.get(address).status_code == 401


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x",
        "http://localhost:8056/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://0.0.0.0/",
        "http://[2002:7f00:1::]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b:1::1]/",
        "http://[::7f00:1]/",
        "http://[fec0::1]/",
        "http://[2001:0:4136:e378::]/",
        "http://[ff0e::1]/",
        "http://100.64.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "ftp://example.org/",
        "http://user:pw@1.1.1.1/",
        "file:///etc/passwd",
        "https://",
        "http://[::1",
        "http://1.1.1.1/a b",
        "http://1.1.1.1/\r\nhost: x",
        "http://1.1.1.1:99999/",
        "//1.1.1.1/",
    ],
)
def test_no_request_goes_to_a_private_address(url: str) -> None:
    with pytest.raises(Refused):
        check_webhook(url, private=False)


OTHERS = (
    *("group:ben@example.org", "(x)ben@example.org", "=?utf-8?q?ben?=@example.org", "ben@[1.2.3.4].org", "a)b@example.org"),
    *("ben@example.org\nBcc: all@example.org", "ben@example.org\0", "\u202eben@example.org", "ben%other.org@example.org"),
    *("ben@example..org", "ben@-.org", "ben@example", "ben@@example.org", '"a b"@example.org', "ben@example.org,c@d.org"),
)  # fmt: skip


def test_an_address_that_is_another_one_to_a_mail_program_is_refused(server: Server) -> None:
    """Or the question whose it is could go to somebody as often as somebody else likes."""
    key = server.post("/api/people", {"name": "Ben"}, status=201)["key"]
    for address in OTHERS:
        told = server.http.patch("/api/me", json={"email": address}, headers=bearer(key))
        assert told.status_code == 400, address
        assert told.json()["text"] == "This is no e-mail address."
    fine = {"email": "ben.o'neill+games=x@mail-1.example.org"}
    assert server.http.patch("/api/me", json=fine, headers=bearer(key)).status_code == 200


def test_a_webhook_to_a_private_address_is_refused_when_it_is_given(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        key = server.post("/api/people", {}, status=201)["key"]
        answer = server.http.patch("/api/me", json={"webhook": "http://127.0.0.1:1/"}, headers=bearer(key))
        assert answer.status_code == 400
        assert "private network" in answer.json()["text"]
        for bad in ("nobody", "a@b", "x@example.org\nBcc: y@example.org"):
            assert server.http.patch("/api/me", json={"email": bad}, headers=bearer(key)).status_code == 400


@pytest.mark.parametrize(
    "address", ["http://1.1.1.1:8080/x", "https://[2606:4700:4700::1111]/x?y=z", "http://[::ffff:1.1.1.1]/"]
)
def test_a_public_address_is_one(address: str) -> None:
    assert check_webhook(address, private=False)[0] in ("http", "https")


class _Slow(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        with suppress(OSError):
            while True:
                self.wfile.write(b"H")
                time.sleep(0.05)

    def log_message(self, *_: Any) -> None:
        return


def test_who_answers_a_letter_at_a_time_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_others, "AT_MOST", 0.5)
    with serving(HTTPServer(("127.0.0.1", 0), _Slow)) as slow:
        begun = time.monotonic()
        with pytest.raises((OSError, HTTPException)):
            post(f"http://127.0.0.1:{slow.server_address[1]}/", {}, private=True)
        assert time.monotonic() - begun < 10


def test_nobody_else_waits_for_what_the_outside_keeps_busy() -> None:
    async def work() -> list[str]:
        apart, go = Apart(1), threading.Event()
        slow = [asyncio.create_task(apart.do(go.wait, 20)) for _ in range(50)]
        await asyncio.sleep(0)
        names = [
            await asyncio.wait_for(asyncio.to_thread(lambda: threading.current_thread().name), 5) for _ in range(20)
        ]
        go.set()
        await asyncio.gather(*slow)
        apart.close()
        return names

    assert not [name for name in asyncio.run(work()) if name.startswith("outside")]


def test_nobody_is_written_to_because_somebody_else_gave_his_address(
    server: Server, outside: tuple[Sink, Receiver]
) -> None:
    key = server.post("/api/people", {"name": "Mallory"}, status=201)["key"]
    me = server.http.patch("/api/me", json={"email": "victim@example.org"}, headers=bearer(key)).json()
    assert not me["confirmed"]
    (link,) = questions(server, "victim@example.org")
    made = seated(server, key)
    pass_to(server, made, key, "egypt")
    pass_to(server, made, made["seats"]["egypt"], "israel")
    server.app.state.notices.note_passed()
    with server.app.state.hall.store.engine.connect() as db:
        assert not db.exec_driver_sql("select id from notices where way = 'email'").all()
    assert len(outside[0].mails) == 1
    assert server.http.post(link[:-2] + "xx").status_code == 401
    server.http.patch("/api/me", json={"email": "other@example.org"}, headers=bearer(key)).raise_for_status()
    assert server.http.post(link).status_code == 401  # it was for the other address
    confirm(server, "other@example.org")
    assert server.get("/api/me", key)["confirmed"]


def test_questions_to_an_address_are_few(tmp_path: Path) -> None:
    settings = Settings(limits=Limits(addresses_per_day=2, persons_per_day=100))
    with running(tmp_path, local=False, settings=settings) as server:
        for n in range(3):
            key = server.post("/api/people", {}, status=201)["key"]
            answer = server.http.patch("/api/me", json={"email": "victim@example.org"}, headers=bearer(key))
            assert answer.status_code == (429 if n == 2 else 200)
