"""Results of a person in problems."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Ending(StrEnum):
    """How an attempt at a problem ended."""

    SOLVED = "solved"
    HINTED = "hinted"
    """Solved after a hint."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Practised:
    """A person's result in a problem.

    Attributes:
        problem: The id of the problem.
        first: The day of the first attempt.
        first_attempt: How the first attempt ended.
        attempts: Number of attempts.
        last: The day of the latest attempt.
        solved: Whether the latest attempt solved it.
        interval: Index of the interval after which it comes back, see ``yurei.club.practice.schedule``.
        due: The day on which it comes back; None if it does not.
    """

    problem: str
    first: date
    first_attempt: Ending
    attempts: int = 0
    last: date = date.min
    solved: bool = False
    interval: int = 0
    due: date | None = None
