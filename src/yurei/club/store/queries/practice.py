"""Queries of practice: a person's results in problems."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import Ending, Practised
from yurei.club.store.database import Database, Row
from yurei.club.store.tables import people, practised


class PracticeRows(Database):
    """The part of the store for practice."""

    async def practised(self, person: str) -> list[Practised]:
        """Return a person's results, by the digest of their key, in order of the first attempt."""
        found = practised.select().where(practised.c.person == person)
        rows = await self._rows(found.order_by(practised.c.first, practised.c.problem))
        return [_result(row) for row in rows]

    async def keep_practised(self, person: str, problem: str, change: Callable[[Practised | None], Practised]) -> None:
        """Store a changed result; nothing is stored for a person who has been deleted or has a new key."""

        def store_change(connection: sql.Connection) -> None:
            # Locked, so that a change of the key at another server waits for the result.
            owner = sql.select(people.c.key).where(people.c.key == person).with_for_update(read=True)
            if connection.execute(owner).first() is None:
                return
            here = sql.and_(practised.c.person == person, practised.c.problem == problem)
            row = connection.execute(practised.select().where(here).with_for_update()).first()
            values = _plain(change(None if row is None else _result(row)))
            if row is None:
                connection.execute(practised.insert(), {"person": person, **values})
            else:
                connection.execute(practised.update().where(here).values(values))

        await self._write(store_change)


def _plain(result: Practised) -> dict[str, Any]:
    return asdict(result) | {
        "first": result.first.isoformat(),
        "first_attempt": result.first_attempt.value,
        "last": result.last.isoformat(),
        "due": result.due and result.due.isoformat(),
    }


def _result(row: Row) -> Practised:
    first, last = date.fromisoformat(row.first), date.fromisoformat(row.last)
    due = row.due and date.fromisoformat(row.due)
    return Practised(row.problem, first, Ending(row.first_attempt), row.attempts, last, row.solved, row.interval, due)
