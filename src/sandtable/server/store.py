"""The database: every table as the lines of its record, and the hashes of its tokens.

Plain SQL through SQLAlchemy, so that any database it knows will do; SQLite is only told to keep a write-ahead log and to reach the disk
before it answers. `save` writes one accepted action with the dice that followed it, in one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ForeignKey, Integer, String, Text, create_engine, delete, event, func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from sandtable.session import Entry, Record
from sandtable.session.record import TakeBack

from .seats import Role, Seat


class Base(DeclarativeBase):
    pass


class TableRow(Base):
    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(Text)
    options: Mapped[str] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(Text)
    overlay: Mapped[str] = mapped_column(Text)
    players: Mapped[str] = mapped_column(Text)
    dice: Mapped[str] = mapped_column(Text)
    seed: Mapped[str] = mapped_column(Text)
    forked: Mapped[int] = mapped_column(Integer)
    version: Mapped[int] = mapped_column(Integer)
    bot: Mapped[str] = mapped_column(Text)
    summary: Mapped[str] = mapped_column(Text)
    created: Mapped[str] = mapped_column(String(30))
    updated: Mapped[str] = mapped_column(String(30), index=True)


class EntryRow(Base):
    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    actor: Mapped[str] = mapped_column(Text)
    action: Mapped[str] = mapped_column(Text)
    checksum: Mapped[str] = mapped_column(String(16))
    draw: Mapped[int] = mapped_column(Integer)


class TakeBackRow(Base):
    __tablename__ = "take_backs"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    after: Mapped[int] = mapped_column(Integer)
    last: Mapped[int] = mapped_column(Integer)
    first_draw: Mapped[int] = mapped_column(Integer)
    last_draw: Mapped[int] = mapped_column(Integer)


class RequestRow(Base):
    """Ids of the requests that changed a table, so that none is done twice."""

    __tablename__ = "requests"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)


class SeatRow(Base):
    __tablename__ = "seats"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    side: Mapped[str] = mapped_column(Text)


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@dataclass
class Saved:
    """A table as the database knows it."""

    id: str
    kind: str
    name: str
    players: dict[str, dict[str, str]]
    record: Record
    seed: str = ""
    version: int = 1
    bot: dict[str, Any] = field(default_factory=dict)
    summary: dict[str, Any] = field(default_factory=dict)
    """What the lobby shows of it: turn, actor, prompt, result."""
    created: str = field(default_factory=now)
    updated: str = field(default_factory=now)
    entries: int = 0
    """How many the database holds."""
    take_backs: list[TakeBack] = field(default_factory=list)
    """Those the database holds."""
    requests: frozenset[str] = frozenset()


class Store:
    """All tables of a server."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _settle_sqlite)
        Base.metadata.create_all(self.engine)

    @staticmethod
    def check_url(url: str) -> None:
        """ValueError in a sentence when this is no address of a database."""
        try:
            make_url(url).get_dialect()
        except Exception as e:
            raise ValueError(f"{url!r} is not a database this installation can open: {e}") from None

    def close(self) -> None:
        self.engine.dispose()

    # tables -----------------------------------------------------------------------------------------------
    def create(self, saved: Saved, seats: Iterable[Seat]) -> None:
        with Session(self.engine) as db, db.begin():
            db.add(_row(saved))
            db.flush()
            db.add_all(_entry(saved.id, n, e) for n, e in enumerate(saved.record.entries, 1))
            db.add_all(_take_back(saved.id, n, b) for n, b in enumerate(saved.record.take_backs, 1))
            db.add_all(_seat(s) for s in seats)
        saved.entries, saved.take_backs = len(saved.record.entries), list(saved.record.take_backs)

    def save(self, saved: Saved, kept: int, request: str = "") -> None:
        """Make the database agree with this table, of whose entries it already holds the first `kept`.
        When this returns, the change is on disk."""
        record = saved.record
        saved.updated = now()
        with Session(self.engine) as db, db.begin():
            if kept < saved.entries:
                db.execute(delete(EntryRow).where(EntryRow.table_id == saved.id, EntryRow.n > kept))
            db.add_all(_entry(saved.id, n, e) for n, e in enumerate(record.entries[kept:], kept + 1))
            if record.take_backs != saved.take_backs:
                db.execute(delete(TakeBackRow).where(TakeBackRow.table_id == saved.id))
                db.add_all(_take_back(saved.id, n, b) for n, b in enumerate(record.take_backs, 1))
            if request:
                db.add(RequestRow(table_id=saved.id, id=request, version=saved.version))
                if saved.version % 64 == 0:
                    old = saved.version - 512
                    db.execute(delete(RequestRow).where(RequestRow.table_id == saved.id, RequestRow.version < old))
            db.execute(update(TableRow).where(TableRow.id == saved.id).values(**_changing(saved)))
        saved.entries, saved.take_backs = len(record.entries), list(record.take_backs)

    def load(self, table: str) -> Saved | None:
        with Session(self.engine) as db:
            row = db.get(TableRow, table)
            if row is None:
                return None
            entries = db.scalars(select(EntryRow).where(EntryRow.table_id == table).order_by(EntryRow.n))
            backs = db.scalars(select(TakeBackRow).where(TakeBackRow.table_id == table).order_by(TakeBackRow.n))
            saved = _saved(row)
            saved.record.entries = [Entry(e.actor, e.action, e.checksum, e.draw) for e in entries]
            saved.record.take_backs = [TakeBack(b.after, b.last, b.first_draw, b.last_draw) for b in backs]
            saved.requests = frozenset(db.scalars(select(RequestRow.id).where(RequestRow.table_id == table)))
            saved.entries, saved.take_backs = len(saved.record.entries), list(saved.record.take_backs)
            return saved

    def list(self, only: Sequence[str] | None = None) -> list[Saved]:
        """Tables for the lobby, newest first, without their entries."""
        query = select(TableRow).order_by(TableRow.updated.desc(), TableRow.id)
        if only is not None:
            query = query.where(TableRow.id.in_(only))
        with Session(self.engine) as db:
            counted = db.execute(select(EntryRow.table_id, func.count()).group_by(EntryRow.table_id))
            counts: dict[str, int] = {row[0]: row[1] for row in counted}
            found = [_saved(row) for row in db.scalars(query)]
        for saved in found:
            saved.entries = counts.get(saved.id, 0)
        return found

    def delete(self, table: str) -> None:
        with Session(self.engine) as db, db.begin():
            for rows in (EntryRow, TakeBackRow, RequestRow, SeatRow):
                db.execute(delete(rows).where(rows.table_id == table))
            db.execute(delete(TableRow).where(TableRow.id == table))

    # seats ------------------------------------------------------------------------------------------------
    def seats(self, hashes: Sequence[str]) -> dict[str, Seat]:
        """The seats with these hashes, by hash."""
        with Session(self.engine) as db:
            rows = db.scalars(select(SeatRow).where(SeatRow.hash.in_(hashes)))
            return {r.hash: Seat(r.hash, r.table_id, _role(r.role), r.side) for r in rows}

    def replace_seats(self, table: str, seats: Sequence[Seat]) -> None:
        """New seat and spectator links; the old ones are gone. Owners stay."""
        with Session(self.engine) as db, db.begin():
            db.execute(delete(SeatRow).where(SeatRow.table_id == table, SeatRow.role != "owner"))
            db.add_all(_seat(s) for s in seats)

    def add_seat(self, seat: Seat) -> None:
        with Session(self.engine) as db, db.begin():
            db.add(_seat(seat))


