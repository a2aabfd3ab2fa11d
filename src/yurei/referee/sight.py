"""Sight: which points a seat's own stones see, and which pieces of the opponent are shown there.

A set of points is an ``int``, one bit per point: ``points >> point & 1``. Changes of sight are told by the referee
as ``Seen``; a view is built from them.
"""

import copy
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from yurei.referee.seating import Seat
from yurei.rules.board import EMPTY, GHOST
from yurei.rules.judge import NOTHING, Verdict
from yurei.rules.points import Shape, Size

EVERYTHING: Final = "everything"
"""Sight of a referee who shows the whole board, to the audience too."""
Sight = int | Literal["everything"]
"""Distance that a stone sees, in points along the grid, 0 to 48; or everything, even without stones."""


class Seen(NamedTuple):
    """Change of what a seat sees after a move; points are sorted by column, then by row.

    Attributes:
        appeared: Pieces that the seat is shown now but was not shown before, as pairs of point and cell.
        gone: Points where the seat is no longer shown a piece: it was taken, or is out of sight.
    """

    appeared: tuple[tuple[int, int], ...] = ()
    gone: tuple[int, ...] = ()


NOTHING_NEW = Seen()


def points_within(size: Size, distance: int, middle: int) -> int:
    """Return, as bits, the points at most ``distance`` steps along the lines from the point ``middle``."""
    if size.shape is not Shape.RECTANGLE:
        return sum(1 << point for point in range(size.points) if size.distance(middle, point) <= distance)
    width = size.width
    row, column = divmod(middle, width)
    points = 0
    for other in range(max(0, row - distance), min(size.height - 1, row + distance) + 1):
        across = distance - abs(other - row)
        first, last = max(0, column - across), min(width - 1, column + across)
        points |= ((1 << (last - first + 1)) - 1) << (other * width + first)
    return points


def in_sight(size: Size, sight: Sight, stones: Iterable[int]) -> int:
    """Return, as bits, the points that these stones see; all points if the sight is ``EVERYTHING``."""
    if sight == EVERYTHING:
        return (1 << size.points) - 1
    points = 0
    for stone in stones if sight else ():
        points |= points_within(size, sight, stone)
    return points


def points_from_bits(points: int) -> list[int]:
    """Return the points of a set that is given as bits, in ascending order."""
    found = []
    while points:
        lowest = points & -points
        found.append(lowest.bit_length() - 1)
        points ^= lowest
    return found


@lru_cache(maxsize=16)
def _find_points_within(size: Size, distance: int) -> tuple[int, ...]:
    """Return, for every point, the points at most ``distance`` steps away, as bits; cached for all tables."""
    return tuple(points_within(size, distance, point) for point in range(size.points))


class Watch:
    """The points and pieces in sight of one seat, updated after every move. ``make_watches`` makes one for each seat of a table.

    ``around`` has, for every point, the points within sight of it; None if the seat sees everything. ``own`` and
    ``cells`` are the seat's own board and the reference board at the beginning. ``shown`` are the shown pieces that do
    not lie on the seat's own board: cells by point.
    """

    def __init__(self, size: Size, around: tuple[int, ...] | None, seat: Seat, own: bytes, cells: bytes) -> None:
        self._size, self._around, self._seat = size, around, seat
        # "The audience ... sees nothing", but where all see everything.
        self._blind = around is not None and seat.colour is None
        # "Of the opponent's exactly those in sight": partners see by their own board alone.
        own_pieces = () if around is None or seat.colour is None else (seat.colour, seat.colour + GHOST)
        self._hidden = (EMPTY, *own_pieces)
        self._points = self._in_sight(own, cells)
        self._others = sum(1 << point for point, cell in enumerate(cells) if cell not in self._hidden)
        self.shown = {p: cells[p] for p in points_from_bits(self._points & self._others) if own[p] != cells[p]}

    def copy(self) -> "Watch":
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.shown = dict(self.shown)
        return twin

    def update(self, verdict: Verdict, own: bytes, lies: bool) -> Seen:
        """Update the sight of the seat after a move, and return the change.

        ``own`` is the seat's own board before it; ``lies`` says whether the placed piece lies on that board.
        """
        point = verdict.attempt.point
        if point is None or self._blind:
            return NOTHING_NEW
        changed = self._update_points(verdict, own, lies)
        if not changed:
            return NOTHING_NEW
        cells, shown, visible = verdict.after.cells, self.shown, self._points & self._others
        appeared, gone = [], []
        for each in points_from_bits(changed):
            cell = cells[each]
            # Pieces on the seat's own board do not appear, whether they are in sight or not.
            if visible >> each & 1 and own[each] != cell and not (lies and each == point):
                shown[each] = cell
                appeared.append((each, cell))
            elif shown.pop(each, None):
                gone.append(each)
        if not appeared and not gone:
            return NOTHING_NEW
        width = self._size.width
        appeared.sort(key=lambda piece: (piece[0] % width, piece[0]))
        return Seen(tuple(appeared), self._size.in_order(gone))

    def _update_points(self, verdict: Verdict, own: bytes, lies: bool) -> int:
        """Update the points that the seat sees; return, as bits, the points whose display may change."""
        point, removed, cells = verdict.attempt.point, verdict.removed, verdict.after.cells
        assert point is not None
        colour, around, before = self._seat.colour, self._around, self._points
        taken = 1 << point
        if removed is not NOTHING:
            for gone in (removed.black_stones, removed.white_stones, removed.black_ghosts, removed.white_ghosts):
                for each in gone:
                    taken |= 1 << each
            self._others &= ~taken
            if colour is not None and around is not None and removed.pieces_of(colour):
                self._points = self._in_sight(own, cells)
        if cells[point] not in self._hidden:
            self._others |= 1 << point
        elif lies and cells[point] == colour and around is not None:
            self._points |= around[point]
        return ((before ^ self._points) & self._others) | (taken & before)

    def _in_sight(self, own: bytes, cells: bytes) -> int:
        """Return, as bits, the points seen by the stones that are both on the seat's own board and on the true one."""
        if self._around is None:
            return (1 << self._size.points) - 1
        colour, points = self._seat.colour, 0
        for point, cell in enumerate(own):
            if cell == colour and cells[point] == colour:
                points |= self._around[point]
        return points


def make_watches(size: Size, sight: Sight, own_boards: Mapping[Seat, bytes], cells: bytes) -> dict[Seat, Watch]:
    """Return a ``Watch`` for each seat of ``own_boards`` at the start of a game; none under a referee without sight."""
    if not sight:
        return {}
    around = None if sight == EVERYTHING else _find_points_within(size, sight)
    return {seat: Watch(size, around, seat, own, cells) for seat, own in own_boards.items()}
