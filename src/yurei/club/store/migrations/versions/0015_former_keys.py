"""Keys that have been changed, so that what is written down with one a moment later belongs to the one in its place."""

import sqlalchemy as sql
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "former_keys",
        sql.Column("key", sql.String(64), primary_key=True),
        sql.Column("now", sql.String(64), nullable=False),
        sql.Column("changed", sql.String(40), nullable=False),
    )
    op.create_index("former_keys_now", "former_keys", ["now"])


def downgrade() -> None:
    op.drop_table("former_keys")
