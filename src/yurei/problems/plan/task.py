"""The task of a plan: the goal, and all states in which the game can be at the beginning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from yurei.errors import BadSettings, TooLarge
from yurei.languages import N_
from yurei.problems.plan.beginnings import boards_of, read_points
from yurei.problems.problem import BadProblem, Problem
from yurei.referee.referee import FailedTry
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, Colour, string_at
from yurei.rules.points import Shape
from yurei.rules.ruleset import Capture, Repetition, Suicide
from yurei.rules.state import State, start

MOST_POINTS = 25
MOST_MOVES = 9


class Goal(StrEnum):
    """Goal of a plan, with the solver's own moves counted; the opponent replies to each.

    A goal is reached as soon as it is so on the true board, and then the problem is over.
    """

    CAPTURE = "capture"
    """A move of the solver removes a stone of the opponent, any stone."""
    KILL = "kill"
    """A move of the solver removes the opponent's stone that stood at the target from the beginning."""
    CONNECT = "connect"
    """The two target stones, which stood there from the beginning, are in one string after a move of the solver. If
    the opponent takes one of them, it is too late.
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
    """The task of a plan.

    Attributes:
        settings: The game.
        planner: The solver's colour.
        goal, target: The goal, and its points.
        moves: The number of moves within which it is to be reached.
        beginning: All games that are possible at the beginning.
    """

    settings: Settings
    planner: Colour
    goal: Goal
    target: tuple[int, ...]
    moves: int
    beginning: Belief

    @property
    def seat(self) -> Seat:
        """The solver's seat."""
        return self.settings.seating.seats[self.settings.seating.first(self.planner)]

    @property
    def other_seat(self) -> Seat:
        """The opponent's seat."""
        return self.settings.seating.seats[self.settings.seating.first(self.planner.opponent)]

    def own_board(self, cells: bytes) -> bytes:
        """Return the solver's own board: the own stones on a true board."""
        return bytes(cell if cell == self.planner else 0 for cell in cells)


def check_settings(settings: Settings) -> None:
    """Check that plans are possible in a game.

    Raises:
        BadSettings: if they are not.
        TooLarge: if the board has more than 25 points.
    """
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
        raise BadSettings(
            N_("plans are for referees such as kriegspiel, common, olympiad and counted, not {referee}"),
            referee=referee.slug,
        )
    if settings.size.points > MOST_POINTS:
        raise TooLarge(N_("plans are for boards of up to {most} points"), most=MOST_POINTS)


def task_of(problem: Problem, is_plain: bool = False) -> Task:
    """Return the task of a problem.

    Args:
        problem: The problem.
        is_plain: Whether nothing is asked of compiled code.

    Raises:
        BadProblem: if it is no plan.
        BadSettings: if there are no plans in its game.
        TooLarge: if it is too large.
    """
    check_settings(problem.settings)
    goal = _goal(problem.more.get("goal"))
    moves = problem.more.get("moves")
    if type(moves) is not int or not 1 <= moves <= MOST_MOVES:
        raise BadProblem(N_("a plan takes 1 to {most} moves"), most=MOST_MOVES)
    if problem.board is None:
        raise BadProblem(N_("it has no {key}"), key="board")
    target = read_points(problem, problem.more.get("target", []))
    _check_target(problem, goal, target)
    beginning = frozenset((cells, None) for cells in boards_of(problem, is_plain))
    return Task(problem.settings, problem.to_move, goal, target, moves, beginning)


def state_of(task: Task, row: Row) -> State:
    """Return the state of a row, with the solver to move."""
    cells, ban = row
    empty = start(task.settings.ruleset, task.settings.size, task.settings.komi, task.planner)
    memory = (ban, None) if task.planner is BLACK else (None, ban)
    return replace(empty, cells=cells, memory=memory)


def row_of(state: State) -> Row:
    """Return a state as a row. A forbidden position is left out if no placement could make it."""
    ban = state.memory[state.to_move - 1]
    if ban is None:
        return state.cells, None
    placed = [piece for piece, present in zip(ban, state.cells, strict=True) if piece and piece != present]
    return state.cells, ban if placed == [state.to_move] else None


def _goal(word: object) -> Goal:
    if word not in list(Goal):
        raise BadProblem(N_("the goal of a plan is one of {goals}"), goals=", ".join(Goal))
    return Goal(str(word))


def _check_target(problem: Problem, goal: Goal, target: tuple[int, ...]) -> None:
    board, size = problem.board, problem.settings.size
    assert board is not None
    colour = problem.to_move.opponent if goal is Goal.KILL else problem.to_move
    if len(set(target)) != TARGETS[goal] or any(board[point] != colour for point in target):
        raise BadProblem(
            N_("the goal {goal} has {count} target points, with stones of {colour}"),
            goal=goal.value,
            count=TARGETS[goal],
            colour=colour.word,
        )
    if goal is Goal.CONNECT and target[1] in string_at(board, size.neighbours, target[0])[0]:
        raise BadProblem(N_("the two target stones are connected already"))


__all__ = ["Belief", "Goal", "Row", "Task", "check_settings", "row_of", "state_of", "task_of"]
