"""Tasks of plans, and the plan search in plain Python, by ``yurei.rules.judge`` and ``yurei.referee.tell``.

A plan begins with a placement of hidden stones, or with one of the boards that fit what was told so far. The compiled
search is in ``yurei.problems.plan_compiled``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial
from itertools import combinations, islice
from typing import Literal

from yurei.errors import BadPoint, BadSettings, BadValue, TooLarge
from yurei.languages import N_
from yurei.players.certain import ExactSet
from yurei.problems.deduce import compiled_set, gather_evidence, plain_set
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import seat_of, tell_listener
from yurei.problems.tries import view_of
from yurei.referee.referee import FailedTry
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, Colour, is_legal, put, read_board, string_at
from yurei.rules.judge import Verdict, judge
from yurei.rules.points import Shape
from yurei.rules.ruleset import Capture, Repetition, Suicide
from yurei.rules.state import PASS, State, Try, start, stone

MOST_POINTS = 25
MOST_MOVES = 9
MOST_BOARDS = 4_000
"""Bound on the number of boards of a plan."""
MOST_STATES = 100_000
"""Bound on the number of states of an exact set."""
HIDDEN_EXAMPLE = '"hidden":{"colour":"white","count":1,"points":["C4","D4"]}'


class Goal(StrEnum):
    """Goal of a plan. Only the solver's moves are counted, and the opponent replies to each.

    The problem is over as soon as the goal is reached on the true board.
    """

    CAPTURE = "capture"
    """A move of the solver removes any stone of the opponent."""
    KILL = "kill"
    """A move of the solver removes the opponent's stone that stood at the target from the beginning."""
    CONNECT = "connect"
    """The two target stones, which stood there from the beginning, are in one string after a move of the solver. If
    the opponent takes one of them, the goal is out of reach.
    """
    RESCUE = "rescue"
    """The target stone still stands after as many moves of the solver, and the opponent's reply to each. The solver
    may pass, and two passes in a row end the game.
    """


TARGETS = {Goal.CAPTURE: 0, Goal.KILL: 1, Goal.CONNECT: 2, Goal.RESCUE: 1}
"""Number of target points."""

Row = tuple[bytes, bytes | None]
"""A game with the solver to move: the true board, and the position that simple ko forbids to make, or None."""
Belief = frozenset[Row]
"""All games that are possible as far as the solver knows."""


@dataclass(frozen=True)
class Task:
    """The task of a plan: a goal, the number of moves, and the games that are possible at the beginning."""

    settings: Settings
    planner: Colour  # the solver's colour
    goal: Goal
    target: tuple[int, ...]  # points
    moves: int  # number of moves within which the goal is to be reached
    beginning: Belief  # all games that are possible at the beginning

    def told(self, cells: bytes, verdict: Verdict) -> Told:
        """Return what the solver is told of a try that was judged on the board ``cells``."""
        own = bytes(cell if cell == self.planner else EMPTY for cell in cells)
        return tell_listener(self.settings, seat_of(self.settings, self.planner), own, verdict)


def check_settings(settings: Settings) -> None:
    """Raise an error unless a game can have plans: rules of Go with simple ko, a suitable referee, a small board."""
    rules, referee = settings.ruleset, settings.referee
    is_go = (
        rules.capture is Capture.OPPONENT_FIRST
        and rules.suicide is Suicide.FORBIDDEN
        and rules.repetition is Repetition.SIMPLE_KO
        and rules.board is Shape.RECTANGLE
        and not rules.ghosts
        and not rules.first_capture_wins
        and rules.passing.ends_games
    )
    if not is_go:
        raise BadSettings(N_("plans are problems of Go with simple ko; {ruleset} has other rules"), ruleset=rules.slug)
    tells = referee.vanishes and not referee.reasons and not referee.sight
    if not tells or referee.failed_try is not FailedTry.RETRY:
        message = N_("plans are for referees such as kriegspiel, common, olympiad and counted, not {referee}")
        raise BadSettings(message, referee=referee.slug)
    if settings.size.points > MOST_POINTS:
        raise TooLarge(N_("plans are for boards of up to {most} points"), most=MOST_POINTS)


