"""How often an evening has been kept, so that of two servers that change it at once the second does not undo the first."""

import sqlalchemy as sql
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("evenings", sql.Column("version", sql.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    with op.batch_alter_table("evenings") as table:
        table.drop_column("version")
