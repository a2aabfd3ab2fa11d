"""When servers were there, in the store."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import uptimes


class UptimeRows(Database):
    """What the store keeps of servers."""

    async def uptimes(self) -> list[tuple[datetime, datetime]]:
        """From when to when each server was there, in order."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(uptimes.select().order_by(uptimes.c.began))).mappings().all()
        return [(datetime.fromisoformat(row["began"]), datetime.fromisoformat(row["last"])) for row in rows]

    async def still_up(self, began: datetime, now: datetime) -> None:
        """Keep that the server that began then is still there.

        Raises:
            StoreFailed: where it could not be written down.
        """
        here = uptimes.c.began == began.isoformat()

        def beat(connection: sql.Connection) -> None:
            if not connection.execute(uptimes.update().where(here).values(last=now.isoformat())).rowcount:
                connection.execute(uptimes.insert(), {"began": began.isoformat(), "last": now.isoformat()})

        await self._write(beat)
