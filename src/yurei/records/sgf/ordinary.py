"""Reads ordinary SGF: the games of other programs, as a position to set up or as tries to be refereed.

Only the game itself is read: its size, its stones and moves along the main line, komi, handicap, colour to move,
and result. Comments, names, marks and variations are ignored. A value in an irregular form with only one possible
meaning is accepted and noted as a guess.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import islice

from yurei.errors import BadRecord, BadSize
from yurei.languages import N_
from yurei.records.record import Record, begin
from yurei.records.sgf.boards import ADDED, MOVES, executed
from yurei.records.sgf.foreign import read_day, read_komi
from yurei.records.sgf.parsing import TOO_MUCH, MainLine, Place, Properties, main_line
from yurei.records.sgf.writing import COLUMNS, MOST_MARKS
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, BLACK_STONE, WHITE, Colour, board_text, put
from yurei.rules.points import LARGEST, Size, shortened
from yurei.rules.state import handicap

USUAL_SIZE = "19"
_SIZE = re.compile(r"\s*(\d{1,3})\s*(?:[:xX×]\s*(\d{1,3})\s*)?", re.ASCII)
COLOURS = {name: colour for colour, name in MOVES.items()}
LARGEST_WITH_TT = 19
"""Largest size at which ``tt`` is a pass, as in old programs."""
Guess = Callable[[Place, str], None]
"""Callback that notes a guess and its place."""


@dataclass(frozen=True, slots=True)
class Node:
    """Changes to the board in one node.

    Attributes:
        number: Number of the node in the file, from 1.
        stands: Cells that are set up, by point.
        move: Colour and point of the move; the point is None for a pass.
        to_move: Colour to move, as the node says.
        place: Place of the node in the file.
    """

    number: int
    stands: dict[int, int]
    move: tuple[Colour, int | None] | None
    to_move: Colour | None
    place: Place


@dataclass(frozen=True, slots=True)
class Game:
    """A game recorded by another program.

    Attributes:
        size: Size of the board.
        komi: Komi; None if the file does not say.
        stones: Number of handicap stones that the file gives, 0 or 2 and more.
        rules: Name of the rules in the file; empty if missing.
        ended: Result in the file: ``B+R``; empty if missing.
        nodes: The nodes that change the game, in order.
        day: Day of the game; None if missing or unreadable.
        guesses: Guesses made while reading, a sentence each.
    """

    size: Size
    komi: float | None
    stones: int
    rules: str
    ended: str
    nodes: tuple[Node, ...]
    day: date | None = None
    guesses: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Node, ...]:
        """The nodes with a move."""
        return tuple(node for node in self.nodes if node.move is not None)

    @property
    def opening(self) -> bytes:
        """The board before the first move."""
        return self.position(0)[0]

    @property
    def first(self) -> Colour:
        """Colour of the first move; without moves, the colour to move by the file or by custom."""
        moves = self.moves
        return moves[0].move[0] if moves and moves[0].move else self.position(0)[1]

    def position(self, moves: int | None = None) -> tuple[bytes, Colour]:
        """Return the board and the colour to move after this many moves, or after all of them.

        Raises:
            BadRecord: if there are fewer moves.
        """
        if moves is not None and moves > len(self.moves):
            raise BadRecord(N_("this game has {count} moves, not {given}"), count=len(self.moves), given=moves)
        return next(islice(self.positions(), len(self.moves) if moves is None else moves, None))

    def positions(self) -> Iterator[tuple[bytes, Colour]]:
        """Yield the board and the colour to move before each move, and after the last."""
        cells, to_move = bytes(self.size.points), WHITE if self.stones else BLACK
        for node in self.nodes:
            if node.move is not None:
                yield cells, to_move
            for point, cell in node.stands.items():
                cells = put(cells, (point,), cell)
            if node.move is not None:
                colour, where = node.move
                cells = cells if where is None else executed(cells, self.size, colour, where)
                to_move = colour.opponent
            to_move = node.to_move or to_move
        yield cells, to_move

    def setup(self, moves: int | None = None) -> str:
        """Return a position of the game as a board text, with which a game can begin."""
        return board_text(self.position(moves)[0], self.size)

    def usual_handicap(self) -> bool:
        """Return whether the position before the first move is the usual one for this handicap."""
        try:
            return bool(self.stones) and self.setup(0) == handicap(self.size, self.stones)
        except ValueError:
            return False


def ordinary(data: bytes | str | MainLine) -> Game:
    """Return the first game in a file, or in its parsed nodes, along its main line.

    Raises:
        BadRecord: if there is none, or its board is not supported.
    """
    nodes = data if isinstance(data, MainLine) else main_line(data)
    root = _Root(nodes)
    if (kind := root.value("GM").strip() or "1") != "1":
        raise root.place("GM").refusal(N_("this SGF is of another game than Go: GM is {kind}"), kind=shortened(kind))
    size = _size(root.value("SZ") or USUAL_SIZE, root.place("SZ"))
    game = Game(
        size=size,
        komi=_komi(root),
        stones=_stones(root),
        rules=root.value("RU").strip(),
        ended=root.value("RE").strip(),
        nodes=tuple(_nodes(nodes, size, root.guess)),
        day=read_day("".join(nodes[0].get("DT", [])[:1])),
    )
    game = _with_handicap(game, root.guess)
    return replace(game, guesses=tuple(root.guesses))


class _Root:
    """Properties of the whole game, and the guesses made about it. Some programs leave the first node empty."""

    def __init__(self, nodes: MainLine) -> None:
        self._nodes, self.guesses = nodes, list(nodes.guesses)

    def place(self, name: str) -> Place:
        """Return the place of a property."""
        return next((node.place for node in self._nodes if name in node), self._nodes[0].place)

    def guess(self, place: Place, what: str) -> None:
        """Note a guess."""
        self.guesses.append(f"{place}: {what}")

    def value(self, name: str) -> str:
        """Return the value of a property; an empty text if there is none.

        Raises:
            BadRecord: if there are two different values.
        """
        holding = [node for node in self._nodes if name in node]
        values = {value.strip() for node in holding for value in node[name]}
        if len(values) > 1:
            raise holding[-1].place.refusal(N_("{name} has more than one value in this game"), name=name)
        if holding and holding[0] is not self._nodes[0]:
            self.guess(holding[0].place, f"{name} is read here, for it is missing in the first node")
        return holding[0][name][0] if holding else ""


def _komi(root: _Root) -> float | None:
    text = root.value("KM")
    if not text.strip():
        return None
    komi, guessed = read_komi(text)
    if guessed:
        read = "cannot be read, and the usual komi of the rules holds" if komi is None else f"is read as {komi:g}"
        root.guess(root.place("KM"), f"the komi {shortened(text)} {read}")
    return komi


def _stones(root: _Root) -> int:
    text = root.value("HA").strip()
    if re.fullmatch(r"\d{0,3}", text, re.ASCII):
        return int(text) if int(text or 0) >= 2 else 0
    root.guess(root.place("HA"), f"the handicap {shortened(text)} cannot be read, and is left out")
    return 0


def _size(text: str, place: Place) -> Size:
    found = _SIZE.fullmatch(text)
    try:
        if found is not None:
            return Size(int(found[1]), int(found[2] or found[1]))
    except BadSize:
        pass
    raise place.refusal(
        N_("this SGF has a board of {size}; a board has 1 to {most} lines each way"), size=shortened(text), most=LARGEST
    )


def _with_handicap(game: Game, guess: Guess) -> Game:
    """Return the game with its handicap set up if Black makes that many moves before White's first."""
    first = game.nodes[: game.stones]
    black = [node.move[1] for node in first if node.move and node.move[0] is BLACK and not node.stands]
    if game.stones and len(black) == game.stones and None not in black:
        guess(first[0].place, f"the first {game.stones} moves of Black are set up as the handicap")
        stands = [{point: int(BLACK_STONE)} for point in black if point is not None]
        set_up = [replace(node, move=None, stands=each) for node, each in zip(first, stands, strict=True)]
        return replace(game, nodes=(*set_up, *game.nodes[game.stones :]))
    placed = game.opening.count(BLACK_STONE)
    if game.stones and placed != game.stones:
        guess(Place(), f"the handicap is said to be {game.stones} stones, and {placed} are set up")
    return game


