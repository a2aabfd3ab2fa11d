"""The tables of the store, their creation, and the migration of older ones. Only migrations import Alembic."""

from importlib import import_module
from pathlib import Path

import sqlalchemy as sql

from yurei.club.model.stored import StoreFailed

metadata = sql.MetaData()
games = sql.Table(
    "games",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("ruleset_version", sql.Integer, nullable=False),
    sql.Column("referee_version", sql.Integer, nullable=False),
    sql.Column("players", sql.Text, nullable=False),
    sql.Column("host", sql.String(64), nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
    sql.Column("follows", sql.String(32)),
    sql.Column("terms", sql.Text, nullable=False, server_default="{}"),
    sql.Column("watching", sql.String(16)),  # a copy from the terms, for queries
    # The summary, see ``yurei.club.model.stored.Summary``. Old games may have no phase yet.
    sql.Column("ruleset", sql.String(64)),
    sql.Column("referee", sql.String(64)),
    sql.Column("phase", sql.String(16)),
    sql.Column("ended", sql.String(40)),
    sql.Column("ended_by", sql.String(32)),
    sql.Column("winner", sql.String(8)),
    sql.Column("margin", sql.Float),
    sql.Column("board", sql.Text),
    sql.Index("games_by_phase", "phase", "id"),
    sql.Column("sealing", sql.String(64), nullable=False, server_default=""),  # secret until the end
    sql.Column("closed", sql.String(40)),  # when it was found to be over; other games are checked from time to time
    sql.Index("games_watched", "watching", "made"),
    sql.Index("games_open", "closed", "made"),
)
chairs = sql.Table(
    "chairs",
    metadata,
    sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("link", sql.String(64), nullable=False),
    sql.Column("key", sql.String(64)),
    sql.Column("token", sql.String(64)),
    sql.Column("to_move", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("result", sql.String(8), nullable=False, server_default=""),
    sql.Column("seen", sql.String(40)),
    sql.Index("chairs_by_key", "key"),
    sql.Index("chairs_to_move", "key", "to_move"),
)
people = sql.Table(
    "people",
    metadata,
    sql.Column("key", sql.String(64), primary_key=True),
    sql.Column("nickname", sql.Text, nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("chair", sql.String(16), nullable=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("what", sql.Text, nullable=False),
    sql.Column("at", sql.String(40), nullable=False),
    sql.Column("request", sql.String(40)),
)
_asked = events.c.request.is_not(None)
sql.Index(
    "events_asked",
    *(events.c.game, events.c.chair, events.c.request),
    unique=True,
    sqlite_where=_asked,
    postgresql_where=_asked,
)
reviews = sql.Table(
    "reviews",
    metadata,
    sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("tries", sql.LargeBinary, nullable=False),  # compressed, see ``yurei.club.programs.reviews``
)
uptimes = sql.Table(
    "uptimes",
    metadata,
    sql.Column("began", sql.String(40), primary_key=True),
    sql.Column("last", sql.String(40), nullable=False),
)
evenings = sql.Table(
    "evenings",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("host", sql.String(64), nullable=False),
    sql.Column("maker", sql.String(64), nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
    sql.Column("plain", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False, server_default="1"),
    sql.Index("evenings_made", "made", "maker"),
)
contacts = sql.Table(
    "contacts",
    metadata,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("person", sql.String(64), nullable=False),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("keys", sql.Text, nullable=False),
    sql.Column("language", sql.String(8), nullable=False),
    sql.Column("confirmed", sql.Boolean, nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
    sql.Index("contacts_by_person", "person"),
)
challenges = sql.Table(  # see ``yurei.club.lobby``
    "challenges",
    metadata,
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("id", sql.String(32), nullable=False, unique=True),
    sql.Column("person", sql.String(64), nullable=False),
    sql.Column("plan", sql.Text, nullable=False),
    sql.Column("game", sql.String(32)),
    sql.Column("chair", sql.String(16), nullable=False),
    sql.Column("until", sql.Float(53), nullable=False),
)
device_links = sql.Table(  # see ``yurei.club.seats.DeviceLinks``
    "device_links",
    metadata,
    sql.Column("link", sql.String(64), primary_key=True),
    sql.Column("owner", sql.String(64), nullable=False),
    sql.Column("sealed", sql.Text, nullable=False),
    sql.Column("until", sql.String(40), nullable=False),
    sql.Index("device_links_owner", "owner"),
)
practised = sql.Table(  # see ``yurei.club.practice``
    "practised",
    metadata,
    sql.Column("person", sql.String(64), primary_key=True),
    sql.Column("problem", sql.String(100), primary_key=True),
    sql.Column("first", sql.String(10), nullable=False),
    sql.Column("first_attempt", sql.String(8), nullable=False),
    sql.Column("attempts", sql.Integer, nullable=False),
    sql.Column("last", sql.String(10), nullable=False),
    sql.Column("solved", sql.Boolean, nullable=False),
    sql.Column("interval", sql.Integer, nullable=False),
    sql.Column("due", sql.String(10)),
)
server_keys = sql.Table(  # stored in clear, as they sign and encrypt; they never leave the server
    "server_keys",
    metadata,
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("key", sql.Text, nullable=False),
)

MIGRATIONS = Path(__file__).parent / "migrations"
OURS = ("chairs", "events", "games")  # tables that every version of yurei has
_kept = sql.Table("alembic_version", sql.MetaData(), sql.Column("version_num", sql.String(32), primary_key=True))


def versions() -> set[str]:
    """Return all versions of the tables: the numbers at the start of migration file names. The largest is newest."""
    return {file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def version_of(connection: sql.Connection) -> str | None:
    """Return the version of the tables in a database; None if it has no tables."""
    if not sql.inspect(connection).has_table(_kept.name):
        return None
    version: str | None = connection.execute(sql.select(_kept.c.version_num)).scalar()
    return version


def check_origin(connection: sql.Connection) -> None:
    """Raise StoreFailed if a newer yurei or, in SQLite, a different program wrote the tables; write nothing."""
    version, tables = version_of(connection), set(sql.inspect(connection).get_table_names())
    if version in versions() or not tables or (version is None and connection.dialect.name != "sqlite"):
        return
    if version is not None and tables.issuperset(OURS):
        raise StoreFailed(
            f"a newer yurei has written it (its version is {version}, and {max(versions())} is the newest known here); "
            "update yurei, or go back to a copy from before its update"
        )
    raise StoreFailed("it belongs to another program")


def migrate(connection: sql.Connection) -> None:
    """Create the tables of a new database, or migrate older ones to the newest version."""
    check_origin(connection)
    version = version_of(connection)
    if version is None:
        metadata.create_all(connection, checkfirst=False)
        _kept.create(connection, checkfirst=True)
        connection.execute(_kept.insert(), {"version_num": max(versions())})
    elif version != max(versions()):
        config = import_module("alembic.config").Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        import_module("alembic.command").upgrade(config, "head")
