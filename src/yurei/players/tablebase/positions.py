"""Positions of solved boards and the values of their moves: seen by the player to move, on a board that is not wider than high, and as numbers.

Black and White have the same rules, so the stones of the player to move are 1 and the opponent's 2. The number of
a position is in base three, A1 the lowest digit. Positions that are equivalent by rotation or reflection have the
same value; the smallest of their numbers stands for all of them.

``Plain`` solves small boards by the rules themselves: slow, and the reference for the compiled solver.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Protocol

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.alter_igo import RULESET
from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.judge import judge
from yurei.rules.options import of_the_game
from yurei.rules.points import Size
from yurei.rules.repetition import repetition_rule
from yurei.rules.ruleset import NO_PASSING, Capture, Repetition, Ruleset, Suicide
from yurei.rules.state import EndedBy, State, stone

MOST_POINTS = 20
"""Greatest number of points of a board that can be solved."""

_OTHERS = bytes.maketrans(b"\1\2", b"\2\1")
_DIGITS = bytes.maketrans(b"\0\1\2", b"012")


class Values(Protocol):
    """Values of all positions of a board."""

    @property
    def size(self) -> Size:
        """The board, not wider than high."""

    def code(self, cells: bytes) -> int:
        """Return 0 for a draw, n if the player to move loses (n odd) or wins (n even) in n plies.

        Args:
            cells: A position of this board in which every string has a liberty; 1 is a stone of the player to move.
        """


def check_ruleset(ruleset: Ruleset) -> None:
    """Check that a ruleset is that of the tables: capture, suicide, repetition and passing as in Alter Igo."""
    rules = ruleset.capture, ruleset.suicide, ruleset.repetition, ruleset.passing
    solved = Capture.SIMULTANEOUS, Suicide.LONE_LOSES, Repetition.DRAW_ON_THIRD, NO_PASSING
    if rules != solved or of_the_game(ruleset):
        raise BadSettings(
            N_("{ruleset} is not among the games that can be solved; try alter-igo without passes"),
            ruleset=ruleset.slug,
        )


def seen_by(cells: bytes, to_move: Colour) -> bytes:
    """Return the position with the stones of the player to move as 1."""
    return cells if to_move is BLACK else cells.translate(_OTHERS)


def upright_size(size: Size) -> Size:
    """Return the size of the board turned to be not wider than high."""
    return Size(min(size.width, size.height), max(size.width, size.height))


def upright(cells: bytes, size: Size) -> bytes:
    """Return the position on the board turned to be not wider than high."""
    if size.width <= size.height:
        return cells
    return bytes(cells[row * size.width + column] for column in range(size.width) for row in range(size.height))


@lru_cache(maxsize=32)
def symmetries(size: Size) -> tuple[tuple[int, ...], ...]:
    """Return the rotations and reflections of a board onto itself, as the image of every point; the identity first."""
    found = []
    for across, up, turned in product((False, True), (False, True), (False, True)[: 1 + (size.width == size.height)]):
        becomes = []
        for point in range(size.points):
            row, column = divmod(point, size.width)
            column = size.width - 1 - column if across else column
            row = size.height - 1 - row if up else row
            becomes.append(column * size.width + row if turned else row * size.width + column)
        found.append(tuple(becomes))
    return tuple(dict.fromkeys(found))


def number(cells: bytes) -> int:
    """Return the number of a position.

    >>> number(bytes([0, 1, 2]))
    21
    """
    return int(cells[::-1].translate(_DIGITS), 3)


def smallest(cells: bytes, size: Size) -> int:
    """Return the number that stands for a position and its equivalents."""
    table = cells.ljust(256, b"\0")  # translates a point into its cell
    return int(min([points.translate(table) for points in _orders(size)]).translate(_DIGITS), 3)


@lru_cache(maxsize=32)
def _orders(size: Size) -> tuple[bytes, ...]:
    """Return for every symmetry the points in the order in which their digits are written, the highest first."""
    return tuple(bytes(reversed(becomes)) for becomes in symmetries(size))


LARGEST = 9
"""Largest number of points that this solves within a second."""


class Plain:
    """Values of all positions of a board of up to 9 points that is not wider than high."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._codes = _solve_plain(size)

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``."""
        return self._codes[smallest(cells, self.size)]


def moves(cells: bytes, size: Size) -> Iterator[tuple[int, bytes | None]]:
    """Yield every move as a point and the position that the opponent then sees; None for a lone suicide."""
    state = State(RULESET, size, None, cells, BLACK, repetition_rule(RULESET).start(cells, BLACK))
    for point, cell in enumerate(cells):
        if not cell:
            after = judge(state, stone(point)).after
            lone = after.result is not None and after.result.by is EndedBy.LONE_SUICIDE
            yield point, None if lone else seen_by(after.cells, WHITE)


def _solve_plain(size: Size) -> dict[int, int]:
    """Return the codes of all positions of a board, by the smallest number among equivalent positions."""
    before: defaultdict[int, list[int]] = defaultdict(list)
    left, codes = {}, {}
    for reverse in product(range(3), repeat=size.points):
        cells = bytes(reversed(reverse))
        own = number(cells)
        if own != smallest(cells, size) or not is_legal(cells, size):
            continue
        followers = [smallest(after, size) for _, after in moves(cells, size) if after is not None]
        for follower in followers:
            before[follower].append(own)
        left[own], codes[own] = len(followers), 0 if followers else 1
    decided, plies = [own for own, code in codes.items() if code], 1
    while decided:
        found = []
        for own in decided:
            for parent in before[own]:
                left[parent] -= 1
                if not codes[parent] and (plies % 2 or not left[parent]):
                    codes[parent] = plies + 1
                    found.append(parent)
        decided, plies = found, plies + 1
    return codes


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game under perfect play.

    Attributes:
        winner: None for a draw.
        distance: Number of plies, if the winner wins as soon as possible and the loser delays as long as possible;
            None for a draw.
    """

    winner: Colour | None
    distance: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Value of a position and of each of its moves.

    Attributes:
        size, cells, to_move: The position.
        outcome: Its value.
        moves: The outcome after every move, by point; distances count the move itself.
        best: The points of the moves that keep the position's value: for the winner the quickest, for the loser those
            that delay longest.
    """

    size: Size
    cells: bytes
    to_move: Colour
    outcome: Outcome
    moves: dict[int, Outcome]
    best: tuple[int, ...]


def value_of(values: Values, cells: bytes, size: Size, to_move: Colour) -> Outcome:
    """Return the value of a position in which every string has a liberty; the board may have either orientation."""
    return _outcome(values.code(upright(seen_by(cells, to_move), size)), to_move)


def analyse(values: Values, cells: bytes, size: Size, to_move: Colour) -> Analysis:
    """Return the values of a position and of each of its moves; arguments as in ``value_of``."""
    own = seen_by(cells, to_move)
    after = {
        point: Outcome(to_move.opponent, 1)
        if follower is None
        else _later(_outcome(values.code(upright(follower, size)), to_move.opponent))
        for point, follower in moves(own, size)
    }
    outcome = value_of(values, cells, size, to_move)
    best = size.in_order(point for point, move in after.items() if move == outcome)
    return Analysis(size, cells, to_move, outcome, {point: after[point] for point in size.in_order(after)}, best)


def line_of_play(values: Values, cells: bytes, size: Size, to_move: Colour) -> tuple[int, ...]:
    """Return the points of best moves of both sides: to the end, or in a draw until a position is repeated."""
    line: list[int] = []
    stood: set[tuple[bytes, Colour]] = set()
    while (cells, to_move) not in stood:
        stood.add((cells, to_move))
        line.append(analyse(values, cells, size, to_move).best[0])
        follower = dict(moves(seen_by(cells, to_move), size))[line[-1]]
        if follower is None:
            break
        to_move = to_move.opponent
        cells = seen_by(follower, to_move)
    return tuple(line)


def _outcome(code: int, to_move: Colour) -> Outcome:
    if not code:
        return Outcome(None, None)
    return Outcome(to_move.opponent if code % 2 else to_move, code)


def _later(outcome: Outcome) -> Outcome:
    """Return the outcome as seen one ply earlier."""
    return outcome if outcome.distance is None else Outcome(outcome.winner, outcome.distance + 1)
