"""Pencil marks: a player's own guesses, shown to nobody else before the end."""

from __future__ import annotations

from yurei.rules.points import Size

PENCILS = ("black", "white", "dead", "cross")


def pencilled(marks: dict[int, str], what: str, size: Size) -> None:
    """Make a pencil mark, from its event, among others; the same mark once more takes it away."""
    name, mark = what.split()
    point = size.point(name)
    if marks.get(point) == mark:
        del marks[point]
    else:
        marks[point] = mark
