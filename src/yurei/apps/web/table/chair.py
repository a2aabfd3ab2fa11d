"""The page of a chair for who asks, and what he is answered once he has done something there."""

from __future__ import annotations

import hmac

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


def page_of(club: Club, game: Game, request: Request, chair: str) -> Page:
    """The page of a chair, where the key of who asks fits it.

    Raises:
        Forbidden, NotOver: where it does not.
    """
    club.seats.check(game, chair, key_of(request, game.stored.id, chair))
    return page_for(game, chair, request)


def page_for(game: Game, chair: str, asked: HTTPConnection) -> Page:
    """The page of a chair for who asks; the links to the other chairs only for who has made the game."""
    name, links = game.stored.id, {}
    if is_host(game, asked):
        host = asked.cookies[game_cookie(name, "host")]
        links = {seat: join_link(asked, name, seat, link_secret(host, seat)) for seat in game.order}
    return Page(game, chair, spoken_to(asked), links, base_of(asked), likes_of(asked.cookies))


def is_host(game: Game, asked: HTTPConnection) -> bool:
    """Whether the browser that asks has made the game."""
    host = asked.cookies.get(game_cookie(game.stored.id, "host"))
    return host is not None and hmac.compare_digest(game.stored.host, digest(host))


def aim_of(game: Game, request: Request) -> Aim | None:
    """What the address says that somebody is about to try.

    Raises:
        BadValue: where that is no point.
    """
    do, at = request.query_params.get("do", ""), request.query_params.get("aim")
    if at is None or do not in AIMED:
        return None
    return Aim(do, game.settings.size.name(game.settings.size.point(at)))


async def answer(club: Club, request: Request, game: str, chair: str) -> Response:
    """After something was done: the changed fragment for a script, the page for a browser without."""
    if not wants_fragment(request):
        return RedirectResponse(f"/g/{game}/{chair}", 303)
    async with club.games.game(game) as held:
        return HTMLResponse(fragment(page_of(club, held, request, chair)))
