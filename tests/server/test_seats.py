"""Who may play what: invited seats, take-backs against bots, bots that resign, playing on; it all stands in the record."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from sandtable.server.bots import Decided, Thinkers

from .table import Json, Server, bearer

SUEZ = "across-suez-1980"
INVITED = {"israel": {"kind": "here", "name": "Ada"}, "egypt": {"kind": "elsewhere"}}
BOT = {"blue": {"kind": "bot", "level": "random"}}
PRACTICE = {"terms": {"practice": True}}


def notes(server: Server, made: Json) -> list[str]:
    text = str(server.get(f"/api/tables/{made['table']}/record", made["owner"]))
    return [x.removeprefix("; note: ") for x in text.split("\n") if x.startswith("; note: ")]


def patch(server: Server, made: Json, **players: Any) -> Json:
    r = server.http.patch(f"/api/tables/{made['table']}", json={"players": players}, headers=bearer(made["owner"]))
    found: Json = r.json()
    return found


def bots_play_here(monkeypatch: pytest.MonkeyPatch, gives_up: bool = False) -> None:
    """Their processes do not know the toy."""
    rng = Random(5)

    async def decide(self: Thinkers, table: str, s: Any, side: str, level: str, seconds: float = 0.0) -> Decided:
        return Decided(str(s.sample(rng.randrange)), "", "", gives_up)

    monkeypatch.setattr(Thinkers, "decide", decide)


# invited seats ----------------------------------------------------------------------------------------------------
def test_a_link_plays_nothing_before_somebody_sits_down(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players={"israel": {"kind": "elsewhere"}, "egypt": {"kind": "here"}})
    table, link = made["table"], made["seats"]["israel"]
    assert server.state(table, link)["sides"] == []
    assert not server.state(table, link)["yours"]
    refusal = server.act(table, link, "end", status=403)
    assert refusal["text"] == "This link invites to play israel: take the seat first."
    version = server.state(table, link)["version"]
    assert server.ask(table, link, "conduct", 403, version=version, what="resign")["code"] == "not_yours"
    mine = server.post(f"/api/tables/{table}/sit", {"name": "Ben"}, link, 201)["token"]
    assert server.state(table, mine)["yours"]


def test_who_plays_already_cannot_take_the_seat_he_offers(server: Server) -> None:
    key = server.post("/api/people", {"name": "Ada"}, status=201)["key"]
    made = server.http.post(
        "/api/tables", json={"game": SUEZ, "players": INVITED}, headers={"sandtable-key": key}
    ).json()
    headers = {**bearer(made["seats"]["egypt"]), "sandtable-key": key}
    r = server.http.post(f"/api/tables/{made['table']}/sit", json={"name": "Somebody"}, headers=headers)
    assert r.status_code == 403
    assert r.json()["text"] == "You play israel at this table: the seat of egypt is for somebody else."
    headers = {**bearer(made["seats"]["egypt"]), "sandtable-key": server.post("/api/people", {})["key"]}
    server.http.post(f"/api/tables/{made['table']}/sit", json={"name": "Ben"}, headers=headers).raise_for_status()


def test_whoever_hosts_without_playing_may_sit_down(server: Server) -> None:
    key = server.post("/api/people", {"name": "Ada"}, status=201)["key"]
    both = {"israel": {"kind": "elsewhere"}, "egypt": {"kind": "elsewhere"}}
    made = server.http.post("/api/tables", json={"game": SUEZ, "players": both}, headers={"sandtable-key": key}).json()
    headers = {**bearer(made["seats"]["egypt"]), "sandtable-key": key}
    server.http.post(f"/api/tables/{made['table']}/sit", json={}, headers=headers).raise_for_status()
    headers = {**bearer(made["seats"]["israel"]), "sandtable-key": key}
    assert server.http.post(f"/api/tables/{made['table']}/sit", json={}, headers=headers).status_code == 403


def test_every_change_of_who_plays_stands_in_the_record(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=INVITED)
    patch(server, made, egypt={"kind": "here", "name": "Ada"})
    patch(server, made, egypt={"kind": "bot", "level": "greedy"})
    patch(server, made, egypt={"kind": "bot", "level": "random"})
    patch(server, made, egypt={"kind": "elsewhere"})
    link = server.post(f"/api/tables/{made['table']}/links", token=made["owner"])["seats"]["egypt"]
    server.post(f"/api/tables/{made['table']}/sit", {"name": ""}, link, 201)
    assert notes(server, made) == [
        "egypt is played by Ada, at the screen of the table's owner",
        "egypt is played by greedy",
        "egypt is played by random",
        "egypt is offered by link",
        "egypt is played by egypt",
    ]


def test_one_screen_needs_no_seats(server: Server) -> None:
    made = server.new(SUEZ)
    assert server.state(made["table"], made["owner"])["sides"] == ["israel", "egypt"]


# taking back against bots -------------------------------------------------------------------------------------------
def until_a_roll(server: Server, made: Json) -> None:
    table = server.app.state.hall.rooms[made["table"]].table
    rng = Random(2)
    end = time.monotonic() + 20
    while not table.session.record.rolled:
        assert time.monotonic() < end, table.session.record_text()
        if table.s.actor == "red":
            server.act(made["table"], made["owner"], str(table.s.sample(rng.randrange)))
        else:
            server.ask(made["table"], made["owner"], "bot", step=True)
            time.sleep(0.02)


@pytest.mark.parametrize("terms", [{}, PRACTICE])
def test_dice_against_a_bot_are_taken_back_in_practice_games_only(
    server: Server, monkeypatch: pytest.MonkeyPatch, terms: Json
) -> None:
    bots_play_here(monkeypatch)
    made = server.new("toy", players=BOT, **terms)
    server.ask(made["table"], made["owner"], "bot", paused=True)
    until_a_roll(server, made)
    state = server.state(made["table"], made["owner"])
    may = state["may_take_back"]
    assert may["can"] == bool(terms)
    answer = server.ask(made["table"], made["owner"], "propose", 200 if terms else 409, version=state["version"], to=0)
    if terms:
        assert answer == {"taken_back": True}
        assert "a practice game: moves may be taken back against the bots, dice and secrets included" in notes(
            server, made
        )
    else:
        assert answer["text"] == may["why"]
        assert "unless it was made a practice game at the start" in may["why"]


def test_without_dice_a_move_against_a_bot_may_be_taken_back(server: Server) -> None:
    made = server.new(SUEZ, players={"egypt": {"kind": "bot", "level": "random"}})
    server.act(made["table"], made["owner"], server.first_option(made["table"], made["owner"]))
    state = server.state(made["table"], made["owner"])
    assert state["may_take_back"] == {"can": True, "why": ""}
    assert server.ask(made["table"], made["owner"], "propose", version=state["version"]) == {"taken_back": True}


# a bot that has lost --------------------------------------------------------------------------------------------------
@pytest.fixture
def hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    bots_play_here(monkeypatch, gives_up=True)


def offered(server: Server, made: Json) -> Json:
    server.act(made["table"], made["owner"], "plan hold", "end", "end")
    until = time.monotonic() + 10
    while not (offer := server.state(made["table"], made["owner"])["offer"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    return dict(offer)


def test_a_bot_that_has_lost_offers_to_resign(server: Server, hopeless: None) -> None:
    made = server.new("toy", players=BOT)
    offer = offered(server, made)
    assert offer["what"] == "resignation"
    assert offer["by"] == "blue"
    assert offer["yours_to_answer"]
    server.ask(made["table"], made["owner"], "answer", accept=True)
    state = server.state(made["table"], made["owner"])
    assert state["ended"] == "Blue resigned"
    assert state["offer"] is None
    assert "result: red, blue resigned" in server.get(f"/api/tables/{made['table']}/record", made["owner"])


def test_a_bot_whose_resignation_is_declined_plays_on_for_two_turns(server: Server, hopeless: None) -> None:
    made = server.new("toy", players=BOT)
    offered(server, made)
    server.ask(made["table"], made["owner"], "answer", accept=False)
    table, asked = server.app.state.hall.rooms[made["table"]].table, []
    rng, first = Random(2), table.session.state.turn
    end = time.monotonic() + 20
    while table.session.state.turn < first + 2 and table.s.actor is not None:
        assert time.monotonic() < end, table.session.record_text()
        if table.s.actor == "red":
            server.act(made["table"], made["owner"], str(table.s.sample(rng.randrange)))
        asked += [table.session.state.turn] if table.proposal else []
        time.sleep(0.02)
    assert all(turn >= first + 2 for turn in asked)


# playing on -----------------------------------------------------------------------------------------------------------
def test_a_running_game_with_secrets_is_played_on_by_who_plays_all_of_it(server: Server) -> None:
    made = server.new("toy")
    server.act(made["table"], made["owner"], "plan hold", "end", "end")
    state = server.state(made["table"], made["owner"], "red")
    assert state["play_on"] == {"can": True, "why": ""}
    fork = f"/api/tables/{made['table']}/fork?side=red"
    on = server.post(fork, {"entry": 2}, made["owner"], 201)
    assert len(server.state(on["table"], on["owner"], "red")["entries"]) == 2
    assert server.post(fork, {"entry": 99}, made["owner"], 400)["text"] == "The record has 3 entries, not 99."


def test_bots_stay_bots_where_their_secrets_are_played_on(server: Server) -> None:
    made = server.new("toy", players=BOT)
    server.act(made["table"], made["owner"], "plan hold")
    fork = f"/api/tables/{made['table']}/fork"
    on = server.post(fork, {"entry": 1}, made["owner"], 201)
    assert server.state(on["table"], on["owner"])["players"]["blue"]["kind"] == "bot"
    for kind in ("here", "elsewhere"):
        refusal = server.post(fork, {"entry": 1, "players": {"blue": {"kind": kind}}}, made["owner"], 403)
        assert refusal["text"].startswith("The bots of this game have secrets")


def test_nobody_plays_on_with_the_secrets_of_somebody_else(server: Server) -> None:
    made = server.new("toy", players={"blue": {"kind": "elsewhere"}})
    server.act(made["table"], made["owner"], "plan hold")
    for token in (made["owner"], made["seats"]["blue"], made["spectator"]):
        may = server.state(made["table"], token)["play_on"]
        assert not may["can"]
        refusal = server.post(f"/api/tables/{made['table']}/fork", {"entry": 0}, token, 403)
        assert (
            refusal["text"]
            == may["why"]
            == "Somebody else at this table has secrets: play on from here when the game is over."
        )
