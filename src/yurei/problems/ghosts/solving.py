"""Solving a problem of ghosts: each move is answered by the longest defence, or refuted; and the solution as a tree."""

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.ghosts.proving import legal, sorted_tries
from yurei.problems.ghosts.region import Task, task_of
from yurei.problems.ghosts.search import Search
from yurei.problems.open_game import OpenGame, step_of
from yurei.problems.problem import Problem, named
from yurei.problems.solving import SolvingState, Status, Step, check_open
from yurei.rules.board import string_at
from yurei.rules.judge import judge
from yurei.rules.state import PASS, Kind, State, Try, read_try


class Solving(solving.Solving):
    """A problem of ghosts between two moves of the solver."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._task = task_of(problem)
        self._search = Search(self._task)
        self._game = OpenGame(problem)
        self._left = self._task.moves
        self.now = self._state(Status.OPEN)

    def answer(self, text: str) -> None:
        """Play a move of the solver and the opponent's reply. A try that is refused changes nothing."""
        attempt = read_try(text, self._game.state.size)
        if attempt.point is not None and not self._task.allows(attempt):
            raise BadTry(
                N_("here one plays on marked points only; {point} is not one of them"),
                point=self._game.state.size.name(attempt.point),
            )
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
        if saving := _refutation(self._search, self._task, state, self._left):
            self._game.attempt(saving)
            self.now = self._state(Status.FAILED, self._escaped())
        else:
            self._game.attempt(_longest_defence(self._search, self._task, state, self._left))
            self.now = self._state(Status.OPEN)

    def hint(self) -> Words:
        """Return whether a stone or a ghost comes next, or that the target can be captured now."""
        check_open(self.now)
        right = _quickest(self._search, self._game.state, self._left)
        if self._left == 1:
            return Words(N_("The target is in atari."))
        return Words(N_("Place a ghost.") if right.kind is Kind.GHOST else N_("Place a stone."))

    def right_answer(self) -> str:
        return _quickest(self._search, self._game.state, self._left).text(self._game.state.size)

    def _state(self, status: Status, note: Words | None = None) -> SolvingState:
        task, cells, size = self._task, self._game.state.cells, self._game.state.size
        marked: dict[str, tuple[int, ...]] = {}
        if not task.is_captured(cells):
            marked["target"] = size.in_order(string_at(cells, size.neighbours, task.target)[0])
        if task.fence is not None:
            marked["fence"] = size.in_order(task.fence)
        return self._game.seen(status, note, **marked)

    def _escaped(self) -> Words:
        opponent = named(self._problem.to_move.opponent)
        if not self._left:
            return Words(N_("That was the last move, and the target still stands."))
        return Words(N_("With this reply {opponent} saves the target."), opponent=opponent)


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the quickest capture as a tree."""
    task = task_of(problem)
    return (_tree(problem, Search(task), task, task.state, task.moves),)


def _quickest(search: Search, state: State, most: int) -> Try:
    """Return the first of the tries that capture in the fewest turns, in a won position with the solver to move."""
    turns = search.captures_in(state, most)
    assert turns
    return sorted_tries(search.winning(state, turns), state.size)[0]


def _refutation(search: Search, task: Task, state: State, left: int) -> Try | None:
    """Return the reply that saves the target and gives it most liberties, a pass only if nothing else saves it.

    None if the target is captured whatever the opponent replies.
    """
    saving = sorted_tries(search.escapes(state, left), state.size)
    return max(saving, key=lambda reply: (reply != PASS, _liberties(task, state, reply)), default=None)


def _longest_defence(search: Search, task: Task, state: State, left: int) -> Try:
    """Return the reply after which the capture takes most turns, and of these one with fewest right answers."""

    def hardness(reply: Try) -> tuple[int, int, bool]:
        after = judge(state, reply).after
        turns = search.captures_in(after, left)
        assert turns
        return turns, -sum(1 for _ in search.winning(after, left)), reply != PASS

    return max(sorted_tries(legal(task, state), state.size), key=hardness)


def _tree(problem: Problem, search: Search, task: Task, state: State, left: int) -> Step:
    """Return the quickest capture as a step, with all replies that need an answer of their own.

    The answer to a pass comes first; it is the answer to all replies that are not listed too.
    """
    attempt = _quickest(search, state, left)
    after = judge(state, attempt).after
    if task.is_captured(after.cells):
        return step_of(problem, state, attempt)
    return step_of(problem, state, attempt, tuple(_branches(problem, search, task, after, left - 1)))


def _branches(problem: Problem, search: Search, task: Task, state: State, left: int) -> list[Step]:
    threat = _tree(problem, search, task, judge(state, PASS).after, left)
    note = Words(N_("the same answer to every reply that is not listed"))
    branches = [step_of(problem, state, PASS, (threat,), note)]
    for reply in sorted_tries(legal(task, state), state.size):
        after = judge(state, reply).after
        if all(attempt.text(state.size) != threat.tried for attempt in search.winning(after, left)):
            branches.append(step_of(problem, state, reply, (_tree(problem, search, task, after, left),)))
    return branches


def _liberties(task: Task, state: State, reply: Try) -> int:
    after = judge(state, reply).after
    return len(string_at(after.cells, state.size.neighbours, task.target)[1])


__all__ = ["Solving", "solution"]
