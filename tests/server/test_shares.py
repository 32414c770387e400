"""Dice of all who play: shares committed before the first roll, handed in when all have, revealed at the end."""

from __future__ import annotations

import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.session import Record, Session, verify
from sandtable.session.dice import commitment, joint_seed

from .table import Json, Server, bearer, running

PLAYERS = {"red": {"kind": "here", "name": "Ada"}, "blue": {"kind": "elsewhere"}}
TO_A_ROLL = ["plan hold", "move R-1 0301", "end"]


class Browser:
    """What the client does by itself: answers what `dice.wanted` asks for."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self.server, self.table, self.token = server, table, token
        self.shares: dict[tuple[str, str], str] = {}

    def dice(self) -> Json:
        found: Json = self.server.state(self.table, self.token)["dice"]
        return found

    def answer(self) -> list[str]:
        """Do what is wanted; what it was."""
        dice = self.dice()
        for want in dice["wanted"]:
            about = {"side": want["side"], "stream": dice["stream"]}
            key = (dice["stream"], want["side"])
            if want["what"] == "commit":
                self.shares[key] = secrets.token_hex(16)
                self.say("commit", **about, commitment=commitment(self.shares[key]))
            else:
                self.say("reveal", **about, share=self.shares[key])
        return [want["what"] for want in dice["wanted"]]

    def say(self, type: str, status: int = 200, **fields: Any) -> Any:
        body = {"type": type, "id": secrets.token_hex(8), **fields}
        return self.server.post(f"/api/tables/{self.table}/ask", body, self.token, status)


def two(server: Server, **more: Any) -> tuple[Json, Browser, Browser]:
    made = server.new("toy", **{"sit": False, "players": PLAYERS, **more})
    made["red"] = made["owner"]
    made["blue"] = sit(server, made["table"], made["seats"]["blue"])
    return made, *(Browser(server, made["table"], made[side]) for side in ("red", "blue"))


def sit(server: Server, table: str, link: str, name: str = "Ben") -> str:
    taken: Json = server.post(f"/api/tables/{table}/sit", {"name": name}, link, 201)
    return str(taken["token"])


def shared(red: Browser, blue: Browser) -> None:
    for browser in (red, blue, red, blue):
        browser.answer()


def play_to_the_end(server: Server, made: Json, seed: int = 3) -> str:
    """By whoever is to decide, at random; the record."""
    rng, table = Random(seed), made["table"]
    while actor := server.state(table, made["red"])["actor"]:
        options = server.ask(table, made[actor], "options", limit=500)["options"]
        server.act(table, made[actor], rng.choice(options)["action"])
    return str(server.get(f"/api/tables/{table}/record", made["red"]))


def test_the_dice_of_a_game_of_two_depend_on_both_and_the_server(server: Server) -> None:
    made, red, blue = two(server)
    assert red.dice()["commitments"]["blue"] == "none"
    assert red.answer() == ["commit"]
    assert red.answer() == [], "nobody shows his share before all have committed"
    assert blue.answer() == ["commit"]
    assert red.answer() == blue.answer() == ["reveal"]
    assert red.answer() == blue.answer() == []
    assert red.dice()["handed"] == ["red", "blue"]
    text = play_to_the_end(server, made)
    record = Record.read(text)
    mine, theirs = (next(iter(b.shares.values())) for b in (red, blue))
    assert f"red={mine} blue={theirs}" in record.seed
    session = Session.from_text(text)
    pairs = dict(word.split("=") for word in record.seed.split())
    assert joint_seed(pairs, pairs) == session.dice.seed  # type: ignore[attr-defined]
    stretches = verify(session)
    assert all(s.proved for s in stretches)
    assert "by the server and red and blue" in stretches[0].text


def test_no_share_is_told_to_anybody_before_the_end(server: Server) -> None:
    made, red, blue = two(server)
    shared(red, blue)
    share = next(iter(red.shares.values()))
    for token in (made["red"], made["blue"], made["spectator"]):
        for path in ("state", "record"):
            assert share not in str(server.get(f"/api/tables/{made['table']}/{path}", token))


def test_a_missing_share_stops_nothing_and_is_visible(server: Server) -> None:
    made, _, blue = two(server)
    assert blue.answer() == ["commit"]
    promised = blue.dice()["commitments"]["blue"]
    text = play_to_the_end(server, made)
    assert f"red=none blue=late:{promised}" in text
    (stretch,) = verify(Session.from_text(text))
    assert stretch.proved
    assert "the server alone (red took no part) (blue gave its share too late)" in stretch.text


def test_after_the_first_roll_shares_come_too_late(server: Server) -> None:
    made, red, blue = two(server)
    red.answer()
    blue.answer()
    table = server.app.state.hall.rooms[made["table"]].table
    until_a_roll(server, made)
    assert table.session.record.rolled
    assert red.dice()["settled"]
    assert red.dice()["wanted"] == []
    stream, side = next(iter(red.shares))
    refusal = red.say("reveal", 409, stream=stream, side=side, share=red.shares[stream, side])
    assert "too late" in refusal["text"]


def until_a_roll(server: Server, made: Json) -> None:
    rng = Random(3)
    while not server.state(made["table"], made["red"])["dice"]["settled"]:
        actor = server.state(made["table"], made["red"])["actor"]
        options = server.ask(made["table"], made[actor], "options", limit=500)["options"]
        server.act(made["table"], made[actor], rng.choice(options)["action"])


def test_nobody_commits_for_another_side_changes_his_mind_or_lies(server: Server) -> None:
    _, red, blue = two(server)
    stream = red.dice()["stream"]
    promise = commitment("a" * 32)
    refusal = red.say("commit", 403, side="blue", stream=stream, commitment=promise)
    assert refusal["code"] == "not_yours"
    red.say("commit", side="red", stream=stream, commitment=promise)
    red.say("commit", side="red", stream=stream, commitment=promise)  # a resend
    assert (
        "committed already"
        in red.say("commit", 409, side="red", stream=stream, commitment=commitment("b" * 32))["text"]
    )
    refusal = red.say("reveal", 409, side="red", stream=stream, share="a" * 32)
    assert "everybody has committed yet" in refusal["text"]
    blue.answer()
    assert "does not fit" in red.say("reveal", 409, side="red", stream=stream, share="c" * 32)["text"]
    red.say("reveal", side="red", stream=stream, share="a" * 32)
    assert red.say("commit", 409, side="red", stream=commitment("other"), commitment=promise)["code"] == "stale"


def test_whoever_plays_alone_has_the_dice_of_the_server(server: Server) -> None:
    for players in ({"blue": {"kind": "bot", "level": "random"}}, {}):
        made = server.new("toy", sit=False, players=players)
        dice = Browser(server, made["table"], made["owner"]).dice()
        assert dice["kind"] == "server"
        assert dice["wanted"] == []
        assert dice["commitments"] == {"server": dice["stream"]}
    made = server.new("toy", dice="typed", players=PLAYERS)
    assert Browser(server, made["table"], made["owner"]).dice()["kind"] == "typed"


def test_who_plays_may_change_until_shares_are_handed_in(server: Server) -> None:
    made = server.new("toy", sit=False, players=PLAYERS)
    red = Browser(server, made["table"], made["owner"])
    before = red.dice()
    red.answer()
    server.http.patch(
        f"/api/tables/{made['table']}", json={"players": {"blue": {"kind": "bot"}}}, headers=bearer(made["owner"])
    ).raise_for_status()
    assert red.dice()["kind"] == "server"
    assert red.dice()["stream"] != before["stream"]
    made, red, blue = two(server)
    red.answer()
    blue.answer()
    link = server.post(f"/api/tables/{made['table']}/hand-over", {"to": "link"}, made["blue"])["link"]
    ben = Browser(server, made["table"], sit(server, made["table"], link, "Carl"))
    assert red.answer() == ["commit"], "with the old share gone, everybody promises anew"
    shared(ben, red)
    assert ben.dice()["handed"] == ["red", "blue"]


def test_a_take_back_after_the_end_asks_for_fresh_shares(server: Server) -> None:
    made, red, blue = two(server)
    shared(red, blue)
    first = Record.read(play_to_the_end(server, made)).seed
    state = server.state(made["table"], made["red"])
    server.ask(made["table"], made["red"], "propose", version=state["version"], to=4)
    server.ask(made["table"], made["blue"], "answer", accept=True)
    dice = red.dice()
    assert dice["kind"] == "shared"
    assert dice["after"] == 4
    shared(red, blue)
    assert red.dice()["handed"] == ["red", "blue"]
    text = play_to_the_end(server, made, 5)
    assert f"seed: {first}\n" in text
    assert "seed 2: server=" in text
    assert next(reversed(red.shares.values())) in text
    assert all(s.proved for s in verify(Session.from_text(text)))


def test_rematch_and_fork_have_dice_of_their_own(server: Server) -> None:
    made, red, blue = two(server)
    shared(red, blue)
    play_to_the_end(server, made)
    next_one = server.post(f"/api/tables/{made['table']}/rematch", {}, made["red"], 201)["table"]
    again = Browser(server, next_one, made["red"]), Browser(server, next_one, made["blue"])
    shared(*again)
    assert sorted(again[0].dice()["handed"]) == ["blue", "red"]
    assert again[0].dice()["stream"] != red.dice()["stream"]
    fork = server.post(f"/api/tables/{made['table']}/fork", {"entry": 3, "players": PLAYERS}, made["red"], 201)
    forked = Browser(server, fork["table"], fork["owner"]).dice()
    assert forked["kind"] == "shared"
    assert forked["stream"] != red.dice()["stream"]
    alone = server.post(f"/api/tables/{made['table']}/fork", {"entry": 3}, made["red"], 201)
    assert Browser(server, alone["table"], alone["owner"]).dice()["kind"] == "server"


def test_shares_survive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made, red, blue = two(server)
        shared(red, blue)
        seed = server.app.state.hall.rooms[made["table"]].table.session.dice.seed
    with running(tmp_path) as server:
        red.server = server
        assert red.dice()["handed"] == ["red", "blue"]
        assert server.app.state.hall.rooms[made["table"]].table.session.dice.seed == seed
        assert all(s.proved for s in verify(Session.from_text(play_to_the_end(server, made))))


def test_a_promise_made_meanwhile_does_not_refuse_an_action(server: Server) -> None:
    """The position is the same: what was sent for the version before is still meant for it."""
    made, _, blue = two(server)
    version = server.state(made["table"], made["red"])["version"]
    assert blue.answer() == ["commit"]
    assert server.state(made["table"], made["red"])["version"] > version
    server.ask(made["table"], made["red"], "act", version=version, actions=TO_A_ROLL[:1])
    refusal = server.ask(made["table"], made["red"], "act", 409, version=version, actions=TO_A_ROLL[1:2])
    assert refusal["code"] == "stale"


@pytest.mark.parametrize("players", [PLAYERS, {"red": {"kind": "elsewhere"}, "blue": {"kind": "elsewhere"}}])
def test_every_browser_is_asked_for_its_own_side_only(server: Server, players: Json) -> None:
    made = server.new("toy", sit=False, players=players)
    links = {"red": made["owner"], **made["seats"]} if "red" not in made["seats"] else made["seats"]
    for side, link in links.items():
        token = link if link == made["owner"] else sit(server, made["table"], link)
        wanted = Browser(server, made["table"], token).dice()["wanted"]
        assert [w["side"] for w in wanted] == [side]
    assert Browser(server, made["table"], made["spectator"]).dice()["wanted"] == []
