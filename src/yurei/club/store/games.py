"""Queries of games: their chairs and events, the summaries that lists and counts use, and reviews.

A game is stored as its settings and an append-only list of events, from which everything else is derived.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import sqlalchemy as sql

from yurei.club.model import stored
from yurei.club.store.backend import Append, make_notice_text
from yurei.club.store.database import Database
from yurei.club.store.people import check_players
from yurei.club.store.tables import chairs, events, games, people, reviews

FEW = 50  # number of sightings in one write, so that a try does not wait for all of them
QUERIES_APART = 0.1  # least seconds between two queries of ``TurnCounts``
MOST_KEYS = 500  # most keys in a query of ``TurnCounts``
_TAKE = (
    chairs.update()
    .where(chairs.c.game == sql.bindparam("of"), chairs.c.name == sql.bindparam("at"))
    .values({column: sql.bindparam(f"new_{column}") for column in ("key", "link", "token")})
)
"""Built once: building a statement takes longer than executing it."""


class GameTables:
    """The tables of games. A change is on the disk when its call returns; if that fails, it raises ``NotStored``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        game: stored.StoredGame,
        seats: Iterable[stored.Chair],
        happened: Iterable[stored.Event] = (),
        summary: stored.Summary | None = None,
        news: Sequence[stored.BotNews] = (),
    ) -> None:
        """Store a new game with its chairs and first events, atomically."""
        places = list(seats)
        rows = [{"game": game.id, "name": seat.name, "link": seat.link, "key": seat.key} for seat in places]
        game_row = {
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
        event_rows = [_make_event_row(game.id, number, event) for number, event in enumerate(happened)]

        def add(connection: sql.Connection) -> None:
            check_players(connection, {seat.name: seat.key for seat in places})
            connection.execute(games.insert(), game_row)
            connection.execute(chairs.insert(), rows)
            self._database.backend.append(connection, [Append(game.id, event_rows, summary)])
            self._notify_bots(connection, news)

        async def is_kept() -> bool:
            loaded = await self.load(game.id)
            return loaded is not None and loaded[0].host == game.host

        await self._database.write_unless_kept(add, is_kept)

    async def append(
        self,
        game: str,
        first: int,
        happened: Iterable[stored.Event],
        taken: stored.Chair | None = None,
        summary: stored.Summary | None = None,
        news: Sequence[stored.BotNews] = (),
    ) -> None:
        """Store new events, numbered from ``first``, and the chair ``taken`` if its key or token has changed.

        Raises Overtaken if an event with such a number exists, and NotKept if the player's key has been replaced.
        """
        rows = [_make_event_row(game, number, event) for number, event in enumerate(happened, first)]
        append = Append(game, rows, summary)

        def keep(connection: sql.Connection) -> None:
            if taken is not None:
                check_players(connection, {taken.name: taken.key})
                new = {"new_key": taken.key, "new_link": taken.link, "new_token": taken.token}
                connection.execute(_TAKE, {"of": game, "at": taken.name, **new})
            self._database.backend.append(connection, [append])
            self._notify_bots(connection, news)

        async def are_kept() -> bool:
            found = events.select().where(events.c.game == game, events.c.number >= first).order_by(events.c.number)
            return bool(rows) and [row._asdict() for row in await self._database.rows(found.limit(len(rows)))] == rows

        try:
            alone = taken is not None or (self._database.backend.is_shared and news)
            await self._database.write_unless_kept(keep if alone else append, are_kept)
        except stored.NotStored as error:
            if isinstance(error.__cause__, sql.exc.IntegrityError):
                raise stored.WriteConflict(stored.NOT_KEPT) from error
            raise

    def _notify_bots(self, connection: sql.Connection, news: Iterable[stored.BotNews]) -> None:
        """Send notices for bots to other servers, after those of the games, which have to be reloaded first."""
        self._database.backend.notify(connection, map(make_notice_text, news))

    async def load(self, game: str) -> tuple[stored.StoredGame, list[stored.Chair], list[stored.Event]] | None:
        """Return a game by its name, with its chairs and its events; None if there is no such game."""
        row = await self._database.row(games.select().where(games.c.id == game))
        if row is None:
            return None
        found = stored.StoredGame(
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
        return found, await self._chairs(game), await self._events(game, 0)

    async def load_changes(self, game: str, number: int) -> tuple[list[stored.Chair], list[stored.Event]]:
        """Return the current chairs of a game, and its events from the event ``number`` on."""
        happened = await self._events(game, number)
        # Chairs are read last: a person who sits down in between is noticed, and the game is reloaded.
        return await self._chairs(game), happened

    async def _chairs(self, game: str) -> list[stored.Chair]:
        rows = await self._database.rows(chairs.select().where(chairs.c.game == game))
        return [
            stored.Chair(row.name, row.link, row.key, row.token, row.seen and datetime.fromisoformat(row.seen))
            for row in rows
        ]

    async def _events(self, game: str, first: int) -> list[stored.Event]:
        columns = events.c.chair, events.c.kind, events.c.what, events.c.at, events.c.request
        there = sql.and_(events.c.game == game, events.c.number >= first)
        return [
            stored.Event(chair, stored.EventKind(kind), what, datetime.fromisoformat(at), request or "")
            for chair, kind, what, at, request in await self._database.rows(
                sql.select(*columns).where(there).order_by(events.c.number)
            )
        ]

    async def list_public_games(self, most: int) -> list[str]:
        """Return the names of the newest games that everybody may watch, the newest first."""
        newest = sql.select(games.c.id).where(games.c.watching == "everybody").order_by(games.c.made.desc()).limit(most)
        return await self._database.values(newest)

    async def with_programs(self, most: int) -> list[str]:
        """Return the names of the newest games with programs that are in progress or being counted."""
        on = sql.and_(games.c.phase.in_((stored.PLAYING, stored.COUNTING)), games.c.players != "{}")
        return await self._database.values(sql.select(games.c.id).where(on).order_by(games.c.made.desc()).limit(most))

    async def store_last_seen(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        """Store when people were last seen, by game and chair."""
        here = sql.and_(chairs.c.game == sql.bindparam("at"), chairs.c.name == sql.bindparam("on"))
        rows = [{"at": game, "on": chair, "when": when.isoformat()} for (game, chair), when in seen.items()]
        seen_now = chairs.update().where(here).values(seen=sql.bindparam("when"))
        for first in range(0, len(rows), FEW):
            few = rows[first : first + FEW]
            await self._database.write(partial(sql.Connection.execute, statement=seen_now, parameters=few))

    async def find_unused(self, before: datetime) -> list[str]:
        """Return the games that may be in progress, but have had no event and no sighting of a person since a time."""
        then = before.isoformat()
        last = sql.select(events.c.at).where(events.c.game == games.c.id).order_by(events.c.number.desc()).limit(1)
        seen = sql.select(sql.func.max(chairs.c.seen)).where(chairs.c.game == games.c.id)
        quiet = [sql.func.coalesce(each.scalar_subquery(), "") < then for each in (last, seen)]
        found = sql.select(games.c.id).where(games.c.closed.is_(None), games.c.made < then, *quiet)
        return await self._database.values(found)

    async def close_game(self, game: str, now: datetime) -> None:
        """Mark a game as over, so that ``find_unused`` does not return it any more."""
        closed = games.update().where(games.c.id == game).values(closed=now.isoformat())
        await self._database.write(lambda connection: connection.execute(closed))

    async def with_clocks(self) -> list[str]:
        """Return the names of the running games with clocks."""
        goes_on = games.c.phase.in_((stored.PLAYING, stored.COUNTING))
        found = sql.select(games.c.id).where(goes_on, games.c.terms.contains('"clock": {'))
        return await self._database.values(found)

    async def turns(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the number of games in which a person is to move, by key. People who are not are left out."""
        waited_for = sql.select(chairs.c.key, sql.func.count().label("turns")).where(chairs.c.to_move)
        counted = waited_for.where(chairs.c.key.in_(keys)).group_by(chairs.c.key)
        return {row.key: row.turns for row in await self._database.rows(counted)}

    async def running(self, key: str, most: int) -> list[tuple[str, str]]:
        """Return a person's running games and chairs: first those in which it is their turn, then the newest."""
        where = sql.select(chairs.c.game, chairs.c.name).join(games, games.c.id == chairs.c.game)
        where = where.where(chairs.c.key == key, sql.func.coalesce(games.c.phase, "") != stored.FINAL)
        ordered = where.order_by(chairs.c.to_move.desc(), games.c.made.desc(), games.c.id, chairs.c.name)
        return [(row.game, row.name) for row in await self._database.rows(ordered.limit(most))]

    async def past_games(
        self, key: str, wanted: stored.Filter, first: int, most: int
    ) -> tuple[int, list[stored.PastGame]]:
        """Return the number of a person's ended games that match, and one page of them, the latest end first."""
        chosen = sql.and_(chairs.c.key == key, games.c.phase == stored.FINAL, *_make_conditions(wanted))
        both = chairs.join(games, games.c.id == chairs.c.game)
        counted = sql.select(sql.func.count()).select_from(both).where(chosen)
        columns = sql.select(chairs.c.name, chairs.c.result, games).select_from(both).where(chosen)
        ordered = columns.order_by(games.c.ended.desc(), games.c.id, chairs.c.name).offset(first).limit(most)
        (count,) = await self._database.values(counted)
        rows = await self._database.rows(ordered)
        taken = sql.select(chairs.c.game, chairs.c.name, chairs.c.key).where(chairs.c.key.is_not(None))
        keys: dict[str, dict[str, str]] = {row.id: {} for row in rows}
        for row in await self._database.rows(taken.where(chairs.c.game.in_(keys))):
            keys[row.game][row.name] = row.key
        return count, [
            stored.PastGame(
                id=row.id,
                chair=row.name,
                settings=json.loads(row.settings),
                players=json.loads(row.players),
                keys=keys[row.id],
                expected=json.loads(row.terms).get("expected", {}),
                ended=datetime.fromisoformat(row.ended),
                ended_by=row.ended_by,
                winner=row.winner,
                margin=row.margin,
                board=row.board,
                result=row.result,
            )
            for row in rows
        ]

    async def tallies(self, key: str) -> list[stored.Tally]:
        """Return the numbers of games that a person plays or played, by ruleset, referee and result."""
        what = (games.c.ruleset, games.c.referee, chairs.c.result)
        own = sql.and_(chairs.c.key == key, chairs.c.name.in_(stored.PLAYERS), games.c.phase.is_not(None))
        counted = sql.select(*what, sql.func.count().label("number")).join(games, games.c.id == chairs.c.game)
        rows = await self._database.rows(counted.where(own).group_by(*what))
        return [stored.Tally(row.ruleset or "", row.referee or "", row.result, row.number) for row in rows]

    async def final_games(self, key: str) -> list[tuple[str, str, datetime]]:
        """Return the name, ruleset and date of every ended game of a person, the oldest first."""
        found = sql.select(games.c.id, games.c.ruleset, games.c.made).join(chairs, games.c.id == chairs.c.game)
        found = found.where(chairs.c.key == key, games.c.phase == stored.FINAL).order_by(games.c.made, games.c.id)
        rows = await self._database.rows(found)
        return [(row.id, row.ruleset or "", datetime.fromisoformat(row.made)) for row in rows]

    async def review(self, game: str) -> bytes | None:
        """Return a game's review, compressed; None if there is none."""
        found = await self._database.values(sql.select(reviews.c.tries).where(reviews.c.game == game))
        return found[0] if found else None

    async def keep_review(self, game: str, review: bytes) -> None:
        """Store a game's review, in place of an earlier one."""

        def replace_review(connection: sql.Connection) -> None:
            connection.execute(reviews.delete().where(reviews.c.game == game))
            connection.execute(reviews.insert(), {"game": game, "tries": review})

        await self._database.write(replace_review)

    async def count_games(self) -> int:
        """Return the number of all games."""
        (count,) = await self._database.values(sql.select(sql.func.count()).select_from(games))
        return int(count)

    async def list_names(self, after: str, most: int) -> list[str]:
        """Return up to ``most`` names of games that sort after ``after``, in order."""
        return await self._database.values(
            sql.select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(most)
        )

    async def kept_summary(self, game: str) -> stored.Summary | None:
        """Return the stored summary of a game; None if there is none."""
        row = await self._database.row(games.select().where(games.c.id == game))
        seats = await self._database.rows(chairs.select().where(chairs.c.game == game))
        if row is None or row.phase is None:
            return None
        return stored.Summary(
            row.phase,
            tuple(stored.ChairSummary(seat.name, seat.to_move, seat.result) for seat in seats),
            row.ended and datetime.fromisoformat(row.ended),
            row.ended_by or "",
            row.winner or "",
            row.margin,
            row.board or "",
        )


def _make_event_row(game: str, number: int, event: stored.Event) -> dict[str, Any]:
    return {
        "game": game,
        "number": number,
        "chair": event.chair,
        "kind": event.kind.value,
        "what": event.what,
        "at": event.at.isoformat(),
        "request": event.request or None,
    }


def _make_conditions(wanted: stored.Filter) -> Iterable[sql.ColumnElement[bool]]:
    for column, value in (
        (games.c.ruleset, wanted.ruleset),
        (games.c.referee, wanted.referee),
        (chairs.c.result, wanted.result),
    ):
        if value:
            yield column == value
    if wanted.opponent:
        other = chairs.alias()
        at_table = sql.select(sql.literal(1)).select_from(other.join(people, people.c.key == other.c.key))
        at_table = at_table.where(other.c.game == chairs.c.game, other.c.name != chairs.c.name)
        called = people.c.nickname.icontains(wanted.opponent, autoescape=True)
        # The column contains the names of programs by seat: {"white": "simple"}.
        program = games.c.players.icontains(f': "{wanted.opponent}', autoescape=True)
        yield sql.or_(sql.exists(at_table.where(called).correlate(chairs)), program)


class TurnCounts:
    """Looks up the numbers of games in which people are to move. Requests at the same time share one query."""

    def __init__(self, look_up: Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]) -> None:
        self._look_up = look_up
        self._asked: dict[str, asyncio.Future[int]] = {}
        self._going: asyncio.Task[None] | None = None
        self._began = -QUERIES_APART

    async def get(self, key: str) -> int:
        """Return the number of games in which a person is to move, as of a moment ago at most."""
        loop = asyncio.get_running_loop()
        if self._going is None or self._going.done():
            self._asked = {}  # drop the futures of an event loop that has ended
            self._going = loop.create_task(self._run_queries())
        return await asyncio.shield(self._asked.setdefault(key, loop.create_future()))

    async def close(self) -> None:
        """Wait until the running query has answered all callers of ``get``."""
        if self._going is not None:
            await asyncio.wait([self._going])

    async def _run_queries(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asked:
            await asyncio.sleep(self._began + QUERIES_APART - loop.time())
            self._began = loop.time()
            asked = {key: self._asked.pop(key) for key in list(self._asked)[:MOST_KEYS]}
            try:
                found = await self._look_up(list(asked))
                numbers = [found.get(key, 0) for key in asked]
            except Exception as error:
                for each in asked.values():
                    each.set_exception(error)
                    each.exception()  # mark it as retrieved, as the caller may be gone
            else:
                for each, number in zip(asked.values(), numbers, strict=True):
                    each.set_result(number)
