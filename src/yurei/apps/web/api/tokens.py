"""Authentication of API requests by bearer tokens."""

from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.seats import Forbidden, seat_for_programs
from yurei.errors import YureiError
from yurei.languages import N_

_bearer = HTTPBearer(auto_error=False, description="The token that sitting down has given, or that of a bot.")
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class NoToken(YureiError):
    """Missing token in an API request."""


async def _needed(shown: Shown) -> str:
    if shown is None:
        raise NoToken(N_("this needs the header Authorization: Bearer TOKEN; sitting down gives the token"))
    return shown.credentials


async def _offered(shown: Shown) -> str | None:
    return None if shown is None else shown.credentials


Token = Annotated[str, Depends(_needed)]
"""Required token of a request."""
AnyToken = Annotated[str | None, Depends(_offered)]
"""Optional token of a request."""


def check(club: Club, game: Game, chair: str, token: str) -> str:
    """Return the seat whose view the holder of a token gets; raises Forbidden if that is none, or for people only."""
    try:
        club.seats.check(game, chair, token)
    except Forbidden:
        raise Forbidden(N_("this token is not valid for this seat; sit down by the link that you were sent")) from None
    return seat_for_programs(game, chair)
