"""How many secret decisions were made, and when, is secret too: everything the others receive is the same whatever was decided."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.musketeer.setup import waiting

from .table import Live, Server

Json = dict[str, Any]
MUSKETEER: Any = sandtable.load("musketeer")


def by_hand(contingent: str, exchange: tuple[str, str] = ("", "")) -> list[str]:
    """The historical set-up of a contingent, unit by unit; two units may change places."""
    s = MUSKETEER.start()
    at = {MUSKETEER.name_of(u): MUSKETEER.suggested[u] for u in waiting(s, contingent)}
    a, b = exchange
    if a:
        at[a], at[b] = at[b], at[a]
    reserve = [f"reserve {name}" for name, hex in at.items() if hex == "box" and contingent == "egypt"]
    box = f"{contingent}-box"
    placed = [f"place {n} {box if h == 'box' else h}" for n, h in at.items() if h != "box" or contingent != "egypt"]
    return reserve + placed


class Sitting:
    """West and a spectator listen while the East decides in secret; all that reaches them is kept."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.made = server.new("musketeer", players={x: {"kind": "elsewhere"} for x in ("west", "east")})
        self.id = str(self.made["table"])
        self.west, self.east = (str(self.made["seats"][x]) for x in ("west", "east"))
        self.outsiders = (self.west, str(self.made["spectator"]))
        self.heard: list[str] = []

    def plain(self, found: object) -> str:
        """Without what differs from table to table: ids, tokens, the dice, the time of day."""
        text = json.dumps(found, sort_keys=True)
        for word in (self.id, *self.outsiders):
            text = text.replace(word, "-")
        return re.sub(r'sha256:[0-9a-f]{64}|"(created|updated)": "[^"]*"', "", text)

    def asked(self) -> object:
        """All that outsiders can ask for."""
        found: list[object] = []
        for token in self.outsiders:
            side = "west" if token == self.west else "spectator"
            state = self.server.state(self.id, token)
            record = self.server.get(f"/api/tables/{self.id}/record", token)
            found += [
                state,
                [line for line in record.split("\n") if not line.startswith(("dice:", "started:"))],
                self.server.ask(self.id, token, "replay", entry=len(state["entries"])),
                self.server.ask(self.id, token, "replay", 400, entry=len(state["entries"]) + 1)["text"],
                self.server.ask(self.id, token, "overlay", overlay="stacking", side=side),
                [t for t in self.server.post("/api/lobby", {"tokens": [token]})["tables"] if t["table"] == self.id],
            ]
        return found

    def decide(self, *actions: str, undo: bool = False) -> None:
        """The East takes these one by one (or each twice, with an undo between), while the others keep asking."""
        with (
            self.server.live(self.id, self.west) as west,
            self.server.live(self.id, self.outsiders[1]) as spectator,
            self.server.live(self.id, self.east) as east,
        ):
            for live in (west, spectator):
                live.ask("ping")
                live.seen.clear()
            before = self.asked()
            for action in actions[:-1]:
                assert east.act(action)["type"] == "reply", action
                if undo:
                    assert east.ask("undo", version=east.state["version"])["type"] == "reply"
                    assert east.ask("redo", version=east.state["version"])["type"] == "reply"
                    east.ask("options", limit=3, details=True)
                    east.ask("replay", entry=len(east.log))
            assert self.asked() == before
            self.silent(west, spectator)
            assert east.act(actions[-1])["type"] == "reply", actions[-1]
            self.heard.append(self.plain(self.asked()))
            for live in (west, spectator):
                live.ask("ping", id="last")
                self.heard.append(self.plain(live.seen))

    @staticmethod
    def silent(*lives: Live) -> None:
        for live in lives:
            live.ask("ping", id="quiet")
            assert [m["type"] for m in live.seen] == ["reply"]
            live.seen.clear()


EXCHANGE = ("EG-1", "EG-2")


@pytest.fixture(scope="module")
def usual(server: Server) -> Sitting:
    """The historical set-up in one decision, and everything planned."""
    return played(server, ["default"], "plan")


def played(server: Server, set_up: list[str], plan: str, **more: bool) -> Sitting:
    sitting = Sitting(server)
    sitting.decide(*set_up, **more)
    server.act(sitting.id, sitting.west, "default")
    for _ in range(4):
        server.act(sitting.id, sitting.west, "plan")
    sitting.decide(plan, **more)
    return sitting


@pytest.mark.parametrize(
    ("set_up", "plan", "more"),
    [
        (by_hand("egypt"), "leave", {}),
        (by_hand("egypt"), "plan", {"undo": True}),
        (by_hand("egypt", EXCHANGE), "leave", {}),
    ],
    ids=["by hand", "with undo", "other units"],
)
def test_the_others_cannot_tell_how_a_set_up_and_a_plan_were_made(
    server: Server, usual: Sitting, set_up: list[str], plan: str, more: dict[str, bool]
) -> None:
    assert played(server, set_up, plan, **more).heard == usual.heard


def test_a_reconnection_in_the_middle_tells_nothing(server: Server) -> None:
    sitting = Sitting(server)
    with server.live(sitting.id, sitting.west) as west:
        have = {"version": west.state["version"], "entries": len(west.log)}
    server.act(sitting.id, sitting.east, *by_hand("egypt")[:9])
    with server.live(sitting.id, sitting.west, have=have) as west:
        assert (west.state["version"], west.state["entries"]) == (have["version"], [])
        assert not [
            u for u in west.state["view"]["units"] if u.get("hidden") and u["nation"] == "egypt" and u["at"].isdigit()
        ]
    server.act(sitting.id, sitting.east, *by_hand("egypt")[9:])
    with server.live(sitting.id, sitting.west, have=have) as west:
        assert west.state["version"] == have["version"] + 1
        assert [e["n"] for e in west.state["entries"]] == [1]


