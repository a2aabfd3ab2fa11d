"""A board as an SVG picture, with a grid of buttons or named cells of the same geometry over it; and thumbnails.

It draws the cells that it is given, from a view or from the reveal. All text in it is our own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from markupsafe import Markup, escape

from yurei.apps.web.frame import shapes
from yurei.apps.web.frame.html import Board
from yurei.apps.web.frame.shapes import CELLS, CLASSES, SPOT_WORDS, Label, centre_of, coordinate
from yurei.languages import N_, percent_text
from yurei.referee.view import Mark
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Size
from yurei.wording import Gettext

_WORDS = {
    BLACK_STONE: N_("black stone"),
    WHITE_STONE: N_("white stone"),
    BLACK_GHOST: N_("black ghost"),
    WHITE_GHOST: N_("white ghost"),
}
_DOTS = {BLACK_STONE: "black", WHITE_STONE: "white"}
_PENCILLED = {
    "black": N_("pencil: black"),
    "white": N_("pencil: white"),
    "dead": N_("pencil: captured"),
    "cross": N_("pencil: crossed out"),
}
_MARKED = {
    "refused": N_("refused here on turn {turn}"),
    "taken": N_("captured here on turn {turn}"),
    "lost": N_("own stone lost here on turn {turn}"),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """Input of the board drawing.

    Attributes:
        size, cells: The board, see ``yurei.rules.board``.
        name: Tells the boards of a page apart; part of every id.
        label: Accessible name of the board.
        pencil: Marks by point.
        last: The point of the player's own last try, and whether it was refused; None without one.
        dead: Points of stones that are marked dead.
        owners: Colour whose area a point belongs to, by point.
        asked: Whether points can be clicked.
        uncertain: Points of stones that may be gone, as captures were not named.
        taken: Points of the captures that were just announced.
        marks: The last announcement about a point that is empty.
        aim: The point of a try that is still to be confirmed.
        pointed: Points that are highlighted.
        hand: Colour of the player who tries on this board; None otherwise.
        known: The reader's own view when the board was revealed; None for a reader who knew it all.
        fog: The points that lie in fog, as bits.
        disputed: Points of stones whose status, dead or alive, is disputed.
        wrong: Points of wrong pencil marks.
        heat: For every point the probability of an opponent's piece; empty if it is not shown.
        spots: Marks of a problem by point, see ``SPOT_WORDS``.
        labels: A short text on a point, such as the value of a move.
        sketch: Whether stones are drawn by few strokes: for pages with several large boards.
    """

    size: Size
    cells: bytes
    name: str
    label: str
    pencil: Mapping[int, str] = field(default_factory=dict)
    last: tuple[int, bool] | None = None
    dead: Collection[int] = ()
    owners: Mapping[int, int] = field(default_factory=dict)
    asked: bool = False
    uncertain: Collection[int] = ()
    taken: Collection[int] = ()
    marks: Mapping[int, Mark] = field(default_factory=dict)
    hand: str | None = None
    known: bytes | None = None
    fog: int = 0
    disputed: Collection[int] = ()
    wrong: Collection[int] = ()
    aim: int | None = None
    pointed: Collection[int] = ()
    heat: Sequence[float] = ()
    spots: Mapping[int, Sequence[str]] = field(default_factory=dict)
    labels: Mapping[int, Label] = field(default_factory=dict)
    sketch: bool = False


def drawn(picture: Picture, say: Gettext) -> Board:
    """Draw the board: a picture, and over it the points as buttons or named cells."""
    size, name = picture.size, picture.name
    hand = f' data-hand="{picture.hand}"' if picture.hand else ""
    begins = f'<div class="{_kind(picture)}" id="{name}" data-w="{size.width}" data-h="{size.height}"{hand}>'
    layers = [
        (f"{layer}-{name}", f'<g id="{layer}-{name}">{drawn}</g>')
        for layer, drawn in (("fog", shapes.fog(size, picture.fog)), ("heat", shapes.heat(size, picture.heat)))
    ]
    if picture.sketch:
        layers.append((f"dots-{name}", f'<g id="dots-{name}">{"".join(_dots(picture))}</g>'))
    empty_board = "", begins + shapes.empty(size, coordinates=True)
    return Board((empty_board, *layers, *_rows_drawn(picture), ("", "</svg>"), *_grid(picture, say), ("", "</div>")))


def pictured(picture: Picture) -> Markup:
    """Draw the board as a picture alone, without named cells: for boards that never change."""
    size = picture.size
    begins = f'<div class="{_kind(picture)}" role="img" aria-label="{picture.label}" data-w="{size.width}" data-h="{size.height}">'
    dots = _dots(picture) if picture.sketch else ()
    layers = shapes.fog(size, picture.fog), shapes.heat(size, picture.heat)
    points = (_on_point(picture, point) for point in range(size.points))
    board = shapes.empty(size, coordinates=not picture.sketch)
    return Markup("".join([begins, board, *dots, *layers, *points, "</svg></div>"]))


def _kind(picture: Picture) -> str:
    return "board uncertain" if picture.uncertain else "board"


def _rows_drawn(picture: Picture) -> Iterator[tuple[str, str]]:
    """Yield the shapes on the points of each row, the lowest row first."""
    size, pieces, marked = picture.size, shapes.pieces_on(picture.size), _marked(picture)
    drawn_on = [
        _on_point(picture, point) if point in marked else pieces[cell][point]
        for point, cell in enumerate(picture.cells)
    ]
    for row in range(size.height):
        name, points = f"s-{picture.name}-{row + 1}", drawn_on[row * size.width : (row + 1) * size.width]
        yield name, f'<g id="{name}">{"".join(points)}</g>'


def _marked(picture: Picture) -> Collection[int]:
    """Return the points that may have a mark beside the plain piece."""
    if picture.known is not None or picture.sketch:
        return range(picture.size.points)
    return {
        *picture.marks,
        *picture.taken,
        *picture.uncertain,
        *picture.owners,
        *picture.pencil,
        *picture.dead,
        *picture.disputed,
        *picture.spots,
        *picture.labels,
        *(picture.last or ())[:1],
    }


def _on_point(picture: Picture, point: int) -> str:
    cell, (x, y) = picture.cells[point], centre_of(picture.size, point)
    parts: list[str] = []
    if cell != EMPTY and not (picture.sketch and cell in _DOTS):
        dead = " dead" if point in picture.dead else ""
        unveiled = " unveiled" if _unveiled(picture, point) else ""
        doubtful = " doubtful" if point in picture.uncertain else ""
        parts.append(shapes.lying(picture.size, point, f"{dead}{unveiled}{doubtful}", cell))
        if unveiled:
            parts.append(f'<circle class="unseen" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".48"/>')
        if point in picture.dead:
            parts.append(f'<path class="crossed" d="M{coordinate(x - 0.3)} {coordinate(y - 0.3)}l.6 .6m0-.6l-.6 .6"/>')
        if point in picture.disputed:
            parts.append(f'<circle class="disputed" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".48"/>')
    elif point in picture.taken:
        parts.append(f'<circle class="taken" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".34"/>')
    elif point in picture.marks and (picture.last or (None,))[0] != point:
        parts.append(shapes.earlier(picture.marks[point].kind, x, y))
    elif picture.known is not None and picture.known[point] != EMPTY:
        parts.append(shapes.piece_on(picture.size, point, "departed", picture.known[point]))
    if owner := picture.owners.get(point):
        parts.append(
            f'<rect class="area {CLASSES[owner]}" x="{coordinate(x - 0.14)}" y="{coordinate(y - 0.14)}" width=".28" height=".28"/>'
        )
    if mark := picture.pencil.get(point):
        parts.append(shapes.pencilled(mark, x, y))
        if point in picture.wrong:
            parts.append(f'<path class="wrong-guess" d="M{coordinate(x - 0.35)} {coordinate(y + 0.35)}l.7 -.7"/>')
    parts.extend(shapes.spot(kind, x, y) for kind in picture.spots.get(point, ()))
    if label := picture.labels.get(point):
        parts.append(shapes.labelled(label, x, y))
    if picture.last is not None and picture.last[0] == point:
        parts.append(shapes.last_try(x, y, refused=picture.last[1], ghost=cell not in (EMPTY, *_DOTS)))
    return "".join(parts)


def _dots(picture: Picture) -> Iterator[str]:
    """Yield all stones of a colour as one stroke with round ends: a tenth of the bytes of single stones."""
    for cell, colour in _DOTS.items():
        ends = [centre_of(picture.size, point) for point in range(picture.size.points) if picture.cells[point] == cell]
        # Relative moves, which take half the bytes.
        if stroke := "".join(f"m{x - left:g} {y - top:g}h0" for (left, top), (x, y) in pairwise([(0, 0), *ends])):
            name = f"d-{picture.name}-{colour}"
            coats = "".join(f'<use class="{coat}" href="#{name}"/>' for coat in ("shade", "rim", "body", "gleam"))
            yield f'<defs><path id="{name}" d="{stroke}"/></defs><g class="dots {colour}">{coats}</g>'


def _unveiled(picture: Picture, point: int) -> bool:
    return picture.known is not None and picture.known[point] != picture.cells[point]


def _grid(picture: Picture, say: Gettext) -> Iterator[tuple[str, str]]:
    """Yield the points as named buttons, or as named cells if nothing can be clicked.

    Each can be reached by the tab key; with scripts the grid becomes one tab stop, and arrow keys move within it.
    """
    size, named = picture.size, _points(picture.size, picture.asked, say)
    cells = [named[cell][point] for point, cell in enumerate(picture.cells)]
    for point in _more_to_say(picture):
        cells[point] = _cell(picture, point, say)
    yield "", f'<div class="points" role="grid" aria-label="{picture.label}">'
    for row in reversed(range(size.height)):
        name, points = f"p-{picture.name}-{row + 1}", cells[row * size.width : (row + 1) * size.width]
        yield name, f'<div role="row" id="{name}">{"".join(points)}</div>'
    yield "", "</div>"


def _more_to_say(picture: Picture) -> Collection[int]:
    """Return the points whose label may say more than their name and piece."""
    if picture.fog or picture.heat:
        return range(picture.size.points)
    marks = {*_marked(picture), _first_stop(picture), *picture.pointed}
    return marks if picture.aim is None else marks | {picture.aim}


@lru_cache(maxsize=64)
def _points(size: Size, asked: bool, say: Gettext) -> tuple[list[str], ...]:
    """Return the markup of every point, by cell, for points whose label is their name and piece alone."""
    more = [[say(_WORDS[cell])] if cell != EMPTY else [] for cell in CELLS]
    names = [size.name(point) for point in range(size.points)]
    return tuple([_named(", ".join([name, *words]), "", asked, name) for name in names] for words in more)


@lru_cache(maxsize=8192)
def _named(words: str, rest: str, asked: bool, name: str) -> str:
    """Return the markup of a point; ``words`` is its label, ``rest`` its further attributes."""
    named = f'role=gridcell aria-label="{words}"{rest}'
    return f'<button name=at value="{name}" {named}></button>' if asked else f"<span {named}></span>"


def _cell(picture: Picture, point: int, say: Gettext) -> str:
    name = picture.size.name(point)
    words = [name]
    if picture.cells[point] != EMPTY:
        words.append(say(_WORDS[picture.cells[point]]))
        if point in picture.uncertain:
            words.append(say(N_("may be gone")))
        if _unveiled(picture, point):
            words.append(say(N_("not seen until the end")))
    elif point in picture.taken:
        words.append(say(N_("just captured")))
    elif point in picture.marks:
        kind, turn = picture.marks[point]
        words.append(say(_MARKED[kind]).format(turn=turn))
    if picture.heat and picture.heat[point] >= 0.05:
        words.append(percent_text(picture.heat[point], say))
    if picture.fog:
        words.append(say(N_("fog")) if picture.fog >> point & 1 else say(N_("in sight")))
    if point in picture.dead:
        words.append(say(N_("dead")))
    if point in picture.disputed:
        words.append(say(N_("in dispute")))
    if owner := picture.owners.get(point):
        words.append(say(N_("Black’s point") if owner == BLACK_STONE else N_("White’s point")))
    if mark := picture.pencil.get(point):
        words.append(say(_PENCILLED[mark]))
        if point in picture.wrong:
            words.append(say(N_("wrong")))
    words.extend(say(SPOT_WORDS[kind]) for kind in picture.spots.get(point, ()))
    if label := picture.labels.get(point):
        words.append(label.words)
    aimed = ' class="aimed"' if point == picture.aim else ' class="pointed"' if point in picture.pointed else ""
    entered = " data-stop" if point == _first_stop(picture) else ""
    return _named(", ".join(words), f"{entered}{aimed}", picture.asked, name)


def _first_stop(picture: Picture) -> int:
    """Return the point where the tab key enters the board: the last try, else the middle."""
    if picture.last is not None:
        return picture.last[0]
    return picture.size.height // 2 * picture.size.width + picture.size.width // 2


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
    layers = ((kind, "".join(_thumbnail_dots(size, cells, pieces))) for kind, pieces in _LAYERS)
    stones = "".join(f'<path class="{kind}" d="{dots}"/>' for kind, dots in layers if dots)
    return Markup(
        f'<svg class="thumb" role="img" aria-label="{escape(label)}" viewBox="-.5 -.5 {size.width} {size.height}">'
        f'<path class="grid" d="{_thumbnail_grid(size)}"/>{stones}</svg>'
    )


def _thumbnail_grid(size: Size) -> str:
    right, down = size.width - 1, size.height - 1
    rows = (f"M0 {row}h{right}" for row in range(size.height))
    return "".join([*rows, *(f"M{column} 0v{down}" for column in range(size.width))])


def _thumbnail_dots(size: Size, cells: bytes, pieces: tuple[int, ...]) -> Iterable[str]:
    for point, cell in enumerate(cells):
        if cell in pieces:
            row, column = divmod(point, size.width)
            yield f"M{column} {size.height - 1 - row}h0"
