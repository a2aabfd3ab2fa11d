"""SVG shapes on a board's points: stones, ghosts, pencil marks, and the player's last try."""

from __future__ import annotations

from functools import lru_cache

from yurei.apps.web.board.lines import beyond, centre_of, coordinate
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Shape, Size

CLASSES = {BLACK_STONE: "black", WHITE_STONE: "white", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}
CELLS = range(1 + max(CLASSES))
_SHAPES = {
    BLACK_STONE: "black-stone",
    WHITE_STONE: "white-stone",
    BLACK_GHOST: "black-ghost",
    WHITE_GHOST: "white-ghost",
}


@lru_cache(maxsize=64)
def pieces_on(size: Size) -> tuple[list[str], ...]:
    """Return the shape of every piece on every point, by cell; empty strings for an empty cell."""
    points = range(size.points)
    return tuple([lying(size, point, "", cell) if cell != EMPTY else "" for point in points] for cell in CELLS)


def lying(size: Size, point: int, more: str, cell: int) -> str:
    """Draw a stone or a ghost on its point; ``more`` is added to its classes."""
    return _copies_beyond_edges(size, point, cell) + piece_on(size, point, f"stone {CLASSES[cell]}{more}", cell)


def piece_on(size: Size, point: int, kind: str, cell: int) -> str:
    """Draw a stone or a ghost on its point, with the class ``kind``."""
    (x, y), (right, down) = centre_of(size, point), _offset(point)
    return f'<use class="{kind}" href="#{_SHAPES[cell]}" x="{coordinate(x + right)}" y="{coordinate(y + down)}"/>'


def _copies_beyond_edges(size: Size, point: int, cell: int) -> str:
    """Draw the faint copies of a stone beyond the edges of a torus."""
    if size.shape is not Shape.TORUS:
        return ""
    right, down = _offset(point)
    return "".join(
        f'<use class="beyond" href="#{_SHAPES[cell]}" x="{coordinate(x + right)}" y="{coordinate(y + down)}"/>'
        for x, y in beyond(size, point)
    )


def _offset(point: int) -> tuple[float, float]:
    """Return the offset of a stone from its point, as if set down by hand; constant for each point."""
    return (point * 37 % 7 - 3) * 0.009, (point * 23 % 5 - 2) * 0.012


def last_try(x: float, y: float, *, refused: bool) -> str:
    """Draw the player's last try: a ring, struck through if it was refused."""
    ring = f"M{coordinate(x - 0.22)} {coordinate(y)}a.22.22 0 1 1 .44 0 .22.22 0 1 1-.44 0"
    return f"{ring}M{coordinate(x - 0.155)} {coordinate(y + 0.155)}l.31-.31" if refused else ring


def earlier(kind: str, x: float, y: float) -> str:
    """Draw a lasting mark: a small ring, struck through for a refused try, crossed for a lost stone."""
    ring = f"M{coordinate(x - 0.15)} {coordinate(y)}a.15.15 0 1 1 .3 0 .15.15 0 1 1-.3 0"
    strokes = {
        "refused": f"M{coordinate(x - 0.1)} {coordinate(y + 0.1)}l.2-.2",
        "lost": f"M{coordinate(x - 0.1)} {coordinate(y - 0.1)}l.2 .2m0-.2l-.2 .2",
    }
    return f'<path class="mark {kind}" d="{ring}{strokes.get(kind, "")}"/>'


def pencilled(mark: str, x: float, y: float) -> str:
    """Draw a pencil mark."""
    if mark in ("black", "white"):
        return f'<circle class="pencil {mark}" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".27"/>'
    slash = f"M{coordinate(x - 0.25)} {coordinate(y - 0.25)}l.5 .5"
    both = f"{slash}m0-.5l-.5 .5"
    return f'<path class="pencil {mark}" d="{both if mark == "cross" else slash}"/>'
