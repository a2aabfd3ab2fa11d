"""The games that are in memory, who waits for something to happen there, and which of them nobody needs there any more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

from yurei.club.archive.summary import phase_of
from yurei.club.game.game import Game
from yurei.club.game.known_events import who_hears
from yurei.club.games.listeners import Listeners
from yurei.club.games.seat_index import Seated
from yurei.club.model.stored import Event


class HeldGames:
    """The games that somebody has asked for.

    Args:
        clock: Tells the time.

    Attributes:
        listeners: Who waits for something to happen in a game.
        bots: The bots that wait for anything to happen in their games, by the digests of their keys.
        when_final: Is called with a game whose result stands, whenever something happens there.
        needed_by: Each says whether it needs a game in memory, by the game's name.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._games: dict[str, Game] = {}
        self._stale: set[str] = set()  # something has happened there through another server
        # A lock lasts as long as somebody has it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asked_for: dict[str, datetime] = {}  # when each was last
        self._lifted: dict[str, str] = {}  # for whom the curtain of a shared screen is, in games that are not in memory
        self._seated = Seated()
        self.listeners, self.bots = Listeners(), Listeners()
        self.when_final: Callable[[Game], None] = lambda _: None
        self.needed_by: list[Callable[[str], bool]] = [self._locks.__contains__, self.listeners.__contains__]

    def phases(self) -> Counter[str]:
        """How many of them there are, by how far they are."""
        return Counter(phase_of(game) for game in self._games.values())

    def game_if_written(self, name: str) -> Game | None:
        """A game as it is written down, to be looked at without waiting; None where it has to be held for that."""
        held = (lock := self._locks.get(name)) is not None and lock.locked()
        return None if held or name in self._stale else self._games.get(name)

    def tell(self, name: str, happened: list[Event] | None = None) -> None:
        """Let those who listen know that something has happened in a game.

        Args:
            happened: All that it was: who may not know of any of it is not told. None for something that is no event.
        """
        game = self._games.get(name)
        self.listeners.tell(name, who_hears(game, happened))
        if game is not None:
            self._asked_for[name] = self._clock()
            game.changes += 1
            if game.final:
                self.when_final(game)

    def stop_waiting(self) -> None:
        """Send away everybody who waits: this server stops."""
        self.listeners.stop_waiting()
        self.bots.stop_waiting()

    def tell_those_with(self, key: str) -> None:
        """Let everybody know who looks at a game in which somebody sits, by the digest of his key."""
        for name in self._seated.games_of(key):
            self.tell(name)

    def let_go(self, name: str) -> None:
        """Hold a game no longer that nobody looks at; it is made again for the next who does."""
        self._games.pop(name, None)
        self._asked_for.pop(name, None)
        self._seated.forget(name)

    def forget(self, key: str) -> None:
        """Let go of the games at which somebody sits, by the digest of his key; they are made again from what is kept."""
        self._stale.update(self._locks)  # he may sit down there at this moment, or be loaded as he was before
        for name in self._seated.games_of(key):
            self.let_go(name)
            self.tell(name)

    def doubt(self, name: str) -> None:
        """Load a game anew for the next who asks: only another server may know who is there, and it writes that down every minute."""
        self._stale.add(name)

    def _happened_elsewhere(self, name: str | None) -> None:
        """Something has happened through another server, in a game or for a bot; where none is named, perhaps for every one."""
        if name is None:
            self.bots.tell_all()
        else:
            self.bots.tell(name)
        for each in {*self._games, *self._locks} if name is None else [name]:
            if each in self._games or each in self._locks:  # some are being loaded, perhaps as they were before
                self._stale.add(each)  # who holds it now may go on: he cannot write down what does not fit
            self.tell(each)

    def let_idle_go(self, since: datetime) -> int:
        """Hold those games no longer that nobody has asked for since then and nobody needs; alarms need no game.

        Nothing else happens meanwhile: who asks for a game either needs it already, and keeps it, or has it made again.

        Returns:
            How many they are.
        """
        idle = [
            name
            for name, game in self._games.items()
            if self._asked_for.get(name, since) <= since
            and not game.count.proposing
            and not any(needs(name) for needs in self.needed_by)
        ]
        for name in idle:
            if (lifted := self._games[name].lifted) is not None:  # it stands in no event
                self._lifted[name] = lifted
            self.let_go(name)
        return len(idle)

    def _take_in(self, name: str, game: Game) -> None:
        """Hold a game that has been made again."""
        game.lifted = self._lifted.pop(name, None)
        self._games[name] = game
        self._asked_for[name] = self._clock()
        self._note_who_sits(game)

    def _note_who_sits(self, game: Game) -> None:
        self._seated.note(game.stored.id, (chair.key for chair in game.chairs.values()))

    def _lock(self, name: str) -> asyncio.Lock:
        """The lock of who holds a game."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock
