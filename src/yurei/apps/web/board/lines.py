"""The empty board: coordinates of its points in the picture, lines, star points and coordinate labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from yurei.rules.points import COLUMNS, Shape, Size

MARGIN = 0.8
"""Margin around the points for coordinate labels, in point widths; the style sheet has the same figure."""


def centre_of(size: Size, point: int) -> tuple[float, float]:
    """Return the centre of a point in the picture."""
    row, column = divmod(point, size.width)
    return MARGIN + column + 0.5, MARGIN + size.height - row - 0.5


def coordinate(place: float) -> str:
    """Return a coordinate as text of fixed length, so that the length of a page reveals no point."""
    return f"{place:06.3f}"


def lines(size: Size) -> str:
    """Return all lines as one path; those of a torus run on to the edge of the picture."""
    left, top = MARGIN + 0.5, MARGIN + 0.5
    on = left if size.shape is Shape.TORUS else 0
    width, height = size.width - 1 + 2 * on, size.height - 1 + 2 * on
    across = [f"M{left - on:g} {top + row:g}h{width:g}" for row in range(size.height)]
    down = [f"M{left + column:g} {top - on:g}v{height:g}" for column in range(size.width)]
    return "".join(across + down)


def beyond(size: Size, point: int) -> Iterator[tuple[float, float]]:
    """Yield the repeated positions of a point beyond the edges of a torus: none, one, or three for a corner."""
    if size.shape is not Shape.TORUS:
        return
    (x, y), (row, column) = centre_of(size, point), divmod(point, size.width)
    across = [0, *([size.width] if column == 0 else []), *([-size.width] if column == size.width - 1 else [])]
    down = [0, *([-size.height] if row == 0 else []), *([size.height] if row == size.height - 1 else [])]
    for right, low in product(across, down):
        if right or low:
            yield x + right, y + low


def stars(size: Size) -> str:
    """Draw the star points: "4-4 on >= 13 (3-3 below), centre on odd sizes, side points on >= 17"."""
    columns, rows = _star_lines(size.width), _star_lines(size.height)
    middle = (size.width // 2, size.height // 2)
    large = min(size.width, size.height) >= 17
    points = [
        centre_of(size, row * size.width + column)
        for column in columns
        for row in rows
        if large or (column, row) == middle or (column != middle[0] and row != middle[1])
    ]
    return "".join(f"M{x:g} {y:g}h0" for x, y in points)


def _star_lines(lines: int) -> list[int]:
    if lines < 7:
        return [lines // 2] if lines % 2 and lines > 3 else []
    edge = 3 if lines >= 13 else 2
    return [edge, *([lines // 2] if lines % 2 else []), lines - 1 - edge]


def letters(size: Size) -> str:
    """Draw the coordinate labels on all four sides."""
    width, height = size.width + 2 * MARGIN, size.height + 2 * MARGIN
    places = " ".join(f"{MARGIN + column + 0.5:g}" for column in range(size.width))
    columns = [
        f'<text x="{places}" y="{y:g}">{COLUMNS[: size.width]}</text>' for y in (MARGIN * 0.72, height - MARGIN * 0.38)
    ]
    rows = [
        f'<text x="{x:g}" y="{MARGIN + size.height - row - 0.38:g}">{row + 1}</text>'
        for row in range(size.height)
        for x in (MARGIN * 0.55, width - MARGIN * 0.55)
    ]
    return f'<g class="coordinates">{"".join(columns)}{"".join(rows)}</g>'


@lru_cache(maxsize=64)
def empty(size: Size, *, coordinates: bool) -> str:
    """Return the SVG of an empty board, with the svg element still open."""
    width, height = size.width + 2 * MARGIN, size.height + 2 * MARGIN
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" aria-hidden="true" focusable="false">'
        f'<path class="lines" d="{lines(size)}"/><path class="stars" d="{stars(size)}"/>'
        f"{letters(size) if coordinates else ''}"
    )
