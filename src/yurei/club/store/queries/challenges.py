"""Queries of lobby challenges, for servers that share a database; one server changes them at a time."""

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sql

from yurei.club.model.stored import StoredChallenge
from yurei.club.store.database import Database
from yurei.club.store.elsewhere import LOBBY
from yurei.club.store.tables import challenges

Done = TypeVar("Done")


class ChallengeRows(Database):
    """The part of the store for lobby challenges."""

    async def change_challenges(
        self, change: Callable[[list[StoredChallenge]], tuple[list[StoredChallenge], Done]]
    ) -> Done:
        """Change the challenges, and notify other servers."""
        columns = [challenges.c[name] for name in StoredChallenge._fields]

        def write(connection: sql.Connection) -> Done:
            if self.elsewhere is not None:
                connection.exec_driver_sql("LOCK TABLE challenges IN SHARE ROW EXCLUSIVE MODE")
            rows = connection.execute(sql.select(*columns).order_by(challenges.c.number))
            before = [StoredChallenge(*row) for row in rows]
            after, done = change(before)
            old, new = {row.id: row for row in before}, {row.id: row for row in after}
            for name in old.keys() - new.keys():
                connection.execute(challenges.delete().where(challenges.c.id == name))
            for name, row in new.items():
                if name not in old:
                    connection.execute(challenges.insert(), row._asdict())
                elif row != old[name]:
                    connection.execute(challenges.update().where(challenges.c.id == name).values(row._asdict()))
            if _shown(before) != _shown(after):
                self._notify_servers(connection, LOBBY)
            return done

        return await self._write(write)


def _shown(rows: list[StoredChallenge]) -> list[tuple[str, str | None]]:
    """Return the parts of challenges that people see."""
    return [(row.id, row.game) for row in rows]
