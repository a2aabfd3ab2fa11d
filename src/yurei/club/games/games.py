"""All games of this server: loaded when somebody asks for them, held while they are looked at, kept when something happens."""

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
        store: Keeps them.
        uptime: When servers were there.
        people: Everybody who has sat down here.
        propose: Proposes dead stones where a count begins.
        thinkers: Let programs think.

    Attributes:
        presence: Who is connected, by game and chair.
        crowds: How many listen to a game from the audience's chair.
        turns: The games in which a program is awaited.
        proposals, sightings: Of dead stones; of people, by game and chair, until that is written down.
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
        """Keep a new game at which people have sat down: all of it or nothing.

        Args:
            sit_down: The chairs on which somebody sits.

        Raises:
            NotKept: where it could not be written down; there is no such game then.
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
            async with self.game(stored.id):  # from now on programs think, and clocks are looked at
                pass

    async def known(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return name in self._games or await self._store.load(name) is not None

    @asynccontextmanager
    async def game(self, name: str) -> AsyncIterator[Game]:
        """A game, held while it is looked at, so that nobody sees what is not written down yet.

        Raises:
            Unknown: where there is no such game.
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
                # A game that was forgotten keeps its alarm, which makes it again.
                if name in self._games:
                    self._asked_for[name] = self._clock()
                    self._alarms.set(name, next_change(self._games[name]))
                    self.turns.heed(self._games[name])

    async def _renew(self, name: str) -> None:
        """Load a game that is not in memory, or in which something has happened through another server."""
        if name in self._stale:
            await _catch_up(self, name)
        if name not in self._games:
            self._take_in(name, await self._load(name))
            self.proposals.begin(self._games[name])

    async def _look_at_clock(self, name: str) -> None:
        async with self.game(name):
            pass
        self.tell(name)  # a new period has begun, if not more

    async def _load(self, name: str) -> Game:
        game = await self._loader.load(name)
        self.notifier.know(game)
        return game

    async def happen(
        self, game: Game, act: Callable[[], list[Event]], taken: Chair | None = None, left: str | None = None
    ) -> list[Event]:
        """Let something happen at a table, and write it down.

        Args:
            game: The game, which is held.
            act: Lets it happen.
            taken: A chair whose key or token changes by it.
            left: Who has sat there before: the digest of his key.

        Returns:
            What has happened.

        Raises:
            NotKept: where it could not be written down; it has not happened then.
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
        """Write down what has happened.

        Args:
            taken, left: As ``happen`` has them.

        Raises:
            NotKept: where it could not be; it has not happened then.
            Overtaken: where something else has happened first, through another server.
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
        """A game to be looked at once: where it is not held, it is not held afterwards either."""
        return self._games.get(name) or await self._load(name)

    def let_go(self, name: str) -> None:
        """Hold a game no longer that nobody looks at; it is made again for the next who does."""
        super().let_go(name)
        self._summaries.forget(name)

    def open(self) -> None:
        """Start the turns of programs that are to move."""
        self.turns.begin(self._store.with_programs)

    def _came_or_went(self, who: tuple[str, str]) -> None:
        self.sighted(who)
        self.tell(who[0])

    def sighted(self, who: tuple[str, str]) -> None:
        """Somebody is here now, by game and chair."""
        self.sightings.note(who)
        if (game := self._games.get(who[0])) is not None and who[1] in game.chairs:
            game.chairs[who[1]].seen = self.sightings.seen(who)

    async def listed(self, most: int) -> list[str]:
        """The names of the newest games that everybody may watch."""
        return await self._store.listed(most)

    async def close(self) -> None:
        """Stop thinking, and looking at clocks."""
        self.notifier.close()
        self._alarms.silence()
        await self.turns.close()
        await self.proposals.end()


def _let(games: Games, game: Game, act: Callable[[], list[Event]]) -> list[Event]:
    """Let something happen. A game in which it went wrong half-way is forgotten: it is made again from what is kept."""
    before = len(game.events)
    try:
        return act()
    except BaseException as error:
        if not isinstance(error, YureiError) or len(game.events) != before:
            games.let_go(game.stored.id)
        raise


async def _note_loss_on_time(games: Games, name: str) -> None:
    """Note in a game what follows from time that has run out; everybody who has its page open is told."""
    game = games._games[name]
    before = len(game.events)
    if late := overdue(game):
        for event in late:
            apply_event(game, event)
        await games.keep(name, before, late)
        games.tell(name)


async def _catch_up(games: Games, name: str) -> None:
    """Let happen in a game what has happened there through another server, or hold it no longer: then it is made again."""
    games._stale.discard(name)  # whatever happens from now on is heard of anew
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
