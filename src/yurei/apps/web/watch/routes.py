"""Routes of the list of games to watch."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import HTMLResponse

from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.websockets import send_frame, while_open
from yurei.apps.web.watch import watched_games
from yurei.apps.web.watch.page import list_page
from yurei.apps.web.watch.watched_games import WatchedGames


def watch_routes(app: FastAPI, games: WatchedGames) -> None:
    """Add the list of games, and the socket that updates it."""

    @app.get("/watch")
    async def listed(request: Request) -> HTMLResponse:
        """List the games that everybody may watch."""
        language = spoken_to(request)
        part = (await games.listed(language)).html
        return HTMLResponse(part if wants_fragment(request) else list_page(part, language))

    @app.websocket("/watch/live")
    async def live(socket: WebSocket) -> None:
        """Stream the list: send it whenever it changes."""
        await socket.accept()
        await while_open(socket, _send_changes(games, socket))


async def _send_changes(games: WatchedGames, socket: WebSocket) -> None:
    language, sent = spoken_to(socket), None
    while True:
        drawn = await games.listed(language)
        if drawn.news != sent:
            await send_frame(socket, drawn.html)
            sent = drawn.news
        await asyncio.sleep(watched_games.PAUSE)
