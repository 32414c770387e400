"""Playing on from a moment of a game, at a new table."""

from __future__ import annotations

from .. import models
from ..seats import Seat
from .opening import players_of
from .table import Table
from .trouble import Json, Trouble

SECRET = "Somebody else at this table has secrets: play on from here when the game is over."
BOTS = "The bots of this game have secrets: they stay bots where it is played on."


def allowed(table: Table, seat: Seat) -> Json:
    """May this seat, and if not, why not: while a game hides something, only who plays all that the bots do not."""
    if table.open or (seat.role == "owner" and not _others(table, seat)):
        return {"can": True, "why": ""}
    return {"can": False, "why": SECRET}


def _others(table: Table, seat: Seat) -> list[str]:
    mine = table.sides_of(seat)
    return [side for side, p in table.saved.players.items() if p["kind"] != "bot" and side not in mine]


def entry(table: Table, seat: Seat, side: str | None, line: int) -> int:
    """How many entries stand at that line of the side that is shown."""
    may = allowed(table, seat)
    if not may["can"]:
        raise Trouble("secret", may["why"])
    lines = table.reader(table.shown(seat, side)).lines
    if line >= len(lines):
        raise Trouble("bad_message", f"The record has {len(lines) - 1} entries, not {line}.")
    if lines[line] < (base := table.session.base):
        raise Trouble("edition", f"Entries 1 to {base} were played by another edition of the rules: go on from there.")
    return lines[line]


def players(table: Table, wanted: dict[str, models.Player]) -> dict[str, models.Player]:
    """Who plays on: those who are named; where bots have secrets, they and nobody in their place."""
    if table.open:
        return wanted
    now = players_of(table.saved.players)
    if any(now[side].kind == "bot" and p.kind != "bot" for side, p in wanted.items() if side in now):
        raise Trouble("secret", BOTS)
    return {**now, **wanted}
