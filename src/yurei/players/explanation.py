"""Explanations of a player's answers: the tries that it weighed, and where it expects the opponent's pieces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from yurei.rules.points import Size
from yurei.rules.state import Try


@dataclass(frozen=True, slots=True)
class Candidate:
    """One try that a player has weighed.

    Attributes:
        attempt: The try.
        value: The chance to win once it is accepted, 0 to 1.
        refused: The chance that the referee refuses it, 0 to 1.
        weight: Its share of all visits, 0 to 1.
    """

    attempt: Try
    value: float
    refused: float
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an answer. Values that a player cannot tell are None, or empty.

    Attributes:
        candidates: The tries that were weighed, the best one first.
        win: The chance to win, 0 to 1; a draw counts half.
        opponent: For every point the chance that an opponent's piece stands there, 0 to 1.
        own: Likewise for own pieces, if the referee lets nothing vanish; None if the own board is certain.
        worlds, playouts, seconds: Numbers of imagined boards and of playouts, and time.
        notes: Further figures of this player's own, by name.
    """

    candidates: tuple[Candidate, ...] = ()
    win: float | None = None
    opponent: tuple[float, ...] | None = None
    own: tuple[float, ...] | None = None
    worlds: int = 0
    playouts: int = 0
    seconds: float = 0.0
    notes: dict[str, float] = field(default_factory=dict)

    def plain(self, size: Size) -> dict[str, Any]:
        """Return the explanation as plain values, for JSON. Chances are rounded to four digits."""
        return {
            "candidates": [
                {
                    "try": candidate.attempt.text(size),
                    "value": round(candidate.value, 4),
                    "refused": round(candidate.refused, 4),
                    "weight": round(candidate.weight, 4),
                }
                for candidate in self.candidates
            ],
            "win": None if self.win is None else round(self.win, 4),
            "opponent": None if self.opponent is None else [round(chance, 4) for chance in self.opponent],
            "own": None if self.own is None else [round(chance, 4) for chance in self.own],
            "worlds": self.worlds,
            "playouts": self.playouts,
            "seconds": round(self.seconds, 4),
            "notes": {name: round(value, 4) for name, value in self.notes.items()},
        }


NOTHING_TO_SAY = Explanation()