def _settle_sqlite(connection: Any, _: Any) -> None:
    """SQLite: readers never wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# Rows and values ----------------------------------------------------------------------------------------------
def _changing(saved: Saved) -> dict[str, Any]:
    """The columns that change during play."""
    return {
        "name": saved.name,
        "players": json.dumps(saved.players),
        "version": saved.version,
        "forked": saved.record.forked,
        "bot": json.dumps(saved.bot),
        "summary": json.dumps(saved.summary),
        "updated": saved.updated,
    }


def _row(saved: Saved) -> TableRow:
    r = saved.record
    return TableRow(
        id=saved.id,
        kind=saved.kind,
        game=r.game,
        options=json.dumps(dict(r.options)),
        rules=r.rules,
        overlay=r.overlay,
        dice=r.dice,
        seed=saved.seed,
        created=saved.created,
        **_changing(saved),
    )


def _saved(row: TableRow) -> Saved:
    players = json.loads(row.players)
    summary = json.loads(row.summary)
    names = {side: player.get("name") or player.get("level") or side for side, player in players.items()}
    record = Record(
        row.game,
        row.rules,
        names,
        row.dice,
        json.loads(row.options),
        row.overlay,
        row.name,
        row.created[:10],
        result=summary.get("result", ""),
        forked=row.forked,
    )
    return Saved(
        row.id,
        row.kind,
        row.name,
        players,
        record,
        row.seed,
        row.version,
        json.loads(row.bot),
        summary,
        row.created,
        row.updated,
    )


def _entry(table: str, n: int, e: Entry) -> EntryRow:
    return EntryRow(table_id=table, n=n, actor=e.actor, action=e.action, checksum=e.checksum, draw=e.draw)


def _take_back(table: str, n: int, b: TakeBack) -> TakeBackRow:
    return TakeBackRow(
        table_id=table, n=n, after=b.after, last=b.last, first_draw=b.first_draw, last_draw=b.last_draw
    )  # fmt: skip


def _seat(s: Seat) -> SeatRow:
    return SeatRow(hash=s.hash, table_id=s.table, role=s.role, side=s.side)


def _role(text: str) -> Role:
    return "owner" if text == "owner" else "seat" if text == "seat" else "spectator"
