"""Plans: goals in hidden Go that can be reached whatever the referee says.

The referee does not choose a true board: it stays open which of them is the true one. After each try it gives the
answer that keeps the problem going for the most moves; of several such answers the one that leaves most boards, and of
these the one whose smallest board comes first. After the end one of the remaining boards is shown. In the solution, a
tree, each try of the plan is followed by everything that can be told of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.plan_search import MOST_NODES, Belief, Goal, Heard, PlainSearch, Row, Search, Task, task_of
from yurei.problems.problem import Problem, colour_name
from yurei.problems.solving import Line, SolvingState, Status, Step, check_open, make_transcript, tried_text
from yurei.problems.tries import view_of
from yurei.referee.told import Told
from yurei.rules.board import EMPTY, Colour
from yurei.rules.state import Kind, Try, read_try


def fastest_search(task: Task, most: int | None = None) -> Search:
    """Return a plan search, compiled if numba is installed; ``most`` bounds the beliefs that it examines."""
    if find_spec("numba") is None:
        return PlainSearch(task, most or MOST_NODES)
    from yurei.problems import plan_compiled

    return plan_compiled.CompiledSearch(task, most or plan_compiled.MOST_NODES)


REACHED = {
    Goal.CAPTURE: N_("Captured, whatever the referee says."),
    Goal.KILL: N_("The marked stone is captured, whatever the referee says."),
    Goal.CONNECT: N_("The marked stones are connected, whatever the referee says."),
    Goal.RESCUE: N_("The marked stone is safe, whatever the referee says."),
}


@dataclass(frozen=True)
class Answer:
    """A possible answer of the referee to a try, and the games that are possible after it."""

    heard: Heard
    rows: Belief
    moves: int  # left
    status: Status
    distance: int  # the number of moves that the goal takes

    @property
    def resistance(self) -> tuple[bool, int, int, int]:
        """Sort key of the answer: the referee of a plan gives the answer with the greatest one."""
        boards = {board for board, _ in self.rows}
        return self.status is Status.FAILED, self.distance, len(boards), -min(map(board_number, boards))


def board_number(board: bytes) -> int:
    """Return a number by which boards are sorted: its digits are the cells, and A1 is the lowest digit."""
    return int.from_bytes(board, "little")


class Referee:
    """The referee of a plan's task. It has no true board, and answers so that the goal takes longest."""

    def __init__(self, task: Task) -> None:
        self.task, self.plain, self.search = task, PlainSearch(task), fastest_search(task)

    def answers(self, belief: Belief, attempt: Try, moves: int) -> Iterator[Answer]:
        """Yield all answers that the referee can give to a try."""
        parts = self.plain.divide(belief, attempt)
        if parts.refused:
            yield self._answer((self._told_of(min(parts.refused, key=_order), attempt),), parts.refused, moves)
        if parts.reached:
            row = min(parts.reached, key=_order)
            boards = frozenset((verdict.after.cells, None) for verdict in parts.reached.values())
            yield Answer((self._told_of(row, attempt),), boards, moves, Status.SOLVED, 0)
        replies = self.plain.replies(parts, attempt)
        for heard, rows in replies["lost"].items():
            yield Answer(heard, frozenset(rows), moves - 1, Status.FAILED, moves + 2)
        for heard, rows in replies["saved"].items():
            yield Answer(heard, frozenset(rows), moves - 1, Status.SOLVED, 0)
        for heard, rows in replies["follows"].items():
            yield self._answer(heard, rows, moves - 1)

    def _answer(self, heard: Heard, rows: Iterable[Row], moves: int) -> Answer:
        """Return an answer that does not reach the goal: find out whether it still can be reached, and how fast."""
        belief = frozenset(rows)
        if self.task.goal is Goal.RESCUE:
            if moves == 0:
                return Answer(heard, belief, moves, Status.SOLVED, 0)
            is_won = self.search.wins(belief, moves)
            return Answer(heard, belief, moves, Status.OPEN if is_won else Status.FAILED, moves)
        distance = self.search.least_moves(belief, moves)
        if distance is None:
            return Answer(heard, belief, moves, Status.FAILED, moves + 1)
        # A refusal costs no move: what follows the opponent's reply took one already.
        return Answer(heard, belief, moves, Status.OPEN, distance + len(heard) - 1)

    def _told_of(self, row: Row, attempt: Try) -> Told:
        return self.task.told(row[0], self.plain.judge(row, attempt))

    def choose_answer(self, belief: Belief, attempt: Try, moves: int) -> Answer:
        """Return the answer of greatest ``resistance`` to a try."""
        return max(self.answers(belief, attempt, moves), key=lambda answer: answer.resistance)


