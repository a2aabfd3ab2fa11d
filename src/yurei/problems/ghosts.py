"""Problems of ghosts: capture a string of No Seki Go in a number of moves, against every defence.

The search goes through all lines on boards as bits, with the moves of every position kept; ``yurei.rules.judge`` is the
authority. Bit p of a number is set if point p is in the set. Two facts shorten the search, and no others do:

- The opponent may always pass, and a stone or ghost takes at most one liberty from the target. So with more liberties than
  turns left it is not captured.
- If the solver passes, the opponent's pass ends the game. So no pass wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from yurei.errors import BadSettings, BadTry, TooLarge
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.problem import BadProblem, Problem, named
from yurei.problems.solving import OpenGame, SolvingState, Status, Step, check_open, first_state, step_of
from yurei.referee.settings import Settings
from yurei.rules.board import string_at
from yurei.rules.judge import judge
from yurei.rules.points import Size, shortened
from yurei.rules.ruleset import FREE, Repetition
from yurei.rules.state import PASS, Kind, State, Try, ghost, read_try, stone

MOST_MOVES = 6
MOST_POINTS = 20
"""Greatest number of points on which a move may be made."""
GOAL = "capture"


@dataclass(frozen=True)
class Task:
    """The question of a problem of ghosts: capture a string in a number of the solver's turns."""

    state: State
    target: int  # a point of the string
    moves: int
    fence: frozenset[int] | None  # the points on which both sides may place; None for all

    def allows(self, attempt: Try) -> bool:
        """Return whether a try is no placement, or lies within the fence."""
        return self.fence is None or attempt.point is None or attempt.point in self.fence

    def tries(self, state: State) -> Iterator[Try]:
        """Yield the tries that the fence allows, legal or not; the pass comes last."""
        return filter(self.allows, state.tries())

    def is_captured(self, cells: bytes) -> bool:
        """Return whether the stone at the target is gone."""
        return cells[self.target] != self.state.to_move.opponent


def check_settings(settings: Settings) -> None:
    """Check that a game can have problems of ghosts: ghosts, passes, its repetition rule, and nothing hidden."""
    rules = settings.ruleset
    if not rules.ghosts or rules.repetition is not Repetition.SITUATIONAL_SUPERKO or rules.passing != FREE:
        message = N_("{ruleset} has no problems of this kind with these options; take no-seki-go as it is")
        raise BadSettings(message, ruleset=rules.slug)
    if settings.referee.hides:
        raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))


def task_of(problem: Problem) -> Task:
    """Return the question of a problem; a ``YureiError`` says why it is none."""
    check_settings(problem.settings)
    state, more = first_state(problem), problem.more
    size = problem.settings.size
    if more.get("goal") != GOAL:
        raise BadProblem(N_("the goal is {goal}, not {given}"), goal=GOAL, given=shortened(more.get("goal")))
    target, moves, fence = size.point(more.get("target")), more.get("moves"), more.get("fence")
    if state.cells[target] != problem.to_move.opponent:
        raise BadProblem(N_("on the target {point} stands no stone of the opponent"), point=size.name(target))
    if type(moves) is not int or moves < 1:
        raise BadProblem(N_("moves is a whole number from 1, not {value}"), value=shortened(moves))
    if moves > MOST_MOVES:
        raise TooLarge(N_("a search goes to {most} moves, not {moves}"), most=MOST_MOVES, moves=moves)
    if fence is not None and not isinstance(fence, list):
        raise BadProblem(N_("a fence is a list of points, not {value}"), value=shortened(fence))
    points = frozenset(range(size.points) if fence is None else map(size.point, fence))
    if len(points) > MOST_POINTS:
        raise TooLarge(N_("moves are made on at most {most} points; give a fence"), most=MOST_POINTS)
    return Task(state, target, moves, None if fence is None else points)


class Board(NamedTuple):
    """A board as four sets of points, seen by the player to move."""

    own: int
    other: int
    own_ghosts: int
    other_ghosts: int

    @property
    def colours(self) -> tuple[int, int]:
        """The points of either side; a ghost counts as its colour."""
        return self.own | self.own_ghosts, self.other | self.other_ghosts

    def turned(self) -> Board:
        """Return the board as the other player sees it."""
        return Board(self.other, self.own, self.other_ghosts, self.own_ghosts)


