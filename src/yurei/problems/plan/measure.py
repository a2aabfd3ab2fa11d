"""The search of a plan: what it finds, and the proof and the grade that follow from it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from yurei.problems.kinds import Proof
from yurei.problems.plan.task import Belief, Goal, Task
from yurei.problems.problem import grade_near
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


class Search(ABC):
    """A search that decides whether beliefs are won.

    Attributes:
        task: The task.
    """

    task: Task

    @abstractmethod
    def wins(self, belief: Belief, moves: int) -> bool:
        """Return whether some try wins with so many moves left.

        Raises:
            TooLarge: if it takes too long to find out.
        """

    @abstractmethod
    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        """Return whether a try wins with so many moves left."""

    @abstractmethod
    def findings(self, belief: Belief, moves: int) -> Findings:
        """Return the right first tries with so many moves left, and what the grade depends on."""

    def least_moves(self, belief: Belief, most: int) -> int | None:
        """Return the smallest number of moves with which a belief is won; None if it is more than ``most``.

        A rescue has a fixed number of moves: ``most``.
        """
        first = most if self.task.goal is Goal.RESCUE else 1
        return next((moves for moves in range(first, most + 1) if self.wins(belief, moves)), None)

    def proof(self) -> Proof:
        """Return what the search says of its task."""
        task, boards = self.task, len(self.task.beginning)
        moves = self.least_moves(task.beginning, task.moves)
        if moves is None:
            return Proof((), 1, {"boards": boards})
        findings = self.findings(task.beginning, moves)
        answers = tuple(sorted(attempt.text(task.settings.size) for attempt in findings.answers))
        return Proof(answers, grade_of(moves, boards, findings), {"moves": moves, "boards": boards})


def grade_of(moves: int, boards: int, findings: Findings) -> int:
    """Return the grade of a plan, 1 to 9.

    It is the length of the solution, in which each move after the first counts three, and its width, the boards and
    the plausible wrong answers, of which each counts as many as it has binary digits.
    """
    difficulty = 3 * (moves - 1)
    difficulty += sum(number.bit_length() for number in (findings.width, boards, findings.plausible))
    return grade_near(difficulty - EASIEST)


EASIEST = 6
"""Difficulty that is subtracted, so that the easiest plans have grade 1."""

__all__ = ["Findings", "Search", "grade_of"]
