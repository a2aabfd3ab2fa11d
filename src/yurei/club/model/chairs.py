"""The chairs around a table: the players', the referee's, the audience's; and planned games, with the person's chair."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from yurei.referee.seating import AUDIENCE, Seating
from yurei.referee.settings import Settings

REFEREE = "referee"
WINDOW = "window"  # public viewing, which is no chair: everybody may look once the game is over
CROWDS = (AUDIENCE.name, WINDOW)  # chairs that many people share
RENGO = {"rengo": "rengo", "rengo-shared": "rengo-shared"}  # the opponents of games of four, and their seatings


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """Return the chairs of a table: one a seat, or one for a shared screen; the referee's; the audience's, if any."""
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if watching(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]


def watching(terms: Mapping[str, Any]) -> str:
    """Return who may watch a game with these terms: by default everybody with the link."""
    return str(terms.get("watching", "link"))


@dataclass(frozen=True)
class PlannedGame:
    """A game to be created: settings, programs by seat, the person's chair (None for none), and terms."""

    settings: Settings
    programs: dict[str, str]
    chair: str | None
    terms: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """A game that a person has planned, before the colour is drawn."""

    settings: Settings
    opponent: str
    colour: str  # the person's colour; also ``random`` or ``referee``
    program: str  # the program to play against; empty without one
    terms: dict[str, Any]  # the terms agreed on beside the rules

    def draw(self, chance: Random) -> PlannedGame:
        """Return the game to be created, drawing the colour if it is random."""
        colour = chance.choice(["black", "white"]) if self.colour == "random" else self.colour
        seats = ("black", "white") if colour == REFEREE else ("white" if colour == "black" else "black",)
        programs = dict.fromkeys(seats, self.program) if self.program else {}
        chair = f"{colour}-1" if self.opponent in RENGO and colour != REFEREE else colour
        if self.settings.seating.hands != "each":
            chair = self.settings.seating.slug
        return PlannedGame(self.settings, programs, chair, self.terms)
