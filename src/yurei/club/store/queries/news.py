"""Queries of the notices for bots: numbered for each bot from 1 without gaps, in the order of storage."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sql

from yurei.club.model.stored import BotNews
from yurei.club.store.database import Database
from yurei.club.store.tables import news

MOST_KEPT = 20_000
"""Most notices kept for a bot; after a longer absence it is sent the list of its games instead."""
LOOKS = 1000
"""Number of notices between two checks of that limit."""


class NewsRows(Database):
    """The part of the store for notices."""

    def _write_news(self, connection: sql.Connection, happened: Iterable[BotNews], newest: Mapping[str, str]) -> None:
        """Store notices for bots, numbered after the earlier ones, and notify other servers.

        ``newest`` are the current keys of those that have been replaced. If two servers do that at the same moment, one
        of them fails and tries again.
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
            self._notify_servers(connection, person)

    async def numbers_of_news(self, person: str) -> tuple[int, int]:
        """Return the first and the last number of a person's stored notices; 1 and 0 if there are none."""
        found = sql.select(sql.func.min(news.c.number), sql.func.max(news.c.number)).where(news.c.person == person)
        ((first, last),) = await self._rows(found)
        return first or 1, last or 0

    async def news_after(self, person: str, number: int, most: int) -> list[BotNews]:
        """Return a person's notices after a number, in order."""
        found = news.select().where(news.c.person == person, news.c.number > number).order_by(news.c.number)
        rows = await self._rows(found.limit(most))
        return [BotNews(person, row.game, row.chair, row.since, row.until, row.number) for row in rows]

    async def drop_news(self, person: str, number: int) -> None:
        """Delete a person's notices before a number."""
        old = news.delete().where(news.c.person == person, news.c.number < number)
        await self._write(lambda connection: connection.execute(old))
