"""Ghost problems: capture a string in No Seki Go within a number of moves, against every defence.

The search tries all moves of both sides until one decides. ``yurei.rules.judge`` judges each move once per position.
The search skips moves only because of two facts:

- The opponent may always pass, and a move of the solver takes at most one liberty from the target. So the target is not
  captured if it has more liberties than the solver has turns left.
- If the solver passes, the opponent can end the game by passing too. So the solver never wins by a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from yurei.errors import BadSettings, BadTry, TooLarge
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.problem import BadProblem, Problem, colour_name
from yurei.problems.solving import OpenGame, SolvingState, Status, Step, check_open, first_state, step_of
from yurei.referee.settings import Settings
from yurei.rules.board import Colour, position, string_at
from yurei.rules.judge import judge
from yurei.rules.points import Size, shorten
from yurei.rules.ruleset import FREE, Repetition
from yurei.rules.state import PASS, Kind, State, Try, read_try

MOST_MOVES = 6
MOST_POINTS = 20
"""Greatest number of points on which a move may be made."""
GOAL = "capture"


@dataclass(frozen=True)
class Task:
    """The task of a ghost problem: capture a string within a number of the solver's turns."""

    state: State
    target: int  # a point of the string
    moves: int
    fence: frozenset[int] | None  # the points on which both sides may place; None for all

    def allows(self, attempt: Try) -> bool:
        """Return whether a try is a placement on an allowed point, or no placement."""
        return self.fence is None or attempt.point is None or attempt.point in self.fence

    def tries(self, state: State) -> Iterator[Try]:
        """Yield all tries that the task allows, legal or not; the pass comes last."""
        return filter(self.allows, state.tries())

    def is_captured(self, cells: bytes) -> bool:
        """Return whether the target string is no longer on the board."""
        return cells[self.target] != self.state.to_move.opponent

    def liberties(self, cells: bytes) -> int:
        """Return the number of liberties of the target string, 0 if it was captured."""
        if self.is_captured(cells):
            return 0
        return len(string_at(cells, self.state.size.neighbours, self.target)[1])


def check_settings(settings: Settings) -> None:
    """Raise ``BadSettings`` unless a game can have ghost problems: ghosts, situational superko, and nothing hidden."""
    rules = settings.ruleset
    if not rules.ghosts or rules.repetition is not Repetition.SITUATIONAL_SUPERKO or rules.passing != FREE:
        message = N_("{ruleset} has no problems of this kind with these options; take no-seki-go as it is")
        raise BadSettings(message, ruleset=rules.slug)
    if settings.referee.hides:
        raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))


def task_of(problem: Problem) -> Task:
    """Return the task of a ghost problem; raise a ``YureiError`` if the problem is invalid."""
    check_settings(problem.settings)
    state, more = first_state(problem), problem.more
    size = problem.settings.size
    if more.get("goal") != GOAL:
        raise BadProblem(N_("the goal is {goal}, not {given}"), goal=GOAL, given=shorten(more.get("goal")))
    target, moves, fence = size.point(more.get("target")), more.get("moves"), more.get("fence")
    if state.cells[target] != problem.to_move.opponent:
        raise BadProblem(N_("on the target {point} stands no stone of the opponent"), point=size.name(target))
    if type(moves) is not int or moves < 1:
        raise BadProblem(N_("moves is a whole number from 1, not {value}"), value=shorten(moves))
    if moves > MOST_MOVES:
        raise TooLarge(N_("a search goes to {most} moves, not {moves}"), most=MOST_MOVES, moves=moves)
    if fence is not None and not isinstance(fence, list):
        raise BadProblem(N_("a fence is a list of points, not {value}"), value=shorten(fence))
    points = frozenset(range(size.points) if fence is None else map(size.point, fence))
    if len(points) > MOST_POINTS:
        raise TooLarge(N_("moves are made on at most {most} points; give a fence"), most=MOST_POINTS)
    return Task(state, target, moves, None if fence is None else points)


Situation = tuple[bytes, Colour]
"""The colours on the board, a ghost as its colour, and the colour to move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement with its result; it is legal unless it repeats a situation."""

    attempt: Try
    cells: bytes  # after it
    situation: Situation  # after it
    liberties: int  # of the target after it; 0 if it was captured


