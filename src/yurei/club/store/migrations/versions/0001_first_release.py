"""The tables of the first release."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _create_people()
    _create_club()
    _create_games()
    _create_events()


def _create_people() -> None:
    """Create the tables of people: contacts, links to devices, former keys, names."""
    op.create_table(
        "contacts",
        sql.Column("id", sql.String(length=64), nullable=False),
        sql.Column("person", sql.String(length=64), nullable=False),
        sql.Column("kind", sql.String(length=8), nullable=False),
        sql.Column("address", sql.Text(), nullable=False),
        sql.Column("keys", sql.Text(), nullable=False),
        sql.Column("language", sql.String(length=8), nullable=False),
        sql.Column("confirmed", sql.Boolean(), nullable=False),
        sql.Column("made", sql.String(length=40), nullable=False),
        sql.PrimaryKeyConstraint("id"),
    )
    op.create_index("contacts_by_person", "contacts", ["person"])
    op.create_table(
        "device_links",
        sql.Column("link", sql.String(length=64), nullable=False),
        sql.Column("owner", sql.String(length=64), nullable=False),
        sql.Column("sealed", sql.Text(), nullable=False),
        sql.Column("until", sql.String(length=40), nullable=False),
        sql.PrimaryKeyConstraint("link"),
    )
    op.create_index("device_links_owner", "device_links", ["owner"])
    op.create_table(
        "former_keys",
        sql.Column("key", sql.String(length=64), nullable=False),
        sql.Column("now", sql.String(length=64), nullable=False),
        sql.Column("changed", sql.String(length=40), nullable=False),
        sql.PrimaryKeyConstraint("key"),
    )
    op.create_index("former_keys_now", "former_keys", ["now"])
    op.create_table(
        "people",
        sql.Column("key", sql.String(length=64), nullable=False),
        sql.Column("nickname", sql.Text(), nullable=False),
        sql.Column("made", sql.String(length=40), nullable=False),
        sql.PrimaryKeyConstraint("key"),
    )


def _create_club() -> None:
    """Create the tables of challenges, evenings, keys of the server and its uptimes."""
    op.create_table(
        "challenges",
        sql.Column("number", sql.Integer(), nullable=False),
        sql.Column("id", sql.String(length=32), nullable=False),
        sql.Column("person", sql.String(length=64), nullable=False),
        sql.Column("plan", sql.Text(), nullable=False),
        sql.Column("game", sql.String(length=32)),
        sql.Column("chair", sql.String(length=16), nullable=False),
        sql.Column("until", sql.Float(precision=53), nullable=False),
        sql.PrimaryKeyConstraint("number"),
        sql.UniqueConstraint("id"),
    )
    op.create_table(
        "evenings",
        sql.Column("id", sql.String(length=32), nullable=False),
        sql.Column("host", sql.String(length=64), nullable=False),
        sql.Column("maker", sql.String(length=64), nullable=False),
        sql.Column("made", sql.String(length=40), nullable=False),
        sql.Column("plain", sql.Text(), nullable=False),
        sql.Column("version", sql.Integer(), server_default="1", nullable=False),
        sql.PrimaryKeyConstraint("id"),
    )
    op.create_index("evenings_made", "evenings", ["made", "maker"])
    op.create_table(
        "server_keys",
        sql.Column("name", sql.String(length=16), nullable=False),
        sql.Column("key", sql.Text(), nullable=False),
        sql.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "uptimes",
        sql.Column("began", sql.String(length=40), nullable=False),
        sql.Column("last", sql.String(length=40), nullable=False),
        sql.PrimaryKeyConstraint("began"),
    )


def _create_games() -> None:
    """Create the tables of games and their chairs."""
    op.create_table(
        "games",
        sql.Column("id", sql.String(length=32), nullable=False),
        sql.Column("settings", sql.Text(), nullable=False),
        sql.Column("ruleset_version", sql.Integer(), nullable=False),
        sql.Column("referee_version", sql.Integer(), nullable=False),
        sql.Column("players", sql.Text(), nullable=False),
        sql.Column("host", sql.String(length=64), nullable=False),
        sql.Column("made", sql.String(length=40), nullable=False),
        sql.Column("follows", sql.String(length=32)),
        sql.Column("terms", sql.Text(), server_default="{}", nullable=False),
        sql.Column("watching", sql.String(length=16)),
        sql.Column("ruleset", sql.String(length=64)),
        sql.Column("referee", sql.String(length=64)),
        sql.Column("phase", sql.String(length=16)),
        sql.Column("ended", sql.String(length=40)),
        sql.Column("ended_by", sql.String(length=32)),
        sql.Column("winner", sql.String(length=8)),
        sql.Column("margin", sql.Float()),
        sql.Column("board", sql.Text()),
        sql.Column("sealing", sql.String(length=64), server_default="", nullable=False),
        sql.Column("closed", sql.String(length=40)),
        sql.PrimaryKeyConstraint("id"),
    )
    op.create_index("games_by_phase", "games", ["phase", "id"])
    op.create_index("games_open", "games", ["closed", "made"])
    op.create_index("games_watched", "games", ["watching", "made"])
    op.create_table(
        "chairs",
        sql.Column("game", sql.String(length=32), nullable=False),
        sql.Column("name", sql.String(length=16), nullable=False),
        sql.Column("link", sql.String(length=64), nullable=False),
        sql.Column("key", sql.String(length=64)),
        sql.Column("token", sql.String(length=64)),
        sql.Column("to_move", sql.Boolean(), server_default=sql.false(), nullable=False),
        sql.Column("result", sql.String(length=8), server_default="", nullable=False),
        sql.Column("seen", sql.String(length=40)),
        sql.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sql.PrimaryKeyConstraint("game", "name"),
    )
    op.create_index("chairs_by_key", "chairs", ["key"])
    op.create_index("chairs_to_move", "chairs", ["key", "to_move"])


def _create_events() -> None:
    """Create the tables of events, news for bots, and reviews."""
    op.create_table(
        "events",
        sql.Column("game", sql.String(length=32), nullable=False),
        sql.Column("number", sql.Integer(), nullable=False),
        sql.Column("chair", sql.String(length=16), nullable=False),
        sql.Column("kind", sql.String(length=16), nullable=False),
        sql.Column("what", sql.Text(), nullable=False),
        sql.Column("at", sql.String(length=40), nullable=False),
        sql.Column("request", sql.String(length=40)),
        sql.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sql.PrimaryKeyConstraint("game", "number"),
    )
    op.create_index(
        "events_asked",
        "events",
        ["game", "chair", "request"],
        unique=True,
        sqlite_where=sql.text("request IS NOT NULL"),
        postgresql_where=sql.text("request IS NOT NULL"),
    )
    op.create_table(
        "news",
        sql.Column("person", sql.String(length=64), nullable=False),
        sql.Column("number", sql.Integer(), nullable=False),
        sql.Column("game", sql.String(length=32), nullable=False),
        sql.Column("chair", sql.String(length=16), nullable=False),
        sql.Column("since", sql.Integer(), nullable=False),
        sql.Column("until", sql.Integer(), nullable=False),
        sql.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sql.PrimaryKeyConstraint("person", "number"),
    )
    op.create_table(
        "reviews",
        sql.Column("game", sql.String(length=32), nullable=False),
        sql.Column("tries", sql.LargeBinary(), nullable=False),
        sql.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sql.PrimaryKeyConstraint("game"),
    )


def downgrade() -> None:
    for table in (
        "reviews",
        "news",
        "events",
        "chairs",
        "uptimes",
        "server_keys",
        "people",
        "games",
        "former_keys",
        "evenings",
        "device_links",
        "contacts",
        "challenges",
    ):
        op.drop_table(table)
