"""One open socket as the hall sees it."""

from __future__ import annotations

import asyncio
from typing import Final

from ..seats import Seat
from ..table.trouble import Json

BACKLOG: Final = 400
"""Messages a slow connection may fall behind before it is dropped (it reconnects without loss)."""


class Connection:
    """One open socket: a seat, the side it shows, what it holds, what is still to be sent."""

    def __init__(self, seat: Seat, side: str | None) -> None:
        self.seat, self.side = seat, side
        self.version, self.entries = 0, 0
        self.caller = ""
        """The address it comes from."""
        self.changes = False
        """Does the client take `change` messages in place of whole states?"""
        self.held: Json | None = None
        """The state it was told last, where it takes changes."""
        self.closing = 1012
        """How to close it: 1012, come again; 4404, the table or seat is gone."""
        self.out: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)

    def send(self, text: str | None) -> None:
        """Queue a message; None ends the connection, and so does falling too far behind."""
        try:
            self.out.put_nowait(text)
        except asyncio.QueueFull:
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(None)
