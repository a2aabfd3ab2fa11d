"""Positions of solved boards: seen by the player to move, on a board that is not wider than high, and as numbers.

Black and White have the same rules, so the stones of the player to move are 1 and the opponent's 2. The number of
a position is in base three, A1 the lowest digit. Positions that are equivalent by rotation or reflection have the
same value; the smallest of their numbers stands for all of them.
"""

from functools import lru_cache
from itertools import product
from typing import Protocol

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.board import BLACK, Colour
from yurei.rules.options import of_the_game
from yurei.rules.points import Size
from yurei.rules.ruleset import NO_PASSING, Capture, Repetition, Ruleset, Suicide

MOST_POINTS = 20
"""Greatest number of points of a board that can be solved."""

_OTHERS = bytes.maketrans(b"\1\2", b"\2\1")
_DIGITS = bytes.maketrans(b"\0\1\2", b"012")


class Values(Protocol):
    """Values of all positions of a board.

    Attributes:
        size: The board, not wider than high.
    """

    @property
    def size(self) -> Size:
        """The size of the boards."""

    def code(self, cells: bytes) -> int:
        """Return 0 for a draw, n if the player to move loses (n odd) or wins (n even) in n plies.

        Args:
            cells: A position of this board in which every string has a liberty; 1 is a stone of the player to move.
        """


def check_ruleset(ruleset: Ruleset) -> None:
    """Check that a ruleset is that of the tables.

    Raises:
        BadSettings: if capture, suicide, repetition or passing are not as in Alter Igo.
    """
    rules = ruleset.capture, ruleset.suicide, ruleset.repetition, ruleset.passing
    solved = Capture.SIMULTANEOUS, Suicide.LONE_LOSES, Repetition.DRAW_ON_THIRD, NO_PASSING
    if rules != solved or of_the_game(ruleset):
        raise BadSettings(
            N_("{ruleset} is not among the games that can be solved; try alter-igo without passes"),
            ruleset=ruleset.slug,
        )


def seen_by(cells: bytes, to_move: Colour) -> bytes:
    """Return the position with the stones of the player to move as 1."""
    return cells if to_move is BLACK else cells.translate(_OTHERS)


def upright_size(size: Size) -> Size:
    """Return the size of the board turned to be not wider than high."""
    return Size(min(size.width, size.height), max(size.width, size.height))


def upright(cells: bytes, size: Size) -> bytes:
    """Return the position on the board turned to be not wider than high."""
    if size.width <= size.height:
        return cells
    return bytes(cells[row * size.width + column] for column in range(size.width) for row in range(size.height))


@lru_cache(maxsize=32)
def symmetries(size: Size) -> tuple[tuple[int, ...], ...]:
    """Return the rotations and reflections of a board onto itself, as the image of every point; the identity first."""
    found = []
    for across, up, turned in product((False, True), (False, True), (False, True)[: 1 + (size.width == size.height)]):
        becomes = []
        for point in range(size.points):
            row, column = divmod(point, size.width)
            column = size.width - 1 - column if across else column
            row = size.height - 1 - row if up else row
            becomes.append(column * size.width + row if turned else row * size.width + column)
        found.append(tuple(becomes))
    return tuple(dict.fromkeys(found))


def number(cells: bytes) -> int:
    """Return the number of a position.

    >>> number(bytes([0, 1, 2]))
    21
    """
    return int(cells[::-1].translate(_DIGITS), 3)


def smallest(cells: bytes, size: Size) -> int:
    """Return the number that stands for a position and its equivalents."""
    table = cells.ljust(256, b"\0")  # translates a point into its cell
    return int(min([points.translate(table) for points in _orders(size)]).translate(_DIGITS), 3)


@lru_cache(maxsize=32)
def _orders(size: Size) -> tuple[bytes, ...]:
    """Return for every symmetry the points in the order in which their digits are written, the highest first."""
    return tuple(bytes(reversed(becomes)) for becomes in symmetries(size))
