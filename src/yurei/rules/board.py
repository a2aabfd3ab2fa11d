"""Boards, their strings of stones, and the liberties of strings.

Cells are ``bytes``, one a point: 0 empty, 1 a black stone, 2 a white stone, 3 a black ghost, 4 a white ghost. As
text a board is its rows from the top joined by ``/``: ``.`` empty, ``B`` ``W`` stones, ``b`` ``w`` ghosts. This
module defines strings and liberties; legality is defined in ``judge``.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum

from yurei.errors import BadBoard
from yurei.languages import N_
from yurei.rules.points import Size, shorten

EMPTY, BLACK_STONE, WHITE_STONE, BLACK_GHOST, WHITE_GHOST = range(5)
LETTERS = ".BWbw"
GHOST = 2
"""Difference between the cell of a ghost and the cell of a stone of the same colour."""


class Colour(IntEnum):
    """A player's colour. The value is the cell of a stone of that colour."""

    BLACK = 1
    WHITE = 2

    @property
    def word(self) -> str:
        """``black`` or ``white``, as settings and protocols write it."""
        return "black" if self is Colour.BLACK else "white"

    @property
    def opponent(self) -> "Colour":
        """The other colour."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


BLACK, WHITE = Colour.BLACK, Colour.WHITE


def colour_of(cell: int) -> Colour | None:
    """Return the colour of the piece in a cell; None for an empty cell."""
    return None if cell == EMPTY else Colour(cell if cell <= GHOST else cell - GHOST)


_COLOURS = bytes.maketrans(bytes([BLACK_GHOST, WHITE_GHOST]), bytes([BLACK_STONE, WHITE_STONE]))


def position(cells: bytes | bytearray) -> bytes:
    """Return the board with each ghost replaced by a stone: "a ghost counts as its colour" in repetition rules."""
    return bytes(cells).translate(_COLOURS)


def empty_board(size: Size) -> bytes:
    """Return an empty board."""
    return bytes(size.points)


def board_text(cells: bytes, size: Size) -> str:
    """Return the board as text, rows from the top.

    >>> board_text(bytes([0, 1, 2, 0]), Size(2, 2))
    'W./.B'
    """
    rows = (cells[start : start + size.width] for start in range(0, size.points, size.width))
    return "/".join("".join(LETTERS[cell] for cell in row) for row in reversed(list(rows)))


def read_board(text: object, size: Size | None = None) -> tuple[bytes, Size]:
    """Return the cells and the size of a board text; raise ``BadBoard`` if it is invalid, or of a different size."""
    if not isinstance(text, str):
        raise BadBoard(N_("a board is a text such as '.B/W.', not {text}"), text=shorten(text))
    rows = text.split("/")
    if {len(row) for row in rows} != {len(rows[0])} or not rows[0]:
        raise BadBoard(
            N_("the rows of a board are equally long and joined by '/'; those of {text} are not"), text=shorten(text)
        )
    if strange := set(text) - set(LETTERS) - {"/"}:
        raise BadBoard(N_("a board is written with . B W b w, not with {letter}"), letter=shorten(min(strange)))
    own = Size(len(rows[0]), len(rows))
    size = size or own
    if size.with_shape(own.shape) != own:
        raise BadBoard(N_("the board is {own}, the game {size}; give a board of {size}"), own=own, size=size)
    return bytes(LETTERS.index(letter) for row in reversed(rows) for letter in row), size


Neighbours = tuple[tuple[int, ...], ...]
"""The adjacent points of every point."""


def string_at(
    cells: bytes | bytearray, neighbours: Neighbours, point: int, enough: int = 2**30
) -> tuple[list[int], set[int]]:
    """Return the stones and the liberties of the string at ``point``, which holds a stone.

    "A maximal connected set of stones of one colour"; a liberty is "an empty point, or in No Seki Go also a point
    that holds a ghost of the string's colour". The search stops once ``enough`` liberties are found, 1 or more;
    then the other liberties and stones are left out.
    """
    colour = cells[point]
    ghost = colour + GHOST
    stones, seen, liberties = [point], {point}, set()
    for stone in stones:
        for beside in neighbours[stone]:
            cell = cells[beside]
            if cell == colour:
                if beside not in seen:
                    seen.add(beside)
                    stones.append(beside)
            elif cell in (EMPTY, ghost):
                liberties.add(beside)
        if len(liberties) >= enough:
            break
    return stones, liberties


def strings(cells: bytes, size: Size) -> Iterator[tuple[list[int], set[int]]]:
    """Yield every string of the board, as its stones and its liberties."""
    seen: set[int] = set()
    for point, cell in enumerate(cells):
        if cell in (BLACK_STONE, WHITE_STONE) and point not in seen:
            stones, liberties = string_at(cells, size.neighbours, point)
            seen.update(stones)
            yield stones, liberties


def is_legal(cells: bytes, size: Size) -> bool:
    """Return whether every string of the board has a liberty."""
    return all(liberties for _, liberties in strings(cells, size))


def without_liberties(cells: bytes | bytearray, neighbours: Neighbours, colour: int, around: int) -> list[int]:
    """Return the stones of all strings of ``colour`` at or beside the point ``around`` that have no liberty."""
    gone: list[int] = []
    for point in (around, *neighbours[around]):
        if cells[point] == colour and point not in gone:
            stones, liberties = string_at(cells, neighbours, point, enough=1)
            if not liberties:
                gone += stones
    return gone


def stranded_ghosts(cells: bytes | bytearray, neighbours: Neighbours, colour: int) -> list[int]:
    """Return the ghosts of ``colour`` that are not adjacent to any string of their colour."""
    ghost = colour + GHOST
    return [
        point
        for point, cell in enumerate(cells)
        if cell == ghost and all(cells[beside] != colour for beside in neighbours[point])
    ]


def put(cells: bytes | bytearray, points: Iterable[int], cell: int) -> bytes:
    """Return a copy of the board in which each of the points holds ``cell``."""
    changed = bytearray(cells)
    for point in points:
        changed[point] = cell
    return bytes(changed)