def board_of(cells: bytes, to_move: int) -> Board:
    """Return the board of cells."""
    sets = [sum(1 << point for point, cell in enumerate(cells) if cell == each) for each in range(1, 5)]
    board = Board(*sets)
    return board if to_move == 1 else board.turned()


class Grid:
    """The points of a board, and the moves on it."""

    def __init__(self, size: Size) -> None:
        self.all = (1 << size.points) - 1
        self._width = size.width
        first_column = sum(1 << row * size.width for row in range(size.height))
        self._not_first = self.all & ~first_column
        self._not_last = self.all & ~(first_column << size.width - 1)

    def beside(self, points: int) -> int:
        """Return all points adjacent to one of a set; points of the set may be among them."""
        across = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (across | points << self._width | points >> self._width) & self.all

    def string(self, point: int, stones: int) -> int:
        """Return the string of stones of one colour that contains a point, given as a set."""
        found = point
        while True:
            more = found | self.beside(found) & stones
            if more == found:
                return found
            found = more

    def liberties(self, string: int, board: Board, ghosts: int) -> int:
        """Return the liberties of a string whose side has these ghosts."""
        taken = board.own | board.other | board.own_ghosts | board.other_ghosts
        return self.beside(string) & (self.all & ~taken | ghosts)

    def stone(self, board: Board, point: int) -> Board | None:
        """Return the board after the player to move has placed a stone on a point; None if that is illegal."""
        if (board.own | board.other) & point:
            return None
        placed = Board(board.own | point, board.other, board.own_ghosts & ~point, board.other_ghosts & ~point)
        after = self._removed(placed, point)
        if after.other == placed.other and not self.liberties(self.string(point, after.own), after, after.own_ghosts):
            return None
        return after

    def ghost(self, board: Board, point: int) -> Board | None:
        """Return the board after the player to move has placed a ghost on a point; None if that is illegal."""
        taken = board.own | board.other | board.own_ghosts | board.other_ghosts
        if taken & point or not self.beside(point) & board.own:
            return None
        return self._removed(board._replace(own_ghosts=board.own_ghosts | point), point)

    def _removed(self, placed: Board, point: int) -> Board:
        """Return the board without strings of the other side beside a point without liberties, and its lone ghosts."""
        other, left = placed.other, self.beside(point) & placed.other
        while left:
            string = self.string(left & -left, placed.other)
            left &= ~string
            if not self.liberties(string, placed, placed.other_ghosts):
                other &= ~string
        return placed._replace(other=other, other_ghosts=placed.other_ghosts & self.beside(other))


Situation = tuple[int, int, bool]
"""The points of the solver and of the opponent, and whether the solver is to move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement, legal unless it repeats a situation."""

    attempt: Try
    board: Board  # after it, seen by the player who is then to move
    situation: Situation  # after it
    liberties: int  # of the target after it; 0 if it was captured


