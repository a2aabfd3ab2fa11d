"""Routes by which a seat is taken by its link: a page describes the game, and its button takes the seat.

The audience, the game's maker, and a returning player enter at once. Messengers open links to preview them, and must
not take the seat.
"""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.seats.join_page import invited_page
from yurei.apps.web.shell.cookies import PERSON, keep_key, key_of, text
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.table.chair import is_host
from yurei.club.club import Club
from yurei.club.model.secrets import digest
from yurei.club.seats.seats import check_link
from yurei.referee.seating import AUDIENCE


def join_routes(app: FastAPI, club: Club) -> None:
    """Add the routes by which chairs are taken."""

    @app.get("/g/{game}/join/{chair}/{link}")
    async def follow(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, or ask whether to."""
        nickname = await _nickname(request)
        async with club.games.game(game) as held:
            check_link(held, chair, link)
            invited = chair != AUDIENCE.name and not held.taken(chair) and not is_host(held, request)
            if invited or not followed_by_hand(request):
                return HTMLResponse(invited_page(held, chair, request.url.path, nickname, spoken_to(request)))
        return await _seated(request, game, chair, link, key_of(request, game, chair))

    @app.post("/g/{game}/join/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, under the nickname in the form."""
        key, form = key_of(request, game, chair), await request.form()
        async with club.games.game(game) as held:
            check_link(held, chair, link)
        if "nickname" in form and chair != AUDIENCE.name:
            key = await club.rename(key, text(form, "nickname"))
        return await _seated(request, game, chair, link, key)

    async def _nickname(request: Request) -> str:
        key = await club.people.recognised(request.cookies.get(PERSON))
        return club.people.names[digest(key)] if key else ""

    async def _seated(request: Request, game: str, chair: str, link: str, key: str | None) -> Response:
        # The secret moves from the address into a cookie.
        key = await club.seats.claim(game, chair, link, key)
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_key(request, response, game, chair, key)
        return response


def followed_by_hand(request: Request) -> bool:
    """Return whether a browser says that a person has opened this page. Without TLS browsers do not say."""
    said = request.headers
    gone = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    return gone and "prefetch" not in said.get("sec-purpose", said.get("purpose", ""))
