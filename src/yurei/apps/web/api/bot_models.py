"""Request and answer models of the bot API, beyond those of every program."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from yurei.apps.web.api.asked import Asked, Wished
from yurei.apps.web.api.models import OwnGame, Seen
from yurei.club.lobby.challenges import Challenge


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
    settings: dict[str, Any] = Field(description="All settings of the game.")
    agreed: dict[str, Any] = Field(description="What is to be agreed on beside the rules.")
    colour: str = Field(description="What who waits wants to play: ``black``, ``white`` or ``random``.")


class OpenChallenges(BaseModel):
    """The challenges in the lobby, the oldest first."""

    challenges: list[OpenChallenge] = Field(description="The open challenges.")


class Standing(BaseModel):
    """The status of a bot: its name, its games, and its challenge."""

    name: str = Field(description="What it is called.")
    games: list[OwnGame] = Field(description="Its games that go on; where it is to move first.")
    challenges: list[str] = Field(
        description="Its challenges that wait in the lobby. They live as long as its stream, and end with the server."
    )


class News(BaseModel):
    """The data of an event ``game``: something has happened in one of the bot's games."""

    game: str = Field(description="The game.")
    chair: str = Field(description="One's chair there.")
    address: str = Field(description="Where this chair is asked and acts.")
    since: int = Field(description="How much had happened before; ``heard`` begins there.")
    more: bool = Field(
        description=(
            "Whether still more has happened by now, which the next events tell: ``heard`` ends here, all else in ``seen`` is "
            "as it stands now, and ``your_turn`` waits for the last of them."
        )
    )
    seen: Seen = Field(description="What this chair knows.")


class AsText:
    """Annotation of a value that is sent as a string of JSON."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, describe: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema of a string with JSON content."""
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": describe(schema)}


class StreamEvent(BaseModel):
    """An event as it stands on the stream, a line for each of these."""

    id: str = Field(
        default="", description="Its number, from 1 without gaps; none where all games are told from their beginning."
    )
    event: Literal["game", "gone", "ready"] = Field(
        description=(
            "``game``: more has happened in a game. ``gone``: a chair is one's own no more. ``ready``: all that was missed has "
            "been told; from here on it is told as it happens."
        )
    )
    data: Annotated[News | OwnGame | Standing, AsText()] = Field(description="In one line.")


def challenge_of(challenge: Challenge, name: str, *, own: bool) -> OpenChallenge:
    """Return the API model of a lobby challenge.

    Args:
        challenge: The challenge.
        name: Nickname of the challenger.
        own: Whether the challenge belongs to the bot that asks.
    """
    plan = challenge.plan
    return OpenChallenge(
        challenge=challenge.id,
        by=name,
        own=own,
        settings=plan.settings.plain(),
        agreed=plan.terms,
        colour=plan.colour,
    )