def task_of(problem: Problem, boards: Literal["as listed", "compiled", "plain"] = "as listed") -> Task:
    """Return the task of a problem; raise a ``YureiError`` if the problem is invalid.

    ``boards`` says how to find the boards that fit its tries: from the problem's list, or by compiled code if it has
    none; always by compiled code; or in plain Python.
    """
    check_settings(problem.settings)
    if (word := problem.more.get("goal")) not in list(Goal):
        raise BadProblem(N_("the goal of a plan is one of {goals}"), goals=", ".join(Goal))
    goal, moves = Goal(str(word)), problem.more.get("moves")
    if type(moves) is not int or not 1 <= moves <= MOST_MOVES:
        raise BadProblem(N_("a plan takes 1 to {most} moves"), most=MOST_MOVES)
    if problem.board is None:
        raise BadProblem(N_("it has no {key}"), key="board")
    target = _read_points(problem, problem.more.get("target", []))
    _check_target(problem, goal, target)
    beginning = frozenset((cells, None) for cells in _boards_of(problem, boards))
    return Task(problem.settings, problem.to_move, goal, target, moves, beginning)


def state_of(task: Task, row: Row) -> State:
    """Return a row as a state of ``yurei.rules``, with the solver to move."""
    cells, ban = row
    empty = start(task.settings.ruleset, task.settings.size, task.settings.komi, task.planner)
    return replace(empty, cells=cells, memory=(ban, None) if task.planner is BLACK else (None, ban))


def row_of(state: State) -> Row:
    """Return a state as a row, without a forbidden position that no placement could make."""
    ban = state.memory[state.to_move - 1]
    if ban is None:
        return state.cells, None
    placed = [piece for piece, present in zip(ban, state.cells, strict=True) if piece and piece != present]
    return state.cells, ban if placed == [state.to_move] else None


def _check_target(problem: Problem, goal: Goal, target: tuple[int, ...]) -> None:
    board, size = problem.board, problem.settings.size
    assert board is not None
    colour = problem.to_move.opponent if goal is Goal.KILL else problem.to_move
    if len(set(target)) != TARGETS[goal] or any(board[point] != colour for point in target):
        message = N_("the goal {goal} has {count} target points, with stones of {colour}")
        raise BadProblem(message, goal=goal.value, count=TARGETS[goal], colour=colour.word)
    if goal is Goal.CONNECT and target[1] in string_at(board, size.neighbours, target[0])[0]:
        raise BadProblem(N_("the two target stones are connected already"))


def _boards_of(problem: Problem, boards: str) -> list[bytes]:
    """Return all boards that are possible at the beginning of a plan."""
    if "tries" not in problem.more:
        return _placed_boards(problem)
    if boards != "as listed" or "beginning" not in problem.more:
        return _boards_told(problem, plain_set if boards == "plain" else compiled_set)
    texts = problem.more["beginning"]
    if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_BOARDS:
        raise BadProblem(N_("a plan has 1 to {most} boards to begin with"), most=MOST_BOARDS)
    return [read_board(text, problem.settings.size)[0] for text in map(str, texts)]


def _boards_told(problem: Problem, begin: Callable[[View, int], ExactSet]) -> list[bytes]:
    """Return all boards that fit the tries of a plan, found by an exact set from ``begin``."""
    if "hidden" in problem.more:
        raise BadProblem(N_("a plan has hidden stones or tries, not both"))
    view = view_of(problem)
    if view.seat.colour is not problem.to_move or not view.may_try or view.board != problem.board:
        raise BadProblem(N_("the tries of a plan lead to the own stones on its board, with the solver to move"))
    moved = [told for told in view.heard if told.mover is not view.seat.colour and told.outcome is not Outcome.ILLEGAL]
    if moved and len(moved[-1].vanished or ()) == 1:
        raise BadProblem(N_("a plan does not begin with a ko: the opponent’s last move took one stone"))
    try:
        boards = gather_evidence(view, lambda opening: begin(opening, MOST_STATES)).boards
    except BadValue as error:
        raise BadProblem("{error}", error=error.words) from None
    if len(boards) > MOST_BOARDS:
        raise TooLarge(N_("a plan has at most {most} boards"), most=MOST_BOARDS)
    return boards


