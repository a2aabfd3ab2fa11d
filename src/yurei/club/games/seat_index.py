"""Index of the games in memory by the people who sit there, so that no search through all games is needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


class Seated:
    """The games in memory, by the digests of the keys of their people."""

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
