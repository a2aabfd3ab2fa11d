"""The secrets of the seals that the referee gives; games of before have none."""

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("games", sql.Column("sealing", sql.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "sealing")
