"""A small picture of a board, a few hundred bytes of it: many of them stand on one page."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Size

_PIECES = {BLACK_STONE: "b", WHITE_STONE: "w", BLACK_GHOST: "b spirit", WHITE_GHOST: "w spirit"}


def thumbnail(size: Size, cells: bytes, label: str) -> Markup:
    """A board as a picture, without coordinates.

    Args:
        size, cells: See ``yurei.rules.board``.
        label: What the board is called aloud.
    """
    pieces = "".join(
        f'<path class="{kind}" d="{_dots(size, points)}"/>'
        for cell, kind in _PIECES.items()
        if (points := [point for point in range(size.points) if cells[point] == cell])
    )
    return Markup(
        f'<svg class="thumb" role="img" aria-label="{escape(label)}" viewBox="0 0 {size.width} {size.height}">'
        f'<path d="{_lines(size)}"/>{pieces}</svg>'
    )


def _dots(size: Size, points: Iterable[int]) -> str:
    """A round dot on every point."""
    places = (divmod(point, size.width) for point in points)
    return "".join(f"M{column}.5 {size.height - 1 - row}.5h0" for row, column in places)


def _lines(size: Size) -> str:
    across = "".join(f"M.5 {row}.5h{size.width - 1}" for row in range(size.height))
    return across + "".join(f"M{column}.5 .5v{size.height - 1}" for column in range(size.width))
