"""Event stream of a bot: server-sent events about all of its games, on one connection that may break at any time.

A bot's events are stored in the database, numbered without gaps, see ``yurei.club.people.bots``. The stream reads them
from there as fast as the bot reads, and no faster: a slow bot costs no memory, and a bot that was cut off loses
nothing, as it names the last event that has arrived when it connects again.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, nullcontext, suppress
from typing import Annotated, Literal

from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from yurei.apps.web.api.models import Look, OwnGame, Seen, address_of, look_at, own_game
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.known_events import number_known
from yurei.club.games.listeners import Stopping
from yurei.club.lobby.lobby import Lobby
from yurei.club.model.stored import BotNews
from yurei.club.seats.seats import seat_for_programs

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent to keep the connection alive."""
STILL_HERE = ": still here\n\n"
AGAIN = 1000
"""Milliseconds after which a client that was cut off reconnects."""


class Standing(BaseModel):
    """The status of a bot: its name, its games, and its challenge."""

    name: str = Field(description="What it is called.")
    games: list[OwnGame] = Field(description="Its games that go on; where it is to move first.")
    challenges: list[str] = Field(
        description="Its challenges that wait in the lobby. They live as long as its stream, and end with the server."
    )


class News(BaseModel):
    """The data of an event ``game``: something has happened in one of the bot's games."""

    game: str = Field(description="The game.")
    chair: str = Field(description="One's chair there.")
    address: str = Field(description="Where this chair is asked and acts.")
    since: int = Field(description="How much had happened before; ``heard`` begins there.")
    more: bool = Field(
        description=(
            "Whether still more has happened by now, which the next events tell: ``heard`` ends here, all else in ``seen`` is "
            "as it stands now, and ``your_turn`` waits for the last of them."
        )
    )
    seen: Seen = Field(description="What this chair knows.")


class AsText:
    """Annotation of a value that is sent as a string of JSON."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, describe: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema of a string with JSON content."""
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": describe(schema)}


class StreamEvent(BaseModel):
    """An event as it stands on the stream, a line for each of these."""

    id: str = Field(
        default="", description="Its number, from 1 without gaps; none where all games are told from their beginning."
    )
    event: Literal["game", "gone", "ready"] = Field(
        description=(
            "``game``: more has happened in a game. ``gone``: a chair is one's own no more. ``ready``: all that was missed has "
            "been told; from here on it is told as it happens."
        )
    )
    data: Annotated[News | OwnGame | Standing, AsText()] = Field(description="In one line.")


class EventStream(StreamingResponse):
    """Streaming response: sends frames until they end or the client disconnects."""

    media_type = "text/event-stream"

    def __init__(self, frames: AsyncIterator[str], status_code: int = 200) -> None:
        # With this header nginx passes on each frame at once, whatever its buffering settings.
        super().__init__(frames, status_code, {"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames until they end or the client disconnects."""
        # The base class cancels the frames again and again, also while a game is being closed.
        work = self.stream_response(send), self.listen_for_disconnect(receive)
        tasks = [asyncio.create_task(each) for each in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the server stops, and its grace period is over
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, OSError):  # the client disconnected
                raise error


class Streams:
    """Event streams of all bots of a club; a bot with an open stream is present in the lobby."""

    def __init__(self, club: Club, lobby: Lobby) -> None:
        self._club = club
        self._lobby = lobby
        self._newest: dict[str, object] = {}

    async def stands(self, person: str) -> Standing:
        """Return the status of a bot, by the digest of its key."""
        return Standing(
            name=self._club.people.names.get(person, ""),
            challenges=self._lobby.challenges_of(person),  # before the games: one that becomes a game is not missed
            games=[own_game(game, chair) for game, chair in await self._club.bots.running(person)],
        )

    def end(self, person: str) -> None:
        """End the event stream of a bot."""
        self._newest.pop(person, None)
        self._club.bots.listeners.wake(person)

    async def frames(self, person: str, known: int | None, language: str) -> AsyncIterator[str]:
        """Yield the frames of a bot's stream until it opens a newer stream or the server stops.

        Args:
            person: The digest of its key.
            known: The number of the last event that has arrived. None for a new start: all running games are told.
            language: Language of the referee's sentences.
        """
        mark = self._newest[person] = object()
        with self._lobby.connected(person), self._club.bots.listeners.listening(person) as bell:
            self._club.bots.listeners.wake(person)  # end an older stream
            self._club.games.person_changed(person)  # it is here now
            try:
                async with aclosing(self._read(person, known, language, mark, bell)) as frames:
                    async for frame in frames:
                        yield frame
            finally:
                if self._newest.get(person) is mark:
                    del self._newest[person]
                    asyncio.get_running_loop().call_soon(self._club.games.person_changed, person)

    async def _read(
        self, person: str, known: int | None, language: str, mark: object, bell: asyncio.Event
    ) -> AsyncGenerator[str, None]:
        yield f"retry: {AGAIN}\n\n"
        resumed = await self._club.bots.resume(person, known)
        # Asked before the games are: a game that begins in between is told twice, and never missed.
        number = missed = await self._club.bots.newest(person)
        if resumed is None:
            for game, chair in await self._club.bots.running(person):
                yield await self._told(BotNews(person, game, chair, 0, -1), language)
        else:
            number = resumed
        ready = False
        while self._newest.get(person) is mark:
            bell.clear()
            news = await self._club.bots.after(person, number)
            if not ready and (number >= missed or not news):
                ready = True
                yield _frame("ready", await self.stands(person), number)
            for each in news:
                number = each.number
                yield await self._told(each, language)
            if not news and not await self._waits(bell):
                yield STILL_HERE
            with suppress(Stopping):
                self._club.bots.listeners.check_open()
                continue
            return

    async def _waits(self, bell: asyncio.Event) -> bool:
        """Wait for the next event; return False when a heartbeat is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await bell.wait()
            return True
        return False

    async def _told(self, news: BotNews, language: str) -> str:
        """Return an event as a frame; an ``until`` of -1 stands for everything so far."""
        number = news.number or None
        async with self._club.games.read(news.game, news.chair) as held:
            if held.chairs[news.chair].key != news.person:  # the chair was moved to another key
                return _frame("gone", own_game(news.game, news.chair), number)
            told, look = self._read_news(news, held, language)
        if not look.is_long:
            look.in_words()
            return _frame("game", told, number)

        def frame(_: None) -> str:
            look.in_words()
            return _frame("game", told, number)

        return await self._club.long_work.run(frame, nullcontext())

    def _read_news(self, news: BotNews, game: Game, language: str) -> tuple[News, Look]:
        """Return the data of an event, and what puts the announcements in it into words."""
        self._club.games.sighted((news.game, news.chair))
        now = number_known(game, news.chair)
        until = now if news.until < 0 else news.until
        seat = seat_for_programs(game, news.chair)
        look = look_at(game, news.chair, seat, news.since, language, until)
        told = News(
            game=news.game,
            chair=news.chair,
            address=address_of(news.game, news.chair),
            since=news.since,
            more=until < now,
            seen=look.seen,
        )
        return told, look


def _frame(kind: str, said: BaseModel, number: int | None) -> str:
    """Return an event as a frame. JSON has line breaks neither outside of strings nor, escaped, inside."""
    name = "" if number is None else f"id: {number}\n"
    return f"{name}event: {kind}\ndata: {said.model_dump_json(by_alias=True)}\n\n"
