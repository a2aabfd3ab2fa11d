"""Who may watch, to find the games that everybody may."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sql.Column("watching", sql.String(16)))
    op.create_index("games_watched", "games", ["watching", "made"])


def downgrade() -> None:
    op.drop_index("games_watched", "games")
    op.drop_column("games", "watching")
