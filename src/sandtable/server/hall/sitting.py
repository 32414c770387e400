"""Sitting down, handing a seat over, playing again: who holds which token of which table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from .. import catalogue, models
from ..seats import Seat, hash_of, new_id, new_token
from ..table import opening, seating
from ..table.names import one_line
from ..table.trouble import Trouble
from .lobby import invitation

if TYPE_CHECKING:
    from ..store.people import Person
    from .hall import Hall
    from .room import Room


async def invited(hall: Hall, table: str, token: str) -> models.Invitation:
    """What a link (or, without one, the lobby) invites to."""
    room = await hall.room(table)
    seat = await hall.seat(table, token) if token else None
    if seat is None and room.table.saved.listed != "public":
        raise Trouble("bad_token", "This table is open to those only who have a link.")
    return invitation(room.table.saved, room.table.game, seat)


async def sit_down(
    hall: Hall, table: str, token: str, person: Person | None, m: models.SitDown
) -> models.SeatTaken:  # fmt: skip
    """Take a free seat: by its link, or at a table that is open to all. The link is dead from then on."""
    room = await hall.room(table)
    side = m.side or ""
    if token:
        seat = await hall.seat(table, token)
        if seat.role != "seat" or seat.taken:
            raise Trouble("not_yours", "This link invites to no seat.")
        side = seat.side
    elif room.table.saved.listed != "public":
        raise Trouble("bad_token", "This table is open to those only who have a link.")
    else:
        open_ = [x for x in seating.free(room.table) if x not in seating.handed(room.table)]
        side = side or next(iter(open_), "")
        if side in seating.handed(room.table):
            raise Trouble("not_yours", "Its holder has given this seat to somebody by a link.")
    if person is not None:
        await _must_be_somebody_else(hall, room, person, side)
    mine = new_token()
    name = one_line(m.name) or (person.name if person else "")
    old = [s for s in await asyncio.to_thread(hall.store.seats_at, table) if s.role == "seat" and s.side == side]
    if token and hash_of(token) not in {s.hash for s in old}:
        raise Trouble("bad_token", "This link is not valid any more.")
    new = Seat(hash_of(mine), table, "seat", side, person.id if person else "", name, True)
    await hall.guarded(room, room.change(partial(seating.sit_down, room.table, side, name, old, new)))
    _gone(hall, table, old, "Somebody sat down here.")
    return models.SeatTaken(table=table, side=side, token=mine)


async def _must_be_somebody_else(hall: Hall, room: Room, person: Person, side: str) -> None:
    """An invited seat is for somebody else than those who play already; at one screen a table is played as `here`."""
    held = await asyncio.to_thread(hall.store.seats_of, person.id, room.table.id)
    plays = [x for seat in held for x in room.table.sides_of(seat)]
    if plays:
        raise Trouble("not_yours", f"You play {plays[0]} at this table: the seat of {side} is for somebody else.")


async def hand_over(hall: Hall, table: str, seat: Seat, m: models.HandOver) -> models.HandedOver:
    """By the holder of a seat, and nobody else."""
    room = await hall.room(table)
    mine = [x for x in (seat.side, *seat.also) if x]
    side = m.side or next(iter(mine), "")
    rows = await asyncio.to_thread(hall.store.seats_at, table)
    old = [s for s in rows if s.role == "seat" and s.side == side]
    holds = side in mine and any(s.taken for s in old)
    if not holds:
        raise Trouble("not_yours", "Only the one who has taken a seat can give it away.")
    link = new_token() if m.to == "link" else ""
    level = (m.level or catalogue.strongest(room.table.game)) if m.to == "bot" else ""
    new = [Seat(hash_of(link), table, "seat", side)] if link else []
    await hall.guarded(room, room.change(partial(seating.hand_over, room.table, side, level, old, new)))
    await asyncio.to_thread(hall.people.leave, table, side)
    room.orders = {x: orders for x, orders in room.orders.items() if x != side}
    room.publish("orders", None)
    _gone(hall, table, old, "You have given the seat away.")
    return models.HandedOver(link=link)


async def rematch(hall: Hall, table: str, seat: Seat, m: models.Rematch) -> models.NextTable:
    """The same people, sides swapped, at a new table that their present tokens open too."""
    room = await hall.room(table)
    live = room.table
    if seat.role != "owner" and not live.sides_of(seat):
        raise Trouble("not_yours", "The players decide whether they play again.")
    if not live.session.over or live.saved.kind == "replay":
        raise Trouble("illegal", "There is a rematch when the game is over.")
    async with room.rematching:  # two who ask at once have the same one
        return models.NextTable(table=live.saved.conduct.get("next") or await _again(hall, room, m))


async def _again(hall: Hall, room: Room, m: models.Rematch) -> str:
    """A new table for those who sit at this one."""
    live, id = room.table, new_id()
    sides = list(live.game.sides)
    to = dict(zip(sides, [*sides[1:], sides[0]] if m.swap else sides))
    players = {to[side]: models.Player.model_validate(p) for side, p in live.saved.players.items()}
    terms = models.Terms.model_validate({**live.saved.terms, "listed": ""})
    asked = models.NewTable(
        game=live.game.id,
        name=live.saved.name,
        options=dict(live.game.options),
        dice="typed" if live.session.record.dice == "typed" else "seeded",
        players=players,
        terms=terms,
    )
    rows = await asyncio.to_thread(hall.store.seats_at, live.id)
    seats = [Seat(s.hash, id, s.role, to.get(s.side, ""), s.person, s.name, s.taken, s.muted) for s in rows]
    taken = [to[side] for side in seating.taken(live)]
    await hall.open(id, lambda: opening.again(id, asked, live.game, taken), seats)
    await hall.guarded(room, room.change(partial(seating.next_table, live, id)))
    return id


def _gone(hall: Hall, table: str, old: list[Seat], text: str) -> None:
    hall.forget_seats(table)
    room = hall.rooms.get(table)
    if room is not None:
        gone = {s.hash for s in old}
        room.dismiss([c for c in room.connections if c.seat.hash in gone], text)
    hall.publish(table, "seats", None)
