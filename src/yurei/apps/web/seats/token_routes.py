"""Routes by which a player gives their chair to a program, with a token that opens this chair only."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from yurei.apps.web.address import base_of
from yurei.apps.web.seats.token_page import token_page
from yurei.apps.web.shell.cookies import key_of
from yurei.apps.web.table.context import Page
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.seats.seats import check_gives

PageOf = Callable[[Game, Request, str], Page]
"""Function that returns the page of a chair for a request whose key opens it."""


def token_routes(app: FastAPI, club: Club, page_of: PageOf) -> None:
    """Add the routes of the token page."""

    @app.get("/g/{game}/{chair}/program")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """How to let a program play this seat."""
        async with club.games.game(game) as held:
            page = page_of(held, request, chair)
            check_gives(held, chair)
            return HTMLResponse(token_page(page, base_of(request)))

    @app.post("/g/{game}/{chair}/program")
    async def give(request: Request, game: str, chair: str) -> HTMLResponse:
        """Make a new token for this chair; an earlier one becomes invalid."""
        token = await club.seats.give_token(game, chair, key_of(request, game, chair))
        async with club.games.game(game) as held:
            return HTMLResponse(token_page(page_of(held, request, chair), base_of(request), token))
