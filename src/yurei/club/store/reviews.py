"""Reviews in the store: a game has one at most, and it can be made again."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from yurei.club.store.tables import reviews


class ReviewRows:
    """What the store knows of reviews."""

    _engine: AsyncEngine

    def _writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

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
        async with self._writing() as connection:
            await connection.execute(reviews.delete().where(reviews.c.game == game))
            await connection.execute(reviews.insert(), {"game": game, "tries": review})
