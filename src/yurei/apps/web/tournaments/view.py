"""Views of an evening, by the reader's rights."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from yurei.apps.web.address import base_of
from yurei.apps.web.shell.cookies import PERSON
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.tournaments.tables import EveningView
from yurei.club.model.secrets import digest
from yurei.club.seats.seats import Forbidden
from yurei.club.tournaments.book import check_host
from yurei.club.tournaments.evenings import Evenings, check_player


def host_cookie(evening: str) -> str:
    """Return the name of the cookie with the secret of an evening's host."""
    return f"yurei-evening-{evening}-host"


async def view_of(evenings: Evenings, asked: HTTPConnection, name: str) -> EveningView:
    """Return an evening as the reader may see it.

    Raises:
        Unknown: If there is no such evening.
    """
    evening, key = await evenings.book.get(name), asked.cookies.get(PERSON)
    host = asked.cookies.get(host_cookie(evening.id))
    try:
        check_host(evening, host)
    except Forbidden:
        host = None
    number = evening.number_of(digest(key)) if key else None
    unfolded = asked.query_params.get("unfolded", "")
    return EveningView(evening, spoken_to(asked), number, host, base_of(asked), unfolded)


async def player_view(evenings: Evenings, asked: HTTPConnection, name: str, number: str) -> EveningView:
    """Return an evening as one of its players sees it, without the host's tools.

    Raises:
        Forbidden: If the key is not that player's.
        Unknown: If there is no such evening, or player.
    """
    evening = await evenings.book.get(name)
    check_player(evening, read_number(number), asked.cookies.get(PERSON))
    return EveningView(evening, spoken_to(asked), read_number(number), None, base_of(asked))


def read_number(text: str) -> int:
    """Return a number in an address or a form; 0, which nothing has, if it is invalid."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
