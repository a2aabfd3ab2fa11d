"""Ordinary SGF read: the games of other programs, as a position to set up or as tries to be refereed.

Only what makes a game is read: its size, its stones and moves along the main line, komi, handicap, and who is to move.
Comments, names, marks and variations are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice

from yurei.errors import BadRecord, BadSize
from yurei.languages import N_
from yurei.records.record import Entry, Record, Timeout, begin
from yurei.records.replaying import Answer, Asked
from yurei.records.sgf.boards import ADDED, MOVES, executed
from yurei.records.sgf.foreign import read_day, read_komi
from yurei.records.sgf.parsing import TOO_MUCH, Properties, main_line
from yurei.records.sgf.writing import COLUMNS, MOST_MARKS
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, board_text, put
from yurei.rules.points import LARGEST, Size, shortened
from yurei.rules.state import PASS, RESIGN, handicap, stone

USUAL_SIZE = "19"
COLOURS = {name: colour for colour, name in MOVES.items()}
LARGEST_WITH_TT = 19
"""Up to this size ``tt`` is a pass, as programs of long ago wrote it."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a node does to the board.

    Attributes:
        number: Which node of the file it is, from 1.
        stands: What is set up: cells by point.
        move: Who moves, and where; None for the point of a pass.
        to_move: Who is said to be to move.
    """

    number: int
    stands: dict[int, int]
    move: tuple[Colour, int | None] | None
    to_move: Colour | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of another program.

    Attributes:
        size: Of the board.
        komi: What White is given; None where the file does not say.
        stones: How many handicap stones there are said to be, 0 or 2 and more.
        rules: What the file calls the rules; empty where it does not.
        ended: How the file says that it ended: ``B+R``; empty where it does not.
        nodes: What happens, in order.
        day: When it was played; None where that is not said, or not as SGF has it.
    """

    size: Size
    komi: float | None
    stones: int
    rules: str
    ended: str
    nodes: tuple[Node, ...]
    day: date | None = None

    @property
    def moves(self) -> tuple[Node, ...]:
        """The nodes in which somebody moves."""
        return tuple(node for node in self.nodes if node.move is not None)

    @property
    def opening(self) -> bytes:
        """What stands on the board before the first move."""
        return self.position(0)[0]

    @property
    def first(self) -> Colour:
        """Who moves first: who does, or else who is said to, or else as usual."""
        moves = self.moves
        return moves[0].move[0] if moves and moves[0].move else self.position(0)[1]

    def position(self, moves: int | None = None) -> tuple[bytes, Colour]:
        """What stands on the board after so many moves, or all of them, and who is to move then.

        Raises:
            BadRecord: where there are fewer moves.
        """
        if moves is not None and moves > len(self.moves):
            raise BadRecord(N_("this game has {count} moves, not {given}"), count=len(self.moves), given=moves)
        return next(islice(self.positions(), len(self.moves) if moves is None else moves, None))

    def positions(self) -> Iterator[tuple[bytes, Colour]]:
        """What stands on the board before each move, and after all; and who is to move then."""
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
        """A position of the game as a board text, which a game can begin with."""
        return board_text(self.position(moves)[0], self.size)

    def usual_handicap(self) -> bool:
        """Whether what stands before the first move is what a handicap of so many stones sets up."""
        try:
            return bool(self.stones) and self.setup(0) == handicap(self.size, self.stones)
        except ValueError:
            return False


def ordinary(data: bytes | str | list[Properties]) -> Game:
    """The first game in a file, along its main line.

    Args:
        data: A file, or its nodes.

    Raises:
        BadRecord: where there is none, or none that can be played on a board of ours.
        YureiError: where the library that parses it is not installed.
    """
    nodes = data if isinstance(data, list) else main_line(data)
    root = nodes[0]
    if root.get("GM", ["1"]) != ["1"]:
        raise BadRecord(N_("this SGF is of another game than Go: GM is {kind}"), kind=shortened(_first(root, "GM")))
    size = _size(_first(root, "SZ") or USUAL_SIZE)
    stones = _first(root, "HA")
    return Game(
        size=size,
        komi=read_komi(_first(root, "KM")),
        stones=int(stones) if stones.isdecimal() and len(stones) < 4 and int(stones) >= 2 else 0,
        rules=_first(root, "RU").strip(),
        ended=_first(root, "RE").strip(),
        nodes=tuple(_nodes(nodes, size)),
        day=read_day(_first(root, "DT")),
    )


def _first(node: Properties, name: str) -> str:
    return node[name][0] if node.get(name) else ""


def _size(text: str) -> Size:
    width, colon, height = text.partition(":")
    try:
        if text.isascii() and len(text) < 8:
            return Size(int(width), int(height if colon else width))
    except (ValueError, BadSize):
        pass
    raise BadRecord(
        N_("this SGF has a board of {size}; a board has 1 to {most} lines each way"), size=shortened(text), most=LARGEST
    )


