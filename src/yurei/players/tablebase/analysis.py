"""Values of a position and of each of its moves."""

from dataclasses import dataclass

from yurei.players.tablebase.plain import moves
from yurei.players.tablebase.positions import Values, seen_by, upright
from yurei.rules.board import Colour
from yurei.rules.points import Size


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game under perfect play.

    Attributes:
        winner: None for a draw.
        distance: Number of plies, if the winner wins as soon as possible and the loser delays as long as possible;
            None for a draw.
    """

    winner: Colour | None
    distance: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Value of a position and of each of its moves.

    Attributes:
        size, cells, to_move: The position.
        outcome: Its value.
        moves: The outcome after every move, by point; distances count the move itself.
        best: The points of the moves that keep the position's value: for the winner the quickest, for the loser those
            that delay longest.
    """

    size: Size
    cells: bytes
    to_move: Colour
    outcome: Outcome
    moves: dict[int, Outcome]
    best: tuple[int, ...]


def value_of(values: Values, cells: bytes, size: Size, to_move: Colour) -> Outcome:
    """Return the value of a position.

    Args:
        values: Values of this board, in either orientation.
        cells, size: A position in which every string has a liberty.
        to_move: The colour to move.
    """
    return _outcome(values.code(upright(seen_by(cells, to_move), size)), to_move)


def analyse(values: Values, cells: bytes, size: Size, to_move: Colour) -> Analysis:
    """Return the values of a position and of each of its moves; arguments as in ``value_of``."""
    own = seen_by(cells, to_move)
    after = {
        point: Outcome(to_move.opponent, 1)
        if follower is None
        else _later(_outcome(values.code(upright(follower, size)), to_move.opponent))
        for point, follower in moves(own, size)
    }
    outcome = value_of(values, cells, size, to_move)
    best = size.in_order(point for point, move in after.items() if move == outcome)
    return Analysis(size, cells, to_move, outcome, {point: after[point] for point in size.in_order(after)}, best)


def line_of_play(values: Values, cells: bytes, size: Size, to_move: Colour) -> tuple[int, ...]:
    """Return the points of best moves of both sides: to the end, or in a draw until a position is repeated."""
    line: list[int] = []
    stood: set[tuple[bytes, Colour]] = set()
    while (cells, to_move) not in stood:
        stood.add((cells, to_move))
        line.append(analyse(values, cells, size, to_move).best[0])
        follower = dict(moves(seen_by(cells, to_move), size))[line[-1]]
        if follower is None:
            break
        to_move = to_move.opponent
        cells = seen_by(follower, to_move)
    return tuple(line)


def _outcome(code: int, to_move: Colour) -> Outcome:
    if not code:
        return Outcome(None, None)
    return Outcome(to_move.opponent if code % 2 else to_move, code)


def _later(outcome: Outcome) -> Outcome:
    """Return the outcome as seen one ply earlier."""
    return outcome if outcome.distance is None else Outcome(outcome.winner, outcome.distance + 1)
