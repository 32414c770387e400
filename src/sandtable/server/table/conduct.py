"""What players do beside the rules: resign, agree on a draw, an end or a pause, come back, call an absent opponent."""

from __future__ import annotations

import time
from typing import Final

from .. import models
from ..seats import Seat
from . import changes, clocks
from .table import Table
from .trouble import Json, Trouble

OFFERS = {
    "draw": "a draw is agreed",
    "end": "the game is ended by agreement",
    "pause": "the clocks are paused",
    "resume": "the clocks go on",
    "edition": "the game goes on under the present rules edition",
}
RESIGNATION = "resignation"
"""What a bot offers that sees no chance any more."""
PATIENCE: Final = 2
"""So many turns a bot plays on after its resignation was declined."""


def conduct(table: Table, seat: Seat, side: str, m: models.Conduct) -> Json:
    """One request; raises Trouble."""
    changes.must_be_new(table, m, side)
    mine = table.sides_of(seat)
    if not mine or table.saved.kind == "replay":
        raise Trouble("not_yours", "Only players do this.")
    if table.session.over:
        raise Trouble("over", "The game is over.")
    by = side if side in mine else mine[0]
    match m.what:
        case "resign":
            return _done(table, m, lambda: _end(table, _opponent(table, by), f"{by} resigned"))
        case "return":
            return _done(table, m, lambda: _return(table, mine))
        case "vacation":
            return _done(table, m, lambda: clocks.vacation(table, by, m.days))
        case "edition" if not table.stopped:
            raise Trouble("illegal", "This game is played by the present rules edition already.")
        case "abandoned":
            return _done(table, m, lambda: _abandoned(table, mine, by))
    return _offer(table, mine, by, m)


def _done(table: Table, m: models.Conduct, do: changes.Do) -> Json:
    with changes.careful(table):
        do()
        changes.commit(table, len(table.session.record.entries), m.id, always=True)
    return {}


def _offer(table: Table, mine: list[str], by: str, m: models.Conduct) -> Json:
    if m.what == "draw" and not table.saved.terms.get("draws", True):
        raise Trouble("illegal", "This game is played without draws by agreement.")
    people = [x for x, p in table.saved.players.items() if p["kind"] != "bot" and x not in mine]
    bots = [x for x, p in table.saved.players.items() if p["kind"] == "bot"]
    if m.what == "draw" and bots:
        raise Trouble("illegal", "A bot agrees to no draw: resign, or play on.")
    if people:
        offer = {
            "what": m.what,
            "by": by,
            "waiting_for": people,
            "to": len(table.session.record.entries),
            "request": m.id,
        }
        table.proposal = offer
        return {"taken_back": False}
    return _done(table, m, lambda: agree(table, m.what))


def offer_resignation(table: Table, side: str) -> None:
    """By a bot that has lost: a person may end it here, or play on."""
    people = [x for x, p in table.saved.players.items() if p["kind"] != "bot"]
    asked = table.saved.conduct.get("resignation", {}).get(side, -PATIENCE)
    if not people or table.session.over or table.proposal or table.session.state.turn < asked + PATIENCE:
        return
    table.saved.conduct.setdefault("resignation", {})[side] = table.session.state.turn
    entries = len(table.session.record.entries)
    table.proposal = {"what": RESIGNATION, "by": side, "waiting_for": people, "to": entries, "request": ""}


def agree(table: Table, what: str) -> None:
    """Everybody has agreed."""
    match what:
        case "resignation":
            by = str((table.proposal or {})["by"])
            _end(table, _opponent(table, by), f"{by} resigned")
        case "draw" | "end":
            _end(table, "", OFFERS[what])
        case "edition":
            if not table.stopped:
                raise Trouble("illegal", "This game is played by the present rules edition already.")
            table.session.note(OFFERS[what])
            table.stopped = None
        case "pause" | "resume":
            clocks.pause(table, what == "pause", time.time())


def _end(table: Table, winner: str, why: str) -> None:
    table.session.note(why)
    table.session.end(winner, why)


def _opponent(table: Table, side: str) -> str:
    others = [x for x in table.game.sides if x != side]
    return others[0] if len(others) == 1 else ""


def _return(table: Table, mine: list[str]) -> None:
    """A person takes the seat back from the bot that stood in."""
    away = table.saved.conduct.get("stand_in", {})
    back = [x for x in mine if x in away]
    if not back:
        raise Trouble("illegal", "No bot stands in for you.")
    for side in back:
        del away[side]
        clock = table.saved.conduct.get("clock")
        if clock and side in clock["out"]:
            clock["out"].remove(side)
            clock["left"].pop(side, None)
        table.session.note(f"{side} is played by its own player again")


def _abandoned(table: Table, mine: list[str], by: str) -> None:
    side, since = table.saved.conduct.get("to_move", ""), clocks.still_since(table)
    days = table.saved.terms.get("abandon_days", 30)
    if not side or side in mine or table.bot_level(side):
        raise Trouble("illegal", "Nobody else is to decide.")
    if not clocks.is_out(table, side):
        raise Trouble("illegal", f"The clock of {side} decides: it has not run out.")
    if time.time() - since < days * clocks.DAY:
        raise Trouble("illegal", f"A game can be called abandoned {days} days after the last decision.")
    _end(table, by, f"{side} abandoned the game")
