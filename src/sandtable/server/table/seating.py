"""Who plays a side: the owner decides while a seat is free; once somebody has sat down, only he does. It all stands in the record."""

from __future__ import annotations

from typing import Final

from .. import models
from ..seats import Seat
from ..store.store import seat_row
from . import changes, dice
from .names import names_of, one_line
from .opening import players_of, settle_players
from .table import Table
from .trouble import Trouble

TAKEN = "taken"
NOTES: Final = 5_000
"""So many are kept of one game; what its clocks and people do is far less."""
HANDED = "handed"
"""Sides whose holder has given the seat away by a link of his own: nobody else lets anybody in there."""


def taken(table: Table) -> list[str]:
    """The sides whose seat somebody has taken."""
    found: list[str] = table.saved.conduct.setdefault(TAKEN, [])
    return found


def free(table: Table) -> list[str]:
    """The sides that wait for somebody to sit down."""
    return [x for x, p in table.saved.players.items() if p["kind"] == "elsewhere" and x not in taken(table)]


def handed(table: Table) -> list[str]:
    """The free seats that their last holder has offered: they are for whoever he gave the link to."""
    return [x for x in table.saved.conduct.get(HANDED, ()) if x in free(table)]


def change(table: Table, name: str | None, players: dict[str, models.Player]) -> None:
    """By the owner: a new name, other players of the sides that nobody has taken."""
    for side, player in players.items():
        if side not in table.game.sides:
            raise Trouble("bad_message", f"{table.game.id} has no side {side!r}.")
        if side in taken(table):
            who = table.saved.players[side]["name"] or "somebody"
            raise Trouble("not_yours", f"{side} is played by {who}, who alone can give the seat away.")
        if side in handed(table):
            raise Trouble("not_yours", f"The last holder of {side} has given the seat to somebody by a link.")
        if not table.open and player.kind != "bot" and player.kind != table.saved.players[side]["kind"]:
            raise Trouble("secret", f"{table.game.title.name} has secrets: {side} can only be given to a bot.")
    if players and len(table.session.record.notes) >= NOTES:
        raise Trouble("illegal", "Who plays at this table has changed too often.")
    settled = settle_players(table.game, {**players_of(table.saved.players), **players})
    with changes.careful(table):
        if name is not None:
            table.saved.name = table.session.record.title = one_line(name)
        _told(table, settled)
        _settle(table, settled)
        changes.commit(table, len(table.session.record.entries), always=True)


def sit_down(table: Table, side: str, name: str, old: list[Seat], new: Seat) -> None:
    """Somebody takes a free seat: `new` in place of the invitations that were out for it."""
    if side not in free(table):
        raise Trouble("taken", "This seat is taken.")
    name = one_line(name)
    with changes.careful(table):
        taken(table).append(side)
        _no_longer_handed(table, side)
        _settle(table, {**table.saved.players, side: {"kind": "elsewhere", "name": name, "level": ""}})
        table.session.note(f"{side} is played by {name or side}")
        if not free(table):
            table.saved.listed = ""
        changes.commit(table, len(table.session.record.entries), always=True)
        _seats(table, old, [new])


def hand_over(table: Table, side: str, level: str, old: list[Seat], new: list[Seat]) -> None:
    """By its holder: the side goes to a bot of this level, or (none) to whoever sits down next."""
    if side not in taken(table):
        raise Trouble("not_yours", "Only the one who has taken a seat can give it away.")
    kind = "bot" if level else "elsewhere"
    player = models.Player(kind=kind, level=level)  # type: ignore[arg-type]
    settled = settle_players(table.game, {**players_of(table.saved.players), side: player})
    with changes.careful(table):
        taken(table).remove(side)
        dice.left(table, side)
        table.saved.conduct.get("stand_in", {}).pop(side, None)
        if not level:
            table.saved.conduct.setdefault(HANDED, []).append(side)
            table.session.note(f"{names_of(table.saved.players)[side]} leaves the seat of {side}")
        else:
            _told(table, settled)
        _settle(table, settled)
        changes.commit(table, len(table.session.record.entries), always=True)
        _seats(table, old, new)


def _no_longer_handed(table: Table, side: str) -> None:
    table.saved.conduct[HANDED] = [x for x in table.saved.conduct.get(HANDED, ()) if x != side]


def next_table(table: Table, id: str) -> None:
    """The table of the rematch."""
    with changes.careful(table):
        table.saved.conduct["next"] = id
        changes.commit(table, len(table.session.record.entries), always=True)


def _told(table: Table, settled: dict[str, dict[str, str]]) -> None:
    """Whoever is to play a side in place of somebody else stands in the record."""
    before = table.saved.players
    for side, name in names_of(settled).items():
        kind = settled[side]["kind"]
        if kind == "elsewhere" and before[side]["kind"] != kind:
            table.session.note(f"{side} is offered by link")
        elif kind == "here" and before[side]["kind"] != kind:
            table.session.note(f"{side} is played by {name}, at the screen of the table's owner")
        elif settled[side] != before[side]:
            table.session.note(f"{side} is played by {name}")


def _settle(table: Table, settled: dict[str, dict[str, str]]) -> None:
    table.saved.players = settled
    table.session.record.players = names_of(settled)
    dice.settle(table)


def _seats(table: Table, old: list[Seat], new: list[Seat]) -> None:
    """Into the same transaction."""
    assert table.pending is not None
    table.pending.seats_gone.extend(s.hash for s in old)
    table.pending.seats_new.extend(seat_row(s) for s in new)
