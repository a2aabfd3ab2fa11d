"""Values of a game's board for a player: from a stored table, or solved at once if the board is small."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from yurei import compiled_code
from yurei.errors import BadSettings, NoTable
from yurei.players.tablebase.finding import find_all
from yurei.players.tablebase.positions import MOST_POINTS, Values, check_ruleset, symmetries, upright_size
from yurei.players.tablebase.table import Table, folder, table_name, write
from yurei.referee.settings import Settings
from yurei.rules.points import Size

AT_ONCE = 12
"""Greatest number of points of boards that are solved in a tenth of a second."""


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
