"""Routes by which programs make games and take chairs, with their models."""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from yurei import players
from yurei.apps.web.address import join_link
from yurei.apps.web.api.models import SETTINGS, Asked, address_of
from yurei.apps.web.api.tokens import AnyToken, Token, check
from yurei.apps.web.new_game.form import FIELDS, SETUP, TERMS, setup_term
from yurei.club.club import Club
from yurei.club.game.introduction import introduced
from yurei.club.game.programs import SEED
from yurei.club.model.secrets import link_secret
from yurei.club.seats import MOST_GAMES, seat_for_programs
from yurei.errors import BadSettings, BadValue, unknown
from yurei.languages import N_
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.rules.points import shortened

_LINK = re.compile(r"(?:https?://[^/?#]*)?/g/([\w-]{1,40})/join/([\w-]{1,40})/([\w-]{1,100})", re.ASCII)
AGREED = [name for name in FIELDS if name not in (*KEYS, *("opponent", "program", "colour", "size"))]
"""Form fields for terms that are agreed on beside the rules."""


class Wished(Asked):
    """Settings of a game. The default is Phantom Go on 9x9 with the common referee."""

    settings: dict[str, Any] = Field(
        default={},
        description="What is played, by the names of the line protocol.",
        json_schema_extra=SETTINGS | {"examples": [{"ruleset": "go", "referee": "common", "width": 9}]},
    )
    agreed: dict[str, str] = Field(
        default={},
        description="What is agreed on beside the rules, by the names that the address of a set-up on ``/new`` has.",
        examples=[{"watching": "nobody"}],
    )
    clock: str | None = Field(
        default=None,
        max_length=40,
        description=(
            "The clock, in short: ``5+3`` is five minutes and three seconds a move, ``10+5x30(b)`` five periods of thirty "
            "seconds, ``3d+1d`` days. Null for none. The same as ``clock`` in ``agreed``."
        ),
        examples=["5+3"],
    )
    setup: str | None = Field(
        default=None,
        max_length=650,
        description="The board on which the game begins, as text; null for an empty one, or that of a handicap.",
        examples=["........./........./........./........./....B..../........./........./........./........."],
    )


class NewGame(Wished):
    """A game to be made. The default is Phantom Go on 9x9 with the common referee."""

    programs: dict[str, str] = Field(
        default={},
        description=(
            "Programs of the server's own, by the seat on which one is to sit. What a program lets one set follows "
            "its name: ``name:one=1,other=2``."
        ),
        examples=[{"white": players.ALL[0].slug}],
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        lt=2**53,
        description=(
            "Where the chance of ``programs`` begins: asked the same, they answer the same, as far as they think so many "
            "playouts and not so many seconds. Who knows it can foresee them, so it is for tests and not for rated play."
        ),
    )


class MadeGame(BaseModel):
    """A new game. Each link opens one chair, once; that of the audience opens for everybody."""

    game: str = Field(description="The game's name.")
    links: dict[str, str] = Field(
        description="The link to each chair, by the chair's name. Whoever has it can sit down."
    )
    settings: dict[str, Any] = Field(description="All settings in force.", json_schema_extra=SETTINGS)
    warnings: list[str] = Field(
        description="What a careful referee says about them, and which programs play this game worse than their names say."
    )


class Link(Asked):
    """The link to a chair, which the maker of the game hands out."""

    link: str = Field(max_length=400, examples=["http://localhost:8000/g/GAME/join/black/SECRET"])


class Sat(BaseModel):
    """A taken chair. Whoever has the token plays from the chair: store it, and keep it secret."""

    game: str = Field(description="The game's name.")
    chair: str = Field(description="The chair's name: a seat, or ``audience``.")
    token: str = Field(description="Goes with every further request, as ``Authorization: Bearer TOKEN``.")
    address: str = Field(description="Where this chair is asked and acts: ``/api/games/{game}/{chair}``.")


def making_routes(router: APIRouter, club: Club) -> None:
    """Add the routes that make a game, take a chair and renew its token."""

    @router.post("/games", status_code=201)
    async def make(request: Request, wish: NewGame) -> MadeGame:
        """Make a game, and get the links to its chairs."""
        settings = read_settings(wish.settings)
        programs = _programs(settings, wish.programs)
        game, host = await club.make(settings, programs, terms_of(wish, settings, programs, wish.seed))
        async with club.games.game(game) as held:
            links = {chair: join_link(request, game, chair, link_secret(host, chair)) for chair in held.order}
        weak = [club.turns.introduce(each, settings).weakness for each in dict.fromkeys(programs.values())]
        warnings = [*settings.remarks, *filter(None, weak)]
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
        async with club.games.read(game, chair) as held:
            seat_for_programs(held, chair)
            own = person is not None and held.chairs[chair].key == person
        async with nullcontext() if person is None or own else club.own.room(shown, MOST_GAMES):
            token = await club.seats.claim(game, chair, secret, shown, known=person is not None)
        return Sat(game=game, chair=chair, token=token, address=address_of(game, chair))

    @router.post("/games/{game}/{chair}/token")
    async def rotate(game: str, chair: str, token: Token) -> Sat:
        """Replace the token of this chair by a new one. The old one becomes invalid, unless it is that of a bot."""
        async with club.games.read(game, chair) as held:
            check(club, held, chair, token)
        new = await club.seats.new_token(game, chair, token)
        return Sat(game=game, chair=chair, token=new, address=address_of(game, chair))


def terms_of(
    wish: Wished, settings: Settings, programs: Mapping[str, str] | None = None, seed: int | None = None
) -> dict[str, Any]:
    """Return the requested terms, read as the form reads them.

    Raises:
        BadValue, Unknown: If a term or its value is not available.
    """
    for name in wish.agreed:
        if name not in AGREED:
            raise unknown("thing to agree on", name, AGREED)
    if seed is not None and not programs:
        raise BadSettings(N_("a seed is for the server’s programs; none of them plays in this game"))
    agreed = wish.agreed | {name: given for name in ("clock", SETUP) if (given := getattr(wish, name)) is not None}
    terms = {name: read(agreed) for name, read in TERMS.items()} | setup_term(agreed.get(SETUP, ""), settings)
    return terms if seed is None else terms | {SEED: seed}


def _programs(settings: Settings, wished: Mapping[str, str]) -> dict[str, str]:
    """Return the server's program for each seat that has one."""
    if wished and settings.seating.hands != "each":
        raise BadSettings(N_("programs of the server play only where every seat has its own player"))
    seats = [seat.name for seat in settings.seating.seats]
    for seat in wished:
        if seat not in seats:
            raise unknown("seat", seat, seats)
    for name in wished.values():
        introduced(name)
    return dict(wished)