class Search:
    """Exhaustive search of a ghost problem."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._solver = task.state.to_move
        # The search itself keeps the situations of a line, so that the moves of a board are judged once.
        self._judged = replace(task.state, memory=frozenset())
        self._moves: dict[tuple[bytes, Colour], list[Move]] = {}
        self._liberties: dict[bytes, int] = {}

    def list_winning_tries(self, state: State, left: int) -> Iterator[Try]:
        """Yield the tries of the solver, to move, that capture within ``left`` turns against every defence."""
        history = set(state.memory)
        if self._count_liberties(state.cells) > left:
            return
        for move in list(self._placements(state.cells, self._solver)):
            if move.situation not in history and self._wins(move, left, history):
                yield move.attempt

    def captures_in(self, state: State, most: int) -> int | None:
        """Return the least number of turns in which the solver, to move, can capture; None if it exceeds ``most``."""
        return next((turns for turns in range(1, most + 1) if next(self.list_winning_tries(state, turns), None)), None)

    def escapes(self, state: State, left: int) -> Iterator[Try]:
        """Yield the opponent's tries that save the target for the ``left`` turns of the solver; the pass comes last."""
        history = set(state.memory)
        for move in list(self._placements(state.cells, self._solver.opponent)):
            if move.situation not in history and not self._captures_after(move.cells, move.situation, left, history):
                yield move.attempt
        if state.passes_in_row or not self._captures_after_pass(state.cells, left, history):
            yield PASS

    def _placements(self, cells: bytes, mover: Colour) -> list[Move]:
        """Return the placements of a colour, the most promising first."""
        key = cells, mover
        if key not in self._moves:
            # What fills or adds liberties of the target is most likely to decide.
            moves = self._list_moves(cells, mover)
            self._moves[key] = sorted(moves, key=lambda move: move.liberties, reverse=mover is not self._solver)
        return self._moves[key]

    def _list_moves(self, cells: bytes, mover: Colour) -> Iterator[Move]:
        state = replace(self._judged, cells=cells, to_move=mover)
        for attempt in self._task.tries(state):
            if attempt.point is not None and (verdict := judge(state, attempt)).accepted:
                after = verdict.after.cells
                yield Move(attempt, after, (position(after), mover.opponent), self._count_liberties(after))

    def _captures(self, cells: bytes, left: int, history: set[Situation]) -> bool:
        """Return whether the solver, to move, can capture the target in ``left`` turns."""
        if self._count_liberties(cells) > left:
            return False
        moves = self._placements(cells, self._solver)
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
        is_defended = self._is_defended(move.cells, left - 1, history)
        history.remove(move.situation)
        return not is_defended

    def _is_defended(self, cells: bytes, left: int, history: set[Situation]) -> bool:
        """Return whether the opponent, to move, can keep the target from capture during ``left`` turns of the solver."""
        moves = self._placements(cells, self._solver.opponent)
        if any(move.liberties > left and move.situation not in history for move in moves):
            return True
        if not self._captures_after_pass(cells, left, history):
            return True
        for index, move in enumerate(moves):
            if move.situation not in history and not self._captures_after(move.cells, move.situation, left, history):
                moves.insert(0, moves.pop(index))
                return True
        return False

    def _captures_after_pass(self, cells: bytes, left: int, history: set[Situation]) -> bool:
        return self._captures_after(cells, (position(cells), self._solver), left, history)

    def _captures_after(self, cells: bytes, made: Situation, left: int, history: set[Situation]) -> bool:
        is_new = made not in history
        history.add(made)
        captures = self._captures(cells, left, history)
        if is_new:
            history.remove(made)
        return captures

    def _count_liberties(self, cells: bytes) -> int:
        """Return the number of liberties of the target string from a cache, 0 if it was captured."""
        if cells not in self._liberties:
            self._liberties[cells] = self._task.liberties(cells)
        return self._liberties[cells]


