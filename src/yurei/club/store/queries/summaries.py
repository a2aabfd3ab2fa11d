"""Queries of games that load none: lists and counts by their summaries, and reviews, at most one for each game."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

import sqlalchemy as sql

from yurei.club.model.stored import COUNTING, FINAL, PLAYERS, PLAYING, PastGame, Tally, Wanted
from yurei.club.store.database import Database, Row
from yurei.club.store.tables import chairs, games, people, reviews


class SummaryRows(Database):
    """The part of the store for summaries and reviews."""

    async def with_clocks(self) -> list[str]:
        """Return the names of the running games with clocks."""
        goes_on = games.c.phase.in_((PLAYING, COUNTING))
        found = sql.select(games.c.id).where(goes_on, games.c.terms.contains('"clock": {'))
        return await self._values(found)

    async def turns(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the number of games in which it is each person's turn; people without such a game are left out."""
        waited_for = sql.select(chairs.c.key, sql.func.count().label("turns")).where(chairs.c.to_move)
        counted = waited_for.where(chairs.c.key.in_(keys)).group_by(chairs.c.key)
        return {row.key: row.turns for row in await self._rows(counted)}

    async def running(self, key: str, most: int) -> list[tuple[str, str]]:
        """Return the running games of a person, with their chair in each: their turn first, then the newest."""
        where = sql.select(chairs.c.game, chairs.c.name).join(games, games.c.id == chairs.c.game)
        where = where.where(chairs.c.key == key, sql.func.coalesce(games.c.phase, "") != FINAL)
        ordered = where.order_by(chairs.c.to_move.desc(), games.c.made.desc(), games.c.id, chairs.c.name)
        return [(row.game, row.name) for row in await self._rows(ordered.limit(most))]

    async def past(self, key: str, wanted: Wanted, first: int, most: int) -> tuple[int, list[PastGame]]:
        """Return the number of ended games of a person, and a page of them, the latest end first."""
        chosen = sql.and_(chairs.c.key == key, games.c.phase == FINAL, *_wanted(wanted))
        both = chairs.join(games, games.c.id == chairs.c.game)
        counted = sql.select(sql.func.count()).select_from(both).where(chosen)
        columns = sql.select(chairs.c.name, chairs.c.result, games).select_from(both).where(chosen)
        ordered = columns.order_by(games.c.ended.desc(), games.c.id, chairs.c.name).offset(first).limit(most)
        (count,) = await self._values(counted)
        rows = await self._rows(ordered)
        at_table = await self._keys([row.id for row in rows])
        return count, [_past_game(row, at_table[row.id]) for row in rows]

    async def _keys(self, names: list[str]) -> dict[str, dict[str, str]]:
        """Return the key of the person on each taken chair, by game and chair."""
        taken = sql.select(chairs.c.game, chairs.c.name, chairs.c.key)
        found: dict[str, dict[str, str]] = {name: {} for name in names}
        for row in await self._rows(taken.where(chairs.c.game.in_(names), chairs.c.key.is_not(None))):
            found[row.game][row.name] = row.key
        return found

    async def tallies(self, key: str) -> list[Tally]:
        """Return the results of a person as a player, by game and referee; the result of a running game is empty."""
        what = (games.c.ruleset, games.c.referee, chairs.c.result)
        own = sql.and_(chairs.c.key == key, chairs.c.name.in_(PLAYERS), games.c.phase.is_not(None))
        counted = sql.select(*what, sql.func.count().label("number")).join(games, games.c.id == chairs.c.game)
        rows = await self._rows(counted.where(own).group_by(*what))
        return [Tally(row.ruleset or "", row.referee or "", row.result, row.number) for row in rows]

    async def final_games(self, key: str) -> list[tuple[str, str, datetime]]:
        """Return the name, ruleset and date of every ended game of a person, the oldest first."""
        found = sql.select(games.c.id, games.c.ruleset, games.c.made).join(chairs, games.c.id == chairs.c.game)
        found = found.where(chairs.c.key == key, games.c.phase == FINAL).order_by(games.c.made, games.c.id)
        rows = await self._rows(found)
        return [(row.id, row.ruleset or "", datetime.fromisoformat(row.made)) for row in rows]

    async def review(self, game: str) -> bytes | None:
        """Return a game's review, compressed; None if there is none."""
        found = await self._values(sql.select(reviews.c.tries).where(reviews.c.game == game))
        return found[0] if found else None

    async def keep_review(self, game: str, review: bytes) -> None:
        """Store a game's review, in place of an earlier one."""

        def replace_review(connection: sql.Connection) -> None:
            connection.execute(reviews.delete().where(reviews.c.game == game))
            connection.execute(reviews.insert(), {"game": game, "tries": review})

        await self._write(replace_review)


def _wanted(wanted: Wanted) -> Iterable[sql.ColumnElement[bool]]:
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
        # A program stands in the players by its name: {"white": "simple"}.
        program = games.c.players.icontains(f': "{wanted.opponent}', autoescape=True)
        yield sql.or_(sql.exists(at_table.where(called).correlate(chairs)), program)


def _past_game(row: Row, keys: dict[str, str]) -> PastGame:
    return PastGame(
        id=row.id,
        chair=row.name,
        settings=json.loads(row.settings),
        players=json.loads(row.players),
        keys=keys,
        ended=datetime.fromisoformat(row.ended),
        ended_by=row.ended_by,
        winner=row.winner,
        margin=row.margin,
        board=row.board,
        result=row.result,
    )
