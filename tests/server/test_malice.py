"""What somebody with bad intentions tries at a table of others: owners, watchers, former holders of a seat."""

from __future__ import annotations

import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.core import Action
from sandtable.server import admin
from sandtable.server.hall import opponents, talk
from sandtable.server.table import changes, clocks, seating
from sandtable.session import Session, calling_off

from .table import Json, Server, bearer
from .test_people import play_until_it_is_for

SUEZ = "across-suez-1980"
MUSKETEER = "musketeer"
ELSEWHERE = {"israel": {"kind": "here", "name": "Ada"}, "egypt": {"kind": "elsewhere"}}
BOTH = {"israel": {"kind": "elsewhere"}, "egypt": {"kind": "elsewhere"}}
FRONTS = {"west": {"kind": "here"}, "east": {"kind": "elsewhere"}}


def handed_over(server: Server, made: Json, side: str, to: str = "link") -> str:
    link: str = server.post(f"/api/tables/{made['table']}/hand-over", {"to": to}, made["seats"][side])["link"]
    return link


def sit(server: Server, made: Json, token: str, side: str = "", status: int = 201) -> Any:
    answer = server.post(f"/api/tables/{made['table']}/sit", {"side": side} if side else {}, token, status)
    return answer["token"] if status == 201 else answer


# Watchers -----------------------------------------------------------------------------------------------------------
def test_where_nobody_may_watch_no_way_leads_in(server: Server) -> None:
    made = server.new(SUEZ, players=ELSEWHERE, terms={"watching": "closed"})
    table, watcher = made["table"], made["spectator"]
    for path in ("state", "record", "film", "analysis"):
        assert server.get(f"/api/tables/{table}/{path}", watcher, 403)["code"] == "secret"
    asked = {"type": "replay", "id": "x", "entry": 0}
    assert server.post(f"/api/tables/{table}/ask", asked, watcher, 403)["code"] == "secret"
    with server.socket(table) as ws:
        ws.send('{"type": "hello", "id": "x", "token": "' + watcher + '"}')
        assert "no spectators" in str(ws.recv(10))
        with pytest.raises(ConnectionClosed):
            ws.recv(10)
    server.state(table, made["seats"]["egypt"])
    server.ask(
        table, made["seats"]["egypt"], "conduct", version=server.state(table, made["owner"])["version"], what="resign"
    )
    server.state(table, watcher)  # it is over: everybody may look


def test_a_link_that_nobody_has_taken_steers_nothing(server: Server) -> None:
    made = server.new(
        SUEZ, sit=False, players={"israel": {"kind": "bot", "level": "random"}, "egypt": {"kind": "elsewhere"}}
    )
    table, link = made["table"], made["seats"]["egypt"]
    assert server.ask(table, link, "bot", 403, paused=True)["code"] == "not_yours"
    seat = sit(server, made, link)
    assert server.ask(table, seat, "bot", paused=True)["paused"]


# Seats that have been given away ------------------------------------------------------------------------------------
def test_the_next_holder_of_a_seat_gets_neither_the_notes_nor_the_orders_of_the_one_before(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "ORDER_DELAY", (0.0, 0.05))
    made = server.new(SUEZ, players=BOTH)
    table, egypt = made["table"], made["seats"]["egypt"]
    arrow = {"kind": "arrow", "at": ["0911", "0912"], "text": "", "colour": "red"}
    server.ask(table, egypt, "say", room="self", text="what I think of Ada")
    server.ask(table, egypt, "say", text="hello")
    server.ask(table, egypt, "mark", marks=[arrow])
    server.ask(table, egypt, "orders", orders=[{"kind": "single"}])
    next_ = sit(server, made, handed_over(server, made, "egypt"))
    assert [x["text"] for x in server.ask(table, next_, "talk")["lines"]] == ["hello"]
    assert server.ask(table, next_, "orders")["orders"] == []
    with server.live(table, next_) as live:
        live.ask("ping")
        assert not [m for m in live.seen if m["type"] == "marks"]
    server.app.state.hall.rooms.clear()
    assert server.ask(table, next_, "orders")["orders"] == []


def test_the_owner_does_not_come_between_a_holder_and_whom_he_gives_his_seat_to(server: Server) -> None:
    made = server.new(MUSKETEER, players=FRONTS)
    table = made["table"]
    link = handed_over(server, made, "east")
    assert server.post(f"/api/tables/{table}/links", token=made["owner"])["seats"] == {}
    refused = server.http.patch(
        f"/api/tables/{table}", json={"players": {"east": {"kind": "here"}}}, headers=bearer(made["owner"])
    )
    assert refused.status_code == 403, refused.text
    assert server.state(table, sit(server, made, link))["sides"] == ["east"]
    assert server.post(f"/api/tables/{table}/links", token=made["owner"])["seats"] == {}


