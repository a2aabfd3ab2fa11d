"""A board, drawn by hand: an SVG picture, and over it a grid of points in the same geometry.

It draws the cells that it is given, which come from a view, or from the reveal.
All text in it is our own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from yurei.apps.web.parts.board_layers import fog, heat
from yurei.apps.web.parts.board_lines import at, beyond, empty
from yurei.languages import N_
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Shape, Size

Say = Callable[[str], str]

_CLASSES = {BLACK_STONE: "black", WHITE_STONE: "white", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}
_WORDS = {
    BLACK_STONE: N_("black stone"),
    WHITE_STONE: N_("white stone"),
    BLACK_GHOST: N_("black ghost"),
    WHITE_GHOST: N_("white ghost"),
}
_SHAPES = {cell: words.replace(" ", "-") for cell, words in _WORDS.items()}
_DOTS = {BLACK_STONE: "black", WHITE_STONE: "white"}
_PENCILLED = {
    "black": N_("pencil: black"),
    "white": N_("pencil: white"),
    "dead": N_("pencil: believed dead"),
    "cross": N_("pencil: crossed out"),
}


@dataclass(frozen=True)
class Picture:
    """What is to be drawn.

    Attributes:
        size, cells: The board, see ``yurei.rules.board``.
        name: Tells the boards of a page apart; part of every id.
        label: What the board is called aloud.
        pencil: Marks by point.
        last: The point of one's own last try, and whether it was refused; None for none.
        dead: Points of stones that are marked dead.
        owners: The colour whose area a point is, by point.
        asked: Whether points can be clicked.
        uncertain: Whether stones on it may be gone.
        taken: The points from which, as was just told, something was taken.
        aim: The point of a try that is still to be confirmed.
        pointed: The points that somebody points at.
        hand: The colour of whose turn it is, where this board is his; None otherwise.
        known: What who looks had seen when the board was revealed; None for who knew it all.
        fog: The points that lie in fog, as bits.
        disputed: Points of stones of which it is not agreed whether they are dead.
        wrong: Points of pencil marks that say what is not so.
        heat: For every point the chance that an opponent's piece stands there; empty where that is not shown.
        sketch: Whether stones are drawn by few strokes: for large boards, several of them on a page.
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
    uncertain: bool = False
    taken: Collection[int] = ()
    hand: str | None = None
    known: bytes | None = None
    fog: int = 0
    disputed: Collection[int] = ()
    wrong: Collection[int] = ()
    aim: int | None = None
    pointed: Collection[int] = ()
    heat: Sequence[float] = ()
    sketch: bool = False


def drawn(picture: Picture, say: Say) -> str:
    """The board as HTML."""
    size = picture.size
    kind = _kind(picture)
    hand = f' data-hand="{picture.hand}"' if picture.hand else ""
    return (
        f'<div class="{kind}" id="{picture.name}" data-w="{size.width}" data-h="{size.height}"{hand}>'
        f"{_svg(picture)}{_grid(picture, say)}</div>"
    )


def pictured(picture: Picture) -> str:
    """The board as a picture alone, for where nobody has to walk over its points."""
    size = picture.size
    return (
        f'<div class="{_kind(picture)}" role="img" aria-label="{picture.label}" data-w="{size.width}" data-h="{size.height}">'
        f"{_svg(picture, coordinates=not picture.sketch)}</div>"
    )


def _kind(picture: Picture) -> str:
    return "board uncertain" if picture.uncertain else "board"


def _svg(picture: Picture, *, coordinates: bool = True) -> str:
    parts = [
        empty(picture.size, coordinates=coordinates),
        *(_dots(picture) if picture.sketch else ()),
        fog(picture.size, picture.fog),
        heat(picture.size, picture.heat),
    ]
    parts += [_on_point(picture, point) for point in _marked(picture)]
    return "".join([*parts, "</svg>"])


