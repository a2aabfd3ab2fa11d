"""A player gives his chair to a program: the page on which he makes a token that opens this one chair."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from htpy import Element, a, button, form, h1, input, label, li, p, span, ul

from yurei.apps.web.address import base_of
from yurei.apps.web.cookies import key_of
from yurei.apps.web.pages.frame import document
from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.context import Page
from yurei.apps.web.security import PROGRAMS
from yurei.club.club import Club
from yurei.club.game import Game
from yurei.club.seats import check_gives
from yurei.languages import N_

PageOf = Callable[[Game, Request, str], Page]
"""The page of a chair for who asks, where his key fits it."""


def add_tokens(app: FastAPI, club: Club, page_of: PageOf) -> None:
    """Add the page on which a player makes a token."""

    @app.get("/g/{game}/{chair}/program")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """How to let a program sit on a player's chair, for who sits there."""
        async with club.games.game(game) as held:
            page = page_of(held, request, chair)
            check_gives(held, chair)
            return HTMLResponse(_token_page(page, base_of(request)))

    @app.post("/g/{game}/{chair}/program")
    async def give(request: Request, game: str, chair: str) -> HTMLResponse:
        """A new token to this one chair; one that was given before opens nothing any more."""
        token = await club.seats.give_token(game, chair, key_of(request, game, chair))
        async with club.games.game(game) as held:
            return HTMLResponse(_token_page(page_of(held, request, chair), base_of(request), token))


def _token_page(page: Page, address: str, token: str = "") -> str:
    """The page that gives a player's chair to a program.

    Args:
        page: The chair.
        address: Of this server.
        token: To this chair, where one has just been made.
    """
    say, heading = page.say, N_("Let a program sit here")
    here = f"{address}{PROGRAMS}/games/{page.game.stored.id}/{page.chair}"
    return document(
        say(heading),
        [
            h1[say(heading)],
            p[say(N_("A token opens this one chair. Whoever has it sees your board and tries for you."))],
            p[say(N_("There is one at a time: a new one makes the old one worthless."))],
            ul(".links")[
                token and _to_copy(say(N_("Token")), token, say),
                _to_copy(say(N_("Address")), here, say),
            ],
            form(method="post")[button(".great")[say(N_("Make a token"))]],
            p[a(href=PROGRAMS)[say(N_("What a program can say and hear"))]],
            p[a(href=page.address)[say(N_("Back to the board"))]],
        ],
        page.language,
    )


def _to_copy(words: str, value: str, say: Say) -> Element:
    """Something to be copied, and the button that does it."""
    return li[
        label[span[words], input(value=value, readonly=True, autocomplete="off")],
        button(type="button", data_copies=value)[say(N_("Copy"))],
    ]
