"""What bots are sent, so that nothing is lost to one that was away."""

import sqlalchemy as sql
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "news",
        sql.Column("person", sql.String(64), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), nullable=False),
        sql.Column("chair", sql.String(16), nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("until", sql.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("news")
