"""People: what a browser is called, and the chairs that it sits on found by its key."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people",
        sql.Column("key", sql.String(64), primary_key=True),
        sql.Column("nickname", sql.Text, nullable=False),
        sql.Column("made", sql.String(40), nullable=False),
    )
    op.create_index("chairs_by_key", "chairs", ["key"])


def downgrade() -> None:
    op.drop_index("chairs_by_key", "chairs")
    op.drop_table("people")
