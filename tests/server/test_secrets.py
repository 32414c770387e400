"""Nothing that a side may not know leaves the server for it: not in views, logs, records, prompts or the lobby."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.core import Action
from sandtable.server.seats import SPECTATOR
from sandtable.server.table import seen
from sandtable.server.table.table import in_the_open, sees
from sandtable.session import SeededDice, Session

from .table import Server, bearer

SECRET = "plan push"
RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"


def toy(server: Server, **blue: str) -> dict[str, object]:
    return server.new("toy", options={"weather": "never"}, players={"blue": {"kind": "elsewhere", **blue}})


def test_a_secret_decision_reaches_its_owner_only(server: Server) -> None:
    made = toy(server)
    id, owner = str(made["table"]), str(made["owner"])
    others = (made["seats"]["blue"], made["spectator"])  # type: ignore[index]
    with server.live(id, owner) as red:
        assert "plan push" in [o["action"] for o in red.state["options"]["list"]]
        heard = [server.live(id, t) for t in others]
        lives = [h.__enter__() for h in heard]
        for live in lives:
            assert live.state["prompt"] == live.state["view"]["prompt"] == "Waiting for red."
            assert live.state["rules"] == []
        red.act(SECRET)
        assert red.log[0]["action"] == SECRET
        assert "push" in json.dumps(red.state["view"])
        for live in lives:
            live.until_state(red.state["version"])
            assert live.log[0]["action"] is None
            assert live.log[0]["secret"]
            assert live.log[0]["events"] == []
            assert "push" not in json.dumps(live.seen)
        for h in heard:
            h.__exit__(None, None, None)
    for token in others:
        everything = [
            server.get(f"/api/tables/{id}/record", token),
            server.state(id, token),
            server.ask(id, token, "replay", entry=1),
            server.post("/api/lobby", {"tokens": [token]}),
        ]
        assert "push" not in json.dumps(everything)
        assert "(secret)" in everything[0]
        assert "#" not in everything[0].split("\n\n")[1]
        for question in ({"type": "position"}, {"type": "replay", "entry": 1, "side": "red"}):
            answer = server.ask(id, token, status=403, **question)
            assert answer["code"] == "secret"
        assert server.get(f"/api/tables/{id}/state?side=red", token, status=403)["code"] == "secret"
        assert server.get(f"/api/tables/{id}/record?side=red", token, status=403)["code"] == "secret"
        assert server.post(f"/api/tables/{id}/fork", {"entry": 1}, token, status=403)["code"] == "secret"
    assert SECRET in server.get(f"/api/tables/{id}/record", owner)
    overlay = server.ask(id, made["spectator"], "overlay", 403, overlay="move-threat")  # type: ignore[arg-type]
    assert overlay["code"] == "secret"


def test_the_owner_does_not_see_the_side_elsewhere(server: Server) -> None:
    made = server.new("toy", players={"red": {"kind": "elsewhere"}})
    id, owner, red = made["table"], made["owner"], made["seats"]["red"]
    server.act(id, red, SECRET)
    assert "push" not in json.dumps(server.state(id, owner))
    assert server.get(f"/api/tables/{id}/state?side=red", owner, status=403)["code"] == "secret"
    assert refused_to_play(server, made, "red") == "not_yours"
    invited = server.new("toy", sit=False, players={"red": {"kind": "elsewhere"}})
    assert refused_to_play(server, invited, "red") == "secret"


def refused_to_play(server: Server, made: dict[str, str], side: str) -> str:
    """The owner would like to play a side that was for somebody else."""
    change = {"players": {side: {"kind": "here"}}}
    r = server.http.patch(f"/api/tables/{made['table']}", json=change, headers=bearer(made["owner"]))
    return str(r.json()["code"])


def test_hot_seat_shows_one_side_at_a_time(server: Server) -> None:
    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"]) as live:
        assert live.state["side"] == "red"
        live.ask("show", side="blue")
        assert live.state["curtain"] == "red"
        assert not live.state["yours"]
        assert live.state["options"] is None
        live.ask("show", side="red")
        assert live.state["yours"]
        live.act(SECRET)
        live.ask("show", side="blue")
        assert live.log[0]["action"] is None
        assert "push" not in json.dumps(live.state)
        live.ask("show", side="red")
        assert live.log[0]["action"] == SECRET
        live.act("end", "end")
        assert live.state["curtain"] == "blue"
        assert live.state["side"] == "red"


def test_no_curtain_is_needed_while_both_sides_see_the_same(server: Server) -> None:
    """Suez '56 hides nothing before its last turn is written down (9.2)."""
    made = server.new("suez-56")
    with server.live(made["table"], made["owner"]) as live:
        live.act("deploy standard")
        assert (live.state["curtain"], live.state["nothing_hidden"]) == ("anglo-french", True)
    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"]) as live:
        live.ask("show", side="blue")
        assert (live.state["curtain"], live.state["nothing_hidden"]) == ("red", False)
        live.ask("show", side="red")
        live.act(SECRET, "end", "end")
        assert (live.state["curtain"], live.state["nothing_hidden"]) == ("blue", False)


