"""The questions: each has one right answer, a set of points or one of three boards, which follows from the evidence.

Stones
    All points where a stone of the opponent stands on every board that fits, without points that the seat sees or
    where it was refused.
Free
    All points that are empty on every board that fits, without points that the seat sees, that the last message names
    or that the seat tried last.
Board
    The one of three boards that fits. The last try can have led to each of them before its announcement.
Legal
    All points where a stone of the seat would be accepted in every state that fits, ko included.

The last announcement decides: one try earlier at least one of the points was not certain. An answer may name points
that do not count.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from yurei.languages import N_, Words
from yurei.problems.deduce.evidence import Evidence
from yurei.problems.problem import BadProblem, Problem, named
from yurei.problems.solving import Input
from yurei.problems.tries import question_name
from yurei.rules.board import EMPTY, read_board

CHOICES = 3
"""Number of boards to choose from."""


class Question(ABC):
    """A question about the board. Points are numbers; choices count from 1."""

    input = Input.POINTS

    @abstractmethod
    def prompt(self, problem: Problem) -> Words:
        """Return the question as a sentence."""

    @abstractmethod
    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        """Return the right answer: all points, or the choices that fit.

        Raises:
            BadProblem: if the question cannot be asked here.
        """

    def uncounted(self, evidence: Evidence) -> frozenset[int]:
        """Return the points that do not count."""
        return frozenset()

    @abstractmethod
    def decided(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        """Return the answers that the last announcement decides."""

    @abstractmethod
    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        """Return a board that fits everything, on which a wrong answer is not so."""


class Certain(Question):
    """Question which points certainly have a cell: a stone of the opponent, or nothing."""

    def __init__(
        self, words: str, cell: Callable[[Evidence], int], uncounted: Callable[[Evidence], frozenset[int]]
    ) -> None:
        self._words, self._cell, self._uncounted = words, cell, uncounted

    def prompt(self, problem: Problem) -> Words:
        return Words(self._words, seat=named(problem.to_move), opponent=named(problem.to_move.opponent))

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        certain = self._certain(evidence.boards, evidence)
        return evidence.view.settings.size.in_order(certain - self.uncounted(evidence))

    def uncounted(self, evidence: Evidence) -> frozenset[int]:
        return self._uncounted(evidence) | evidence.in_sight

    def decided(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        return frozenset(answers) - self._certain(evidence.boards_before, evidence)

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return next(board for board in evidence.boards if board[answer] != self._cell(evidence))

    def _certain(self, boards: Sequence[bytes], evidence: Evidence) -> frozenset[int]:
        """Return the points with the cell on all boards."""
        cell = self._cell(evidence)
        return frozenset(point for point in range(len(boards[0])) if all(board[point] == cell for board in boards))


class Board(Question):
    """Question which of three boards is the true one."""

    input = Input.CHOICE

    def prompt(self, problem: Problem) -> Words:
        return Words(N_("You are {seat}. Which of the three boards is the true one?"), seat=named(problem.to_move))

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        fitting = set(evidence.boards)
        return tuple(number for number, board in enumerate(choices_of(problem), 1) if board in fitting)

    def decided(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        possible = all(board in evidence.outcomes for board in choices_of(problem))
        return frozenset(answers) if possible and len(answers) == 1 else frozenset()

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return choices_of(problem)[self.answers(evidence, problem)[0] - 1]


class Legal(Question):
    """Question where the seat can play without being refused."""

    def prompt(self, problem: Problem) -> Words:
        return Words(
            N_("You are {seat}. Where can a stone of yours not be refused? Name all such points."),
            seat=named(problem.to_move),
        )

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        if not evidence.view.may_try:
            raise BadProblem(N_("which try is legal can only be asked on the seat’s own turn"))
        first = evidence.boards[0]
        likely = (point for point in range(len(first)) if evidence.is_legal(first, point))
        return evidence.view.settings.size.in_order(point for point in likely if not evidence.refusals(point))

    def decided(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        return frozenset(
            point for point in answers if not all(evidence.is_legal(board, point) for board in evidence.boards_before)
        )

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return evidence.refusals(answer)[0]


STONES = N_(
    "You are {seat}. On which points does {opponent} have a stone for certain? Name all of them; points where you were "
    "refused do not count, nor those that you see."
)
FREE = N_(
    "You are {seat}. Which points are certainly empty? Name all of them; the points of the last try and of its "
    "announcement do not count, nor those that you see."
)
QUESTIONS: Mapping[str, Question] = {
    "stones": Certain(STONES, lambda evidence: evidence.colour.opponent, lambda evidence: evidence.refused),
    "free": Certain(FREE, lambda evidence: EMPTY, lambda evidence: evidence.named),
    "board": Board(),
    "legal": Legal(),
}


def question_of(problem: Problem) -> Question:
    """Return the question of a problem.

    Raises:
        BadProblem: if there is none.
    """
    return QUESTIONS[question_name(problem, QUESTIONS)]


def choices_of(problem: Problem) -> tuple[bytes, ...]:
    """Return the boards to choose from.

    Raises:
        BadProblem: if they are not three different boards.
    """
    choices = problem.more.get("choices")
    if not isinstance(choices, list) or len(choices) != CHOICES:
        raise BadProblem(N_("choices is a list of {count} different boards"), count=CHOICES)
    boards = tuple(read_board(choice, problem.settings.size)[0] for choice in choices)
    if len(set(boards)) != CHOICES:
        raise BadProblem(N_("choices is a list of {count} different boards"), count=CHOICES)
    return boards


__all__ = ["CHOICES", "QUESTIONS", "Question", "choices_of", "question_of"]
