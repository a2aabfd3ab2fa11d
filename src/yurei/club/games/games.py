"""All games of this server: loaded on request, held in memory while in use, and stored after every event."""

from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from yurei.club.game.absence import next_change, overdue
from yurei.club.game.actions import sit
from yurei.club.game.effects import apply_events
from yurei.club.game.game import Game
from yurei.club.game.known_events import who_hears
from yurei.club.games.alarms import Alarms
from yurei.club.games.held_games import HeldGames
from yurei.club.games.loading import Loader
from yurei.club.games.recorder import Recorder
from yurei.club.model.stored import Chair, Event, Overtaken, StoredGame
from yurei.club.people.notifier import Notifier
from yurei.club.people.people import People
from yurei.club.people.presence import Crowds, Presence, Sightings
from yurei.club.people.server_time import Uptime
from yurei.club.programs.proposals import Proposals, Proposer
from yurei.club.store import Store

Asked = ParamSpec("Asked")
Done = TypeVar("Done")
TIMES = 5
"""Number of retries after another server has written first."""
Subscriber = Callable[[Game, Sequence[Event]], None]
"""Function that is called with a game and its new events; without events if something around it has changed."""


class Games(HeldGames):
    """All games of this server.

    Args:
        propose: Proposes dead stones when a count begins; None for no proposals.
        compiling: Returns whether code of programs is still being compiled.

    Attributes:
        presence: Connected people, by game and chair.
        recorder: Runs actions in games and stores their events.
        subscribers: Functions that are called after every change of a game in memory, see ``changed``.
        crowds: Number of spectators of each game.
        proposals, sightings: Proposed dead stones; when people were last seen, by game and chair, until stored.
    """

    def __init__(
        self, store: Store, uptime: Uptime, people: People, propose: Proposer | None, compiling: Callable[[], bool]
    ) -> None:
        super().__init__(uptime.now)
        self._store = store
        self._uptime = uptime
        self._people = people
        self.proposals = Proposals(propose, self.changed)
        self._alarms = Alarms(self._look_at_clock)
        self.recorder = Recorder(store, people, self, self.changed)
        store.subscribe(self._happened_elsewhere)
        self.crowds = Crowds()
        self.sightings = Sightings(store, uptime.now)
        self.presence = Presence[tuple[str, str]](self._came_or_went)
        self._loader = Loader(store, uptime, people, self.sightings, self.presence, compiling, self.bots.__contains__)
        self.notifier = Notifier(self.presence)
        self.subscribers: list[Subscriber] = [
            lambda game, _: self._alarms.set(game.stored.id, next_change(game)),
            self.proposals.game_changed,
            lambda game, events: self.notifier.game_changed(game, events),  # the server's notifier is set later
        ]

    async def add(self, stored: StoredGame, chairs: Collection[Chair], sit_down: Iterable[str]) -> None:
        """Store a new game at which people have sat down: all of it or nothing.

        Args:
            sit_down: The chairs on which people sit.

        Raises:
            NotKept: if the game could not be stored; it does not exist then.
        """
        keys = {chair.name: chair.key for chair in chairs}
        await self._people.know(keys.values())
        game = await self._loader.made(stored, [replace(chair, key=None) for chair in chairs])
        for name in keys:
            game.chairs[name].key = keys[name]
        sat = [sit(game, name) for name in sit_down]
        await self.recorder.begin(game)
        if sat:
            async with self.game(stored.id):  # a bot that was told of the game may have played in it already
                self.changed(stored.id, game.events)

    async def known(self, name: str) -> bool:
        """Return whether there is a game of that name."""
        return name in self._games or await self._store.load(name) is not None

    @asynccontextmanager
    async def game(self, name: str) -> AsyncIterator[Game]:
        """Lock a game and yield it, so that nobody sees a state that is not stored yet.

        Raises:
            Unknown: if there is no such game.
        """
        lock = self._lock(name)
        async with lock:
            await self._renew(name)
            with suppress(Overtaken):
                await self._note_loss_on_time(name)
            await self._renew(name)
            self._asked_for[name] = self._clock()
            yield self._games[name]

    @asynccontextmanager
    async def read(self, name: str, chair: str) -> AsyncIterator[Game]:
        """Yield a game for a chair to read, as it is stored. Nothing may be awaited in the block.

        It is locked only if something that the chair may know of is being stored, so that the time until it is read tells
        nothing of what it may not know.

        Raises:
            Unknown: if there is no such game.
        """
        game = self.game_if_written(name, chair)
        if game is not None and not overdue(game):
            self._asked_for[name] = self._clock()
            yield game
        else:
            async with self.game(name) as game:
                yield game

    async def load(self, name: str) -> None:
        """Bring a game up to date in memory, so that its alarm is set and its programs are asked.

        Raises:
            Unknown: if there is no such game.
        """
        async with self.game(name):
            pass

    def changed(self, name: str, events: Sequence[Event] = ()) -> None:
        """Call the subscribers, and wake the open pages and clients of a game after a change.

        Args:
            name: The game.
            events: The new events; chairs that may know of none of them are not woken. Without events, something
                around the game has changed: it was loaded, or changed by another server; a person came, left or moved.
        """
        game = self._games.get(name)
        self.listeners.wake(name, who_hears(game, events))
        if game is not None:
            self._asked_for[name] = self._clock()
            game.changes += not events
            for subscriber in self.subscribers:
                subscriber(game, events)

    def person_changed(self, key: str) -> None:
        """Call the subscribers of all games of a person, by the digest of their key."""
        for name in self._seated.games_of(key):
            self.changed(name)

    async def _renew(self, name: str) -> None:
        """Load a game that is not in memory, or that has changed through another server."""
        if name in self._stale:
            await self._catch_up(name)
        if name not in self._games:
            self._take_in(name, await self._loader.load(name))
            self.changed(name)

    async def _look_at_clock(self, name: str) -> None:
        await self.load(name)
        self.changed(name)  # at least a new period has begun

    async def _note_loss_on_time(self, name: str) -> None:
        """Apply and store the events of time that has run out."""
        game = self._games[name]
        if late := overdue(game):
            await self.recorder.happen(game, partial(apply_events, game, late))

    async def _catch_up(self, name: str) -> None:
        """Apply events that another server has stored, or drop the game, to be loaded again."""
        self._stale.discard(name)  # a later change marks it again
        game = self._games.get(name)
        if game is None:
            return
        try:
            as_it_is = await self._loader.catch_up(game)
        except BaseException:
            self.drop(name)
            raise
        if as_it_is:
            self.recorder.forget_summary(name)
            self.changed(name)
        else:
            self.drop(name)

    async def once(self, name: str) -> Game:
        """Return a game to be read once; one that is not in memory is not kept there."""
        return self._games.get(name) or await self._loader.load(name)

    def drop(self, name: str) -> None:
        """Drop a game from memory; the next request loads it again."""
        super().drop(name)
        self.recorder.forget_summary(name)

    def _came_or_went(self, who: tuple[str, str]) -> None:
        self.sighted(who)
        self.changed(who[0])

    def sighted(self, who: tuple[str, str]) -> None:
        """Note that a person is here now, by game and chair."""
        self.sightings.note(who)
        if (game := self._games.get(who[0])) is not None and who[1] in game.chairs:
            game.chairs[who[1]].seen = self.sightings.seen(who)

    async def listed(self, most: int) -> list[str]:
        """Return the names of the newest games that everybody may watch."""
        return await self._store.listed(most)

    async def close(self) -> None:
        """Stop notifications, alarms and background tasks."""
        self.notifier.close()
        self._alarms.silence()
        await self.proposals.end()


def retried_if_overtaken(act: Callable[Asked, Coroutine[Any, Any, Done]]) -> Callable[Asked, Coroutine[Any, Any, Done]]:
    """Return an action that is retried on the new state each time another server has written first.

    It raises ``Overtaken`` if another server was first every time, while others play through it.
    """

    @wraps(act)
    async def retried(*args: Asked.args, **named: Asked.kwargs) -> Done:
        for _ in range(TIMES):
            with suppress(Overtaken):
                return await act(*args, **named)
        return await act(*args, **named)

    return retried