def test_who_only_passes_need_not_change_places(server: Server) -> None:
    """Musketeer [5.3]: a side that has no use for its pool passes behind the curtain; nothing of it is shown, and the view stays."""
    session = Session(sandtable.load("musketeer"), dice=SeededDice("pass"))
    rng = Random(3)
    while type(session.state.choice).__name__ != "PickOrPass":
        session.play(str(session.state.sample(rng.randrange)))
    first = session.actor
    players = {side: {"kind": "here"} for side in session.game.sides}
    body = {"record": session.record_text(), "as": "game", "players": players}
    made = server.http.post("/api/import", json=body).json()
    with server.live(made["table"], made["owner"]) as live:
        live.ask("show", side=first)
        assert live.state["unseen"] == []
        live.act("pass")
        assert live.state["side"] == first
        assert live.state["curtain"] not in (None, first)
        assert live.state["options"] is None
        assert [o["action"] for o in live.state["unseen"]] == ["pass"]
        live.act("pass")
        assert live.state["side"] == first


@pytest.mark.parametrize(("entry", "frame"), [(49, "Retreat"), (202, "Aim"), (204, "ChooseFire")])
def test_what_is_decided_in_the_open_needs_no_curtain(server: Server, entry: int, frame: str) -> None:
    """Musketeer [14.4, 14.6]: who fires at whom is chosen among units that both sides see; the view of the other side may stay,
    and nothing else of the side that chooses is in it."""
    session = Session.from_text((RECORDS / "musketeer.record").read_text(encoding="utf-8"))
    s = session.states[entry]
    assert type(s.choice).__name__ == frame
    other = next(x for x in session.game.sides if x != s.actor)
    made = server.http.post("/api/import", json={"record": session.record_text(), "as": "replay"}).json()
    fork = {"entry": entry, "players": {side: {"kind": "here"} for side in session.game.sides}, "name": ""}
    headers = bearer(made["owner"])
    made = server.http.post(f"/api/tables/{made['table']}/fork", json=fork, headers=headers).json()
    with server.live(made["table"], made["owner"]) as live:
        live.ask("show", side=other)
        assert live.state["side"] == other
        assert (live.state["curtain"], live.state["yours"]) == (None, True)
        assert live.state["prompt"] == s.prompt
        assert bool(live.state["forecast"]) == bool(s.forecast())
        seen_here = {u["name"] for u in live.state["view"]["units"]}
        assert seen_here == {u["name"] for u in session.game.units_seen(s, other)}
        assert {u for o in live.state["options"]["list"] for u in o["units"]} <= seen_here
        live.act(live.state["options"]["list"][0]["action"])
        assert live.state["side"] == other


def test_an_answer_without_a_look_names_nobody_whom_the_other_side_does_not_see() -> None:
    """Musketeer [25.2, 25.5]: special forces at hand lie open; guerrillas in their box do not."""
    at = ("egypt-available EG-Res", "egypt-box EG-Guerrilla-2a", "3314 EG-Gar-Cairo", "5702 IS-Gar-Ashkelon")
    text = "\n".join(["musketeer", *(f"at {x}" for x in at), "> Turn"])
    s = sandtable.load("musketeer").position(text)
    asked = [Action("decline"), Action("commit", ("EG-Res",)), Action("commit", ("EG-Guerrilla-2a",))]
    assert list(sees(s, "west", asked)) == [True, True, False]


def test_where_a_unit_to_choose_is_hidden_the_curtain_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.from_text((RECORDS / "musketeer.record").read_text(encoding="utf-8"))
    s = session.states[204]
    other = next(x for x in session.game.sides if x != s.actor)
    assert in_the_open(s, other)
    asked = {str(s.game.roster.names[u]) for a in s.options() for u in s.game.parts(a).units}
    assert asked
    seen_by = [{**u, "hidden": u["name"] in asked} for u in s.game.units_seen(s, other)]
    monkeypatch.setattr(s.game, "units_seen", lambda *_: seen_by)
    assert not in_the_open(s, other)
    planning = next(x for x in session.states if type(x.choice).__name__ == "Plan")
    assert not any(in_the_open(planning, side) for side in session.game.sides)


def test_the_view_never_turns_by_itself_where_there_are_secrets(server: Server) -> None:
    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"]) as live:
        live.act("plan push", "end", "end")
        assert live.state["actor"] == "blue"
        assert live.state["side"] == live.state["view"]["side"] == "red"
        assert live.state["options"] is None


