"""The chairs at a table (of players, referee and audience), and games that people have planned."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from yurei.referee.seating import AUDIENCE, Seating
from yurei.referee.settings import Settings

REFEREE = "referee"
WINDOW = "window"  # stands for the chair of the public, who may see a game once it is over
CROWDS = (AUDIENCE.name, WINDOW)  # chairs that many people share
RENGO = {"rengo": "rengo", "rengo-shared": "rengo-shared"}  # seatings for four, by the kind of opponent


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """Return the chairs of a table: of players (one per seat, or a shared screen), referee, and audience if any."""
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if who_may_watch(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]


def who_may_watch(terms: Mapping[str, Any]) -> str:
    """Return who may watch a game with these terms: ``link`` (the default), ``everybody`` or ``nobody``."""
    return str(terms.get("watching", "link"))


@dataclass(frozen=True)
class PlannedGame:
    """A game to be created: settings, programs by seat, terms, and the chair of its maker (None for no chair)."""

    settings: Settings
    programs: dict[str, str]
    chair: str | None
    terms: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """A game that a person has planned. Its colours may still have to be drawn at random."""

    settings: Settings
    opponent: str
    colour: str  # the person's colour; also ``random`` or ``referee``
    program: str  # the program to play against; empty without one
    terms: dict[str, Any]  # agreed terms that are not rules, such as the clock

    def choose_colour(self, chance: Random) -> PlannedGame:
        """Return the game to be created. If the colour is ``random``, draw it."""
        colour = chance.choice(["black", "white"]) if self.colour == "random" else self.colour
        seats = ("black", "white") if colour == REFEREE else ("white" if colour == "black" else "black",)
        programs = dict.fromkeys(seats, self.program) if self.program else {}
        chair = f"{colour}-1" if self.opponent in RENGO and colour != REFEREE else colour
        if self.settings.seating.hands != "each":
            chair = self.settings.seating.slug
        return PlannedGame(self.settings, programs, chair, self.terms)
