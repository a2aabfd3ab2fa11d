"""All games of this server: loaded on request, held in memory while in use, and stored after every event."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from yurei.club.archive.summaries import Summaries
from yurei.club.game.absence import next_change, overdue
from yurei.club.game.actions import sit
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.game.question import Thinkers
from yurei.club.games.alarms import Alarms
from yurei.club.games.held_games import HeldGames
from yurei.club.games.loading import Loader
from yurei.club.games.recorder import Written
from yurei.club.games.spectators import Crowds
from yurei.club.model.stored import NOT_KEPT, Chair, Event, NotKept, NumberTaken, Overtaken, StoredGame, StoreFailed
from yurei.club.people.last_seen import Sightings
from yurei.club.people.notifier import Notifier
from yurei.club.people.people import People
from yurei.club.people.presence import Presence
from yurei.club.people.server_time import Uptime
from yurei.club.programs.dead_stones import Proposer
from yurei.club.programs.proposals import Proposals
from yurei.club.programs.thinking.turns import Turns
from yurei.club.store import Store
from yurei.errors import YureiError


class Games(HeldGames):
    """All games of this server.

    Args:
        store: Stores the games.
        uptime: Periods in which servers were running.
        people: All people with a key.
        propose: Proposes dead stones when a count begins.
        thinkers: Run programs.

    Attributes:
        presence: Connected people, by game and chair.
        crowds: Number of spectators of each game.
        turns: The games in which a program's answer is awaited.
        proposals, sightings: Proposed dead stones; when people were last seen, by game and chair, until stored.
    """

    def __init__(self, store: Store, uptime: Uptime, people: People, propose: Proposer, thinkers: Thinkers) -> None:
        super().__init__(uptime.now)
        self._store = store
        self._uptime = uptime
        self._people = people
        self.proposals = Proposals(propose, self.tell)
        self.turns = Turns(self, thinkers, people.place)
        self.needed_by.append(self.turns.asks)
        self._alarms = Alarms(self._look_at_clock)
        self._summaries = Summaries()
        self._written = Written(store, people, self._summaries, self.bots)
        store.hear(self._happened_elsewhere)
        self.crowds = Crowds()
        self.sightings = Sightings(store, uptime.now)
        self.presence = Presence[tuple[str, str]](self._came_or_went)
        self._loader = Loader(store, uptime, people, self.sightings, self.presence)
        self.notifier = Notifier(self.presence)

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
        self.notifier.know(game)
        for name in keys:
            game.chairs[name].key = keys[name]
        sat = [sit(game, name) for name in sit_down]
        try:
            await self._written.begin(game)
        except StoreFailed as error:
            raise NotKept(NOT_KEPT) from error
        if sat:
            self.notifier.heed(game, sat[-1])
            async with self.game(stored.id):  # start programs and alarms
                pass

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
                await _note_loss_on_time(self, name)
            await self._renew(name)
            try:
                yield self._games[name]
            finally:
                # A game dropped from memory keeps its alarm, which loads it again.
                if name in self._games:
                    self._asked_for[name] = self._clock()
                    self._alarms.set(name, next_change(self._games[name]))
                    self.turns.heed(self._games[name])

    async def _renew(self, name: str) -> None:
        """Load a game that is not in memory, or that has changed through another server."""
        if name in self._stale:
            await _catch_up(self, name)
        if name not in self._games:
            self._take_in(name, await self._load(name))
            self.proposals.begin(self._games[name])

    async def _look_at_clock(self, name: str) -> None:
        async with self.game(name):
            pass
        self.tell(name)  # at least a new period has begun

    async def _load(self, name: str) -> Game:
        game = await self._loader.load(name)
        self.notifier.know(game)
        return game

    async def happen(
        self, game: Game, act: Callable[[], list[Event]], taken: Chair | None = None, left: str | None = None
    ) -> list[Event]:
        """Run an action in a game, and store its events.

        Args:
            game: The game, whose lock is held.
            act: The action; returns its events.
            taken: A chair whose key or token the action changes.
            left: Digest of the key of the person who sat there before.

        Returns:
            The events of the action.

        Raises:
            NotKept: if they could not be stored; the action has not happened then.
        """
        before, counting = len(game.events), game.counting
        happened = _let(self, game, act)
        await self.keep(game.stored.id, before, happened, taken, left)
        if not counting:
            self.proposals.begin(game)
        return happened

    async def keep(
        self,
        name: str,
        first: int,
        happened: list[Event],
        taken: Chair | None = None,
        left: str | None = None,
    ) -> None:
        """Store the events of a game.

        Args:
            taken, left: As for ``happen``.

        Raises:
            NotKept: if they could not be stored; they have not happened then.
            Overtaken: if another server has stored other events first.
        """
        try:
            as_it_is = await self._written.go_on(name, self._games.get(name), first, happened, taken, left)
            if taken is not None and name in self._games:
                self._note_who_sits(self._games[name])
            if not as_it_is:
                self._stale.add(name)
        except StoreFailed as error:
            self.let_go(name)
            failed = Overtaken if isinstance(error, NumberTaken) else NotKept
            raise failed(NOT_KEPT) from error
        except BaseException:
            self.let_go(name)
            raise
        self.notifier.heed(self._games.get(name), happened)

    async def once(self, name: str) -> Game:
        """Return a game to be read once; one that is not in memory is not kept there."""
        return self._games.get(name) or await self._load(name)

    def let_go(self, name: str) -> None:
        """Drop a game from memory; the next request loads it again."""
        super().let_go(name)
        self._summaries.forget(name)

    def open(self) -> None:
        """Start the turns of programs that are to move."""
        self.turns.begin(self._store.with_programs)

    def _came_or_went(self, who: tuple[str, str]) -> None:
        self.sighted(who)
        self.tell(who[0])

    def sighted(self, who: tuple[str, str]) -> None:
        """Note that a person is here now, by game and chair."""
        self.sightings.note(who)
        if (game := self._games.get(who[0])) is not None and who[1] in game.chairs:
            game.chairs[who[1]].seen = self.sightings.seen(who)

    async def listed(self, most: int) -> list[str]:
        """Return the names of the newest games that everybody may watch."""
        return await self._store.listed(most)

    async def close(self) -> None:
        """Stop notifications, alarms, programs and background tasks."""
        self.notifier.close()
        self._alarms.silence()
        await self.turns.close()
        await self.proposals.end()


def _let(games: Games, game: Game, act: Callable[[], list[Event]]) -> list[Event]:
    """Run an action. If it fails after applying events the game is dropped, to be rebuilt from the store."""
    before = len(game.events)
    try:
        return act()
    except BaseException as error:
        if not isinstance(error, YureiError) or len(game.events) != before:
            games.let_go(game.stored.id)
        raise


async def _note_loss_on_time(games: Games, name: str) -> None:
    """Apply the events of time that has run out, and wake the open pages of the game."""
    game = games._games[name]
    before = len(game.events)
    if late := overdue(game):
        for event in late:
            apply_event(game, event)
        await games.keep(name, before, late)
        games.tell(name)


async def _catch_up(games: Games, name: str) -> None:
    """Apply events that another server has stored, or drop the game, to be loaded again."""
    games._stale.discard(name)  # a later change marks it again
    game = games._games.get(name)
    if game is None:
        return
    counting = game.counting
    try:
        as_it_is = await games._loader.catch_up(game)
    except BaseException:
        games.let_go(name)
        raise
    if not as_it_is:
        games.let_go(name)
        return
    games._summaries.forget(name)
    games.notifier.know(game)
    if not counting:
        games.proposals.begin(game)
