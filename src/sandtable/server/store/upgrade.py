"""The schema's version: a database is brought to ours when a server opens it, and refused when it is newer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

FIRST: Final = "0001"
_LOCK: Final = 7_324_501
"""Of PostgreSQL: two servers that start at once do not both migrate."""


class SchemaError(ValueError):
    """The database cannot be used by this version."""


def upgrade(engine: Engine, to: str = "head") -> str:
    """Bring the schema to this version; returns the revision it has then."""
    with engine.connect() as db:
        if engine.dialect.name == "postgresql":
            db.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
            db.commit()
        try:
            return _upgrade(db, to)
        finally:
            if engine.dialect.name == "postgresql":
                db.rollback()
                db.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
                db.commit()


def _upgrade(db: Connection, to: str) -> str:
    config = _config(db)
    known = {s.revision for s in ScriptDirectory.from_config(config).walk_revisions()}
    here = revision(db)
    if here and here not in known:
        raise SchemaError(f"the database has schema {here}, made by a newer Sandtable: use that one")
    db.rollback()
    if not here and inspect(db).has_table("tables"):
        db.rollback()
        command.stamp(config, FIRST)
    command.upgrade(config, to)
    db.commit()
    return revision(db)


def revision(db: Connection) -> str:
    """What the database says of itself; empty for one that is new or older than the migrations."""
    return MigrationContext.configure(db).get_current_revision() or ""


def _config(db: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = db
    return config