def test_watchers_are_as_many_turns_behind_as_was_agreed(server: Server) -> None:
    """In the log, the view, the record, the lobby, and looking back; when the game is over they know all."""
    blue = {"blue": {"kind": "elsewhere"}}
    made = server.new("toy", options={"weather": "never"}, players=blue, terms={"behind": 1})
    id, rng, seen = str(made["table"]), Random(5), set()
    tokens = {"red": made["owner"], "blue": made["seats"]["blue"]}  # type: ignore[index]
    watcher = str(made["spectator"])
    while True:
        state, told = server.state(id, str(tokens["red"])), server.state(id, watcher)
        if state["actor"] is None:
            break
        turn = state["view"]["turn"]
        assert all(e["turn"] < turn for e in told["entries"])
        assert told["view"]["turn"] <= max(1, turn - 1) + 1
        assert server.post("/api/lobby", {"tokens": [watcher]})["tables"][0]["entries"] == len(told["entries"])
        server.ask(id, watcher, "replay", 400, entry=len(told["entries"]) + 1)
        seen.add((turn, len(told["entries"])))
        token = str(tokens[state["actor"]])
        server.act(id, token, rng.choice(server.ask(id, token, "options")["options"])["action"])
    assert (1, 0) in seen
    assert any(turn > 1 and known for turn, known in seen)
    assert told["entries"] == state["entries"]


def test_when_the_game_is_over_all_is_told(server: Server) -> None:
    made = toy(server)
    id, rng = str(made["table"]), Random(5)
    tokens = {"red": made["owner"], "blue": made["seats"]["blue"]}  # type: ignore[index]
    with server.live(id, made["spectator"]) as watcher:  # type: ignore[arg-type]
        while True:
            state = server.state(id, str(tokens["red"]))
            if state["actor"] is None:
                break
            token = str(tokens[state["actor"]])
            server.act(id, token, rng.choice(server.ask(id, token, "options")["options"])["action"])
        while watcher.state["actor"]:
            watcher.hear()
        assert all(e["action"] for e in watcher.log)
        assert watcher.ask("show", side="red")["type"] == "reply"
    assert "seed: " in server.get(f"/api/tables/{id}/record", str(made["spectator"]))
    server.post(f"/api/tables/{id}/fork", {"entry": 3}, str(made["spectator"]), status=201)


def hidden_games() -> list[str]:
    found = [t for t in sandtable.games() if sandtable.load(t.id).hidden]
    return [id for t in found for id in t.ids[:2]]


@pytest.mark.parametrize("game", [*hidden_games(), "toy"])
def test_views_and_logs_do_not_change_with_the_others_secrets(server: Server, game: str) -> None:
    """Play at random; at every tenth decision, every viewer must see the same when what it does not know is redrawn."""
    made = server.new(game)
    id, owner, rng = made["table"], made["owner"], Random(7)
    with server.live(id, owner) as live:
        for n in range(120):
            if live.state["actor"] is None:
                break
            if live.state["curtain"]:
                live.ask("show", side=live.state["curtain"])
            live.act(str(server.app.state.hall.rooms[id].table.s.sample(rng.randrange)))
            if n % 10:
                continue
            table = server.app.state.hall.rooms[id].table
            if table.open:
                break
            for side in table.game.sides:
                other = table.game.sample_hidden(table.s, side, rng)
                assert seen.view(table, other, side) == seen.view(table, table.s, side)
                for name, _ in table.game.overlays:
                    assert table.game.overlay(other, side, name) == table.game.overlay(table.s, side, name), name
                if table.s.actor == side:
                    assert seen.forecast(other, side, False) == seen.forecast(table.s, side, False)
                mixed = table.game.sample_hidden(other, next(x for x in table.game.sides if x != side), rng)
                assert seen.view(table, mixed, SPECTATOR) == seen.view(table, table.s, SPECTATOR)


def test_watchers_behind_the_players_read_no_remark_of_what_they_have_not_seen(server: Server) -> None:
    """Neither that a clock has passed nor that something was taken back."""
    terms = {"behind": 1, "pace": {"kind": "days"}}
    made = server.new("toy", players={"red": {"kind": "elsewhere"}, "blue": {"kind": "elsewhere"}}, terms=terms)
    table, (red, blue) = made["table"], (made["seats"][x] for x in ("red", "blue"))
    record = f"/api/tables/{table}/record"
    server.act(table, red, "plan hold")
    before = server.get(record, made["spectator"])
    server.act(table, red, "move R-1 0301")
    server.ask(table, red, "propose", version=server.state(table, red)["version"], to=1)
    server.ask(table, blue, "answer", accept=True)
    server.act(table, red, "end")
    live = server.app.state.hall.rooms[table].table
    live.session.note("clock of red: 2d 0:00:00 left")
    assert "taken back" in server.get(record, red)
    assert "clock of red" in server.get(record, red)
    assert server.get(record, made["spectator"]) == before
