"""Queries of the club and its server: challenges of the lobby, evenings, the server's keys and uptimes."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import NOT_KEPT, StoredEvening, WriteConflict
from yurei.club.store.backend import LOBBY, Done
from yurei.club.store.database import Database
from yurei.club.store.tables import challenges, evenings, server_keys, uptimes


class ClubTables:
    """The tables of the club and its servers: challenges, evenings, keys of the server, uptimes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def change_challenges(
        self, change: Callable[[list[dict[str, Any]]], tuple[list[dict[str, Any]], Done]]
    ) -> Done:
        """Change the challenges, rows with the fields of ``yurei.club.lobby.Challenge``, and notify other servers."""
        columns = [column for column in challenges.c if column is not challenges.c.number]

        def write(connection: sql.Connection) -> Done:
            self._database.backend.lock_table(connection, challenges)
            found = connection.execute(sql.select(*columns).order_by(challenges.c.number))
            before = [row._asdict() for row in found]
            after, done = change(before)
            old, new = {row["id"]: row for row in before}, {row["id"]: row for row in after}
            for name in old.keys() - new.keys():
                connection.execute(challenges.delete().where(challenges.c.id == name))
            for name, row in new.items():
                if name not in old:
                    connection.execute(challenges.insert(), row)
                elif row != old[name]:
                    connection.execute(challenges.update().where(challenges.c.id == name).values(row))
            shown = [[(row["id"], row["game"]) for row in rows] for rows in (before, after)]
            if shown[0] != shown[1]:
                self._database.backend.notify(connection, [LOBBY])
            return done

        return await self._database.write(write)

    async def keep_evening(self, evening: StoredEvening) -> None:
        now = {"maker": evening.maker, "plain": json.dumps(evening.plain), "version": evening.version}
        made = {"id": evening.id, "host": evening.host, "made": evening.made.isoformat()}
        before = evenings.update().where(evenings.c.id == evening.id, evenings.c.version == evening.version - 1)

        def keep(connection: sql.Connection) -> None:
            if evening.version == 1:
                connection.execute(evenings.insert(), {**made, **now})
            elif not connection.execute(before.values(**now)).rowcount:
                raise WriteConflict(NOT_KEPT)
            self._database.backend.notify(connection, [evening.id])

        async def is_kept() -> bool:
            return await self.evening(evening.id) == evening

        await self._database.write_unless_kept(keep, is_kept)

    async def evening(self, name: str) -> StoredEvening | None:
        """Return the evening with a name, or None."""
        row = await self._database.row(evenings.select().where(evenings.c.id == name))
        if row is None:
            return None
        made = datetime.fromisoformat(row.made)
        return StoredEvening(row.id, row.host, row.maker, made, json.loads(row.plain), row.version)

    async def evenings_with(self, key: str, since: datetime | None = None) -> list[str]:
        """Return the evenings that a person, given by the digest of their key, has made or plays in; newest first."""
        theirs = sql.select(evenings.c.id).where(sql.or_(evenings.c.maker == key, evenings.c.plain.contains(key)))
        if since is not None:
            theirs = theirs.where(evenings.c.made > since.isoformat())
        return await self._database.values(theirs.order_by(evenings.c.made.desc()))

    async def evenings_since(self, when: datetime) -> list[str]:
        """Return the makers (digests of keys) of all evenings that were made after a time."""
        return await self._database.values(sql.select(evenings.c.maker).where(evenings.c.made > when.isoformat()))

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a secret key of this server, which is created on first use by ``make``."""

        def find(connection: sql.Connection) -> str:
            kept = connection.execute(sql.select(server_keys.c.key).where(server_keys.c.name == name))
            if (key := kept.scalar()) is not None:
                return str(key)
            made = make()
            connection.execute(server_keys.insert(), {"name": name, "key": made})
            return made

        return await self._database.write(find)

    async def uptimes(self) -> list[tuple[datetime, datetime]]:
        """Return the time of the start, and of the last heartbeat, of each server, in order of the starts."""
        rows = await self._database.rows(uptimes.select().order_by(uptimes.c.began))
        return [(datetime.fromisoformat(row.began), datetime.fromisoformat(row.last)) for row in rows]

    async def store_heartbeat(self, began: datetime, now: datetime) -> None:
        """Store that the server which started at ``began`` is running now."""
        here = uptimes.c.began == began.isoformat()

        def beat(connection: sql.Connection) -> None:
            if not connection.execute(uptimes.update().where(here).values(last=now.isoformat())).rowcount:
                connection.execute(uptimes.insert(), {"began": began.isoformat(), "last": now.isoformat()})

        await self._database.write(beat)
