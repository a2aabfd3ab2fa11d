"""What somebody wants to play: a plan, before chance has given him a colour, and the game that comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from yurei.club.model.chairs import REFEREE
from yurei.referee.settings import Settings

RENGO = {"rengo": "rengo", "rengo-shared": "rengo-shared"}
"""The opponents with whom four play, and their seatings."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play: settings, which program sits where, his own chair (None for none), the terms."""

    settings: Settings
    programs: dict[str, str]
    chair: str | None
    terms: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What somebody has chosen, before chance has given him a colour.

    Attributes:
        settings: What is played.
        opponent: Against whom.
        colour: What he plays; ``random`` and ``referee`` among the answers.
        program: Which program plays against him; empty where none does.
        terms: What is agreed on beside the rules.
    """

    settings: Settings
    opponent: str
    colour: str
    program: str
    terms: dict[str, Any]

    def wish(self, chance: Random) -> Wish:
        """The game that is wanted, with the colour that chance has given."""
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
