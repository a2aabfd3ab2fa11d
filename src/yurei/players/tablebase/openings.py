"""Values of the empty board and of all first moves, for boards whose tables are too large to ship.

``openings.json`` holds them; ``scripts/openings.py`` writes it from the tables that ``yurei solve`` makes.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from yurei.errors import NoTable
from yurei.languages import N_
from yurei.rules.points import Size


@dataclass(frozen=True, slots=True)
class Opening:
    """Values of a board's empty position, and of the positions after its first moves.

    Attributes:
        size: The board, not wider than high.
        empty: Code of the empty board, see ``Values``.
        first: Codes of the positions after the first moves, for the opponent to move, by point.
        won, drawn, lost, longest: As in the table of the board.
        command: The command that makes the table.
    """

    size: Size
    empty: int
    first: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    longest: int
    command: str = ""

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``.

        Raises:
            NoTable: if there is another stone than one of the opponent's.
        """
        if not any(cells):
            return self.empty
        if sum(cells) == cells.count(2) * 2 == 2:
            return self.first[cells.index(2)]
        raise NoTable(
            N_(
                "of the board {size} the values of first moves are known; for other positions, make a table with {command}"
            ),
            size=self.size,
            command=self.command,
        )


@cache
def openings() -> dict[Size, Opening]:
    """Return the openings that are shipped, by board."""
    text = resources.files(__package__).joinpath("openings.json").read_text(encoding="utf-8")
    found = {}
    for name, values in json.loads(text).items():
        width, height = map(int, name.split("x"))
        size = Size(width, height)
        found[size] = Opening(size, **{**values, "first": tuple(values["first"])})
    return found