def _order(row: Row) -> tuple[bytes, bytes]:
    return row[0], row[1] or b""


class Tree:
    """Builds the solution of a plan as a tree in which equal beliefs share their branches."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._task = referee, referee.task
        self._found: dict[tuple[Belief, int], tuple[Step, ...]] = {}

    def steps(self, belief: Belief, moves: int) -> tuple[Step, ...]:
        """Return the next steps of a plan in a won belief: its try, once for every answer of the referee."""
        if self._task.goal is not Goal.RESCUE:
            moves = self._referee.search.least_moves(belief, moves) or moves
        if (belief, moves) not in self._found:
            attempt = self.right_try(belief, moves)
            answers = sorted(self._referee.answers(belief, attempt, moves), key=lambda each: each.resistance)
            self._found[belief, moves] = tuple(self._branches(attempt, answers[::-1]))
        return self._found[belief, moves]

    def right_try(self, belief: Belief, moves: int) -> Try:
        """Return the plan's try: a winning one, no probe if possible, with fewest answers that leave the goal open."""
        tries = self._referee.plain.tries()
        winning = [attempt for attempt in tries if self._referee.search.wins_by(belief, attempt, moves)]
        return min(winning, key=lambda attempt: self._effort_of(belief, attempt, moves))

    def _effort_of(self, belief: Belief, attempt: Try, moves: int) -> tuple[int, int]:
        answers = list(self._referee.answers(belief, attempt, moves))
        is_probe = all(len(answer.heard) == 1 for answer in answers)
        return is_probe and moves > 1, sum(answer.status is Status.OPEN for answer in answers)

    def _branches(self, attempt: Try, answers: list[Answer]) -> Iterator[Step]:
        """Yield a step for the try and each thing told of it, with the opponent's replies as branches."""
        text, own = attempt.text(self._task.settings.size), self._task.planner
        groups: dict[Told, list[Step]] = {}
        reached: set[Told] = set()
        for answer in answers:
            if len(answer.heard) == 1:
                yield self._step(own, text, answer)
                reached |= {answer.heard[0]} if answer.status is Status.SOLVED else set()
            else:
                told, reply = answer.heard
                seen = tried_text(reply, self._task.settings.size)
                groups.setdefault(told, []).append(self._step(own.opponent, seen, answer))
        for told, branches in groups.items():
            yield Step(own, text, told, tuple(branches), Words(NOT_YET) if told in reached else None)

    def _step(self, colour: Colour, text: str | None, answer: Answer) -> Step:
        """Return the last try of an answer as a step, with the steps that follow it."""
        if answer.status is Status.SOLVED:
            return Step(colour, text, answer.heard[-1], note=Words(REACHED[self._task.goal]))
        return Step(colour, text, answer.heard[-1], self.steps(answer.rows, answer.moves))


NOT_YET = N_("The goal is not reached yet.")
"""Note on a try that may sound the same where it reaches the goal."""
TOO_LATE = N_("After that, no one plan reaches the goal in time on every board that fits. The board shows one of them.")
UNCHANGED = N_("It is refused on every board that is left: this says nothing.")


