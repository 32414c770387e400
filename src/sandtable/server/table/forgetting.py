"""Somebody leaves for good: his name goes out of the tables where he plays; the games stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sandtable.session import Film, Record
from sandtable.session.entries import Note

from ..seats import Seat
from ..store import Store
from . import changes
from .names import names_of
from .table import Table


def forget(table: Table, seats: Iterable[Seat], name: str) -> None:
    """Of the person with this name, who holds these seats."""
    saved, record, names = table.saved, table.session.record, {name, *(s.name for s in seats)} - {""}
    sides = set(_sides(table, seats))
    notes = [_nameless(n, sides, names) for n in record.notes]
    mine = [x for x in sides if saved.players[x]["name"] in names]
    if not mine and notes == record.notes:
        return
    with changes.careful(table):
        saved.players = {x: {**p, "name": ""} if x in mine else p for x, p in saved.players.items()}
        record.players, record.notes = names_of(saved.players), notes
        changes.commit(table, len(record.entries), always=True)


def forget_film(store: Store, table: Table) -> None:
    """The film that is kept names the players as the record does."""
    record = table.session.record
    text = store.kept.film(table.id, len(record.entries))
    if text:
        film = Film.read(text)
        told: Record = replace(film.record, players=record.players, notes=record.notes)
        store.kept.keep_film(table.id, len(record.entries), replace(film, record=told).text())


def _sides(table: Table, seats: Iterable[Seat]) -> Iterator[str]:
    for seat in seats:
        if seat.side:
            yield seat.side
        elif seat.role == "owner":
            yield from (x for x, p in table.saved.players.items() if p["kind"] == "here")


def _nameless(note: Note, sides: set[str], names: set[str]) -> Note:
    """What is written down when somebody comes or goes (seating.py), with the side in place of the name."""
    for side in sides:
        for name in names:
            if note.text in (
                f"{side} is played by {name}",
                f"{side} is played by {name}, at the screen of the table's owner",
            ):
                return replace(note, text=note.text.replace(f" by {name}", f" by {side}", 1))
            if note.text == f"{name} leaves the seat of {side}":
                return replace(note, text=f"{side} leaves the seat of {side}")
    return note
