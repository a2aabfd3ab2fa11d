"""Queries for the consistency check: damage, the names of games, and stored summaries."""

from datetime import datetime

import sqlalchemy as sql

from yurei.club.model.stored import ChairSummary, DatabaseAway, Summary
from yurei.club.store.database import Database
from yurei.club.store.tables import chairs, events, games

Unreadable = (sql.exc.SQLAlchemyError, DatabaseAway)
"""Raised by every query if the database cannot be read, for instance because it is damaged."""


def reason(error: Exception) -> str:
    """Return why a database cannot be read, in its own words, in one line."""
    return str(getattr(error, "orig", None) or getattr(error.__cause__, "orig", None) or error).splitlines()[0]


class CheckRows(Database):
    """The queries of the consistency check."""

    async def damages(self) -> list[str]:
        """Return the faults of the database itself, a line each. On PostgreSQL only those that any user can query."""
        found: list[str] = []
        try:
            await self._look_for_damage(found)
        except Unreadable as error:
            found.append(f"the database: {reason(error)}")
        return found

    async def _look_for_damage(self, found: list[str]) -> None:
        counted = sql.select(events.c.game).group_by(events.c.game)
        torn = counted.having(sql.func.count() != sql.func.max(events.c.number) + 1)
        async with self._engine.connect() as connection:
            if self._file is not None:
                whole = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalars()
                found += [f"the file: {line}" for line in whole if line != "ok"]
                lost = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
                found += [
                    f"the file: a row of {table} belongs to none of {other}" for table, _, other, _ in map(tuple, lost)
                ]
            found += [f"game {name}: events are missing" for name in (await connection.execute(torn)).scalars()]

    async def how_many(self) -> int:
        """Return the number of games."""
        (count,) = await self._values(sql.select(sql.func.count()).select_from(games))
        return int(count)

    async def names(self, after: str, most: int) -> list[str]:
        """Return the names of games after a name, in order."""
        return await self._values(sql.select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(most))

    async def kept_summary(self, game: str) -> Summary | None:
        """Return the stored summary of a game; None if there is none."""
        row = await self._row(games.select().where(games.c.id == game))
        seats = await self._rows(chairs.select().where(chairs.c.game == game))
        if row is None or row.phase is None:
            return None
        return Summary(
            row.phase,
            tuple(ChairSummary(seat.name, seat.to_move, seat.result) for seat in seats),
            row.ended and datetime.fromisoformat(row.ended),
            row.ended_by or "",
            row.winner or "",
            row.margin,
            row.board or "",
        )
