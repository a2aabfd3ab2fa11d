"""At which of the games in memory somebody sits, so that nobody looks through all of them for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


class Seated:
    """The games in memory by the people who sit there, who are known by the digests of their keys."""

    def __init__(self) -> None:
        self._keys: dict[str, frozenset[str]] = {}
        self._games: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def note(self, game: str, keys: Iterable[str | None]) -> None:
        """These people sit at a game now, and nobody else; None is a chair on which nobody does."""
        self.forget(game)
        self._keys[game] = frozenset(key for key in keys if key is not None)
        for key in self._keys[game]:
            self._games[key][game] = None

    def forget(self, game: str) -> None:
        """A game is no longer in memory."""
        for key in self._keys.pop(game, ()):
            del self._games[key][game]
            if not self._games[key]:
                del self._games[key]

    def games_of(self, key: str) -> list[str]:
        """The games at which somebody sits."""
        return list(self._games.get(key, ()))
