"""Challenges of the lobby, where several servers share a database."""

import sqlalchemy as sql
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("id", sql.String(32), nullable=False, unique=True),
        sql.Column("person", sql.String(64), nullable=False),
        sql.Column("plan", sql.Text, nullable=False),
        sql.Column("game", sql.String(32)),
        sql.Column("chair", sql.String(16), nullable=False),
        sql.Column("until", sql.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("challenges")
