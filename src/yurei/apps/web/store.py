"""The store: games, chairs, people and what happened, in SQLite or PostgreSQL.

A game is its settings and an append-only list of events; everything else
follows and is computed again. Of a secret only its digest is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

metadata = sql.MetaData()
games = sql.Table(
    "games",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("ruleset_version", sql.Integer, nullable=False),
    sql.Column("referee_version", sql.Integer, nullable=False),
    sql.Column("players", sql.Text, nullable=False),
    sql.Column("host", sql.String(64), nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
    sql.Column("follows", sql.String(32)),
    sql.Column("terms", sql.Text, nullable=False, server_default="{}"),
    sql.Column("watching", sql.String(16)),  # as the terms have it, to be looked for
    sql.Index("games_watched", "watching", "made"),
)
chairs = sql.Table(
    "chairs",
    metadata,
    sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("link", sql.String(64), nullable=False),
    sql.Column("key", sql.String(64)),
    sql.Column("token", sql.String(64)),
    sql.Index("chairs_by_key", "key"),
)
people = sql.Table(
    "people",
    metadata,
    sql.Column("key", sql.String(64), primary_key=True),
    sql.Column("nickname", sql.Text, nullable=False),
    sql.Column("made", sql.String(40), nullable=False),
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("game", sql.String(32), sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("chair", sql.String(16), nullable=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("what", sql.Text, nullable=False),
    sql.Column("at", sql.String(40), nullable=False),
)
uptimes = sql.Table(
    "uptimes",
    metadata,
    sql.Column("began", sql.String(40), primary_key=True),
    sql.Column("last", sql.String(40), nullable=False),
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game.

    Attributes:
        chair: Where it came from: a seat's name, or another chair's.
        kind: What sort of thing, see ``yurei.apps.web.game``.
        what: The try, the point, the mark.
        at: When.
    """

    chair: str
    kind: str
    what: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept.

    Attributes:
        id: Its public name.
        settings: ``Settings.plain()``.
        versions: Of the ruleset and of the referee when it began.
        players: The programs that sit in seats, by the seat's name.
        host: The digest of its maker's secret.
        made: When it was made.
        follows: The first game of the match of which this is the second; None for every other game.
        terms: What the people at the table have agreed on beside the rules, such as the clock; each by its name.
    """

    id: str
    settings: dict[str, Any]
    versions: tuple[int, int]
    players: dict[str, str]
    host: str
    made: datetime
    follows: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Chair:
    """A place at a table: the digests of its link, of the key of who sits there, of the token he gave to a program."""

    name: str
    link: str
    key: str | None = None
    token: str | None = None


class Store:
    """Keeps games. Every change is on the disk when its call returns."""

    def __init__(self, url: str) -> None:
        # What is written down never stands in an error: errors may come into a log.
        self._engine: AsyncEngine = create_async_engine(url, hide_parameters=True)
        if self._engine.dialect.name == "sqlite":
            sql.event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Bring the tables to their newest form."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def answers(self) -> bool:
        """Whether the database can be reached."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sql.select(1))
        except (sql.exc.SQLAlchemyError, OSError):
            return False
        return True

    async def add(self, game: StoredGame, seats: Iterable[Chair]) -> None:
        """Keep a new game and its chairs."""
        row = {
            "id": game.id,
            "settings": json.dumps(game.settings),
            "ruleset_version": game.versions[0],
            "referee_version": game.versions[1],
            "players": json.dumps(game.players),
            "host": game.host,
            "made": game.made.isoformat(),
            "follows": game.follows,
            "terms": json.dumps(game.terms),
            "watching": game.terms.get("watching"),
        }
        rows = [{"game": game.id, "name": seat.name, "link": seat.link, "key": seat.key} for seat in seats]
        async with self._engine.begin() as connection:
            await connection.execute(games.insert(), row)
            await connection.execute(chairs.insert(), rows)

    async def append(self, game: str, first: int, happened: Iterable[Event], taken: Chair | None = None) -> None:
        """Keep what happened, numbered from ``first``; a number that exists already is an error.

        Args:
            taken: A chair whose key or token has changed.
        """
        rows = [
            {
                "game": game,
                "number": number,
                "chair": event.chair,
                "kind": event.kind,
                "what": event.what,
                "at": event.at.isoformat(),
            }
            for number, event in enumerate(happened, first)
        ]
        async with self._engine.begin() as connection:
            if rows:
                await connection.execute(events.insert(), rows)
            if taken is not None:
                here = sql.and_(chairs.c.game == game, chairs.c.name == taken.name)
                await connection.execute(
                    chairs.update().where(here).values(key=taken.key, link=taken.link, token=taken.token)
                )

    async def load(self, game: str) -> tuple[StoredGame, list[Chair], list[Event]] | None:
        """A game, its chairs and all that happened in it; None where there is no such game."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(games.select().where(games.c.id == game))).mappings().first()
            if row is None:
                return None
            seats = (await connection.execute(chairs.select().where(chairs.c.game == game))).mappings().all()
            ordered = events.select().where(events.c.game == game).order_by(events.c.number)
            happened = (await connection.execute(ordered)).mappings().all()
        stored = StoredGame(
            id=row["id"],
            settings=json.loads(row["settings"]),
            versions=(row["ruleset_version"], row["referee_version"]),
            players=json.loads(row["players"]),
            host=row["host"],
            made=datetime.fromisoformat(row["made"]),
            follows=row["follows"],
            terms=json.loads(row["terms"]),
        )
        return (
            stored,
            [Chair(seat["name"], seat["link"], seat["key"], seat["token"]) for seat in seats],
            [Event(each["chair"], each["kind"], each["what"], datetime.fromisoformat(each["at"])) for each in happened],
        )

    async def keep_person(self, key: str, nickname: str, made: datetime) -> None:
        """Keep what somebody is called, by the digest of his key."""
        async with self._engine.begin() as connection:
            renamed = await connection.execute(people.update().where(people.c.key == key).values(nickname=nickname))
            if not renamed.rowcount:
                await connection.execute(people.insert(), {"key": key, "nickname": nickname, "made": made.isoformat()})

    async def nicknames(self, keys: Iterable[str]) -> dict[str, str]:
        """What people are called, by the digests of their keys; those that nobody has are left out."""
        async with self._engine.connect() as connection:
            found = await connection.execute(people.select().where(people.c.key.in_(list(keys))))
            return {row.key: row.nickname for row in found}

    async def seats_of(self, key: str, most: int) -> list[tuple[str, str]]:
        """The games in which somebody sits, and his chair in each; the newest first."""
        where = sql.select(chairs.c.game, chairs.c.name).join(games, games.c.id == chairs.c.game)
        newest = where.where(chairs.c.key == key).order_by(games.c.made.desc(), games.c.id, chairs.c.name).limit(most)
        async with self._engine.connect() as connection:
            return [(row.game, row.name) for row in await connection.execute(newest)]

    async def listed(self, most: int) -> list[str]:
        """The names of the games that everybody may watch, the newest first."""
        newest = sql.select(games.c.id).where(games.c.watching == "everybody").order_by(games.c.made.desc()).limit(most)
        async with self._engine.connect() as connection:
            return list((await connection.execute(newest)).scalars())

    async def uptimes(self) -> list[tuple[datetime, datetime]]:
        """From when to when each server was there, in order."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(uptimes.select().order_by(uptimes.c.began))).mappings().all()
        return [(datetime.fromisoformat(row["began"]), datetime.fromisoformat(row["last"])) for row in rows]

    async def still_up(self, began: datetime, now: datetime) -> None:
        """Keep that the server that began then is still there."""
        here = uptimes.c.began == began.isoformat()
        async with self._engine.begin() as connection:
            beaten = await connection.execute(uptimes.update().where(here).values(last=now.isoformat()))
            if not beaten.rowcount:
                await connection.execute(uptimes.insert(), {"began": began.isoformat(), "last": now.isoformat()})


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """ "WAL + synchronous=FULL": an acknowledged try survives a loss of power."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _migrate(connection: sql.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
