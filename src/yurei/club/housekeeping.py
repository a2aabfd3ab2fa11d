"""Periodic tasks: store when people were seen, drop idle games from memory, end abandoned games."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from yurei.clocks.timekeeper import Pause
from yurei.club.game.effects import apply_events
from yurei.club.game.game import Game
from yurei.club.games import Games
from yurei.club.model.chairs import WINDOW
from yurei.club.model.stored import EventKind
from yurei.club.server_time import Uptime
from yurei.club.store import Store
from yurei.errors import YureiError

NOTE_EVERY = 60.0  # seconds between two stored sightings of present people; those since the last are lost in a crash
BREATH = 0.01  # seconds between two games that are ended or checked, so that requests are served
AT_ONCE = 50  # number of games loaded between two evictions of idle ones
SWEEP_EVERY = timedelta(days=1)
ABANDONED_AFTER = timedelta(days=30)
IDLE_AFTER = timedelta(minutes=5)  # time that an unused game stays in memory, see decision 0032


class Housekeeping:
    """The periodic tasks of the club. Games end after ``abandoned_after`` without people; never if it is None."""

    def __init__(
        self, games: Games, store: Store, uptime: Uptime, abandoned_after: timedelta | None = ABANDONED_AFTER
    ) -> None:
        self._games, self._store, self._uptime = games, store, uptime
        self._after = abandoned_after
        self._going: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start the periodic tasks in the background."""
        self._going = asyncio.create_task(self._run_loop())

    async def end(self) -> None:
        """Stop the tasks, and store when people were last seen."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)
            await self._run_logged(self._keep_sightings)

    async def sweep(self) -> int:
        """End abandoned games, which a database query finds without loading them; return their number."""
        if self._after is None:
            return 0
        before, ended = start_of_uptime(self._after, self._uptime.now(), self._uptime.pauses), 0
        for name in await self._store.games.find_unused(before):
            try:
                ended += await self._close(name, before)
            except YureiError:  # its version is unknown to this server, or it cannot be stored now
                logging.getLogger(__name__).warning("a game that nobody plays could not be ended")
            await asyncio.sleep(BREATH)
        return ended

    async def load_games_with_clocks(self) -> int:
        """Load each game with a running clock, which sets the game's timer; return the number of these games."""
        names = await self._store.games.with_clocks()
        for number, name in enumerate(names, 1):
            try:
                await self._games.load(name)
            except YureiError:  # its version is unknown to this server, or it was deleted meanwhile
                logging.getLogger(__name__).warning("a clock could not be looked at")
            if number % AT_ONCE == 0:
                self._games.drop_idle(self._uptime.now())
            await asyncio.sleep(BREATH)
        return len(names)

    def drop_idle_games(self) -> int:
        """Drop games that have not been used for ``IDLE_AFTER`` from memory; return their number."""
        return self._games.drop_idle(self._uptime.now() - IDLE_AFTER)

    async def _close(self, name: str, before: datetime) -> bool:
        games, ended = self._games, False
        async with games.game(name) as game:
            if not game.result_is_final and not _is_going_on(game, before):
                await games.run_action(game, partial(apply_events, game, [game.event(WINDOW, EventKind.ABANDONED)]))
                ended = True
            if game.result_is_final:
                await self._store.games.close_game(name, self._uptime.now())
            games.drop(name)
        return ended

    async def _keep_sightings(self) -> None:
        await self._games.sightings.store(self._games.presence.all())

    async def _run_loop(self) -> None:
        await self._run_logged(self.load_games_with_clocks)
        swept: datetime | None = None
        while True:
            if swept is None or self._uptime.now() - swept >= SWEEP_EVERY:
                swept = self._uptime.now()
                await self._run_logged(self.sweep)
            await asyncio.sleep(NOTE_EVERY)
            await self._run_logged(self._keep_sightings)
            self.drop_idle_games()

    async def _run_logged(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except Exception:
            logging.getLogger(__name__).exception("the housekeeping has failed; it is tried again")


def _is_going_on(game: Game, before: datetime) -> bool:
    here = any(game.around.connected(chair) for chair in game.chairs)
    seen = any(chair.seen and chair.seen >= before for chair in game.chairs.values())
    return here or seen or game.clocks.next_change() is not None


def start_of_uptime(length: timedelta, now: datetime, pauses: Sequence[Pause]) -> datetime:
    """Return the start of the period up to ``now`` in which servers have run for ``length`` in total."""
    then = now - length
    for begin, end in reversed(pauses):
        if end <= then:
            break
        then -= end - begin
    return then
