"""Queries of club evenings: a row each, rewritten at every change."""

import json
from datetime import datetime

import sqlalchemy as sql

from yurei.club.model.stored import NOT_KEPT, Overtaken, StoredEvening
from yurei.club.store.database import Database
from yurei.club.store.tables import evenings


class EveningRows(Database):
    """The part of the store for evenings."""

    async def keep_evening(self, evening: StoredEvening) -> None:
        """Store an evening."""
        now = {"maker": evening.maker, "plain": json.dumps(evening.plain), "version": evening.version}
        made = {"id": evening.id, "host": evening.host, "made": evening.made.isoformat()}
        before = evenings.update().where(evenings.c.id == evening.id, evenings.c.version == evening.version - 1)

        def keep(connection: sql.Connection) -> None:
            if evening.version == 1:
                connection.execute(evenings.insert(), {**made, **now})
            elif not connection.execute(before.values(**now)).rowcount:
                raise Overtaken(NOT_KEPT)
            self._notify_servers(connection, evening.id)

        async def is_kept() -> bool:
            return await self.evening(evening.id) == evening

        await self._write_unless_kept(keep, is_kept)

    async def evening(self, name: str) -> StoredEvening | None:
        """Return an evening; None if there is none of this name."""
        row = await self._row(evenings.select().where(evenings.c.id == name))
        if row is None:
            return None
        made = datetime.fromisoformat(row.made)
        return StoredEvening(row.id, row.host, row.maker, made, json.loads(row.plain), row.version)

    async def evenings_with(self, key: str, since: datetime | None = None) -> list[str]:
        """Return the evenings that a person has made or plays in, by the digest of their key; newest first."""
        theirs = sql.select(evenings.c.id).where(sql.or_(evenings.c.maker == key, evenings.c.plain.contains(key)))
        if since is not None:
            theirs = theirs.where(evenings.c.made > since.isoformat())
        return await self._values(theirs.order_by(evenings.c.made.desc()))

    async def evenings_since(self, when: datetime) -> list[str]:
        """Return the makers of the evenings since a time, by the digests of their keys; one entry for each evening."""
        makers = sql.select(evenings.c.maker).where(evenings.c.made > when.isoformat())
        return await self._values(makers)
