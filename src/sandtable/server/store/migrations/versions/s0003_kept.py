"""What outlives a change of the rules: the last position of a running game, the film of a finished one."""

from __future__ import annotations

from alembic import op

from sandtable.server.store import schema

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("positions", "films"):
        schema.metadata.tables[name].create(op.get_bind())
