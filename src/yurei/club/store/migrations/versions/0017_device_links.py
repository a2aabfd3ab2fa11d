"""Links by which seats come to another device, so that every server on the database knows them."""

import sqlalchemy as sql
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "device_links",
        sql.Column("link", sql.String(64), primary_key=True),
        sql.Column("owner", sql.String(64), nullable=False),
        sql.Column("sealed", sql.Text, nullable=False),
        sql.Column("until", sql.String(40), nullable=False),
    )
    op.create_index("device_links_owner", "device_links", ["owner"])


def downgrade() -> None:
    op.drop_table("device_links")
