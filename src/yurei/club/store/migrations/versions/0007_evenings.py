"""Evenings of clubs: who plays, the rounds and how they ended, as one value each."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("host", sql.String(64), nullable=False),
        sql.Column("maker", sql.String(64), nullable=False),
        sql.Column("made", sql.String(40), nullable=False),
        sql.Column("plain", sql.Text, nullable=False),
    )
    op.create_index("evenings_made", "evenings", ["made", "maker"])


def downgrade() -> None:
    op.drop_index("evenings_made", "evenings")
    op.drop_table("evenings")
