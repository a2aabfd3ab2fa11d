"""Drawing of a board: an SVG picture under a grid of buttons or named cells, and thumbnails.

The cells come from a view or from the reveal. No text in a drawing comes from users.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise, product

from markupsafe import Markup, escape

from yurei.apps.web.frame.html import Board
from yurei.languages import N_, Gettext, percent_text
from yurei.referee.view import Mark
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import COLUMNS, Shape, Size

MARGIN = 0.8  # margin for coordinate labels, in point widths; the style sheet contains the same number
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
class Label:
    """A text that is drawn on a point of the board."""

    text: str  # the text, three characters at most
    kind: str  # CSS classes
    words: str  # the text for screen readers, as part of the point's name


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of a drawn board: size, pieces, marks, fog."""

    size: Size  # the board, see `yurei.rules.board`
    cells: bytes
    name: str  # prefix of all ids, unique on a page
    label: str  # accessible name of the board
    pencil: Mapping[int, str] = field(default_factory=dict)  # pencil marks by point
    last: tuple[int, bool] | None = None  # the point of the player's own last try, and whether it was refused
    dead: Collection[int] = ()  # points of stones that are marked dead
    owners: Mapping[int, int] = field(default_factory=dict)  # colour that owns a point, by point
    clickable: bool = False  # whether points can be clicked
    uncertain: Collection[int] = ()  # points of stones that may have been captured, as captures are not announced
    taken: Collection[int] = ()  # points of the captures in the last announcement
    marks: Mapping[int, Mark] = field(default_factory=dict)  # the last announcement about a point that is empty
    hand: str | None = None  # colour of the player who plays on this board; None without a player
    known: bytes | None = None  # the reader's view before the reveal; None for a reader who saw everything
    fog: int = 0  # hidden points, as a bit mask
    disputed: Collection[int] = ()  # points of stones whose status, dead or alive, is disputed
    wrong: Collection[int] = ()  # points of wrong pencil marks
    aim: int | None = None  # the point of an unconfirmed try
    pointed: Collection[int] = ()  # points that are highlighted
    heat: Sequence[float] = ()  # probability of an opponent's piece for every point; empty if not shown
    spots: Mapping[int, Sequence[str]] = field(default_factory=dict)  # marks of a problem by point, see `SPOT_WORDS`
    labels: Mapping[int, Label] = field(default_factory=dict)  # short texts by point, such as the values of moves
    sketch: bool = False  # whether stones are drawn by few strokes, for pages with several large boards


def draw_board(picture: Picture, say: Gettext) -> Board:
    size, name = picture.size, picture.name
    hand = f' data-hand="{picture.hand}"' if picture.hand else ""
    begins = f'<div class="{_get_class(picture)}" id="{name}" data-w="{size.width}" data-h="{size.height}"{hand}>'
    drawings = {"fog": draw_fog(size, picture.fog), "heat": draw_heat(size, picture.heat)}
    if picture.sketch:
        drawings["dots"] = "".join(_draw_stone_strokes(picture))
    layers = [(f"{layer}-{name}", f'<g id="{layer}-{name}">{drawing}</g>') for layer, drawing in drawings.items()]
    empty_board = "", begins + draw_empty_board(size, coordinates=True)
    return Board(
        (empty_board, *layers, *_draw_rows(picture), ("", "</svg>"), *_make_grid(picture, say), ("", "</div>"))
    )


def draw_picture(picture: Picture) -> Markup:
    """Draw a board that never changes: one picture, without buttons or named cells."""
    size = picture.size
    lines = f'data-w="{size.width}" data-h="{size.height}"'
    begins = f'<div class="{_get_class(picture)}" role="img" aria-label="{picture.label}" {lines}>'
    board = draw_empty_board(size, coordinates=not picture.sketch)
    dots = _draw_stone_strokes(picture) if picture.sketch else ()
    points = (_draw_point(picture, point) for point in range(size.points))
    layers = draw_fog(size, picture.fog) + draw_heat(size, picture.heat)
    return Markup("".join([begins, board, *dots, layers, *points, "</svg></div>"]))


def _get_class(picture: Picture) -> str:
    return "board uncertain" if picture.uncertain else "board"


