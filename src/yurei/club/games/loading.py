"""Rebuilds games from the store."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from yurei.club.game.effects import apply_event
from yurei.club.game.game import AtTable, Game
from yurei.club.model.stored import Chair, Event, StoredGame
from yurei.club.people.people import People
from yurei.club.people.presence import Presence, Sightings
from yurei.club.people.server_time import Uptime
from yurei.club.store import Store
from yurei.errors import Unknown
from yurei.languages import N_

STEP = 100
"""Number of events applied at once, in some milliseconds, before other tasks may run."""


class Loader:
    """Rebuilds games from the store."""

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        people: People,
        sightings: Sightings,
        presence: Presence[tuple[str, str]],
        compiling: Callable[[], bool],
        listens: Callable[[str], bool],
    ) -> None:
        self._store, self._uptime, self._people = store, uptime, people
        self._sightings, self._presence, self._compiling = sightings, presence, compiling
        self._listens = listens

    async def load(self, name: str) -> Game:
        """Load a game from the store.

        Raises:
            Unknown: if there is no such game.
        """
        loaded = await self._store.load(name)
        if loaded is None:
            raise Unknown(N_("game not found; ask for the link again, or create a new game"))
        return await self.made(*loaded)

    async def made(self, stored: StoredGame, chairs: Iterable[Chair], happened: Sequence[Event] = ()) -> Game:
        """Build a game from its chairs and events."""
        name, places = stored.id, list(chairs)
        # The first game of a match is over and does not change any more.
        first = None if stored.follows is None else await self.load(stored.follows)
        await self._people.know(chair.key for chair in places)
        for chair in places:
            chair.seen = self._seen(name, chair)
        game = Game(stored, places, happened, clock=self._uptime.now, first_game=first, pauses=self._uptime.pauses)
        sitting = {place.name: place for place in places}
        game.around = AtTable(
            self._people.names,
            lambda chair: chair in sitting and self._is_here(name, sitting[chair]),
            self._compiling,
        )
        await _apply(game, happened)
        return game

    def _is_here(self, game: str, chair: Chair) -> bool:
        """Return whether the page of a chair is open, or a bot that sits there listens to its stream."""
        return (game, chair.name) in self._presence or self._listens(chair.key or "")

    async def catch_up(self, game: Game) -> bool:
        """Apply the events of a game that another server has stored.

        Returns:
            Whether the game is up to date. If not, a chair has another key, and the game must be loaded again.
        """
        chairs, happened = await self._store.since(game.stored.id, len(game.events))
        if {_keys(chair) for chair in chairs} != {_keys(chair) for chair in game.chairs.values()}:
            return False
        for chair in chairs:
            game.chairs[chair.name].seen = self._seen(game.stored.id, chair)
        await _apply(game, happened)
        return True

    def _seen(self, name: str, chair: Chair) -> datetime | None:
        """Return when the person on a chair was last seen, here or by another server."""
        here = self._sightings.seen((name, chair.name))
        return max((when for when in (here, chair.seen) if when is not None), default=None)


async def _apply(game: Game, happened: Sequence[Event]) -> None:
    for number, event in enumerate(happened, 1):
        apply_event(game, event)
        if number % STEP == 0:
            await asyncio.sleep(0)


def _keys(chair: Chair) -> tuple[str | None, ...]:
    return chair.name, chair.link, chair.key, chair.token
