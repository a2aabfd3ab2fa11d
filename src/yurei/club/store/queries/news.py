"""News in the store: what each bot is sent, numbered from 1 without gaps, in the order in which it was written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sql

from yurei.club.model.stored import BotNews
from yurei.club.store.database import Database
from yurei.club.store.tables import news

MOST_KEPT = 20_000
"""So many are kept for a bot; who has been away for longer is told all that goes on instead."""
LOOKS = 1000
"""How often it is looked whether there are more."""


class NewsRows(Database):
    """What the store keeps for bots."""

    def _write_news(self, connection: sql.Connection, happened: Iterable[BotNews], newest: Mapping[str, str]) -> None:
        """Write down what bots are to be sent, each behind what was written for it before; other servers wake them too.

        Args:
            newest: The keys in the place of those that have been changed.

        Where another server does that at the same moment, one of the two fails, and does it once more.
        """
        for each in happened:
            person = newest.get(each.person, each.person)
            own = news.c.person == person
            last = sql.select(sql.func.coalesce(sql.func.max(news.c.number), 0)).where(own)
            number = connection.execute(last).scalar_one() + 1
            row = {"game": each.game, "chair": each.chair, "since": each.since, "until": each.until}
            connection.execute(news.insert(), {"person": person, "number": number, **row})
            if number % LOOKS == 0:
                connection.execute(news.delete().where(own, news.c.number <= number - MOST_KEPT))
            if self.elsewhere is not None:
                self.elsewhere.tell(connection, person)

    async def numbers_of_news(self, person: str) -> tuple[int, int]:
        """The first number of somebody's news that is kept, and the last one; 1 and 0 where there is none."""
        found = sql.select(sql.func.min(news.c.number), sql.func.max(news.c.number)).where(news.c.person == person)
        async with self._engine.connect() as connection:
            first, last = (await connection.execute(found)).one()
            return first or 1, last or 0

    async def news_after(self, person: str, number: int, most: int) -> list[BotNews]:
        """Somebody's news behind a number, in order."""
        found = news.select().where(news.c.person == person, news.c.number > number).order_by(news.c.number)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(found.limit(most))).mappings().all()
        return [BotNews(person, row["game"], row["chair"], row["since"], row["until"], row["number"]) for row in rows]

    async def drop_news(self, person: str, number: int) -> None:
        """Keep no longer what comes before a number: it has arrived.

        Raises:
            StoreFailed: where that could not be written down.
        """
        old = news.delete().where(news.c.person == person, news.c.number < number)
        await self._write(lambda connection: connection.execute(old))
