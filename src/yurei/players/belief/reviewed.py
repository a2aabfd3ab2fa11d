"""Results of a review, as values: try by try, turning points, and most informative announcements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yurei.rules.points import Size
from yurei.rules.state import Try, read_try

SURE = 0.98
"""Refusal probability from which on a seat could have known of the refusal."""
TURNED = 0.05
"""Least fall of a seat's winning chance, from one of its turns to the next, at a turning point."""


@dataclass(frozen=True, slots=True)
class Certain:
    """Facts that were certain for a seat before its try: they hold on all boards that fit everything it was told.

    Attributes:
        boards: Number of those boards, 1 or more.
        opponent: The points where an enemy piece stands on all of them.
        refusal: Whether the try was refused, and would be refused on all of them.
    """

    boards: int
    opponent: tuple[int, ...]
    refusal: bool

    def plain(self, size: Size) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {"boards": self.boards, "opponent": list(map(size.name, self.opponent)), "refusal": self.refusal}

    @classmethod
    def read(cls, plain: Mapping[str, Any], size: Size) -> Certain:
        """Return it from its plain values."""
        return cls(plain["boards"], tuple(map(size.point, plain["opponent"])), plain["refusal"])


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The review of one try.

    Attributes:
        seat: The seat that tried.
        attempt: The try.
        accepted: Whether it became a move.
        win: The chance of this seat to win before it, as far as it could know, 0 to 1.
        best: The try of ``Belief``; None if it would have resigned.
        best_value, value: The chance to win after that try, and after this one, each if accepted; None if unknown.
        refused: The chance that this try would be refused, as far as the seat could know.
        could_know: Whether it was refused and the seat could have known that it would be.
        opponent: For every point the chance that an enemy piece stands there, as this seat could know.
        bits: Information that each seat gained about the opponent's pieces from this try, in bits.
        certain: What was certain before it; None if too many boards fitted what the seat was told.
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
    certain: Certain | None = None

    def plain(self, size: Size) -> dict[str, Any]:
        """Return the review as plain values, for JSON; chances are rounded to four digits, those of points to two."""
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
            "certain": None if self.certain is None else self.certain.plain(size),
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any], size: Size) -> Reviewed:
        """Return a review from its plain values. Reviews of earlier versions do not say what was certain."""
        values = {**plain, "opponent": tuple(plain["opponent"]), "bits": dict(plain["bits"])}
        if certain := plain.get("certain"):
            values["certain"] = Certain.read(certain, size)
        attempt, best = values.pop("try"), values.pop("best")
        return cls(attempt=read_try(attempt, size), best=None if best is None else read_try(best, size), **values)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def turning_points(tries: Sequence[Reviewed], most: int) -> list[tuple[int, float]]:
    """Return the moves after which the mover's chance fell most until their next turn: number from 1, fall."""
    falls = []
    for number, each in enumerate(tries, 1):
        later = next((other for other in tries[number:] if other.seat == each.seat), None)
        if each.accepted and later is not None and each.win is not None and later.win is not None:
            falls.append((number, each.win - later.win))
    falls.sort(key=lambda fall: -fall[1])
    return [fall for fall in falls[:most] if fall[1] > TURNED]


def most_informative(tries: Sequence[Reviewed], most: int) -> list[tuple[int, str, float]]:
    """Return the most informative announcements: number of the try, from 1, seat that was told, bits."""
    told = [(number, seat, bits) for number, each in enumerate(tries, 1) for seat, bits in each.bits.items()]
    return sorted(told, key=lambda each: -each[2])[:most]
