"""Solved boards of Alter Igo: reads and writes tables with the value of every position, and finds best moves.

Reading needs neither numpy nor numba. Tables are made by ``yurei solve``; boards of up to 9 points need none, and of
boards of 17 to 20 points the values of first moves are shipped: ``scripts/openings.py`` writes ``openings.json`` from
the tables. A table knows a position and the colour to move, but no earlier positions: docs/solved.md explains the
consequences.

A position is described from the player to move, whose stones are 1, on a board that is not wider than high. Its number
is in base three, with A1 as the lowest digit. Of positions that are equivalent by rotation or reflection, and so have
the same value, the smallest number stands for all. ``PlainTable`` solves small boards by the rules themselves: slow, and the
reference for the compiled solver.

The file of a board holds a byte for every number from 0 to ``3 ** points - 1``: 0 for a draw, n where the player to
move loses (n odd) or wins (n even) in n plies, 255 for illegal positions and all but the smallest number of equivalent
positions. Blocks of ``block`` such bytes, the last one shorter, are compressed by zlib one by one.

- The first line is a JSON object and, after a space, the SHA-256 of that object and the index, in hexadecimal.
- The index has eight bytes per block: its length, and its CRC-32, both little-endian.
- The blocks follow, one after the other, up to the end of the file.

A file is written under a temporary name and then renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate, product
from pathlib import Path
from struct import Struct
from typing import IO, Any, Protocol

from filelock import FileLock

from yurei import compiled_code
from yurei.errors import BadSettings, NoTable
from yurei.languages import N_
from yurei.referee.settings import Settings
from yurei.rules.alter_igo import RULESET
from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.repetition import repetition_rule
from yurei.rules.ruleset import NO_PASSING, Capture, Repetition, Ruleset, Suicide, game_fields
from yurei.rules.state import EndedBy, State, stone

MOST_POINTS = 20
"""Greatest number of points of a board that can be solved."""

_OTHERS = bytes.maketrans(b"\1\2", b"\2\1")
_DIGITS = bytes.maketrans(b"\0\1\2", b"012")


class Values(Protocol):
    """Values of all positions of a board."""

    @property
    def size(self) -> Size:
        """The size of the board, turned so that its width does not exceed its height."""

    def code(self, cells: bytes) -> int:
        """Return 0 for a draw; n if the player to move, with stones 1, loses (odd n) or wins (even n) in n plies."""


def check_ruleset(ruleset: Ruleset) -> None:
    """Raise ``BadSettings`` unless the tables are valid for a ruleset: one with the rules of Alter Igo."""
    rules = ruleset.capture, ruleset.suicide, ruleset.repetition, ruleset.passing
    solved = Capture.SIMULTANEOUS, Suicide.LONE_LOSES, Repetition.DRAW_ON_THIRD, NO_PASSING
    if rules != solved or game_fields(ruleset):
        message = N_("{ruleset} is not among the games that can be solved; try alter-igo without passes")
        raise BadSettings(message, ruleset=ruleset.slug)


def cells_for(cells: bytes, to_move: Colour) -> bytes:
    """Return a position with the stones of the player to move as 1, and the opponent's as 2."""
    return cells if to_move is BLACK else cells.translate(_OTHERS)


def upright_size(size: Size) -> Size:
    """Return a board size with width and height exchanged if it is wider than high."""
    return Size(min(size.width, size.height), max(size.width, size.height))


def make_upright(cells: bytes, size: Size) -> bytes:
    """Return a position mirrored along the diagonal if its board is wider than high."""
    if size.width <= size.height:
        return cells
    return bytes(cells[row * size.width + column] for column in range(size.width) for row in range(size.height))


@lru_cache(maxsize=32)
def symmetries(size: Size) -> tuple[tuple[int, ...], ...]:
    """Return the rotations and reflections of a board onto itself, each as the images of all points; identity first."""
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


def position_number(cells: bytes) -> int:
    """Return the number of a position.

    >>> position_number(bytes([0, 1, 2]))
    21
    """
    return int(cells[::-1].translate(_DIGITS), 3)


def get_smallest_number(cells: bytes, size: Size) -> int:
    """Return the smallest number of a position and of its rotations and reflections."""
    table = cells.ljust(256, b"\0")  # translates a point into its cell
    return int(min([points.translate(table) for points in _list_symmetry_orders(size)]).translate(_DIGITS), 3)


