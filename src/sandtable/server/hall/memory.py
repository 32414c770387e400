"""Python's search for garbage that holds itself, at moments of our own choosing.

Left alone it looks at every object of every table in memory again and again, and the server stands still for half a second
with a thousand of them. So every object is looked at once, soon after it was made, and then set aside; all are looked at again
only when as many tables have been forgotten and sockets closed as are left: they are what such garbage is made of.
"""

from __future__ import annotations

import gc
from collections.abc import Sized
from typing import Final

EVERY: Final = 1.0
"""Seconds between two looks at what is new."""
FEW: Final = 50
"""Tables that may be forgotten in any case before all is looked at again."""
SOCKETS: Final = 10
"""So many closed sockets weigh as much as a forgotten table."""


class Memory:
    def __init__(self, tables: Sized) -> None:
        self.tables, self.forgotten, self.closed = tables, 0, 0
        """Tables in memory; tables forgotten, and sockets closed, since all was looked at."""

    def begin(self) -> None:
        gc.disable()
        gc.collect()
        gc.freeze()

    async def tidy(self) -> None:
        self.tidied()

    def tidied(self) -> None:
        if self.forgotten + self.closed / SOCKETS > max(FEW, len(self.tables)):
            self.forgotten = self.closed = 0
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def end(self) -> None:
        gc.unfreeze()
        gc.enable()