class Search:
    """All lines of a problem of ghosts."""

    def __init__(self, task: Task) -> None:
        size = task.state.size
        self._solver = task.state.to_move
        self._has_ghosts = task.state.ruleset.ghosts
        self._grid = Grid(size)
        self._target = 1 << task.target
        self._fence = range(size.points) if task.fence is None else sorted(task.fence)
        self._moves: dict[tuple[Board, bool], list[Move]] = {}
        self._liberties: dict[Board, int] = {}

    def winning(self, state: State, left: int) -> Iterator[Try]:
        """Yield the solver's tries, to move, that capture the target in ``left`` turns against every defence."""
        history = self._history(state)
        board = board_of(state.cells, self._solver)
        if self._count_liberties(board) > left:
            return
        for move in list(self._placements(board, by_solver=True)):
            if move.situation not in history and self._wins(move, left, history):
                yield move.attempt

    def captures_in(self, state: State, most: int) -> int | None:
        """Return the least number of turns in which the solver, to move, captures; None if it is more than ``most``."""
        return next((turns for turns in range(1, most + 1) if next(self.winning(state, turns), None)), None)

    def escapes(self, state: State, left: int) -> Iterator[Try]:
        """Yield the opponent's tries after which the solver does not capture in ``left`` turns; the pass comes last."""
        history = self._history(state)
        board = board_of(state.cells, self._solver.opponent)
        for move in list(self._placements(board, by_solver=False)):
            if move.situation not in history and not self._captures_after(move.board, move.situation, left, history):
                yield move.attempt
        passed = board.turned()
        if state.passes_in_row or not self._captures_after(passed, (*passed.colours, True), left, history):
            yield PASS

    def _history(self, state: State) -> set[Situation]:
        return {(*board_of(cells, self._solver).colours, to_move is self._solver) for cells, to_move in state.memory}

    def _placements(self, board: Board, by_solver: bool) -> list[Move]:
        """Return the placements of a side; the one that last did well stands first."""
        key = board, by_solver
        if key not in self._moves:
            # What fills or adds liberties of the target is most likely to decide.
            moves = self._made(board, by_solver)
            self._moves[key] = sorted(moves, key=lambda move: move.liberties, reverse=not by_solver)
        return self._moves[key]

    def _made(self, board: Board, by_solver: bool) -> Iterator[Move]:
        grid = self._grid
        for point in self._fence:
            for attempt, made in (
                (stone(point), grid.stone(board, 1 << point)),
                (ghost(point), grid.ghost(board, 1 << point) if self._has_ghosts else None),
            ):
                if made is not None:
                    after = made.turned()
                    seen = made if by_solver else after
                    situation = (*seen.colours, not by_solver)
                    yield Move(attempt, after, situation, self._count_liberties(seen))

    def _captures(self, board: Board, left: int, history: set[Situation]) -> bool:
        """Return whether the solver, to move, captures in as many turns as are left."""
        if self._count_liberties(board) > left:
            return False
        moves = self._placements(board, by_solver=True)
        for index, move in enumerate(moves):
            if move.situation not in history and self._wins(move, left, history):
                moves.insert(0, moves.pop(index))
                return True
        return False

    def _wins(self, move: Move, left: int, history: set[Situation]) -> bool:
        if move.liberties >= left:
            return False
        if not move.liberties:
            return True
        history.add(move.situation)
        is_defended = self._is_defended(move.board, left - 1, history)
        history.remove(move.situation)
        return not is_defended

    def _is_defended(self, board: Board, left: int, history: set[Situation]) -> bool:
        """Return whether the opponent, to move, saves the target."""
        moves = self._placements(board, by_solver=False)
        if any(move.liberties > left and move.situation not in history for move in moves):
            return True
        passed = board.turned()
        if not self._captures_after(passed, (*passed.colours, True), left, history):
            return True
        for index, move in enumerate(moves):
            if move.situation not in history and not self._captures_after(move.board, move.situation, left, history):
                moves.insert(0, moves.pop(index))
                return True
        return False

    def _captures_after(self, board: Board, made: Situation, left: int, history: set[Situation]) -> bool:
        is_new = made not in history
        history.add(made)
        captures = self._captures(board, left, history)
        if is_new:
            history.remove(made)
        return captures

    def _count_liberties(self, board: Board) -> int:
        """Return the number of liberties of the target, on a board as the solver sees it; 0 if it is gone."""
        if board not in self._liberties:
            string = self._grid.string(self._target & board.other, board.other)
            self._liberties[board] = self._grid.liberties(string, board, board.other_ghosts).bit_count()
        return self._liberties[board]


def sorted_tries(tries: Iterable[Try], size: Size) -> list[Try]:
    """Return tries in the order column, row, stones before ghosts; a pass comes last."""
    return sorted(
        tries,
        key=lambda each: (each.point is None, (each.point or 0) % size.width, each.point or 0, each.kind is Kind.GHOST),
    )


