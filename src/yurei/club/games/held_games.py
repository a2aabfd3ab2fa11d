"""The games in memory: their locks, their listeners, and the eviction of those that are not needed any more."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from weakref import WeakValueDictionary

from yurei.club.archive.summary import phase_of
from yurei.club.game.game import Game
from yurei.club.games.listeners import Listeners
from yurei.club.people.bots import Inboxes
from yurei.club.store.elsewhere import read_notice
from yurei.referee.seating import AUDIENCE


class Seated:
    """Index of the games in memory by the digests of the keys of their people, so that no search is needed."""

    def __init__(self) -> None:
        self._keys: dict[str, frozenset[str]] = {}
        self._games: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def note(self, game: str, keys: Iterable[str | None]) -> None:
        """Note the keys of all people who sit at a game now; None is an empty chair."""
        self.forget(game)
        self._keys[game] = frozenset(key for key in keys if key is not None)
        for key in self._keys[game]:
            self._games[key][game] = None

    def forget(self, game: str) -> None:
        """Remove a game that is no longer in memory."""
        for key in self._keys.pop(game, ()):
            del self._games[key][game]
            if not self._games[key]:
                del self._games[key]

    def games_of(self, key: str) -> list[str]:
        """Return the games at which a person sits."""
        return list(self._games.get(key, ()))


class HeldGames:
    """The games in memory.

    Args:
        clock: Tells the time.

    Attributes:
        listeners: Pages and clients that wait for changes in a game.
        bots: The inboxes of the bots that listen for changes in any of their games.
        unwritten: Tests for the chairs that may know of what is being stored, by the names of the games.
        needed_by: Functions that say whether a game, by its name, must stay in memory.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._games: dict[str, Game] = {}
        self._stale: set[str] = set()  # games changed by another server
        # A lock exists as long as a task holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asked_for: dict[str, datetime] = {}  # time of the last request for each
        self._lifted: dict[str, str] = {}  # seats with a lifted curtain, of games not in memory
        self.unwritten: dict[str, Callable[[str], bool]] = {}
        self._seated = Seated()
        self.listeners, self.bots = Listeners(), Inboxes()
        self.needed_by: list[Callable[[str], bool]] = [self._locks.__contains__, self.listeners.__contains__]

    def phases(self) -> Counter[str]:
        """Return the number of games in memory by their phase."""
        return Counter(phase_of(game) for game in self._games.values())

    def game_if_written(self, name: str, chair: str) -> Game | None:
        """Return a game that a chair can read without a lock, as it is stored; None if it has to be locked for that."""
        if name in self._stale or self.unwritten.get(name, _nobody)(chair):
            return None
        return self._games.get(name)

    def is_played_by(self, name: str, keys: Collection[str]) -> bool:
        """Return whether a game in memory goes on, and one of these keys, by their digests, opens a chair there."""
        game = self._games.get(name)
        if game is None or game.final:
            return False
        chairs = [chair for chair in game.chairs.values() if chair.name != AUDIENCE.name]
        return any(key in (chair.key, chair.token) for chair in chairs for key in keys)

    def stop_waiting(self) -> None:
        """Send away all listeners, because this server stops."""
        self.listeners.stop_waiting()
        self.bots.stop()

    def drop(self, name: str) -> None:
        """Drop a game from memory; the next request loads it again. Its alarm stays, and loads it too."""
        self._games.pop(name, None)
        self._asked_for.pop(name, None)
        self._seated.forget(name)
        self.listeners.wake(name)

    def forget(self, key: str) -> None:
        """Drop the games of a person from memory, by the digest of their key; they are loaded again on request."""
        self._stale.update(self._locks)  # may be sitting down or loading right now
        for name in self._seated.games_of(key):
            self.drop(name)

    def mark_stale(self, name: str) -> None:
        """Mark a game for reloading: another server may know better who is there, and stores that every minute."""
        self._stale.add(name)

    def _happened_elsewhere(self, name: str | None) -> None:
        """Mark a game as changed by another server and wake its listeners; without a name, all games.

        Streams of bots end then: another server may have told them something that was not heard here.
        """
        if name is None:
            self.bots.end_all()
        elif (news := read_notice(name)) is not None:
            self.bots.note(news)
            return
        for each in {*self._games, *self._locks} if name is None else [name]:
            if each in self._games or each in self._locks:  # locked games may be loading an old state
                self._stale.add(each)  # a lock holder may go on: the store refuses conflicting events
            self.listeners.wake(each)

    def drop_idle(self, since: datetime) -> int:
        """Drop the games that nobody has requested since a time and nothing needs; return their number.

        Alarms need no game in memory. Runs without awaiting: a concurrent request either needs the game already, which
        keeps it, or loads it again.
        """
        idle = [
            name
            for name, game in self._games.items()
            if self._asked_for.get(name, since) <= since
            and not game.count.proposing
            and not any(needs(name) for needs in self.needed_by)
        ]
        for name in idle:
            if (lifted := self._games[name].lifted) is not None:  # no event holds it
                self._lifted[name] = lifted
            self.drop(name)
        return len(idle)

    def _take_in(self, name: str, game: Game) -> None:
        """Put a loaded game into memory."""
        game.lifted = self._lifted.pop(name, None)
        self._games[name] = game
        self._asked_for[name] = self._clock()
        self.note_who_sits(game)

    def note_who_sits(self, game: Game) -> None:
        """Note the people on the chairs of a game, so that it is found by their keys."""
        self._seated.note(game.stored.id, (chair.key for chair in game.chairs.values()))

    def _lock(self, name: str) -> asyncio.Lock:
        """Return the lock of a game."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def _nobody(_: str) -> bool:
    return False
