"""A series of games between the same people, colours swapped after each, and its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yurei.rules.board import BLACK, WHITE, Colour

ROOT = 12
"""So many letters has the name of the first game of a series; the others have their number behind it."""


@dataclass(frozen=True, slots=True)
class Series:
    """A game's place in its series, and what was won before it: 1 for a win, a half for a draw.

    Attributes:
        number: Which game of the series it is.
        black, white: Won by who has this colour in this game.
    """

    number: int = 1
    black: float = 0
    white: float = 0

    @classmethod
    def of(cls, name: str, terms: Mapping[str, Any]) -> Series:
        """The place of a game, by its name and its terms."""
        won = terms.get("series", {})
        return cls(int(name[ROOT:] or 1), won.get("black", 0), won.get("white", 0))

    def with_game(self, winner: Colour | None) -> Series:
        """The score with this game counted."""
        gains = {colour: 0.5 if winner is None else float(winner is colour) for colour in (BLACK, WHITE)}
        return Series(self.number, self.black + gains[BLACK], self.white + gains[WHITE])

    def next_terms(self) -> dict[str, Any]:
        """The score as the next game keeps it, with colours swapped."""
        return {"series": {"black": self.white, "white": self.black}}

    def next_name(self, name: str) -> str:
        """The name of the next game."""
        return f"{name[:ROOT]}{self.number + 1}"


def points(won: float) -> str:
    """Points as people write them: 1½."""
    whole = "" if won == 0.5 else f"{int(won)}"
    return whole if won == int(won) else f"{whole}½"
