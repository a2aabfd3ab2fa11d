"""Overlays of a board, drawn as a few shapes: fog, and the probability of the opponent's pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from yurei.apps.web.board.lines import centre_of, coordinate
from yurei.rules.points import Size


def fog(size: Size, fog: int) -> str:
    """Draw the fog as one path, a bank for every run of hidden points in a row; ``fog`` has a bit per point."""
    width, banks = size.width, []
    for first in range(0, size.points if fog else 0, width):
        for lies, run in groupby(range(first, first + width), key=lambda point: fog >> point & 1):
            points = list(run)
            if lies:
                (x, y), along = centre_of(size, points[0]), len(points) - 1
                banks.append(
                    f"M{coordinate(x)} {coordinate(y - 0.58)}h{along}a.58.58 0 0 1 0 1.16h-{along}a.58.58 0 0 1 0-1.16"
                )
    return f'<path class="fog" d="{"".join(banks)}"/>' if banks else ""


def heat(size: Size, chances: Sequence[float]) -> str:
    """Draw the probability of an opponent's piece by point: squares in ten strengths, one path per strength."""
    squares: dict[int, list[str]] = {}
    for point, chance in enumerate(chances):
        x, y = centre_of(size, point)
        squares.setdefault(round(10 * chance), []).append(f"M{coordinate(x - 0.5)} {coordinate(y - 0.5)}h1v1h-1z")
    return "".join(
        f'<path class="heat" opacity="{strength / 10:g}" d="{"".join(shapes)}"/>'
        for strength, shapes in sorted(squares.items())
        if strength
    )
