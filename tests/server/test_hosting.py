"""For those who run a server: configuration, health, figures, backups, migrations, administration, logs, the load generator."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from typer.testing import CliRunner

import sandtable
from sandtable.cli.app import app
from sandtable.server import admin, load
from sandtable.server.backup import backup, restore
from sandtable.server.logs import without_secrets
from sandtable.server.run import start
from sandtable.server.seats import new_id
from sandtable.server.settings import read_settings
from sandtable.server.store import Store
from sandtable.server.store.upgrade import SchemaError, upgrade
from sandtable.server.table.loading import load as load_table
from sandtable.session import SeededDice, Session, verify

from .postgres import SKIPPED, cluster
from .table import ON_SQLITE, Server, running

SUEZ = "across-suez-1980"


# Configuration ------------------------------------------------------------------------------------------------------
def test_the_names_of_programs_in_the_environment_are_no_settings() -> None:
    environment = {"SANDTABLE_BOTS": "mine=python bot.py", "SANDTABLE_EXEC": "1", "SANDTABLE_PORT": "8070"}
    assert read_settings(None, environment).port == 8070


def test_the_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    path = tmp_path / "sandtable.toml"
    path.write_text('port = 9000\npublic_url = "https://games.example.org/"\n[limits]\ntables_per_day = 5\n')
    settings = read_settings(path, {"SANDTABLE_PORT": "9001", "SANDTABLE_MAIL__HOST": "mail.example.org", "HOME": "/"})
    assert settings.port == 9001
    assert settings.public_url == "https://games.example.org"
    assert settings.limits.tables_per_day == 5
    assert settings.mail.host == "mail.example.org"
    assert read_settings(path, {}, port=9002).port == 9002


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("prot = 1", "prot is no setting"),
        ("port = 70000", "port should be less than"),
        ('host_key = "short"', "host_key is too short"),
        ('trusted_proxies = ["nonsense"]', "'nonsense' is no address of a proxy"),
        ('trusted_proxies = "10.0.0.1"', "trusted_proxies should be a list"),
        ('public_url = "https://"', "name a host"),
        ('[mail]\nsender = "no address"', "mail.sender should be an address"),
        ('[mail]\nsender = "A <a@b.c>\\nBcc: d@e.f"', "mail.sender should be an address"),
        ("limits = 3", "limits is a section"),
        ("data = 5", "data should be the name of a folder"),
        ('host = ""', "host"),
        ("[limits]\nmessage = 1", "limits.message should be greater"),
        ('public_url = "games.example.org"', "must start with https"),
        ("port = ", "not TOML"),
        ("[limits]\nbody = 0", "limits.body"),
    ],
)
def test_a_wrong_configuration_is_refused_with_a_sentence(tmp_path: Path, words: str, told: str) -> None:
    path = tmp_path / "sandtable.toml"
    path.write_text(words)
    with pytest.raises(ValueError, match=told):
        read_settings(path, {})
    with pytest.raises(ValueError, match="cannot be read"):
        read_settings(tmp_path / "none.toml", {})


@pytest.mark.parametrize("url", ["mysql://x/y", "postgres://u:geheim@h/d", "games.db"])
def test_a_database_that_cannot_be_is_refused_by_the_check(url: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--check", "--database", url])
    assert isinstance(result.exception, ValueError)
    assert "geheim" not in str(result.exception)


# Health and figures -------------------------------------------------------------------------------------------------
def test_health_and_figures(server: Server) -> None:
    assert server.get("/healthz") == "ok\n"
    assert server.get("/readyz") == "ready\n"
    made = server.new(SUEZ)
    with server.live(made["table"], made["owner"]) as live:
        live.act("move Reshef-1 0210-0211")
        live.act("nonsense")
        figures = dict(
            line.rsplit(" ", 1) for line in server.get("/metrics").split("\n") if line and not line.startswith("#")
        )
        assert float(figures["sandtable_sockets"]) == 1
        assert float(figures["sandtable_tables"]) >= 1
        assert float(figures['sandtable_answer_seconds_count{type="act"}']) >= 2
        assert float(figures['sandtable_refused_total{code="illegal"}']) >= 1


def test_a_server_whose_database_is_gone_is_alive_but_not_ready(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def gone() -> None:
        raise OSError

    monkeypatch.setattr(server.app.state.hall.store.engine, "connect", gone)
    assert server.get("/healthz") == "ok\n"
    assert "database" in server.get("/readyz", status=503)


def test_one_bad_row_never_takes_the_lobby_down(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        good, bad = server.new(SUEZ), server.new(SUEZ)
        with server.app.state.hall.store.engine.begin() as db:
            db.execute(text("update tables set players = '{' where id = :id"), {"id": bad["table"]})
        listed = server.post("/api/lobby", {"tokens": [good["owner"], bad["owner"]]})["tables"]
        assert [x["table"] for x in listed] == [good["table"]]


# Backups ------------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with cluster() as url:
        if url is None:
            pytest.skip(SKIPPED)
        yield url


def test_a_backup_made_while_people_play_is_restored_elsewhere(tmp_path: Path, postgres: str) -> None:
    """From SQLite to PostgreSQL and back, and the game goes on."""
    file, again = tmp_path / "games.backup", tmp_path / "again.backup"
    with running(tmp_path) as server:
        made = server.new(SUEZ)
        server.act(made["table"], made["owner"], "move Reshef-1 0210-0211")
        url = str(server.app.state.hall.store.engine.url)
        assert backup(url, file)["entries"] == 1
        server.act(made["table"], made["owner"], "end")
    assert restore(postgres, file)["tables"] == 1
    with pytest.raises(ValueError, match="already"):
        restore(postgres, file)
    assert backup(postgres, again)["entries"] == 1
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    restore(f"sqlite:///{fresh / 'games.db'}", again)
    with running(fresh) as server:
        assert len(server.state(made["table"], made["owner"])["entries"]) == 1
        server.act(made["table"], made["owner"], "end")


def test_a_restored_game_has_fresh_dice(tmp_path: Path) -> None:
    """What was rolled after the backup was made is known to the players, the seed too if the game has ended meanwhile."""
    file, again = tmp_path / "games.backup", tmp_path / "again"
    again.mkdir()
    with running(tmp_path) as server:
        made, ended = server.new("toy"), server.new("toy")
        table, owner = ended["table"], ended["owner"]
        server.ask(table, owner, "conduct", version=server.state(table, owner)["version"], what="resign")
        session, rng = server.app.state.hall.rooms[made["table"]].table.session, Random(3)
        while not session.record.rolled:
            server.act(made["table"], made["owner"], str(session.state.sample(rng.randrange)))
        backup(str(server.app.state.hall.store.engine.url), file)
        proof = server.get(f"/api/tables/{table}/record", owner)
    (again / "host.key").write_bytes((tmp_path / "host.key").read_bytes())
    restore(f"sqlite:///{again / 'games.db'}", file)
    for _ in range(2):  # also after another start
        with running(again) as server:
            assert server.get(f"/api/tables/{table}/record", owner) == proof
            server.act(made["table"], made["owner"], server.first_option(made["table"], made["owner"]))
            dice = server.app.state.hall.rooms[made["table"]].table.session.dice
            assert dice.secret != session.dice.secret
            text = server.get(f"/api/tables/{made['table']}/record", made["owner"])
            assert text.count(" on fresh dice: ") == text.count("; note: restored from a backup: fresh dice") == 1
            assert f"\nseed: {session.dice.secret}\n" in text, "what is not used again can be verified"
    assert [s.proved for s in verify(Session.from_text(text))] == [True, True]


def test_a_database_that_moves_keeps_its_dice(tmp_path: Path) -> None:
    file, again = tmp_path / "games.backup", tmp_path / "again"
    again.mkdir()
    with running(tmp_path) as server:
        made = server.new("toy")
        seed = server.app.state.hall.rooms[made["table"]].table.session.dice.secret
        backup(str(server.app.state.hall.store.engine.url), file)
    (again / "host.key").write_bytes((tmp_path / "host.key").read_bytes())
    restore(f"sqlite:///{again / 'games.db'}", file, moved=True)
    with running(again) as server:
        server.state(made["table"], made["owner"])
        assert server.app.state.hall.rooms[made["table"]].table.session.dice.secret == seed


def test_what_is_restored_is_for_its_owner_only(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.new(SUEZ)
        backup(str(server.app.state.hall.store.engine.url), tmp_path / "x.backup")
    old = os.umask(0o022)
    try:
        restore(f"sqlite:///{tmp_path / 'fresh.db'}", tmp_path / "x.backup")
    finally:
        os.umask(old)
    for name in ("fresh.db", "x.backup"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def test_what_is_no_backup_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x.backup"
    url = f"sqlite:///{tmp_path / 'x.db'}"
    file.write_text("hello")
    with pytest.raises(ValueError, match="no backup"):
        restore(url, file)
    with running(tmp_path) as server:
        server.new(SUEZ)
        backup(str(server.app.state.hall.store.engine.url), file)
    half = tmp_path / "half.backup"
    half.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(ValueError, match="cut short"):
        restore(url, half)
    store = Store(url)
    assert store.lobby() == []
    store.close()
    with gzip.open(file, "wt") as f:
        f.write(json.dumps({"kind": "sandtable backup 1", "schema": "9999"}))
    with pytest.raises(ValueError, match="9999"):
        restore(url, file)


# Migrations ---------------------------------------------------------------------------------------------------------
def _first_schema(url: str) -> Session:
    """A database as the servers before the migrations left it, with one game."""
    engine = create_engine(url)
    upgrade(engine, "0001")
    session = Session(sandtable.load(SUEZ), dice=SeededDice("ab" * 16))
    session.play("move Reshef-1 0210-0211", "end")
    r = session.record
    row = {
        "id": "old",
        "kind": "game",
        "name": "An old game",
        "game": r.game,
        "options": "{}",
        "rules": r.rules,
        "overlay": "",
        "players": json.dumps({s: {"kind": "here", "name": "", "level": ""} for s in session.game.sides}),
        "dice": r.dice,
        "seed": "ab" * 16,
        "forked": 0,
        "version": 3,
        "bot": "{}",
        "summary": "{}",
        "created": "2026-11-01T10:00:00.000000Z",
        "updated": "2026-11-01T10:00:00.000000Z",
    }
    with engine.begin() as db:
        names = ", ".join(row)
        db.execute(text(f"insert into tables ({names}) values ({', '.join(f':{k}' for k in row)})"), row)
        for n, e in enumerate(r.entries, 1):
            values = {"n": n, "a": e.actor, "b": e.action, "c": e.checksum, "d": e.draw}
            db.execute(text("insert into entries values ('old', :n, :a, :b, :c, :d)"), values)
        db.execute(text("insert into seats values ('hash', 'old', 'owner', '')"))
        db.execute(text("drop table alembic_version"))
    engine.dispose()
    return session


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_from_before_the_migrations_is_brought_up_and_its_games_go_on(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    if kind == "postgresql":
        base = request.getfixturevalue("postgres")
        engine = create_engine(base)
        with engine.begin() as db:
            db.execute(text("create schema old"))
        engine.dispose()
        url = f"{base}?options=-csearch_path%3Dold"
    session = _first_schema(url)
    store = Store(url)
    try:
        table = load_table(store, "old")
        assert table is not None
        assert table.session.record.entries == session.record.entries
        assert table.s == session.state
        assert [s.role for s in store.seats(["hash"])] == ["owner"]
        admin.close(store, "old")
        assert load_table(store, "old").session.record.ended == "closed by the host"  # type: ignore[union-attr]
    finally:
        store.close()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as db:
        db.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(SchemaError, match="newer Sandtable"):
        upgrade(engine)
    engine.dispose()


# Administration -----------------------------------------------------------------------------------------------------
def test_the_host_lists_closes_deletes_bans_and_anonymises_beside_a_running_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        store: Store = server.app.state.hall.store
        database = ["--database", str(store.engine.url), "--data", str(tmp_path)]
        made, other = server.new(SUEZ, name="Tuesday"), server.new(SUEZ)
        person = server.post("/api/people", {"name": "Ben"}, status=201)

        def run(*words: str) -> str:
            result = CliRunner().invoke(app, ["admin", *words, *database])
            assert result.exit_code == 0, result.output
            return result.stdout

        assert {x["name"] for x in json.loads(run("tables", "--json"))} == {"Tuesday", ""}
        run("close", made["table"])
        refused = server.act(made["table"], made["owner"], "end", status=409)
        assert refused["code"] in ("stale", "over")
        assert server.state(made["table"], made["owner"])["ended"] == "closed by the host"
        run("delete", other["table"])
        assert other["table"] not in run("tables", "--json")
        run("ban", person["me"]["id"])
        server.get("/api/me", person["key"], status=403)
        run("ban", "--lift", person["me"]["id"])
        server.get("/api/me", person["key"])
        run("anonymise", person["me"]["id"])
        server.get("/api/me", person["key"], status=401)
        assert run("persons", "--json").strip() == "[]"


@ON_SQLITE
def test_the_host_who_closes_a_game_or_forgets_somebody_bends_no_dice(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        database = ["--database", str(server.app.state.hall.store.engine.url), "--data", str(tmp_path)]
        key = server.post("/api/people", {"name": "Ben"}, status=201)
        made = [
            server.http.post("/api/tables", json={"game": SUEZ}, headers={"sandtable-key": key["key"]}).json()
            for _ in range(2)
        ]
        rooms = server.app.state.hall.rooms
        seeds = [rooms[x["table"]].table.session.dice.secret for x in made]
        for words in (("close", made[0]["table"]), ("anonymise", key["me"]["id"])):
            assert CliRunner().invoke(app, ["admin", *words, *database]).exit_code == 0
        rooms.clear()
        assert f"\nseed: {seeds[0]}\n" in server.get(f"/api/tables/{made[0]['table']}/record", made[0]["owner"])
        server.state(made[1]["table"], made[1]["owner"])
        assert rooms[made[1]["table"]].table.session.dice.secret == seeds[1]
        with sqlite3.connect(tmp_path / "games.db") as db:
            stored = [seed for (seed,) in db.execute("select seed from tables")]
        assert all(seed.startswith("sealed:") for seed in stored)


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    """Named by mistake as the database: it keeps its words and its permissions, and nothing is put beside it."""
    other = tmp_path / "notes.txt"
    other.write_text("not yours", encoding="utf-8")
    other.chmod(0o644)
    url = f"sqlite:///{other}"
    for attempt in (lambda: Store(url), lambda: start(database=url, data=tmp_path / "data", need_client=False)):
        with pytest.raises(ValueError, match="a file of another kind"):
            attempt()
    assert (other.read_text(encoding="utf-8"), other.stat().st_mode & 0o777) == ("not yours", 0o644)
    assert {p.name for p in tmp_path.iterdir()} <= {"notes.txt", "data"}
    with pytest.raises(ValueError, match="cannot be opened as a database"):
        Store.check_url(f"sqlite:///{tmp_path}")


# Logs ---------------------------------------------------------------------------------------------------------------
def test_logs_hold_no_secrets(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    made = server.new(SUEZ)
    assert made["owner"] not in without_secrets(f"GET /x/{made['owner']} failed")
    assert without_secrets("to ben@example.org: no") == "to (hidden): no"
    assert "pw" not in without_secrets("postgresql://user:pw@host/db")
    with pytest.raises(DBAPIError) as wrong, server.app.state.hall.store.engine.begin() as db:
        db.execute(text("insert into nowhere values (:webhook)"), {"webhook": "https://hooks.example.org/T0/xyz"})
    assert "hooks" not in str(wrong.value)
    with pytest.raises(ValueError, match="not a database") as bad:
        Store.check_url("postgres+nonsense://user:geheim@host/db")
    assert "geheim" not in str(bad.value)
    with caplog.at_level(logging.DEBUG, "sandtable.server"):
        server.act(made["table"], made["owner"], "move Reshef-1 0210-0211")
        server.get(f"/api/tables/{made['table']}/state", "x" * 43, status=401)
    assert made["owner"] not in caplog.text


# The load generator -------------------------------------------------------------------------------------------------
def test_the_load_generator_measures_and_stays_on_this_machine(server: Server) -> None:
    with pytest.raises(ValueError, match="not this machine"):
        load.check(["http://games.example.org"], 1, 1)
    with pytest.raises(ValueError, match="at most"):
        load.check(["http://127.0.0.1:1"], 100_000, 1)
    facts = asyncio.run(load.run([f"http://127.0.0.1:{server.port}"], SUEZ, 3, 2, 0.2)).facts()
    assert facts["actions"] > 3
    assert not facts["errors"]
    assert 0 < facts["p50_ms"] <= facts["p95_ms"] <= facts["p100_ms"]


def test_new_names_do_not_begin_with_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-2RUSSKg2fjc", "--USSKg2fjcA", "a-USSKg2fjcA"])
    monkeypatch.setattr("sandtable.server.seats.secrets.token_urlsafe", lambda n: next(drawn))
    assert new_id() == "a-USSKg2fjcA"
