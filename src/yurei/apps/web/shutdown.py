"""Whoever is still being answered when the server stops is told so: its patience with them is short."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.shell.errors import wrong
from yurei.club.games.listeners import STOPS
from yurei.languages import Words


class Farewell:
    """The layer that says 503 where a request is broken off. Without it that would be a failure of ours, status 500.

    Args:
        app: The application behind it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def noting(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except asyncio.CancelledError:
            if scope["type"] != "http" or began:
                raise
            # What was asked for may have happened: with the same id it does not happen again.
            await wrong(HTTPConnection(scope), Words(STOPS), 503)(scope, receive, send)
