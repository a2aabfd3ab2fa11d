"""The values of a game's board for a player: from a table that was kept, or worked out at once where the board is small."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from yurei import compiled_code
from yurei.errors import BadSettings, NoTable
from yurei.players.tablebase.finding import find
from yurei.players.tablebase.positions import MOST_POINTS, Values, check_ruleset, symmetries, upright_size
from yurei.players.tablebase.table import Table, folder, table_name, write
from yurei.referee.settings import Settings
from yurei.rules.points import Size

AT_ONCE = 12
"""Boards of up to so many points are solved in a tenth of a second."""


def values_for(settings: Settings) -> Values | None:
    """What every position of a game is worth; None where nobody knows."""
    try:
        check_ruleset(settings.ruleset)
    except BadSettings:
        return None
    if settings.size.points > MOST_POINTS:
        return None
    try:
        return find(folder(), settings.size)
    except NoTable:
        return _worked_out(upright_size(settings.size)) if settings.size.points <= AT_ONCE else None


def _worked_out(size: Size) -> Values:
    """The table of a small board, kept where compiled code is."""
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