def _draw_rows(picture: Picture) -> Iterator[tuple[str, str]]:
    size, pieces, marked = picture.size, pieces_on_points(picture.size), _find_marked_points(picture)
    drawn_on = [
        _draw_point(picture, point) if point in marked else pieces[cell][point]
        for point, cell in enumerate(picture.cells)
    ]
    for row in range(size.height):
        name, points = f"s-{picture.name}-{row + 1}", drawn_on[row * size.width : (row + 1) * size.width]
        yield name, f'<g id="{name}">{"".join(points)}</g>'


def _find_marked_points(picture: Picture) -> Collection[int]:
    """Return the points that may have a mark in addition to their piece."""
    if picture.known is not None or picture.sketch:
        return range(picture.size.points)
    marks = (picture.marks, picture.taken, picture.uncertain, picture.owners, picture.pencil, picture.dead)
    more = (picture.disputed, picture.spots, picture.labels, (picture.last or ())[:1])
    return set[int]().union(*marks, *more)


def _draw_point(picture: Picture, point: int) -> str:
    cell, (x, y) = picture.cells[point], centre_of(picture.size, point)
    parts: list[str] = []
    if cell != EMPTY and not (picture.sketch and cell in _DOTS):
        dead = " dead" if point in picture.dead else ""
        unveiled = " unveiled" if _is_revealed(picture, point) else ""
        doubtful = " doubtful" if point in picture.uncertain else ""
        parts.append(draw_piece(picture.size, point, f"{dead}{unveiled}{doubtful}", cell))
        if unveiled:
            parts.append(f'<circle class="unseen" cx="{svg_number(x)}" cy="{svg_number(y)}" r=".48"/>')
        if point in picture.dead:
            parts.append(f'<path class="crossed" d="M{svg_number(x - 0.3)} {svg_number(y - 0.3)}l.6 .6m0-.6l-.6 .6"/>')
        if point in picture.disputed:
            parts.append(f'<circle class="disputed" cx="{svg_number(x)}" cy="{svg_number(y)}" r=".48"/>')
    elif point in picture.taken:
        parts.append(f'<circle class="taken" cx="{svg_number(x)}" cy="{svg_number(y)}" r=".34"/>')
    elif point in picture.marks and (picture.last or (None,))[0] != point:
        parts.append(draw_lasting_mark(picture.marks[point].kind, x, y))
    elif picture.known is not None and picture.known[point] != EMPTY:
        parts.append(_draw_piece_at((x, y), point, "departed", picture.known[point]))
    if owner := picture.owners.get(point):
        parts.append(
            f'<rect class="area {CLASSES[owner]}" x="{svg_number(x - 0.14)}" y="{svg_number(y - 0.14)}" width=".28" height=".28"/>'
        )
    if mark := picture.pencil.get(point):
        parts.append(draw_pencil_mark(mark, x, y))
        if point in picture.wrong:
            parts.append(f'<path class="wrong-guess" d="M{svg_number(x - 0.35)} {svg_number(y + 0.35)}l.7 -.7"/>')
    parts.extend(draw_problem_mark(kind, x, y) for kind in picture.spots.get(point, ()))
    if label := picture.labels.get(point):
        parts.append(draw_label(label, x, y))
    if picture.last is not None and picture.last[0] == point:
        parts.append(draw_last_try(x, y, refused=picture.last[1], ghost=cell not in (EMPTY, *_DOTS)))
    return "".join(parts)


def _draw_stone_strokes(picture: Picture) -> Iterator[str]:
    """Yield one SVG path for all stones of a colour, which takes a tenth of the bytes of separate shapes."""
    for cell, colour in _DOTS.items():
        ends = [centre_of(picture.size, point) for point in range(picture.size.points) if picture.cells[point] == cell]
        # Relative coordinates take half the bytes.
        if stroke := "".join(f"m{x - left:g} {y - top:g}h0" for (left, top), (x, y) in pairwise([(0, 0), *ends])):
            name = f"d-{picture.name}-{colour}"
            coats = "".join(f'<use class="{coat}" href="#{name}"/>' for coat in ("shade", "rim", "body", "gleam"))
            yield f'<defs><path id="{name}" d="{stroke}"/></defs><g class="dots {colour}">{coats}</g>'


