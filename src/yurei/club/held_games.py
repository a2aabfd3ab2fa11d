"""The games that are in memory, and who waits for something to happen there."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable

from yurei.club.game import Game
from yurei.club.hearing import who_hears
from yurei.club.listeners import Listeners
from yurei.club.stored import Event
from yurei.club.summary import phase_of


class HeldGames:
    """The games that somebody has asked for.

    Attributes:
        listeners: Who waits for something to happen in a game.
        when_final: Is called with the name of a game whose result stands, whenever something happens there.
    """

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._stale: set[str] = set()  # something has happened there through another server
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.listeners = Listeners()
        self.when_final: Callable[[str], None] = lambda _: None

    def phases(self) -> Counter[str]:
        """How many of them there are, by how far they are."""
        return Counter(phase_of(game) for game in self._games.values())

    def glance(self, name: str) -> Game | None:
        """A game as it is written down, to be looked at without waiting; None where it has to be held for that."""
        held = name in self._locks and self._locks[name].locked()
        return None if held or name in self._stale else self._games.get(name)

    def tell(self, name: str, happened: list[Event] | None = None) -> None:
        """Let those who listen know that something has happened in a game.

        Args:
            happened: All that it was: who may not know of any of it is not told. None for something that is no event.
        """
        game = self._games.get(name)
        self.listeners.tell(name, who_hears(game, happened))
        if game is not None:
            game.changes += 1
            if game.final:
                self.when_final(name)

    def tell_those_with(self, key: str) -> None:
        """Let everybody know who looks at a game in which somebody sits, by the digest of his key."""
        for name in self._with(key):
            self.tell(name)

    def _with(self, key: str) -> list[str]:
        return [name for name, game in self._games.items() if any(chair.key == key for chair in game.chairs.values())]

    def let_go(self, name: str) -> None:
        """Hold a game no longer that nobody looks at; it is made again for the next who does."""
        self._games.pop(name, None)
