"""Backup of the database while the server runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from yurei.errors import BadValue


def backup(place: str, to: Path) -> None:
    """Copy the games of an SQLite file, as they are at this moment, into a new file.

    Args:
        place: The file; the address of a PostgreSQL raises an error.
        to: The new file.

    A write during the copy is in it whole or not at all. The copy gets its name only when it is complete and on the
    disk.

    Raises:
        BadValue: if there is no such file, it is not an SQLite file, or the copy cannot be written.
    """
    if "://" in place:
        raise BadValue("this copies a file of SQLite's; of a PostgreSQL, make a copy with pg_dump")
    source = Path(place).expanduser().resolve()
    if not source.is_file():
        raise BadValue(f"there is no database at {source}; give --database the file that the server uses")
    if to.exists():
        raise BadValue(f"{to} is there already; give the copy another name")
    part = to.with_name(f"{to.name}.part")
    try:
        _copy(source, part)
        os.replace(part, to)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise BadValue(f"the copy cannot be made: {error}") from None


def _copy(source: Path, to: Path) -> None:
    to.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True)) as here,
        closing(sqlite3.connect(to)) as there,
    ):
        here.execute("PRAGMA query_only=ON")
        there.execute("PRAGMA synchronous=FULL")
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")  # tells it from a file to which a log beside it belongs