def legal(task: Task, state: State) -> Iterator[Try]:
    """Yield the legal tries within the fence; the pass comes last."""
    return (attempt for attempt in task.tries(state) if judge(state, attempt).accepted)


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
            message = N_("here one plays on marked points only; {point} is not one of them")
            raise BadTry(message, point=self._game.state.size.name(attempt.point))
        verdict = self._game.attempt(attempt)
        if not verdict.accepted:
            self.now = self._state(Status.OPEN)
        elif self._task.is_captured(verdict.after.cells):
            self.now = self._state(Status.SOLVED, Words(N_("The target is captured.")))
        elif verdict.after.result is not None:
            self.now = self._state(Status.FAILED, Words(N_("{mover} resigns."), mover=named(self._problem.to_move)))
        else:
            self._left -= 1
            state = self._game.state
            if saving := _refutation(self._search, self._task, state, self._left):
                self._game.attempt(saving)
                self.now = self._state(Status.FAILED, self._escape_message())
            else:
                self._game.attempt(_longest_defence(self._search, self._task, state, self._left))
                self.now = self._state(Status.OPEN)

    def hint(self) -> Words:
        """Return whether a stone or a ghost comes next, or that the target can be captured now."""
        check_open(self.now)
        right = _quickest_captures(self._search, self._game.state, self._left)
        if self._left == 1:
            return Words(N_("The target is in atari."))
        return Words(N_("Place a ghost.") if right.kind is Kind.GHOST else N_("Place a stone."))

    def right_answer(self) -> str:
        return _quickest_captures(self._search, self._game.state, self._left).text(self._game.state.size)

    def _state(self, status: Status, note: Words | None = None) -> SolvingState:
        task, cells, size = self._task, self._game.state.cells, self._game.state.size
        marked: dict[str, tuple[int, ...]] = {}
        if not task.is_captured(cells):
            marked["target"] = size.in_order(string_at(cells, size.neighbours, task.target)[0])
        if task.fence is not None:
            marked["fence"] = size.in_order(task.fence)
        return self._game.seen(status, note, **marked)

    def _escape_message(self) -> Words:
        if not self._left:
            return Words(N_("That was the last move, and the target still stands."))
        opponent = named(self._problem.to_move.opponent)
        return Words(N_("With this reply {opponent} saves the target."), opponent=opponent)


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the quickest capture as a tree."""
    task = task_of(problem)
    return (_tree(problem, Search(task), task, task.state, task.moves),)


def _quickest_captures(search: Search, state: State, most: int) -> Try:
    """Return the first of the tries that capture in the fewest turns, in a won position with the solver to move."""
    turns = search.captures_in(state, most)
    assert turns
    return sorted_tries(search.winning(state, turns), state.size)[0]


def _refutation(search: Search, task: Task, state: State, left: int) -> Try | None:
    """Return the reply that leaves the target most liberties, a pass last of all; None if no reply saves it."""

    def merit(reply: Try) -> tuple[bool, int]:
        after = judge(state, reply).after
        return reply != PASS, len(string_at(after.cells, state.size.neighbours, task.target)[1])

    return max(sorted_tries(search.escapes(state, left), state.size), key=merit, default=None)


def _longest_defence(search: Search, task: Task, state: State, left: int) -> Try:
    """Return the reply after which the capture takes most turns, and of these one with fewest right answers."""

    def hardness(reply: Try) -> tuple[int, int, bool]:
        after = judge(state, reply).after
        turns = search.captures_in(after, left)
        assert turns
        return turns, -sum(1 for _ in search.winning(after, left)), reply != PASS

    return max(sorted_tries(legal(task, state), state.size), key=hardness)


def _tree(problem: Problem, search: Search, task: Task, state: State, left: int) -> Step:
    """Return the quickest capture, and the replies with an answer of their own: that to a pass answers all others."""
    attempt = _quickest_captures(search, state, left)
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


TASK = {
    (False, False): N_("{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does."),
    (True, False): N_("{colour} to move. Capture the marked stone in {moves} moves, whatever {opponent} does."),
    (False, True): N_(
        "{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does. "
        "Both play on the marked points only."
    ),
    (True, True): N_(
        "{colour} to move. Capture the marked stone in {moves} moves, whatever {opponent} does. "
        "Both play on the marked points only."
    ),
}
"""The task, by whether the target is one stone, and whether moves are possible on marked points alone."""


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    stones, _ = string_at(task.state.cells, problem.settings.size.neighbours, task.target)
    text, solver = TASK[len(stones) == 1, task.fence is not None], problem.to_move
    return Words(text, colour=named(solver), opponent=named(solver.opponent), moves=task.moves)


KIND = solving.Kind("ghosts", N_("Ghosts"), _prompt, Solving, solution)
