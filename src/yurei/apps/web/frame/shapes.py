"""SVG shapes of a board: its lines, and on its points pieces, pencil marks, tries, marks, labels, fog, probabilities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from markupsafe import escape

from yurei.languages import N_
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import COLUMNS, Shape, Size

MARGIN = 0.8
"""Margin around the points for coordinate labels, in point widths; the style sheet has the same figure."""
CLASSES = {BLACK_STONE: "black", WHITE_STONE: "white", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}
CELLS = range(1 + max(CLASSES))
_SHAPES = {
    BLACK_STONE: "black-stone",
    WHITE_STONE: "white-stone",
    BLACK_GHOST: "black-ghost",
    WHITE_GHOST: "white-ghost",
}
SPOT_WORDS = {
    "hidden": N_("a hidden stone may stand here"),
    "fence": N_("moves may be made here"),
    "target": N_("target"),
    "certain": N_("certain"),
    "chosen": N_("chosen"),
}
"""Descriptions of the marks of problems, by kind."""


@dataclass(frozen=True, slots=True)
class Label:
    """Text on a point.

    Attributes:
        text: The text, three characters at most.
        kind: Classes of its shape.
        words: The same for a screen reader, as part of the point's name.
    """

    text: str
    kind: str
    words: str


def centre_of(size: Size, point: int) -> tuple[float, float]:
    """Return the centre of a point in the picture."""
    row, column = divmod(point, size.width)
    return MARGIN + column + 0.5, MARGIN + size.height - row - 0.5


def coordinate(place: float) -> str:
    """Return a coordinate as text of fixed length, so that the length of a page reveals no point."""
    return f"{place:06.3f}"


def lines(size: Size) -> str:
    """Return all lines as one path; those of a torus run on halfway to the next point, short of the coordinates."""
    left, top = MARGIN + 0.5, MARGIN + 0.5
    on = 0.5 if size.shape is Shape.TORUS else 0
    width, height = size.width - 1 + 2 * on, size.height - 1 + 2 * on
    across = [f"M{left - on:g} {top + row:g}h{width:g}" for row in range(size.height)]
    down = [f"M{left + column:g} {top - on:g}v{height:g}" for column in range(size.width)]
    return "".join(across + down)


def beyond(size: Size, point: int) -> Iterator[tuple[float, float]]:
    """Yield the repeated positions of a point beyond the edges of a torus: none, one, or three for a corner."""
    if size.shape is not Shape.TORUS:
        return
    (x, y), (row, column) = centre_of(size, point), divmod(point, size.width)
    across = [0, *([size.width] if column == 0 else []), *([-size.width] if column == size.width - 1 else [])]
    down = [0, *([-size.height] if row == 0 else []), *([size.height] if row == size.height - 1 else [])]
    for right, low in product(across, down):
        if right or low:
            yield x + right, y + low


def stars(size: Size) -> str:
    """Draw the star points: "4-4 on >= 13 (3-3 below), centre on odd sizes, side points on >= 17"."""
    columns, rows = _star_lines(size.width), _star_lines(size.height)
    middle = (size.width // 2, size.height // 2)
    large = min(size.width, size.height) >= 17
    points = [
        centre_of(size, row * size.width + column)
        for column in columns
        for row in rows
        if large or (column, row) == middle or (column != middle[0] and row != middle[1])
    ]
    return "".join(f"M{x:g} {y:g}h0" for x, y in points)


def _star_lines(lines: int) -> list[int]:
    if lines < 7:
        return [lines // 2] if lines % 2 and lines > 3 else []
    edge = 3 if lines >= 13 else 2
    return [edge, *([lines // 2] if lines % 2 else []), lines - 1 - edge]


def letters(size: Size) -> str:
    """Draw the coordinate labels on all four sides."""
    width, height = size.width + 2 * MARGIN, size.height + 2 * MARGIN
    places = " ".join(f"{MARGIN + column + 0.5:g}" for column in range(size.width))
    columns = [
        f'<text x="{places}" y="{y:g}">{COLUMNS[: size.width]}</text>' for y in (MARGIN * 0.72, height - MARGIN * 0.38)
    ]
    rows = [
        f'<text x="{x:g}" y="{MARGIN + size.height - row - 0.38:g}">{row + 1}</text>'
        for row in range(size.height)
        for x in (MARGIN * 0.55, width - MARGIN * 0.55)
    ]
    return f'<g class="coordinates">{"".join(columns)}{"".join(rows)}</g>'


@lru_cache(maxsize=64)
def empty(size: Size, *, coordinates: bool) -> str:
    """Return the SVG of an empty board, with the svg element still open."""
    width, height = size.width + 2 * MARGIN, size.height + 2 * MARGIN
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" aria-hidden="true" focusable="false">'
        f'<path class="lines" d="{lines(size)}"/><path class="stars" d="{stars(size)}"/>'
        f"{letters(size) if coordinates else ''}"
    )


@lru_cache(maxsize=64)
def pieces_on(size: Size) -> tuple[list[str], ...]:
    """Return the shape of every piece on every point, by cell; empty strings for an empty cell."""
    points = range(size.points)
    return tuple([lying(size, point, "", cell) if cell != EMPTY else "" for point in points] for cell in CELLS)


def lying(size: Size, point: int, more: str, cell: int) -> str:
    """Draw a stone or a ghost on its point, and beyond the edges of a torus; ``more`` is added to its classes."""
    copies = "".join(_piece_at(place, point, "beyond", cell) for place in beyond(size, point))
    return copies + piece_on(size, point, f"stone {CLASSES[cell]}{more}", cell)


def piece_on(size: Size, point: int, kind: str, cell: int) -> str:
    """Draw a stone or a ghost on its point, with the class ``kind``."""
    return _piece_at(centre_of(size, point), point, kind, cell)


def _piece_at(place: tuple[float, float], point: int, kind: str, cell: int) -> str:
    """Draw a piece with an offset, as if set down by hand; it is constant for each point."""
    x, y = place[0] + (point * 37 % 7 - 3) * 0.009, place[1] + (point * 23 % 5 - 2) * 0.012
    return f'<use class="{kind}" href="#{_SHAPES[cell]}" x="{coordinate(x)}" y="{coordinate(y)}"/>'


def last_try(x: float, y: float, *, refused: bool, ghost: bool) -> str:
    """Draw the player's last try: a ring, around the face of a ghost, struck through if it was refused."""
    radius = 0.44 if ghost else 0.28
    arc, slant = f"a{radius:g} {radius:g} 0 1 1", radius / 2**0.5
    ring = f"M{coordinate(x - radius)} {coordinate(y)}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0"
    stroke = f"M{coordinate(x - slant)} {coordinate(y + slant)}l{2 * slant:.3g}-{2 * slant:.3g}" if refused else ""
    kind = f"{'refused' if refused else 'accepted'}{' around' if ghost else ''}"
    return f'<path class="last {kind}" d="{ring}{stroke}"/>'


