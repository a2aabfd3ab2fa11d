"""Level 5 never leaves what a small board of Alter Igo is worth: what is won it wins, and as soon as can be."""

from random import Random

import pytest

from tests.day_and_night import first_by_day
from yurei import players
from yurei.players import Budget
from yurei.players.tablebase import Values, analyse, values_for
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, board_text, strings
from yurei.rules.points import Size
from yurei.rules.state import RESIGN, Try, stone

FEW, MANY = 12, 400


def known(size: Size) -> Values:
    """What the positions of a board are worth."""
    values = values_for(Table("alter-igo", referee="open", size=size).settings)
    assert values is not None
    return values


def a_position(size: Size, chance: Random) -> bytes:
    """A position by chance in which every string has a liberty."""
    while True:
        cells = bytes(chance.choice((0, 0, 1, 2)) for _ in range(size.points))
        if 0 in cells and all(liberties for _, liberties in strings(cells, size)):
            return cells


def stubborn(values: Values, table: Table, chance: Random, *, wild: bool) -> Try:
    """The opponent: holds out as long as can be, or plays anything."""
    view = table.view(str(table.to_move))
    colour = view.seat.colour
    assert colour is not None
    found = analyse(values, view.board, view.settings.size, colour)
    points = list(found.moves) if wild else list(found.best)
    return stone(chance.choice(points)) if points else RESIGN


@pytest.mark.parametrize("wild", [True, False], ids=["against anything", "against who holds out"])
@pytest.mark.parametrize(
    ("lines", "games"),
    first_by_day([((2, 4), FEW), ((3, 4), FEW), ((3, 4), MANY)]),
)
def test_won_positions_are_won_within_the_distance_of_the_table(lines: tuple[int, int], games: int, wild: bool) -> None:
    size, chance = Size(*lines), Random(f"{lines} {wild}")
    values, won = known(size), 0
    while won < games:
        first = chance.choice((BLACK, WHITE))
        cells = a_position(size, chance)
        outcome = analyse(values, cells, size, first).outcome
        if outcome.winner is not first:
            continue
        won += 1
        table = Table("alter-igo", referee="open", size=size, setup=board_text(cells, size), first=first.word)
        player = players.get("yurei:level=5", seed=won)
        player.begin(table.view(first.word))
        moves = 0
        while table.result is None:
            seat = str(table.to_move)
            attempt = (
                player.answer(Budget(playouts=10)) if seat == first.word else stubborn(values, table, chance, wild=wild)
            )
            moves += 1
            player.hear(table.attempt(seat, attempt).told[first.word])
        assert table.result.winner is first
        assert outcome.distance is not None
        assert moves <= outcome.distance
        assert wild or moves == outcome.distance


@pytest.mark.parametrize("playouts", [30, 0], ids=["with a look ahead", "without time for one"])
def test_drawn_positions_are_not_lost(playouts: int) -> None:
    size, chance = Size(2, 3), Random(5)
    values = known(size)
    for seed in range(4):
        table = Table("alter-igo", referee="open", size=size)
        player = players.get("yurei:level=5", seed=seed)
        player.begin(table.view("black"))
        while table.result is None:
            seat = str(table.to_move)
            attempt = (
                player.answer(Budget(playouts=playouts))
                if seat == "black"
                else stubborn(values, table, chance, wild=False)
            )
            player.hear(table.attempt(seat, attempt).told["black"])
        assert table.result.winner is not WHITE


def test_other_levels_other_rules_and_larger_boards_know_no_table() -> None:
    assert values_for(Table("alter-igo", referee="open", size=(4, 5)).settings) is None
    assert values_for(Table("go", referee="open", size=3).settings) is None
    assert players.get("mcts").parameters["tables"] == 0
