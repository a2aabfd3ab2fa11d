"""Event stream of a bot: server-sent events about all of its games, on one connection that may break at any time.

A stream begins with every game in progress, so that a bot that was cut off loses nothing; the events of a game have
the game's own numbers. The stream tells a change when the bot reads it, and no sooner: for a slow bot it holds no more
than the names of the changed games, see ``yurei.club.people``.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, nullcontext
from typing import Annotated, Literal

from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from yurei.apps.web.api.models import OwnGame, Seen, address_of, look_at, own_game
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.people import Inbox
from yurei.club.seats import seat_for_programs

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
    seen: Seen = Field(description="What this chair knows.")


class AsText:
    """Annotation of a value that is sent as a string of JSON."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, describe: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema of a string with JSON content."""
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": describe(schema)}


class StreamEvent(BaseModel):
    """An event as it stands on the stream, a line for each of these."""

    event: Literal["game", "gone", "ready"] = Field(
        description=(
            "``game``: more has happened in a game. ``gone``: a chair is one's own no more. ``ready``: every game that goes "
            "on has been told; from here on it is told as it happens."
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

    async def stands(self, person: str) -> Standing:
        """Return the status of a bot, by the digest of its key."""
        return Standing(
            name=self._club.people.names.get(person, ""),
            challenges=self._lobby.challenges_of(person),  # before the games: one that becomes a game is not missed
            games=[own_game(game, chair) for game, chair in await self._club.bots.running(person)],
        )

    async def frames(self, person: str, language: str) -> AsyncIterator[str]:
        """Yield the frames of a bot's stream until it opens a newer stream or the server stops."""
        inboxes = self._club.bots.inboxes
        try:
            with self._lobby.connected(person), inboxes.open(person) as inbox:
                self._club.games.person_changed(person)  # it is here now
                async with aclosing(self._read(person, inbox, language)) as frames:
                    async for frame in frames:
                        yield frame
        finally:
            if person not in inboxes:
                asyncio.get_running_loop().call_soon(self._club.games.person_changed, person)

    async def _read(self, person: str, inbox: Inbox, language: str) -> AsyncGenerator[str, None]:
        yield f"retry: {AGAIN}\n\n"
        # The inbox is open already: a game that begins in between is told once, and never missed.
        for game, chair in await self._club.bots.running(person):
            inbox.changed[game, chair] = 0
        ready = False
        while inbox.is_open:
            inbox.bell.clear()
            if inbox.changed:
                yield await self._told(person, inbox, language)
            elif not ready:
                ready = True
                yield _frame("ready", await self.stands(person))
            else:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await inbox.bell.wait()
                except TimeoutError:
                    yield STILL_HERE

    async def _told(self, person: str, inbox: Inbox, language: str) -> str:
        """Return the frame of the game that has waited longest."""
        name, chair = next(iter(inbox.changed))
        async with self._club.games.read(name, chair) as held:
            since = inbox.changed.pop((name, chair))  # here, so that nothing is told twice
            if held.chairs[chair].key != person:  # the chair was moved to another key
                return _frame("gone", own_game(name, chair))
            self._club.games.sighted((name, chair))
            look = look_at(held, chair, seat_for_programs(held, chair), since, language)
        told = News(game=name, chair=chair, address=address_of(name, chair), since=since, seen=look.seen)

        def frame(_: None) -> str:
            look.in_words()
            return _frame("game", told)

        return await self._club.long_work.run(frame, nullcontext()) if look.is_long else frame(None)


def _frame(kind: str, said: BaseModel) -> str:
    """Return an event as a frame. JSON has line breaks neither outside of strings nor, escaped, inside."""
    return f"event: {kind}\ndata: {said.model_dump_json(by_alias=True)}\n\n"
