"""Component files of the people who own the printed games: folders under `components/` beside the database.

`components/<title>/<name>/` is an overlay of that title (docs/records.md). A table remembers the hash of its files, not their
name: it is rebuilt with the files it was begun with, whatever their folder is called by then, or not at all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sandtable
from sandtable.core import Game
from sandtable.core.data import DataError, Source


class Components:
    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def names(self, title: str) -> list[str]:
        """The overlays a title has here."""
        if self.folder is None or title not in {t.id for t in sandtable.games()}:
            return []
        own = self.folder / title
        return sorted(d.name for d in own.iterdir() if any(d.rglob("*.toml"))) if own.is_dir() else []

    def named(self, id: str, name: str) -> Game[Any]:
        """The game with the components of this name (none: ours); ValueError says what is wrong with them."""
        if not name:
            return sandtable.load(id)
        title = id.partition("/")[0]
        if self.folder is None or name not in self.names(title):
            raise ValueError(f"There are no components called {name!r} for {title}")
        try:
            return sandtable.load(id, self.folder / title / name)
        except DataError as e:
            raise ValueError(str(e)) from None

    def of(self, id: str, hash: str) -> Path | None:
        """The folder whose files have this hash; None for ours, and when nobody has it any more."""
        title = id.partition("/")[0]
        if not hash or self.folder is None:
            return None
        folders = (self.folder / title / name for name in self.names(title))
        return next((f for f in folders if Source(f, f).overlay_hash() == hash), None)
