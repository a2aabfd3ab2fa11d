"""Queries of people: nicknames, keys, device links, contacts, results in problems; and the deletion of a person."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

import sqlalchemy as sql

from yurei.club.model.chairs import REFEREE
from yurei.club.model.stored import FINAL, NOT_KEPT, PLAYERS, Attempts, Contact, Ending, EventKind, NotStored
from yurei.club.store.database import Database, Row
from yurei.club.store.tables import chairs, contacts, device_links, events, games, people, practised

UNSAID = "\n…"  # replaces the name and message in a chat event of a deleted person


class PeopleTables:
    """The tables of people. A person is identified by the digest of their key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_person(self, key: str, nickname: str, made: datetime, mark: str = "") -> bool:
        """Store a person's nickname; return False if it ends in ``mark`` and another person has it already."""

        def store_nickname(connection: sql.Connection) -> bool:
            others = people.select().where(people.c.nickname.endswith(mark), people.c.key != key)
            if mark and nickname.casefold() in {row.nickname.casefold() for row in connection.execute(others)}:
                return False
            renamed = connection.execute(people.update().where(people.c.key == key).values(nickname=nickname))
            if not renamed.rowcount:
                connection.execute(people.insert(), {"key": key, "nickname": nickname, "made": made.isoformat()})
            return True

        return await self._database.write(store_nickname)

    async def nicknames(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the nicknames of people, by their keys; unknown people are left out."""
        return {
            row.key: row.nickname
            for row in await self._database.rows(people.select().where(people.c.key.in_(list(keys))))
        }

    async def take_over(self, old: str, new: str) -> None:
        """Give the chairs of the person ``old`` to ``new``, in games that have ended or have only one player.

        Games in which ``new`` has a chair are left out. Results in problems that ``new`` lacks are moved too.
        """
        both = chairs.alias()
        shared = sql.select(both.c.game).where(both.c.key == new)
        ended = sql.select(games.c.id).where(games.c.phase == FINAL)
        alone = chairs.c.name.not_in((*PLAYERS, REFEREE))
        moved = sql.and_(chairs.c.key == old, sql.or_(chairs.c.game.in_(ended), alone), chairs.c.game.not_in(shared))

        def move(connection: sql.Connection) -> None:
            self._notify_seated_games(connection, old)
            connection.execute(chairs.update().where(moved).values(key=new))
            own = sql.select(practised.c.problem).where(practised.c.person == new)
            given = practised.update().where(practised.c.person == old, practised.c.problem.not_in(own))
            connection.execute(given.values(person=new))
            connection.execute(practised.delete().where(practised.c.person == old))

        await self._database.write(move)

    async def change_key(self, old: str, new: str) -> bool:
        """Replace a person's key and delete the tokens of their chairs; return whether the person exists."""

        def change(connection: sql.Connection) -> bool:
            if not connection.execute(people.update().where(people.c.key == old).values(key=new)).rowcount:
                return False
            # Somebody who has stolen the old key could have made tokens to these chairs.
            connection.execute(chairs.update().where(chairs.c.key == old).values(key=new, token=None))
            connection.execute(contacts.update().where(contacts.c.person == old).values(person=new))
            connection.execute(practised.update().where(practised.c.person == old).values(person=new))
            self._notify_seated_games(connection, new)
            return True

        return await self._database.write(change)

    def _notify_seated_games(self, connection: sql.Connection, key: str) -> None:
        if self._database.backend.is_shared:
            for game in connection.execute(sql.select(chairs.c.game).where(chairs.c.key == key)).scalars():
                self._database.backend.notify(connection, [game])

    async def forget(self, key: str, strangers: Callable[[], str]) -> None:
        """Delete a person's nickname, key and messages. Digests from ``strangers`` replace the key on their chairs."""

        def drop(connection: sql.Connection) -> None:
            self._notify_seated_games(connection, key)
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
            connection.execute(practised.delete().where(practised.c.person == key))
            connection.execute(device_links.delete().where(device_links.c.owner == key))

        await self._database.write(drop)
        await self._database.backend.overwrite_deleted()

    async def keep_device_link(self, link: str, owner: str, sealed: str, now: datetime, until: datetime) -> None:
        """Store a link, delete the earlier link of its owner, and delete expired links."""
        old = sql.or_(device_links.c.owner == owner, device_links.c.until <= now.isoformat())

        def replace_link(connection: sql.Connection) -> None:
            connection.execute(device_links.delete().where(old))
            row = {"link": link, "owner": owner, "sealed": sealed, "until": until.isoformat()}
            connection.execute(device_links.insert(), row)

        await self._database.write(replace_link)

    async def device_link(self, link: str, now: datetime) -> tuple[str, str] | None:
        """Return the owner and the encrypted content of a link; None if the link is unknown or has expired."""
        good = device_links.select().where(device_links.c.link == link, device_links.c.until > now.isoformat())
        row = await self._database.row(good)
        return None if row is None else (row.owner, row.sealed)

    async def spend_device_link(self, link: str) -> bool:
        """Delete a link; return whether it existed."""
        gone = device_links.delete().where(device_links.c.link == link)
        return bool(await self._database.write(lambda connection: connection.execute(gone).rowcount))

    async def list_reachable_people(self) -> set[tuple[str, str]]:
        """Return all people who have a confirmed contact, each with its kind (push or mail)."""
        everybody = sql.select(contacts.c.person, contacts.c.kind).where(contacts.c.confirmed)
        return {(row.person, row.kind) for row in await self._database.rows(everybody.distinct())}

    async def contacts_of(self, person: str) -> list[Contact]:
        """Return a person's contacts, the oldest first."""
        return await self._contacts(contacts.c.person == person)

    async def contact(self, name: str) -> Contact | None:
        """Return the contact with an id; None if there is none."""
        return next(iter(await self._contacts(contacts.c.id == name)), None)

    async def _contacts(self, which: sql.ColumnElement[bool]) -> list[Contact]:
        ordered = contacts.select().where(which).order_by(contacts.c.made, contacts.c.id)
        rows = await self._database.rows(ordered)
        return [Contact(**row._asdict() | {"made": datetime.fromisoformat(row.made)}) for row in rows]

    async def keep_contact(self, contact: Contact) -> None:
        """Store a contact, in place of an earlier one with its id."""
        row: dict[str, Any] = {name: getattr(contact, name) for name in contact.__slots__}

        def keep(connection: sql.Connection) -> None:
            connection.execute(contacts.delete().where(contacts.c.id == contact.id))
            connection.execute(contacts.insert(), {**row, "made": contact.made.isoformat()})

        await self._database.write(keep)

    async def drop_contact(self, name: str) -> None:
        await self._database.write(
            lambda connection: connection.execute(contacts.delete().where(contacts.c.id == name))
        )

    async def list_attempts(self, person: str) -> list[Attempts]:
        """Return the attempts of a person at each problem, in the order of the first attempts."""
        found = practised.select().where(practised.c.person == person)
        rows = await self._database.rows(found.order_by(practised.c.first, practised.c.problem))
        return [_read_result(row) for row in rows]

    async def keep_practised(self, person: str, problem: str, change: Callable[[Attempts | None], Attempts]) -> None:
        """Apply ``change`` to a person's stored attempts at a problem; do nothing if the person was deleted."""

        def store_change(connection: sql.Connection) -> None:
            # Locked, so that a change of the key at a different server waits for this transaction.
            owner = sql.select(people.c.key).where(people.c.key == person).with_for_update(read=True)
            if connection.execute(owner).first() is None:
                return
            here = sql.and_(practised.c.person == person, practised.c.problem == problem)
            row = connection.execute(practised.select().where(here).with_for_update()).first()
            values = _make_result_row(change(None if row is None else _read_result(row)))
            if row is None:
                connection.execute(practised.insert(), {"person": person, **values})
            else:
                connection.execute(practised.update().where(here).values(values))

        await self._database.write(store_change)


def check_players(connection: sql.Connection, seated: Mapping[str, str | None]) -> None:
    """Check that the keys of players have not been replaced, and lock them until the transaction ends."""
    keys = {key for chair, key in seated.items() if key is not None and chair in PLAYERS}
    # In order, so that two servers that lock the same keys do not deadlock.
    locked = sql.select(people.c.key).where(people.c.key.in_(keys)).order_by(people.c.key)
    if keys.difference(connection.execute(locked.with_for_update(read=True)).scalars()):
        raise NotStored(NOT_KEPT)


def _make_result_row(result: Attempts) -> dict[str, Any]:
    return asdict(result) | {
        "first": result.first.isoformat(),
        "first_attempt": result.first_attempt.value,
        "last": result.last.isoformat(),
        "due": result.due and result.due.isoformat(),
    }


def _read_result(row: Row) -> Attempts:
    first, last = date.fromisoformat(row.first), date.fromisoformat(row.last)
    due = row.due and date.fromisoformat(row.due)
    return Attempts(row.problem, first, Ending(row.first_attempt), row.attempts, last, row.solved, row.interval, due)
