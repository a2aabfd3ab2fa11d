"""Brings the tables of a database to their newest form. What does that is loaded where there is something to do: a start is sooner."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import sqlalchemy as sql

MIGRATIONS = Path(__file__).parent / "migrations"
_kept = sql.table("alembic_version", sql.column("version_num"))


def newest() -> str:
    """The newest form that tables can have: the number with which the last file of migrations begins."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def found(connection: sql.Connection) -> str | None:
    """The form of the tables; None where there are none."""
    if not sql.inspect(connection).has_table(_kept.name):
        return None
    version: str | None = connection.execute(sql.select(_kept.c.version_num)).scalar()
    return version


def migrate(connection: sql.Connection) -> None:
    """Bring the tables to their newest form.

    Raises:
        CommandError: where they are newer than this server.
    """
    if found(connection) == newest():
        return
    config = import_module("alembic.config").Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    import_module("alembic.command").upgrade(config, "head")
