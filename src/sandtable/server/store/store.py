"""The database: every table as the lines of its record, and the hashes of its tokens.

Plain SQL through SQLAlchemy: SQLite for one server, PostgreSQL for any number. Changes of a table go through the writer.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url

from sandtable.session.entries import Note, TakeBack

from ..logs import without_secrets
from ..seats import Role, Seat
from ..vault import HostKey
from . import schema
from .kept import Kept
from .saved import Damaged, Saved, changing, entry_of, facts_of, needed, saved_of
from .upgrade import upgrade
from .writer import Change, Done, Writer

log = logging.getLogger("sandtable.server")
OF_A_TABLE = (
    *("entries", "take_backs", "notes", "snapshots", "positions", "films"),
    *("requests", "seats", "talk", "marks", "orders", "notices"),
)


SQLITE = b"SQLite format 3\0"
"""How the file of a SQLite database begins."""


class WrongKey(ValueError):
    """The seed of a table's dice was sealed with another key."""

    def __init__(self, table: str) -> None:
        super().__init__(
            f"the dice of table {table} are sealed with another key: name the server's own --config or --data"
        )


class Store:
    """All tables of a server."""

    def __init__(self, url: str, key: HostKey | None = None, must_fit: bool = False) -> None:
        """`key` seals the seeds of the dice; without one they are kept as they are (tests). `must_fit`: a game whose seed was
        sealed with another key is not opened (`WrongKey`), instead of having fresh dice."""
        self.key, self.must_fit = key, must_fit
        keep_private(url)
        self.engine = create_engine(url, hide_parameters=True, **_pool(url))
        self.node = secrets.token_hex(6)
        if not self.shared:
            event.listen(self.engine, "connect", _settle_sqlite)
        self.revision = upgrade(self.engine)
        self.writer = Writer(self.engine, self.node)
        self.kept = Kept(self.engine)

    @property
    def shared(self) -> bool:
        """May other servers use this database at the same time?"""
        return self.engine.dialect.name == "postgresql"

    @staticmethod
    def check_url(url: str) -> None:
        """ValueError in a sentence when this is no address of a database."""
        try:
            dialect = make_url(url).get_dialect().name
        except Exception as e:
            told = without_secrets(f"{url!r} is not a database this installation can open: {e}")
            raise ValueError(told) from None
        if dialect not in ("sqlite", "postgresql"):
            raise ValueError(f"{url!r}: games are kept in SQLite or PostgreSQL, not in {dialect}")
        file_of(url)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # tables -----------------------------------------------------------------------------------------------
    def create(self, rows: dict[str, list[dict[str, Any]]], seats: Iterable[Seat]) -> None:
        """A new table (`saved.rows_of`), with its seats."""
        with self.engine.begin() as db:
            rows["tables"] = [{**row, "seed": self._sealed(row["seed"])} for row in rows["tables"]]
            for name, values in {**rows, "seats": [seat_row(s) for s in seats]}.items():
                if values:
                    db.execute(insert(schema.metadata.tables[name]), values)

    def write(self, change: Change) -> Future[None]:
        """Write a change of a table; done when it is on the disk, `Stale` when the table had moved on."""
        done: Future[None] = Future()
        self._begin(change, done)
        return done

    async def written(self, change: Change) -> None:
        """The same for those who wait in a loop."""
        done = asyncio.get_running_loop().create_future()
        self._begin(change, done)
        await done

    def _begin(self, change: Change, done: Done) -> None:
        if "seed" in change.columns:
            change.columns["seed"] = self._sealed(change.columns["seed"])
        self.writer.write(change, done)

    def _sealed(self, seed: str) -> str:
        return self.key.seal(seed) if self.key else seed

    def _opened(self, saved: Saved) -> None:
        """The seed as it was; none when it was sealed with a key that this server does not have."""
        try:
            saved.seed = (self.key or HostKey(b"")).open(saved.seed)
        except ValueError as e:
            if self.must_fit:
                raise WrongKey(saved.id) from None
            log.error("table %s: the seed of its dice is lost (%s)", saved.id, e)
            saved.seed = ""

    def load(self, table: str) -> Saved | None:
        with self.engine.connect() as db:
            row = db.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
            if row is None:
                return None
            saved = saved_of(dict(row))
            rows = _all(db, "entries", table, "n")
            with needed(table):
                saved.record.entries = [entry_of(e, saved.players) for e in rows]
            saved.facts = [facts_of(e) for e in rows]
            self._opened(saved)
            saved.columns = changing(saved)
            _beside(db, saved)
            of = schema.requests.c
            saved.requests = frozenset(db.scalars(select(of.id).where(of.table_id == table)))
        saved.entries = len(saved.record.entries)
        saved.take_backs, saved.notes = list(saved.record.take_backs), list(saved.record.notes)
        return saved

    def since(self, table: str, kept: int) -> Saved | None:
        """The table with the entries after so many, for a server that knows what was before."""
        with self.engine.connect() as db:
            row = db.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
            if row is None:
                return None
            saved = saved_of(dict(row))
            c, r = schema.entries.c, schema.requests.c
            query = select(schema.entries).where(c.table_id == table, c.n > kept).order_by(c.n)
            rows = db.execute(query).mappings().all()
            saved.record.entries = [entry_of(dict(e), saved.players) for e in rows]
            saved.facts = [facts_of(dict(e)) for e in rows]
            self._opened(saved)
            saved.columns = changing(saved)
            _beside(db, saved)
            newest = select(r.id).where(r.table_id == table, r.version >= saved.version)
            saved.requests = frozenset(db.scalars(newest))
        return saved

    def snapshot(self, table: str, before: int) -> tuple[int, Any] | None:
        """The newest saved state of a table that stands after so many entries or fewer."""
        of = schema.snapshots.c
        query = select(of.n, of.state).where(of.table_id == table, of.n <= before).order_by(of.n.desc()).limit(1)
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return (row.n, json.loads(row.state)) if row else None

    def version(self, table: str) -> int:
        """What version the database holds; 0 for none."""
        with self.engine.connect() as db:
            return db.scalar(select(schema.tables.c.version).where(schema.tables.c.id == table)) or 0

    def set_bot(self, saved: Saved) -> None:
        """The pace of the bots, which is no change of the game."""
        with self.engine.begin() as db:
            db.execute(update(schema.tables).where(schema.tables.c.id == saved.id).values(bot=json.dumps(saved.bot)))

    def lobby(self, only: Sequence[str] | None = None, listed: str = "", most: int | None = None) -> list[Saved]:
        """Tables for the lobby, newest first, without their entries. A row that cannot be read is left out and logged."""
        t = schema.tables
        query = select(t).order_by(t.c.updated.desc(), t.c.id)
        if only is not None:
            query = query.where(t.c.id.in_(only))
        if listed:
            query = query.where(t.c.listed == listed, t.c.ended == "").limit(most)
        with self.engine.connect() as db:
            rows = db.execute(query).mappings().all()
            counted = select(schema.entries.c.table_id, func.count().label("n")).group_by(schema.entries.c.table_id)
            if only is not None or listed:
                counted = counted.where(schema.entries.c.table_id.in_([r["id"] for r in rows]))
            counts: dict[str, int] = {r.table_id: r.n for r in db.execute(counted)}
        found = []
        for row in rows:
            try:
                saved = saved_of(dict(row))
            except Damaged as e:
                log.error("not listed: %s", e)
                continue
            saved.entries = counts.get(saved.id, 0)
            found.append(saved)
        return found

    def waiting(self, since: str, limit: int = 100) -> list[str]:
        """Tables that wait for the server (a bot, an order), or whose clock may have run out, untouched since then."""
        t = schema.tables.c
        query = select(t.id).where(t.waiting == "server", t.updated < since).order_by(t.updated).limit(limit)
        with self.engine.connect() as db:
            return list(db.scalars(query))

    def run_out(self, at: float, limit: int = 100) -> list[str]:
        """Tables whose running clock has run out by then."""
        t = schema.tables.c
        with self.engine.connect() as db:
            return list(db.scalars(select(t.id).where(t.due.is_not(None), t.due < at).order_by(t.due).limit(limit)))

    def delete(self, table: str) -> None:
        with self.engine.begin() as db:
            for name in OF_A_TABLE:
                rows = schema.metadata.tables[name]
                db.execute(delete(rows).where(rows.c.table_id == table))
            db.execute(delete(schema.tables).where(schema.tables.c.id == table))

    # seats ------------------------------------------------------------------------------------------------
    def seats(self, hashes: Sequence[str], table: str = "") -> list[Seat]:
        """The seats that these tokens open."""
        c = schema.seats.c
        query = select(schema.seats).where(c.hash.in_(hashes))
        return self._seats(query.where(c.table_id == table) if table else query)

    def seats_of(self, person: str, table: str = "") -> list[Seat]:
        """The seats that a person has taken."""
        c = schema.seats.c
        query = select(schema.seats).where(c.person == person)
        return self._seats(query.where(c.table_id == table) if table else query)

    def owned_by(self, person: str) -> int:
        """How many tables somebody owns."""
        c = schema.seats.c
        mine = select(func.count()).select_from(schema.seats).where(c.person == person, c.role == "owner")
        with self.engine.connect() as db:
            return int(db.execute(mine).scalar_one())

    def held(self, tables: Sequence[str]) -> list[Seat]:
        """The seats of these tables that people with a key hold."""
        c = schema.seats.c
        some = [tables[n : n + 500] for n in range(0, len(tables), 500)]
        return [s for ids in some for s in self._seats(select(schema.seats).where(c.table_id.in_(ids), c.person != ""))]

    def seats_at(self, table: str) -> list[Seat]:
        return self._seats(select(schema.seats).where(schema.seats.c.table_id == table))

    def _seats(self, query: Any) -> list[Seat]:
        with self.engine.connect() as db:
            return [_seat(row) for row in db.execute(query)]

    def replace_seats(self, old: Sequence[Seat], new: Sequence[Seat]) -> bool:
        """Other tokens for these seats, if all of them are still there; the old ones open nothing any more."""
        c = schema.seats.c
        with self.engine.begin() as db:
            for s in old:
                gone = db.execute(delete(schema.seats).where(c.hash == s.hash, c.table_id == s.table))
                if gone.rowcount != 1:
                    db.rollback()
                    return False
            if new:
                db.execute(insert(schema.seats), [seat_row(s) for s in new])
        return True

    def add_seat(self, seat: Seat) -> None:
        self.replace_seats((), (seat,))