def _is_revealed(picture: Picture, point: int) -> bool:
    return picture.known is not None and picture.known[point] != picture.cells[point]


def _make_grid(picture: Picture, say: Gettext) -> Iterator[tuple[str, str]]:
    """Yield the points as named buttons, or as named cells if nothing can be clicked."""
    size, named = picture.size, _make_plain_points(picture.size, picture.clickable, say)
    cells = [named[cell][point] for point, cell in enumerate(picture.cells)]
    for point in _find_described_points(picture):
        cells[point] = _make_cell(picture, point, say)
    yield "", f'<div class="points" role="grid" aria-label="{picture.label}">'
    for row in reversed(range(size.height)):
        name, points = f"p-{picture.name}-{row + 1}", cells[row * size.width : (row + 1) * size.width]
        yield name, f'<div role="row" id="{name}">{"".join(points)}</div>'
    yield "", "</div>"


def _find_described_points(picture: Picture) -> Collection[int]:
    """Return the points whose label may contain more than their name and piece."""
    if picture.fog or picture.heat:
        return range(picture.size.points)
    marks = {*_find_marked_points(picture), _find_tab_stop(picture), *picture.pointed}
    return marks if picture.aim is None else marks | {picture.aim}


@lru_cache(maxsize=64)
def _make_plain_points(size: Size, clickable: bool, say: Gettext) -> tuple[list[str], ...]:
    more = [[say(_WORDS[cell])] if cell != EMPTY else [] for cell in CELLS]
    names = [size.name(point) for point in range(size.points)]
    return tuple([_make_point(", ".join([name, *words]), "", clickable, name) for name in names] for words in more)


@lru_cache(maxsize=8192)
def _make_point(words: str, rest: str, clickable: bool, name: str) -> str:
    """Return the HTML of a point; ``words`` is its label, ``rest`` its further attributes."""
    named = f'role=gridcell aria-label="{words}"{rest}'
    return f'<button name=at value="{name}" {named}></button>' if clickable else f"<span {named}></span>"


def _make_cell(picture: Picture, point: int, say: Gettext) -> str:
    name = picture.size.name(point)
    words = [name]
    if picture.cells[point] != EMPTY:
        words.append(say(_WORDS[picture.cells[point]]))
        if point in picture.uncertain:
            words.append(say(N_("may be gone")))
        if _is_revealed(picture, point):
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
    entered = " data-stop" if point == _find_tab_stop(picture) else ""
    return _make_point(", ".join(words), f"{entered}{aimed}", picture.clickable, name)


def _find_tab_stop(picture: Picture) -> int:
    """Return the point that the tab key selects first: the last try, else the middle."""
    if picture.last is not None:
        return picture.last[0]
    return picture.size.height // 2 * picture.size.width + picture.size.width // 2


def centre_of(size: Size, point: int) -> tuple[float, float]:
    row, column = divmod(point, size.width)
    return MARGIN + column + 0.5, MARGIN + size.height - row - 0.5


def svg_number(place: float) -> str:
    """Return a coordinate as text of fixed length, so that the length of a page reveals no point."""
    return f"{place:06.3f}"


def make_grid_path(size: Size) -> str:
    """Return the lines of the grid as one SVG path; on a torus they extend half a point beyond the edge."""
    left, top = MARGIN + 0.5, MARGIN + 0.5
    on = 0.5 if size.shape is Shape.TORUS else 0
    width, height = size.width - 1 + 2 * on, size.height - 1 + 2 * on
    across = [f"M{left - on:g} {top + row:g}h{width:g}" for row in range(size.height)]
    down = [f"M{left + column:g} {top - on:g}v{height:g}" for column in range(size.width)]
    return "".join(across + down)


def torus_copies(size: Size, point: int) -> Iterator[tuple[float, float]]:
    if size.shape is not Shape.TORUS:
        return
    (x, y), (row, column) = centre_of(size, point), divmod(point, size.width)
    across = [0, *([size.width] if column == 0 else []), *([-size.width] if column == size.width - 1 else [])]
    down = [0, *([-size.height] if row == 0 else []), *([size.height] if row == size.height - 1 else [])]
    for right, low in product(across, down):
        if right or low:
            yield x + right, y + low


