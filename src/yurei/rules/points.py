"""Points of a board, their names and their neighbours, on a rectangle or a torus.

This module knows the grid, not the pieces. A point is a number, row by row from the lower left corner: on a 9x9
board A1 is 0, B1 is 1, A2 is 9.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from yurei.errors import BadPoint, BadSize
from yurei.languages import N_, Words

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column letters from the left. There is no I."""
LARGEST = len(COLUMNS)
Derived = TypeVar("Derived")
FARTHEST = 2 * (LARGEST - 1)
"""Distance along the lines from corner to corner of the largest board."""


class Shape(StrEnum):
    """Board topology: lines end at the edge (rectangle) or continue at the opposite edge (torus)."""

    RECTANGLE = "rectangle"
    TORUS = "torus"


def _shared_property(find: Callable[[Size], Derived]) -> cached_property[Derived]:
    """Make a method of ``Size`` a cached property whose value is shared by all equal sizes."""
    return cached_property(lru_cache(maxsize=128)(find))


@dataclass(frozen=True)
class Size:
    """Board size: ``width`` lines across, ``height`` lines up, 1 to 25 each, and the board's shape.

    >>> Size(9, 9).name(20), Size(9, 9).point("c3")
    ('C3', 20)
    >>> Size(3, 3).names(Size(3, 3).neighbours[0]), Size(3, 3).names(Size(3, 3, Shape.TORUS).neighbours[0])
    (('A2', 'B1'), ('A2', 'A3', 'B1', 'C1'))
    """

    width: int
    height: int
    shape: Shape = Shape.RECTANGLE

    def __post_init__(self) -> None:
        given: tuple[object, ...] = (python_number(self.width), python_number(self.height))
        for name, lines in zip(("width", "height"), given, strict=True):
            object.__setattr__(self, name, lines)
        for lines in given:
            if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= LARGEST:
                raise BadSize(
                    N_("a board has 1 to {most} lines each way, not {width} by {height}; try 9 by 9"),
                    most=LARGEST,
                    width=shorten(self.width),
                    height=shorten(self.height),
                )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    def __reduce__(self) -> tuple[type[Size], tuple[int, int, Shape]]:
        """Pickle the size without the cached tables of neighbours and names."""
        return Size, (self.width, self.height, self.shape)

    def with_shape(self, shape: Shape) -> Size:
        """Return a size of the same width and height, with this shape."""
        return self if self.shape is shape else Size(self.width, self.height, shape)

    @property
    def points(self) -> int:
        """Number of points of the board."""
        return self.width * self.height

    @_shared_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return the adjacent points of every point: one step along a line, never diagonal."""
        return tuple(self._at_offsets(point, ((0, -1), (-1, 0), (1, 0), (0, 1))) for point in range(self.points))

    @_shared_property
    def corners(self) -> tuple[tuple[int, ...], ...]:
        """Return the diagonal neighbours of every point: four, and fewer at the edge of a rectangle."""
        return tuple(self._at_offsets(point, ((-1, -1), (1, -1), (-1, 1), (1, 1))) for point in range(self.points))

    def _at_offsets(self, point: int, steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the points at these offsets (columns, rows) from a point, without repeats or the point itself."""
        row, column = divmod(point, self.width)
        places = ((column + across, row + up) for across, up in steps)
        if self.shape is Shape.TORUS:
            places = ((across % self.width, up % self.height) for across, up in places)
        inside = ((across, up) for across, up in places if 0 <= across < self.width and 0 <= up < self.height)
        found = dict.fromkeys(up * self.width + across for across, up in inside)
        return tuple(each for each in found if each != point)

    def distance(self, one: int, other: int) -> int:
        """Return the number of steps along the lines from one point to another."""
        up, across = abs(one // self.width - other // self.width), abs(one % self.width - other % self.width)
        if self.shape is Shape.TORUS:
            up, across = min(up, self.height - up), min(across, self.width - across)
        return up + across

    def distance_to_edge(self, point: int) -> int:
        """Return the distance of a point to the nearest edge: 0 on the edge, 25 on a torus, which has no edge."""
        if self.shape is Shape.TORUS:
            return LARGEST
        row, column = divmod(point, self.width)
        return min(row, column, self.height - 1 - row, self.width - 1 - column)

    @_shared_property
    def _names(self) -> tuple[str, ...]:
        return tuple(f"{COLUMNS[point % self.width]}{point // self.width + 1}" for point in range(self.points))

    @_shared_property
    def _by_name(self) -> dict[str, int]:
        return {name: point for point, name in enumerate(self._names)}

    def name(self, point: int) -> str:
        """Return the name of a point as players write it, such as ``C4``."""
        return self._names[point]

    def names(self, points: Iterable[int]) -> tuple[str, ...]:
        """Return the names of points in a referee's order: by column, then by row."""
        return tuple(self._names[point] for point in self.in_order(points))

    def in_order(self, points: Iterable[int]) -> tuple[int, ...]:
        """Return the points sorted by column, then by row."""
        return tuple(sorted(points, key=lambda point: (point % self.width, point)))

    def point(self, name: object) -> int:
        """Return the point with this name, in upper or lower case; raise ``BadPoint`` if there is none."""
        point = self._by_name.get(name.strip().upper()) if isinstance(name, str) else None
        if point is not None:
            return point
        last = COLUMNS[self.width - 1]
        columns = N_("columns are A to {last} without I") if last > "I" else N_("columns are A to {last}")
        raise BadPoint(
            N_("{name} is no point of a {size} board: {columns}, {rows}"),
            name=shorten(name),
            size=self,
            columns=Words(columns if self.width > 1 else N_("the column is A"), last=last),
            rows=Words(N_("rows are 1 to {last}") if self.height > 1 else N_("the row is 1"), last=self.height),
        )


def parse_typed_number(text: str) -> int | float | None:
    """Parse a number that a person typed, with a decimal point or comma, half or full width; None if invalid.

    >>> parse_typed_number("6,5"), parse_typed_number("６．５"), parse_typed_number("6_5")
    (6.5, 6.5, None)
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", plain):
        return None
    return float(plain) if "." in plain else int(plain)


def python_number(value: Any) -> Any:
    """Convert a scalar of numpy or another library to a Python number; return anything else unchanged."""
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "shape", None) == () else value


def shorten(text: object, longest: int = 40) -> str:
    """Quote user input for an error message, shortened if it is long."""
    shown = repr(text if not isinstance(text, str) else text[: longest + 1])
    return shown if len(shown) <= longest + 2 else f"{shown[:longest]}…{shown[0] if isinstance(text, str) else ''}"


def size_of(value: object) -> Size:
    """Return a size from a number, a pair, or a text such as ``"9"`` or ``"9x13"``; raise ``BadSize`` otherwise.

    >>> size_of(9) == size_of("9x9") == size_of((9, 9))
    True
    """
    if isinstance(value, Size):
        return value
    value = python_number(value)
    if isinstance(value, str):
        # × is used on pages, and Japanese keyboards write ｘ.
        width, cross, height = value.strip().lower().replace("×", "x").replace("ｘ", "x").partition("x")
        if width.isdecimal() and (not cross or height.isdecimal()) and len(value) <= 16:
            return Size(int(width), int(height or width))
    elif isinstance(value, int) and not isinstance(value, bool):
        return Size(value, value)
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        return Size(*value)
    raise BadSize(
        N_("{value} is no size: give one number such as 9, or two such as 9x13, each 1 to {most}"),
        value=shorten(value),
        most=LARGEST,
    )
