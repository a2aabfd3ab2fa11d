"""Bot routes of the JSON API: registration, the lobby, and the event stream of all games of a bot."""

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from yurei.apps.web.api.making import Wished, terms_of
from yurei.apps.web.api.models import SETTINGS, Asked, address_of
from yurei.apps.web.api.stream import EventStream, Standing, StreamEvent, Streams
from yurei.apps.web.api.tokens import Token
from yurei.apps.web.shell.negotiation import language_of
from yurei.club.club import Club
from yurei.club.lobby import Challenge, Lobby
from yurei.club.model.game_plan import Plan
from yurei.club.model.secrets import digest
from yurei.club.seats import MOST_GAMES
from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.referee.settings import read_settings


class NewBot(Asked):
    """A bot to be registered."""

    name: str = Field(
        max_length=400,
        description="What it wants to be called, in at most 20 letters. ``[bot]`` is put behind it, so that people know.",
        examples=["Sei"],
    )


class Bot(BaseModel):
    """A registered bot."""

    name: str = Field(description="What everybody reads.")
    token: str = Field(
        description="Opens the stream, the lobby and every chair on which this bot sits. It is given once: keep it."
    )


class Seek(Wished):
    """A game of two that a bot wants to play with anybody."""

    colour: Literal["black", "white", "random"] = Field(default="random", description="What it wants to play.")


class Sought(BaseModel):
    """The result of a seek: a game if somebody wanted the same, else a challenge that waits in the lobby."""

    game: str | None = Field(default=None, description="The game that has begun.")
    chair: str | None = Field(default=None, description="One's own chair there.")
    address: str | None = Field(default=None, description="Where this chair is asked and acts.")
    challenge: str | None = Field(default=None, description="The challenge that waits, where no game has begun.")


class OpenChallenge(BaseModel):
    """A challenge in the lobby."""

    challenge: str = Field(description="Its name.")
    by: str = Field(description="What who waits is called; empty for a guest.")
    own: bool = Field(description="Whether that is oneself.")
    settings: dict[str, Any] = Field(description="All settings of the game.", json_schema_extra=SETTINGS)
    agreed: dict[str, Any] = Field(description="What is to be agreed on beside the rules.")
    colour: str = Field(description="What who waits wants to play: ``black``, ``white`` or ``random``.")


class OpenChallenges(BaseModel):
    """The challenges in the lobby, the oldest first."""

    challenges: list[OpenChallenge] = Field(description="The open challenges.")


STREAM: dict[int | str, dict[str, Any]] = {
    200: {"model": StreamEvent, "description": "Events, as long as somebody listens and the server goes on."}
}


def bot_routes(router: APIRouter, club: Club, lobby: Lobby) -> None:
    """Add the bot routes."""
    streams = Streams(club, lobby)
    _being(router, club, lobby, streams)
    _meeting(router, club, lobby)


def _being(router: APIRouter, club: Club, lobby: Lobby, streams: Streams) -> None:
    """Add the routes for a bot's registration, status, token and event stream."""

    @router.post("/bots", status_code=201)
    async def come(new: NewBot) -> Bot:
        """Register a bot. The token is sent once; it gives access to all games of the bot."""
        token = await club.people.welcome_bot(new.name)
        return Bot(name=club.people.names[digest(token)], token=token)

    @router.get("/bot")
    async def stand(token: Token) -> Standing:
        """Return the status of the bot: its name, its games, and its challenge."""
        person = await club.bots.person(token)
        return await streams.stands(person)

    @router.post("/bot/token")
    async def rotate(token: Token) -> Bot:
        """Replace the token by a new one. The old one becomes invalid; its stream and its challenges end."""
        person = await club.bots.person(token)
        new = await club.own.change_key(token)
        await lobby.leave(person)
        streams.end(person)
        return Bot(name=club.people.names[digest(new)], token=new)

    @router.get("/stream", response_class=EventStream, responses=STREAM)
    async def stream(request: Request, token: Token) -> EventStream:
        """Stream the events of all games of a bot, as server-sent events.

        First comes every game that goes on, from its beginning, then ``ready``, which says how the bot stands; who was cut
        off connects again, also where the server was started anew meanwhile. A game that is not among those of ``ready`` has
        ended: its chair is asked with ``since``, as always. A bot has one stream: a new one ends the one before. Who does not
        read is cut off after half a minute, and has lost nothing.
        """
        person = await club.bots.person(token)
        return EventStream(streams.frames(person, language_of(request.headers, {})))


def _meeting(router: APIRouter, club: Club, lobby: Lobby) -> None:
    """Add the routes by which bots find opponents, people or other bots."""

    @router.get("/lobby")
    async def look(token: Token) -> OpenChallenges:
        """List the challenges in the lobby."""
        person = await club.bots.person(token)
        await lobby.reload_challenges()
        waiting = lobby.challenges.values()
        await club.people.know(each.person for each in waiting)
        names = club.people.names
        listed = [_open_challenge(each, names.get(each.person, ""), own=each.person == person) for each in waiting]
        return OpenChallenges(challenges=listed)

    @router.post("/lobby")
    async def seek(wish: Seek, token: Token) -> Sought:
        """Seek an opponent: a game begins at once if a challenge fits, else a challenge is added to the lobby.

        The game that comes of it is told on the stream.
        """
        person = await club.bots.person(token)
        settings = read_settings(wish.settings)
        if settings.seating.slug != "duel":
            raise BadSettings(N_("the lobby pairs two players; leave the seating at duel"))
        plan = Plan(settings, "anybody", wish.colour, "", terms_of(wish, settings))
        async with club.own.room(token, MOST_GAMES):
            met = await lobby.wish(token, plan)
        if met is not None:
            return _sat(met.game, met.chair)
        waits = next(each.id for each in lobby.challenges.values() if each.person == person and each.plan == plan)
        return Sought(challenge=waits)

    @router.post("/lobby/{challenge}")
    async def accept(challenge: str, token: Token) -> Sought:
        """Accept a challenge, and sit down."""
        await club.bots.person(token)
        await lobby.challenge(challenge)
        async with club.own.room(token, MOST_GAMES):
            met = await lobby.accept(challenge, token)
            return _sat(met.game, met.chair)

    @router.post("/lobby/{challenge}/withdraw")
    async def withdraw(challenge: str, token: Token) -> OpenChallenges:
        """Withdraw a challenge of the bot. The answer lists its other challenges."""
        person = await club.bots.person(token)
        await lobby.withdraw(challenge, token)
        own = [each for each in lobby.challenges.values() if each.person == person]
        return OpenChallenges(challenges=[_open_challenge(each, club.people.names[person], own=True) for each in own])


def _sat(game: str, chair: str) -> Sought:
    return Sought(game=game, chair=chair, address=address_of(game, chair))


def _open_challenge(challenge: Challenge, name: str, *, own: bool) -> OpenChallenge:
    """Return the API model of a lobby challenge by a person of this name."""
    plan = challenge.plan
    return OpenChallenge(
        challenge=challenge.id,
        by=name,
        own=own,
        settings=plan.settings.plain(),
        agreed=plan.terms,
        colour=plan.colour,
    )
