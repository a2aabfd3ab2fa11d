"""What was found when games that were over were looked at again."""

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
        sql.Column("tries", sql.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
