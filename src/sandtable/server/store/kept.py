"""What is kept of a table so that it outlives a change of the rules: its last position, and its film when it is over.

Both are written when a table leaves the memory and when the server ends, not with every action: after a crash the
snapshots and the entries after them still lead to the last position (table/loading.py).
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from sqlalchemy import Engine, Table, delete, insert, select

from . import schema
from .saved import spare


class Kept:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def keep_position(self, table: str, n: int, state: dict[str, Any]) -> None:
        """The position after so many entries; it replaces an earlier one."""
        self._keep(schema.positions, table, n, "state", json.dumps(state, ensure_ascii=False))

    def position(self, table: str, before: int) -> tuple[int, dict[str, Any]] | None:
        """The last stored position, of those that stand after so many entries or fewer."""
        found = []
        with self.engine.connect() as db:
            for rows in (schema.positions, schema.snapshots):
                c = rows.c
                query = select(c.n, c.state).where(c.table_id == table, c.n <= before).order_by(c.n.desc()).limit(1)
                if (row := db.execute(query).first()) and (state := spare(row.state)):
                    found.append((row.n, state))
        return max(found, key=lambda x: x[0], default=None)

    def keep_film(self, table: str, n: int, text: str) -> None:
        self._keep(schema.films, table, n, "film", base64.b85encode(zlib.compress(text.encode(), 9)).decode())

    def film(self, table: str, n: int) -> str:
        """The film of the game with so many entries; empty when there is none."""
        c = schema.films.c
        with self.engine.connect() as db:
            row = db.execute(select(c.film).where(c.table_id == table, c.n == n)).first()
        return zlib.decompress(base64.b85decode(row.film)).decode() if row else ""

    def _keep(self, rows: Table, table: str, n: int, name: str, value: str) -> None:
        with self.engine.begin() as db:
            db.execute(delete(rows).where(rows.c.table_id == table))
            db.execute(insert(rows), {"table_id": table, "n": n, name: value})
