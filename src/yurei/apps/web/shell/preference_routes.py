"""Preferences for the table, and the language: saved in cookies, and read from them."""

from collections.abc import Mapping
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from yurei.apps.web.shell.cookies import set_cookie, text
from yurei.apps.web.shell.negotiation import COOKIE
from yurei.apps.web.shell.preferences import FIELDS, LIKES, PLACE, READER, USUAL
from yurei.errors import unknown
from yurei.languages import NAMES

LIKES_COOKIE = "likes"


def likes_of(cookies: Mapping[str, str]) -> frozenset[str]:
    """Return the reader's preferences; the defaults without a cookie, and unknown words are ignored."""
    if LIKES_COOKIE not in cookies:
        return USUAL
    return frozenset(cookies[LIKES_COOKIE].split(".")) & LIKES


def way_back(request: Request, form: FormData) -> str:
    """Return the page on which a form was sent; the home page if it is not one of ours that can be opened."""
    path, _, query = text(form, "back").partition("?")
    path = "/" + path.lstrip("/\\")  # two slashes at the beginning would lead to another host
    looked_at = {"type": "http", "method": "GET", "path": path}
    if not any(route.matches(looked_at)[0] is Match.FULL for route in request.app.routes):
        return "/"  # such a page accepts forms only
    return f"{path}?{query}" if query else path


class PreferencesMiddleware:
    """Middleware that makes the reader's preferences and the address of the request available to the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request with both set."""
        if scope["type"] == "http":
            READER.set(likes_of(HTTPConnection(scope).cookies))
            query = scope["query_string"].decode("latin-1")
            PLACE.set(quote(scope["path"]) + (f"?{query}" if query else ""))
        await self._app(scope, receive, send)


def preference_routes(app: FastAPI) -> None:
    """Add the routes that save preferences and the language, and return to the page where they were chosen."""

    @app.post("/likes")
    async def likes(request: Request) -> Response:
        """Save the preferences for the table in a cookie."""
        # The default of a choice has no word.
        form = await request.form()
        given = [like for field in FIELDS for like in form.getlist(field) if isinstance(like, str) and like]
        for like in given:
            if like not in LIKES:
                raise unknown("preference", like, LIKES)
        response = RedirectResponse(way_back(request, form), 303)
        # A dot stands for no preferences: an empty cookie would be deleted.
        set_cookie(request, response, LIKES_COOKIE, ".".join(sorted(set(given))) or ".")
        return response

    @app.post("/language")
    async def language(request: Request) -> Response:
        """Set the language."""
        form = await request.form()
        chosen = text(form, "to")
        if chosen not in NAMES:
            raise unknown("language", chosen, NAMES)
        response = RedirectResponse(way_back(request, form), 303)
        set_cookie(request, response, COOKIE, chosen)
        return response
