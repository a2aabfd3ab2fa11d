"""A player gives his chair to a program: the page on which he makes a token that opens this one chair."""

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
"""The page of a chair for who asks, where his key fits it."""


def token_routes(app: FastAPI, club: Club, page_of: PageOf) -> None:
    """Add the page on which a player makes a token."""

    @app.get("/g/{game}/{chair}/program")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """How to let a program sit on a player's chair, for who sits there."""
        async with club.games.game(game) as held:
            page = page_of(held, request, chair)
            check_gives(held, chair)
            return HTMLResponse(token_page(page, base_of(request)))

    @app.post("/g/{game}/{chair}/program")
    async def give(request: Request, game: str, chair: str) -> HTMLResponse:
        """A new token to this one chair; one that was given before opens nothing any more."""
        token = await club.seats.give_token(game, chair, key_of(request, game, chair))
        async with club.games.game(game) as held:
            return HTMLResponse(token_page(page_of(held, request, chair), base_of(request), token))
