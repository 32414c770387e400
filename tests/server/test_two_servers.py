"""Two servers on one PostgreSQL: what is done at one of them holds at the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server import admin
from sandtable.server.store import Store

from .postgres import SKIPPED, cluster
from .table import Json, Live, Server, bearer, running

SUEZ = "across-suez-1980"
BOTH = {"israel": {"kind": "elsewhere"}, "egypt": {"kind": "elsewhere"}}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    with cluster() as url:
        if url is None:
            pytest.skip(SKIPPED)
        folder = tmp_path_factory.mktemp("two")
        with running(folder, store=Store(url)) as one, running(folder, store=Store(url)) as other:
            yield one, other


def is_sent_away(live: Live) -> bool:
    """Is it over for this socket, soon?"""
    try:
        live.until("gone")
    except ConnectionClosed:
        return True
    return True


def test_who_has_given_a_seat_away_plays_no_more_at_any_server(two: tuple[Server, Server]) -> None:
    one, other = two
    made = one.new(SUEZ, players=BOTH)
    token = made["seats"]["israel"]
    with other.live(made["table"], token) as live:
        assert live.act("move Reshef-1 0210-0211")["type"] == "reply"
        link = one.post(f"/api/tables/{made['table']}/hand-over", {"to": "link"}, token)["link"]
        one.post(f"/api/tables/{made['table']}/sit", {"name": "Ben"}, link, status=201)
        assert is_sent_away(live)
    other.get(f"/api/tables/{made['table']}/state", token, status=401)


def test_links_that_were_made_anew_close_the_old_ones_at_every_server(two: tuple[Server, Server]) -> None:
    one, other = two
    made = one.new(SUEZ)
    with other.live(made["table"], made["spectator"]) as watcher, other.live(made["table"], made["owner"]) as owner:
        fresh: Json = one.post(f"/api/tables/{made['table']}/links", {}, made["owner"])
        assert is_sent_away(watcher)
        assert owner.ask("ping")["type"] == "reply"
    other.get(f"/api/tables/{made['table']}/state", made["spectator"], status=401)
    other.state(made["table"], fresh["spectator"])


def test_a_ban_reaches_the_seats_and_sockets_of_a_person(two: tuple[Server, Server]) -> None:
    one, other = two
    person = one.post("/api/people", {"name": "Ben"}, status=201)
    made = one.new(SUEZ, sit=False, players=BOTH)
    headers = {**bearer(made["seats"]["israel"]), "sandtable-key": person["key"]}
    seat = one.http.post(f"/api/tables/{made['table']}/sit", json={}, headers=headers).json()["token"]
    with other.live(made["table"], seat) as live:
        admin.ban(one.app.state.hall.store, person["me"]["id"], True)
        asyncio.run_coroutine_threadsafe(other.app.state.keeping.forget_idle(), loop_of(other)).result(20)
        assert is_sent_away(live)
    other.get(f"/api/tables/{made['table']}/state", seat, status=401)


def loop_of(server: Server) -> asyncio.AbstractEventLoop:
    return server.app.state.keeping.tasks[0].get_loop()  # type: ignore[no-any-return]
