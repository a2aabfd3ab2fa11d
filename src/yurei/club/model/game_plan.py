"""Plans of games before the colours are drawn, and the wishes for games that follow from them."""

from dataclasses import dataclass
from random import Random
from typing import Any

from yurei.club.model.chairs import REFEREE
from yurei.referee.settings import Settings

RENGO = {"rengo": "rengo", "rengo-shared": "rengo-shared"}
"""The kinds of opponent for which four people play, and their seatings."""


@dataclass(frozen=True)
class Wish:
    """A game that a person wants: settings, programs by seat, the person's chair (None for none), and terms."""

    settings: Settings
    programs: dict[str, str]
    chair: str | None
    terms: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """A game that a person has planned, before the colour is drawn.

    Attributes:
        settings: The settings of the game.
        opponent: The kind of opponent.
        colour: The person's colour; also ``random`` or ``referee``.
        program: The program to play against; empty without one.
        terms: The terms agreed on beside the rules.
    """

    settings: Settings
    opponent: str
    colour: str
    program: str
    terms: dict[str, Any]

    def wish(self, chance: Random) -> Wish:
        """Return the wish for the game, drawing the colour if it is random."""
        colour = chance.choice(["black", "white"]) if self.colour == "random" else self.colour
        return Wish(self.settings, self._programs(colour), self._chair(colour), self.terms)

    def _programs(self, colour: str) -> dict[str, str]:
        if not self.program:
            return {}
        if colour == REFEREE:
            return dict.fromkeys(("black", "white"), self.program)
        return {"white" if colour == "black" else "black": self.program}

    def _chair(self, colour: str) -> str | None:
        if self.settings.seating.hands != "each":
            return self.settings.seating.slug
        if colour == REFEREE:
            return REFEREE
        return f"{colour}-1" if self.opponent in RENGO else colour