def test_versions_and_counts_survive_a_restart_of_the_table(server: Server) -> None:
    sitting = Sitting(server)
    server.act(sitting.id, sitting.east, *by_hand("egypt"))
    before = server.state(sitting.id, sitting.west)
    del server.app.state.hall.rooms[sitting.id]
    after = server.state(sitting.id, sitting.west)
    assert (after["version"], after["entries"]) == (before["version"], before["entries"])
    assert len(server.state(sitting.id, sitting.east)["entries"]) == len(by_hand("egypt"))


def test_a_take_back_names_lines_as_each_side_counts_them(server: Server) -> None:
    sitting = Sitting(server)
    server.act(sitting.id, sitting.east, *by_hand("egypt"))
    with server.live(sitting.id, sitting.west) as west, server.live(sitting.id, sitting.east) as east:
        west.act("default")
        east.until_state(west.state["version"])
        east.ask("propose", version=east.state["version"], to=20)
        west.ask("ping")
        assert (east.state["take_back"]["to"], west.state["take_back"]["to"]) == (20, 0)
        west.ask("answer", accept=True)
        assert (len(west.log), west.state["actor"]) == (0, "east")
        east.ask("ping")
        assert len(east.log) == 20
    record = server.get(f"/api/tables/{sitting.id}/record", sitting.west)
    assert "\n; note: east is played by east\n; taken back by consent to line 0, dice 0 to 0 discarded\n" in record


def test_a_proposal_stays_while_the_other_side_decides_in_secret(server: Server) -> None:
    sitting = Sitting(server)
    server.act(sitting.id, sitting.east, "default")
    with server.live(sitting.id, sitting.west) as west, server.live(sitting.id, sitting.east) as east:
        east.ask("propose", version=east.state["version"])
        west.ask("ping")
        assert west.state["take_back"]["yours_to_answer"]
        west.act(by_hand("israel")[0])
        east.ask("ping")
        assert east.state["take_back"]["by"] == "east"
        assert west.ask("answer", accept=True)["result"] == {"taken_back": True}
        east.ask("ping")
        assert east.state["actor"] == "east"


@pytest.mark.parametrize("seed", range(2))
def test_what_a_client_puts_together_is_what_a_newcomer_is_told(server: Server, seed: int) -> None:
    """Random play with undo, redo and take-backs: the lines kept and added agree with the whole, and nothing is told twice."""
    rng = Random(seed)
    sitting = Sitting(server)
    with server.live(sitting.id, sitting.west) as west, server.live(sitting.id, sitting.east) as east:
        lives = {"west": west, "east": east}
        for n in range(130):
            for live in lives.values():
                live.ask("ping")
            table = server.app.state.hall.rooms[sitting.id].table
            if table.s.actor is None:
                break
            live = lives[table.s.actor]
            move = rng.random()
            if move < 0.2 and live.state["undo"]["can"]:
                live.ask("undo", version=live.state["version"])
            elif move < 0.3 and live.state["redo"]["can"]:
                live.ask("redo", version=live.state["version"])
            elif move < 0.33 and len(live.log) > 2:
                live.ask("propose", version=live.state["version"], to=rng.randrange(len(live.log)))
                other = lives["east" if live is west else "west"]
                other.ask("answer", accept=bool(rng.randrange(2)))
            else:
                live.act(str(table.s.sample(rng.randrange)))
            if n % 10 == 0:
                for side, live in lives.items():
                    live.ask("ping")
                    fresh = server.state(sitting.id, getattr(sitting, side))
                    assert fresh["version"] == live.state["version"]
                    assert fresh["entries"] == live.log
                    lines = server.get(f"/api/tables/{sitting.id}/record", getattr(sitting, side)).split("\n\n")[1]
                    assert sum(line[:1].isdigit() for line in lines.split("\n")) == len(live.log)


def test_spectators_hear_what_a_hidden_move_shows_to_the_enemy(server: Server) -> None:
    sitting = Sitting(server)
    server.act(sitting.id, sitting.east, "default")
    server.act(sitting.id, sitting.west, "default")
    while (state := server.state(sitting.id, sitting.west))["view"]["phase"] != "movement" or not state["yours"]:
        actor = sitting.west if state["actor"] == "west" else sitting.east
        words = [o["action"] for o in server.ask(sitting.id, actor, "options", limit=200)["options"]]
        wanted = ("plan Israel", "pick", "end", "decline", "pass")
        server.act(
            sitting.id,
            actor,
            next((w for w in wanted if w in words), next((w for w in words if w.startswith("leave")), words[0])),
        )
    move = next(o["action"] for o in server.ask(sitting.id, sitting.west, "options", verb="move", limit=1)["options"])
    server.act(sitting.id, sitting.west, move)
    unit = move.split()[1]
    heard = {
        who: server.state(sitting.id, token)["entries"][-1]
        for who, token in zip(("west", "spectator"), sitting.outsiders)
    }
    assert heard["west"]["events"][0]["text"].startswith(f"{unit} moves")
    assert heard["spectator"]["events"][0]["text"].startswith("A unit of Israel moves")
    assert unit not in json.dumps(heard["spectator"])
