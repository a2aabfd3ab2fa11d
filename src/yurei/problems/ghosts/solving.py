"""Solving a problem of ghosts: each move is answered by the longest defence, or refuted."""

from __future__ import annotations

from yurei.languages import N_, Words
from yurei.problems.ghosts.answers import longest_defence, quickest, refutation
from yurei.problems.ghosts.region import task_of
from yurei.problems.ghosts.search import Search
from yurei.problems.open_game import OpenGame, named
from yurei.problems.problem import Problem
from yurei.problems.solving import SolvingState, Status, check_open
from yurei.rules.board import string_at
from yurei.rules.state import Kind, read_try


class Solving:
    """A problem of ghosts between two moves of the solver.

    Args:
        problem: The problem.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._task = task_of(problem)
        self._search = Search(self._task)
        self._game = OpenGame(problem)
        self._left = self._task.moves
        self.now = self._state(Status.OPEN)

    def answer(self, text: str) -> None:
        """Play a move of the solver and the opponent's reply. A try that is refused changes nothing.

        Raises:
            BadTry, BadPoint: if it cannot be asked, lies outside the fence, or comes after the end.
        """
        check_open(self.now)
        attempt = read_try(text, self._game.state.size)
        self._task.check_allowed(attempt)
        verdict = self._game.attempt(attempt)
        if not verdict.accepted:
            self.now = self._state(Status.OPEN)
        elif self._task.is_captured(verdict.after.cells):
            self.now = self._state(Status.SOLVED, Words(N_("The target is captured.")))
        elif verdict.after.result is not None:
            self.now = self._state(Status.FAILED, Words(N_("{mover} resigns."), mover=named(self._problem.to_move)))
        else:
            self._left -= 1
            self._reply()

    def _reply(self) -> None:
        state = self._game.state
        if saving := refutation(self._search, self._task, state, self._left):
            self._game.attempt(saving)
            self.now = self._state(Status.FAILED, self._escaped())
        else:
            self._game.attempt(longest_defence(self._search, self._task, state, self._left))
            self.now = self._state(Status.OPEN)

    def hint(self) -> Words:
        """Return whether a stone or a ghost comes next, and in how many turns the target is captured.

        Raises:
            BadTry: if the problem has been answered.
        """
        check_open(self.now)
        right = quickest(self._search, self._game.state, self._left)
        if self._left == 1:
            return Words(N_("The target is in atari."))
        return Words(N_("Place a ghost.") if right.kind is Kind.GHOST else N_("Place a stone."))

    def _state(self, status: Status, note: Words | None = None) -> SolvingState:
        game, task = self._game, self._task
        marked = dict(game.marked)
        if not task.is_captured(game.state.cells):
            string = string_at(game.state.cells, game.state.size.neighbours, task.target)[0]
            marked["target"] = game.state.size.in_order(string)
        if task.fence is not None:
            marked["fence"] = game.state.size.in_order(task.fence)
        return SolvingState(status, game.state.cells, marked, tuple(game.lines), note=note)

    def _escaped(self) -> Words:
        opponent = named(self._problem.to_move.opponent)
        if not self._left:
            return Words(N_("That was the last move, and the target still stands."))
        return Words(N_("With this reply {opponent} saves the target."), opponent=opponent)


def after(problem: Problem, answers: tuple[str, ...]) -> Solving:
    """Return a problem of ghosts after answers.

    Raises:
        BadTry, BadPoint: if one cannot be asked, or comes after the end.
    """
    solving = Solving(problem)
    for text in answers:
        solving.answer(text)
    return solving


__all__ = ["Solving", "after"]
