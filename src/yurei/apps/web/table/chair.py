"""Page of a chair for a request, and the answer after an action."""

import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.requests import HTTPConnection

from yurei.apps.web.address import base_of, join_link
from yurei.apps.web.shell.cookies import game_cookie, key_of
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.preference_routes import likes_of
from yurei.apps.web.table.context import AIMED, Aim, Page
from yurei.apps.web.table.page import fragment
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.model.secrets import digest, link_secret


@asynccontextmanager
async def open_page(club: Club, request: Request, game: str, chair: str) -> AsyncIterator[Page]:
    """Open a game for reading, and yield the page of a chair if the browser's key opens it.

    Raises:
        Unknown: If there is no such game.
        Forbidden, NotOver: If the key does not open the chair.
    """
    async with club.games.read(game, chair) as held:
        club.seats.check(held, chair, key_of(request, game, chair))
        yield page_for(held, chair, request)


def page_for(game: Game, chair: str, asked: HTTPConnection) -> Page:
    """Return the page of a chair; with links to the other chairs only for the game's maker."""
    name, links = game.stored.id, {}
    if is_host(game, asked):
        host = asked.cookies[game_cookie(name, "host")]
        links = {seat: join_link(asked, name, seat, link_secret(host, seat)) for seat in game.order}
    return Page(game, chair, spoken_to(asked), links, base_of(asked), likes_of(asked.cookies))


def is_host(game: Game, asked: HTTPConnection) -> bool:
    """Return whether the browser has made the game."""
    host = asked.cookies.get(game_cookie(game.stored.id, "host"))
    return host is not None and hmac.compare_digest(game.stored.host, digest(host))


def aim_of(game: Game, request: Request) -> Aim | None:
    """Return the unconfirmed try in the address; None without one."""
    do, at = request.query_params.get("do", ""), request.query_params.get("aim")
    if at is None or do not in AIMED:
        return None
    return Aim(do, game.settings.size.name(game.settings.size.point(at)))


async def answer(club: Club, request: Request, game: str, chair: str) -> Response:
    """Answer an action: the changed fragment for a script, a redirect to the page otherwise."""
    if not wants_fragment(request):
        return RedirectResponse(f"/g/{game}/{chair}", 303)
    async with open_page(club, request, game, chair) as page:
        return HTMLResponse(fragment(page))
