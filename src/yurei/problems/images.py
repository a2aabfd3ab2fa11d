"""Images of problems under rotation, reflection and exchange of the colours."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from yurei.problems.problem import Problem
from yurei.rules.points import Size

_SWAPPED = str.maketrans("BWbw", "WBwb")
_PIECES = {"black": "white", "white": "black", "B": "W", "W": "B", "b": "w", "w": "b"}
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
        self._size, self._turned, self._swapped = size, turned, swapped
        own = Size(size.height, size.width) if turned else size
        self._width, self._places = own.width, [0] * size.points
        for point in range(size.points):
            row, column = divmod(point, size.width)
            column = size.width - 1 - column if across else column
            row = size.height - 1 - row if up else row
            self._places[point] = column * own.width + row if turned else row * own.width + column
        tries = [f"{kind}{name}" for kind in ("", "ghost ") for name in own.names(own.in_order(range(own.points)))]
        self._ranks = {text: rank for rank, text in enumerate(tries)}
        moved = zip(map(size.name, range(size.points)), map(own.name, self._places), strict=True)
        self._texts = {f"{kind}{name}": f"{kind}{image}" for name, image in moved for kind in ("", "ghost ")}
        self._texts |= _PIECES if swapped else {}

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
            if not all(isinstance(each, str) for each in several):
                return several
            if key in _SETS and all(each in self._ranks for each in several):
                return sorted(several, key=self._ranks.__getitem__)
            return sorted(several) if key == "answer" and all(map(self._is_board, several)) else several
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        return self._board(text) if self._is_board(text) else self._texts.get(text, text)

    def _is_board(self, text: str) -> bool:
        rows = text.split("/")
        return (
            len(rows) == self._size.height
            and {len(row) for row in rows} == {self._size.width}
            and len(text) > 1
            and set(text) <= set(".BWbw?/")
        )

    def _board(self, text: str) -> str:
        letters = [""] * self._size.points
        for place, letter in zip(self._places, "".join(reversed(text.split("/"))), strict=True):
            letters[place] = letter
        rows = ["".join(letters[first : first + self._width]) for first in range(0, len(letters), self._width)]
        whole = "/".join(reversed(rows))
        return whole.translate(_SWAPPED) if self._swapped else whole

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
    for turned, across, up, swapped in product((False, True), repeat=4):
        yield Image(problem.settings.size, across, up, turned, swapped).of_problem(values)


def fingerprint(problem: Problem) -> str:
    """Return a text that is the same for problems alike under rotation, reflection and exchange of the colours."""
    return min(
        json.dumps({key: image[key] for key in image if key not in _NOT_COMPARED}, sort_keys=True)
        for image in images(problem)
    )


__all__ = ["fingerprint", "images"]
