"""A seat is taken along to another device, by a link that opens once and not for long. Nothing of it is written down."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import datetime, timedelta

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import a, button, form, h1, input, label, p, section, span

from yurei.apps.web.address import base_of
from yurei.apps.web.cookies import PERSON, keep_person, key_of
from yurei.apps.web.negotiation import spoken_to
from yurei.apps.web.pages.frame import document
from yurei.apps.web.parts.context import seat_word
from yurei.club.chairs import REFEREE
from yurei.club.club import Club
from yurei.club.people import Secrets, digest
from yurei.club.seats import Forbidden
from yurei.languages import N_, translation

LASTS = timedelta(hours=1)


class Moving:
    """The links by which seats can be taken along: one at a time for a chair.

    Args:
        clock: Tells the time.
        secrets: Makes secrets.
    """

    def __init__(self, clock: Callable[[], datetime], secrets: Secrets) -> None:
        self._clock = clock
        self._secrets = secrets
        self._links: dict[tuple[str, str], tuple[str, datetime]] = {}

    def offer(self, game: str, chair: str) -> str:
        """Make a link; one that was made before opens nothing any more."""
        now = self._clock()
        self._links = {place: made for place, made in self._links.items() if made[1] > now}
        secret = self._secrets()
        self._links[game, chair] = (digest(secret), now + LASTS)
        return secret

    def check(self, game: str, chair: str, secret: str) -> None:
        """Make sure that a link is good.

        Raises:
            Forbidden: where it is not.
        """
        kept, until = self._links.get((game, chair), ("", self._clock()))
        if until <= self._clock() or not hmac.compare_digest(kept, digest(secret)):
            raise Forbidden(N_("this link takes no seat along any more; make a new one where you sit"))

    def spend(self, game: str, chair: str, secret: str) -> None:
        """Use a link up.

        Raises:
            Forbidden: where it is not good.
        """
        self.check(game, chair, secret)
        del self._links[game, chair]


def add_moving(app: FastAPI, club: Club, moving: Moving) -> None:
    """Add the routes by which a seat is taken along."""

    @app.post("/g/{game}/{chair}/along")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """A link that takes this seat along to another device, once."""
        await club.seats.check_owner(game, chair, key_of(request, game, chair))
        link = f"{base_of(request)}/g/{game}/along/{chair}/{moving.offer(game, chair)}"
        return HTMLResponse(_offered(link, f"/g/{game}/{chair}", spoken_to(request)))

    @app.get("/g/{game}/along/{chair}/{link}")
    async def ask(request: Request, game: str, chair: str, link: str) -> HTMLResponse:
        """Ask whether the seat is to come to this device. What only looks at links beforehand must not use them up."""
        moving.check(game, chair, link)
        return HTMLResponse(_asked(chair, request.url.path, spoken_to(request)))

    @app.post("/g/{game}/along/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Take the seat along to this device."""
        moving.spend(game, chair, link)
        key = await club.seats.take_along(game, chair, request.cookies.get(PERSON))
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_person(request, response, key)
        return response


def _offered(link: str, back: str, language: str) -> str:
    say, heading = translation(language).gettext, N_("Take this seat to another device")
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[
                say(
                    N_(
                        "Open this link on the other device within an hour: the seat moves there, once, and this browser gives it up."
                    )
                )
            ],
            p(".links")[
                label[span[say(N_("Link"))], input(value=link, readonly=True)],
                button(type="button", data_copies=link)[say(N_("Copy"))],
            ],
            p[a(href=back)[say(N_("Back to the board"))]],
        ],
        language,
    )


def _asked(chair: str, address: str, language: str) -> str:
    say, heading = translation(language).gettext, N_("Take this seat to another device")
    seat = say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[say(N_("The seat “{seat}” moves to this browser; the other one gives it up.")).format(seat=seat)],
            form(method="post", action=address)[button(".great")[say(N_("Sit down here"))]],
        ],
        language,
    )
