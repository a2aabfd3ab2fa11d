"""Queries of practice: a person's results in problems."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import Ending, Practised
from yurei.club.store.database import Database
from yurei.club.store.queries.former_keys import newest_keys
from yurei.club.store.tables import people, practised


class PracticeRows(Database):
    """The part of the store for practice."""

    async def practised(self, person: str) -> list[Practised]:
        """Return a person's results, by the digest of their key, in order of the first attempt."""
        found = practised.select().where(practised.c.person == person)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(found.order_by(practised.c.first, practised.c.problem))).mappings().all()
        return [_result(row) for row in rows]

    async def keep_practised(self, person: str, problem: str, change: Callable[[Practised | None], Practised]) -> None:
        """Store a changed result; nothing is stored for a person who has been deleted.

        Args:
            person: The digest of the person's key.
            problem: The id of the problem.
            change: Returns the new result for the one so far, None if there is none.

        Raises:
            StoreFailed: if it could not be stored.
        """

        def store_change(connection: sql.Connection) -> None:
            owner = newest_keys(connection, [person]).get(person, person)
            if connection.execute(sql.select(people.c.key).where(people.c.key == owner)).first() is None:
                return
            here = sql.and_(practised.c.person == owner, practised.c.problem == problem)
            row = connection.execute(practised.select().where(here).with_for_update()).mappings().first()
            values = _row(change(None if row is None else _result(row)))
            if row is None:
                connection.execute(practised.insert(), {"person": owner, **values})
            else:
                connection.execute(practised.update().where(here).values(values))

        await self._write(store_change)


def _row(result: Practised) -> dict[str, Any]:
    return {
        "problem": result.problem,
        "first": result.first.isoformat(),
        "first_attempt": result.first_attempt.value,
        "attempts": result.attempts,
        "last": result.last.isoformat(),
        "solved": result.solved,
        "interval": result.interval,
        "due": None if result.due is None else result.due.isoformat(),
    }


def _result(row: sql.RowMapping) -> Practised:
    return Practised(
        problem=row["problem"],
        first=date.fromisoformat(row["first"]),
        first_attempt=Ending(row["first_attempt"]),
        attempts=row["attempts"],
        last=date.fromisoformat(row["last"]),
        solved=row["solved"],
        interval=row["interval"],
        due=None if row["due"] is None else date.fromisoformat(row["due"]),
    )