@lru_cache(maxsize=32)
def _list_symmetry_orders(size: Size) -> tuple[bytes, ...]:
    """Return the images of all points under every symmetry, from the last point to the first."""
    return tuple(bytes(reversed(becomes)) for becomes in symmetries(size))


LARGEST = 9
"""Largest number of points of a board that ``PlainTable`` solves within a second."""


class PlainTable:
    """Values of all positions of a board, solved in plain Python; for boards of up to 9 points, not wider than high."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._codes = _solve_plain(size)

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``."""
        return self._codes[get_smallest_number(cells, self.size)]


def list_moves(cells: bytes, size: Size) -> Iterator[tuple[int, bytes | None]]:
    """Yield every move: its point, and the position after it as seen by the opponent, None after a lone suicide."""
    state = State(RULESET, size, None, cells, BLACK, repetition_rule(RULESET).start(cells, BLACK))
    for point, cell in enumerate(cells):
        if not cell:
            after = judge(state, stone(point)).after
            lone = after.result is not None and after.result.by is EndedBy.LONE_SUICIDE
            yield point, None if lone else cells_for(after.cells, WHITE)


def _solve_plain(size: Size) -> dict[int, int]:
    """Solve a board in plain Python; return the code of each position by its ``get_smallest_number`` number."""
    before: defaultdict[int, list[int]] = defaultdict(list)
    left, codes = {}, {}
    for reverse in product(range(3), repeat=size.points):
        cells = bytes(reversed(reverse))
        own = position_number(cells)
        if own != get_smallest_number(cells, size) or not is_legal(cells, size):
            continue
        followers = [get_smallest_number(after, size) for _, after in list_moves(cells, size) if after is not None]
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
    """Result of a game under perfect play: the winner wins as fast as possible, the loser delays the end."""

    winner: Colour | None  # None for a draw
    distance: int | None  # number of plies; None for a draw


@dataclass(frozen=True, slots=True)
class Analysis:
    """Value of a position and of each of its moves.

    The best moves keep the position's value: for the winner the quickest, for the loser those that delay longest.
    """

    size: Size
    cells: bytes
    to_move: Colour
    outcome: Outcome
    moves: dict[int, Outcome]  # the outcome after every move, by point; distances count the move itself
    best: tuple[int, ...]  # points


def value_of(values: Values, cells: bytes, size: Size, to_move: Colour) -> Outcome:
    """Return the outcome of a position under perfect play. The board may be wider than high; strings have liberties."""
    return _outcome_of(values.code(make_upright(cells_for(cells, to_move), size)), to_move)


def analyse(values: Values, cells: bytes, size: Size, to_move: Colour) -> Analysis:
    """Return the outcomes of a position and of each of its moves; the arguments are those of ``value_of``."""
    own = cells_for(cells, to_move)
    after = {
        point: Outcome(to_move.opponent, 1)
        if follower is None
        else _outcome_of(values.code(make_upright(follower, size)), to_move.opponent, later=1)
        for point, follower in list_moves(own, size)
    }
    outcome = value_of(values, cells, size, to_move)
    best = size.in_order(point for point, move in after.items() if move == outcome)
    return Analysis(size, cells, to_move, outcome, {point: after[point] for point in size.in_order(after)}, best)


def line_of_play(values: Values, cells: bytes, size: Size, to_move: Colour) -> tuple[int, ...]:
    """Return the points of best moves of both sides, until the game ends or, in a draw, a position repeats."""
    line: list[int] = []
    stood: set[tuple[bytes, Colour]] = set()
    while (cells, to_move) not in stood:
        stood.add((cells, to_move))
        line.append(analyse(values, cells, size, to_move).best[0])
        follower = dict(list_moves(cells_for(cells, to_move), size))[line[-1]]
        if follower is None:
            break
        to_move = to_move.opponent
        cells = cells_for(follower, to_move)
    return tuple(line)


def _outcome_of(code: int, to_move: Colour, later: int = 0) -> Outcome:
    """Return the outcome that a code stands for, with ``later`` plies added to its length."""
    if not code:
        return Outcome(None, None)
    return Outcome(to_move.opponent if code % 2 else to_move, code + later)


FORMAT, VERSION = "yurei solved board", 1
BLOCK = 3**10
ENTRY = Struct("<II")
LONGEST_LINE = 4096
KEPT_BLOCKS = 64


def table_folder(chosen: str | None = None) -> Path:
    """Return the folder of the tables: ``chosen``, or else ``YUREI_TABLES``, or else one in the user's data folder."""
    if place := chosen or os.environ.get("YUREI_TABLES"):
        return Path(place).expanduser()
    home = os.environ.get("XDG_DATA_HOME") or compiled_code.home_folder() / ".local" / "share"
    return Path(home) / "yurei" / "tables"


