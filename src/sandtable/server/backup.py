"""Backups: everything in the database, consistent while servers run, as lines of JSON packed with gzip.

A backup of SQLite can be restored into PostgreSQL and the other way round; it names the schema it was made with.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Engine, create_engine, func, insert, select

from .store import schema
from .store.store import keep_private
from .store.upgrade import revision, upgrade

FIRST: Final = "sandtable backup 1"
RESTORED: Final = "restored"
"""Among the conduct of a table that comes from a backup, until it has fresh dice."""
_AT_ONCE: Final = 500


def backup(url: str, to: Path) -> dict[str, int]:
    """Write a backup, the whole file or none; how many rows of what it holds."""
    engine = create_engine(url, hide_parameters=True)
    handle, half = tempfile.mkstemp(dir=to.parent, prefix=f".{to.name}.")
    os.close(handle)
    try:
        counts = _write(engine, Path(half))
        os.replace(half, to)
    finally:
        Path(half).unlink(missing_ok=True)
        engine.dispose()
    return counts


def _write(engine: Engine, path: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as db, gzip.open(path, "wt", encoding="utf-8") as f:
        if engine.dialect.name == "sqlite":
            db.exec_driver_sql("BEGIN")
        here = revision(db)
        f.write(json.dumps({"kind": FIRST, "schema": here}) + "\n")
        for table in schema.metadata.sorted_tables:
            counts[table.name] = 0
            for row in db.execute(select(table).order_by(*table.primary_key)).mappings():
                f.write(json.dumps([table.name, dict(row)], ensure_ascii=False) + "\n")
                counts[table.name] += 1
    return counts


def restore(url: str, path: Path, moved: bool = False) -> dict[str, int]:
    """Fill an empty database from a backup; ValueError in a sentence when it cannot be. `moved`: nobody has played since it was
    made. Otherwise the games go on with fresh dice: what was rolled since then is known."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            head = json.loads(lines.readline())
            if not isinstance(head, dict) or head.get("kind") != FIRST:
                raise ValueError
            return _restored(url, head["schema"], lines, moved)
    except EOFError:
        raise ValueError(f"{str(path)!r} is cut short; nothing was restored") from None
    except (OSError, json.JSONDecodeError):
        raise ValueError(f"{str(path)!r} is no backup of Sandtable") from None
    except ValueError as e:
        raise e if str(e) else ValueError(f"{str(path)!r} is no backup of Sandtable") from None


def _restored(url: str, made_with: str, lines: IO[str], moved: bool) -> dict[str, int]:
    keep_private(url)
    engine = create_engine(url, hide_parameters=True)
    try:
        here = upgrade(engine)
        if made_with != here:
            raise ValueError(f"the backup has schema {made_with}, this Sandtable {here}: restore it with the other")
        return _fill(engine, lines, moved)
    finally:
        engine.dispose()


def _fill(engine: Engine, lines: IO[str], moved: bool) -> dict[str, int]:
    """All in one transaction: a backup that is cut short leaves the database empty."""
    counts = {table.name: 0 for table in schema.metadata.sorted_tables}
    with engine.begin() as db:
        if db.scalar(select(func.count()).select_from(schema.tables)) or db.scalar(
            select(func.count()).select_from(schema.persons)
        ):
            raise ValueError("the database holds games already: restore into an empty one")
        waiting: list[dict[str, Any]] = []
        name = ""
        for line in lines:
            kind, row = json.loads(line)
            if waiting and (kind != name or len(waiting) >= _AT_ONCE):
                db.execute(insert(schema.metadata.tables[name]), waiting)
                waiting = []
            name = kind
            waiting.append(_known_since(row) if kind == "tables" and not moved else row)
            counts[kind] += 1
        if waiting:
            db.execute(insert(schema.metadata.tables[name]), waiting)
    return counts


def _known_since(row: dict[str, Any]) -> dict[str, Any]:
    """The row of a table whose dice are to be others (table/loading.py)."""
    try:
        conduct = dict(json.loads(row["conduct"]))
    except (ValueError, TypeError):
        conduct = {}
    return {**row, "conduct": json.dumps({**conduct, RESTORED: True})}