def earlier(kind: str, x: float, y: float) -> str:
    """Draw a lasting mark: a small ring, struck through for a refused try, crossed for a lost stone."""
    ring = f"M{coordinate(x - 0.22)} {coordinate(y)}a.22.22 0 1 1 .44 0 .22.22 0 1 1-.44 0"
    strokes = {
        "refused": f"M{coordinate(x - 0.155)} {coordinate(y + 0.155)}l.31-.31",
        "lost": f"M{coordinate(x - 0.155)} {coordinate(y - 0.155)}l.31 .31m0-.31l-.31 .31",
    }
    return f'<path class="mark {kind}" d="{ring}{strokes.get(kind, "")}"/>'


def pencilled(mark: str, x: float, y: float) -> str:
    """Draw a pencil mark."""
    if mark in ("black", "white"):
        return f'<circle class="pencil {mark}" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".27"/>'
    slash = f"M{coordinate(x - 0.25)} {coordinate(y - 0.25)}l.5 .5"
    both = f"{slash}m0-.5l-.5 .5"
    return f'<path class="pencil {mark}" d="{both if mark == "cross" else slash}"/>'


def labelled(label: Label, x: float, y: float) -> str:
    """Draw a text in a disc around a point."""
    return (
        f'<g class="label {label.kind}"><circle cx="{coordinate(x)}" cy="{coordinate(y)}" r=".4"/>'
        f'<text x="{coordinate(x)}" y="{coordinate(y + 0.105)}">{escape(label.text)}</text></g>'
    )


def spot(kind: str, x: float, y: float) -> str:
    """Draw a mark of a problem."""
    left, top = coordinate(x - 0.36), coordinate(y - 0.36)
    if kind in ("hidden", "fence"):
        return f'<rect class="spot hidden" x="{left}" y="{top}" width=".72" height=".72" rx=".18"/>'
    if kind == "certain":
        return (
            f'<rect class="spot certain" x="{coordinate(x - 0.2)}" y="{coordinate(y - 0.2)}" width=".4" height=".4"/>'
        )
    if kind == "target":
        return f'<path class="spot target" d="M{coordinate(x)} {coordinate(y - 0.24)}l.22 .38h-.44z"/>'
    return f'<circle class="spot {kind}" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".42"/>'


def fog(size: Size, fog: int) -> str:
    """Draw the fog as one path, a bank for every run of hidden points in a row; ``fog`` has a bit per point."""
    width, banks = size.width, []
    for first in range(0, size.points if fog else 0, width):
        for lies, run in groupby(range(first, first + width), key=lambda point: fog >> point & 1):
            points = list(run)
            if lies:
                (x, y), along = centre_of(size, points[0]), len(points) - 1
                banks.append(
                    f"M{coordinate(x)} {coordinate(y - 0.58)}h{along}a.58.58 0 0 1 0 1.16h-{along}a.58.58 0 0 1 0-1.16"
                )
    return f'<path class="fog" d="{"".join(banks)}"/>' if banks else ""


def heat(size: Size, chances: Sequence[float]) -> str:
    """Draw the probability of an opponent's piece by point: squares in ten strengths, one path per strength."""
    squares: dict[int, list[str]] = {}
    for point, chance in enumerate(chances):
        x, y = centre_of(size, point)
        squares.setdefault(round(10 * chance), []).append(f"M{coordinate(x - 0.5)} {coordinate(y - 0.5)}h1v1h-1z")
    return "".join(
        f'<path class="heat" opacity="{strength / 10:g}" d="{"".join(shapes)}"/>'
        for strength, shapes in sorted(squares.items())
        if strength
    )
