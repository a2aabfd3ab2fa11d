"""Boards as text: coordinates around the board, star points, and a mark at one's own last try.

A torus has a frame, and beyond it the lines of the opposite edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from yurei.rules.board import EMPTY
from yurei.rules.points import COLUMNS, Shape, Size


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs of cells: empty, black and white stone, black and white ghost; of a star point, and of fog."""

    cells: str
    star: str = "+"
    fog: str = "~"


ROUND = Signs(".●○◍◌", fog="░")
LETTERS = Signs(".BWbw")
"""Signs for a terminal that cannot show round ones."""


def draw(cells: bytes, size: Size, signs: Signs = ROUND, mark: int | None = None, fog: int = 0) -> str:
    """Return the board, rows from the top, with a name at both ends of every line.

    Args:
        cells: Its cells, see ``yurei.rules.board``.
        size: Its size.
        signs: The signs.
        mark: A point to put in brackets.
        fog: The points that lie in fog, as bits.

    >>> print(draw(bytes([0, 1, 0, 2]), Size(2, 2), LETTERS, mark=1))
       A B
     2 . W  2
     1 .(B) 1
       A B
    >>> print(draw(bytes([0, 1, 0, 2]), Size(2, 2, Shape.TORUS), LETTERS, mark=1))
          A B
        B . B .
        +-----+
     2 W| . W |.  2
     1 B| .(B)|.  1
        +-----+
        W . W .
          A B
    """
    columns = " ".join(COLUMNS[: size.width])
    shown = [_sign(point, cell, size, signs, fog) for point, cell in enumerate(cells)]
    starts = range(0, size.points, size.width)
    rows = [shown[start : start + size.width] for start in starts]
    inside = [_bracketed(row, -1 if mark is None else mark - start) for row, start in zip(rows, starts, strict=True)]
    if size.shape is Shape.TORUS:
        return "\n".join(_framed(columns, inside, rows))
    named = [f"{row + 1:2}{inside[row]}{row + 1:2}" for row in reversed(range(size.height))]
    return "\n".join([f"   {columns}", *named, f"   {columns}"])


def _bracketed(row: list[str], mark: int) -> str:
    """Return a row with a space around each sign, or brackets around the marked one."""
    gaps = [" "] * (len(row) + 1)
    if 0 <= mark < len(row):
        gaps[mark : mark + 2] = "()"
    return "".join(gap + sign for gap, sign in zip(gaps, [*row, ""], strict=True))


def _framed(columns: str, rows: list[str], beyond: list[list[str]]) -> Iterator[str]:
    """Yield the lines of a torus: the board in a frame, and the adjacent lines around it."""
    frame = f"    +{'-' * len(rows[0])}+"
    yield f"      {columns}"
    yield f"    {beyond[0][-1]} {' '.join(beyond[0])} {beyond[0][0]}"
    yield frame
    for row in reversed(range(len(rows))):
        yield f"{row + 1:2} {beyond[row][-1]}|{rows[row]}|{beyond[row][0]} {row + 1:2}"
    yield frame
    yield f"    {beyond[-1][-1]} {' '.join(beyond[-1])} {beyond[-1][0]}"
    yield f"      {columns}"


def _sign(point: int, cell: int, size: Size, signs: Signs, fog: int) -> str:
    if cell == EMPTY and fog >> point & 1:
        return signs.fog
    return signs.star if cell == EMPTY and _is_star(point, size) else signs.cells[cell]


def _is_star(point: int, size: Size) -> bool:
    """Return whether a point is a star point: on third or fourth lines, the centre, or a middle of a large side."""
    row, column = divmod(point, size.width)
    across, up = _star_line(column, size.width), _star_line(row, size.height)
    large = min(size.width, size.height) >= 15
    return (across == up and across != "") or (large and "" not in (across, up))


def _star_line(line: int, lines: int) -> str:
    """Return ``edge`` for a third or fourth line, ``middle`` for the middle one, nothing for the others."""
    edge = 2 if lines < 13 else 3
    if lines >= 7 and line in (edge, lines - 1 - edge):
        return "edge"
    return "middle" if lines >= 5 and lines % 2 and line == lines // 2 else ""
