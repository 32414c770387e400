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
    "requests": ("version",),
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
            server.act(x["table"], x["owner"], SECRET, "move R-1 0301", "end")
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
