"""Queries of people: their nicknames, their chairs, and their deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import sqlalchemy as sql

from yurei.club.model.chairs import REFEREE
from yurei.club.model.stored import EventKind
from yurei.club.model.summary import FINAL, PLAYERS
from yurei.club.store.database import Database
from yurei.club.store.queries.former_keys import note_change
from yurei.club.store.tables import chairs, contacts, device_links, events, former_keys, games, news, people, practised

UNSAID = "\n…"
"""Replacement for the chat messages of a deleted person: no name, and a sign that there was a message."""


class PeopleRows(Database):
    """The part of the store for people."""

    async def keep_person(self, key: str, nickname: str, made: datetime) -> None:
        """Store a person's nickname, by the digest of their key."""

        def keep(connection: sql.Connection) -> None:
            renamed = connection.execute(people.update().where(people.c.key == key).values(nickname=nickname))
            if not renamed.rowcount:
                connection.execute(people.insert(), {"key": key, "nickname": nickname, "made": made.isoformat()})

        await self._write(keep)

    async def nicknames(self, keys: Iterable[str]) -> dict[str, str]:
        """Return nicknames by the digests of keys; unknown keys are left out."""
        return {row.key: row.nickname for row in await self._rows(people.select().where(people.c.key.in_(list(keys))))}

    async def take_over(self, old: str, new: str) -> None:
        """Give a person's chairs to another who has no chair in those games, if no opponent plays against them there.

        That is so when the game has ended, or when one person or one device plays all seats. Their results in problems
        go along; where both have one, that of the new key stays.

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
            _move_practice(connection, old, new)

        await self._write(move)

    async def change_key(self, old: str, new: str, at: datetime) -> bool:
        """Replace a person's key in all that is stored, and in delayed writes; the tokens of their chairs are deleted.

        Args:
            old, new: The digests of the keys.

        Returns:
            Whether there was a person with the old key.
        """

        def change(connection: sql.Connection) -> bool:
            if not connection.execute(people.update().where(people.c.key == old).values(key=new)).rowcount:
                return False
            note_change(connection, old, new, at)
            # A thief of the old key could have made a token to any of these chairs.
            connection.execute(chairs.update().where(chairs.c.key == old).values(key=new, token=None))
            connection.execute(contacts.update().where(contacts.c.person == old).values(person=new))
            connection.execute(news.update().where(news.c.person == old).values(person=new))
            connection.execute(practised.update().where(practised.c.person == old).values(person=new))
            self._tell_of_chairs(connection, new)
            return True

        return await self._write(change)

    def _tell_of_chairs(self, connection: sql.Connection, key: str) -> None:
        """Notify other servers of all games of a person."""
        if self.elsewhere is not None:
            for game in connection.execute(sql.select(chairs.c.game).where(chairs.c.key == key)).scalars():
                self.elsewhere.tell(connection, game)

    async def forget(self, key: str, strangers: Callable[[], str]) -> None:
        """Delete a person: their nickname, their key at every chair, and their chat messages.

        Args:
            key: The digest of the person's key.
            strangers: Makes random digests, so that the person's chairs stay taken.
        """

        def drop(connection: sql.Connection) -> None:
            self._tell_of_chairs(connection, key)
            _forget(connection, key, strangers)

        await self._write(drop)
        if self._file is not None:
            # Truncate the log too; if it is being read at this moment, the data goes with its next reset.
            await self._writer.do("PRAGMA wal_checkpoint(TRUNCATE)")


def _move_practice(connection: sql.Connection, old: str, new: str) -> None:
    """Give a person's results in problems to another; where both have one, the other's own stays."""
    own = sql.select(practised.c.problem).where(practised.c.person == new)
    moved = practised.update().where(practised.c.person == old, practised.c.problem.not_in(own))
    connection.execute(moved.values(person=new))
    connection.execute(practised.delete().where(practised.c.person == old))


def _forget(connection: sql.Connection, key: str, strangers: Callable[[], str]) -> None:
    rows = connection.execute(sql.select(chairs).where(chairs.c.key == key)).all()
    here = sql.and_(chairs.c.game == sql.bindparam("table"), chairs.c.name == sql.bindparam("place"))
    said = sql.and_(events.c.game == sql.bindparam("table"), events.c.chair == sql.bindparam("place"))
    places = [{"table": row.game, "place": row.name} for row in rows]
    if places:
        nobody = chairs.update().where(here).values(key=sql.bindparam("nobody"), token=None)
        connection.execute(nobody, [{**place, "nobody": strangers()} for place in places])
        connection.execute(
            events.update().where(said, events.c.kind == EventKind.CHAT.value).values(what=UNSAID), places
        )
    connection.execute(people.delete().where(people.c.key == key))
    connection.execute(contacts.delete().where(contacts.c.person == key))
    connection.execute(news.delete().where(news.c.person == key))
    connection.execute(practised.delete().where(practised.c.person == key))
    connection.execute(device_links.delete().where(device_links.c.owner == key))
    connection.execute(former_keys.delete().where(former_keys.c.now == key))
