"""Creation of a database's tables, and migration of older ones, for which alone Alembic is imported."""

from importlib import import_module
from pathlib import Path

import sqlalchemy as sql

from yurei.club.model.stored import StoreFailed
from yurei.club.store.tables import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
OURS = ("chairs", "events", "games")
"""Tables that every version of yurei has."""
_kept = sql.Table("alembic_version", sql.MetaData(), sql.Column("version_num", sql.String(32), primary_key=True))


def versions() -> set[str]:
    """Return all versions of the tables: the numbers with which the files of migrations begin."""
    return {file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def newest() -> str:
    """Return the newest version of the tables."""
    return max(versions())


def found(connection: sql.Connection) -> str | None:
    """Return the version of the tables in a database; None if there are none."""
    if not sql.inspect(connection).has_table(_kept.name):
        return None
    version: str | None = connection.execute(sql.select(_kept.c.version_num)).scalar()
    return version


def check_origin(connection: sql.Connection) -> None:
    """Check that the tables were written by this version of yurei or an older one, without writing.

    A PostgreSQL may hold tables of other programs, too; an SQLite file belongs to one program.

    Raises:
        StoreFailed: if a newer version or another program has written them.
    """
    version, tables = found(connection), set(sql.inspect(connection).get_table_names())
    if version in versions() or not tables or (version is None and connection.dialect.name != "sqlite"):
        return
    if version is not None and tables.issuperset(OURS):
        raise StoreFailed(
            f"a newer yurei has written it (its version is {version}, and {newest()} is the newest known here); "
            "update yurei, or go back to a copy from before its update"
        )
    raise StoreFailed("it belongs to another program")


def migrate(connection: sql.Connection) -> None:
    """Create the tables of a new database, or migrate older ones to the newest version."""
    check_origin(connection)
    version = found(connection)
    if version is None:
        metadata.create_all(connection, checkfirst=False)
        _kept.create(connection, checkfirst=True)
        connection.execute(_kept.insert(), {"version_num": newest()})
    elif version != newest():
        config = import_module("alembic.config").Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        import_module("alembic.command").upgrade(config, "head")
