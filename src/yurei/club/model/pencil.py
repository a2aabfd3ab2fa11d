"""Pencil marks: a player's own guesses, shown to nobody else before the end."""

from __future__ import annotations

from yurei.rules.points import Size

PENCILS = ("black", "white", "dead", "cross")


def pencilled(marks: dict[int, str], what: str, size: Size) -> None:
    """Add a pencil mark, given as an event's text, to marks; the same mark a second time is removed."""
    name, mark = what.split()
    point = size.point(name)
    if marks.get(point) == mark:
        del marks[point]
    else:
        marks[point] = mark
