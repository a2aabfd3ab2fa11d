"""The store of a server that is down, moved back in time, as if the server had run for so many days."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

from tests.web.people import Server

COLUMNS = [("games", "made"), ("events", "at"), ("uptimes", "began")]


def let_days_pass(server: Server, days: float) -> None:
    """Restart a server on a store that is so many days older."""
    server.kill()
    move_games_back(server, days)
    server.start()


def move_games_back(server: Server, days: float) -> None:
    """Make all that a server has kept so many days older."""

    def earlier(time: str) -> str:
        return (datetime.fromisoformat(time) - timedelta(days=days)).isoformat()

    with closing(sqlite3.connect(server.database)) as database, database:
        database.create_function("earlier", 1, earlier)
        for table, column in COLUMNS:
            database.execute(f"UPDATE {table} SET {column} = earlier({column})")
