"""The id with which somebody has asked for something: what is asked for twice happens once."""

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("events", sql.Column("request", sql.String(40)))
    asked = sql.text("request IS NOT NULL")
    op.create_index(
        "events_asked",
        "events",
        ["game", "chair", "request"],
        unique=True,
        sqlite_where=asked,
        postgresql_where=asked,
    )


def downgrade() -> None:
    op.drop_index("events_asked", "events")
    op.drop_column("events", "request")
