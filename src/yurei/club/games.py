"""All games of this server: loaded when somebody asks for them, held while they are looked at, kept when something happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial

from yurei.club.absence import next_change
from yurei.club.actions import sit
from yurei.club.alarms import Alarms
from yurei.club.bots import news_for_bots
from yurei.club.crowds import Crowds
from yurei.club.dead_stones import Proposer
from yurei.club.drawings import Drawings
from yurei.club.game import AtTable, Game
from yurei.club.held_games import HeldGames
from yurei.club.notify import Notifier
from yurei.club.people import People
from yurei.club.presence import Presence
from yurei.club.proposals import Proposals
from yurei.club.server_time import Uptime
from yurei.club.sightings import Sightings
from yurei.club.store import Store
from yurei.club.stored import BotNews, Chair, Event, NotKept, NumberTaken, Overtaken, StoredGame, StoreFailed
from yurei.club.summaries import Summaries
from yurei.club.thinking.question import Thinkers
from yurei.club.thinking.turns import Turns
from yurei.errors import Unknown, YureiError
from yurei.languages import N_


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
        self.turns = Turns(self, thinkers)
        self.needed_by.append(self.turns.asks)
        self._alarms = Alarms(self._look_at_clock)
        self._summaries = Summaries(store, self.once)
        store.hear(self._happened_elsewhere)
        self.crowds = Crowds()
        self.drawings = Drawings()
        self.sightings = Sightings(store, uptime.now)
        self.presence = Presence[tuple[str, str]](self._came_or_went)
        self.notifier = Notifier(self.presence)

    async def add(self, stored: StoredGame, chairs: Iterable[Chair], sit_down: Iterable[str]) -> None:
        """Keep a new game, and note that people have taken chairs of it."""
        await self._store.add(stored, chairs)
        for chair in sit_down:
            async with self.game(stored.id) as game:
                await self.happen(game, partial(sit, game, chair))

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
            self._stale.discard(name)
            self.let_go(name)
        if name not in self._games:
            self._take_in(name, await self._load(name))
            self.proposals.begin(self._games[name])

    async def _look_at_clock(self, name: str) -> None:
        async with self.game(name):
            pass
        self.tell(name)  # a new period has begun, if not more

    async def _load(self, name: str) -> Game:
        loaded = await self._store.load(name)
        if loaded is None:
            raise Unknown(N_("there is no such game here; ask for the link again, or make a new game"))
        follows = loaded[0].follows
        # The first game of a match is over: it stays as it is.
        first = None if follows is None else await self._load(follows)
        await self._people.know(chair.key for chair in loaded[1])
        for chair in loaded[1]:
            chair.seen = self.sightings.seen((name, chair.name)) or chair.seen
        game = Game(*loaded, clock=self._uptime.now, first_game=first, pauses=self._uptime.pauses)
        game.drawings = self.drawings
        game.around = AtTable(self._people.names, lambda chair: (name, chair) in self.presence)
        self.notifier.know(game)
        return game

    async def happen(self, game: Game, act: Callable[[], list[Event]], taken: Chair | None = None) -> list[Event]:
        """Let something happen at a table, and write it down.

        Args:
            game: The game, which is held.
            act: Lets it happen.
            taken: A chair whose key or token changes by it.

        Returns:
            What has happened.

        Raises:
            NotKept: where it could not be written down; it has not happened then.
        """
        before, counting = len(game.events), game.counting
        happened = _let(self, game, act)
        await self.keep(game.stored.id, before, happened, taken)
        if not counting:
            self.proposals.begin(game)
        return happened

    async def keep(self, name: str, first: int, happened: list[Event], taken: Chair | None = None) -> None:
        """Write down what has happened.

        Raises:
            NotKept: where it could not be; it has not happened then.
            Overtaken: where something else has happened first, through another server.
        """
        try:
            news = self._summaries.news(self._games.get(name))
            if happened or taken is not None or news is not None:
                for_bots = self._news_for_bots(name, happened)
                await self._store.append(name, first, happened, taken, news, for_bots)
                for each in for_bots:
                    self.bots.tell(each.person)
            self._summaries.is_kept(name, news)
            if taken is not None and name in self._games:
                self._note_who_sits(self._games[name])
        except StoreFailed as error:
            self.let_go(name)
            failed = Overtaken if isinstance(error, NumberTaken) else NotKept
            raise failed(N_("this could not be written down, so it has not happened; try again")) from error
        except BaseException:
            self.let_go(name)
            raise
        self.notifier.heed(self._games.get(name), happened)

    def _news_for_bots(self, name: str, happened: list[Event]) -> list[BotNews]:
        game = self._games.get(name)
        return [] if game is None else news_for_bots(game, happened, self._people.names)

    async def once(self, name: str) -> Game:
        """A game to be looked at once: where it is not held, it is not held afterwards either."""
        return self._games.get(name) or await self._load(name)

    def forget(self, key: str) -> None:
        """Let go of the games at which somebody sits, by the digest of his key; they are made again from what is kept."""
        for name in self._seated.games_of(key):
            self.let_go(name)
            self.tell(name)

    def let_go(self, name: str) -> None:
        """Hold a game no longer that nobody looks at; it is made again for the next who does."""
        super().let_go(name)
        self._summaries.forget(name)

    def open(self) -> None:
        """Fill in what lists need of older games, and let programs think that are to move."""
        self._summaries.begin()
        self.turns.begin(self._store.with_programs)

    def _happened_elsewhere(self, name: str | None) -> None:
        """Something has happened in a game through another server; where no game is named, perhaps in every one."""
        here = {*self._games, *self._locks}  # some are being loaded, perhaps as they were before
        self.bots.tell_all()  # what they are sent is looked for where it is kept
        for each in here if name is None else [name]:
            if each in here:
                self._stale.add(each)  # who holds it now may go on: he cannot write down what does not fit
            self.tell(each)

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
        await self._summaries.end()
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
    """Whoever looks at a game finds it lost where time has run out; those who look at it already are told."""
    game = games._games[name]
    before = len(game.events)
    if (loss := game.clocks.loss(game.to_move)) is not None:
        game.apply(loss)
        await games.keep(name, before, [loss])
        games.tell(name)
