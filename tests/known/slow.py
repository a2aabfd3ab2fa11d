"""Slow and plain computation of the exact set: all tables in which a listener is told the same."""

from collections.abc import Iterator

from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.state import PASS, Try, ghost, stone

Tables = list[Table]


def following(tables: Tables, listener: str, told: Told) -> Tables:
    """Return the tables after any try of which the listener is told ``told``, without duplicates."""
    found = {}
    for table in tables:
        for tried in all_tries(table) if told.attempt is None else [told.attempt]:
            after = table.copy()
            answer = after.attempt(told.seat, tried)
            if answer.told[listener] == told:
                found[game(after)] = after
    return list(found.values())


def all_tries(table: Table) -> Iterator[Try]:
    """Yield every try but a resignation, which is always announced."""
    yield PASS
    for point in range(table.settings.size.points):
        yield stone(point)
        if table.settings.ruleset.ghosts:
            yield ghost(point)


def game(table: Table) -> object:
    """Return a key of a table that determines all later answers."""
    state = table._state
    return state.cells, state.to_move, state.memory, state.passes_in_row, state.passed, state.lost, state.result


def boards(tables: Tables) -> list[bytes]:
    """Return the different boards of the tables."""
    return sorted({table._state.cells for table in tables})