def _placed_boards(problem: Problem) -> list[bytes]:
    """Return the legal boards with the hidden stones of a plan, one for each placement of these stones."""
    hidden, size, board = problem.more.get("hidden"), problem.settings.size, problem.board
    assert board is not None
    if not isinstance(hidden, dict) or hidden.get("colour") != problem.to_move.opponent.word:
        raise BadProblem(N_("hidden stones are those of the opponent, such as {example}"), example=HIDDEN_EXAMPLE)
    points, count = _read_points(problem, hidden.get("points")), hidden.get("count")
    if type(count) is not int or not 0 <= count <= len(set(points)) or any(board[point] for point in points):
        raise BadProblem(N_("hidden stones stand on empty points, and not more than there are points"))
    placed = (put(board, chosen, problem.to_move.opponent) for chosen in combinations(sorted(set(points)), count))
    found = list(islice((cells for cells in placed if is_legal(cells, size)), MOST_BOARDS + 1))
    if len(found) > MOST_BOARDS:
        raise TooLarge(N_("a plan has at most {most} boards"), most=MOST_BOARDS)
    if not found:
        raise BadProblem(N_("on no board of this plan has every string a liberty"))
    return found


def _read_points(problem: Problem, names: object) -> tuple[int, ...]:
    if not isinstance(names, list):
        raise BadProblem(N_("points are a list of names, such as {example}"), example='["C4","D4"]')
    try:
        return tuple(problem.settings.size.point(name) for name in names)
    except BadPoint as error:
        raise BadProblem("{error}", error=error.words) from None


class Search(ABC):
    """Abstract base class of searches that decide whether a plan is won in a belief."""

    task: Task

    @abstractmethod
    def wins(self, belief: Belief, moves: int) -> bool:
        """Return whether the plan is won in a belief with ``moves`` left; raise ``TooLarge`` if that takes too long."""

    @abstractmethod
    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        """Return whether a try wins the plan in a belief with ``moves`` left."""

    def least_moves(self, belief: Belief, most: int) -> int | None:
        """Return the least number of moves, up to ``most``, that win the plan, else None; a rescue takes ``most``."""
        first = most if self.task.goal is Goal.RESCUE else 1
        return next((moves for moves in range(first, most + 1) if self.wins(belief, moves)), None)


Heard = tuple[Told, ...]
"""Messages to the solver until the next turn: on the own try, and on the opponent's reply."""
Standing = Literal["lost", "saved", "follows"]
"""State of the goal after a reply: it is out of reach; the pass completes a rescue, for the solver can pass too, and
the game is over; or the plan goes on.
"""
MOST_NODES = 1_000_000


@dataclass
class Division:
    """The rows of a belief by the result of a try: refused, or accepted with or without reaching the goal."""

    refused: set[Row] = field(default_factory=set)
    reached: dict[Row, Verdict] = field(default_factory=dict)
    accepted: dict[Row, Verdict] = field(default_factory=dict)

    @property
    def is_probe(self) -> bool:
        """Whether the try is a probe: it reaches the goal in some rows, and all others refuse it."""
        return bool(self.reached) and not self.accepted


Replies = dict[Standing, dict[Heard, set[Row]]]
"""Rows after an accepted try and the possible replies of the opponent, by the messages to the solver."""


