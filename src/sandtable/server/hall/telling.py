"""One telling: the present state to those at a table, whole or what has changed in it; the same for several is worked out once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..encode import dumps
from ..table import seen
from ..table.trouble import Json
from .connection import Connection
from .difference import Differences

if TYPE_CHECKING:
    from .room import Room


class Telling:
    def __init__(self, room: Room) -> None:
        self.room, self.differences = room, Differences()
        self.present = room.present()
        self.bot = room.opponents.info()
        self.told: dict[tuple[object, ...], tuple[Json, list[str]]] = {}
        """By what makes a difference: the state, and the messages that tell it."""

    def to(self, c: Connection) -> None:
        """From then on the connection is taken to hold the state."""
        table = self.room.table
        reader = self.room.reader(c.seat, c.side)
        keep = reader.still_good(c.version, c.entries)
        key = (c.seat.role, *table.sides_of(c.seat), c.side, keep, c.changes, id(c.held))
        if key not in self.told:
            state = seen.state(table, c.seat, c.side, keep, self.bot, self.present)
            self.told[key] = state, self._messages(state, c.held)
        state, messages = self.told[key]
        c.held = state if c.changes else None
        c.version, c.entries = reader.version, reader.count
        for text in messages:
            c.send(text)

    def _messages(self, state: Json, held: Json | None) -> list[str]:
        found = [dumps(self.differences.between(held, state) if held else state)]
        if state["yours"] and not state["options"]["complete"]:
            choices = self.room.table.cached("choices", lambda: seen.choices(self.room.table))
            found.append(dumps({**choices, "version": state["version"]}))
        return found
