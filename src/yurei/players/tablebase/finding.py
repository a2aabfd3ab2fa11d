"""Finds the values of a board: in a stored table, by solving a small board, or of first moves among the shipped openings.

``openings.json`` holds the values of the empty board and of all first moves, for boards whose tables are too large to
ship; ``scripts/openings.py`` writes it from the tables that ``yurei solve`` makes.
"""

import json
import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from filelock import FileLock

from yurei import compiled_code
from yurei.errors import BadSettings, NoTable
from yurei.languages import N_
from yurei.players.tablebase.positions import (
    LARGEST,
    MOST_POINTS,
    Plain,
    Values,
    check_ruleset,
    symmetries,
    upright_size,
)
from yurei.players.tablebase.table import Table, folder, table_name, write
from yurei.referee.settings import Settings
from yurei.rules.points import Size

AT_ONCE = 12
"""Greatest number of points of boards that are solved in a tenth of a second."""
WORKED_OUT = 16
"""Greatest number of points of boards that ``work_out`` solves: in 2 to 8 s of processor time."""
Watch = Callable[[str, int, int], None]
"""Called with the stage of the work, how much of it is done, and how much it is at most."""


def find(place: Path, size: Size) -> Values:
    """Return the values of a board, in either orientation: of all positions, else of those that are shipped.

    Args:
        place: The folder of the tables.
        size: The board; one of up to 9 points needs no table, and of one of 17 to 20 points first moves are known.

    Raises:
        NoTable: if there is none, it is damaged, or the board is too large for one.
    """
    board = upright_size(size)
    if board in openings() and not (place / table_name(board)).exists():
        return replace(openings()[board], command=_command(place, board))
    return find_all(place, size)


def find_all(place: Path, size: Size) -> Values:
    """Return the values of all positions of a board, in either orientation; raises as ``find``."""
    board = upright_size(size)
    path = place / table_name(board)
    if path.exists():
        return Table(path)
    if board.points <= LARGEST:
        return Plain(board)
    if board.points > MOST_POINTS:
        raise NoTable(
            N_("boards of up to {most} points can be solved; {size} has {points}"),
            most=MOST_POINTS,
            size=size,
            points=board.points,
        )
    raise NoTable(
        N_("there is no table of the board {size} in {folder}; make one with {command}"),
        size=board,
        folder=str(place),
        command=_command(place, board),
    )


def values_for(settings: Settings) -> Values | None:
    """Return the values of all positions of a game; None if they are not known."""
    try:
        check_ruleset(settings.ruleset)
    except BadSettings:
        return None
    if settings.size.points > MOST_POINTS:
        return None
    try:
        return find_all(folder(), settings.size)
    except NoTable:
        return work_out(settings.size) if settings.size.points <= AT_ONCE else None


def are_ready(size: Size) -> bool:
    """Return whether the values of all positions of a board are stored, or found within a second by plain Python."""
    name = table_name(upright_size(size))
    return size.points <= LARGEST or any((place / name).exists() for place in (folder(), compiled_code.folder()))


def work_out(size: Size, watch: Watch | None = None) -> Values:
    """Return the values of all positions of a board, which is solved if no table is stored.

    A table that is made is stored beside compiled code. While one process solves a board, others wait for it.

    Args:
        size: A board of up to 16 points, in either orientation; a larger one if its table is stored.
        watch: Called again and again while the board is being solved.

    Raises:
        NoTable: if the board is larger and has no table.
    """
    board = upright_size(size)
    try:
        return _kept(folder(), board)
    except NoTable:
        if size.points > WORKED_OUT:
            raise
    place = compiled_code.folder()
    with FileLock(f"{place / table_name(board)}.lock"):
        try:
            return _kept(place, board)
        except NoTable:  # there is none yet, or it is damaged
            _solve(place, board, watch)
    return _kept(place, board)


def _kept(place: Path, board: Size) -> Values:
    """Return values with what was read or found of them before, unless the table has been replaced since."""
    path = place / table_name(board)
    return _read(place, board, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=8)
def _read(place: Path, board: Size, changed: int) -> Values:
    return find_all(place, board)


def _solve(place: Path, size: Size, watch: Watch | None) -> None:
    from yurei.kernel.solving import Solver  # compiled code: only where it is needed

    solver = Solver(size.width, size.height)
    facts = asdict(solver.solve(watch) if watch else solver.solve())
    write(place, size, facts, (piece.data for piece in solver.reduced(symmetries(size))))


def _command(place: Path, board: Size) -> str:
    """Return the command that makes a table."""
    return f"yurei solve alter-igo {board} --tables {shlex.quote(str(place))}"


@dataclass(frozen=True, slots=True)
class Opening:
    """Values of a board's empty position, and of the positions after its first moves.

    Attributes:
        size: The board, not wider than high.
        empty: Code of the empty board, see ``Values``.
        first: Codes of the positions after the first moves, for the opponent to move, by point.
        won, drawn, lost, longest: As in the table of the board.
        command: The command that makes the table.
    """

    size: Size
    empty: int
    first: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    longest: int
    command: str = ""

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``; NoTable if there is another stone than one of the opponent's."""
        if not any(cells):
            return self.empty
        if sum(cells) == cells.count(2) * 2 == 2:
            return self.first[cells.index(2)]
        raise NoTable(
            N_(
                "of the board {size} the values of first moves are known; for other positions, make a table with {command}"
            ),
            size=self.size,
            command=self.command,
        )


@cache
def openings() -> dict[Size, Opening]:
    """Return the openings that are shipped, by board."""
    text = resources.files(__package__).joinpath("openings.json").read_text(encoding="utf-8")
    found = {}
    for name, values in json.loads(text).items():
        width, height = map(int, name.split("x"))
        size = Size(width, height)
        found[size] = Opening(size, **{**values, "first": tuple(values["first"])})
    return found