class PlainSearch(Search):
    """Search in plain Python that decides whether beliefs are won, after examining at most ``most`` beliefs."""

    def __init__(self, task: Task, most: int = MOST_NODES) -> None:
        self.task, self.most, self.nodes = task, most, 0
        self._won: dict[tuple[Belief, int], bool] = {}
        state: Callable[[Row], State] = cache(partial(state_of, task))
        verdict: Callable[[Row, Try], Verdict] = cache(lambda row, attempt: judge(state(row), attempt))
        self.state, self.judge = state, verdict
        self._replies = cache(lambda row, attempt: list(replies_to(task, state(row), verdict(row, attempt))))

    def wins(self, belief: Belief, moves: int) -> bool:
        if moves == 0:
            return self.task.goal is Goal.RESCUE
        if (belief, moves) not in self._won:
            self.nodes += 1
            if self.nodes > self.most:
                raise TooLarge(N_("this plan is too large: it was not decided after {most} positions"), most=self.most)
            self._won[belief, moves] = any(self.wins_by(belief, attempt, moves) for attempt in self.tries())
        return self._won[belief, moves]

    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        parts = self.divide(belief, attempt)
        if parts.refused == belief:
            return False
        if parts.accepted and moves == 1 and self.task.goal is not Goal.RESCUE:
            return False
        if parts.refused and not self.wins(frozenset(parts.refused), moves):
            return False
        replies = self.replies(parts, attempt)
        return not replies["lost"] and all(
            self.wins(frozenset(rows), moves - 1) for rows in replies["follows"].values()
        )

    def tries(self) -> Iterator[Try]:
        """Yield all tries of the solver: a stone on each point, and for a rescue the pass."""
        yield from map(stone, range(self.task.settings.size.points))
        if self.task.goal is Goal.RESCUE:
            yield PASS

    def divide(self, belief: Belief, attempt: Try) -> Division:
        """Divide the rows of a belief by the result of a try."""
        parts = Division()
        for row in belief:
            verdict = self.judge(row, attempt)
            if not verdict.accepted:
                parts.refused.add(row)
            elif is_reached(self.task, verdict):
                parts.reached[row] = verdict
            else:
                parts.accepted[row] = verdict
        return parts

    def replies(self, parts: Division, attempt: Try) -> Replies:
        """Return the rows after an accepted try and each reply of the opponent, grouped by what the solver is told."""
        replies: Replies = {"lost": {}, "saved": {}, "follows": {}}
        for row in parts.accepted:
            for heard, after, standing in self._replies(row, attempt):
                replies[standing].setdefault(heard, set()).add(after)
        return replies


def replies_to(task: Task, state: State, verdict: Verdict) -> Iterator[tuple[Heard, Row, Standing]]:
    """Yield, for every reply of the opponent, what the solver is told, the row after it, and the state of the goal."""
    first = task.told(state.cells, verdict)
    for reply in [*map(stone, range(task.settings.size.points)), PASS]:
        answer = judge(verdict.after, reply)
        if answer.accepted:
            heard = first, task.told(verdict.after.cells, answer)
            yield heard, row_of(answer.after), standing_of(task, answer)


def is_reached(task: Task, verdict: Verdict) -> bool:
    """Return whether a move of the solver reaches the goal."""
    after = verdict.after
    match task.goal:
        case Goal.CAPTURE:
            return bool(verdict.captured)
        case Goal.KILL:
            return task.target[0] in verdict.captured
        case Goal.CONNECT:
            return task.target[1] in string_at(after.cells, after.size.neighbours, task.target[0])[0]
        case Goal.RESCUE:
            return False


def standing_of(task: Task, reply: Verdict) -> Standing:
    """Return the state of the goal after a reply of the opponent."""
    if task.goal in (Goal.CONNECT, Goal.RESCUE):
        if any(reply.after.cells[point] != task.planner for point in task.target):
            return "lost"
        if task.goal is Goal.RESCUE and reply.attempt == PASS:
            return "saved"
    return "follows"