@pytest.mark.parametrize("player", [{"kind": "here"}, {"kind": "bot", "level": "random"}, {"kind": "elsewhere"}])
def test_a_seat_on_its_way_from_hand_to_hand_is_not_the_owners(server: Server, player: Json) -> None:
    made = server.new(SUEZ, players=ELSEWHERE)
    path, link = f"/api/tables/{made['table']}", handed_over(server, made, "egypt")
    refused = server.http.patch(path, json={"players": {"egypt": player}}, headers=bearer(made["owner"]))
    assert refused.status_code == 403
    assert refused.json()["text"] == "The last holder of egypt has given the seat to somebody by a link."
    assert server.state(made["table"], sit(server, made, link))["sides"] == ["egypt"]


def test_a_seat_that_was_given_by_link_is_not_open_to_all(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=BOTH, terms={"listed": "public"})
    made["seats"]["egypt"] = sit(server, made, made["seats"]["egypt"])
    link = handed_over(server, made, "egypt")
    assert server.post(f"/api/tables/{made['table']}/sit", {"side": "egypt"}, status=403)["code"] == "not_yours"
    invitation = server.get(f"/api/tables/{made['table']}/invitation")
    assert [x["id"] for x in invitation["free"]] == ["israel"]
    assert server.get(f"/api/tables/{made['table']}/invitation", link)["side"] == "egypt"
    israel = server.post(f"/api/tables/{made['table']}/sit", status=201)
    assert israel["side"] == "israel"
    sit(server, made, link)


def test_a_standing_order_that_does_not_fit_is_not_noticed_either(server: Server) -> None:
    """Nor one that does, while it waits: no message of a bot comes where no bot plays."""
    made = server.new(SUEZ, players=BOTH)
    table, (israel, egypt) = made["table"], (made["seats"][x] for x in ("israel", "egypt"))
    server.ask(table, egypt, "orders", orders=[{"kind": "decline", "verb": "march"}])
    with server.live(table, israel) as live, server.live(table, egypt) as other:
        play_until_it_is_for(server, made, israel, "egypt")
        room = server.app.state.hall.rooms[table]
        until = time.monotonic() + 10
        while room.opponents.unanswered != room.table.version or room.opponents.busy():
            assert time.monotonic() < until
            time.sleep(0.01)
        for one in (live, other):
            one.ask("ping")
            assert not [m for m in one.seen if m["type"] == "bot"]


# Tables of others ---------------------------------------------------------------------------------------------------
def test_an_owner_who_is_losing_does_not_delete_the_game(server: Server) -> None:
    made = server.new(SUEZ, players=ELSEWHERE)
    table, egypt = made["table"], made["seats"]["egypt"]
    refused = server.http.delete(f"/api/tables/{table}", headers=bearer(made["owner"]))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    version = server.state(table, made["owner"])["version"]
    server.ask(table, made["owner"], "conduct", version=version, what="resign")
    assert server.http.delete(f"/api/tables/{table}", headers=bearer(made["owner"])).status_code == 204
    server.get(f"/api/tables/{table}/state", made["owner"], 401)
    assert "israel resigned" in server.get(f"/api/tables/{table}/record", egypt)
    assert server.get(f"/api/tables/{table}/film", egypt)


def test_who_plays_alone_deletes_his_table_at_any_time(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=ELSEWHERE)
    assert server.http.delete(f"/api/tables/{made['table']}", headers=bearer(made["owner"])).status_code == 204
    key = server.post("/api/people", {"name": "Ada"}, status=201)["key"]
    headers = {"sandtable-key": key}
    made = server.http.post("/api/tables", json={"game": SUEZ, "players": BOTH}, headers=headers).json()
    path = f"/api/tables/{made['table']}"
    server.http.post(f"{path}/sit", json={}, headers={**headers, **bearer(made["seats"]["egypt"])}).raise_for_status()
    assert server.http.delete(path, headers=bearer(key)).status_code == 204
    server.get(f"{path}/state", made["owner"], 401)


def test_a_game_with_a_clock_is_not_called_abandoned_before_the_clock_has_run_out(server: Server) -> None:
    pace = {"kind": "days", "days": 10, "vacation": 20}
    made = server.new(SUEZ, players=BOTH, terms={"abandon_days": 2, "pace": pace})
    table, (israel, egypt) = made["table"], (made["seats"][x] for x in ("israel", "egypt"))
    live = server.app.state.hall.rooms[table].table
    server.act(table, israel, "end")  # the clock of Israel has begun to run
    live.saved.conduct["since"] -= 5 * clocks.DAY
    side = live.saved.conduct["to_move"]
    mine, other = (israel, egypt) if side == "israel" else (egypt, israel)
    version = server.state(table, other)["version"]
    refused = server.ask(table, other, "conduct", 409, version=version, what="abandoned")
    assert refused["text"] == f"The clock of {side} decides: it has not run out."
    live.saved.conduct["clock"]["out"].append(side)
    server.ask(table, other, "conduct", version=version, what="abandoned")
    assert server.state(table, mine)["ended"].endswith("abandoned the game")


