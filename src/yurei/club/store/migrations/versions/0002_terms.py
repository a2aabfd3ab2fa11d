"""What the people at a table have agreed on beside the rules, and room for events of any length."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sql.Column("terms", sql.Text, nullable=False, server_default="{}"))
    with op.batch_alter_table("events") as events:
        events.alter_column("what", existing_type=sql.String(64), type_=sql.Text, existing_nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("events") as events:
        events.alter_column("what", existing_type=sql.Text, type_=sql.String(64), existing_nullable=False)
    op.drop_column("games", "terms")
