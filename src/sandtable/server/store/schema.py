"""The tables of the database. Changed by a migration (migrations/), never by hand."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()


def _of_table(primary: bool = True) -> Column[str]:
    return Column(
        "table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=primary, nullable=False
    )


def _number(name: str, primary: bool = False) -> Column[int]:
    return Column(name, Integer, primary_key=primary, autoincrement=False, nullable=False, server_default=None)


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("overlay", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("forked", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("bot", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("created", String(30), nullable=False),
    Column("updated", String(30), nullable=False, index=True),
    Column("header", Text, nullable=False, server_default="{}"),  # what the record's header holds beside the above
    Column("terms", Text, nullable=False, server_default="{}"),  # what was agreed at the start: pace, who may watch ...
    Column("conduct", Text, nullable=False, server_default="{}"),  # clocks, pauses, stand-ins, the next table
    Column("ended", Text, nullable=False, server_default=""),
    Column("listed", String(10), nullable=False, server_default=""),  # "public": an open invitation
    Column("waiting", String(10), nullable=False, server_default=""),  # "server": a bot or an order is to answer
    Column("due", Float, nullable=True),  # when the running clock has run out
    Index("ix_tables_listed", "listed"),
    Index("ix_tables_waiting", "waiting"),
    Index("ix_tables_due", "due"),
)

entries = Table(
    "entries",
    metadata,
    _of_table(),
    _number("n", primary=True),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("checksum", String(16), nullable=False),
    Column("draw", Integer, nullable=False),
    Column("facts", Text, nullable=False, server_default=""),  # what the log shows of it, as it was when it happened
    Column("at", Float, nullable=False, server_default="0"),
)

take_backs = Table(
    "take_backs",
    metadata,
    _of_table(),
    _number("n", primary=True),
    Column("after", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("first_draw", Integer, nullable=False),
    Column("last_draw", Integer, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    _of_table(),
    _number("n", primary=True),
    Column("after", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    _number("n", primary=True),
    Column("state", Text, nullable=False),
)

positions = Table(
    "positions",
    metadata,
    _of_table(),
    _number("n"),
    Column("state", Text, nullable=False),
)

films = Table(
    "films",
    metadata,
    _of_table(),
    _number("n"),
    Column("film", Text, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    _of_table(),
    Column("id", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("hash", String(64), primary_key=True),
    _of_table(),
    Column("role", String(10), nullable=False),
    Column("side", Text, nullable=False),
    Column("person", String(32), nullable=False, server_default=""),
    Column("name", Text, nullable=False, server_default=""),
    Column("taken", Integer, nullable=False, server_default="0"),  # its holder alone knows the token
    Column("muted", Text, nullable=False, server_default="[]"),
    Index("ix_seats_table_id", "table_id"),
    Index("ix_seats_person", "person"),
)

persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", String(30), nullable=False),
    Column("settings", Text, nullable=False),
    Column("feed", String(64), nullable=False, index=True),  # hash of the word in the address of the feed
    Column("off", String(64), nullable=False, index=True),  # hash of the word that ends all messages
    Column("banned", Integer, nullable=False),
    Column("digest_at", Float, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("persons.id", ondelete="CASCADE"), index=True, nullable=False),
    Column("kind", String(10), nullable=False),  # "browser" or "phrase"
    Column("created", String(30), nullable=False),
)

talk = Table(
    "talk",
    metadata,
    _of_table(),
    _number("n", primary=True),
    Column("at", Float, nullable=False),
    Column("room", String(10), nullable=False),
    Column("by", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
)

marks = Table(
    "marks",
    metadata,
    _of_table(),
    Column("by", String(80), primary_key=True),
    Column("shared", Integer, nullable=False),
    Column("marks", Text, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    _of_table(),
    Column("side", String(40), primary_key=True),
    Column("orders", Text, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    _of_table(primary=False),
    _number("turn"),
    Column("way", String(10), nullable=False),  # "email" or "webhook"
    Column("state", String(10), nullable=False),  # "due", "sent", "failed", "digest"
    Column("at", Float, nullable=False),
    UniqueConstraint("person", "table_id", "turn", "way", name="once_a_turn"),
    Index("ix_notices_state", "state", "at"),
)
