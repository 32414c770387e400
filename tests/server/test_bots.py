"""Bots at the table: step by step, paused, stepped, hints, and a page that stays responsive meanwhile."""

from __future__ import annotations

import os
import signal
import time
from statistics import median

import pytest

import sandtable
from sandtable.server import catalogue

from .table import Server

SUEZ = "across-suez-1980"
BOT = {"kind": "bot", "level": "random"}


def test_two_bots_play_a_game_to_its_end_decision_by_decision(server: Server) -> None:
    made = server.new(SUEZ, players={"israel": BOT, "egypt": BOT})
    with server.live(made["table"], made["owner"]) as live:
        live.ask("bot", delay=0)
        versions = []
        while live.state["actor"]:
            if live.hear()["type"] == "state":
                versions.append(live.state["version"])
        assert versions == sorted(set(versions))
        assert len(versions) > 20
        assert live.state["view"]["outcome"]


def test_nobody_watching_two_bots_means_no_playing(server: Server) -> None:
    made = server.new(SUEZ, players={"israel": BOT, "egypt": BOT})
    time.sleep(0.3)
    assert not server.state(made["table"], made["owner"])["entries"]


def test_a_bot_answers_a_person_then_waits(server: Server) -> None:
    made = server.new(SUEZ, players={"israel": BOT, "egypt": {"kind": "here"}})
    with server.live(made["table"], made["owner"]) as live:
        live.ask("bot", delay=0)
        while live.state["actor"] != "egypt":
            live.hear()
        assert live.state["yours"]
        assert live.log[0]["actor"] == "israel"
        assert live.state["players"]["israel"]["kind"] == "bot"
        assert live.state["bot"]["thinking"] == ""


def test_bots_pause_and_step(server: Server) -> None:
    made = server.new(SUEZ, players={"israel": BOT, "egypt": BOT})
    server.ask(made["table"], made["owner"], "bot", paused=True, delay=0)
    with server.live(made["table"], made["owner"]) as live:
        assert live.state["bot"]["paused"]
        for n in (1, 2, 3):
            version = live.state["version"]
            live.ask("bot", step=True)
            live.until_state(version + 1)
            assert live.ask("ping")["version"] == version + 1, n
        live.ask("bot", paused=False)
        live.until_state(version + 5)
        live.ask("bot", paused=True)
        stopped = live.ask("ping")["version"]
        time.sleep(0.3)
        assert live.ask("ping")["version"] == stopped


def test_the_delay_is_kept(server: Server) -> None:
    made = server.new(SUEZ, players={"israel": BOT, "egypt": BOT})
    server.ask(made["table"], made["owner"], "bot", delay=0.2)
    begun = time.monotonic()
    with server.live(made["table"], made["owner"]) as live:
        live.until_state(6)
        assert time.monotonic() - begun > 0.9


@pytest.mark.parametrize("game", [f"{t.id}/{t.scenarios[0].id}".rstrip("/") for t in sandtable.games()])
def test_hint_is_legal_and_gives_its_reason(server: Server, game: str) -> None:
    made = server.new(game)
    hint = server.ask(made["table"], made["owner"], "hint")
    assert hint["level"] == catalogue.strongest(sandtable.load(game))
    assert hint["reason"]
    assert server.ask(made["table"], made["owner"], "check", action=hint["option"]["action"])["legal"]


def test_the_table_answers_while_a_bot_thinks(server: Server) -> None:
    """The bot's process may be busy; a ping is answered at once."""
    made = server.new(SUEZ, players={"israel": BOT, "egypt": BOT})
    with server.live(made["table"], made["owner"]) as live:
        live.ask("bot", delay=0)
        waits = []
        for _ in range(20):
            begun = time.perf_counter()
            live.ask("ping")
            waits.append(time.perf_counter() - begun)
        assert median(waits) < 0.5  # one of them may have had to wait for a busy machine


def test_a_worker_that_dies_is_replaced(server: Server) -> None:
    made = server.new(SUEZ)
    server.ask(made["table"], made["owner"], "hint")
    for worker in server.app.state.hall.thinkers.workers:
        if worker.process:
            os.kill(worker.process.pid, signal.SIGKILL)
    assert server.ask(made["table"], made["owner"], "hint")["option"]["action"]


def test_a_bot_that_fails_plays_at_random_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from collections import OrderedDict

    from sandtable import bots
    from sandtable.server.bots import think

    s = sandtable.load(SUEZ).start()
    job = {"table": "x", "side": "israel", "level": "random", "game": SUEZ, "state": s.to_json()}
    assert think(job, OrderedDict())["trouble"] == ""

    def fail(*_: object) -> None:
        raise KeyError("plan")

    monkeypatch.setattr(bots.RandomBot, "decide", fail)
    answer = think(job, OrderedDict())
    assert "at random" in answer["trouble"]
    assert s.check(answer["action"]) is None


def test_my_move_is_judged_beside_the_hint(server: Server) -> None:
    made = server.new("across-suez-2021")
    id, owner = made["table"], made["owner"]
    mine, other = (str(a) for a in list(sandtable.load("across-suez-2021").start().options())[:2])
    found = server.ask(id, owner, "compare", first=[mine], second=[other])
    assert found["trials"] >= 1
    assert all(0 <= p <= 1 for p in found["chances"])
    refused = server.ask(id, owner, "compare", 409, first=["move Erez-3 0101"], second=[other])
    assert refused["code"] == "illegal"


def test_what_the_strongest_would_have_done_in_place_of_what_was_played(server: Server) -> None:
    made = server.new("across-suez-2021")
    id, owner = made["table"], made["owner"]
    server.act(id, owner, "end")
    found = server.ask(id, owner, "instead", first=1, last=1)
    assert found["labels"]
    assert not found["same"]
    assert server.ask(id, owner, "instead", 400, first=1, last=7)["code"] == "bad_message"
