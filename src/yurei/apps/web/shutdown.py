"""Middleware for shutdown: requests that are cancelled when the server stops get an answer."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.shell.errors import wrong
from yurei.club.games.listeners import STOPS
from yurei.languages import Words


class ShutdownMiddleware:
    """Middleware that answers 503 to a cancelled request. Without it the answer would be status 500.

    Args:
        app: The application behind it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def send_and_note(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        except asyncio.CancelledError:
            if scope["type"] != "http" or began:
                raise
            # The request may have been carried out: repeated with the same id it has no second effect.
            await wrong(HTTPConnection(scope), Words(STOPS), 503)(scope, receive, send)
