"""Clocks: live and by days, what happens when time runs out, pauses and vacations."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandtable.server.table import clocks

from .table import Json, Server, bearer
from .test_people import BOTH, SUEZ, play_until_it_is_for, record

LIVE = {"kind": "live", "budget": 60, "increment": 5, "time_out": "lose"}


def test_a_live_clock_runs_for_the_side_that_decides_and_is_in_the_record(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH, terms={"pace": LIVE})
    israel = made["seats"]["israel"]
    clock = server.state(made["table"], israel)["clock"]
    assert clock["running"] == "israel"
    assert clock["left"]["israel"] == 60
    play_until_it_is_for(server, made, israel, "egypt")
    clock = server.state(made["table"], israel)["clock"]
    assert clock["running"] == "egypt"
    assert 60 < clock["left"]["israel"] <= 65
    assert "; note: clock of israel: 0:01:0" in record(server, made)


@pytest.mark.parametrize(("time_out", "expected"), [("lose", "lost"), ("bot", "bot"), ("warn", "warned")])
def test_when_time_runs_out_what_was_agreed_happens(
    server: Server, monkeypatch: pytest.MonkeyPatch, time_out: str, expected: str
) -> None:
    made = server.new(SUEZ, players=BOTH, terms={"pace": {**LIVE, "time_out": time_out}})
    with server.live(made["table"], made["seats"]["egypt"]) as egypt:
        table = server.app.state.hall.rooms[made["table"]].table
        table.saved.conduct["clock"]["since"] -= 61
        with server.app.state.hall.store.engine.begin() as db:
            db.exec_driver_sql(f"update tables set due = {time.time() - 1} where id = '{made['table']}'")
        while not (egypt.state.get("clock") or {}).get("out"):
            egypt.hear()
        if expected == "lost":
            assert egypt.state["ended"] == "Israel ran out of time"
            assert "result: egypt, israel ran out of time" in record(server, made)
        elif expected == "bot":
            assert egypt.state["players"]["israel"]["stand_in"]
            while not egypt.log:
                egypt.hear()
        else:
            assert egypt.state["clock"]["out"] == ["israel"]
            assert not egypt.state["ended"]


def test_who_decided_in_the_last_moment_has_not_run_out_of_time(server: Server) -> None:
    """The table was found in the database before his decision was written there."""
    made = server.new(SUEZ, players=BOTH, terms={"pace": LIVE})
    live = server.app.state.hall.rooms[made["table"]].table
    assert not clocks.run_out(live, time.time())
    assert not clocks.run_out(live, live.saved.due - 1)
    assert live.saved.conduct["clock"]["out"] == []
    assert clocks.run_out(live, live.saved.due + 1)


def test_the_client_has_no_say_in_time(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH, terms={"pace": LIVE})
    israel = made["seats"]["israel"]
    before = server.state(made["table"], israel)["clock"]["since"]
    server.act(made["table"], israel, "move Reshef-1 0210-0211")
    version = server.state(made["table"], israel)["version"]
    server.ask(made["table"], israel, "undo", version=version)
    assert server.state(made["table"], israel)["clock"]["since"] == before
    bad = server.http.post(
        f"/api/tables/{made['table']}/ask",
        json={"type": "act", "id": "x", "version": version, "actions": ["end"], "at": 0},
        headers=bearer(israel),
    )
    assert bad.status_code == 422


def test_a_pause_needs_both_and_a_vacation_what_was_agreed(server: Server) -> None:
    days = {"kind": "days", "days": 2, "vacation": 5}
    made = server.new(SUEZ, players=BOTH, terms={"pace": days})
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))

    def do(token: str, what: str, status: int = 200, **more: Any) -> Any:
        version = server.state(made["table"], token)["version"]
        return server.ask(made["table"], token, "conduct", status, version=version, what=what, **more)

    do(israel, "vacation", days=3)
    assert server.state(made["table"], israel)["clock"]["left"]["israel"] == 5 * clocks.DAY
    do(israel, "vacation", 409, days=3)
    do(israel, "vacation", 409, days=0)
    do(israel, "pause")
    assert server.state(made["table"], egypt)["offer"]["yours_to_answer"]
    assert not server.state(made["table"], egypt)["clock"]["paused"]
    server.ask(made["table"], egypt, "answer", accept=True)
    assert server.state(made["table"], egypt)["clock"]["paused"]
    do(egypt, "resume")
    server.ask(made["table"], israel, "answer", accept=True)
    assert not server.state(made["table"], egypt)["clock"]["paused"]


def paused(server: Server, pace: Json, **terms: Any) -> tuple[str, str, str]:
    """A table, and who plays at it, whose clocks both have agreed to pause."""
    made = server.new(SUEZ, players=BOTH, terms={"pace": pace, **terms})
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    version = server.state(made["table"], israel)["version"]
    server.ask(made["table"], israel, "conduct", version=version, what="pause")
    server.ask(made["table"], egypt, "answer", accept=True)
    return made["table"], israel, egypt


def test_a_decision_made_in_a_pause_does_not_start_the_clock_of_the_other(server: Server) -> None:
    table, israel, egypt = paused(server, LIVE)
    live = server.app.state.hall.rooms[table].table
    before = live.saved.conduct["clock"]["left"]["israel"]
    play_until_it_is_for(server, {"table": table}, israel, "egypt")
    clock = server.state(table, egypt)["clock"]
    assert (clock["running"], clock["paused"]) == ("egypt", True)
    assert clock["left"]["israel"] == before, "nor is there an increment for it"
    assert live.saved.due is None
    server.ask(table, israel, "conduct", version=server.state(table, israel)["version"], what="resume")
    server.ask(table, egypt, "answer", accept=True)
    assert live.saved.due is not None


def test_a_pause_that_is_never_ended_is_no_way_out_of_a_lost_game(server: Server) -> None:
    table, israel, egypt = paused(server, LIVE, abandon_days=2)
    version = server.state(table, egypt)["version"]
    assert "2 days" in server.ask(table, egypt, "conduct", 409, version=version, what="abandoned")["text"]
    conduct = server.app.state.hall.rooms[table].table.saved.conduct
    conduct["since"] -= 9 * clocks.DAY
    server.ask(table, egypt, "conduct", 409, version=version, what="abandoned")  # the pause itself is young
    conduct["clock"]["since"] -= 2 * clocks.DAY + 1
    server.ask(table, egypt, "conduct", version=version, what="abandoned")
    assert server.state(table, israel)["ended"] == "Israel abandoned the game"
