"""The store: the database with games, people and all other stored data. No other package uses SQL."""

import sqlalchemy as sql

from yurei.club.model.stored import NotStored, StoreFailed
from yurei.club.store.backend import Backend
from yurei.club.store.club import ClubTables
from yurei.club.store.database import Database
from yurei.club.store.games import GameTables
from yurei.club.store.people import PeopleTables
from yurei.club.store.sqlite import backup

__all__ = ["Store", "backup", "why_closed"]


class Store(Database):
    """The database, with its tables."""

    def __init__(self, url: str, backend: Backend | None = None) -> None:
        super().__init__(url, backend)
        self.games, self.people, self.club = GameTables(self), PeopleTables(self), ClubTables(self)


async def why_closed(url: str) -> str | None:
    """Open and close a database; return a short reason if the database cannot be opened, otherwise None."""
    try:
        store = Store(url)
        await store.open()
        await store.close()
    except (StoreFailed, NotStored, sql.exc.SQLAlchemyError, OSError, ImportError) as error:
        cause = error.__cause__ or error
        return str(getattr(cause, "orig", None) or cause).strip().splitlines()[0]
    return None
