"""Answers to questions about the board, from what a player believes: what it gives a chance of one, or of zero."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from yurei.problems import Problem
from yurei.referee.view import View
from yurei.rules.board import EMPTY, board_text, is_legal, read_board
from yurei.rules.judge import judge
from yurei.rules.state import start, stone

SURE = 1e-9
"""Greatest distance of a chance from one, or from zero, that counts as certain."""

Chances = Sequence[float]
"""For every point the chance that an opponent's piece stands there."""


def _stones(view: View, chances: Chances, problem: Problem) -> str:
    return _named(view, (point for point, chance in enumerate(chances) if chance >= 1 - SURE))


def _free(view: View, chances: Chances, problem: Problem) -> str:
    return _named(view, _empty(view, chances))


def _legal(view: View, chances: Chances, problem: Problem) -> str:
    """Return the points that are certainly empty, and legal on the board of what is certain."""
    settings, opponent = view.settings, problem.to_move.opponent
    cells = bytes(
        cell if cell != EMPTY or chance < 1 - SURE else opponent
        for cell, chance in zip(view.board, chances, strict=True)
    )
    if not is_legal(cells, settings.size):
        return _free(view, chances, problem)
    board = board_text(cells, settings.size)
    state = start(settings.ruleset, settings.size, settings.komi, problem.to_move, board)
    return _named(view, (point for point in _empty(view, chances) if judge(state, stone(point)).accepted))


def _board(view: View, chances: Chances, problem: Problem) -> str:
    """Return the number of the board that nothing contradicts; empty unless there is exactly one."""
    opponent = problem.to_move.opponent
    boards = [read_board(text, view.settings.size)[0] for text in problem.more["choices"]]
    fitting = [
        str(number)
        for number, board in enumerate(boards, 1)
        if all(
            chance > SURE if cell == opponent else chance < 1 - SURE
            for cell, chance in zip(board, chances, strict=True)
        )
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _empty(view: View, chances: Chances) -> Iterator[int]:
    return (point for point, chance in enumerate(chances) if view.board[point] == EMPTY and chance <= SURE)


def _named(view: View, points: Iterable[int]) -> str:
    size = view.settings.size
    return " ".join(size.names(size.in_order(points)))


CLAIMS: Mapping[str, Callable[[View, Chances, Problem], str]] = {
    "stones": _stones,
    "free": _free,
    "legal": _legal,
    "board": _board,
}
"""By question, the answer that follows from chances."""
