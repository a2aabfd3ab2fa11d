"""The referee of a plan that is being solved: decides nothing, and gives the answer that resists longest.

Which of the boards is the true one stays open. After each try the referee says what keeps the problem going for the
largest number of moves; of several answers the one that leaves most boards, and of these the one whose smallest board
comes first. After the end one of the boards that are left is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems.plan.plain import Heard, PlainSearch, told_of
from yurei.problems.plan.proving import Search, fastest_search
from yurei.problems.plan.task import Belief, Goal, Row, Task
from yurei.problems.solving import Line, SolvingState, Status, check_open
from yurei.referee.told import Told
from yurei.rules.board import EMPTY
from yurei.rules.state import Kind, Try, read_try

TOO_LATE = N_("After that, no plan reaches the goal in time against the best play.")
REACHED = {
    Goal.CAPTURE: N_("Captured, whatever the referee says."),
    Goal.KILL: N_("The marked stone is captured, whatever the referee says."),
    Goal.CONNECT: N_("The marked stones are connected, whatever the referee says."),
    Goal.RESCUE: N_("The marked stone is safe, whatever the referee says."),
}
UNCHANGED = N_("It is refused on every board that is left: this says nothing.")


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

    heard: tuple[Told, ...]
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
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._plain = PlainSearch(task)
        self._search: Search = fastest_search(task)

    def answers(self, belief: Belief, attempt: Try, moves: int) -> Iterator[Answer]:
        """Yield everything that the referee may say to a try."""
        parts = self._plain.divide(belief, attempt)
        if parts.refused:
            yield self._answer((self._told_of(min(parts.refused, key=_order), attempt),), parts.refused, moves)
        if parts.reached:
            row = min(parts.reached, key=_order)
            boards = frozenset((verdict.after.cells, None) for verdict in parts.reached.values())
            yield Answer((self._told_of(row, attempt),), boards, moves, Status.SOLVED, 0)
        replies = self._plain.replies(parts, attempt)
        for heard, rows in replies.lost.items():
            yield Answer(heard, frozenset(rows), moves - 1, Status.FAILED, moves + 2)
        for heard, rows in replies.saved.items():
            yield Answer(heard, frozenset(rows), moves - 1, Status.SOLVED, 0)
        for heard, rows in replies.follows.items():
            yield self._answer(heard, rows, moves - 1)

    def _answer(self, heard: Heard, rows: Iterable[Row], moves: int) -> Answer:
        """Return an answer after which the goal is not reached yet."""
        belief = frozenset(rows)
        if self._task.goal is Goal.RESCUE:
            if moves == 0:
                return Answer(heard, belief, moves, Status.SOLVED, 0)
            is_won = self._search.wins(belief, moves)
            return Answer(heard, belief, moves, Status.OPEN if is_won else Status.FAILED, moves)
        distance = self._search.least_moves(belief, moves)
        if distance is None:
            return Answer(heard, belief, moves, Status.FAILED, moves + 1)
        # A refusal costs no move: what follows the opponent's reply took one already.
        return Answer(heard, belief, moves, Status.OPEN, distance + len(heard) - 1)

    def _told_of(self, row: Row, attempt: Try) -> Told:
        return told_of(self._task, self._plain.state(row), self._plain.judge(row, attempt))

    def resist(self, belief: Belief, attempt: Try, moves: int) -> Answer:
        """Return the answer that resists longest."""
        return max(self.answers(belief, attempt, moves), key=lambda answer: answer.resistance)


def _order(row: Row) -> tuple[bytes, bytes]:
    return row[0], row[1] or b""


def begin(task: Task, board: bytes, told: Iterable[Told] = ()) -> SolvingState:
    """Return the state before the first answer.

    Args:
        task: The task.
        board: The stones that the solver sees at the beginning.
        told: What the solver was told before.
    """
    return _state(task, task.beginning, board, Status.OPEN, tuple(_line(task, each) for each in told))


def after(task: Task, board: bytes, answers: Iterable[str], told: Iterable[Told] = ()) -> SolvingState:
    """Return the state after answers.

    Args:
        task: The task.
        board: The stones that the solver sees at the beginning.
        answers: The tries, as texts.
        told: What the solver was told before.

    Raises:
        BadTry, BadPoint: if a text is no try that can be asked here, or comes after the end.
    """
    return play(task, board, answers, told)[0]


def play(
    task: Task, board: bytes, answers: Iterable[str], told: Iterable[Told] = ()
) -> tuple[SolvingState, Belief, int]:
    """Return the state after answers, the games that are possible then, and the number of moves left."""
    referee, belief, moves = Referee(task), task.beginning, task.moves
    state = begin(task, board, told)
    for text in answers:
        check_open(state)
        attempt = read_attempt(task, text)
        answer = referee.resist(belief, attempt, moves)
        lines = (*state.lines, *_lines(task, attempt, text_of(task, attempt), answer, belief))
        state = _state(task, answer.rows, _seen(task, board, answer.rows), answer.status, lines)
        belief, moves = answer.rows, answer.moves
    return state, belief, moves


def read_attempt(task: Task, text: str) -> Try:
    """Return the try of a text.

    Raises:
        BadTry: if it is none that can be of use here.
        BadPoint: if it names no point of the board.
    """
    attempt = read_try(text, task.settings.size)
    if attempt.kind is not Kind.STONE and not (attempt.kind is Kind.PASS and task.goal is Goal.RESCUE):
        raise BadTry(N_("try a stone; {text} is of no use here"), text=text_of(task, attempt))
    return attempt


def text_of(task: Task, attempt: Try) -> str:
    """Return a try as text."""
    return attempt.text(task.settings.size)


def _seen(task: Task, board: bytes, rows: Belief) -> bytes:
    """Return what the solver sees: the own stones, and those given of the opponent that certainly still stand."""
    columns = zip(*(cells for cells, _ in rows), strict=True)
    return bytes(
        cells[0] if len(set(cells)) == 1 and cells[0] in (given, task.planner) else EMPTY
        for given, cells in zip(board, columns, strict=True)
    )


def _lines(task: Task, attempt: Try, text: str, answer: Answer, before: Belief) -> Iterator[Line]:
    own, *replies = answer.heard
    unchanged = answer.rows == before and answer.status is Status.OPEN and not replies
    yield Line(task.planner, text, own, Words(UNCHANGED) if unchanged else None)
    for told in replies:
        yield _line(task, told)


def _line(task: Task, told: Told) -> Line:
    return Line(told.mover, None if told.attempt is None else text_of(task, told.attempt), told)


def _state(task: Task, rows: Belief, board: bytes, status: Status, lines: tuple[Line, ...]) -> SolvingState:
    notes = {Status.OPEN: None, Status.SOLVED: Words(REACHED[task.goal]), Status.FAILED: Words(TOO_LATE)}
    boards = {cells for cells, _ in rows}
    ended = status is not Status.OPEN
    hidden = () if ended else _hidden(task, board, boards)
    return SolvingState(
        status=status,
        board=min(boards, key=board_number) if ended else board,
        marked={"hidden": hidden, "target": task.target},
        lines=lines,
        boards=len(boards),
        note=notes[status],
    )


def _hidden(task: Task, board: bytes, boards: Iterable[bytes]) -> tuple[int, ...]:
    """Return the points on which the solver sees no stone, and one of the opponent's may stand."""
    opponent = task.planner.opponent
    possible = {point for cells in boards for point, cell in enumerate(cells) if cell == opponent}
    return task.settings.size.in_order(point for point in possible if board[point] != opponent)


__all__ = ["REACHED", "Answer", "Referee", "after", "begin", "play", "text_of"]
