"""Routes by which programs make games and take chairs."""

from __future__ import annotations

import re
from contextlib import nullcontext

from fastapi import APIRouter, Request

from yurei import players
from yurei.apps.web.address import join_link
from yurei.apps.web.api.asked import Link, MadeGame, NewGame, Sat
from yurei.apps.web.api.models import address_of
from yurei.apps.web.api.tokens import AnyToken, Token, check
from yurei.apps.web.api.wishes import programs_of, settings_of, terms_of
from yurei.club.club import Club
from yurei.club.model.secrets import link_secret
from yurei.club.seats.bot_news import MOST_GAMES
from yurei.club.seats.seats import seat_for_programs
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.rules.points import shortened

_LINK = re.compile(r"(?:https?://[^/?#]*)?/g/([\w-]{1,40})/join/([\w-]{1,40})/([\w-]{1,100})", re.ASCII)


def making_routes(router: APIRouter, club: Club) -> None:
    """Add the routes that make a game, take a chair and renew its token."""

    @router.post("/games", status_code=201)
    async def make(request: Request, wish: NewGame) -> MadeGame:
        """Make a game, and get the links to its chairs."""
        settings = settings_of(wish)
        programs = programs_of(settings, wish.programs)
        game, host = await club.make(settings, programs, terms_of(wish, settings, programs, wish.seed))
        async with club.games.game(game) as held:
            links = {chair: join_link(request, game, chair, link_secret(host, chair)) for chair in held.order}
        weak = [players.weakness(name, settings) for name in dict.fromkeys(programs.values())]
        warnings = [*settings.remarks, *(str(each) for each in weak if each)]
        return MadeGame(game=game, links=links, settings=settings.plain(), warnings=warnings)

    @router.post("/sit")
    async def sit(link: Link, shown: AnyToken) -> Sat:
        """Sit down by a link, which opens nothing afterwards. The answer has the token to the chair.

        A bot shows its own token, which opens this chair too from then on; any other program shows none and is given one.
        """
        found = _LINK.fullmatch(link.link)
        if found is None:
            raise BadValue(
                N_("{link} is no link to a seat: such a link contains a game, a seat and a secret"),
                link=shortened(link.link),
            )
        game, chair, secret = found.groups()
        person = None if shown is None else await club.bots.person(shown)
        async with club.games.game(game) as held:
            seat_for_programs(held, chair)
            own = person is not None and held.chairs[chair].key == person
        async with nullcontext() if person is None or own else club.own.room(shown, MOST_GAMES):
            token = await club.seats.claim(game, chair, secret, shown, known=person is not None)
        return Sat(game=game, chair=chair, token=token, address=address_of(game, chair))

    @router.post("/games/{game}/{chair}/token")
    async def rotate(game: str, chair: str, token: Token) -> Sat:
        """Replace the token of this chair by a new one. The old one becomes invalid, unless it is that of a bot."""
        async with club.games.game(game) as held:
            check(club, held, chair, token)
        new = await club.seats.new_token(game, chair, token)
        return Sat(game=game, chair=chair, token=new, address=address_of(game, chair))