def _nodes(nodes: Sequence[Properties], size: Size) -> Iterator[Node]:
    left = MOST_MARKS
    for number, node in enumerate(nodes, 1):
        stands = {}
        for name, cell in ADDED.items():
            for point in _points(node.get(name, ()), size, number):
                stands[point], left = cell, left - 1
                if left < 0:
                    raise BadRecord(TOO_MUCH)
        moves = [(COLOURS[name], value) for name in COLOURS for value in node.get(name, ())]
        to_move = {"B": BLACK, "W": WHITE}.get(_first(node, "PL")[:1].upper())
        if len(moves) > 1:
            raise BadRecord(N_("node {number} has more than one move"), number=number)
        move = (moves[0][0], _point(moves[0][1], size, number, may_pass=True)) if moves else None
        if stands or move or to_move:
            yield Node(number, stands, move, to_move)


def _points(values: Sequence[str], size: Size, number: int) -> Iterator[int]:
    """The points of a list, in which ``aa:cc`` is all points between the two."""
    for value in values:
        corners = [_point(corner, size, number) for corner in value.split(":", 1)]
        rows, columns = zip(*(divmod(corner, size.width) for corner in corners if corner is not None), strict=True)
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns), max(columns) + 1):
                yield row * size.width + column


def is_pass(value: str, size: Size) -> bool:
    """Whether the value of a move is a pass."""
    return not value.strip() or (value.strip() == "tt" and max(size.width, size.height) <= LARGEST_WITH_TT)


def _point(value: str, size: Size, number: int, *, may_pass: bool = False) -> int | None:
    if may_pass and is_pass(value, size):
        return None
    text = value.strip()
    if len(text) == 2 and all(letter in COLUMNS for letter in text):
        column, row = (COLUMNS.index(letter) for letter in text)
        if column < size.width and row < size.height:
            return (size.height - 1 - row) * size.width + column
    raise BadRecord(
        N_("node {number} names the point {point}, which is not on a board of {size}"),
        number=number,
        point=shortened(value),
        size=size,
    )


def refereed(game: Game, settings: Settings, table: Asked[Answer]) -> Record:
    """The record of a game whose moves are put to a referee, one after the other.

    Args:
        game: A game of another program.
        settings: What it is played as: of its size, and with its colour to move first.
        table: A new one with these settings and the game's opening.

    Raises:
        BadRecord: where a move is none by these rules, or out of turn, or stones are set up on the way.
    """
    record = begun(game, settings)
    seen = False
    for node in game.nodes:
        if seen and node.stands:
            raise BadRecord(
                N_("node {number} sets stones up in the middle of the game; import it as a position"),
                number=node.number,
            )
        if node.move is not None:
            seen = True
            record = record.plus(_entry(node, settings, table))
    return _ended(game, record, settings, table)


def begun(game: Game, settings: Settings) -> Record:
    """The record of the game before its first move."""
    setup = None if settings.handicap or not any(game.opening) else game.setup(0)
    started = None if game.day is None else datetime(game.day.year, game.day.month, game.day.day, tzinfo=UTC)
    return begin(settings, setup, started)


def _entry(node: Node, settings: Settings, table: Asked[Answer]) -> Entry:
    assert node.move is not None
    colour, point = node.move
    tried = PASS if point is None else stone(point)
    said = f"{MOVES[colour]} {tried.text(settings.size)}"
    seat = table.to_move
    if seat is None:
        raise BadRecord(N_("node {number} has the move {move}, but the game was over"), number=node.number, move=said)
    if settings.seating.seat(seat).colour is not colour:
        raise BadRecord(
            N_("node {number} has the move {move}, but the other colour is to move"), number=node.number, move=said
        )
    if not table.attempt(seat, tried).accepted:
        raise BadRecord(
            N_("node {number} has the move {move}, which is illegal by these rules"), number=node.number, move=said
        )
    return Entry(seat, tried, accepted=True)


def _ended(game: Game, record: Record, settings: Settings, table: Asked[Answer]) -> Record:
    """The record with the end that the file says, where the seat to move is who has lost."""
    seat = table.to_move
    if seat is None:
        return record
    loser = settings.seating.seat(seat).colour
    won, _, by = game.ended.partition("+")
    if loser is None or COLOURS.get(won.upper()) is not loser.opponent:
        return record
    if by[:1].upper() == "R":
        table.attempt(seat, RESIGN)
        return record.plus(Entry(seat, RESIGN, accepted=True))
    if by[:1].upper() == "T":
        table.lose_on_time(seat)
        return record.plus(Timeout(seat))
    return record


__all__ = ["Game", "Node", "begun", "is_pass", "ordinary", "refereed"]
