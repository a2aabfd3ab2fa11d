"""What the club does by itself: it writes down who was there, lets go of games that nobody looks at, ends those that nobody plays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from yurei.clocks.timekeeper import Pause
from yurei.club.game.effects import apply_event
from yurei.club.model.chairs import WINDOW
from yurei.club.store import Store
from yurei.errors import YureiError

if TYPE_CHECKING:
    from yurei.club.game.game import Game
    from yurei.club.games.games import Games
    from yurei.club.people.server_time import Uptime

NOTE_EVERY = 60.0
"""How many seconds lie between two notes of who is there. So much of it may be forgotten when the server is killed."""
BREATH = 0.01
"""Seconds between two games that are ended, or looked at, in which those who play are answered."""
AT_ONCE = 50
"""So many games are looked at before those that nobody needs are let go of again."""
SWEEP_EVERY = timedelta(days=1)
ABANDONED_AFTER = timedelta(days=30)
IDLE_AFTER = timedelta(minutes=5)
"""For so long a game stays in memory that nobody looks at, see decision 0032."""


class Housekeeping:
    """What has to be done now and then.

    Args:
        games: The games.
        store: Keeps them.
        uptime: When servers were there.
        abandoned_after: For how long nobody is seen before a game ends; None for ever.
    """

    def __init__(
        self, games: Games, store: Store, uptime: Uptime, abandoned_after: timedelta | None = ABANDONED_AFTER
    ) -> None:
        self._games = games
        self._store = store
        self._uptime = uptime
        self._after = abandoned_after
        self._going: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Go on with it until the end."""
        self._going = asyncio.create_task(self._go_on())

    async def end(self) -> None:
        """Write down once more who was there."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)
            await self._safely(self._keep_sightings)

    async def sweep(self) -> int:
        """End the games that nobody plays any more. The database finds them, and none is looked at twice.

        Returns:
            How many have ended so.
        """
        if self._after is None:
            return 0
        before, ended = since(self._after, self._uptime.now(), self._uptime.pauses), 0
        for name in await self._store.forgotten(before):
            try:
                ended += await self._close(name, before)
            except YureiError:  # of a version that this server does not know, or not to be written down now
                logging.getLogger(__name__).warning("a game that nobody plays could not be ended")
            await asyncio.sleep(BREATH)
        return ended

    async def look_at_clocks(self) -> int:
        """Look at every clock once, after the server has begun: then each has its alarm, whoever asks for its game.

        Returns:
            How many they are.
        """
        names = await self._store.with_clocks()
        for number, name in enumerate(names, 1):
            try:
                async with self._games.game(name):
                    pass
            except YureiError:  # of a version that this server does not know, or gone meanwhile
                logging.getLogger(__name__).warning("a clock could not be looked at")
            if number % AT_ONCE == 0:
                self._games.let_idle_go(self._uptime.now())
            await asyncio.sleep(BREATH)
        return len(names)

    def tidy(self) -> int:
        """Let go of the games that nobody has looked at for a while.

        Returns:
            How many they were.
        """
        return self._games.let_idle_go(self._uptime.now() - IDLE_AFTER)

    async def _close(self, name: str, before: datetime) -> bool:
        """End a game that nobody plays any more, unless its clock does that, or somebody has just come."""
        games, ended = self._games, False
        async with games.game(name) as game:
            if not game.final and not _goes_on(game, before):
                end = game.event(WINDOW, "abandoned")
                apply_event(game, end)
                await games.keep(name, len(game.events) - 1, [end])
                ended = True
            if game.final:
                await self._store.close_game(name, self._uptime.now())
            games.let_go(name)
        games.tell(name)
        return ended

    async def _keep_sightings(self) -> None:
        await self._games.sightings.keep(self._games.presence.all())

    async def _go_on(self) -> None:
        await self._safely(self.look_at_clocks)
        swept: datetime | None = None
        while True:
            if swept is None or self._uptime.now() - swept >= SWEEP_EVERY:
                swept = self._uptime.now()
                await self._safely(self.sweep)
            await asyncio.sleep(NOTE_EVERY)
            await self._safely(self._keep_sightings)
            self.tidy()

    async def _safely(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except Exception:
            logging.getLogger(__name__).exception("the housekeeping has failed; it is tried again")


def _goes_on(game: Game, before: datetime) -> bool:
    """Whether a clock runs that will end a game, or somebody was there after all."""
    here = any(game.around.connected(chair) for chair in game.chairs)
    seen = any(chair.seen and chair.seen >= before for chair in game.chairs.values())
    return here or seen or game.clocks.next_change() is not None


def since(length: timedelta, now: datetime, pauses: Sequence[Pause]) -> datetime:
    """When it was that so much time has passed until now in which a server was there."""
    then = now - length
    for begin, end in reversed(pauses):
        if end <= then:
            break
        then -= end - begin
    return then
