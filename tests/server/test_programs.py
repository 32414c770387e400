"""Programs as players of a server: only those the host offers by name, and a game with one is played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.bots.external import ALLOWED, NAMED

from .table import Server, running

SUEZ = "across-suez-1980"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Offers the example of docs/bots.md, and a program that is not there."""
    monkeypatch.setenv(NAMED, f"eager={sys.executable} {EXAMPLE}; broken=/nowhere/at/all")
    monkeypatch.setenv(ALLOWED, "0")
    with running(tmp_path) as server:
        yield server


def test_a_person_plays_against_a_program_that_the_host_offers(host: Server) -> None:
    info = next(x for x in host.get("/api/games") if x["id"] == SUEZ)
    assert {"exec:eager", "exec:broken"} <= set(info["bots"])
    bot = {"kind": "bot", "level": "exec:eager"}
    made = host.new(SUEZ, players={"israel": bot, "egypt": {"kind": "here"}})
    with host.live(made["table"], made["owner"]) as live:
        live.ask("bot", delay=0)
        while live.state["actor"] != "egypt":
            live.hear(60)
        assert live.log[0]["actor"] == "israel"
        assert live.state["yours"]


def test_nobody_names_a_command(host: Server) -> None:
    bot = {"kind": "bot", "level": "exec:python bot.py"}
    refused = host.post("/api/tables", {"game": SUEZ, "players": {"israel": bot}}, status=400)
    assert "exec:eager" in str(refused)


def test_what_a_command_line_allows_itself_is_not_allowed_to_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ALLOWED, "1")
    with running(tmp_path) as server:
        bot = {"kind": "bot", "level": "exec:python bot.py"}
        server.post("/api/tables", {"game": SUEZ, "players": {"israel": bot}}, status=400)


def test_a_program_that_cannot_be_started_does_not_stop_the_table(host: Server) -> None:
    """Its decisions are made for it, and the game goes on."""
    bot = {"kind": "bot", "level": "exec:broken"}
    made = host.new(SUEZ, players={"israel": bot, "egypt": {"kind": "here"}})
    with host.live(made["table"], made["owner"]) as live:
        live.ask("bot", delay=0)
        while live.state["actor"] != "egypt":
            live.hear(60)
        assert live.log[0]["actor"] == "israel"
