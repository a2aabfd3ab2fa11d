"""Difficulty and themes of an endgame, from its line of best play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from yurei.problems.endgame.play import Ply, winning
from yurei.problems.problem import GRADES
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import State, stone

BITS_PER_GRADE = 4
ONLY_MOVES = 4
"""Number of only-moves in a row, from the first, that make a theme."""
NEAR = 3
"""Number of the solver's first moves in which sacrifices count as a theme."""


def grade_of(choices: Iterable[tuple[int, int]], tempting: int) -> int:
    """Return the grade of an endgame.

    It has as many bits as are needed to choose a winning move by chance each time: the logarithm to base 2 of the
    product, over the solver's moves in the line of best play, of the number of moves divided by the number of winning
    moves. A first move that captures and does not win adds one bit. Every 4 bits raise the grade by one.

    Args:
        choices: For each move of the solver, the number of moves and of winning moves.
        tempting: Number of first moves that capture, or remove stones of both colours, and do not win.

    >>> grade_of([(2, 1)], 0), grade_of([(4, 1), (8, 2)], 0), grade_of([(8, 1)] * 40, 0)
    (1, 2, 9)
    """
    counts = list(choices)
    whole = prod(of for of, _ in counts) << tempting
    bits = (whole // prod(won for _, won in counts)).bit_length() - 1
    return min(GRADES[-1], GRADES[0] + bits // BITS_PER_GRADE)


def captures(state: State, point: int) -> bool:
    """Return whether a move removes stones of the opponent."""
    return bool(judge(state, stone(point)).captured)


def tempting_moves(state: State, right: int) -> list[int]:
    """Return the points of the moves other than the right one that remove stones of the opponent."""
    empty = [point for point, cell in enumerate(state.cells) if not cell]
    return [point for point in empty if point != right and captures(state, point)]


def choices_of(line: Sequence[Ply], colour: Colour) -> list[tuple[int, int]]:
    """Return for each move of a colour the number of moves, and of those that win."""
    before = [ply.before for ply in line if ply.verdict.mover is colour]
    return [(len(each.moves), len(winning(each, colour))) for each in before]


def themes_of(state: State, line: Sequence[Ply]) -> list[str]:
    """Return the themes of an endgame.

    - ``sacrifice``: one of the solver's first three moves is a suicide of several stones;
    - ``both-leave``: one of them removes stones of both colours;
    - ``refusal``: captures are on offer, and the right first move captures nothing;
    - ``only-moves``: at least the first four moves of the solver are the only ones that win;
    - ``corner``: the first move is in a corner;
    - ``others-lose``: every other first move loses.
    """
    colour, first = state.to_move, line[0]
    own = [ply.verdict for ply in line if ply.verdict.mover is colour]
    choices = choices_of(line, colour)
    found = {
        "sacrifice": any(_is_sacrifice(verdict) for verdict in own[:NEAR]),
        "both-leave": any(verdict.captured and verdict.own_losses for verdict in own[:NEAR]),
        "refusal": not first.verdict.captured and bool(tempting_moves(state, first.point)),
        "only-moves": len(choices) >= ONLY_MOVES and all(won == 1 for _, won in choices[:ONLY_MOVES]),
        "corner": len(state.size.neighbours[first.point]) == 2 and min(state.size.width, state.size.height) > 1,
        "others-lose": all(
            outcome.winner is colour.opponent for point, outcome in first.before.moves.items() if point != first.point
        ),
    }
    return [theme for theme, is_there in found.items() if is_there]


def _is_sacrifice(verdict: Verdict) -> bool:
    return len(verdict.own_losses) > 1 and not verdict.captured


__all__ = ["captures", "choices_of", "grade_of", "tempting_moves", "themes_of"]
