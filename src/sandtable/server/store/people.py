"""People, their keys, what is said and drawn at a table, standing orders, and the messages that are due."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..seats import hash_of, new_id
from . import schema
from .saved import now, spare

Json = dict[str, Any]
UNCONFIRMED: Final = "unconfirmed"
"""Among a person's settings, until he has said that the e-mail address is his: the hash of the word that says so."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here: known by a key, not by an account."""

    id: str
    name: str
    settings: Json = field(default_factory=dict)
    created: str = ""
    banned: bool = False
    digest_at: float = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that tells a person of a turn."""

    id: str
    person: str
    table: str
    turn: int
    way: str


class People:
    """The same database as the tables'."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # persons ----------------------------------------------------------------------------------------------
    def create(self, name: str, key: str, feed: str, off: str) -> Person:
        person = Person(new_id(), name, {}, now())
        row = {"id": person.id, "name": name, "created": person.created, "settings": "{}", "feed": feed, "off": off}
        with self.engine.begin() as db:
            db.execute(insert(schema.persons), {**row, "banned": 0, "digest_at": 0})
            db.execute(insert(schema.keys), _key(key, person.id, "browser"))
        return person

    def by_key(self, hash: str) -> Person | None:
        query = select(schema.persons).join(schema.keys, schema.keys.c.person == schema.persons.c.id)
        return self._one(query.where(schema.keys.c.hash == hash, schema.keys.c.kind == "browser"))

    def by_word(self, column: str, hash: str) -> Person | None:
        """By the hash of the word in the address of the feed, or of the off switch."""
        return self._one(select(schema.persons).where(schema.persons.c[column] == hash))

    def get(self, id: str) -> Person | None:
        return self._one(select(schema.persons).where(schema.persons.c.id == id))

    def banned(self) -> set[str]:
        with self.engine.connect() as db:
            return set(db.scalars(select(schema.persons.c.id).where(schema.persons.c.banned == 1)))

    def all(self) -> list[Person]:
        with self.engine.connect() as db:
            return [_person(r) for r in db.execute(select(schema.persons).order_by(schema.persons.c.created))]

    def _one(self, query: Any) -> Person | None:
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return _person(row) if row else None

    def change(self, person: str, **columns: Any) -> None:
        values = {k: json.dumps(v) if isinstance(v, dict) else v for k, v in columns.items()}
        with self.engine.begin() as db:
            db.execute(update(schema.persons).where(schema.persons.c.id == person).values(**values))

    def off_word(self, person: str) -> str:
        """The word in the address of the switch that ends the messages to a person; made once, so that old messages keep
        a working one."""
        known = self.get(person)
        if known is not None and known.settings.get("off"):
            return str(known.settings["off"])
        word = secrets.token_urlsafe(32)
        settings = {**(known.settings if known else {}), "off": word}
        self.change(person, off=hash_of(word), settings=settings)
        return word

    def add_key(self, person: str, hash: str, kind: str) -> None:
        """One more browser; or the one phrase, in place of the one before."""
        c = schema.keys.c
        with self.engine.begin() as db:
            if kind == "phrase":
                db.execute(delete(schema.keys).where(c.person == person, c.kind == "phrase"))
            db.execute(insert(schema.keys), _key(hash, person, kind))

    def by_phrase(self, hash: str) -> Person | None:
        query = select(schema.persons).join(schema.keys, schema.keys.c.person == schema.persons.c.id)
        return self._one(query.where(schema.keys.c.hash == hash, schema.keys.c.kind == "phrase"))

    def anonymise(self, person: str) -> None:
        """Forget who it was: name, addresses, keys; seats and what was said stay without a name."""
        c, said = schema.seats.c, schema.talk.c
        with self.engine.begin() as db:
            for r in db.execute(select(schema.seats).where(c.person == person)).all():
                who = ("owner",) if r.role == "owner" else (f"side {r.side}",)
                by = update(schema.talk).where(said.table_id == r.table_id, said.by.in_(who), said.name == r.name)
                db.execute(by.values(name=""))
            db.execute(delete(schema.keys).where(schema.keys.c.person == person))
            db.execute(delete(schema.notices).where(schema.notices.c.person == person))
            db.execute(update(schema.seats).where(c.person == person).values(person="", name=""))
            db.execute(update(schema.talk).where(said.by == f"watcher {person}").values(name=""))
            db.execute(delete(schema.persons).where(schema.persons.c.id == person))

    # what is said and drawn -------------------------------------------------------------------------------
    def say(self, table: str, room: str, by: str, name: str, text: str, at: float) -> Json:
        c = schema.talk.c
        for _ in range(20):  # two may speak at once
            with self.engine.connect() as db:
                n = (db.scalar(select(func.max(c.n)).where(c.table_id == table)) or 0) + 1
            line = {"n": n, "at": at, "room": room, "by": by, "name": name, "text": text}
            try:
                with self.engine.begin() as db:
                    db.execute(insert(schema.talk), {"table_id": table, **line})
                return line
            except IntegrityError:
                continue
        raise OSError("nothing could be said: too many speak at once")

    def talk(self, table: str, rooms: Sequence[str], before: int, limit: int) -> list[Json]:
        """What was said in these rooms, the newest last."""
        c = schema.talk.c
        query = select(schema.talk).where(c.table_id == table, c.room.in_(rooms), c.n < before)
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(c.n.desc()).limit(limit)).mappings().all()
        return [{k: r[k] for k in ("n", "at", "room", "by", "name", "text")} for r in reversed(rows)]

    def set_marks(self, table: str, by: str, shared: bool, marks: list[Json]) -> None:
        c = schema.marks.c
        with self.engine.begin() as db:
            db.execute(delete(schema.marks).where(c.table_id == table, c.by == by))
            if marks:
                row = {"table_id": table, "by": by, "shared": int(shared), "marks": json.dumps(marks)}
                db.execute(insert(schema.marks), row)

    def marks(self, table: str) -> list[Json]:
        with self.engine.connect() as db:
            rows = db.execute(select(schema.marks).where(schema.marks.c.table_id == table)).all()
        return [{"by": r.by, "shared": bool(r.shared), "marks": _listed(r.marks)} for r in rows]

    def set_muted(self, hash: str, table: str, muted: Sequence[str]) -> None:
        c = schema.seats.c
        with self.engine.begin() as db:
            rows = update(schema.seats).where(c.hash == hash, c.table_id == table)
            db.execute(rows.values(muted=json.dumps(list(muted))))

    # standing orders --------------------------------------------------------------------------------------
    def set_orders(self, table: str, side: str, orders: list[Json]) -> None:
        c = schema.orders.c
        with self.engine.begin() as db:
            db.execute(delete(schema.orders).where(c.table_id == table, c.side == side))
            if orders:
                db.execute(insert(schema.orders), {"table_id": table, "side": side, "orders": json.dumps(orders)})

    def orders(self, table: str) -> dict[str, list[Json]]:
        with self.engine.connect() as db:
            rows = db.execute(select(schema.orders).where(schema.orders.c.table_id == table)).all()
        return {r.side: orders for r in rows if (orders := _listed(r.orders))}

    def leave(self, table: str, side: str) -> None:
        """Its holder goes: what he noted and drew for himself, and his orders, are not for the next one."""
        mine = f"side {side}"
        with self.engine.begin() as db:
            for rows in (schema.marks, schema.talk):
                own = delete(rows).where(rows.c.table_id == table, rows.c.by == mine)
                db.execute(own.where(rows.c.room == "self") if rows is schema.talk else own)
            db.execute(delete(schema.orders).where(schema.orders.c.table_id == table, schema.orders.c.side == side))

    # messages ---------------------------------------------------------------------------------------------
    def add_notice(self, person: str, table: str, turn: int, way: str, at: float, state: str = "due") -> None:
        """Once a turn and way: a second one is not made."""
        row = {"id": secrets.token_hex(12), "person": person, "table_id": table, "turn": turn, "way": way}
        try:
            with self.engine.begin() as db:
                db.execute(insert(schema.notices), {**row, "state": state, "at": at})
        except IntegrityError:
            return

    def passed(self, limit: int = 500) -> list[Notice]:
        """The turns that have passed to somebody, and nobody has looked yet whom to tell (`saved.passed_row`)."""
        query = select(schema.notices).where(schema.notices.c.state == "passed").limit(limit)
        with self.engine.connect() as db:
            return [Notice(r.id, r.person, r.table_id, r.turn, r.way) for r in db.execute(query)]

    def drop(self, notices: list[str]) -> None:
        if notices:
            with self.engine.begin() as db:
                db.execute(delete(schema.notices).where(schema.notices.c.id.in_(notices)))

    def due(self, at: float, limit: int = 100) -> list[Notice]:
        c = schema.notices.c
        query = select(schema.notices).where(c.state == "due", c.at <= at).order_by(c.at).limit(limit)
        with self.engine.connect() as db:
            return [Notice(r.id, r.person, r.table_id, r.turn, r.way) for r in db.execute(query)]

    def take(self, notice: str, state: str = "sent", was: str = "due") -> bool:
        """Claim a notice before it is sent; False when somebody else has. So none is ever sent twice."""
        c = schema.notices.c
        with self.engine.begin() as db:
            rows = update(schema.notices).where(c.id == notice, c.state == was)
            return db.execute(rows.values(state=state)).rowcount == 1

    def digests(self, at: float) -> list[Person]:
        """Whose digest is due."""
        c = schema.persons.c
        some = select(schema.notices.c.person).where(schema.notices.c.state == "digest")
        query = select(schema.persons).where(c.digest_at <= at, c.id.in_(some))
        with self.engine.connect() as db:
            return [_person(r) for r in db.execute(query)]

    def take_digest(self, person: Person, next_at: float) -> list[Notice]:
        """Claim everything that goes into a digest; empty when somebody else has."""
        c, n = schema.persons.c, schema.notices.c
        with self.engine.begin() as db:
            mine = update(schema.persons).where(c.id == person.id, c.digest_at == person.digest_at)
            if db.execute(mine.values(digest_at=next_at)).rowcount != 1:
                return []
            rows = db.execute(select(schema.notices).where(n.person == person.id, n.state == "digest")).all()
            db.execute(update(schema.notices).where(n.id.in_([r.id for r in rows])).values(state="sent"))
        return [Notice(r.id, r.person, r.table_id, r.turn, r.way) for r in rows]


def _key(hash: str, person: str, kind: str) -> Json:
    return {"hash": hash, "person": person, "kind": kind, "created": now()}


def _person(r: Any) -> Person:
    return Person(r.id, r.name, spare(r.settings), r.created, bool(r.banned), r.digest_at)


def _listed(text: str) -> list[Json]:
    """Orders or marks; none where they are damaged."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return [x for x in found if isinstance(x, dict)] if isinstance(found, list) else []
