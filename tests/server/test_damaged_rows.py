"""A damaged row costs one table, its listing and its opening; never the lobby or another table, and nothing is told that was secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from .table import Server, bearer, database, running

pytestmark = pytest.mark.skipif(not database(Path()).startswith("sqlite"), reason="spoils the file of SQLite")
SPOILED = ("{", "-1", "", "\ufffd?")
"""What stands in a row after a disk has had its way."""
ROWS = {
    "tables": (
        *("kind", "name", "game", "options", "overlay", "players", "dice", "seed", "forked", "bot", "summary"),
        *("created", "header", "terms", "conduct", "ended", "listed", "waiting", "due"),
    ),
    "entries": ("actor", "action", "checksum", "draw", "facts", "at"),
    "seats": ("role", "name", "muted"),
    "positions": ("state",),
    "snapshots": ("state",),
    "requests": ("version",),
    "take_backs": ("after", "last", "first_draw", "last_draw"),
    "notes": ("after", "text"),
    "orders": ("orders",),
    "marks": ("marks", "shared"),
    "talk": ("at", "room", "by", "name", "text"),
}
CASES = [(table, column, text) for table, columns in ROWS.items() for column in columns for text in SPOILED]
SECRET = "plan hold"


@pytest.fixture(scope="module")
def spoiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[dict[str, str]], dict[str, str]]]:
    """A server with one table for every way of being damaged, and a sound one."""
    folder = tmp_path_factory.mktemp("damaged")
    with running(folder) as server:
        made = [server.new("toy") for _ in range(len(CASES) + 1)]
        for x in made:
            table, owner = x["table"], x["owner"]
            server.act(table, owner, SECRET, "move R-1 0301")
            server.ask(table, owner, "propose", version=server.state(table, owner)["version"], to=1)
            server.act(table, owner, "move R-1 0301", "end")
            server.ask(table, owner, "say", text="hello")
            server.ask(table, owner, "mark", marks=[{"kind": "hex", "at": ["0301"]}])
            server.ask(table, owner, "orders", side="red", orders=[{"kind": "decline", "verb": "march"}])
            with server.app.state.hall.store.engine.begin() as db:
                db.exec_driver_sql("insert into snapshots values (?, 1, '{}')", (table,))
                db.exec_driver_sql("insert into notes values (?, 1, 1, 'a note')", (table,))
    with sqlite3.connect(folder / "games.db") as db:
        for x, (table, column, text) in zip(made, CASES):
            db.execute(
                f"update {table} set {column} = ? where {'id' if table == 'tables' else 'table_id'} = ?",
                (text, x["table"]),
            )
    with running(folder) as server:
        yield server, made[:-1], made[-1]


def test_the_lobby_and_the_other_tables_are_as_they_were(spoiled) -> None:
    server, _, sound = spoiled
    for _ in range(2):  # nor after the damaged ones have been asked for
        listed = server.post("/api/lobby", {"tokens": [x["owner"] for x in (*spoiled[1], sound)]})["tables"]
        assert sound["table"] in [x["table"] for x in listed]
        server.get("/api/invitations")
        server.state(sound["table"], sound["owner"])
        assert server.ask(sound["table"], sound["owner"], "options", limit=1)["options"]
        for x in spoiled[1]:
            server.http.get(f"/api/tables/{x['table']}/state", headers=bearer(x["owner"]))


def test_a_damaged_table_can_be_listened_to(spoiled) -> None:
    """What is said, drawn and ordered there is heard, or left out; the chores of the server go on."""
    server, made, sound = spoiled
    for x, (table, _, _) in zip(made, CASES):
        if table in ("orders", "marks", "talk", "notes"):
            with server.live(x["table"], x["owner"]) as live:
                assert live.ask("ping")["type"] == "reply"
                assert live.ask("talk")["type"] == "reply"
                assert live.ask("orders", side="red")["type"] == "reply"
    server.app.state.notices.note_passed()
    with server.live(sound["table"], sound["owner"]) as live:
        assert live.ask("talk")["result"]["lines"]


def test_a_damaged_person_costs_nobody_else_a_message(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        people, keys = server.app.state.hall.people, []
        for name in ("Ada", "Ben", "Cleo"):
            made = server.post("/api/people", {"name": name}, status=201)
            keys.append(made)
            server.http.patch("/api/me", json={"webhook": "https://8.8.8.8/x"}, headers=bearer(made["key"]))
            headers = {"sandtable-key": made["key"]}
            server.http.post("/api/tables", json={"game": "toy"}, headers=headers).raise_for_status()
        ada, ben, cleo = (x["me"]["id"] for x in keys)
        with people.engine.begin() as db:
            db.exec_driver_sql("update persons set settings = '{' where id = ?", (ada,))
            db.exec_driver_sql("update persons set digest_at = 'x' where id = ?", (cleo,))
            db.exec_driver_sql(
                'update tables set conduct = \'{"to_move": "nobody", "turn": 1}\' where id in (select table_id from seats where person = ?)',
                (cleo,),
            )
        server.app.state.notices.note_passed()
        with people.engine.connect() as db:
            told = [r[0] for r in db.exec_driver_sql("select person from notices where way = 'webhook'")]
        assert told == [ben]
        assert {p.id for p in people.all()} == {ada, ben, cleo}
        assert server.get("/api/me", keys[0]["key"])["webhook"] == ""
        assert people.digests(1e12) == []


@pytest.mark.parametrize("n", range(len(CASES)), ids=[f"{t}.{c}={x!r}" for t, c, x in CASES])
def test_a_damaged_table_is_shown_or_says_what_is_wrong(spoiled, n: int) -> None:
    server, made, _ = spoiled
    x = made[n]
    for path in ("state", "record", "film"):
        r = server.http.get(f"/api/tables/{x['table']}/{path}", headers=bearer(x["owner"]))
        assert r.status_code in (200, 401, 403, 404, 409), (path, r.status_code, r.text[:200])
        assert r.status_code == 200 or len(r.json()["text"]) > 20


def test_who_is_not_told_a_secret_is_not_told_it_for_damage(spoiled) -> None:
    server, made, _ = spoiled
    for x, (table, column, _) in zip(made, CASES):
        if (table, column) == ("entries", "facts"):
            text = server.get(f"/api/tables/{x['table']}/record?side=blue", x["owner"])
            assert SECRET not in text
            assert "(secret)" in text