def table_name(size: Size) -> str:
    """Return the name of the table's file for a board that is not wider than high."""
    return f"{RULESET.slug}-{size}.solved"


class Table:
    """Table of a solved board, which reads its file block by block; ``facts`` are the values of the first line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                self.facts, index = _head(file)
                length = os.fstat(file.fileno()).st_size
                start = file.tell()
            self.size = Size(self.facts["width"], self.facts["height"])
        except (OSError, ValueError, KeyError, TypeError):
            raise self._damaged() from None
        self._index = index
        self._starts = [start, *accumulate((long for long, _ in index), initial=start)][1:]
        if self._starts[-1] != length:
            raise self._damaged()
        self._block = lru_cache(maxsize=KEPT_BLOCKS)(self._read)

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``."""
        block, place = divmod(get_smallest_number(cells, self.size), int(self.facts["block"]))
        return self._block(block)[place]

    def blocks(self) -> Iterator[bytes]:
        """Yield all blocks of the table, in the order of position numbers."""
        for block in range(len(self._index)):
            yield self._read(block)

    def _read(self, block: int) -> bytes:
        long, check = self._index[block]
        try:
            with self._path.open("rb") as file:
                file.seek(self._starts[block])
                packed = file.read(long)
            if zlib.crc32(packed) == check:
                return zlib.decompress(packed)
        except (OSError, zlib.error):
            pass
        raise self._damaged()

    def _damaged(self) -> NoTable:
        message = N_("the table {file} is damaged, or made by another version; make it again with yurei solve")
        return NoTable(message, file=str(self._path))


def _head(file: IO[bytes]) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Read the first line and the index of a table; raise ValueError, KeyError or TypeError if damaged."""
    said, _, digest = file.readline(LONGEST_LINE).rstrip(b"\n").rpartition(b" ")
    facts = json.loads(said)
    index = file.read(facts["blocks"] * ENTRY.size)
    made_for = facts["format"], facts["version"], facts["ruleset"], facts["ruleset_version"]
    if hashlib.sha256(said + index).hexdigest().encode() != digest:
        raise ValueError("damaged")
    if made_for != (FORMAT, VERSION, RULESET.slug, RULESET.version):
        raise ValueError("made by another version")
    return facts, list(ENTRY.iter_unpack(index))


def write_table(place: Path, size: Size, facts: Mapping[str, int], parts: Iterable[bytes | memoryview[int]]) -> Path:
    """Write the table of a board that is not wider than high. On an ``OSError``, an existing file is unchanged."""
    place.mkdir(parents=True, exist_ok=True)
    path = place / table_name(size)
    with tempfile.TemporaryFile(dir=place) as body:
        index = []
        for block in _blocks(parts):
            packed = zlib.compress(block, 6)
            index.append(ENTRY.pack(len(packed), zlib.crc32(packed)))
            body.write(packed)
        body.seek(0)
        head = _first_line(size, facts, b"".join(index))
        beside = tempfile.NamedTemporaryFile(dir=place, prefix=f".{path.name}.", delete=False)  # noqa: SIM115 - renamed
        try:
            with beside:
                beside.write(head)
                shutil.copyfileobj(body, beside)
                beside.flush()
                os.fsync(beside.fileno())
            os.chmod(beside.name, 0o644)
            os.replace(beside.name, path)
        except BaseException:
            os.unlink(beside.name)
            raise
    return path


def _first_line(size: Size, facts: Mapping[str, int], index: bytes) -> bytes:
    what = {"format": FORMAT, "version": VERSION, "ruleset": RULESET.slug, "ruleset_version": RULESET.version}
    board = {"width": size.width, "height": size.height, "block": BLOCK, "blocks": len(index) // ENTRY.size}
    said = json.dumps({**what, **board, **facts}, separators=(",", ":")).encode()
    return said + b" " + hashlib.sha256(said + index).hexdigest().encode() + b"\n" + index


def _blocks(parts: Iterable[bytes | memoryview[int]]) -> Iterator[bytes]:
    waiting = bytearray()
    for part in parts:
        waiting += part
        whole = len(waiting) - len(waiting) % BLOCK
        for start in range(0, whole, BLOCK):
            yield bytes(waiting[start : start + BLOCK])
        del waiting[:whole]
    if waiting:
        yield bytes(waiting)


AT_ONCE = 12
"""Greatest number of points of a board that is solved in a tenth of a second."""
WORKED_OUT = 16
"""Greatest number of points of a board that ``load_or_solve`` solves, in 2 to 8 s of processor time."""
Watch = Callable[[str, int, int], None]
"""Callback for progress: the stage, the amount of work done, and an upper bound of the total."""


def find_values(place: Path, size: Size) -> Values:
    """Return the values of a board's positions: of all if they are known, else of the shipped openings."""
    board = upright_size(size)
    if board in openings() and not (place / table_name(board)).exists():
        return replace(openings()[board], command=_command(place, board))
    return find_all(place, size)


