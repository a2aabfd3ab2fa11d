"""Vocabulary of GTP: colours, vertices, boards, scores."""

from collections.abc import Iterable

from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused
from yurei.errors import YureiError
from yurei.referee.settings import number
from yurei.rules.board import BLACK, WHITE, Colour, read_board
from yurei.rules.points import COLUMNS, Size
from yurei.rules.state import PASS, EndedBy, Kind, Result, Try, ghost, handicap, stone

COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
GHOST = "ghost-"
"""Prefix of the vertex of a ghost: ``ghost-C3``."""
PASSES = ("pass", "..")
SIGNS = ".XOxo"
"""Signs of cells: stones are capital, ghosts small."""


def colour(word: str) -> Colour:
    """Return the colour of a word.

    Raises:
        Refused: if the word is no colour.
    """
    if (found := COLOURS.get(word.lower())) is None:
        raise Refused(SYNTAX_ERROR)
    return found


def point(word: str, size: Size) -> int:
    """Return the point of a vertex.

    Raises:
        Refused: if the vertex is not on this board.
    """
    try:
        return size.point(word)
    except YureiError:
        raise Refused(SYNTAX_ERROR) from None


def attempt(word: str, size: Size) -> Try:
    """Return the try that a vertex names: ``C3``, ``ghost-C3``, ``pass``.

    Raises:
        Refused: if it names no try on this board.
    """
    word = word.lower()
    if word in PASSES:
        return PASS
    if word.startswith(GHOST):
        return ghost(point(word.removeprefix(GHOST), size))
    return stone(point(word, size))


def vertex(tried: Try, size: Size) -> str:
    """Return a try as a vertex."""
    if tried.point is None:
        return tried.kind.value
    return f"{GHOST if tried.kind is Kind.GHOST else ''}{size.name(tried.point)}"


def vertices(points: Iterable[int], size: Size) -> str:
    """Return points as vertices, column by column."""
    return " ".join(size.names(points))


def handicap_points(size: Size, stones: int) -> list[int]:
    """Return the usual points of a handicap.

    Raises:
        Refused: if this board has no such handicap.
    """
    try:
        cells, _ = read_board(handicap(size, stones), size)
    except YureiError:
        raise Refused("invalid number of stones") from None
    return [point for point, cell in enumerate(cells) if cell]


def drawn(board: bytes, size: Size) -> str:
    """Return a board as text, with its coordinates."""
    letters = "   " + " ".join(COLUMNS[: size.width])
    rows = [
        f"{row + 1:2} {' '.join(SIGNS[cell] for cell in board[row * size.width : (row + 1) * size.width])} {row + 1}"
        for row in reversed(range(size.height))
    ]
    return "\n" + "\n".join([letters, *rows, letters])


def result_text(result: Result) -> str:
    """Return a result as text: ``B+3.5``, ``W+R``, ``0``."""
    if result.winner is None:
        return "0"
    by = {EndedBy.RESIGNATION: "R", EndedBy.TIME: "T"}.get(result.by, "")
    return f"{'B' if result.winner is BLACK else 'W'}+{by or number(abs(result.margin or 0)) or ''}"
