"""What is said and drawn at a table: the players among themselves, the watchers apart, notes to oneself."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from .. import models
from ..encode import dumps
from ..seats import Seat
from ..table.table import Table
from ..table.trouble import Json, Trouble

if TYPE_CHECKING:
    from ..store.people import People
    from .room import Room

MOST_MUTED: Final = 200
Beside = models.Say | models.TalkAsked | models.Mute | models.Mark


def who(table: Table, seat: Seat) -> str:
    """The name under which a seat speaks, draws, and is muted."""
    if seat.role == "owner" and not seat.side:
        return "owner"
    return f"side {seat.side}" if seat.role != "spectator" else f"watcher {seat.person or seat.hash[:8]}"


def _room_of(seat: Seat) -> str:
    return "watchers" if seat.role == "spectator" else "table"


def _name(table: Table, seat: Seat) -> str:
    if seat.name:
        return seat.name
    sides = table.sides_of(seat)
    names = [table.saved.players[x]["name"] for x in sides]
    return next((n for n in names if n), sides[0] if sides else seat.role)


async def answer(room: Room, people: People, seat: Seat, m: Beside) -> Json:
    match m:
        case models.Say():
            return await _say(room, people, seat, m)
        case models.TalkAsked():
            by = who(room.table, seat)
            lines = await asyncio.to_thread(people.talk, room.table.id, (_room_of(seat), "self"), m.before, m.limit)
            heard = [x for x in lines if x["by"] not in room.muted_by(seat) and (x["room"] != "self" or x["by"] == by)]
            return {"lines": heard, "muted": sorted(room.muted_by(seat))}
        case models.Mute():
            muted = room.muted_by(seat) - {m.who} | ({m.who} if m.on else set())
            if len(muted) > MOST_MUTED:
                raise Trouble("too_large", f"You hear {MOST_MUTED} of them no more already.")
            room.muted[seat.hash] = muted
            await asyncio.to_thread(people.set_muted, seat.hash, room.table.id, sorted(muted))
            return {"lines": [], "muted": sorted(muted)}
        case models.Mark():
            return await _mark(room, people, seat, m)


async def _say(room: Room, people: People, seat: Seat, m: models.Say) -> Json:
    if m.room not in (_room_of(seat), "self"):
        raise Trouble("not_yours", "Players and watchers talk apart.")
    by, name = who(room.table, seat), _name(room.table, seat)
    text = "".join(x for x in m.text if x.isprintable() or x == "\n").strip()
    if not text:
        raise Trouble("bad_message", "There is nothing to say in this.")
    line = await asyncio.to_thread(people.say, room.table.id, m.room, by, name, text, time.time())
    tell(room, line)
    room.publish("talk", line)
    return line


def tell(room: Room, line: Json) -> None:
    """To everybody whom it concerns and who wants to hear it."""
    text = dumps({"type": "talk", "line": line})
    for c in room.connections:
        mine = line["room"] == "self" and line["by"] == who(room.table, c.seat)
        if (mine or line["room"] == _room_of(c.seat)) and line["by"] not in room.muted_by(c.seat):
            c.send(text)


async def _mark(room: Room, people: People, seat: Seat, m: models.Mark) -> Json:
    if m.shared and seat.role == "spectator":
        raise Trouble("not_yours", "Watchers draw for themselves only.")
    marks = [x.model_dump() for x in m.marks]
    await asyncio.to_thread(people.set_marks, room.table.id, who(room.table, seat), m.shared, marks)
    await tell_marks(room, people)
    room.publish("marks", None)
    return {}


async def tell_marks(room: Room, people: People, only: object = None) -> None:
    """All marks to everybody who may see them: the shared ones among the players, and one's own."""
    known = await asyncio.to_thread(people.marks, room.table.id)
    for c in room.connections:
        if only is None or c is only:
            by = who(room.table, c.seat)
            shown = [x for x in known if x["by"] == by or (x["shared"] and _room_of(c.seat) == "table")]
            if shown or only is None:
                c.send(dumps({"type": "marks", "marks": shown}))
