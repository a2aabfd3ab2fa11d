"""Who wants to be told when it is his turn, and where; and the keys of this server."""

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "contacts",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("person", sql.String(64), nullable=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("keys", sql.Text, nullable=False),
        sql.Column("language", sql.String(8), nullable=False),
        sql.Column("confirmed", sql.Boolean, nullable=False),
        sql.Column("made", sql.String(40), nullable=False),
    )
    op.create_index("contacts_by_person", "contacts", ["person"])
    op.create_table(
        "server_keys",
        sql.Column("name", sql.String(16), primary_key=True),
        sql.Column("key", sql.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("server_keys")
    op.drop_index("contacts_by_person", "contacts")
    op.drop_table("contacts")
