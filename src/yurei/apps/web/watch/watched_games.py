"""The games that everybody may watch, drawn once for all who look in the same language, on a beat of their own.

The beat goes on whatever happens in the games: when a list is drawn tells nothing of what nobody is told.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from yurei.apps.web.watch.page import Listed, list_part
from yurei.club.club import Club

PAUSE = 2.0
"""Seconds between two drawings, at least."""
PATIENCE = 0.5
"""Seconds to wait for a game that is held; then what was drawn of it last still stands."""
MOST_LISTED = 40
MOST_LOOKED_AT = 200
"""So many of the newest games are looked through for those that run."""
MOST_PICTURED = 16


@dataclass(frozen=True, slots=True)
class Drawn:
    """A list as it was drawn.

    Attributes:
        at: When.
        games: Its games, by their names.
        running: How many games run.
        html: The list.
        news: The same without what changes by itself; a list is sent where this is another.
    """

    at: float
    games: dict[str, Listed]
    running: int
    html: str
    news: str


class WatchedGames:
    """The list of the games that everybody may watch.

    Args:
        club: Where they are played.
    """

    def __init__(self, club: Club) -> None:
        self._club = club
        self._drawn: dict[str, Drawn] = {}
        self._drawing = asyncio.Lock()

    async def listed(self, language: str) -> Drawn:
        """The list in a language, at most so old as a pause is long."""
        async with self._drawing:
            kept, now = self._drawn.get(language), asyncio.get_running_loop().time()
            if kept is None or now - kept.at >= PAUSE:
                kept = await self._draw(language, now, {} if kept is None else kept.games)
                self._drawn[language] = kept
            return kept

    async def _draw(self, language: str, now: float, before: dict[str, Listed]) -> Drawn:
        """Look at the newest games: those that run first, then as many of the others as there is room for."""
        running: dict[str, Listed] = {}
        ended: dict[str, Listed] = {}
        for name in await self._club.games.listed(MOST_LOOKED_AT):
            known = before.get(name)
            if known is not None and known.over and len(running) + len(ended) >= MOST_LISTED:
                continue
            game = await self._look(name, language, picture=len(running) + len(ended) < MOST_PICTURED) or known
            if game is not None:
                (ended if game.over else running)[name] = game
        shown = dict([*running.items(), *ended.items()][:MOST_LISTED])
        html, news = (list_part(list(shown.values()), language, timeless=each) for each in (False, True))
        return Drawn(now, shown, len(running), html, news)

    async def _look(self, name: str, language: str, *, picture: bool) -> Listed | None:
        """A game as it is now; None where somebody holds it for long."""
        await asyncio.sleep(0)  # who plays need not wait until all are drawn
        try:
            async with asyncio.timeout(PATIENCE), self._club.games.game(name) as game:
                return Listed.of(game, self._club.games.crowds.size(name), language, picture=picture)
        except TimeoutError:
            return None
