"""Solving: what was heard, and after the answer a position that fits."""

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.deduce.solving import FITTING, steps_to
from yurei.problems.ear.positions import START, first_fault, hidden_of, listen, question_of
from yurei.problems.problem import Problem
from yurei.problems.solving import Line, SolvingState, Status, Step, lines_of, turns
from yurei.problems.tries import view_of
from yurei.rules.board import BLACK_STONE, WHITE_STONE, board_text, read_board


class Solving(solving.Solving):
    """A problem before its answer, and after it."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.now = SolvingState(Status.OPEN, None, lines=lines_of(view_of(problem).heard, problem.settings.size))

    def answer(self, text: str) -> None:
        problem = self._problem
        given, size = read_board(text, problem.settings.size)
        if question_of(problem) == START:
            _check_count(problem, given)
        fitting = listen(problem).fitting
        is_right = given in fitting
        line = Line(problem.to_move, board_text(given, size), note=None if is_right else _fault(problem, given))
        self.now = SolvingState(
            Status.SOLVED if is_right else Status.FAILED,
            given if is_right else fitting[0],
            lines=(*self.now.lines, line),
            boards=len(fitting),
            note=Words(FITTING, boards=len(fitting)),
        )

    def right_answer(self) -> str:
        return self._problem.answer[0]

    def hint(self) -> Words:
        """Return how many stones there are, or how far the announcements lead."""
        heard = listen(self._problem)
        if question_of(self._problem) == START:
            return Words(
                N_(
                    "Of {all} positions with so many stones, {first} fit the first announcement, and {before} all but "
                    "the last."
                ),
                all=len(heard.positions[0]),
                first=len(heard.positions[1]),
                before=len(heard.before),
            )
        first = heard.fitting[0]
        return Words(
            N_("Stones on the board: {black} black and {white} white."),
            black=first.count(BLACK_STONE),
            white=first.count(WHITE_STONE),
        )


def _check_count(problem: Problem, given: bytes) -> None:
    """Check that as many stones were set as the task says: what is unfinished is no answer.

    Raises:
        BadTry: if not.
    """
    asked, found = hidden_of(problem), (given.count(BLACK_STONE), given.count(WHITE_STONE))
    if found != tuple(asked):
        raise BadTry(
            N_("set {black} black and {white} white stones, not {own_black} and {own_white}"),
            black=asked[0], white=asked[1], own_black=found[0], own_white=found[1],
        )  # fmt: skip


def _fault(problem: Problem, given: bytes) -> Words:
    """Return why a position does not fit."""
    if question_of(problem) != START:
        return Words(N_("no game with these announcements leads to your position; the board shows one that fits"))
    fault, heard = first_fault(problem, given), lines_of(view_of(problem).heard, problem.settings.size)
    return Words(
        N_("turn {number} cannot be announced so from your position; the board shows one that fits"),
        number=len(turns(heard[:fault])),
    )


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the tries with the number of positions that fit after each, and a position."""
    heard = listen(problem)
    step = Step(problem.to_move, board_text(heard.fitting[0], problem.settings.size))
    return steps_to(step, heard.view, [len(positions) for positions in heard.positions[1:]])


__all__ = ["Solving", "solution"]
