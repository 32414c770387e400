"""Sitting down, handing over, clocks, talk, orders and conduct: what people do at a table beside the rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from sandtable.server.hall import opponents
from sandtable.server.table import clocks

from .table import Json, Live, Server, bearer

SUEZ = "across-suez-1980"
ELSEWHERE = {"israel": {"kind": "here", "name": "Ada"}, "egypt": {"kind": "elsewhere"}}
BOTH = {"israel": {"kind": "elsewhere"}, "egypt": {"kind": "elsewhere"}}


def person(server: Server, name: str = "Ben") -> str:
    key: str = server.post("/api/people", {"name": name}, status=201)["key"]
    return key


def sit(server: Server, made: Json, side: str, key: str = "", name: str = "Ben", status: int = 201) -> Any:
    headers = {**bearer(made["seats"][side]), **({"sandtable-key": key} if key else {})}
    r = server.http.post(f"/api/tables/{made['table']}/sit", json={"name": name}, headers=headers)
    assert r.status_code == status, r.text
    return r.json()


def record(server: Server, made: Json) -> str:
    text: str = server.get(f"/api/tables/{made['table']}/record", made["owner"])
    return text


def play_until_it_is_for(server: Server, made: Json, token: str, side: str) -> None:
    """Random play of the other side."""
    rng = Random(1)
    table = server.app.state.hall.rooms[made["table"]].table
    for _ in range(300):
        if table.s.actor == side:
            return
        server.act(made["table"], token, str(table.s.sample(rng.randrange)))
    raise AssertionError(f"it is never for {side}")


# Seats --------------------------------------------------------------------------------------------------------------
def test_a_guest_sees_what_the_link_invites_to_and_takes_the_seat(server: Server) -> None:
    made = server.new(SUEZ, sit=False, name="Tuesday", players=ELSEWHERE, options={"cavalry": "mech"})
    invited = server.get(f"/api/tables/{made['table']}/invitation", made["seats"]["egypt"])
    assert invited["side"] == "egypt"
    assert invited["by"] == "Ada"
    assert next(o for o in invited["options"] if o["name"] == "cavalry")["value"] == "mech"
    taken = sit(server, made, "egypt")
    assert taken["side"] == "egypt"
    state = server.state(made["table"], taken["token"])
    assert state["sides"] == ["egypt"]
    assert state["players"]["egypt"] == {"kind": "elsewhere", "name": "Ben", "level": "", "taken": True, "stand_in": ""}
    assert "; note: egypt is played by Ben" in record(server, made)


def test_the_link_is_dead_once_the_seat_is_taken(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=ELSEWHERE)
    with server.live(made["table"], made["seats"]["egypt"]) as guest:
        sit(server, made, "egypt")
        assert guest.until("gone")
    sit(server, made, "egypt", status=401)
    server.get(f"/api/tables/{made['table']}/state", made["seats"]["egypt"], status=401)


def test_the_owner_neither_plays_nor_gives_away_a_seat_that_is_taken(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=ELSEWHERE)
    mine = sit(server, made, "egypt")["token"]
    for player in ({"kind": "here"}, {"kind": "bot"}, {"kind": "elsewhere", "name": "Eve"}):
        r = server.http.patch(
            f"/api/tables/{made['table']}", json={"players": {"egypt": player}}, headers=bearer(made["owner"])
        )
        assert r.status_code == 403
        assert "Ben" in r.json()["text"]
    assert server.state(made["table"], made["owner"])["sides"] == ["israel"]
    links = server.post(f"/api/tables/{made['table']}/links", token=made["owner"])
    server.get(f"/api/tables/{made['table']}/state", links["seats"].get("egypt", "x" * 43), status=401)
    assert server.state(made["table"], mine)["sides"] == ["egypt"]
    server.post(f"/api/tables/{made['table']}/hand-over", {"side": "egypt", "to": "bot"}, made["owner"], status=403)


def test_a_holder_gives_the_seat_to_a_bot_or_to_the_next_person_and_the_record_says_so(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=BOTH)
    israel = sit(server, made, "israel", name="Ada")["token"]
    egypt = sit(server, made, "egypt")["token"]
    link = server.post(f"/api/tables/{made['table']}/hand-over", {"to": "link"}, egypt)["link"]
    server.get(f"/api/tables/{made['table']}/state", egypt, status=401)
    made["seats"]["egypt"] = link
    cleo = sit(server, made, "egypt", name="Cleo")["token"]
    assert server.post(f"/api/tables/{made['table']}/hand-over", {"to": "bot", "level": "random"}, cleo)["link"] == ""
    players = server.state(made["table"], israel)["players"]
    assert players["egypt"]["kind"] == "bot"
    notes = [x for x in record(server, made).split("\n") if x.startswith("; note: ") and "egypt" in x]
    assert [n.removeprefix("; note: ") for n in notes] == [
        "egypt is played by Ben",
        "Ben leaves the seat of egypt",
        "egypt is played by Cleo",
        "egypt is played by random",
    ]


def test_two_guests_at_once_one_sits_down(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=ELSEWHERE, terms={"listed": "public"})
    first = server.post(f"/api/tables/{made['table']}/sit", {"name": "Ben"}, status=201)
    assert first["side"] == "egypt"
    answer = server.post(f"/api/tables/{made['table']}/sit", {"name": "Eve"}, status=401)
    assert answer["code"] == "bad_token"


def test_open_invitations_are_listed_until_somebody_sits_down(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=ELSEWHERE, terms={"listed": "public", "words": "Beginners welcome"})
    hidden = server.new(SUEZ, sit=False, players=ELSEWHERE)
    listed = {x["table"]: x for x in server.get("/api/invitations")["invitations"]}
    assert listed[made["table"]]["terms"]["words"] == "Beginners welcome"
    assert hidden["table"] not in listed
    server.post(f"/api/tables/{hidden['table']}/sit", {"side": "egypt"}, status=401)
    server.post(f"/api/tables/{made['table']}/sit", {"name": "Ben"}, status=201)
    assert made["table"] not in {x["table"] for x in server.get("/api/invitations")["invitations"]}


# Persons ------------------------------------------------------------------------------------------------------------
def test_a_key_opens_every_seat_its_person_took_and_moves_to_another_device_by_words(server: Server) -> None:
    key = person(server)
    made = server.new(SUEZ, sit=False, players=BOTH)
    sit(server, made, "egypt", key)
    assert server.state(made["table"], key)["sides"] == ["egypt"]
    words = server.post("/api/me/phrase", token=key)["phrase"]
    other = server.post("/api/people/restore", {"phrase": words.upper()}, status=201)
    assert other["me"]["name"] == "Ben"
    assert server.state(made["table"], other["key"])["sides"] == ["egypt"]
    assert server.state(made["table"], key)["sides"] == ["egypt"]
    server.post("/api/me/phrase", token=key)
    server.post("/api/people/restore", {"phrase": words}, status=401)


def test_my_games_are_listed_with_my_turn_first(server: Server) -> None:
    key = person(server)
    waiting, mine = server.new(SUEZ, sit=False, players=BOTH), server.new(SUEZ, sit=False, players=BOTH)
    sit(server, waiting, "egypt", key)
    sit(server, mine, "israel", key)
    games = server.get("/api/me/games", key)["games"]
    assert [(g["table"], g["your_turn"]) for g in games] == [(mine["table"], True), (waiting["table"], False)]


def test_the_owner_of_a_table_made_with_a_key_needs_no_token(server: Server) -> None:
    key = person(server, "Ada")
    r = server.http.post("/api/tables", json={"game": SUEZ}, headers={"sandtable-key": key})
    assert r.status_code == 201
    assert server.state(r.json()["table"], key)["role"] == "owner"


def test_nobody_is_shown_the_addresses_of_another(server: Server) -> None:
    key = person(server)
    server.http.patch("/api/me", json={"email": "ben@example.org"}, headers=bearer(key)).raise_for_status()
    made = server.new(SUEZ, sit=False, players=ELSEWHERE, terms={"listed": "public"})
    sit(server, made, "egypt", key)
    for text in (
        server.http.get(f"/api/tables/{made['table']}/state", headers=bearer(made["owner"])).text,
        server.http.get("/api/invitations").text,
        record(server, made),
    ):
        assert "example.org" not in text


def test_a_person_who_leaves_is_forgotten(server: Server) -> None:
    key = person(server)
    made = server.new(SUEZ, sit=False, players=BOTH)
    sit(server, made, "egypt", key)
    assert server.http.delete("/api/me", headers=bearer(key)).status_code == 204
    server.get("/api/me", key, status=401)
    server.get(f"/api/tables/{made['table']}/state", key, status=401)


# Conduct ------------------------------------------------------------------------------------------------------------
def test_resigning_ends_the_game_and_there_is_a_rematch_with_sides_swapped(server: Server) -> None:
    made = server.new(SUEZ, sit=False, players=BOTH)
    israel = sit(server, made, "israel", name="Ada")["token"]
    egypt = sit(server, made, "egypt")["token"]
    server.post(f"/api/tables/{made['table']}/rematch", token=egypt, status=409)
    version = server.state(made["table"], egypt)["version"]
    server.ask(made["table"], egypt, "conduct", version=version, what="resign")
    state = server.state(made["table"], israel)
    assert state["ended"] == "Egypt resigned"
    assert not state["yours"]
    assert "result: israel, egypt resigned" in record(server, made)
    next_ = server.post(f"/api/tables/{made['table']}/rematch", token=egypt, status=201)["table"]
    assert server.post(f"/api/tables/{made['table']}/rematch", token=israel, status=201)["table"] == next_
    assert server.state(made["table"], israel)["next"] == next_
    assert server.state(next_, egypt)["sides"] == ["israel"]
    assert server.state(next_, israel)["players"]["israel"]["name"] == "Ben"


def test_two_who_ask_at_once_for_a_rematch_have_the_same_one(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    table, (israel, egypt) = made["table"], (made["seats"][x] for x in ("israel", "egypt"))
    server.ask(table, egypt, "conduct", version=server.state(table, egypt)["version"], what="resign")
    before = {s.id for s in server.app.state.hall.store.lobby()}
    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(server.post, f"/api/tables/{table}/rematch", None, x) for x in (israel, egypt) * 3]
    assert len({x.result()["table"] for x in asked}) == 1
    assert len({s.id for s in server.app.state.hall.store.lobby()} - before) == 1


def test_a_draw_is_offered_and_agreed(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    version = server.state(made["table"], israel)["version"]
    server.ask(made["table"], israel, "conduct", version=version, what="draw")
    server.ask(made["table"], egypt, "answer", accept=False)
    assert server.state(made["table"], israel)["offer"] is None
    server.ask(made["table"], israel, "conduct", version=version, what="draw")
    server.ask(made["table"], egypt, "answer", accept=True)
    assert server.state(made["table"], egypt)["ended"] == "a draw is agreed"


def test_where_no_draws_are_agreed_none_is_offered(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH, terms={"draws": False})
    israel = made["seats"]["israel"]
    version = server.state(made["table"], israel)["version"]
    told = server.ask(made["table"], israel, "conduct", 409, version=version, what="draw")
    assert told["text"] == "This game is played without draws by agreement."
    assert server.ask(made["table"], israel, "conduct", version=version, what="end") == {"taken_back": False}


def test_a_game_is_abandoned_only_after_the_agreed_days(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH, terms={"abandon_days": 2})
    egypt = made["seats"]["egypt"]
    version = server.state(made["table"], egypt)["version"]
    server.ask(made["table"], egypt, "conduct", 409, version=version, what="abandoned")
    server.app.state.hall.rooms[made["table"]].table.saved.conduct["since"] -= 2 * clocks.DAY + 1
    server.ask(made["table"], egypt, "conduct", version=version, what="abandoned")
    assert server.state(made["table"], egypt)["ended"] == "Israel abandoned the game"


# Talk ---------------------------------------------------------------------------------------------------------------
def test_players_and_watchers_talk_apart_and_notes_stay_with_their_writer(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    with server.live(made["table"], egypt) as other, server.live(made["table"], made["spectator"]) as watcher:
        server.ask(made["table"], israel, "say", text="<script>alert(1)</script> good luck")
        line = other.until("talk")["line"]
        assert line["text"] == "<script>alert(1)</script> good luck"  # text; the client never makes HTML of it
        assert line["by"] == "side israel"
        server.ask(made["table"], israel, "say", text="my plan", room="self")
        server.ask(made["table"], israel, "say", 403, text="psst", room="watchers")
        server.ask(made["table"], made["spectator"], "say", text="what a move", room="watchers")
        assert watcher.until("talk")["line"]["text"] == "what a move"
        other.ask("ping")
        assert "my plan" not in str(other.seen)
        assert "what a move" not in str(other.seen)
    heard = [x["text"] for x in server.ask(made["table"], israel, "talk")["lines"]]
    assert heard == ["<script>alert(1)</script> good luck", "my plan"]
    assert [x["text"] for x in server.ask(made["table"], made["spectator"], "talk")["lines"]] == ["what a move"]


def test_muted_voices_are_not_heard(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    server.ask(made["table"], egypt, "mute", who="side israel")
    with server.live(made["table"], egypt) as live:
        server.ask(made["table"], israel, "say", text="hello?")
        live.ask("ping")
        assert not [m for m in live.seen if m["type"] == "talk"]
    assert server.ask(made["table"], egypt, "talk")["lines"] == []
    server.ask(made["table"], egypt, "mute", who="side israel", on=False)
    assert server.ask(made["table"], egypt, "talk")["lines"]


def test_marks_are_shared_among_players_or_private(server: Server) -> None:
    made = server.new(SUEZ, players=BOTH)
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    arrow = {"kind": "arrow", "at": ["0210", "0211"], "text": "", "colour": "red"}
    with server.live(made["table"], egypt) as live:
        server.ask(made["table"], israel, "mark", marks=[arrow], shared=True)
        assert live.until("marks")["marks"] == [{"by": "side israel", "shared": True, "marks": [arrow]}]
        server.ask(made["table"], israel, "mark", marks=[arrow], shared=False)
        assert live.until("marks")["marks"] == []
    with server.live(made["table"], made["spectator"]) as watcher:
        watcher.ask("ping")
        assert not [m for m in watcher.seen if m["type"] == "marks"]


# Standing orders ----------------------------------------------------------------------------------------------------
def test_a_standing_order_answers_for_its_side_and_nobody_else_can_tell(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "ORDER_DELAY", (0.0, 0.05))
    made = server.new(SUEZ, players=BOTH)
    israel, egypt = (made["seats"][x] for x in ("israel", "egypt"))
    play_until_it_is_for(server, made, israel, "egypt")
    verbs = server.app.state.hall.rooms[made["table"]].table.s.words()
    orders = [{"kind": kind, "verb": verb, "hex": "0101"} for kind in ("toward", "decline") for verb in verbs]
    with server.live(made["table"], israel) as live, server.live(made["table"], egypt) as mine:
        before = len(live.log)
        kept = mine.ask("orders", orders=orders)["result"]["orders"]
        assert [o["verb"] for o in kept] == [*verbs, *verbs]
        told = mine.until("talk")["line"]
        assert told["text"].startswith("Answered for egypt by your standing order: ")
        live.ask("ping")
        entry = next(e for e in live.log[before:] if e["actor"] == "egypt")
        assert told["text"].endswith(f": {entry['action']}")
        assert "order" not in str([m for m in live.seen if m["type"] not in ("reply", "state")])
        asking = {"type": "orders", "id": "x", "side": "egypt"}
        server.post(f"/api/tables/{made['table']}/ask", asking, israel, status=403)
        assert server.ask(made["table"], israel, "talk")["lines"] == []


def test_a_client_that_takes_changes_puts_together_the_same_states(server: Server) -> None:
    made = server.new(SUEZ, players=ELSEWHERE)
    with (
        server.live(made["table"], made["owner"]) as whole,
        server.socket(made["table"]) as ws,
    ):
        parts = Live(ws)
        parts.ask("hello", token=made["owner"], changes=True)
        parts.until_state()
        for action in ("move Reshef-1 0210-0211", "end", "end"):
            whole.act(action)
            parts.ask("ping")
            while parts.state["version"] < whole.state["version"]:
                parts.hear()
            skip = ("keep", "entries", "present", "said")
            assert {k: v for k, v in parts.state.items() if k not in skip} == {
                k: v for k, v in whole.state.items() if k not in skip
            }
            assert parts.log == whole.log
        assert any(m["type"] == "change" for m in parts.seen)


# Messages ---------------------------------------------------------------------------------------------------------
def test_a_message_is_claimed_by_one_server_only(server: Server) -> None:
    """Two that look at the same moment both see that it is due."""
    person = server.post("/api/people", {"name": "Ada"}, status=201)["me"]["id"]
    table, people = server.new(SUEZ)["table"], server.app.state.hall.people
    for state, kind in (("due", "email"), ("digest", "webhook")):
        people.add_notice(person, table, 1, kind, 0.0, state)
        people.add_notice(person, table, 1, kind, 0.0, state)  # once a turn
    (due,) = (x for x in people.due(1.0) if x.person == person)
    assert [people.take(due.id), people.take(due.id)] == [True, False]
    asked = people.get(person)
    assert [len(people.take_digest(asked, 1.0)), len(people.take_digest(asked, 2.0))] == [1, 0]
