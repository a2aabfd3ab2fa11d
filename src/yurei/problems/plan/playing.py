"""The referee of a plan: decides nothing, and gives the answer that resists longest; and the solution as a tree.

Which of the boards is the true one stays open. After each try the referee says what keeps the problem going for the
largest number of moves; of several answers the one that leaves most boards, and of these the one whose smallest board
comes first. In the tree each try of the plan is followed by everything that can be told of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from yurei.languages import N_, Words
from yurei.problems.plan.plain import Heard, PlainSearch
from yurei.problems.plan.proving import fastest_search
from yurei.problems.plan.task import Belief, Goal, Row, Task
from yurei.problems.solving import Status, Step, tried_text
from yurei.referee.told import Told
from yurei.rules.board import Colour
from yurei.rules.state import Try

REACHED = {
    Goal.CAPTURE: N_("Captured, whatever the referee says."),
    Goal.KILL: N_("The marked stone is captured, whatever the referee says."),
    Goal.CONNECT: N_("The marked stones are connected, whatever the referee says."),
    Goal.RESCUE: N_("The marked stone is safe, whatever the referee says."),
}


@dataclass(frozen=True)
class Answer:
    """Possible answer of the referee to a try, with the boards that fit it.

    Attributes:
        heard: What the solver is told: of the try, and of the opponent's reply if there is one.
        rows: The games that are possible then.
        moves: The number of moves left.
        status: Whether the problem is open then.
        distance: The number of moves that the goal takes.
    """

    heard: Heard
    rows: Belief
    moves: int
    status: Status
    distance: int

    @property
    def resistance(self) -> tuple[bool, int, int, int]:
        """The value of the answer for the opponent: the greatest is chosen."""
        boards = {board for board, _ in self.rows}
        return self.status is Status.FAILED, self.distance, len(boards), -min(map(board_number, boards))


def board_number(board: bytes) -> int:
    """Return the number of a board, in which A1 is the lowest digit."""
    return int.from_bytes(board, "little")


class Referee:
    """A referee of one task. Nothing is kept between two problems or two solvers.

    Args:
        task: The task.

    Attributes:
        plain, search: Searches of the task: in plain Python, and the fastest.
    """

    def __init__(self, task: Task) -> None:
        self.task, self.plain, self.search = task, PlainSearch(task), fastest_search(task)

    def answers(self, belief: Belief, attempt: Try, moves: int) -> Iterator[Answer]:
        """Yield everything that the referee may say to a try."""
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
        """Return an answer after which the goal is not reached yet."""
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

    def resist(self, belief: Belief, attempt: Try, moves: int) -> Answer:
        """Return the answer that resists longest."""
        return max(self.answers(belief, attempt, moves), key=lambda answer: answer.resistance)


def _order(row: Row) -> tuple[bytes, bytes]:
    return row[0], row[1] or b""


class Tree:
    """Builds the solution of a plan. Equal beliefs share their branches.

    Args:
        referee: The referee of the task.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee, self._task = referee, referee.task
        self._found: dict[tuple[Belief, int], tuple[Step, ...]] = {}

    def steps(self, belief: Belief, moves: int) -> tuple[Step, ...]:
        """Return the right try in a belief that is won, once for everything that the referee may say to it."""
        if self._task.goal is not Goal.RESCUE:
            moves = self._referee.search.least_moves(belief, moves) or moves
        if (belief, moves) not in self._found:
            attempt = self.right_try(belief, moves)
            answers = sorted(self._referee.answers(belief, attempt, moves), key=lambda each: each.resistance)
            self._found[belief, moves] = tuple(self._branches(attempt, answers[::-1]))
        return self._found[belief, moves]

    def right_try(self, belief: Belief, moves: int) -> Try:
        """Return the try of the plan: the one that leaves least to say; of equal ones the first that is no probe."""
        tries = self._referee.plain.tries()
        winning = [attempt for attempt in tries if self._referee.search.wins_by(belief, attempt, moves)]
        return min(winning, key=lambda attempt: self._effort(belief, attempt, moves))

    def _effort(self, belief: Belief, attempt: Try, moves: int) -> tuple[int, int]:
        answers = list(self._referee.answers(belief, attempt, moves))
        is_probe = all(len(answer.heard) == 1 for answer in answers)
        return is_probe and moves > 1, sum(answer.status is Status.OPEN for answer in answers)

    def _branches(self, attempt: Try, answers: list[Answer]) -> Iterator[Step]:
        """Yield the try with each thing that is told of it, and the replies to it as branches."""
        text, own = attempt.text(self._task.settings.size), self._task.planner
        groups: dict[Told, list[Step]] = {}
        for answer in answers:
            if len(answer.heard) == 1:
                yield self._step(own, text, answer)
            else:
                told, reply = answer.heard
                seen = tried_text(reply, self._task.settings.size)
                groups.setdefault(told, []).append(self._step(own.opponent, seen, answer))
        for told, branches in groups.items():
            yield Step(own, text, told, tuple(branches))

    def _step(self, colour: Colour, text: str | None, answer: Answer) -> Step:
        """Return the last try of an answer, with what follows it."""
        if answer.status is Status.SOLVED:
            return Step(colour, text, answer.heard[-1], note=Words(REACHED[self._task.goal]))
        return Step(colour, text, answer.heard[-1], self.steps(answer.rows, answer.moves))


__all__ = ["REACHED", "Answer", "Referee", "Tree", "board_number"]
