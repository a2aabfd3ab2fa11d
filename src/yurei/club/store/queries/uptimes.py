"""Queries of the periods in which servers were running."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import uptimes


class UptimeRows(Database):
    """The part of the store for uptimes."""

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