def test_what_is_begun_and_called_off_for_ever_comes_to_an_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling_off, "MOST", 3)
    made = server.new(SUEZ)
    table, owner = made["table"], made["owner"]
    server.act(table, owner, "end")
    attack = next(
        o["action"] for o in server.ask(table, owner, "options", limit=500)["options"] if o["verb"] == "attack"
    )
    for _ in range(3):
        server.act(table, owner, attack, "cancel")
    server.act(table, owner, attack)
    refused = server.act(table, owner, "cancel", status=409)
    assert (
        refused["text"]
        == "3 choices were called off in this turn, and no more can be: go on with this one, or undo it."
    )
    version = server.state(table, owner)["version"]
    server.ask(table, owner, "undo", version=version)
    server.act(table, owner, attack)
    live = server.app.state.hall.rooms[table].table
    assert live.calling_off.instead(live.s, Action("cancel")).verb == "with", "and a bot goes on by itself"


def test_nobody_fills_a_record_with_remarks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """And every remark is written once: what was there before is not written anew."""
    monkeypatch.setattr(changes, "TAKE_BACKS", 3)
    monkeypatch.setattr(seating, "NOTES", 2)
    made = server.new(SUEZ)
    table, owner, written = made["table"], made["owner"], []
    write = server.app.state.hall.store.writer.write
    monkeypatch.setattr(server.app.state.hall.store.writer, "write", lambda c, d: written.append(c) or write(c, d))
    for n in range(4):
        server.act(table, owner, "move Reshef-1 0210-0211")
        version = server.state(table, owner)["version"]
        told = server.ask(table, owner, "propose", 200 if n < 3 else 409, version=version, to=0)
    assert told["text"] == "Moves have been taken back 3 times in this game, and no more can be."
    assert [(c.take_backs.kept, len(c.take_backs.rows)) for c in written if c.take_backs] == [(0, 1), (1, 1), (2, 1)]
    path, written[:] = f"/api/tables/{table}", []
    for n, kind in enumerate(("bot", "here", "bot")):
        body = {"players": {"egypt": {"kind": kind}}}
        assert server.http.patch(path, json=body, headers=bearer(owner)).status_code == (200 if n < 2 else 409)
    assert [(c.notes.kept, len(c.notes.rows)) for c in written if c.notes] == [(0, 1), (1, 1)]
    server.app.state.hall.rooms.clear()
    record = server.get(f"{path}/record", owner)
    assert record.count("taken back by consent") == 3
    assert record.count("; note: ") == 2


def test_nobody_fills_the_database_with_whom_he_does_not_hear(server: Server) -> None:
    made = server.new(SUEZ)
    for n in range(talk.MOST_MUTED):
        server.ask(made["table"], made["owner"], "mute", who=f"side {n}")
    server.ask(made["table"], made["owner"], "mute", 400, who="one more")
    server.ask(made["table"], made["owner"], "mute", who="side 1", on=False)


def test_who_accepts_one_thing_has_not_accepted_another_that_was_put_in_its_place(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    table, (israel, egypt) = made["table"], (made["seats"][x] for x in ("israel", "egypt"))
    option = next(o["action"] for o in server.ask(table, israel, "options")["options"] if o["verb"] == "move")
    server.act(table, israel, option)
    version = server.state(table, israel)["version"]
    server.ask(table, israel, "conduct", version=version, what="draw")
    shown = server.state(table, egypt)["offer"]["what"]
    server.ask(table, israel, "propose", version=version, to=0)
    refused = server.ask(table, egypt, "answer", 409, accept=True, what=shown)
    assert refused["code"] == "stale"
    assert server.ask(table, egypt, "answer", 409, accept=True, what="take back", to=1)["code"] == "stale"
    assert server.ask(table, egypt, "answer", accept=True, what="take back", to=0) == {"taken_back": True}


# Who leaves ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("by_the_host", [False, True])
def test_the_name_of_who_leaves_is_nowhere_and_his_games_stay(server: Server, by_the_host: bool) -> None:
    person = server.post("/api/people", {"name": "Benedikt"}, status=201)
    made = server.new(SUEZ, sit=False, players=ELSEWHERE)
    table, headers = made["table"], {**bearer(made["seats"]["egypt"]), "sandtable-key": person["key"]}
    server.http.post(f"/api/tables/{table}/sit", json={"name": "Benedikt"}, headers=headers).raise_for_status()
    server.ask(table, person["key"], "say", text="good luck")
    server.ask(table, made["owner"], "conduct", version=server.state(table, made["owner"])["version"], what="resign")
    server.app.state.hall.store.kept.keep_film(table, 0, server.get(f"/api/tables/{table}/film", made["owner"]))
    assert "Benedikt" in server.get(f"/api/tables/{table}/film", made["owner"])
    if by_the_host:
        admin.anonymise(server.app.state.hall.store, person["me"]["id"])
        server.app.state.hall.rooms.clear()
    else:
        assert server.http.delete("/api/me", headers=bearer(person["key"])).status_code == 204
    told = [server.get(f"/api/tables/{table}/{path}", made["owner"]) for path in ("state", "record", "film")]
    told += [server.ask(table, made["owner"], "talk"), server.post("/api/lobby", {"tokens": [made["owner"]]})]
    assert "Benedikt" not in str(told)
    assert "good luck" in str(told)
    assert "egypt is played by egypt" in str(told[1])
    assert Session.from_text(told[1]).record.ended == "israel resigned"
