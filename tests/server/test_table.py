"""The live table: seeing, asking, acting, undoing, taking back, several connections, reconnecting."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.session import Session

from .table import Server

SUEZ = "across-suez-1980"
MOVE = "move Reshef-1 0210-0211"


def table(server: Server, **more: object) -> tuple[str, str]:
    made = server.new(SUEZ, **more)
    return made["table"], made["owner"]


def test_a_state_is_the_view_of_the_engine(server: Server) -> None:
    id, owner = table(server)
    s = sandtable.load(SUEZ).start()
    with server.live(id, owner) as live:
        assert live.state["view"] == s.view("israel")
        assert live.state["prompt"] == s.prompt
        assert live.state["yours"]
        assert live.state["sides"] == ["israel", "egypt"]
        live.act(MOVE)
        assert live.state["view"] == s.play(MOVE).view("israel")
        assert live.log[0]["action"] == MOVE
        assert live.log[0]["events"][0]["at"] == ["0210", "0211"]


def test_choices_follow_where_options_are_many(server: Server) -> None:
    id, owner = table(server)
    options = [str(a) for a in sandtable.load(SUEZ).start().options()]
    with server.live(id, owner) as live:
        assert live.state["options"]["complete"] is False
        found = next((m for m in live.seen if m["type"] == "choices"), None) or live.until("choices")
        assert found["count"] == sum(found["verbs"].values()) <= len(options)
        assert set(found["verbs"]) == {o.split()[0] for o in options}
        assert "end" in [o["action"] for o in found["list"]]
        assert "Reshef-1" in found["units"]
        answer = live.ask("options", limit=5000)["result"]
        assert [o["action"] for o in answer["options"]] == options


def test_options_can_be_narrowed_and_detailed(server: Server) -> None:
    id, owner = table(server)
    s = sandtable.load(SUEZ).start()
    mine = [str(a) for a in s.options() if "Reshef-1" in a.args]
    found = server.ask(id, owner, "options", mention=["Reshef-1"], details=True)
    assert {o["to"] for o in found["options"]} == {a.rpartition("-")[2] for a in mine}  # a way to each, not every way
    assert len(found["options"]) == len({o["to"] for o in found["options"]})
    assert all(s.check(o["action"]) is None for o in found["options"])
    for o in found["options"]:
        assert o["units"] == ["Reshef-1"]
        assert o["to"] == o["path"][-1] == o["action"].rpartition("-")[2]
        assert o["details"] == s.details(o["action"])
    assert server.ask(id, owner, "options", mention=["Reshef-1", "0211"])["count"] > 0
    assert server.ask(id, owner, "options", prefix="MOVE resh")["count"] == len(mine)
    few = server.ask(id, owner, "options", verb="end")
    assert [o["label"] for o in few["options"]] == ["Done moving, go to the fights"]
    assert server.ask(id, owner, "options", limit=2)["count"] > len(
        server.ask(id, owner, "options", limit=2)["options"]
    )


def test_check_says_why_not_with_the_rule(server: Server) -> None:
    id, owner = table(server)
    yes = server.ask(id, owner, "check", action="move reshef-1 0211")
    assert yes["legal"]
    assert yes["action"] == MOVE
    assert yes["option"]["path"] == ["0210", "0211"]
    no = server.ask(id, owner, "check", action="move Reshef-1 1701")
    expected = sandtable.load(SUEZ).start().check("move Reshef-1 1701")
    assert expected is not None
    assert not no["legal"]
    assert no["refusal"] == {"rules": list(expected.rules), "text": expected.text}


def test_an_illegal_action_changes_nothing_and_says_why(server: Server) -> None:
    id, owner = table(server)
    with server.live(id, owner) as live:
        before = live.state["version"]
        error = live.act("move Reshef-1 1701")
        assert error["type"] == "error"
        assert error["code"] == "illegal"
        assert error["rules"]
        assert error["version"] == before
        assert not live.log


@pytest.mark.parametrize(
    "text", ["", "   ", "move", "move x", "move Reshef-1", "move Reshef-1 9999-8888", "\x00\ud7ff", "end end", "roll 7"]
)
def test_nonsense_is_refused_politely(server: Server, text: str) -> None:
    id, owner = table(server)
    error = server.act(id, owner, text, status=409)
    assert error["code"] == "illegal"
    assert not server.ask(id, owner, "check", action=text)["legal"]


def test_an_action_sent_twice_is_done_once(server: Server) -> None:
    id, owner = table(server)
    with server.live(id, owner) as live:
        version = live.state["version"]
        assert live.act(MOVE, id="click")["type"] == "reply"
        again = live.act(MOVE, id="click", version=version)
        assert again["code"] == "repeated"
        late = live.act("end", id="other", version=version)
        assert late["code"] == "stale"
        assert len(live.log) == 1


def test_a_macro_stops_at_the_first_illegal_action(server: Server) -> None:
    id, owner = table(server)
    with server.live(id, owner) as live:
        error = live.act(MOVE, MOVE, "end")
        assert error["code"] == "illegal"
        assert error["done"] == 1
        assert [e["action"] for e in live.log] == [MOVE]


def test_a_macro_stops_when_another_must_decide(server: Server) -> None:
    made = server.new("toy", options={"weather": "never"})
    with server.live(made["table"], made["owner"], side="red") as live:
        done = live.act("plan hold", "end", "end", "end")["result"]
        assert done["done"] == 3
        assert done["left"] == ["end"]
        assert done["stopped"] == "It is for blue to decide."


def test_undo_and_redo_within_the_cuts(server: Server) -> None:
    id, owner = table(server)
    with server.live(id, owner) as live:
        assert live.state["undo"] == {"can": False, "why": "Nothing has been done yet.", "action": ""}
        live.act(MOVE)
        assert live.state["undo"]["can"]
        moved = live.state["view"]
        assert live.ask("undo", version=live.state["version"])["result"] == {"action": MOVE}
        assert live.log == []
        assert live.state["view"] == sandtable.load(SUEZ).start().view("israel")
        assert live.state["redo"] == {"can": True, "why": "", "action": MOVE}
        live.ask("redo", version=live.state["version"])
        assert live.state["view"] == moved
        assert live.ask("redo", version=live.state["version"])["code"] == "illegal"


def test_undo_never_crosses_the_dice(server: Server) -> None:
    id, owner = table(server)
    rng = Random(4)
    with server.live(id, owner) as live:
        while not any(e["actor"] == "chance" for e in live.log):
            options = live.ask("options", limit=5000)["result"]["options"]
            live.act(
                next((o["action"] for o in options if o["verb"] in ("end", "confirm")), "")
                or rng.choice(options)["action"]
            )
            if live.seen[-1]["type"] == "error":
                live.act(rng.choice(options)["action"])
        last = len(live.log)
        if live.log[-1]["actor"] == "chance":
            assert "dice" in live.state["undo"]["why"]
        error = live.ask("undo", version=live.state["version"])
        if error["type"] == "error":
            assert error["code"] == "illegal"
            assert len(live.log) == last


def test_every_connection_hears_of_a_change_before_the_actor_is_answered(server: Server) -> None:
    made = server.new(SUEZ, players={"egypt": {"kind": "elsewhere"}})
    with (
        server.live(made["table"], made["owner"]) as israel,
        server.live(made["table"], made["owner"]) as tab,
        server.live(made["table"], made["seats"]["egypt"]) as egypt,
        server.live(made["table"], made["spectator"]) as watcher,
    ):
        assert not egypt.state["yours"]
        assert egypt.state["options"] is None
        israel.act(MOVE)
        assert [m["type"] for m in israel.seen[-2:]] in (["state", "reply"], ["choices", "reply"], ["state", "choices"])
        version = israel.state["version"]
        for other in (tab, egypt, watcher):
            assert other.until_state(version)["version"] == version
            assert other.log == israel.log
            assert other.state["present"] == {"israel": 2, "egypt": 1, "spectator": 1}
        assert (
            tab.act("move Raviv-1 " + tab.ask("options", mention=["Raviv-1"])["result"]["options"][0]["to"])["type"]
            == "reply"
        )


def test_nobody_acts_for_another_side(server: Server) -> None:
    made = server.new(SUEZ, players={"egypt": {"kind": "elsewhere"}})
    id = made["table"]
    for token, why in ((made["seats"]["egypt"], "for israel"), (made["spectator"], "Spectators")):
        error = server.act(id, token, MOVE, status=403)
        assert error["code"] == "not_yours"
        assert why in error["text"]
        for question in ("options", "hint"):
            assert server.ask(id, token, question, 403)["code"] == "not_yours"
        assert server.ask(id, token, "check", 403, action=MOVE)["code"] == "not_yours"
        assert server.ask(id, token, "undo", 409, version=1)["code"] == "illegal"
    assert server.ask(id, made["spectator"], "bot", 403, paused=True)["code"] == "not_yours"
    assert server.ask(id, made["spectator"], "propose", 403, version=1)["code"] == "not_yours"


def test_reconnecting_loses_nothing(server: Server) -> None:
    id, owner = table(server)
    with server.live(id, owner) as first:
        first.act(MOVE)
        have = {"version": first.state["version"], "entries": len(first.log)}
        old = first.log
    server.act(id, owner, "move Raviv-1 " + server.ask(id, owner, "options", mention=["Raviv-1"])["options"][0]["to"])
    with server.live(id, owner) as whole, server.live(id, owner, log=old, have=have) as rest:
        assert whole.state["keep"] == 0
        assert rest.state["keep"] == 1
        assert rest.log == whole.log
    server.ask(id, owner, "undo", version=server.state(id, owner)["version"])
    server.ask(id, owner, "undo", version=server.state(id, owner)["version"])
    server.act(id, owner, "move Raviv-1 " + server.ask(id, owner, "options", mention=["Raviv-1"])["options"][0]["to"])
    with server.live(id, owner, log=old, have=have) as rest:
        assert rest.state["keep"] == 0
        assert rest.log[0]["action"].startswith("move Raviv-1")


# taking back --------------------------------------------------------------------------------------------------------
def test_take_back_needs_the_other_sides_consent(server: Server) -> None:
    made = server.new("toy", options={"weather": "never"}, players={"blue": {"kind": "elsewhere"}})
    with (
        server.live(made["table"], made["owner"]) as red,
        server.live(made["table"], made["seats"]["blue"]) as blue,
    ):
        red.act("plan hold", "end", "end")
        before = red.state["version"]
        blue.until_state(before)
        answer = red.ask("propose", version=before)
        assert answer["result"] == {"taken_back": False}
        assert red.state["take_back"] == {"by": "red", "to": 2, "waiting_for": ["blue"], "yours_to_answer": False}
        while not blue.state["take_back"]:
            blue.hear()
        assert blue.state["take_back"]["yours_to_answer"]
        assert blue.ask("answer", accept=False)["result"] == {"taken_back": False}
        assert blue.state["take_back"] is None
        red.ask("propose", version=red.state["version"], to=1)
        while not blue.state["take_back"]:
            blue.hear()
        assert blue.ask("answer", accept=True)["result"] == {"taken_back": True}
        red.until_state(before + 1)
        assert len(red.log) == len(blue.log) == 1
        assert red.state["actor"] == "red"
        assert blue.ask("answer", accept=True)["code"] == "stale"
    record = server.get(f"/api/tables/{made['table']}/record", made["owner"])
    assert "; taken back by consent to line 1" in record


def test_take_back_at_one_screen_is_done_at_once(server: Server) -> None:
    practice = {"terms": {"practice": True}, "players": {"blue": {"kind": "bot", "level": "random"}}}
    made = server.new("toy", options={"weather": "never"}, **practice)
    server.ask(made["table"], made["owner"], "bot", paused=True)
    with server.live(made["table"], made["owner"]) as red:
        red.act("plan hold", "end", "end")
        assert red.ask("propose", version=red.state["version"], to=0)["result"] == {"taken_back": True}
        assert red.log == []


def test_take_backs_survive_a_reload_from_the_database(server: Server) -> None:
    made = server.new("toy", options={"weather": "never"})
    id, owner = made["table"], made["owner"]
    server.act(id, owner, "plan hold", "end", "end")
    for to in (2, 0):
        server.ask(id, owner, "propose", version=server.state(id, owner)["version"], to=to)
        server.act(id, owner, *(["end"] if to else ["plan push", "end"]))
    before = server.state(id, owner)
    server.app.state.hall.rooms.clear()
    after = server.state(id, owner)
    assert after["view"] == before["view"]
    assert after["version"] == before["version"]
    assert after["entries"] == before["entries"]


# other questions ------------------------------------------------------------------------------------------------------
def test_replay_shows_any_entry(server: Server) -> None:
    id, owner = table(server)
    first = server.state(id, owner)["view"]
    server.act(id, owner, MOVE)
    assert server.ask(id, owner, "replay", entry=0)["view"] == first
    assert server.ask(id, owner, "replay", entry=1)["view"] == server.state(id, owner)["view"]
    assert server.ask(id, owner, "replay", 400, entry=2)["code"] == "bad_message"


def test_position_reads_back(server: Server) -> None:
    id, owner = table(server)
    server.act(id, owner, MOVE)
    text = server.ask(id, owner, "position")["text"]
    game = sandtable.load(SUEZ)
    assert game.position(text) == game.start().play(MOVE)


def every_game() -> list[str]:
    return [id for t in sandtable.games() for id in t.ids[:1]]


@pytest.mark.parametrize("game", every_game())
def test_every_overlay_of_every_game(server: Server, game: str) -> None:
    made = server.new(game)
    sheet = server.get(f"/api/sheet/{game}")
    hexes = {h["id"] for h in sheet["map"]["hexes"]}
    side = server.state(made["table"], made["owner"])["side"]
    for o in sheet["overlays"]:
        found = server.ask(made["table"], made["owner"], "overlay", overlay=o["id"], side=side)["hexes"]
        assert set(found) <= hexes, o["id"]
    assert server.ask(made["table"], made["owner"], "overlay", 400, overlay="nets")["code"] == "bad_message"


def test_threats_are_what_the_enemy_can_reach(server: Server) -> None:
    """In the toy the enemy's next movement is two decisions away; its reach is that of its own options then."""
    made = server.new("toy", options={"weather": "never"})
    id, owner = made["table"], made["owner"]
    server.act(id, owner, "plan hold")
    found = server.ask(id, owner, "overlay", overlay="move-threat", side="red")["hexes"]
    game = sandtable.load("toy").configured({"weather": "never"})
    s = game.start().play("plan hold").play("end").play("end")
    reach = {a.args[1].rpartition("-")[2] for a in s.options() if a.verb == "move"}
    stand = {u["at"] for u in s.view("red")["units"] if u["side"] == "blue"}
    assert set(found) == reach | stand
    attack = server.ask(id, owner, "overlay", overlay="attack-threat", side="red")["hexes"]
    near = game.map.grid.spread(game.map.grid.named(reach | stand)) & game.map.grid.on_map
    assert set(attack) == {game.hex_name(h) for h in sandtable.core.bits(near)}


