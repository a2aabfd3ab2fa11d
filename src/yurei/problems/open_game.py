"""A game of a problem in which nothing is hidden, as its solver sees and hears it."""

from __future__ import annotations

from yurei.errors import BadBoard
from yurei.languages import N_, Words
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import Line, Step
from yurei.referee.announce import COLOURS
from yurei.referee.told import Told, tell
from yurei.rules.board import Colour, board_text
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

    def attempt(self, attempt: Try, note: Words | None = None) -> Verdict:
        """Try a move of the colour to move, and note what the solver is told of it."""
        verdict = judge(self.state, attempt)
        told = told_of(self._problem, self.state, verdict)
        self.lines.append(Line(verdict.mover, attempt.text(self.state.size), told, note))
        if verdict.accepted:
            self.last = attempt.point
        self.state = verdict.after
        return verdict

    @property
    def marked(self) -> dict[str, tuple[int, ...]]:
        """The last move, as a state marks it."""
        return {} if self.last is None else {"last": (self.last,)}


def step_of(
    problem: Problem, state: State, attempt: Try, branches: tuple[Step, ...] = (), note: Words | None = None
) -> Step:
    """Return a try in a state as a step of a solution."""
    verdict = judge(state, attempt)
    return Step(verdict.mover, attempt.text(state.size), told_of(problem, state, verdict), branches, note)


def told_of(problem: Problem, before: State, verdict: Verdict) -> Told:
    """Return what the solver of a problem is told of a try in the state ``before``."""
    settings = problem.settings
    mover, solver, following = (
        settings.seating.seats[settings.seating.first(colour)]
        for colour in (verdict.mover, problem.to_move, verdict.after.to_move)
    )
    to_move = None if verdict.after.result else following.name
    return tell(settings.referee, verdict, mover, solver, before.cells, to_move)


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


def named(colour: Colour) -> Words:
    """Return the name of a colour."""
    return Words(COLOURS[colour])


__all__ = ["OpenGame", "first_state", "named", "step_of", "told_of"]
