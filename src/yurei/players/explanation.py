"""Explanations of a player's answers: the tries that it weighed, and where it expects the opponent's pieces."""

from dataclasses import dataclass

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
        worlds, playouts: Numbers of imagined boards and of playouts.
    """

    candidates: tuple[Candidate, ...] = ()
    win: float | None = None
    opponent: tuple[float, ...] | None = None
    worlds: int = 0
    playouts: int = 0


NOTHING_TO_SAY = Explanation()
