"""Giving a chair to a program, with a token that opens this chair only."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from htpy import a, button, form, li, p, ul

from yurei.apps.web.address import base_of
from yurei.apps.web.security import PROGRAMS
from yurei.apps.web.shell.cookies import key_of
from yurei.apps.web.shell.form_fields import copy_field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.table.chair import page_of
from yurei.apps.web.table.context import Page
from yurei.club.club import Club
from yurei.club.seats.seats import check_gives
from yurei.languages import N_


def token_routes(app: FastAPI, club: Club) -> None:
    """Add the routes of the token page."""

    @app.get("/g/{game}/{chair}/program")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show how a program can play this seat."""
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            check_gives(held, chair)
            return HTMLResponse(_token_page(page, base_of(request)))

    @app.post("/g/{game}/{chair}/program")
    async def give(request: Request, game: str, chair: str) -> HTMLResponse:
        """Make a new token for this chair; an earlier one becomes invalid."""
        token = await club.seats.give_token(game, chair, key_of(request, game, chair))
        async with club.games.game(game) as held:
            return HTMLResponse(_token_page(page_of(club, held, request, chair), base_of(request), token))


def _token_page(page: Page, base: str, token: str = "") -> str:
    """Return the page that gives a player's chair to a program, with a new token if one was made."""
    say = page.say
    here = f"{base}{PROGRAMS}/games/{page.game.stored.id}/{page.chair}"
    return panel_page(
        N_("Let a program play this seat"),
        [
            p[say(N_("A token gives access to this seat only. Anyone who has it sees your board and plays for you."))],
            p[say(N_("Only one token is valid at a time; a new one replaces the old one."))],
            ul(".links")[
                token and li[copy_field(say(N_("Token")), token, say)],
                li[copy_field(say(N_("Address")), here, say)],
            ],
            form(method="post")[button(".primary")[say(N_("Create token"))]],
            p[a(href=PROGRAMS)[say(N_("Commands and events for programs"))]],
            p[a(href=page.address)[say(N_("Back to the board"))]],
        ],
        page.language,
    )
