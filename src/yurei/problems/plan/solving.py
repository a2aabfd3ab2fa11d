"""Solving a plan: the referee answers each try as ``yurei.problems.plan.playing`` says.

After the end one of the boards that are left is shown.
"""

from functools import cached_property

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.plan.playing import REACHED, Referee, Tree, board_number
from yurei.problems.plan.task import Belief, Goal, task_of
from yurei.problems.problem import Problem
from yurei.problems.solving import Line, SolvingState, Status, Step, check_open, lines_of
from yurei.problems.tries import view_of
from yurei.rules.board import EMPTY
from yurei.rules.state import Kind, read_try

TOO_LATE = N_("After that, no plan reaches the goal in time against the best play.")
UNCHANGED = N_("It is refused on every board that is left: this says nothing.")
A_PROBE = N_("One try costs nothing: it is refused, or it reaches the goal.")
THE_ROW = N_("The next try is on row {row}.")
TO_PASS = N_("Not every turn needs a stone.")


class Solving(solving.Solving):
    """A plan between two tries of the solver."""

    def __init__(self, problem: Problem) -> None:
        self._task = task_of(problem)
        assert problem.board is not None  # ``task_of`` has checked it
        self._given, self._size = problem.board, problem.settings.size
        told = view_of(problem).heard if "tries" in problem.more else ()
        self._update(self._task.beginning, self._task.moves, Status.OPEN, self._given, lines_of(told, self._size))

    @cached_property
    def _referee(self) -> Referee:
        return Referee(self._task)

    def answer(self, text: str) -> None:
        task, attempt = self._task, read_try(text, self._size)
        if attempt.kind is not Kind.STONE and not (attempt.kind is Kind.PASS and task.goal is Goal.RESCUE):
            raise BadTry(N_("try a stone; {text} is of no use here"), text=attempt.text(self._size))
        answer = self._referee.resist(self._belief, attempt, self._moves)
        own, *replies = answer.heard
        is_unchanged = answer.rows == self._belief and answer.status is Status.OPEN and not replies
        line = Line(task.planner, attempt.text(self._size), own, Words(UNCHANGED) if is_unchanged else None)
        lines = (*self.now.lines, line, *lines_of(replies, self._size))
        self._update(answer.rows, answer.moves, answer.status, self._seen(answer.rows), lines)

    def hint(self) -> Words:
        check_open(self.now)
        plain = self._referee.plain
        if any(plain.divide(self._belief, attempt).is_probe for attempt in plain.tries()):
            return Words(A_PROBE)
        right = read_try(self.right_answer(), self._size)
        return Words(TO_PASS) if right.point is None else Words(THE_ROW, row=right.point // self._size.width + 1)

    def right_answer(self) -> str:
        return Tree(self._referee).right_try(self._belief, self._moves).text(self._size)

    def _seen(self, rows: Belief) -> bytes:
        """Return what the solver sees: the own stones, and those given of the opponent that certainly still stand."""
        columns = zip(*(cells for cells, _ in rows), strict=True)
        return bytes(
            cells[0] if len(set(cells)) == 1 and cells[0] in (given, self._task.planner) else EMPTY
            for given, cells in zip(self._given, columns, strict=True)
        )

    def _update(self, rows: Belief, moves: int, status: Status, board: bytes, lines: tuple[Line, ...]) -> None:
        self._belief, self._moves, task = rows, moves, self._task
        notes = {Status.OPEN: None, Status.SOLVED: Words(REACHED[task.goal]), Status.FAILED: Words(TOO_LATE)}
        boards, opponent, hidden = {cells for cells, _ in rows}, task.planner.opponent, set[int]()
        if status is Status.OPEN:  # where the solver sees no stone of the opponent, and one may stand
            possible = (point for cells in boards for point, cell in enumerate(cells) if cell == opponent)
            hidden = {point for point in possible if board[point] != opponent}
        self.now = SolvingState(
            status=status,
            board=board if status is Status.OPEN else min(boards, key=board_number),
            marked={"hidden": self._size.in_order(hidden), "target": task.target},
            lines=lines,
            boards=len(boards),
            note=notes[status],
        )


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the solution as a tree."""
    task = task_of(problem)
    return Tree(Referee(task)).steps(task.beginning, task.moves)


__all__ = ["Solving", "solution"]
