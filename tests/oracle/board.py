"""Boards as dictionaries from points to pieces. Strings and liberties are computed anew each time."""

import re
from typing import Any

Point = tuple[int, int]  # column and row, both from 0; row 0 is at the bottom
Board = dict[Point, str]  # "." empty, "B" "W" stones, "b" "w" ghosts

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # "columns A B C D E F G H J …, rows counted from the bottom"
COLOURS = ("black", "white")
STONE = {"black": "B", "white": "W"}
GHOST = {"black": "b", "white": "w"}
COLOUR = {"B": "black", "b": "black", "W": "white", "w": "white", ".": None}


class Torus(Board):
    """A board whose lines continue at the opposite edge. Its size is cached."""

    def __init__(self, points: Board) -> None:
        super().__init__(points)
        self.width, self.height = size(self)

    def __or__(self, changes: Any) -> Any:
        return Torus({**self, **changes})


class Senseless(Exception):
    """Error for an invalid line of the protocol."""


def other(colour: str) -> str:
    return "white" if colour == "black" else "black"


def empty_board(width: int, height: int) -> Board:
    return {(x, y): "." for x in range(width) for y in range(height)}


def size(board: Board) -> tuple[int, int]:
    return max(x for x, _ in board) + 1, max(y for _, y in board) + 1


def parse_board(text: object) -> Board:
    # "rows from the top joined by `/`, `.` empty, `B` `W` stones, `b` `w` ghosts"
    if not isinstance(text, str):
        raise Senseless("a board is a text")
    rows = text.split("/")
    width, height = len(rows[0]), len(rows)
    # "`width × height`, each 1 to 25"
    if not (1 <= width <= 25 and 1 <= height <= 25) or any(len(row) != width for row in rows):
        raise Senseless("a board is a rectangle of 1 to 25 rows and columns")
    if any(piece not in COLOUR for row in rows for piece in row):
        raise Senseless("a board is made of . B W b w")
    return {(x, height - 1 - i): piece for i, row in enumerate(rows) for x, piece in enumerate(row)}


def board_text(board: Board) -> str:
    width, height = size(board)
    return "/".join("".join(board[x, y] for x in range(width)) for y in reversed(range(height)))


def parse_point(name: object, board: Board) -> Point:
    # "Lower-case points are accepted"
    if not isinstance(name, str) or not re.fullmatch("[A-HJ-Za-hj-z][1-9][0-9]?", name):
        raise Senseless("a point is a letter and a number")
    point = (COLUMNS.index(name[0].upper()), int(name[1:]) - 1)
    if point not in board:
        raise Senseless("that point is off the board")
    return point


def point_name(point: Point) -> str:
    return COLUMNS[point[0]] + str(point[1] + 1)


def point_names(points: set[Point]) -> list[str]:
    # "Lists of points are in the order column, then row."
    return [point_name(point) for point in sorted(points)]


def position(board: Board) -> str:
    # "the colour (black, white, none) of every point. A ghost counts as its colour"
    return board_text(board).upper()


def adjacent(board: Board, point: Point) -> list[Point]:
    # "one step along a line; never diagonal"
    x, y = point
    beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    if isinstance(board, Torus):
        # "comes back at the opposite edge"; where there is but one line, a point is not beside itself
        beside = [(across % board.width, up % board.height) for across, up in beside]
    return [p for p in beside if p in board and p != point]


def distance(board: Board, a: Point, b: Point) -> int:
    # "by Manhattan distance along the grid", the shortest way round
    ways = [(a[0] - b[0], a[1] - b[1])]
    if isinstance(board, Torus):
        ways = [(x + i * board.width, y + j * board.height) for x, y in ways for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return min(abs(x) + abs(y) for x, y in ways)


def connected(board: Board, point: Point) -> set[Point]:
    """Return the points connected to this one by points with the same piece."""
    found, todo = {point}, [point]
    while todo:
        for p in adjacent(board, todo.pop()):
            if board[p] == board[point] and p not in found:
                found.add(p)
                todo.append(p)
    return found


def points_of(board: Board, pieces: str) -> set[Point]:
    return {p for p in board if board[p] in pieces}


def liberties(board: Board, point: Point) -> set[Point]:
    """Return the liberties of the string on this point."""
    # "an empty point, or in No Seki Go also a point that holds a ghost of the string's colour"
    # "Ghosts are never part of strings."
    ghost = board[point].lower()
    beside = {q for p in connected(board, point) for q in adjacent(board, p)}
    return {p for p in beside if board[p] in (".", ghost)}


def stones_with_liberties(board: Board, colour: str, number: int) -> set[Point]:
    return {p for p in points_of(board, STONE[colour]) if len(liberties(board, p)) == number}


def stones_in_atari(board: Board, colour: str) -> set[Point]:
    # "a string with exactly one liberty; its stones are in atari"
    return stones_with_liberties(board, colour, 1)


def lonely_ghosts(board: Board, colour: str) -> set[Point]:
    """Return the ghosts of a colour that touch no string of their colour."""
    ghosts = points_of(board, GHOST[colour])
    return {p for p in ghosts if not any(board[q] == STONE[colour] for q in adjacent(board, p))}


def surrounded(board: Board, colour: str) -> set[Point]:
    # "the empty points from which only that colour can be reached through empty points"; ghosts bound "areas like a stone"
    def reached(p: Point) -> set[str | None]:
        beside = {q for e in connected(board, p) for q in adjacent(board, e)}
        return {COLOUR[board[q]] for q in beside} - {None}

    return {p for p in points_of(board, ".") if reached(p) == {colour}}


def area(board: Board, colour: str) -> int:
    # "for each colour its stones and ghosts on the board and the empty points from which only that colour can be reached"
    return len(points_of(board, STONE[colour] + GHOST[colour]) | surrounded(board, colour))


def without_dead(board: Board, dead: set[Point]) -> Board:
    # "what is marked is removed before counting, and with it the ghosts of its colour that then touch no string of theirs"
    after = {p: "." if p in dead else board[p] for p in board}
    for colour in COLOURS:
        if dead & points_of(board, STONE[colour]):
            after |= dict.fromkeys(lonely_ghosts(after, colour), ".")
    return after
