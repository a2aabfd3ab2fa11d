"""The boards with which a plan can begin: placements of hidden stones, or all that fit what was told so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from yurei.errors import BadPoint, BadValue, TooLarge
from yurei.languages import N_
from yurei.players.certain import ExactSet, begin
from yurei.players.certain.exact_set import beginning
from yurei.players.certain.plain import PlainSet
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.tries import view_of
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import Colour, is_legal, put

MOST_BOARDS = 4_000
"""Bound on the number of boards of a plan."""
MOST_STATES = 100_000
"""Bound on the states of an exact set."""
EXAMPLE = '"hidden":{"colour":"white","count":1,"points":["C4","D4"]}'


def boards_of(problem: Problem, is_plain: bool) -> list[bytes]:
    """Return all boards with which a plan can begin, without a ko.

    Args:
        problem: The plan.
        is_plain: Whether the exact set of what was told is found in plain Python.

    Raises:
        BadProblem: if it has no such board.
        TooLarge: if there are too many.
    """
    if "tries" in problem.more:
        return _boards_told(problem, _plain_set if is_plain else _fastest_set)
    found = list(_placed_boards(problem))
    if not found:
        raise BadProblem(N_("on no board of this plan has every string a liberty"))
    return found


def _fastest_set(opening: View) -> ExactSet:
    return begin(opening, most=MOST_STATES)


def _plain_set(opening: View) -> ExactSet:
    return PlainSet(opening, beginning(opening, None), MOST_STATES)


def _boards_told(problem: Problem, start: Callable[[View], ExactSet]) -> list[bytes]:
    """Return all boards that fit what the solver was told."""
    if "hidden" in problem.more:
        raise BadProblem(N_("a plan has hidden stones or tries, not both"))
    view = view_of(problem)
    if view.seat.colour is not problem.to_move or not view.may_try or view.board != problem.board:
        raise BadProblem(N_("the tries of a plan lead to the own stones on its board, with the solver to move"))
    moved = [told for told in view.heard if told.mover is not view.seat.colour and told.outcome is not Outcome.ILLEGAL]
    if moved and len(moved[-1].vanished or ()) == 1:
        raise BadProblem(N_("a plan does not begin with a ko: the opponent's last move took one stone"))
    exact = start(view.opening)
    try:
        for told in view.heard:
            exact = exact.after(told)
    except BadValue as error:
        raise BadProblem("{error}", error=error.words) from None
    if len(exact.boards()) > MOST_BOARDS:
        raise TooLarge(N_("a plan has at most {most} boards"), most=MOST_BOARDS)
    return exact.boards()


def _placed_boards(problem: Problem) -> Iterator[bytes]:
    """Yield all legal placements of the hidden stones."""
    hidden, size, board = problem.more.get("hidden"), problem.settings.size, problem.board
    assert board is not None
    if not isinstance(hidden, dict) or hidden.get("colour") != problem.to_move.opponent.word:
        raise BadProblem(N_("hidden stones are those of the opponent, such as {example}"), example=EXAMPLE)
    points, count = read_points(problem, hidden.get("points")), hidden.get("count")
    if type(count) is not int or not 0 <= count <= len(set(points)) or any(board[point] for point in points):
        raise BadProblem(N_("hidden stones stand on empty points, and not more than there are points"))
    found = 0
    for cells in placements(board, points, count, problem.to_move.opponent):
        if is_legal(cells, size):
            found += 1
            if found > MOST_BOARDS:
                raise TooLarge(N_("a plan has at most {most} boards"), most=MOST_BOARDS)
            yield cells


def placements(board: bytes, points: Iterable[int], count: int, colour: Colour) -> Iterator[bytes]:
    """Yield the board with ``count`` more stones on the points, in all ways."""
    for chosen in combinations(sorted(set(points)), count):
        yield put(board, chosen, colour)


def read_points(problem: Problem, names: object) -> tuple[int, ...]:
    """Return the points of names.

    Raises:
        BadProblem: if they are none.
    """
    if not isinstance(names, list):
        raise BadProblem(N_("points are a list of names, such as {example}"), example='["C4","D4"]')
    try:
        return tuple(problem.settings.size.point(name) for name in names)
    except BadPoint as error:
        raise BadProblem("{error}", error=error.words) from None


__all__ = ["MOST_BOARDS", "boards_of", "placements", "read_points"]
