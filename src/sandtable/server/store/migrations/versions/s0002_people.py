"""People, terms, clocks, talk, saved states, and what the log shows of an entry; a token may open several tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from sandtable.server.store import schema

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NEW = ("notes", "snapshots", "persons", "keys", "talk", "marks", "orders", "notices")


def upgrade() -> None:
    with op.batch_alter_table("tables") as t:
        t.add_column(sa.Column("header", sa.Text, nullable=False, server_default="{}"))
        t.add_column(sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
        t.add_column(sa.Column("conduct", sa.Text, nullable=False, server_default="{}"))
        t.add_column(sa.Column("ended", sa.Text, nullable=False, server_default=""))
        t.add_column(sa.Column("listed", sa.String(10), nullable=False, server_default=""))
        t.add_column(sa.Column("waiting", sa.String(10), nullable=False, server_default=""))
        t.add_column(sa.Column("due", sa.Float, nullable=True))
    for column in ("listed", "waiting", "due"):
        op.create_index(f"ix_tables_{column}", "tables", [column])
    with op.batch_alter_table("entries") as t:
        t.add_column(sa.Column("facts", sa.Text, nullable=False, server_default=""))
        t.add_column(sa.Column("at", sa.Float, nullable=False, server_default="0"))
    _seats_of_several_tables()
    for name in NEW:
        schema.metadata.tables[name].create(op.get_bind())


def _seats_of_several_tables() -> None:
    op.drop_index("ix_seats_table_id", "seats")
    op.rename_table("seats", "seats_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE seats_before RENAME CONSTRAINT seats_pkey TO seats_before_pkey")
    schema.seats.create(op.get_bind())
    op.execute(
        "INSERT INTO seats (hash, table_id, role, side) SELECT hash, table_id, role, side FROM seats_before"
    )  # fmt: skip
    op.drop_table("seats_before")


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead: `sandtable restore`")
