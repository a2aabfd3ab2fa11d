"""Images of problems under rotation, reflection and exchange of the colours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from yurei.problems.problem import Problem
from yurei.rules.points import COLUMNS, Size

_POINT = re.compile(r"(ghost )?([A-HJ-Z])(\d{1,2})", re.ASCII)
_BOARD = re.compile(r"[.BWbw?/]+", re.ASCII)
_SWAPPED = str.maketrans("BWbw", "WBwb")
_COLOURS = {"black": "white", "white": "black"}
_NOT_COMPARED = ("id", "grade")
_SETS = ("answer", "captured_points", "gone", "lost_points", "points", "target", "vanished")
"""Keys of lists of points whose order means nothing; they are written by column, then row."""


class Image:
    """A rotation or reflection of a board, with or without exchange of the colours, of everything in a problem.

    Args:
        size: The board.
        across, up: Whether columns, and rows, are reversed first.
        turned: Whether columns then become rows.
        swapped: Whether the colours are exchanged.
    """

    def __init__(self, size: Size, across: bool, up: bool, turned: bool, swapped: bool) -> None:
        self._size, self._across, self._up, self._turned, self._swapped = size, across, up, turned, swapped

    def of(self, value: Any, key: str = "") -> Any:
        """Return the image of a plain value: of the points, boards and colours in it.

        Args:
            value: The value.
            key: The key under which it stands.
        """
        if isinstance(value, dict):
            return {self.of(each): self.of(value[each], each) for each in value}
        if isinstance(value, list | tuple):
            several = [self.of(each) for each in value]
            are_points = key in _SETS and all(isinstance(each, str) and _POINT.fullmatch(each) for each in several)
            if are_points:
                return sorted(several, key=_place)
            are_boards = key == "answer" and all(isinstance(each, str) and self._is_board(each) for each in several)
            return sorted(several) if are_boards else several
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        if self._swapped and text in _COLOURS:
            return _COLOURS[text]
        if found := _POINT.fullmatch(text):
            column, row = self._moved(COLUMNS.index(found[2]), int(found[3]) - 1)
            return f"{found[1] or ''}{COLUMNS[column]}{row + 1}"
        if _BOARD.fullmatch(text):
            return self._board(text) if self._is_board(text) else self._piece(text)
        return text

    def _is_board(self, text: str) -> bool:
        rows = text.split("/")
        return len(text) > 1 and len(rows) == self._size.height and {len(row) for row in rows} == {self._size.width}

    def _piece(self, text: str) -> str:
        return text.translate(_SWAPPED) if self._swapped and len(text) == 1 else text

    def _board(self, text: str) -> str:
        rows = text.split("/")[::-1]
        height, width = (len(rows[0]), len(rows)) if self._turned else (len(rows), len(rows[0]))
        cells = [[""] * width for _ in range(height)]
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                across, up = self._moved(column, row)
                cells[up][across] = letter
        whole = "/".join("".join(row) for row in reversed(cells))
        return whole.translate(_SWAPPED) if self._swapped else whole

    def _moved(self, column: int, row: int) -> tuple[int, int]:
        column = self._size.width - 1 - column if self._across else column
        row = self._size.height - 1 - row if self._up else row
        return (row, column) if self._turned else (column, row)

    def of_problem(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the plain values of the image of a problem."""
        image = {key: self.of(value) for key, value in values.items()}
        if self._turned:
            image["width"], image["height"] = values["height"], values["width"]
        if self._swapped and "tries" in values:  # Black, who begins unless it is said, has become White
            image.pop("first", None)
            image |= {} if values.get("first") == "white" else {"first": "white"}
        return image


def images(problem: Problem) -> Iterator[dict[str, Any]]:
    """Yield the plain values of a problem's sixteen images, its own first; on a board with one line some are equal."""
    values = problem.values()
    for turned in (False, True):
        for across in (False, True):
            for up in (False, True):
                for swapped in (False, True):
                    yield Image(problem.settings.size, across, up, turned, swapped).of_problem(values)


def fingerprint(problem: Problem) -> str:
    """Return a text that is the same for problems alike under rotation, reflection and exchange of the colours."""
    return min(
        json.dumps({key: image[key] for key in image if key not in _NOT_COMPARED}, sort_keys=True)
        for image in images(problem)
    )


def _place(name: str) -> tuple[str, int, int]:
    found = _POINT.fullmatch(name)
    assert found
    return found[1] or "", COLUMNS.index(found[2]), int(found[3])


__all__ = ["Image", "fingerprint", "images"]
