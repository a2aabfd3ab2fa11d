"""The store: games, chairs, people and events, in SQLite or PostgreSQL.

A game is stored as its settings and an append-only list of events; everything else is derived from them. Of a secret
only its digest is stored.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import (
    COUNTING,
    NOT_KEPT,
    PLAYING,
    BotNews,
    Chair,
    Event,
    EventKind,
    NotKept,
    Overtaken,
    StoredGame,
    StoreFailed,
    Summary,
)
from yurei.club.store.appends import ADD, Append, append_all, write_summaries
from yurei.club.store.checks import CheckRows
from yurei.club.store.elsewhere import notice
from yurei.club.store.queries.challenges import ChallengeRows
from yurei.club.store.queries.contacts import ContactStore
from yurei.club.store.queries.evenings import EveningRows
from yurei.club.store.queries.people import PeopleRows, check_players
from yurei.club.store.queries.practice import PracticeRows
from yurei.club.store.queries.server import ServerRows
from yurei.club.store.queries.summaries import SummaryRows
from yurei.club.store.tables import chairs, events, games

FEW = 50
"""Number of sightings stored at once, so that a try does not wait for all of them."""
_TAKE = (
    chairs.update()
    .where(chairs.c.game == sql.bindparam("of"), chairs.c.name == sql.bindparam("at"))
    .values({column: sql.bindparam(f"new_{column}") for column in ("key", "link", "token")})
)
"""Built once: building a statement takes longer than executing it."""


class Store(ChallengeRows, CheckRows, ContactStore, EveningRows, PeopleRows, PracticeRows, ServerRows, SummaryRows):
    """Stores games. Every change is on the disk when its call returns; if it cannot be stored, it raises ``NotKept``."""

    async def add(
        self,
        game: StoredGame,
        seats: Iterable[Chair],
        happened: Iterable[Event] = (),
        summary: Summary | None = None,
        news: Sequence[BotNews] = (),
    ) -> None:
        """Store a new game with its chairs and first events: all of it or nothing.

        Args:
            summary, news: As for ``append``.

        Raises:
            NotKept: if the key of a player has been replaced meanwhile.
        """
        places = list(seats)
        rows = [{"game": game.id, "name": seat.name, "link": seat.link, "key": seat.key} for seat in places]
        event_rows = [_event_row(game.id, number, event) for number, event in enumerate(happened)]

        def add(connection: sql.Connection) -> None:
            check_players(connection, {seat.name: seat.key for seat in places})
            connection.execute(games.insert(), _game_row(game))
            connection.execute(chairs.insert(), rows)
            if event_rows:
                connection.execute(ADD, event_rows)
            if summary is not None:
                write_summaries(connection, {game.id: summary})
            self._notify_bots(connection, news)

        async def is_kept() -> bool:
            loaded = await self.load(game.id)
            return loaded is not None and loaded[0].host == game.host

        await self._write_unless_kept(add, is_kept)

    async def append(
        self,
        game: str,
        first: int,
        happened: Iterable[Event],
        taken: Chair | None = None,
        summary: Summary | None = None,
        news: Sequence[BotNews] = (),
    ) -> None:
        """Store new events, numbered from ``first``; it is an error if a number is taken by another event.

        Args:
            taken: A chair whose key or token has changed.
            summary: The summary of the game, if it has changed.
            news: Notices for bots, of which other servers are told.

        Raises:
            Overtaken: if another event has such a number.
            NotKept: if the key of the player on the taken chair has been replaced meanwhile.
        """
        rows = [_event_row(game, number, event) for number, event in enumerate(happened, first)]
        append = Append(game, rows, summary)

        def keep(connection: sql.Connection) -> None:
            if taken is not None:
                check_players(connection, {taken.name: taken.key})
                new = {"new_key": taken.key, "new_link": taken.link, "new_token": taken.token}
                connection.execute(_TAKE, {"of": game, "at": taken.name, **new})
            append_all(connection, [append], self.elsewhere)
            self._notify_bots(connection, news)

        async def are_kept() -> bool:
            found = events.select().where(events.c.game == game, events.c.number >= first).order_by(events.c.number)
            return bool(rows) and [row._asdict() for row in await self._rows(found.limit(len(rows)))] == rows

        try:
            alone = taken is not None or (self.elsewhere is not None and news)
            await self._write_unless_kept(keep if alone else append, are_kept)
        except NotKept as error:
            if isinstance(error.__cause__, sql.exc.IntegrityError):
                raise Overtaken(NOT_KEPT) from error
            raise

    def _notify_bots(self, connection: sql.Connection, news: Iterable[BotNews]) -> None:
        """Notify other servers for bots, after the games: the games have to be read anew."""
        for each in news:
            self._notify_servers(connection, notice(each))

    async def load(self, game: str) -> tuple[StoredGame, list[Chair], list[Event]] | None:
        """Return a game, its chairs and its events; None if there is none of this name."""
        row = await self._row(games.select().where(games.c.id == game))
        if row is None:
            return None
        seats, happened = await self._chairs(game), await self._events(game, 0)
        stored = StoredGame(
            id=row.id,
            settings=json.loads(row.settings),
            versions=(row.ruleset_version, row.referee_version),
            players=json.loads(row.players),
            host=row.host,
            made=datetime.fromisoformat(row.made),
            follows=row.follows,
            terms=json.loads(row.terms),
            sealing=row.sealing,
        )
        return stored, seats, happened

    async def since(self, game: str, number: int) -> tuple[list[Chair], list[Event]]:
        """Return the current chairs of a game, and its events from a number on."""
        happened = await self._events(game, number)
        # Read last, so that a person who sits down in between is noticed, and the game loaded again.
        return await self._chairs(game), happened

    async def _chairs(self, game: str) -> list[Chair]:
        rows = await self._rows(chairs.select().where(chairs.c.game == game))
        return [
            Chair(row.name, row.link, row.key, row.token, row.seen and datetime.fromisoformat(row.seen)) for row in rows
        ]

    async def _events(self, game: str, first: int) -> list[Event]:
        """Return the events of a game from a number on."""
        columns = events.c.chair, events.c.kind, events.c.what, events.c.at, events.c.request
        there = sql.and_(events.c.game == game, events.c.number >= first)
        return [
            Event(chair, EventKind(kind), what, datetime.fromisoformat(at), request or "")
            for chair, kind, what, at, request in await self._rows(
                sql.select(*columns).where(there).order_by(events.c.number)
            )
        ]

    async def listed(self, most: int) -> list[str]:
        """Return the names of the public games, the newest first."""
        newest = sql.select(games.c.id).where(games.c.watching == "everybody").order_by(games.c.made.desc()).limit(most)
        return await self._values(newest)

    async def with_programs(self, most: int) -> list[str]:
        """Return the names of the newest games with programs that are in progress or being counted."""
        on = sql.and_(games.c.phase.in_((PLAYING, COUNTING)), games.c.players != "{}")
        newest = sql.select(games.c.id).where(on).order_by(games.c.made.desc()).limit(most)
        return await self._values(newest)

    async def keep_seen(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        """Store when people were last seen, by game and chair."""
        here = sql.and_(chairs.c.game == sql.bindparam("at"), chairs.c.name == sql.bindparam("on"))
        rows = [{"at": game, "on": chair, "when": when.isoformat()} for (game, chair), when in seen.items()]
        seen_now = chairs.update().where(here).values(seen=sql.bindparam("when"))
        for first in range(0, len(rows), FEW):
            few = rows[first : first + FEW]
            await self._write(partial(sql.Connection.execute, statement=seen_now, parameters=few))

    async def forgotten(self, before: datetime) -> list[str]:
        """Return the games, not known to be over, without any event or any person seen since a time."""
        then = before.isoformat()
        last = sql.select(events.c.at).where(events.c.game == games.c.id).order_by(events.c.number.desc()).limit(1)
        seen = sql.select(sql.func.max(chairs.c.seen)).where(chairs.c.game == games.c.id)
        quiet = [sql.func.coalesce(each.scalar_subquery(), "") < then for each in (last, seen)]
        found = sql.select(games.c.id).where(games.c.closed.is_(None), games.c.made < then, *quiet)
        return await self._values(found)

    async def close_game(self, game: str, now: datetime) -> None:
        """Store that a game is over, so that it is not checked again."""
        closed = games.update().where(games.c.id == game).values(closed=now.isoformat())
        await self._write(lambda connection: connection.execute(closed))


def _game_row(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "settings": json.dumps(game.settings),
        "ruleset_version": game.versions[0],
        "referee_version": game.versions[1],
        "players": json.dumps(game.players),
        "host": game.host,
        "made": game.made.isoformat(),
        "follows": game.follows,
        "terms": json.dumps(game.terms),
        "sealing": game.sealing,
        "watching": game.terms.get("watching"),
        "ruleset": game.settings.get("ruleset", ""),
        "referee": game.settings.get("referee", ""),
    }


def _event_row(game: str, number: int, event: Event) -> dict[str, Any]:
    return {
        "game": game,
        "number": number,
        "chair": event.chair,
        "kind": event.kind.value,
        "what": event.what,
        "at": event.at.isoformat(),
        "request": event.request or None,
    }


async def why_closed(url: str) -> str | None:
    """Open and close a database; return in a few words why that fails, or None."""
    try:
        store = Store(url)
        await store.open()
        await store.close()
    except (StoreFailed, NotKept, sql.exc.SQLAlchemyError, OSError, ImportError) as error:
        cause = error.__cause__ or error
        return str(getattr(cause, "orig", None) or cause).strip().splitlines()[0]
    return None
