"""What the tree of the open player calls proven is so: the tables of small boards of Alter Igo say the same."""

from random import Random

import pytest

from tests.solved.test_level_five import a_position, known
from yurei.players.mcts_tree import Tree
from yurei.players.tablebase import Outcome, analyse
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, Colour, board_text
from yurei.rules.points import Size

SETTINGS = (0.3, 1000.0, 0.8, 4.0, 2)
SHARE = {1: 1, -1: -1, 2: 0}
"""What the tree says of a move for who makes it: it wins, it loses, it is drawn."""


def value(outcome: Outcome, mover: Colour) -> int:
    """What a game that ends so is worth to who moves: 1 a win, -1 a loss, 0 a draw."""
    return 0 if outcome.winner is None else 1 if outcome.winner is mover else -1


@pytest.mark.parametrize(
    ("lines", "positions", "simulations"),
    [
        ((1, 4), 30, 200),
        ((2, 3), 30, 500),
        ((3, 3), 60, 2000),
        pytest.param((3, 4), 400, 20_000, marks=pytest.mark.nightly),
    ],
)
def test_results_proven_by_the_tree_agree_with_the_tables(
    lines: tuple[int, int], positions: int, simulations: int
) -> None:
    size, chance = Size(*lines), Random(f"{lines}")
    values, proven = known(size), 0
    for number in range(positions):
        mover: Colour = chance.choice((BLACK, WHITE))
        cells = a_position(size, chance)
        table = Table("alter-igo", referee="open", size=size, setup=board_text(cells, size), first=mover.word)
        found = analyse(values, cells, size, mover)
        worth = {point: value(after, mover) for point, after in found.moves.items()}
        tree = Tree(table.view(mover.word), Random(number), 200_000)
        tree.grow(SETTINGS, simulations)
        children = tree.children()
        assert {child.attempt.point for child in children} == set(worth), "every move of this game is worth a look"
        for child in children:
            if child.proven:
                proven += 1
                assert SHARE[child.proven] == worth[int(child.attempt.point or 0)], (board_text(cells, size), child)
    assert proven > positions // 2, "or hardly anything was compared"
