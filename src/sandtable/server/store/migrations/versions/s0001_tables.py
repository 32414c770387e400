"""Tables, their records and their seats: the schema before there were migrations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    text, number = sa.Text, sa.Integer
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        *(sa.Column(name, text, nullable=False) for name in ("name", "game", "options", "rules", "overlay", "players")),
        sa.Column("dice", text, nullable=False),
        sa.Column("seed", text, nullable=False),
        sa.Column("forked", number, nullable=False),
        sa.Column("version", number, nullable=False),
        sa.Column("bot", text, nullable=False),
        sa.Column("summary", text, nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
        sa.Column("updated", sa.String(30), nullable=False),
    )
    op.create_index("ix_tables_updated", "tables", ["updated"])
    op.create_table(
        "entries",
        _of_table(),
        sa.Column("n", number, primary_key=True, autoincrement=False),
        sa.Column("actor", text, nullable=False),
        sa.Column("action", text, nullable=False),
        sa.Column("checksum", sa.String(16), nullable=False),
        sa.Column("draw", number, nullable=False),
    )
    op.create_table(
        "take_backs",
        _of_table(),
        sa.Column("n", number, primary_key=True, autoincrement=False),
        *(sa.Column(name, number, nullable=False) for name in ("after", "last", "first_draw", "last_draw")),
    )
    op.create_table(
        "requests",
        _of_table(),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("version", number, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("side", text, nullable=False),
    )
    op.create_index("ix_seats_table_id", "seats", ["table_id"])


def _of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def downgrade() -> None:
    for name in ("seats", "requests", "take_backs", "entries", "tables"):
        op.drop_table(name)