class Solving(solving.Solving):
    """A plan that is being solved, with the solver to move."""

    def __init__(self, problem: Problem) -> None:
        self._task = task_of(problem)
        assert problem.board is not None  # ``task_of`` has checked it
        self._given, self._size = problem.board, problem.settings.size
        told = view_of(problem).heard if "tries" in problem.more else ()
        self._update(
            self._task.beginning, self._task.moves, Status.OPEN, self._given, make_transcript(told, self._size)
        )

    @cached_property
    def _referee(self) -> Referee:
        return Referee(self._task)

    def answer(self, text: str) -> None:
        task, attempt = self._task, read_try(text, self._size)
        if attempt.kind is not Kind.STONE and not (attempt.kind is Kind.PASS and task.goal is Goal.RESCUE):
            raise BadTry(N_("try a stone; {text} is of no use here"), text=attempt.text(self._size))
        answer = self._referee.choose_answer(self._belief, attempt, self._moves)
        own, *replies = answer.heard
        is_unchanged = answer.rows == self._belief and answer.status is Status.OPEN and not replies
        line = Line(task.planner, attempt.text(self._size), own, Words(UNCHANGED) if is_unchanged else None)
        lines = (*self.now.lines, line, *make_transcript(replies, self._size))
        self._update(answer.rows, answer.moves, answer.status, self._solver_view(answer.rows), lines)

    def hint(self) -> Words:
        check_open(self.now)
        plain = self._referee.plain
        if any(plain.divide(self._belief, attempt).is_probe for attempt in plain.tries()):
            return Words(N_("One try costs nothing: it is refused, or it reaches the goal."))
        right = read_try(self.right_answer(), self._size)
        if right.point is None:
            return Words(N_("Not every turn needs a stone."))
        return Words(N_("The next try is on row {row}."), row=right.point // self._size.width + 1)

    def right_answer(self) -> str:
        return Tree(self._referee).right_try(self._belief, self._moves).text(self._size)

    def _solver_view(self, rows: Belief) -> bytes:
        """Return the board that the solver sees: own stones, and given enemy stones that certainly still stand."""
        columns = zip(*(cells for cells, _ in rows), strict=True)
        return bytes(
            cells[0] if len(set(cells)) == 1 and cells[0] in (given, self._task.planner) else EMPTY
            for given, cells in zip(self._given, columns, strict=True)
        )

    def _update(self, rows: Belief, moves: int, status: Status, board: bytes, lines: tuple[Line, ...]) -> None:
        self._belief, self._moves, task = rows, moves, self._task
        notes = {Status.OPEN: None, Status.SOLVED: Words(REACHED[task.goal]), Status.FAILED: Words(TOO_LATE)}
        boards, opponent, hidden = {cells for cells, _ in rows}, task.planner.opponent, set[int]()
        if status is Status.OPEN:  # points where a stone of the opponent may stand that the solver does not see
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
    """Return the solution of a plan as a tree."""
    task = task_of(problem)
    return Tree(Referee(task)).steps(task.beginning, task.moves)


HIDDEN = {
    0: N_("All stones of {opponent} are seen at first."),
    1: N_("At first {opponent} has one more stone, on one of these points: {points}."),
}
SEVERAL_HIDDEN = N_("At first {opponent} has {count} more stones, on some of these points: {points}.")
GOALS = {
    Goal.CAPTURE: N_("Capture a stone within {moves} moves, whatever the referee says."),
    Goal.KILL: N_("Capture the stone on {target} within {moves} moves, whatever the referee says."),
    Goal.CONNECT: N_("Connect {target} within {moves} moves, whatever the referee says."),
    Goal.RESCUE: N_("Save the stone on {target} for {moves} moves, whatever the referee says."),
}
ONE_MOVE = N_("Save the stone on {target} from the opponent’s next move, whatever the referee says.")
"""The goal of a rescue for one move."""


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    assert problem.board is not None  # ``task_of`` has checked it
    names = task.settings.size.names(task.target)
    target: object = "".join(names)
    if len(names) == 2:
        target = Words(N_("{one} and {other}"), one=names[0], other=names[1])
    if "tries" in problem.more:
        hidden = Words(N_("All that is known was told by the referee."))
    else:
        # Only the points where a board that fits has such a stone: elsewhere it would have no liberty.
        enemy, count = problem.to_move.opponent, problem.more["hidden"]["count"]
        where = {
            point
            for cells, _ in task.beginning
            for point, cell in enumerate(cells)
            if cell == enemy != problem.board[point]
        }
        points = ", ".join(name for name in problem.more["hidden"]["points"] if task.settings.size.point(name) in where)
        text = HIDDEN.get(count, SEVERAL_HIDDEN)
        hidden = Words(text, opponent=colour_name(problem.to_move.opponent), count=count, points=points)
    goal = ONE_MOVE if task.goal is Goal.RESCUE and task.moves == 1 else GOALS[task.goal]
    return Words("{hidden} {goal}", hidden=hidden, goal=Words(goal, target=target, moves=task.moves))


KIND = solving.Kind("plan", N_("Plan"), _prompt, Solving, solution)
