"""Positions for problems of ghosts: small boards as they are, and regions fenced by walls on larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.points import Size

WHOLE = 16
"""Greatest number of points of boards that have no fence."""
SEPARATED = 0.8
REGIONS = ((4, 2), (5, 2), (6, 2), (7, 1), (3, 3), (4, 3), (5, 1), (6, 1))
"""Columns and rows of regions in the lower left corner."""


def random_position(size: Size, random: Random) -> tuple[bytes, frozenset[int] | None] | None:
    """Return a board and its fence, None for no fence; None if a string has no liberty."""
    found = (_filled(size, range(size.points), random), None) if size.points <= WHOLE else _fenced(size, random)
    return found if is_legal(found[0], size) else None


def _filled(size: Size, points: range | frozenset[int], random: Random) -> bytes:
    """Return a board with stones on two to four fifths of some points."""
    density = random.uniform(0.4, 0.8)
    cells = bytearray(size.points)
    for point in sorted(points):
        if random.random() < density:
            cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells)


def _fenced(size: Size, random: Random) -> tuple[bytes, frozenset[int]]:
    """Return a board with a region in a corner, and walls around it that have liberties outside."""
    regions = [each for each in REGIONS if each[0] <= size.width and each[1] < size.height]
    columns, rows = random.choice(regions)
    fence = frozenset(row * size.width + column for row in range(rows) for column in range(columns))
    cells = bytearray(_filled(size, fence, random))
    wall = list(_wall(size, columns, rows))
    change = random.randint(0, len(wall))
    first, then = random.sample((BLACK, WHITE), 2)
    for place, point in enumerate(wall):
        cells[point] = first if place < change else then
    _separate(cells, size, fence, random)
    return bytes(cells), fence


def _separate(cells: bytearray, size: Size, fence: frozenset[int], random: Random) -> None:
    """Give most stones that touch a wall of their colour the other colour: who is connected to a wall is safe."""
    for point in sorted(fence):
        walls = {cells[beside] for beside in size.neighbours[point] if beside not in fence}
        if cells[point] in walls and random.random() < SEPARATED:
            cells[point] = Colour(cells[point]).opponent


def _wall(size: Size, columns: int, rows: int) -> Iterator[int]:
    """Yield the points around a region in the corner, from the left edge to the lower edge."""
    yield from (rows * size.width + column for column in range(min(columns + 1, size.width)))
    if columns < size.width:
        yield from (row * size.width + columns for row in reversed(range(rows)))


__all__ = ["random_position"]