def _marked(picture: Picture) -> list[int]:
    """The points on which there may be anything to draw, in order."""
    marks = {*picture.taken, *picture.owners, *picture.pencil, *(picture.last or ())[:1]}
    marks.update(point for point, cell in enumerate(picture.cells) if cell != EMPTY)
    if picture.known is not None:
        marks.update(point for point, cell in enumerate(picture.known) if cell != EMPTY)
    return sorted(marks)


def _on_point(picture: Picture, point: int) -> str:
    cell, (x, y) = picture.cells[point], at(picture.size, point)
    parts: list[str] = []
    if cell != EMPTY and not (picture.sketch and cell in _DOTS):
        dead = " dead" if point in picture.dead else ""
        unveiled = " unveiled" if _unveiled(picture, point) else ""
        parts.append(_once_more(picture.size, point, cell))
        parts.append(_piece(picture.size, picture.name, point, f"stone {_CLASSES[cell]}{dead}{unveiled}", cell))
        if unveiled:
            parts.append(f'<circle class="unseen" cx="{x:g}" cy="{y:g}" r=".48"/>')
        if point in picture.dead:
            parts.append(f'<path class="crossed" d="M{x - 0.3:g} {y - 0.3:g}l.6 .6m0-.6l-.6 .6"/>')
        if point in picture.disputed:
            parts.append(f'<circle class="disputed" cx="{x:g}" cy="{y:g}" r=".48"/>')
    elif point in picture.taken:
        parts.append(f'<circle class="taken" cx="{x:g}" cy="{y:g}" r=".34"/>')
    elif picture.known is not None and picture.known[point] != EMPTY:
        parts.append(_piece(picture.size, picture.name, point, "departed", picture.known[point]))
    if owner := picture.owners.get(point):
        parts.append(
            f'<rect class="area {_CLASSES[owner]}" x="{x - 0.14:g}" y="{y - 0.14:g}" width=".28" height=".28"/>'
        )
    if mark := picture.pencil.get(point):
        parts.append(_pencilled(mark, x, y))
        if point in picture.wrong:
            parts.append(f'<path class="wrong-guess" d="M{x - 0.35:g} {y + 0.35:g}l.7 -.7"/>')
    if picture.last is not None and picture.last[0] == point:
        kind = "refused" if picture.last[1] else "accepted"
        parts.append(f'<path class="last {kind}" d="{_last(x, y, refused=picture.last[1])}"/>')
    return "".join(parts)


def _dots(picture: Picture) -> Iterator[str]:
    """All stones of a colour as one stroke of round ends: a tenth of what they weigh one by one."""
    for cell, colour in _DOTS.items():
        ends = (at(picture.size, point) for point in range(picture.size.points) if picture.cells[point] == cell)
        if stroke := "".join(f"M{x:g} {y:g}h0" for x, y in ends):
            name = f"d-{picture.name}-{colour}"
            coats = "".join(f'<use class="{coat}" href="#{name}"/>' for coat in ("shade", "rim", "body", "gleam"))
            yield f'<defs><path id="{name}" d="{stroke}"/></defs><g class="dots {colour}">{coats}</g>'


def _unveiled(picture: Picture, point: int) -> bool:
    return picture.known is not None and picture.known[point] != picture.cells[point]


@lru_cache(maxsize=8192)
def _piece(size: Size, board: str, point: int, kind: str, cell: int) -> str:
    """A stone or a ghost on its point."""
    (x, y), (right, down) = at(size, point), _set_down(point)
    name = f"s-{board}-{size.name(point)}"
    return f'<use class="{kind}" id="{name}" href="#{_SHAPES[cell]}" x="{x + right:g}" y="{y + down:g}"/>'


def _once_more(size: Size, point: int, cell: int) -> str:
    """A stone at the edge of a torus as it is seen faintly beyond the other edges."""
    if size.shape is not Shape.TORUS:
        return ""
    right, down = _set_down(point)
    return "".join(
        f'<use class="beyond" href="#{_SHAPES[cell]}" x="{x + right:g}" y="{y + down:g}"/>'
        for x, y in beyond(size, point)
    )


