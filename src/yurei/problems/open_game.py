"""A game of a problem in which nothing is hidden, as its solver sees and hears it."""

from yurei.errors import BadBoard
from yurei.languages import N_, Words
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import Line, SolvingState, Status, Step, seat_of, told_of
from yurei.rules.board import board_text
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import State, Try, start


class OpenGame:
    """A game from the position of a problem on, under a referee that shows everything.

    Args:
        problem: The problem.

    Attributes:
        state: The state of the game.
        lines: All tries so far.
        last: The point of the last move; None before the first and after a pass.

    Raises:
        BadProblem: if its board is missing or cannot be set up, or something is hidden.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.state = first_state(problem)
        self.lines: list[Line] = []
        self.last: int | None = None

    def attempt(self, attempt: Try) -> Verdict:
        """Try a move of the colour to move, and note what the solver is told of it."""
        verdict, settings = judge(self.state, attempt), self._problem.settings
        told = told_of(settings, seat_of(settings, self._problem.to_move), self.state.cells, verdict)
        self.lines.append(Line(verdict.mover, attempt.text(self.state.size), told))
        if verdict.accepted:
            self.last = attempt.point
        self.state = verdict.after
        return verdict

    def seen(self, status: Status, note: Words | None = None, **marked: tuple[int, ...]) -> SolvingState:
        """Return what the solver sees, with marks in addition to the last move."""
        last = {} if self.last is None else {"last": (self.last,)}
        return SolvingState(status, self.state.cells, {**last, **marked}, tuple(self.lines), note=note)


def step_of(
    problem: Problem, state: State, attempt: Try, branches: tuple[Step, ...] = (), note: Words | None = None
) -> Step:
    """Return a try in a state as a step of a solution."""
    verdict = judge(state, attempt)
    told = told_of(problem.settings, seat_of(problem.settings, problem.to_move), state.cells, verdict)
    return Step(verdict.mover, attempt.text(state.size), told, branches, note)


def first_state(problem: Problem) -> State:
    """Return the state before the first move.

    Raises:
        BadProblem: if its board is missing or cannot be set up, or something is hidden.
    """
    settings = problem.settings
    if problem.board is None:
        raise BadProblem(N_("it has no {key}"), key="board")
    if settings.referee.hides:
        raise BadProblem(N_("nothing is hidden in a problem of this kind; leave the referee out"))
    try:
        setup = board_text(problem.board, settings.size)
        return start(settings.ruleset, settings.size, settings.komi, problem.to_move, setup)
    except BadBoard as error:
        raise BadProblem("{error}", error=error.words) from None


__all__ = ["OpenGame", "first_state", "step_of"]
