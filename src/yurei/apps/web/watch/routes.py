"""List of the games that everybody may watch: its routes, and its drawing, periodic and once for all of a language.

The period does not depend on events in the games: the time of a drawing reveals nothing secret.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.websockets import send_frame, while_open
from yurei.apps.web.watch.page import Listed, list_page, list_part
from yurei.clocks.controls import milliseconds
from yurei.club.club import Club
from yurei.referee.seating import AUDIENCE

PAUSE = 2.0
"""Seconds between two drawings, at least."""
PATIENCE = 0.5
"""Seconds to wait for a locked game; then its last entry is used."""
MOST_LISTED = 40
MOST_LOOKED_AT = 200
"""Number of the newest games that are searched for running ones."""
MOST_PICTURED = 16


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn list.

    Attributes:
        at: Time of the drawing, of the event loop.
        made: Time of the drawing, of the server's clock.
        games: Its games, by name.
        running: Number of running games.
        html: The list.
        news: The list without running times; a list is sent when this has changed.
    """

    at: float
    made: datetime
    games: dict[str, Listed]
    running: int
    html: str
    news: str

    def html_at(self, now: datetime) -> str:
        """Return the list with its age in milliseconds: clocks have run on since it was drawn."""
        aged = Markup(f'data-age="{milliseconds(now - self.made)}"')
        return self.html.replace('data-age="0"', aged, 1)


class WatchedGames:
    """The list of the games that everybody may watch.

    Args:
        club: The club that holds the games.
    """

    def __init__(self, club: Club) -> None:
        self._club = club
        self._drawn: dict[str, Drawn] = {}
        self._drawing = asyncio.Lock()

    async def sent(self, language: str) -> tuple[str, str]:
        """Return the HTML of the list as it is sent now, and without running times."""
        drawn = await self.listed(language)
        return drawn.html_at(self._club.own.clock()), drawn.news

    async def listed(self, language: str) -> Drawn:
        """Return the list in a language, at most ``PAUSE`` seconds old."""
        async with self._drawing:
            kept, now = self._drawn.get(language), asyncio.get_running_loop().time()
            if kept is None or now - kept.at >= PAUSE:
                kept = await self._draw(language, now, {} if kept is None else kept.games)
                self._drawn[language] = kept
            return kept

    async def _draw(self, language: str, now: float, before: dict[str, Listed]) -> Drawn:
        """Draw the newest games: the running ones first, then as many of the others as fit."""
        made = self._club.own.clock()
        running: dict[str, Listed] = {}
        ended: dict[str, Listed] = {}
        for name in await self._club.games.listed(MOST_LOOKED_AT):
            known = before.get(name)
            if known is not None and known.over and len(running) + len(ended) >= MOST_LISTED:
                continue
            game = await self._entry_of(name, language, picture=len(running) + len(ended) < MOST_PICTURED) or known
            if game is not None:
                (ended if game.over else running)[name] = game
        shown = dict([*running.items(), *ended.items()][:MOST_LISTED])
        html, news = (list_part(list(shown.values()), language, timeless=each) for each in (False, True))
        return Drawn(now, made, shown, len(running), html, news)

    async def _entry_of(self, name: str, language: str, *, picture: bool) -> Listed | None:
        """Return the present entry of a game; None if it stays locked for long."""
        await asyncio.sleep(0)  # lets actions of players run between two games
        try:
            async with asyncio.timeout(PATIENCE), self._club.games.read(name, AUDIENCE.name) as game:
                return Listed.of(game, self._club.games.crowds.size(name), language, picture=picture)
        except TimeoutError:
            return None


def watch_routes(app: FastAPI, games: WatchedGames) -> None:
    """Add the list of games, and the socket that updates it."""

    @app.get("/watch")
    async def listed(request: Request) -> HTMLResponse:
        """List the games that everybody may watch."""
        language = spoken_to(request)
        part, _ = await games.sent(language)
        return HTMLResponse(part if wants_fragment(request) else list_page(part, language))

    @app.websocket("/watch/live")
    async def live(socket: WebSocket) -> None:
        """Stream the list: send it whenever it changes."""
        await socket.accept()
        await while_open(socket, _send_changes(games, socket))


async def _send_changes(games: WatchedGames, socket: WebSocket) -> None:
    language, sent = spoken_to(socket), None
    while True:
        html, news = await games.sent(language)
        if news != sent:
            await send_frame(socket, html)
            sent = news
        await asyncio.sleep(PAUSE)
