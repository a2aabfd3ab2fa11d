"""What a review found, as values: try by try, where the game turned, and which sentences told most. Nothing is compiled here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yurei.rules.points import Size
from yurei.rules.state import Try, read_try

SURE = 0.98
"""From this chance on that a try is refused, its seat could have known."""
TURNED = 0.05
"""A game has turned where a seat's chance to win has fallen by more than this from one turn of its own to the next."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One try of a game, looked at again.

    Attributes:
        seat: Whose it was.
        attempt: What was tried.
        accepted: Whether it became a move.
        win: The chance of this seat to win before it, as far as it could know, 0 to 1.
        best: What belief would have tried; None where it would have resigned.
        best_value, value: The chance to win after that, and after this try, each once accepted; None where nothing is known.
        refused: The chance that this try would be refused, as far as the seat could know.
        could_know: Whether it was refused and the seat could have known that it would be.
        opponent: For every point the chance that an enemy piece stands there, as this seat could know.
        bits: By seat how much it learned about where the opponent stands from what it was told of this try, in bits.
    """

    seat: str
    attempt: Try
    accepted: bool
    win: float | None
    best: Try | None
    best_value: float | None
    value: float | None
    refused: float
    could_know: bool
    opponent: tuple[float, ...]
    bits: Mapping[str, float]

    def plain(self, size: Size) -> dict[str, Any]:
        """The review of a try as plain values, for JSON; chances are rounded to four digits, those of points to two."""
        return {
            "seat": self.seat,
            "try": self.attempt.text(size),
            "accepted": self.accepted,
            "win": _rounded(self.win),
            "best": None if self.best is None else self.best.text(size),
            "best_value": _rounded(self.best_value),
            "value": _rounded(self.value),
            "refused": _rounded(self.refused),
            "could_know": self.could_know,
            "opponent": [round(chance, 2) for chance in self.opponent],
            "bits": {seat: _rounded(bits) for seat, bits in self.bits.items()},
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any], size: Size) -> Reviewed:
        """The review of a try from plain values."""
        values = dict(plain)
        best = values["best"]
        return cls(
            seat=values["seat"],
            attempt=read_try(values["try"], size),
            accepted=values["accepted"],
            win=values["win"],
            best=None if best is None else read_try(best, size),
            best_value=values["best_value"],
            value=values["value"],
            refused=values["refused"],
            could_know=values["could_know"],
            opponent=tuple(values["opponent"]),
            bits=dict(values["bits"]),
        )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def turning_points(tries: Sequence[Reviewed], most: int) -> list[tuple[int, float]]:
    """The moves after which their seat's chance to win fell most until its next turn: their numbers, from 1, and by how much."""
    falls = []
    for number, each in enumerate(tries, 1):
        later = next((other for other in tries[number:] if other.seat == each.seat), None)
        if each.accepted and later is not None and each.win is not None and later.win is not None:
            falls.append((number, each.win - later.win))
    falls.sort(key=lambda fall: -fall[1])
    return [fall for fall in falls[:most] if fall[1] > TURNED]


def most_telling(tries: Sequence[Reviewed], most: int) -> list[tuple[int, str, float]]:
    """The sentences that told most: the number of the try, from 1, who was told, and how many bits."""
    told = [(number, seat, bits) for number, each in enumerate(tries, 1) for seat, bits in each.bits.items()]
    return sorted(told, key=lambda each: -each[2])[:most]
