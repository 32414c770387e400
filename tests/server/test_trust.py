"""What a host cannot see, what an upgrade cannot lock in: sealed seeds, private files, games that outlive their rules."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from sandtable.server import bots
from sandtable.server.table.keeping import keep
from sandtable.server.vault import HostKey
from sandtable.session import Film, Record, Session, verify
from tests.core.toy import Movement, ToyGame

from .table import ON_SQLITE, Server, running

SHOWN = ["plan hold", "move R-1 0301", "move R-2 0103"]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# seeds ----------------------------------------------------------------------------------------------------------
@ON_SQLITE
def test_who_reads_the_database_does_not_know_the_next_roll(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        server.act(made["table"], made["owner"], *SHOWN)
        live = server.app.state.hall.rooms[made["table"]].table.session
        seed = live.dice.seed
        with sqlite3.connect(tmp_path / "games.db") as db:
            dump = "\n".join(db.iterdump())
        assert seed not in dump
        assert "sealed:" in dump
        text = server.get(f"/api/tables/{made['table']}/record", made["owner"])
        assert live.dice.commitment in text
        assert seed not in text
    with running(tmp_path) as server:  # it goes on with the same dice
        server.get(f"/api/tables/{made['table']}/state", made["owner"])
        assert server.app.state.hall.rooms[made["table"]].table.session.dice.seed == seed


@ON_SQLITE
def test_files_with_secrets_are_private(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        with running(tmp_path) as server:
            server.new("toy")
            for name in ("games.db", "games.db-wal", "host.key"):
                assert mode(tmp_path / name) == 0o600, name
    finally:
        os.umask(old)


@ON_SQLITE
def test_a_lost_key_costs_the_dice_and_nothing_else(tmp_path: Path) -> None:
    """The game goes on with fresh dice, and the record says where."""
    with running(tmp_path) as server:
        made = server.new("toy")
        server.act(made["table"], made["owner"], *SHOWN)
    (tmp_path / "host.key").unlink()
    with running(tmp_path) as server:
        server.act(made["table"], made["owner"], "end")
        text = server.get(f"/api/tables/{made['table']}/record", made["owner"])
        assert "on fresh dice: seeded sha256:" in text


def test_a_sealed_text_opens_with_its_key_only() -> None:
    key, other = HostKey(b"k" * 32), HostKey(b"o" * 32)
    sealed = key.seal("server=ab west=cd")
    assert sealed != key.seal("server=ab west=cd")
    assert key.open(sealed) == "server=ab west=cd"
    assert key.open("plain, from before") == "plain, from before"
    with pytest.raises(ValueError, match="sealed with another key"):
        other.open(sealed)
    spoiled = sealed[:-1] + ("0" if sealed[-1] != "0" else "1")
    with pytest.raises(ValueError, match="sealed with another key"):
        key.open(spoiled)


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = HostKey.kept_at(tmp_path / "host.key")
    assert HostKey.kept_at(tmp_path / "host.key") == first
    assert HostKey.kept_at(tmp_path / "host.key", "a word that several servers share, long enough") != first
    with pytest.raises(ValueError, match="32 characters or more"):
        HostKey.kept_at(tmp_path / "host.key", "short")
    for damaged in ("nonsense", "", "00ff", "ab" * 31):
        (tmp_path / "host.key").write_text(damaged, encoding="ascii")
        with pytest.raises(ValueError, match="put the right file back"):
            HostKey.kept_at(tmp_path / "host.key")


def test_servers_that_start_together_have_one_key(tmp_path: Path) -> None:
    together = threading.Barrier(8)

    def start(_: int) -> HostKey:
        together.wait()
        return HostKey.kept_at(tmp_path / "host.key")

    with ThreadPoolExecutor(8) as threads:
        assert len({key.key for key in threads.map(start, range(8))}) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["host.key"]
    assert (tmp_path / "host.key").stat().st_mode & 0o777 == 0o600


def test_bots_are_not_seeded_by_what_everybody_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[object] = []
    make = bots.bots.make

    def watched(level: str, game: object, side: str, seed: object, **more: object) -> object:
        seeds.append(seed)
        return make(level, game, side, seed, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(bots.bots, "make", watched)
    s = Session(__import__("sandtable").load("suez-56")).state
    for _ in range(2):
        job = {"table": "public", "side": s.actor, "level": "random", "game": s.game.id, "state": s.to_json()}
        bots.think(job, bots.OrderedDict())
    assert len(set(seeds)) == 2
    assert not any("public" in str(seed) for seed in seeds)


def test_a_take_back_after_the_end_has_fresh_dice_after_a_restart_too(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        finish(server, made)
        first = server.get(f"/api/tables/{made['table']}/record", made["owner"])
        seed = Record.read(first).seed
        version = server.state(made["table"], made["owner"])["version"]
        server.ask(made["table"], made["owner"], "propose", version=version, to=3)
    with running(tmp_path) as server:
        server.get(f"/api/tables/{made['table']}/state", made["owner"])
        session = server.app.state.hall.rooms[made["table"]].table.session
        assert session.dice.seed != seed
        finish(server, made)
        text = server.get(f"/api/tables/{made['table']}/record", made["owner"])
        assert f"seed: {seed}\n" in text
        assert all(s.proved for s in verify(Session.from_text(text)))


def test_the_film_of_a_game_that_ended_twice_is_that_of_the_second_end(tmp_path: Path) -> None:
    """Both ends come after as many decisions."""
    with running(tmp_path) as server:
        made = server.new("toy")
        table, owner, films = made["table"], made["owner"], []
        server.act(table, owner, "plan hold")
        for hex in ("0301", "0103"):
            server.act(table, owner, f"move R-{'12'[hex == '0103']} {hex}")
            server.ask(table, owner, "conduct", version=server.state(table, owner)["version"], what="resign")
            keep(server.app.state.hall.store.kept, server.app.state.hall.rooms[table].table)
            films.append(Film.read(server.get(f"/api/tables/{table}/film", owner)))
            assert films[-1].record.entries[-1].action.endswith(hex)
            server.ask(table, owner, "propose", version=server.state(table, owner)["version"], to=1)
        assert len(films[0]) == len(films[1])


def test_a_position_that_was_taken_back_is_not_gone_on_from(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        table, owner, store = made["table"], made["owner"], server.app.state.hall.store
        server.act(table, owner, "plan hold", "move R-1 0301", "end")
        keep(store.kept, server.app.state.hall.rooms[table].table)
        assert store.kept.position(table, 9)[0] == 3
        server.ask(table, owner, "propose", version=server.state(table, owner)["version"], to=2)
        assert store.kept.position(table, 9) is None


def finish(server: Server, made: dict[str, str]) -> None:
    rng = Random(3)
    while server.state(made["table"], made["owner"])["actor"]:
        options = server.ask(made["table"], made["owner"], "options", limit=500)["options"]
        server.act(made["table"], made["owner"], rng.choice(options)["action"])


# a planted change of the rules ------------------------------------------------------------------------------------
@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch):
    """After the call red may move one unit only, in edition 2 of the toy."""

    def change() -> None:
        monkeypatch.setattr(ToyGame, "rules_edition", property(lambda self: 2, lambda self, n: None), raising=False)
        check = Movement.check

        def stricter(self, s, a):  # type: ignore[no-untyped-def]
            return self.not_now(s, a) if a.verb == "move" and s.moved else check(self, s, a)

        monkeypatch.setattr(Movement, "check", stricter)

    return change


def two_players(server: Server) -> dict[str, str]:
    players = {"red": {"kind": "here"}, "blue": {"kind": "elsewhere"}}
    made = server.new("toy", players=players)
    server.act(made["table"], made["owner"], *SHOWN)
    return {"table": made["table"], "red": made["owner"], "blue": made["seats"]["blue"]}


def test_a_running_game_whose_rules_changed_goes_on_when_both_agree(tmp_path: Path, other_rules) -> None:
    with running(tmp_path) as server:
        made = two_players(server)
        before = server.get(f"/api/tables/{made['table']}/record", made["red"])
    other_rules()
    with running(tmp_path) as server:
        table = made["table"]
        state = server.state(table, made["red"])
        assert len(state["entries"]) == 3, "the log is there, and so is the last position"
        assert next(u for u in state["view"]["units"] if u["name"] == "R-1")["at"] == "0301"
        assert not state["yours"]
        assert server.get(f"/api/tables/{table}/record", made["red"]).startswith(before.rstrip("\n"))
        refusal = server.act(table, made["red"], "end", status=409)
        assert refusal["code"] == "edition"
        assert "the game goes on when the players have agreed" in refusal["text"]
        server.ask(table, made["red"], "conduct", version=state["version"], what="edition")
        refused = server.act(table, made["red"], "end", status=409)
        assert refused["code"] == "edition", "one alone does not decide"
        server.ask(table, made["blue"], "answer", accept=True)
        server.act(table, made["red"], "end")
    with running(tmp_path) as server:  # and it stays so
        server.act(made["table"], made["red"], "end")
        session = server.app.state.hall.rooms[made["table"]].table.session
        text = session.record_text()
        assert "edition: 1\n" in text
        assert "; from line 4 on rules edition 2, from this position: {" in text
        assert Session.from_text(text).record_text() == text


def test_a_game_that_the_present_rules_replay_just_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as server:
        made = two_players(server)
    monkeypatch.setattr(ToyGame, "rules_edition", property(lambda self: 2, lambda self, n: None), raising=False)
    with running(tmp_path) as server:
        server.act(made["table"], made["red"], "end")
        assert server.app.state.hall.rooms[made["table"]].table.session.record.edition == 2


def test_what_cannot_be_shown_at_all_can_still_be_downloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as server:
        made = two_players(server)
        before = server.get(f"/api/tables/{made['table']}/record", made["red"])

    def broken(self: ToyGame, d: object) -> None:
        raise ValueError("no state is read any more")

    monkeypatch.setattr(ToyGame, "rules_edition", property(lambda self: 2, lambda self, n: None), raising=False)
    monkeypatch.setattr(ToyGame, "from_json", broken)
    monkeypatch.setattr(Movement, "check", lambda self, s, a: self.not_now(s, a))
    with running(tmp_path) as server:
        answer = server.get(f"/api/tables/{made['table']}/state", made["red"], status=409)
        assert "Its record can be downloaded" in answer["text"]
        assert server.get(f"/api/tables/{made['table']}/record", made["red"]).startswith(before.rstrip("\n"))


def test_a_finished_game_has_a_film(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = server.new("toy")
        finish(server, made)
        film = Film.read(server.get(f"/api/tables/{made['table']}/film", made["owner"]))
        assert film.record.result
        running_one = server.new("toy")
        server.act(running_one["table"], running_one["owner"], *SHOWN)
        assert server.get(f"/api/tables/{running_one['table']}/film", running_one["owner"], status=403)
    with running(tmp_path) as server:
        kept = server.app.state.hall.store.kept.film(made["table"], len(film.record.entries))
        assert Film.read(kept).text() == film.text()


def test_a_film_is_had_when_the_rules_can_read_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may look at the table has its film; a game that is not over has none."""
    with running(tmp_path) as server:
        made, going = server.new("toy"), server.new("toy")
        finish(server, made)
        server.act(going["table"], going["owner"], *SHOWN)
        film = server.get(f"/api/tables/{made['table']}/film", made["owner"])

    def broken(self: ToyGame, d: object) -> None:
        raise ValueError("no state is read any more")

    monkeypatch.setattr(ToyGame, "rules_edition", property(lambda self: 2, lambda self, n: None), raising=False)
    monkeypatch.setattr(ToyGame, "from_json", broken)
    monkeypatch.setattr(Movement, "check", lambda self, s, a: self.not_now(s, a))
    with running(tmp_path) as server:
        server.get(f"/api/tables/{made['table']}/state", made["owner"], status=409)
        assert server.get(f"/api/tables/{made['table']}/film", made["owner"]) == film
        server.get(f"/api/tables/{made['table']}/film", "x" * 43, status=401)
        server.get(f"/api/tables/{going['table']}/film", going["owner"], status=409)
