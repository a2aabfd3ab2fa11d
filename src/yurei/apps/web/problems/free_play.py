"""Positions after the end of a problem: steps of its solution, and moves that are tried without a reply."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from yurei import referee
from yurei.apps.web.problems.attempt import START, Attempt
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.problems import Input, Line, Problem, SolvingState, Step, kind_of
from yurei.problems.solving import OpenGame
from yurei.problems.tries import view_after
from yurei.problems.wording import line_text, step_text
from yurei.referee.view import View
from yurei.rules.board import EMPTY, Colour, empty_board, put
from yurei.rules.state import read_try


@dataclass(frozen=True)
class Moment:
    """A position after the end.

    Attributes:
        cells: The board.
        to_move: The colour whose move is tried next.
        last: The point of the last move; None if there is none.
        said: What was said of the step or the try that led to it; empty if nothing led there.
    """

    cells: bytes
    to_move: Colour
    last: int | None = None
    said: str = ""


def steps_at(solution: Sequence[Step], walk: str) -> list[Step]:
    """Return the steps of a solution up to a place in it; raises BadValue if there is no such place."""
    steps: list[Step] = []
    for number in numbers(walk):
        branches = steps[-1].branches if steps else solution
        if number >= len(branches):
            raise BadValue(N_("the solution has no such step; begin this problem again"))
        steps.append(branches[number])
    return steps


def only_line(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of a solution if none has alternatives; else none."""
    line: list[Step] = []
    while len(steps) == 1:
        line.append(steps[0])
        steps = steps[0].branches
    return [] if steps else line


def numbers(walk: str) -> list[int]:
    """Return the numbers of branches of a place in a solution; none for its start. Raises BadValue if it is no place."""
    parts = [] if walk in ("", START) else walk.split(".")
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise BadValue(N_("the solution has no such step; begin this problem again"))
    return [int(part) for part in parts]


def moment_of(
    problem: Problem, state: SolvingState, solution: Sequence[Step], attempt: Attempt, language: str
) -> Moment:
    """Return the position that an ended attempt shows; raises BadValue or GameOver if it cannot be reached."""
    base = _ended(problem, state) if attempt.walk == "" else _walked(problem, state, solution, attempt.walk, language)
    return _tried(problem, base, attempt.tried, language) if attempt.tried else base


def _ended(problem: Problem, state: SolvingState) -> Moment:
    """Return the last position of the attempt."""
    cells = state.board or problem.board or empty_board(problem.settings.size)
    placed = [line for line in state.lines if line.told is None or line.told.to_move != line.colour.word]
    to_move = placed[-1].colour.opponent if placed else problem.to_move
    return Moment(cells, to_move, next(iter(state.marked.get("last", ())), None))


def _walked(problem: Problem, state: SolvingState, solution: Sequence[Step], walk: str, language: str) -> Moment:
    """Return the position at a place in the solution."""
    steps = steps_at(solution, walk)
    said = step_text(steps[-1], problem.settings, language) if steps else ""
    to_move = steps[-1].colour.opponent if steps else problem.to_move
    is_answer = bool(steps) and steps[-1].told is None
    if problem.board is None and (is_answer or kind_of(problem.kind).input(problem) is Input.BOARD):
        return replace(_ended(problem, state), said=said)
    cells, last = seen_after(problem, steps)
    return Moment(cells, to_move, last, said)


def seen_after(problem: Problem, tries: Iterable[Line | Step]) -> tuple[bytes, int | None]:
    """Return the solver's board after tries from the beginning, and the point of the last one if nothing is hidden."""
    if problem.settings.referee.hides:
        return _own_board(view_after(problem, tries)), None
    game = OpenGame(problem)
    for each in tries:
        if each.tried is not None:
            game.attempt(read_try(each.tried, problem.settings.size))
    return game.state.cells, game.last


def _own_board(view: View) -> bytes:
    """Return the board of a view without stones of the opponent that were given, and have been captured."""
    taken = {point for told in view.heard if told.seat == view.seat.name for point in told.captured_points or ()}
    return put(view.board, [point for point in taken if view.board[point] != view.seat.colour], EMPTY)


def _tried(problem: Problem, base: Moment, tried: Sequence[str], language: str) -> Moment:
    """Return the position after free tries, of both colours in turn, with everything in sight."""
    settings = replace(problem.settings, referee=referee.get("open"))
    shown = replace(problem, settings=settings, board=base.cells, to_move=base.to_move, more=MappingProxyType({}))
    game = OpenGame(shown)
    for text in tried:
        game.attempt(read_try(text, settings.size))
    said = line_text(game.lines[-1], settings, language)
    return Moment(game.state.cells, game.state.to_move, base.last if game.last is None else game.last, said)
