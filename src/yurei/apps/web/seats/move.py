"""Moving a seat to another device, by a link that opens once and expires soon."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import a, button, form, p

from yurei.apps.web.address import base_of
from yurei.apps.web.shell.cookies import PERSON, keep_person, key_of
from yurei.apps.web.shell.form_fields import copy_field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.table.context import seat_word
from yurei.club.club import Club
from yurei.club.model.chairs import REFEREE
from yurei.club.seats.device_links import DeviceLinks
from yurei.languages import N_, translation

HEADING = N_("Move this seat to another device")


def move_routes(app: FastAPI, club: Club, links: DeviceLinks) -> None:
    """Add the routes that move a seat."""

    @app.post("/g/{game}/{chair}/along")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show a link that moves this seat to another device, once."""
        await club.seats.check_owner(game, chair, key_of(request, game, chair))
        link = f"{base_of(request)}/g/{game}/along/{chair}/{await links.offer_seat(game, chair)}"
        return HTMLResponse(_offered_page(link, f"/g/{game}/{chair}", spoken_to(request)))

    @app.get("/g/{game}/along/{chair}/{link}")
    async def ask(request: Request, game: str, chair: str, link: str) -> HTMLResponse:
        """Ask whether to move the seat to this device; link previews must not use the link up."""
        await links.check_seat(game, chair, link)
        return HTMLResponse(_confirmation_page(chair, request.url.path, spoken_to(request)))

    @app.post("/g/{game}/along/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Move the seat to this device."""
        await links.check_seat(game, chair, link)
        await links.spend(link)
        key = await club.seats.take_along(game, chair, request.cookies.get(PERSON))
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_person(request, response, key)
        return response


def _offered_page(link: str, back: str, language: str) -> str:
    say = translation(language).gettext
    words = N_(
        "Open this link on the other device within an hour: the seat moves there, once, and this browser gives it up."
    )
    return panel_page(
        HEADING,
        [
            p[say(words)],
            p(".links")[copy_field(say(N_("Link")), link, say)],
            p[a(href=back)[say(N_("Back to the board"))]],
        ],
        language,
    )


def _confirmation_page(chair: str, address: str, language: str) -> str:
    say = translation(language).gettext
    seat = say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)
    return panel_page(
        HEADING,
        [
            p[say(N_("The seat “{seat}” moves to this browser; the other one gives it up.")).format(seat=seat)],
            form(method="post", action=address)[button(".primary")[say(N_("Sit down here"))]],
        ],
        language,
    )
