"""Finds the values of a board: in a stored table, or by solving a small board."""

from __future__ import annotations

import shlex
from pathlib import Path

from yurei.errors import NoTable
from yurei.languages import N_
from yurei.players.tablebase.plain import LARGEST, Plain
from yurei.players.tablebase.positions import MOST_POINTS, Values, upright_size
from yurei.players.tablebase.table import Table, table_name
from yurei.rules.points import Size


def find(place: Path, size: Size) -> Values:
    """Return the values of a board, in either orientation.

    Args:
        place: The folder of the tables.
        size: The board; one of up to 9 points needs no table.

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
        command=f"yurei solve alter-igo {board} --tables {shlex.quote(str(place))}",
    )
