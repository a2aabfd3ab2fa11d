"""Finds the values of a board: in a stored table, or by solving a small board."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from pathlib import Path

from yurei import compiled_code
from yurei.errors import BadSettings, NoTable
from yurei.languages import N_
from yurei.players.tablebase.openings import openings
from yurei.players.tablebase.plain import LARGEST, Plain
from yurei.players.tablebase.positions import MOST_POINTS, Values, check_ruleset, symmetries, upright_size
from yurei.players.tablebase.table import Table, folder, table_name, write
from yurei.referee.settings import Settings
from yurei.rules.points import Size

AT_ONCE = 12
"""Greatest number of points of boards that are solved in a tenth of a second."""


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
    """Return the values of all positions of a board, in either orientation.

    Raises:
        NoTable: if there is none, it is damaged, or the board is too large for one.
    """
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
        return _worked_out(upright_size(settings.size)) if settings.size.points <= AT_ONCE else None


def _worked_out(size: Size) -> Values:
    """Return the table of a small board, stored beside compiled code."""
    place = compiled_code.folder()
    if not (place / table_name(size)).exists():
        _solve(place, size)
    return Table(place / table_name(size))


def _solve(place: Path, size: Size) -> None:
    from yurei.kernel.solving import Here, solve  # compiled code: only where it is needed

    crew = Here(size.width, size.height)
    try:
        facts = asdict(solve(crew))
        write(place, size, facts, (part.data for part in crew.tables(symmetries(size))))
    finally:
        crew.close()


def _command(place: Path, board: Size) -> str:
    """Return the command that makes a table."""
    return f"yurei solve alter-igo {board} --tables {shlex.quote(str(place))}"
