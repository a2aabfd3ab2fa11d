"""Region of a problem of ghosts: its target, its fence, its number of moves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from yurei.errors import BadSettings, TooLarge
from yurei.languages import N_
from yurei.problems.open_game import first_state
from yurei.problems.problem import BadProblem, Problem
from yurei.referee.settings import Settings
from yurei.rules.points import Size, shortened
from yurei.rules.ruleset import FREE, Repetition
from yurei.rules.state import State, Try

MOST_MOVES = 6
MOST_POINTS = 20
"""Greatest number of points on which a move may be made."""
GOAL = "capture"


@dataclass(frozen=True)
class Task:
    """The question of a problem of ghosts.

    Attributes:
        state: The position.
        target: A point of the string to be captured.
        moves: The number of the solver's turns in which it is to be captured.
        fence: The points on which both sides may move; None for all points. A pass is always allowed.
    """

    state: State
    target: int
    moves: int
    fence: frozenset[int] | None

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
    """Check that a game can have problems of ghosts.

    Raises:
        BadSettings: if it has no ghosts, no passes, another repetition rule, or something is hidden.
    """
    rules = settings.ruleset
    if not rules.ghosts or rules.repetition is not Repetition.SITUATIONAL_SUPERKO or rules.passing != FREE:
        raise BadSettings(
            N_("{ruleset} has no problems of this kind with these options; take no-seki-go as it is"),
            ruleset=rules.slug,
        )
    if settings.referee.hides:
        raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))


def task_of(problem: Problem) -> Task:
    """Return the question of a problem.

    Raises:
        BadProblem, BadSettings, BadPoint: if it is no problem of ghosts.
        TooLarge: if there are too many moves or points.
    """
    check_settings(problem.settings)
    state, more = first_state(problem), problem.more
    size = problem.settings.size
    if more.get("goal") != GOAL:
        raise BadProblem(N_("the goal is {goal}, not {given}"), goal=GOAL, given=shortened(more.get("goal")))
    target = size.point(more.get("target"))
    if state.cells[target] != problem.to_move.opponent:
        raise BadProblem(N_("on the target {point} stands no stone of the opponent"), point=size.name(target))
    return Task(state, target, _moves(more.get("moves")), _fence(more.get("fence"), size))


def without_ghosts(task: Task) -> Task:
    """Return the same question by the same rules, in which nobody places ghosts."""
    return replace(task, state=replace(task.state, ruleset=replace(task.state.ruleset, ghosts=False)))


def _moves(value: object) -> int:
    if type(value) is not int or value < 1:
        raise BadProblem(N_("moves is a whole number from 1, not {value}"), value=shortened(value))
    if value > MOST_MOVES:
        raise TooLarge(N_("a search goes to {most} moves, not {moves}"), most=MOST_MOVES, moves=value)
    return value


def _fence(value: object, size: Size) -> frozenset[int] | None:
    if value is not None and not isinstance(value, list):
        raise BadProblem(N_("a fence is a list of points, not {value}"), value=shortened(value))
    fence = None if value is None else frozenset(size.point(each) for each in value)
    if (size.points if fence is None else len(fence)) > MOST_POINTS:
        raise TooLarge(N_("moves are made on at most {most} points; give a fence"), most=MOST_POINTS)
    return fence


__all__ = ["GOAL", "Task", "check_settings", "task_of", "without_ghosts"]