def test_typed_dice_are_rolled_by_the_people(server: Server) -> None:
    made = server.new("toy", dice="typed", options={"weather": "always"})
    id, owner = made["table"], made["owner"]
    rng = Random(1)
    for _ in range(60):
        state = server.state(id, owner)
        if state["actor"] == "chance":
            break
        server.act(id, owner, rng.choice(server.ask(id, owner, "options")["options"])["action"])
    assert state["actor"] == "chance"
    assert state["yours"]
    assert server.act(id, owner, "roll 99", status=409)["code"] == "illegal"
    server.act(id, owner, state["options"]["list"][0]["action"])


def test_a_whole_game_by_protocol_equals_the_engine(server: Server) -> None:
    made = server.new("toy")
    id, owner = made["table"], made["owner"]
    rng = Random(3)
    with server.live(id, owner, side="red") as live:
        while live.state["actor"]:
            if live.state["curtain"]:
                live.ask("show", side=live.state["curtain"])
            live.act(rng.choice(live.ask("options")["result"]["options"])["action"])
        assert live.state["view"]["outcome"]
        assert live.ask("act", version=live.state["version"], actions=["end"])["code"] == "over"
        assert all(not e["secret"] for e in live.log)
    text = server.get(f"/api/tables/{id}/record", owner)
    session = Session.from_text(text)
    assert "seed: " in text
    assert session.outcome
    assert [e.action for e in session.record.entries] == [e["action"] for e in live.log]
