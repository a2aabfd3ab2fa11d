"""Result of the search of a plan, and the grade that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.problems.problem import GRADES
from yurei.rules.state import Try


@dataclass(frozen=True)
class Findings:
    """Result of the search of a belief with a number of moves left.

    Attributes:
        answers: The right first tries: those that win and are no probes, and those that do so after winning probes
            were refused. A probe is nowhere accepted without reaching the goal, and reaches it in some row; it costs
            nothing and never spoils anything, so plans that differ in probes only are one.
        width: The number of different things that can be told after the only answer, that it is refused included; 0 if
            there are several answers.
        plausible: The number of other first tries that look right where they are accepted: they would win if the
            opponent passed in reply and nothing else were told; or for a rescue, if they only had to hold for one
            move.
    """

    answers: tuple[Try, ...]
    width: int = 0
    plausible: int = 0


def grade_of(moves: int, boards: int, findings: Findings) -> int:
    """Return the grade of a plan, 1 to 9.

    It is the length of the solution, in which each move after the first counts three, and its width, the boards and
    the plausible wrong answers, of which each counts as many as it has binary digits.
    """
    difficulty = 3 * (moves - 1)
    difficulty += sum(number.bit_length() for number in (findings.width, boards, findings.plausible))
    return min(max(difficulty - EASIEST, GRADES[0]), GRADES[-1])


EASIEST = 6
"""Difficulty that is subtracted, so that the easiest plans have grade 1."""

__all__ = ["Findings", "grade_of"]
