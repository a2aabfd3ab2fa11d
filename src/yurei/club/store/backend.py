"""Interface of a database, with all that differs between SQLite and PostgreSQL; and notices between servers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from yurei.club.model.stored import BotNews, Summary

LOBBY = "lobby"  # the name sent to other servers when challenges have changed. No game or evening has this name
SUMMARY = ("phase", "ended", "ended_by", "winner", "margin", "board")  # columns of games

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Append:
    """New events of one game, which are to be stored."""

    game: str
    events: Sequence[Mapping[str, Any]]  # as rows of the table
    summary: Summary | None = None  # the new summary; None if it has not changed


Write: TypeAlias = Callable[[sql.Connection], Done] | Append
"""A write; it may be called twice, the first call being rolled back."""


class Backend:
    """A kind of database, SQLite or PostgreSQL."""

    is_shared = False

    def __init__(self, engine: AsyncEngine, writing: sql.Engine) -> None:
        self.engine, self.writing = engine, writing
        # Called with the name of a game or an evening that a different server has changed; or with a notice for a bot,
        # see ``make_notice_text``; or, after a lost connection, with None: anything may have changed.
        self.subscribers: list[Callable[[str | None], None]] = []

    def check_exists(self) -> None:
        """Raise StoreFailed if the file is missing; a database on a server is checked only when it is read."""

    async def lock(self) -> None:
        """Lock out other servers, if only one may use the database; raises StoreFailed."""

    async def begin(self) -> None:
        """Begin work on the migrated tables; raises StoreFailed."""

    async def close(self) -> None:
        """Close all connections and release the locks. A later write opens a connection again."""

    async def read(self, work: Callable[[sql.Connection], Done]) -> Done:
        """Run queries on a reading connection."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        """Run writes in one transaction, and return their results once they are on the disk."""
        raise NotImplementedError

    def run(self, connection: sql.Connection, writes: Sequence[Write[Any]]) -> list[Any]:
        """Run writes on a connection, with one statement for the events of all games, and return the results."""
        if appends := [write for write in writes if isinstance(write, Append)]:
            self.append(connection, appends)
        return [None if isinstance(write, Append) else write(connection) for write in writes]

    def append(self, connection: sql.Connection, appends: Sequence[Append]) -> None:
        """Write new events of several games in few statements, in order, and notify other servers."""
        raise NotImplementedError

    def notify(self, connection: sql.Connection, names: Iterable[str]) -> None:
        """Notify other servers, once the transaction commits: of changed games and evenings, and for bots."""

    def lock_table(self, connection: sql.Connection, table: sql.Table) -> None:
        """Keep other servers from writing to a table until the transaction ends."""

    def is_deadlock(self, error: Exception) -> bool:
        """Return whether a write failed, without effect, because of a deadlock with a different server."""
        return False

    async def overwrite_deleted(self) -> None:
        """Overwrite all remaining copies of deleted data."""

    async def is_whole(self) -> bool:
        """Return whether no damage to the database was found so far."""
        return True

    def list_damage(self, connection: sql.Connection) -> Iterable[str]:
        """Yield the faults of the database itself, one line for each, as far as any user can query them."""
        return ()


def rows_of(appends: Sequence[Append]) -> tuple[list[Mapping[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of new events, and the parameters for updating the newest summaries of games and of chairs."""
    summaries = {append.game: append.summary for append in appends if append.summary is not None}
    games = [
        {"of": game, **{f"new_{name}": getattr(summary, name) for name in SUMMARY}}
        | {"new_ended": summary.ended and summary.ended.isoformat()}
        for game, summary in summaries.items()
    ]
    chairs = [
        {"of": game, "chair": each.name, "awaited": each.to_move, "ended": each.result}
        for game, summary in summaries.items()
        for each in summary.chairs
    ]
    return [row for append in appends for row in append.events], games, chairs


def make_notice_text(news: BotNews) -> str:
    """Return a notice for a bot as text, which is sent to other servers in place of the name of a game."""
    return f"{news.person}:{news.game}:{news.chair}:{news.since}"


def read_notice(name: str) -> BotNews | None:
    """Return the notice for a bot that a text from a server contains; None if the text names a game or an evening."""
    match name.split(":"):
        case [person, game, chair, since]:
            return BotNews(person, game, chair, int(since))
    return None
