"""Preferences for the table, kept in a cookie: sounds, board and stones, confirmation of tries."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from yurei.apps.web.shell.cookies import set_cookie
from yurei.apps.web.shell.language_routes import way_back
from yurei.apps.web.shell.preferences import FIELDS, LIKES, READER, USUAL
from yurei.errors import unknown

COOKIE = "likes"


def likes_of(cookies: Mapping[str, str]) -> frozenset[str]:
    """Return the reader's preferences; the defaults without a cookie, and unknown words are ignored."""
    if COOKIE not in cookies:
        return USUAL
    return frozenset(cookies[COOKIE].split(".")) & LIKES


class PreferencesMiddleware:
    """Middleware that makes the reader's preferences available to the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request with the reader's preferences set."""
        if scope["type"] == "http":
            READER.set(likes_of(HTTPConnection(scope).cookies))
        await self._app(scope, receive, send)


def preference_routes(app: FastAPI) -> None:
    """Add the route that saves preferences."""

    @app.post("/likes")
    async def likes(request: Request) -> Response:
        """Save the preferences for the table in a cookie."""
        # The default of a choice has no word.
        form = await request.form()
        given = [like for field in FIELDS for like in form.getlist(field) if isinstance(like, str) and like]
        for like in given:
            if like not in LIKES:
                raise unknown("preference", like, LIKES)
        response = RedirectResponse(way_back(request), 303)
        # A dot stands for no preferences: an empty cookie would be deleted.
        set_cookie(request, response, COOKIE, ".".join(sorted(set(given))) or ".")
        return response
