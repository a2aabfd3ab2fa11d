"""Finds the values of a board: in a stored table, or by solving a small board."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from yurei.errors import NoTable
from yurei.languages import N_
from yurei.players.tablebase.openings import openings
from yurei.players.tablebase.plain import LARGEST, Plain
from yurei.players.tablebase.positions import MOST_POINTS, Values, upright_size
from yurei.players.tablebase.table import Table, table_name
from yurei.rules.points import Size


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


def _command(place: Path, board: Size) -> str:
    """Return the command that makes a table."""
    return f"yurei solve alter-igo {board} --tables {shlex.quote(str(place))}"
