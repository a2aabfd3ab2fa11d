"""Queries of reviews: at most one for each game, which can be made again."""

from __future__ import annotations

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import reviews


class ReviewRows(Database):
    """The part of the store for reviews."""

    async def review(self, game: str) -> bytes | None:
        """Return a game's review, compressed; None if there is none."""
        found = await self._values(sql.select(reviews.c.tries).where(reviews.c.game == game))
        return found[0] if found else None

    async def keep_review(self, game: str, review: bytes) -> None:
        """Store a game's review, in place of an earlier one."""

        def keep(connection: sql.Connection) -> None:
            connection.execute(reviews.delete().where(reviews.c.game == game))
            connection.execute(reviews.insert(), {"game": game, "tries": review})

        await self._write(keep)
