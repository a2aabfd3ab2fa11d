"""Games, chairs and events."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("settings", sql.Text, nullable=False),
        sql.Column("ruleset_version", sql.Integer, nullable=False),
        sql.Column("referee_version", sql.Integer, nullable=False),
        sql.Column("players", sql.Text, nullable=False),
        sql.Column("host", sql.String(64), nullable=False),
        sql.Column("made", sql.String(40), nullable=False),
        sql.Column("follows", sql.String(32)),
    )
    op.create_table(
        "chairs",
        sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
        sql.Column("name", sql.String(16), primary_key=True),
        sql.Column("link", sql.String(64), nullable=False),
        sql.Column("key", sql.String(64)),
    )
    op.create_table(
        "events",
        sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("chair", sql.String(16), nullable=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("what", sql.String(64), nullable=False),
        sql.Column("at", sql.String(40), nullable=False),
    )


def downgrade() -> None:
    for table in ("events", "chairs", "games"):
        op.drop_table(table)