def find_all(place: Path, size: Size) -> Values:
    """Return the values of all positions of a board, from its table or solved at once; raise ``NoTable`` if neither."""
    board = upright_size(size)
    path = place / table_name(board)
    if path.exists():
        return Table(path)
    if board.points <= LARGEST:
        return PlainTable(board)
    if board.points > MOST_POINTS:
        message = N_("boards of up to {most} points can be solved; {size} has {points}")
        raise NoTable(message, most=MOST_POINTS, size=size, points=board.points)
    message = N_("there is no table of the board {size} in {folder}; make one with {command}")
    raise NoTable(message, size=board, folder=str(place), command=_command(place, board))


def values_for(settings: Settings) -> Values | None:
    """Return the values of all positions of a game; None if they are unknown and take long to compute."""
    try:
        check_ruleset(settings.ruleset)
    except BadSettings:
        return None
    if settings.size.points > MOST_POINTS:
        return None
    try:
        return find_all(table_folder(), settings.size)
    except NoTable:
        return load_or_solve(settings.size) if settings.size.points <= AT_ONCE else None


def are_ready(size: Size) -> bool:
    """Return whether the values of all positions of a board are stored, or plain Python finds them within a second."""
    name = table_name(upright_size(size))
    return size.points <= LARGEST or any((place / name).exists() for place in (table_folder(), compiled_code.folder()))


def load_or_solve(size: Size, watch: Watch | None = None) -> Values:
    """Return the values of all positions of a board. Without a table, one process solves the board and stores it."""
    board = upright_size(size)
    try:
        return _get_values(table_folder(), board)
    except NoTable:
        if size.points > WORKED_OUT:
            raise
    place = compiled_code.folder()
    with FileLock(f"{place / table_name(board)}.lock"):
        try:
            return _get_values(place, board)
        except NoTable:  # there is none yet, or it is damaged
            _solve(place, board, watch)
    return _get_values(place, board)


def _get_values(place: Path, board: Size) -> Values:
    """Return the values of all positions of a board, from a cache unless the table's file has changed."""
    path = place / table_name(board)
    return _read(place, board, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=8)
def _read(place: Path, board: Size, changed: int) -> Values:
    return find_all(place, board)


def _solve(place: Path, size: Size, watch: Watch | None) -> None:
    from yurei.kernel.solving import Solver  # compiled code: only where it is needed

    solver = Solver(size.width, size.height)
    facts = asdict(solver.solve(watch) if watch else solver.solve())
    write_table(place, size, facts, (piece.data for piece in solver.reduced(symmetries(size))))


def _command(place: Path, board: Size) -> str:
    return f"yurei solve alter-igo {board} --tables {shlex.quote(str(place))}"


@dataclass(frozen=True, slots=True)
class Opening:
    """Codes (see ``Values``) of a board's empty position and of the positions after each first move."""

    size: Size
    empty: int
    first: tuple[int, ...]  # for the opponent to move, by point
    won: int
    drawn: int
    lost: int
    longest: int
    command: str = ""  # makes the table

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``; raise NoTable for more than one stone of the opponent."""
        if not any(cells):
            return self.empty
        if sum(cells) == cells.count(2) * 2 == 2:
            return self.first[cells.index(2)]
        message = N_(
            "of the board {size} the values of first moves are known; for other positions, make a table with {command}"
        )
        raise NoTable(message, size=self.size, command=self.command)


@cache
def openings() -> dict[Size, Opening]:
    """Return the values of first moves that yurei ships, by board size."""
    text = resources.files(__package__).joinpath("openings.json").read_text(encoding="utf-8")
    found = {}
    for name, values in json.loads(text).items():
        width, height = map(int, name.split("x"))
        size = Size(width, height)
        found[size] = Opening(size, **{**values, "first": tuple(values["first"])})
    return found
