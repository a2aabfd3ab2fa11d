"""Small picture of a board in few bytes: a path per kind of piece, each stone a dot."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Size

_LAYERS = (
    ("rim", (WHITE_STONE,)),
    ("black", (BLACK_STONE,)),
    ("white", (WHITE_STONE,)),
    ("black ghost", (BLACK_GHOST,)),
    ("white ghost", (WHITE_GHOST,)),
)


def thumbnail(size: Size, cells: bytes, label: str) -> Markup:
    """Return the board as a picture without coordinates; the style sheet draws lines of no length as dots.

    Args:
        size, cells: See ``yurei.rules.board``.
        label: Accessible name of the board.
    """
    layers = ((kind, "".join(_dots(size, cells, pieces))) for kind, pieces in _LAYERS)
    stones = "".join(f'<path class="{kind}" d="{dots}"/>' for kind, dots in layers if dots)
    return Markup(
        f'<svg class="thumb" role="img" aria-label="{escape(label)}" viewBox="-.5 -.5 {size.width} {size.height}">'
        f'<path class="grid" d="{_grid(size)}"/>{stones}</svg>'
    )


def _grid(size: Size) -> str:
    right, down = size.width - 1, size.height - 1
    rows = (f"M0 {row}h{right}" for row in range(size.height))
    return "".join([*rows, *(f"M{column} 0v{down}" for column in range(size.width))])


def _dots(size: Size, cells: bytes, pieces: tuple[int, ...]) -> Iterable[str]:
    for point, cell in enumerate(cells):
        if cell in pieces:
            row, column = divmod(point, size.width)
            yield f"M{column} {size.height - 1 - row}h0"
