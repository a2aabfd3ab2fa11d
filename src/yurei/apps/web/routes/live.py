"""The socket of a chair: the live part of its page, whole at first, then what of it has changed."""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import FastAPI, WebSocket
from starlette.datastructures import Headers

from yurei.apps.web.admin.measures import Measures
from yurei.apps.web.cookies import PERSON, key_of
from yurei.apps.web.deltas import delta
from yurei.apps.web.pages.table import without_clocks
from yurei.apps.web.parts.clock import with_clocks
from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.pieces import Drawing
from yurei.apps.web.routes.chair import page_for
from yurei.apps.web.routes.deeds import LIVE, Deeds
from yurei.apps.web.security import leads_to
from yurei.apps.web.sockets import Heard, hang_up, send_frame, while_open
from yurei.club.club import Club
from yurei.club.game import Game
from yurei.club.seats import Forbidden
from yurei.errors import YureiError


def live_routes(app: FastAPI, club: Club, measures: Measures) -> None:
    """Add the socket on which a page hears of every change, and does what is done at its table."""
    deeds = Deeds(club, measures)

    @app.websocket(LIVE)
    async def live(socket: WebSocket, game: str, chair: str) -> None:
        """The live part of a chair's page, and what of it has changed whenever something has, see ``deltas``."""
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
        await _stream(club, socket, game, chair, partial(deeds.perform, socket, game, chair))


def _same_origin(headers: Headers) -> bool:
    return leads_to(headers.get("origin", ""), headers)


async def _stream(club: Club, socket: WebSocket, game: str, chair: str, heard: Heard) -> None:
    """Send the fragment at once, and its changes, until the socket closes; and do what is asked for on it."""
    with (
        club.connected(game, chair, socket.cookies.get(PERSON)),
        club.games.listeners.listening(game, chair) as bell,
    ):
        await while_open(socket, _send_changes(club, socket, game, chair, bell), heard)


async def _send_changes(club: Club, socket: WebSocket, game: str, chair: str, bell: asyncio.Event) -> None:
    look = _Looking(club, socket, game, chair)
    known: Drawing | None = None
    sent: tuple[str, ...] = ()
    while True:
        bell.clear()
        try:
            if (glanced := club.games.glance(game)) is not None:
                drawn, news = look.at(glanced)
            else:
                async with club.games.game(game) as held:
                    drawn, news = look.at(held)
        except Forbidden:  # the seat has been taken along to another device
            await hang_up(socket)
            return
        if news != sent:
            await send_frame(socket, _frame(club, known, drawn))
            sent, known = news, drawn
        await bell.wait()


def _frame(club: Club, known: Drawing | None, drawn: Drawing) -> str:
    """What is sent to who knows a page, so that he knows another; found once for all who know the same."""
    return club.games.drawings.once((known, drawn), partial(delta, known, drawn)) if known else drawn.html


class _Looking:
    """Somebody who looks at a game from a chair, as long as his socket is open: what he has brought along stays the same."""

    def __init__(self, club: Club, socket: WebSocket, game: str, chair: str) -> None:
        self._club, self._socket, self._chair = club, socket, chair
        self._key = key_of(socket, game, chair)
        self._page: Page | None = None

    def at(self, game: Game) -> tuple[Drawing, tuple[str, ...]]:
        """The live part as it is now, and what it says without the time that runs.

        Raises:
            Forbidden: where his key does not fit the chair any more.
        """
        self._club.seats.check(game, self._chair, self._key)
        if self._page is None or self._page.game is not game:
            self._page = page_for(game, self._chair, self._socket)
        drawn = without_clocks(self._page)
        return with_clocks(self._page, drawn), with_clocks(self._page, drawn, timeless=True).parts
