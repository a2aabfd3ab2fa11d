"""Best play in solved positions of Alter Igo, the same on every image of a board."""

from collections.abc import Iterator
from dataclasses import dataclass

from yurei.players.tablebase import Analysis, analyse, work_out
from yurei.players.tablebase.plain import moves
from yurei.players.tablebase.positions import seen_by, smallest, upright, upright_size
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import State, stone


@dataclass(frozen=True)
class Ply:
    """A move of the line of best play.

    Attributes:
        state: The state before it.
        before: What is known of that position.
        verdict: The judge's verdict on the move.
    """

    state: State
    before: Analysis
    verdict: Verdict

    @property
    def point(self) -> int:
        """The point of the move."""
        assert self.verdict.attempt.point is not None
        return self.verdict.attempt.point


def analysis_of(state: State) -> Analysis:
    """Return the values of a state's position and moves; earlier positions are not considered."""
    return analyse(work_out(state.size), state.cells, state.size, state.to_move)


def winning(analysis: Analysis, colour: Colour) -> tuple[int, ...]:
    """Return the points of the moves that win for the colour to move."""
    return tuple(point for point, outcome in analysis.moves.items() if outcome.winner is colour)


def best_move(analysis: Analysis) -> int:
    """Return the point of a best move: the quickest win, else a draw, else the longest defence.

    Of several, a move to the position with the smallest number, see ``yurei.players.tablebase.positions``: so boards
    that are alike under rotation, reflection and exchange of the colours have the same line of play.
    """
    size = analysis.size
    after = dict(moves(seen_by(analysis.cells, analysis.to_move), size))

    def number(point: int) -> int:
        cells = after[point]
        return -1 if cells is None else smallest(upright(cells, size), upright_size(size))

    return min(analysis.best, key=number)


def best_line(state: State) -> Iterator[Ply]:
    """Yield the moves of best play from a won or lost position to the end."""
    while state.result is None:
        analysis = analysis_of(state)
        ply = Ply(state, analysis, judge(state, stone(best_move(analysis))))
        yield ply
        state = ply.verdict.after


def tempting_moves(state: State, right: int) -> list[int]:
    """Return the points of the moves other than the right one that remove stones of the opponent."""
    others = [point for point, cell in enumerate(state.cells) if not cell and point != right]
    return [point for point in others if judge(state, stone(point)).captured]


__all__ = ["Ply", "analysis_of", "best_line", "best_move", "tempting_moves", "winning"]