def _nodes(nodes: Sequence[Properties], size: Size, guess: Guess) -> Iterator[Node]:
    left = MOST_MARKS
    for number, node in enumerate(nodes, 1):
        stands = {}
        for name, cell in ADDED.items():
            for point in _points(node.get(name, ()), size, number, node.place):
                stands[point], left = cell, left - 1
                if left < 0:
                    raise BadRecord(TOO_MUCH)
        moves = [(COLOURS[name], value) for name in COLOURS for value in node.get(name, ())]
        to_move = {"B": BLACK, "W": WHITE}.get((node.get("PL") or [""])[0].strip()[:1].upper())
        if len(moves) > 1:
            raise node.place.refusal(N_("node {number} has more than one move"), number=number)
        move = None
        for colour, value in moves:
            if value.strip().lower() == "pass":
                guess(node.place, f"the move {shortened(value)} is read as a pass")
                value = ""
            move = colour, None if is_pass(value, size) else _point(value, size, number, node.place)
        if stands and move:  # the format demands two nodes, but the meaning is clear
            yield Node(number, stands, None, to_move, node.place)
            stands, to_move = {}, None
        if stands or move or to_move:
            yield Node(number, stands, move, to_move, node.place)


def _points(values: Sequence[str], size: Size, number: int, place: Place) -> Iterator[int]:
    """Yield the points of a list, in which ``aa:cc`` is a rectangle. An empty list has one empty value."""
    for value in values:
        if not value.strip() and len(values) == 1:
            return
        corners = [_point(corner, size, number, place) for corner in value.split(":", 1)]
        rows, columns = zip(*(divmod(corner, size.width) for corner in corners), strict=True)
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns), max(columns) + 1):
                yield row * size.width + column


def is_pass(value: str, size: Size) -> bool:
    """Return whether the value of a move is a pass."""
    return not value.strip() or (value.strip() == "tt" and max(size.width, size.height) <= LARGEST_WITH_TT)


def _point(value: str, size: Size, number: int, place: Place) -> int:
    text = value.strip()
    if len(text) == 2 and all(letter in COLUMNS for letter in text):
        column, row = (COLUMNS.index(letter) for letter in text)
        if column < size.width and row < size.height:
            return (size.height - 1 - row) * size.width + column
    raise place.refusal(
        N_("node {number} names the point {point}, which is not on a board of {size}"),
        number=number,
        point=shortened(value),
        size=size,
    )


def begun(game: Game, settings: Settings) -> Record:
    """Return the record of the game before its first move."""
    setup = None if settings.handicap or not any(game.opening) else game.setup(0)
    started = None if game.day is None else datetime(game.day.year, game.day.month, game.day.day, tzinfo=UTC)
    return begin(settings, setup, started)