def make_star_path(size: Size) -> str:
    """Return the SVG path of the star points: 4-4 from size 13 (below 3-3), the centre, and sides from size 17."""
    columns, rows = _find_star_lines(size.width), _find_star_lines(size.height)
    middle = (size.width // 2, size.height // 2)
    large = min(size.width, size.height) >= 17
    points = [
        centre_of(size, row * size.width + column)
        for column in columns
        for row in rows
        if large or (column, row) == middle or (column != middle[0] and row != middle[1])
    ]
    return "".join(f"M{x:g} {y:g}h0" for x, y in points)


def _find_star_lines(lines: int) -> list[int]:
    if lines < 7:
        return [lines // 2] if lines % 2 and lines > 3 else []
    edge = 3 if lines >= 13 else 2
    return [edge, *([lines // 2] if lines % 2 else []), lines - 1 - edge]


def column_letters(size: Size) -> str:
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
def draw_empty_board(size: Size, *, coordinates: bool) -> str:
    """Return the SVG of an empty board, with the svg element still open."""
    width, height = size.width + 2 * MARGIN, size.height + 2 * MARGIN
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" aria-hidden="true" focusable="false">'
        f'<path class="lines" d="{make_grid_path(size)}"/><path class="stars" d="{make_star_path(size)}"/>'
        f"{column_letters(size) if coordinates else ''}"
    )


@lru_cache(maxsize=64)
def pieces_on_points(size: Size) -> tuple[list[str], ...]:
    """Return the SVG of each kind of piece on every point, by cell value; empty strings for an empty cell."""
    points = range(size.points)
    return tuple([draw_piece(size, point, "", cell) if cell != EMPTY else "" for point in points] for cell in CELLS)


def draw_piece(size: Size, point: int, more: str, cell: int) -> str:
    """Draw a stone or ghost on a point, on a torus also its copies beyond the edges; ``more`` are CSS classes."""
    copies = "".join(_draw_piece_at(place, point, "beyond", cell) for place in torus_copies(size, point))
    return copies + _draw_piece_at(centre_of(size, point), point, f"stone {CLASSES[cell]}{more}", cell)


def _draw_piece_at(place: tuple[float, float], point: int, kind: str, cell: int) -> str:
    """Draw a piece with a small offset, as if placed by hand; the offset is constant for each point."""
    x, y = place[0] + (point * 37 % 7 - 3) * 0.009, place[1] + (point * 23 % 5 - 2) * 0.012
    return f'<use class="{kind}" href="#{_SHAPES[cell]}" x="{svg_number(x)}" y="{svg_number(y)}"/>'


def draw_last_try(x: float, y: float, *, refused: bool, ghost: bool) -> str:
    """Draw the mark of the player's last try: a ring, struck through if the try was refused."""
    radius = 0.44 if ghost else 0.28
    arc, slant = f"a{radius:g} {radius:g} 0 1 1", radius / 2**0.5
    ring = f"M{svg_number(x - radius)} {svg_number(y)}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0"
    stroke = f"M{svg_number(x - slant)} {svg_number(y + slant)}l{2 * slant:.3g}-{2 * slant:.3g}" if refused else ""
    kind = f"{'refused' if refused else 'accepted'}{' around' if ghost else ''}"
    return f'<path class="last {kind}" d="{ring}{stroke}"/>'


def draw_lasting_mark(kind: str, x: float, y: float) -> str:
    """Draw a small ring for an earlier event: struck through for a refused try, crossed out for a lost stone."""
    ring = f"M{svg_number(x - 0.22)} {svg_number(y)}a.22.22 0 1 1 .44 0 .22.22 0 1 1-.44 0"
    strokes = {
        "refused": f"M{svg_number(x - 0.155)} {svg_number(y + 0.155)}l.31-.31",
        "lost": f"M{svg_number(x - 0.155)} {svg_number(y - 0.155)}l.31 .31m0-.31l-.31 .31",
    }
    return f'<path class="mark {kind}" d="{ring}{strokes.get(kind, "")}"/>'


def draw_pencil_mark(mark: str, x: float, y: float) -> str:
    if mark in ("black", "white"):
        return f'<circle class="pencil {mark}" cx="{svg_number(x)}" cy="{svg_number(y)}" r=".27"/>'
    slash = f"M{svg_number(x - 0.25)} {svg_number(y - 0.25)}l.5 .5"
    both = f"{slash}m0-.5l-.5 .5"
    return f'<path class="pencil {mark}" d="{both if mark == "cross" else slash}"/>'


def draw_label(label: Label, x: float, y: float) -> str:
    return (
        f'<g class="label {label.kind}"><circle cx="{svg_number(x)}" cy="{svg_number(y)}" r=".4"/>'
        f'<text x="{svg_number(x)}" y="{svg_number(y + 0.105)}">{escape(label.text)}</text></g>'
    )


def draw_problem_mark(kind: str, x: float, y: float) -> str:
    left, top = svg_number(x - 0.36), svg_number(y - 0.36)
    if kind in ("hidden", "fence"):
        return f'<rect class="spot hidden" x="{left}" y="{top}" width=".72" height=".72" rx=".18"/>'
    if kind == "certain":
        left, top = svg_number(x - 0.2), svg_number(y - 0.2)
        return f'<rect class="spot certain" x="{left}" y="{top}" width=".4" height=".4"/>'
    if kind == "target":
        return f'<path class="spot target" d="M{svg_number(x)} {svg_number(y - 0.24)}l.22 .38h-.44z"/>'
    return f'<circle class="spot {kind}" cx="{svg_number(x)}" cy="{svg_number(y)}" r=".42"/>'


def draw_fog(size: Size, fog: int) -> str:
    """Draw the fog as one path, with a shape for every run of hidden points in a row; ``fog`` is a bit mask."""
    width, banks = size.width, []
    for first in range(0, size.points if fog else 0, width):
        for lies, run in groupby(range(first, first + width), key=lambda point: fog >> point & 1):
            points = list(run)
            if lies:
                (x, y), along = centre_of(size, points[0]), len(points) - 1
                banks.append(
                    f"M{svg_number(x)} {svg_number(y - 0.58)}h{along}a.58.58 0 0 1 0 1.16h-{along}a.58.58 0 0 1 0-1.16"
                )
    return f'<path class="fog" d="{"".join(banks)}"/>' if banks else ""


def draw_heat(size: Size, chances: Sequence[float]) -> str:
    """Draw the probability of an opponent's piece at each point by squares in ten shades, one path per shade."""
    squares: dict[int, list[str]] = {}
    for point, chance in enumerate(chances):
        x, y = centre_of(size, point)
        squares.setdefault(round(10 * chance), []).append(f"M{svg_number(x - 0.5)} {svg_number(y - 0.5)}h1v1h-1z")
    return "".join(
        f'<path class="heat" opacity="{strength / 10:g}" d="{"".join(shapes)}"/>'
        for strength, shapes in sorted(squares.items())
        if strength
    )


_LAYERS = (
    ("rim", WHITE_STONE),
    ("black", BLACK_STONE),
    ("white", WHITE_STONE),
    ("black ghost", BLACK_GHOST),
    ("white ghost", WHITE_GHOST),
)


def thumbnail(size: Size, cells: bytes, label: str) -> Markup:
    """Return a small SVG picture of a board, without coordinates."""
    rows = "".join(f"M0 {row}h{size.width - 1}" for row in range(size.height))
    columns = "".join(f"M{column} 0v{size.height - 1}" for column in range(size.width))
    parts = [
        f'<svg class="thumb" role="img" aria-label="{escape(label)}" viewBox="-.5 -.5 {size.width} {size.height}">',
        f'<path class="grid" d="{rows}{columns}"/>',
    ]
    for kind, piece in _LAYERS:
        places = [divmod(point, size.width) for point, cell in enumerate(cells) if cell == piece]
        if places:
            dots = "".join(f"M{column} {size.height - 1 - row}h0" for row, column in places)
            parts.append(f'<path class="{kind}" d="{dots}"/>')
    return Markup("".join([*parts, "</svg>"]))
