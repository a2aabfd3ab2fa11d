"""Evenings of clubs in the store: a row each, written anew with every change."""

from __future__ import annotations

import json
from datetime import datetime

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import evenings
from yurei.club.stored import StoredEvening


class EveningRows(Database):
    """The part of the store that keeps evenings."""

    async def keep_evening(self, evening: StoredEvening) -> None:
        """Keep an evening as it is now.

        Raises:
            StoreFailed: where it could not be written down.
        """
        row = {"host": evening.host, "maker": evening.maker, "plain": json.dumps(evening.plain)}

        def keep(connection: sql.Connection) -> None:
            here = evenings.update().where(evenings.c.id == evening.id)
            if not connection.execute(here.values(**row)).rowcount:
                made = {"id": evening.id, "made": evening.made.isoformat()}
                connection.execute(evenings.insert(), {**row, **made})

        await self._write(keep)

    async def evening(self, name: str) -> StoredEvening | None:
        """An evening; None where there is no such one."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(evenings.select().where(evenings.c.id == name))).mappings().first()
        if row is None:
            return None
        made = datetime.fromisoformat(row["made"])
        return StoredEvening(row["id"], row["host"], row["maker"], made, json.loads(row["plain"]))

    async def evenings_with(self, key: str) -> list[str]:
        """The evenings that somebody has made or plays in, by the digest of his key."""
        his = sql.select(evenings.c.id).where(sql.or_(evenings.c.maker == key, evenings.c.plain.contains(key)))
        async with self._engine.connect() as connection:
            return list((await connection.execute(his)).scalars())

    async def evenings_since(self, when: datetime) -> list[str]:
        """Who has made the evenings since then, by the digests of their keys; each as often as he has."""
        makers = sql.select(evenings.c.maker).where(evenings.c.made > when.isoformat())
        async with self._engine.connect() as connection:
            return list((await connection.execute(makers)).scalars())
