"""A seat is taken by its link: at once by who has followed it in a browser, else by a button.

Messengers look at a link before anybody reads it, to show what is behind it.
They must not take the seat.
"""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.cookies import keep_key, key_of
from yurei.apps.web.negotiation import spoken_to
from yurei.apps.web.pages.join import invited_page
from yurei.club.club import Club
from yurei.club.seats import check_link


def join_routes(app: FastAPI, club: Club) -> None:
    """Add the routes by which chairs are taken."""

    @app.get("/g/{game}/join/{chair}/{link}")
    async def follow(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, or be asked whether to."""
        if followed_by_hand(request):
            return await _seated(request, game, chair, link)
        async with club.games.game(game) as held:
            check_link(held, chair, link)
            return HTMLResponse(invited_page(request.url.path, spoken_to(request)))

    @app.post("/g/{game}/join/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link."""
        return await _seated(request, game, chair, link)

    async def _seated(request: Request, game: str, chair: str, link: str) -> Response:
        # The secret goes into a cookie and out of the address.
        key = await club.seats.claim(game, chair, link, key_of(request, game, chair))
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_key(request, response, game, chair, key)
        return response


def followed_by_hand(request: Request) -> bool:
    """Whether a browser says that somebody has gone to this page. Without TLS browsers do not say."""
    said = request.headers
    gone = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    return gone and "prefetch" not in said.get("sec-purpose", said.get("purpose", ""))
