"""The socket of a chair: the live part of its page, whole, whenever it has changed."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, WebSocket
from starlette.datastructures import Headers

from yurei.apps.web.cookies import PERSON, key_of
from yurei.apps.web.pages.table import without_clocks
from yurei.apps.web.parts.clock import with_clocks
from yurei.apps.web.routes.chair import page_for
from yurei.apps.web.security import leads_to
from yurei.apps.web.sockets import while_open
from yurei.club.club import Club
from yurei.club.seats import Forbidden
from yurei.errors import YureiError


def live_routes(app: FastAPI, club: Club) -> None:
    """Add the socket on which a page hears of every change."""

    @app.websocket("/g/{game}/{chair}/live")
    async def live(socket: WebSocket, game: str, chair: str) -> None:
        """The live part of a chair's page, whole, whenever it has changed."""
        if not _same_origin(socket.headers):
            await socket.close(1008)
            return
        try:
            async with club.games.game(game) as held:
                club.seats.check(held, chair, key_of(socket, game, chair))
        except YureiError:
            await socket.close(1008)
            return
        await socket.accept()
        await _stream(club, socket, game, chair)


def _same_origin(headers: Headers) -> bool:
    return leads_to(headers.get("origin", ""), headers)


async def _stream(club: Club, socket: WebSocket, game: str, chair: str) -> None:
    """Send the fragment at once and after every change, until the socket closes. What it says is not listened to."""
    with club.connected(game, chair, socket.cookies.get(PERSON)), club.games.listeners.listening(game) as bell:
        await while_open(socket, _send_changes(club, socket, game, chair, bell))


async def _send_changes(club: Club, socket: WebSocket, game: str, chair: str, bell: asyncio.Event) -> None:
    sent = None
    while True:
        bell.clear()
        async with club.games.game(game) as held:
            try:
                club.seats.check(held, chair, key_of(socket, game, chair))
            except Forbidden:  # the seat has been taken along to another device
                await socket.close(1008)
                return
            page = page_for(held, chair, socket)
            drawn = without_clocks(page)
            news = with_clocks(page, drawn, timeless=True)
            drawn = with_clocks(page, drawn)
        if news != sent:
            await socket.send_text(drawn)
            sent = news
        await bell.wait()
