"""When somebody was last seen on a chair, and which games have been found to be over."""

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("chairs", sql.Column("seen", sql.String(40)))
    op.add_column("games", sql.Column("closed", sql.String(40)))
    op.create_index("games_open", "games", ["closed", "made"])


def downgrade() -> None:
    op.drop_index("games_open", "games")
    op.drop_column("games", "closed")
    op.drop_column("chairs", "seen")
