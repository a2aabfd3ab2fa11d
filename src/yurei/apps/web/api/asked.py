"""Request models of the JSON API (game, chair, action), and the answers to making a game and sitting down."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from yurei import players, referee, rules
from yurei.club.model.action import ACTIONS, LONGEST_ID
from yurei.referee import seating
from yurei.referee.settings import KEYS

LISTS: dict[str, list[Any]] = {"ruleset": rules.ALL, "referee": referee.ALL, "seating": seating.ALL}
Point = Annotated[str, Field(max_length=40, examples=["C4"])]


class Asked(BaseModel):
    """Base of all request models; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


def _known_settings() -> dict[str, Any]:
    """Return the JSON schema of the settings, with the names that some of them can have."""
    known = {key: {"enum": [each.slug for each in LISTS[key]]} if key in LISTS else {} for key in KEYS}
    return {"properties": known, "examples": [{"ruleset": "go", "referee": "common", "width": 9}]}


class Wished(Asked):
    """Settings of a game. The default is Phantom Go on 9x9 with the common referee."""

    settings: dict[str, Any] = Field(
        default={},
        description="What is played, by the names of the line protocol.",
        json_schema_extra=_known_settings(),
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
    settings: dict[str, Any] = Field(description="All settings in force.")
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


DEEDS = {
    "stone": "tries a stone on ``point``.",
    "ghost": "tries a ghost there, in a game that has them.",
    "pass": "passes.",
    "resign": "resigns, whoever is to move, until the count is agreed on; where stones are played out it gives those in "
    "dispute up. Who plays both sides after two passes names one of them in ``point``.",
    "pencil-black": "pencils a black mark on one's own board at ``point``, or rubs it out;",
    "pencil-white": "a white one;",
    "pencil-dead": "a mark for stones that may be dead;",
    "pencil-cross": "a cross. The other side never hears of marks.",
    "offer": "offers a draw, where the game knows one by agreement;",
    "accept": "accepts the other's;",
    "decline": "declines it.",
    "draw": "claims a draw once the referee has said that the position repeats: ``repeats``.",
    "dead": "marks the string on ``point`` as dead after two passes, or unmarks it;",
    "dead-proposed": "marks all that the server proposes;",
    "settle": "agrees to the count of what is left without the stones in ``dead``;",
    "dispute": "does not: the stones are played out;",
    "give-in": "ends that, and gives them up.",
    "takeback": "asks for one's last move back, where the referee hides nothing;",
    "takeback-accept": "grants it to the other;",
    "takeback-decline": "does not.",
    "open": "lets the audience see the whole board, once all players do;",
    "admit": "lets who sits on the referee's chair see it, once all players do.",
    "rematch": "wants another game once this one has ended.",
    "claim": "ends a game from which the other has stayed away for as long as ``claim_after`` allows.",
}
"""Actions from a chair, with their descriptions."""


class Act(Asked):
    """An action of a chair."""

    do: str = Field(
        max_length=40,
        description=" ".join(f"``{do}`` {words}" for do, words in DEEDS.items()),
        json_schema_extra={"enum": list(ACTIONS)},
    )
    point: Point = Field(default="", description="Where, for what has a point.")
    id: str = Field(
        default="",
        min_length=1,
        max_length=LONGEST_ID,
        description=(
            "A name of your own for this, new each time: 1 to 40 letters, digits, ``-`` and ``_``. Who has heard no answer asks "
            "again with the same ``id``: it happens once, also where the server was started anew meanwhile."
        ),
    )
    dead: list[Point] = Field(
        default=[], max_length=625, description="For ``settle``: all stones marked dead, as this program has seen them."
    )
