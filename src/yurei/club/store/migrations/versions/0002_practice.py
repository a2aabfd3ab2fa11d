"""Add the table with the results of people in problems."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "practised",
        sql.Column("person", sql.String(length=64), nullable=False),
        sql.Column("problem", sql.String(length=100), nullable=False),
        sql.Column("first", sql.String(length=10), nullable=False),
        sql.Column("first_attempt", sql.String(length=8), nullable=False),
        sql.Column("attempts", sql.Integer(), nullable=False),
        sql.Column("last", sql.String(length=10), nullable=False),
        sql.Column("solved", sql.Boolean(), nullable=False),
        sql.Column("interval", sql.Integer(), nullable=False),
        sql.Column("due", sql.String(length=10)),
        sql.PrimaryKeyConstraint("person", "problem"),
    )