def sorted_tries(tries: Iterable[Try], size: Size) -> list[Try]:
    """Return tries sorted by column, row, and stones before ghosts; a pass comes last."""
    return sorted(
        tries,
        key=lambda each: (each.point is None, (each.point or 0) % size.width, each.point or 0, each.kind is Kind.GHOST),
    )


def legal_tries(task: Task, state: State) -> Iterator[Try]:
    """Yield the legal tries that the task allows; the pass comes last."""
    return (attempt for attempt in task.tries(state) if judge(state, attempt).accepted)


class Solving(solving.Solving):
    """A ghost problem that is being solved, with the solver to move."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._task = task_of(problem)
        self._search = Search(self._task)
        self._game = OpenGame(problem)
        self._left = self._task.moves
        self.now = self._state(Status.OPEN)

    def answer(self, text: str) -> None:
        """Play a move of the solver and the opponent's reply. A refused try changes nothing."""
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
            self.now = self._state(
                Status.FAILED, Words(N_("{mover} resigns."), mover=colour_name(self._problem.to_move))
            )
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
        """Return whether to place a stone or a ghost next; on the last turn, that the target is in atari."""
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
        return self._game.shown_state(status, note, **marked)

    def _escape_message(self) -> Words:
        if not self._left:
            return Words(N_("That was the last move, and the target still stands."))
        opponent = colour_name(self._problem.to_move.opponent)
        return Words(N_("With this reply {opponent} saves the target."), opponent=opponent)


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the solution as a tree: the quickest capture against every reply."""
    task = task_of(problem)
    return (_tree(problem, Search(task), task, task.state, task.moves),)


def _quickest_captures(search: Search, state: State, most: int) -> Try:
    """Return the first try of a quickest capture, in a won position with the solver to move."""
    turns = search.captures_in(state, most)
    assert turns
    return sorted_tries(search.list_winning_tries(state, turns), state.size)[0]


def _refutation(search: Search, task: Task, state: State, left: int) -> Try | None:
    """Return the placement that saves the target with most liberties; else a pass if it does; else None."""

    def merit(reply: Try) -> tuple[bool, int]:
        return reply != PASS, task.liberties(judge(state, reply).after.cells)

    return max(sorted_tries(search.escapes(state, left), state.size), key=merit, default=None)


def _longest_defence(search: Search, task: Task, state: State, left: int) -> Try:
    """Return the reply after which the capture takes most turns; of equal ones, that with fewest right answers."""

    def hardness(reply: Try) -> tuple[int, int, bool]:
        after = judge(state, reply).after
        turns = search.captures_in(after, left)
        assert turns
        return turns, -sum(1 for _ in search.list_winning_tries(after, left)), reply != PASS

    return max(sorted_tries(legal_tries(task, state), state.size), key=hardness)


def _tree(problem: Problem, search: Search, task: Task, state: State, left: int) -> Step:
    """Return the quickest capture as a tree, without replies to which the answer to a pass is also right."""
    attempt = _quickest_captures(search, state, left)
    after = judge(state, attempt).after
    if task.is_captured(after.cells):
        return step_of(problem, state, attempt)
    return step_of(problem, state, attempt, tuple(_branches(problem, search, task, after, left - 1)))


def _branches(problem: Problem, search: Search, task: Task, state: State, left: int) -> list[Step]:
    threat = _tree(problem, search, task, judge(state, PASS).after, left)
    note = Words(N_("the same answer to every reply that is not listed"))
    branches = [step_of(problem, state, PASS, (threat,), note)]
    for reply in sorted_tries(legal_tries(task, state), state.size):
        after = judge(state, reply).after
        if all(attempt.text(state.size) != threat.tried for attempt in search.list_winning_tries(after, left)):
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
"""The task, by whether the target is one stone, and whether moves are possible only on marked points."""


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    stones, _ = string_at(task.state.cells, problem.settings.size.neighbours, task.target)
    text, solver = TASK[len(stones) == 1, task.fence is not None], problem.to_move
    return Words(text, colour=colour_name(solver), opponent=colour_name(solver.opponent), moves=task.moves)


KIND = solving.Kind("ghosts", N_("Ghosts"), _prompt, Solving, solution)
