"""Route that sets the language, and returns to the page where it was chosen."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.routing import Match

from yurei.apps.web.security import leads_to
from yurei.apps.web.shell.cookies import set_cookie, text
from yurei.apps.web.shell.negotiation import COOKIE
from yurei.errors import unknown
from yurei.languages import NAMES


def way_back(request: Request) -> str:
    """Return the page on which the form was sent; the home page if it is not one of ours that can be opened."""
    came_from = request.headers.get("referer", "/")
    if not leads_to(came_from, request.headers):
        return "/"
    split = urlsplit(came_from)
    # Two slashes at the beginning would lead to another host.
    path = "/" + split.path.lstrip("/\\")
    looked_at = {"type": "http", "method": "GET", "path": path}
    if not any(route.matches(looked_at)[0] is Match.FULL for route in request.app.routes):
        return "/"  # such a page accepts forms only
    return f"{path}?{split.query}" if split.query else path


def language_routes(app: FastAPI) -> None:
    """Add the route that sets the language."""

    @app.post("/language")
    async def language(request: Request) -> Response:
        """Set the language."""
        chosen = text(await request.form(), "to")
        if chosen not in NAMES:
            raise unknown("language", chosen, NAMES)
        response = RedirectResponse(way_back(request), 303)
        set_cookie(request, response, COOKIE, chosen)
        return response
