"""Coloured characters in rows, and mixtures of two colours."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a terminal: a character one column wide, and its colours as ``#rrggbb``."""

    text: str
    ink: str
    ground: str
    bold: bool = False


class Canvas:
    """A rectangle of cells, initially all equal.

    Args:
        width, height: Columns and rows.
        cell: The initial cell.
    """

    def __init__(self, width: int, height: int, cell: Cell) -> None:
        self.width, self.height = width, height
        self._rows = [[cell] * width for _ in range(height)]

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        across, down = place
        return self._rows[down][across]

    def put(
        self,
        across: int,
        down: int,
        text: str,
        ink: str | None = None,
        ground: str | None = None,
        bold: bool | None = None,
    ) -> None:
        """Write a text from a place to the right; colours that are not given stay as they are."""
        row = self._rows[down]
        for place, letter in enumerate(text, across):
            old = row[place]
            row[place] = Cell(letter, ink or old.ink, ground or old.ground, old.bold if bold is None else bold)

    def fill(self, left: int, top: int, width: int, height: int, ground: str) -> None:
        """Set the ground of a rectangle."""
        for down in range(top, top + height):
            self.put(left, down, " " * width, ground=ground)

    def strips(self) -> list[Strip]:
        """Return the rows, as the screen takes them."""
        return [Strip([_segment(list(run)) for _, run in groupby(row, key=_look)], self.width) for row in self._rows]


def _look(cell: Cell) -> tuple[str, str, bool]:
    return cell.ink, cell.ground, cell.bold


def _segment(cells: list[Cell]) -> Segment:
    return Segment("".join(cell.text for cell in cells), _style(*_look(cells[0])))


@cache
def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold)


@cache
def mixed(colour: str, other: str, part: float) -> str:
    """Return a colour mixed with a part of another, 0 to 1."""
    return Color.parse(colour).blend(Color.parse(other), part).hex.lower()
