"""Queries of the server itself: its keys, and the periods in which servers were running."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import server_keys, uptimes


class ServerRows(Database):
    """The part of the store for server keys and uptimes."""

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key of this server, creating it on first use."""

        def find(connection: sql.Connection) -> str:
            kept = connection.execute(sql.select(server_keys.c.key).where(server_keys.c.name == name))
            if (key := kept.scalar()) is not None:
                return str(key)
            made = make()
            connection.execute(server_keys.insert(), {"name": name, "key": made})
            return made

        return await self._write(find)

    async def uptimes(self) -> list[tuple[datetime, datetime]]:
        """Return the start and the last heartbeat of each server, in order."""
        rows = await self._rows(uptimes.select().order_by(uptimes.c.began))
        return [(datetime.fromisoformat(row.began), datetime.fromisoformat(row.last)) for row in rows]

    async def still_up(self, began: datetime, now: datetime) -> None:
        """Store a heartbeat of the server that started at ``began``."""
        here = uptimes.c.began == began.isoformat()

        def beat(connection: sql.Connection) -> None:
            if not connection.execute(uptimes.update().where(here).values(last=now.isoformat())).rowcount:
                connection.execute(uptimes.insert(), {"began": began.isoformat(), "last": now.isoformat()})

        await self._write(beat)