def _set_down(point: int) -> tuple[float, float]:
    """How far from its point a stone lies: as a hand sets it down, always the same on the same point."""
    return (point * 37 % 7 - 3) * 0.009, (point * 23 % 5 - 2) * 0.012


def _last(x: float, y: float, *, refused: bool) -> str:
    """One's own last try: a ring, or, where it was refused, a ring that is struck through."""
    ring = f"M{x - 0.22:g} {y:g}a.22.22 0 1 1 .44 0 .22.22 0 1 1-.44 0"
    return f"{ring}M{x - 0.155:g} {y + 0.155:g}l.31-.31" if refused else ring


def _pencilled(mark: str, x: float, y: float) -> str:
    if mark in ("black", "white"):
        return f'<circle class="pencil {mark}" cx="{x:g}" cy="{y:g}" r=".27"/>'
    slash = f"M{x - 0.25:g} {y - 0.25:g}l.5 .5"
    both = f"{slash}m0-.5l-.5 .5"
    return f'<path class="pencil {mark}" d="{both if mark == "cross" else slash}"/>'


def _grid(picture: Picture, say: Say) -> str:
    """The points as named buttons, or as named cells where nothing can be clicked.

    Each can be reached by the tab key; a browser that runs scripts makes the grid one tab stop, and moves by arrows.
    """
    size, cells = picture.size, list(_bare_cells(picture.size, picture.asked))
    for point in _told(picture):
        cells[point] = _cell(picture, point, say)
    starts = reversed(range(0, size.points, size.width))
    rows = "".join(f'<div role="row">{"".join(cells[start : start + size.width])}</div>' for start in starts)
    return f'<div class="points" role="grid" aria-label="{picture.label}">{rows}</div>'


def _told(picture: Picture) -> Collection[int]:
    """The points of which there may be more to say than their names."""
    if picture.fog or picture.heat:
        return range(picture.size.points)
    marks = {*_marked(picture), _first_stop(picture), *picture.pointed, *picture.dead, *picture.disputed}
    return marks if picture.aim is None else marks | {picture.aim}


@lru_cache(maxsize=64)
def _bare_cells(size: Size, asked: bool) -> list[str]:
    return [_named(size.name(point), "", asked) for point in range(size.points)]


@lru_cache(maxsize=8192)
def _named(name: str, rest: str, asked: bool, value: str = "") -> str:
    """A point with what is said of it; the attributes that it has besides."""
    named = f'role=gridcell aria-label="{name}"{rest}'
    return f'<button name=at value="{value or name}" {named}></button>' if asked else f"<span {named}></span>"


def _cell(picture: Picture, point: int, say: Say) -> str:
    name = picture.size.name(point)
    words = [name]
    if picture.cells[point] != EMPTY:
        words.append(say(_WORDS[picture.cells[point]]))
        if picture.uncertain:
            words.append(say(N_("may be gone")))
        if _unveiled(picture, point):
            words.append(say(N_("not seen until the end")))
    elif point in picture.taken:
        words.append(say(N_("just taken")))
    if picture.heat and picture.heat[point] >= 0.05:
        words.append(f"{100 * picture.heat[point]:.0f}\u202f%")
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
    aimed = ' class="aimed"' if point == picture.aim else ' class="pointed"' if point in picture.pointed else ""
    entered = " data-stop" if point == _first_stop(picture) else ""
    return _named(", ".join(words), f"{entered}{aimed}", picture.asked, name)


def _first_stop(picture: Picture) -> int:
    """Where the tab key enters the board: the last try, else the middle."""
    if picture.last is not None:
        return picture.last[0]
    return picture.size.height // 2 * picture.size.width + picture.size.width // 2
