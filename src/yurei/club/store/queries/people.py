"""People in the store: what they are called, on which chairs they sit, and how they are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import sqlalchemy as sql

from yurei.club.model.chairs import REFEREE
from yurei.club.model.summary import FINAL, PLAYERS
from yurei.club.store.database import Database
from yurei.club.store.queries.former_keys import note_change
from yurei.club.store.tables import chairs, contacts, device_links, events, former_keys, games, news, people

UNSAID = "\n…"
"""What is left of what somebody said who is forgotten: no name, and a sign that there was a line."""


class PeopleRows(Database):
    """What the store keeps of people."""

    async def keep_person(self, key: str, nickname: str, made: datetime) -> None:
        """Keep what somebody is called, by the digest of his key.

        Raises:
            StoreFailed: where it could not be written down.
        """

        def keep(connection: sql.Connection) -> None:
            renamed = connection.execute(people.update().where(people.c.key == key).values(nickname=nickname))
            if not renamed.rowcount:
                connection.execute(people.insert(), {"key": key, "nickname": nickname, "made": made.isoformat()})

        await self._write(keep)

    async def nicknames(self, keys: Iterable[str]) -> dict[str, str]:
        """What people are called, by the digests of their keys; those that nobody has are left out."""
        async with self._engine.connect() as connection:
            found = await connection.execute(people.select().where(people.c.key.in_(list(keys))))
            return {row.key: row.nickname for row in found}

    async def take_over(self, old: str, new: str) -> None:
        """Give the chairs of one person to another who sits at none of these tables, where nobody plays against them.

        That is where the game has ended, and where one person or one device plays all seats.

        Args:
            old, new: The digests of their keys.
        """
        both = chairs.alias()
        shared = sql.select(both.c.game).where(both.c.key == new)
        ended = sql.select(games.c.id).where(games.c.phase == FINAL)
        alone = chairs.c.name.not_in((*PLAYERS, REFEREE))
        moved = sql.and_(chairs.c.key == old, sql.or_(chairs.c.game.in_(ended), alone), chairs.c.game.not_in(shared))

        def move(connection: sql.Connection) -> None:
            self._tell_of_chairs(connection, old)
            connection.execute(chairs.update().where(moved).values(key=new))

        await self._write(move)

    async def change_key(self, old: str, new: str, at: datetime) -> bool:
        """Give somebody another key, with all that is kept by the one that he had, or will be in a moment; tokens to his chairs go.

        Args:
            old, new: The digests of the keys.

        Returns:
            Whether there was somebody with the old one.

        Raises:
            StoreFailed: where it could not be written down.
        """

        def change(connection: sql.Connection) -> bool:
            if not connection.execute(people.update().where(people.c.key == old).values(key=new)).rowcount:
                return False
            note_change(connection, old, new, at)
            # Whoever had the old key could make himself a token to any of these chairs.
            connection.execute(chairs.update().where(chairs.c.key == old).values(key=new, token=None))
            connection.execute(contacts.update().where(contacts.c.person == old).values(person=new))
            connection.execute(news.update().where(news.c.person == old).values(person=new))
            self._tell_of_chairs(connection, new)
            return True

        return await self._write(change)

    def _tell_of_chairs(self, connection: sql.Connection, key: str) -> None:
        """Tell other servers of all games at which somebody sits."""
        if self.elsewhere is not None:
            for game in connection.execute(sql.select(chairs.c.game).where(chairs.c.key == key)).scalars():
                self.elsewhere.tell(connection, game)

    async def forget(self, key: str, strangers: Callable[[], str]) -> None:
        """Forget somebody: his name, his key at every chair, and what he said from them.

        Args:
            key: The digest of his key.
            strangers: Makes digests that belong to nobody, so that his chairs stay taken.
        """

        def drop(connection: sql.Connection) -> None:
            self._tell_of_chairs(connection, key)
            _forget(connection, key, strangers)

        await self._write(drop)
        if self._file is not None:
            # Nor in the log beside it; where others read at this moment, it goes with the next round of the log.
            await self._writer.do("PRAGMA wal_checkpoint(TRUNCATE)")


def _forget(connection: sql.Connection, key: str, strangers: Callable[[], str]) -> None:
    rows = connection.execute(sql.select(chairs).where(chairs.c.key == key)).all()
    here = sql.and_(chairs.c.game == sql.bindparam("table"), chairs.c.name == sql.bindparam("place"))
    said = sql.and_(events.c.game == sql.bindparam("table"), events.c.chair == sql.bindparam("place"))
    places = [{"table": row.game, "place": row.name} for row in rows]
    if places:
        nobody = chairs.update().where(here).values(key=sql.bindparam("nobody"), token=None)
        connection.execute(nobody, [{**place, "nobody": strangers()} for place in places])
        connection.execute(events.update().where(said, events.c.kind == "chat").values(what=UNSAID), places)
    connection.execute(people.delete().where(people.c.key == key))
    connection.execute(contacts.delete().where(contacts.c.person == key))
    connection.execute(news.delete().where(news.c.person == key))
    connection.execute(device_links.delete().where(device_links.c.owner == key))
    connection.execute(former_keys.delete().where(former_keys.c.now == key))
