"""Tokens: what opens one chair to a program, beside the key of who sits there."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("chairs", sql.Column("token", sql.String(64)))


def downgrade() -> None:
    op.drop_column("chairs", "token")
