"""What can be played, and tables made, listed, claimed, changed, deleted, imported, forked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.server import models

from .table import ON_SQLITE, Server, running

SUEZ = "across-suez-1980"
BOTH_HERE = {"israel": {"kind": "here", "name": "Ada"}, "egypt": {"kind": "here", "name": "Bob"}}


def every_game() -> list[str]:
    return [id for t in sandtable.games() for id in t.ids[:2]]


def test_titles_tell_sides_options_scenarios_and_bots(server: Server) -> None:
    titles = {t["id"]: models.TitleInfo.model_validate(t) for t in server.get("/api/games")}
    suez = titles[SUEZ]
    assert [x.id for x in suez.sides] == ["israel", "egypt"]
    assert suez.scenarios[0].turns == 7
    assert suez.scenarios[0].game == SUEZ
    assert "random" in suez.bots
    assert titles["toy"].hidden
    assert [o.rule for o in titles["toy"].options] == ["1.1", "1.1", "3.1"]


@pytest.mark.parametrize("game", every_game())
def test_sheet_of_every_game(server: Server, game: str) -> None:
    sheet = models.Sheet.model_validate(server.get(f"/api/sheet/{game}"))
    loaded = sandtable.load(game)
    ids = {h.id for h in sheet.map.hexes}
    assert ids
    assert ids == {loaded.map.grid.name(h) for h in loaded.map.grid.hexes if loaded.map.terrain_at[h]}
    assert all(set(h.neighbours) <= ids - {h.id} for h in sheet.map.hexes)
    assert all(0 < h.x < sheet.map.width and 0 < h.y < sheet.map.height for h in sheet.map.hexes)
    assert len(sheet.turns) == loaded.scenario.turns
    assert {"move-threat", "attack-threat", "stacking", "reconstructed"} <= {o.id for o in sheet.overlays}
    assert [t.id for t in sheet.tables] == list(loaded.tables)
    assert bool(sheet.units) != loaded.hidden
    assert server.get(f"/api/rules/{game}")["rules"]
    found = models.Provenance.model_validate(server.get(f"/api/provenance/{game}"))
    assert sum(found.counts.values()) == len(found.blocks) > 0


def test_sheet_depends_on_options_and_refuses_unknown_ones(server: Server) -> None:
    sheet = server.get('/api/sheet/toy?options={"wells":2}')
    assert {o["name"]: o["value"] for o in sheet["options"]}["wells"] == 2
    for bad in ('{"nets":1}', "[]", "nonsense", "[" * 3000):
        r = server.http.get("/api/sheet/toy", params={"options": bad})
        assert r.status_code == 400, bad
        assert r.json()["code"] == "bad_message"


def test_pictures_are_drawn_once_and_kept(server: Server) -> None:
    first = server.http.get(f"/api/map/{SUEZ}")
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text.startswith("<svg")
    again = server.http.get(f"/api/map/{SUEZ}", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    url = server.get(f"/api/sheet/{SUEZ}")["map"]["url"]
    assert "immutable" in server.http.get(url).headers["cache-control"]
    card = server.http.get(f"/api/picture/{SUEZ}?width=320")
    assert card.headers["content-type"] == "image/webp"
    assert card.content[8:12] == b"WEBP"
    assert len(card.content) < 60_000


def test_unknown_games_are_named(server: Server) -> None:
    problem = server.get("/api/sheet/across-suez-1981", status=404)
    assert problem["code"] == "unknown_game"
    assert "did you mean" in problem["text"]


def test_openapi_describes_the_live_messages_too(server: Server) -> None:
    schemas = server.get("/api/openapi.json")["components"]["schemas"]
    assert {"State", "Choices", "Reply", "Error", "Hello", "Act", "Sheet", "View", "Option"} <= set(schemas)


# tables -----------------------------------------------------------------------------------------------------------
def test_a_new_table_shows_its_tokens_once_and_is_listed(server: Server) -> None:
    made = server.new(SUEZ, name="Tuesday", players={**BOTH_HERE, "egypt": {"kind": "elsewhere"}})
    assert set(made) == {"table", "owner", "seats", "spectator"}
    assert set(made["seats"]) == {"egypt"}
    assert len({made["owner"], made["seats"]["egypt"], made["spectator"]}) == 3
    assert all(len(t) >= 43 for t in (made["owner"], made["seats"]["egypt"], made["spectator"]))
    mine = server.post("/api/lobby", {"tokens": [made["seats"]["egypt"], made["spectator"]]})["tables"]
    listed = next(t for t in mine if t["table"] == made["table"])
    assert listed["role"] == "seat"
    assert listed["side"] == "egypt"
    assert listed["token"] == made["seats"]["egypt"]
    assert listed["name"] == "Tuesday"
    assert listed["turn_name"].startswith("Game-Turn 1")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": SUEZ, "options": {"nets": True}}, "bad_message"),
        ({"game": SUEZ, "players": {"syria": {"kind": "here"}}}, "bad_message"),
        ({"game": SUEZ, "players": {"egypt": {"kind": "bot", "level": "genius"}}}, "no_bot"),
        ({"game": SUEZ, "players": {"egypt": {"kind": "god"}}}, "bad_message"),
        ({"game": SUEZ, "unknown": 1}, "bad_message"),
        ({"game": "x" * 500}, "bad_message"),
    ],
)
def test_a_bad_table_is_refused_with_a_sentence(server: Server, body: dict[str, object], code: str) -> None:
    r = server.http.post("/api/tables", json=body)
    assert 400 <= r.status_code < 500
    assert r.json()["code"] == code
    assert r.json()["text"].endswith(".")


@ON_SQLITE
def test_tokens_are_kept_as_hashes_only(server: Server, tmp_path: Path) -> None:
    with running(tmp_path) as own:
        made = own.new(SUEZ)
        own.act(made["table"], made["owner"], "end")
    stored = b"".join(p.read_bytes() for p in tmp_path.glob("games.db*"))
    assert made["table"].encode() in stored
    assert made["owner"].encode() not in stored
    assert made["spectator"].encode() not in stored


def test_names_are_one_printable_line(server: Server) -> None:
    players = {"israel": {"kind": "here", "name": "A\nda\x00 \u202e"}}
    made = server.new(SUEZ, name=" seed: 1\nresult: x\x07 ", players=players)
    state = server.state(made["table"], made["owner"])
    assert state["name"] == "seed: 1 result: x"
    assert state["players"]["israel"]["name"] == "A da"
    text = server.get(f"/api/tables/{made['table']}/record", made["owner"])
    server.post("/api/import", {"record": text}, status=201)


def test_only_the_owner_deletes(server: Server) -> None:
    made = server.new(SUEZ)
    path = f"/api/tables/{made['table']}"
    assert server.http.delete(path).status_code == 401
    assert server.http.delete(path, headers={"authorization": "Bearer " + "x" * 43}).status_code == 401
    assert server.http.delete(path, headers={"authorization": f"Bearer {made['spectator']}"}).status_code == 403
    other = server.new(SUEZ)
    assert server.http.delete(path, headers={"authorization": f"Bearer {other['owner']}"}).status_code == 401
    assert server.http.delete(path, headers={"authorization": f"Bearer {made['owner']}"}).status_code == 204
    assert server.get(f"{path}/state", made["owner"], status=401)["code"] == "bad_token"
    assert made["table"] not in [t["table"] for t in server.post("/api/lobby")["tables"]]


def test_on_ones_own_machine_tables_can_be_claimed_elsewhere_not(server: Server, tmp_path: Path) -> None:
    made = server.new(SUEZ)
    assert any(t["table"] == made["table"] and t["role"] is None for t in server.post("/api/lobby")["tables"])
    token = server.post(f"/api/tables/{made['table']}/claim")["token"]
    assert server.state(made["table"], token)["role"] == "owner"
    with running(tmp_path, local=False) as public:
        made = public.new(SUEZ)
        assert public.post("/api/lobby")["tables"] == []
        assert len(public.post("/api/lobby", {"tokens": [made["owner"]]})["tables"]) == 1
        assert public.post(f"/api/tables/{made['table']}/claim", status=403)["code"] == "forbidden"


def test_new_links_end_the_old_ones(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players={"egypt": {"kind": "elsewhere"}})
    table, old = made["table"], made["seats"]["egypt"]
    with server.live(table, old) as egypt:
        new = server.post(f"/api/tables/{table}/links", token=made["owner"])
        assert egypt.until("gone")["text"] == "The owner made new links."
    assert server.get(f"/api/tables/{table}/state", old, status=401)["code"] == "bad_token"
    assert server.get(f"/api/tables/{table}/invitation", new["seats"]["egypt"])["side"] == "egypt"
    assert server.state(table, made["owner"])["sides"] == ["israel"]


def test_opponents_can_change(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH_HERE)
    change = {"name": "Wednesday", "players": {"egypt": {"kind": "bot", "level": "random"}}}
    r = server.http.patch(
        f"/api/tables/{made['table']}", json=change, headers={"authorization": f"Bearer {made['owner']}"}
    )
    assert r.json()["players"]["egypt"]["level"] == "random"
    state = server.state(made["table"], made["owner"])
    assert state["sides"] == ["israel"]
    assert state["name"] == "Wednesday"
    assert state["bot"]["sides"] == {"egypt": "random"}


# records ----------------------------------------------------------------------------------------------------------
def test_a_record_is_exported_imported_as_replay_and_as_game(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH_HERE)
    table, owner = made["table"], made["owner"]
    server.act(table, owner, "end")
    text = server.get(f"/api/tables/{table}/record", owner)
    assert "1. israel: end" in text
    assert "seed:" not in text
    assert "israel: Ada" in text
    replay = server.post("/api/import", {"record": text, "as": "replay"}, status=201)
    state = server.state(replay["table"], replay["owner"])
    assert state["kind"] == "replay"
    assert not state["yours"]
    assert len(state["entries"]) == len(text.split("\n\n")[1].strip().splitlines())
    assert server.act(replay["table"], replay["owner"], "end", status=409)["code"] == "over"
    game = server.post("/api/import", {"record": text, "as": "game", "name": "again"}, status=201)
    state = server.state(game["table"], game["owner"])
    assert state["yours"]
    assert state["players"]["israel"]["name"] == "Ada"
    server.act(game["table"], game["owner"], server.first_option(game["table"], game["owner"]))


def test_a_bad_record_is_refused_with_the_line(server: Server) -> None:
    for record, hint in (
        ("hello", "not a record"),
        ("sandtable record 1\ngame: chess\nrules: 1\ndice: typed\n\n", "chess"),
        (f"sandtable record 1\ngame: {SUEZ}\nrules: 1\ndice: typed\n\n1. egypt: end\n", "entry 1"),
    ):
        problem = server.post("/api/import", {"record": record}, status=400)
        assert hint in problem["text"]


def test_damaged_records_never_harm_the_server(server: Server) -> None:
    made = server.new("toy", options={"wells": 2})
    server.act(made["table"], made["owner"], "plan hold", "end")
    text, rng = server.get(f"/api/tables/{made['table']}/record", made["owner"]), Random(1)
    odd = ["{", "[]", "5", '{"wells": []}', "\x00", ":", "99999999999999999999", "@", "\n", "plan", "(secret)"]
    for _ in range(120):
        at = rng.randrange(len(text))
        bad = text[:at] + rng.choice(odd) + text[at + rng.randrange(12) :]
        r = server.http.post("/api/import", json={"record": bad})
        assert r.status_code in (201, 400), bad
    for options in ("5", "[1]", "null", "[" * 5000, '{"wells": {}}'):
        bad = text.replace('{"wells": 2}', options)
        assert server.http.post("/api/import", json={"record": bad}).status_code in (201, 400), options


def test_fork_from_any_entry(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH_HERE)
    table, owner = made["table"], made["owner"]
    server.act(table, owner, "end")
    server.act(table, owner, server.first_option(table, owner))
    before = server.ask(table, owner, "replay", entry=1)
    forked = server.post(f"/api/tables/{table}/fork", {"entry": 1}, owner, status=201)
    state = server.state(forked["table"], forked["owner"])
    assert len(state["entries"]) == 1
    assert state["view"]["units"] == before["view"]["units"]
    assert server.post(f"/api/tables/{table}/fork", {"entry": 99}, owner, status=400)["code"] == "bad_message"
