"""The exact set as plainly as possible: whole tables, each asked every try, and kept where it tells the same."""

from collections.abc import Iterator

from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.points import Size
from yurei.rules.state import PASS, Try, ghost, stone

Tables = list[Table]


def following(tables: Tables, listener: str, told: Told) -> Tables:
    """Return the tables after a try, where the listener is told this of it; one of those that are the same game."""
    found = {}
    for table in tables:
        for tried in every_try(table.settings.size, table.settings.ruleset.ghosts, told):
            after = table.copy()
            answer = after.attempt(told.seat, tried)
            if answer.told[listener] == told:
                found[game(after)] = after
    return list(found.values())


def every_try(size: Size, ghosts: bool, told: Told) -> Iterator[Try]:
    """Yield the try, if the listener knows it; else every try but a resignation, which is always announced."""
    if told.attempt is not None:
        yield told.attempt
        return
    yield PASS
    for point in range(size.points):
        yield stone(point)
        if ghosts:
            yield ghost(point)


def game(table: Table) -> object:
    """Return all that later answers depend on, and more than that."""
    state = table._state
    return state.cells, state.to_move, state.memory, state.passes_in_row, state.passed, state.lost, state.result


def boards(tables: Tables) -> list[bytes]:
    """Return the different boards of the tables."""
    return sorted({table._state.cells for table in tables})
