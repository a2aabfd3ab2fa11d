"""Reviews in the store: a game has one at most, and it can be made again."""

from __future__ import annotations

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import reviews


class ReviewRows(Database):
    """What the store knows of reviews."""

    async def review(self, game: str) -> bytes | None:
        """A game's review, packed; None where there is none."""
        async with self._engine.connect() as connection:
            found = await connection.execute(sql.select(reviews.c.tries).where(reviews.c.game == game))
            packed: bytes | None = found.scalar_one_or_none()
        return packed

    async def keep_review(self, game: str, review: bytes) -> None:
        """Keep a game's review; what was there is replaced.

        Raises:
            StoreFailed: where it could not be written down.
        """

        def keep(connection: sql.Connection) -> None:
            connection.execute(reviews.delete().where(reviews.c.game == game))
            connection.execute(reviews.insert(), {"game": game, "tries": review})

        await self._write(keep)
