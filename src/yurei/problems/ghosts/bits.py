"""The rules of No Seki Go on sets of points as bits of numbers: fast, for the search; ``yurei.rules.judge`` is the authority.

Bit p of a number is set if point p is in the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from yurei.rules.points import Size


class Board(NamedTuple):
    """A board as four sets of points, seen by the player to move."""

    own: int
    other: int
    own_ghosts: int
    other_ghosts: int

    @property
    def colours(self) -> tuple[int, int]:
        """The points of either side; a ghost counts as its colour."""
        return self.own | self.own_ghosts, self.other | self.other_ghosts

    def turned(self) -> Board:
        """Return the board as the other player sees it."""
        return Board(self.other, self.own, self.other_ghosts, self.own_ghosts)


def board_of(cells: bytes, to_move: int) -> Board:
    """Return the board of cells."""
    sets = [sum(1 << point for point, cell in enumerate(cells) if cell == each) for each in range(1, 5)]
    board = Board(*sets)
    return board if to_move == 1 else board.turned()


class Grid:
    """The points of a board, and the moves on it.

    Args:
        size: The board.
    """

    def __init__(self, size: Size) -> None:
        self.all = (1 << size.points) - 1
        self._width = size.width
        first_column = sum(1 << row * size.width for row in range(size.height))
        self._not_first = self.all & ~first_column
        self._not_last = self.all & ~(first_column << size.width - 1)

    def beside(self, points: int) -> int:
        """Return all points adjacent to one of a set; points of the set may be among them."""
        across = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (across | points << self._width | points >> self._width) & self.all

    def string(self, point: int, stones: int) -> int:
        """Return the string of stones of one colour that contains a point, given as a set."""
        found = point
        while True:
            more = found | self.beside(found) & stones
            if more == found:
                return found
            found = more

    def liberties(self, string: int, board: Board, ghosts: int) -> int:
        """Return the liberties of a string whose side has these ghosts."""
        taken = board.own | board.other | board.own_ghosts | board.other_ghosts
        return self.beside(string) & (self.all & ~taken | ghosts)

    def stone(self, board: Board, point: int) -> Board | None:
        """Return the board after the player to move has placed a stone on a point; None if that is illegal."""
        if (board.own | board.other) & point:
            return None
        placed = Board(board.own | point, board.other, board.own_ghosts & ~point, board.other_ghosts & ~point)
        after = self._removed(placed, point)
        if after.other == placed.other and not self.liberties(self.string(point, after.own), after, after.own_ghosts):
            return None
        return after

    def ghost(self, board: Board, point: int) -> Board | None:
        """Return the board after the player to move has placed a ghost on a point; None if that is illegal."""
        taken = board.own | board.other | board.own_ghosts | board.other_ghosts
        if taken & point or not self.beside(point) & board.own:
            return None
        return self._removed(board._replace(own_ghosts=board.own_ghosts | point), point)

    def _removed(self, placed: Board, point: int) -> Board:
        """Return the board without the other side's strings beside a point that have no liberty, and without those of
        its ghosts that are adjacent to no string of theirs.
        """
        other, left = placed.other, self.beside(point) & placed.other
        while left:
            string = self.string(left & -left, placed.other)
            left &= ~string
            if not self.liberties(string, placed, placed.other_ghosts):
                other &= ~string
        return placed._replace(other=other, other_ghosts=placed.other_ghosts & self.beside(other))


def points_in(points: int) -> Iterator[int]:
    """Yield the points of a set, one by one, each as a number of a point."""
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


__all__ = ["Board", "Grid", "board_of", "points_in"]