def _pool(url: str) -> dict[str, Any]:
    return {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True} if url.startswith("postgresql") else {}


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; ValueError where something else lies in it, which is left as it is."""
    name = make_url(url).database if url.startswith("sqlite") else None
    if not name or name == ":memory:":
        return None
    path = Path(name)
    try:
        with path.open("rb") as file:
            begins = file.read(len(SQLITE))
    except FileNotFoundError:
        return path
    except OSError as e:
        raise ValueError(f"{name} cannot be opened as a database: {e.strerror}") from None
    if begins and begins != SQLITE:
        raise ValueError(
            f"{name} is a file of another kind, not a SQLite database: it was left alone; name another file"
        )
    return path


def keep_private(url: str) -> None:
    """A database in a file is for its owner only; what SQLite puts beside it takes over its permissions."""
    if path := file_of(url):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)


def _settle_sqlite(connection: Any, _: Any) -> None:
    """SQLite: readers never wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _beside(db: Connection, saved: Saved) -> None:
    """What the record holds beside its entries, and the secret of its dice."""
    r = saved.record
    backs = _all(db, "take_backs", saved.id, "n")
    with needed(saved.id):  # or what was discarded could be rolled again
        r.take_backs = [TakeBack(*(int(b[k]) for k in ("after", "last", "first_draw", "last_draw"))) for b in backs]
    notes = _all(db, "notes", saved.id, "n")
    r.notes = [Note(x["after"], str(x["text"])) for x in notes if isinstance(x["after"], int)]
    r.reveal(saved.seed)


def _all(db: Connection, name: str, table: str, order: str) -> Sequence[Any]:
    rows = schema.metadata.tables[name]
    return db.execute(select(rows).where(rows.c.table_id == table).order_by(rows.c[order])).mappings().all()


def seat_row(s: Seat) -> dict[str, Any]:
    return {
        "hash": s.hash,
        "table_id": s.table,
        "role": s.role,
        "side": s.side,
        "person": s.person,
        "name": s.name,
        "taken": int(s.taken),
        "muted": json.dumps(s.muted),
    }


def _seat(r: Row[Any]) -> Seat:
    role: Role = "owner" if r.role == "owner" else "seat" if r.role == "seat" else "spectator"
    try:
        muted = tuple(map(str, json.loads(r.muted)))
    except (ValueError, TypeError):  # damaged: whoever was muted is heard again
        muted = ()
    return Seat(r.hash, r.table_id, role, r.side, r.person, r.name, bool(r.taken), muted)
