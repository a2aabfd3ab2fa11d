"""Which part of the compiled code a game needs: as the kernel has it, found without loading the kernel."""

import pytest

from yurei import rules
from yurei.club.programs.worker import HIDDEN, HIDDEN_GO, SEEN, part_for
from yurei.kernel.games import GO
from yurei.kernel.rulesets import compiled
from yurei.referee.table import Table
from yurei.rules.compilable import is_compilable
from yurei.rules.ruleset import Ruleset


@pytest.mark.parametrize("game", [game for game in rules.ALL if is_compilable(game)], ids=lambda game: game.slug)
def test_each_game_needs_the_part_that_has_its_playouts(game: Ruleset) -> None:
    kernel = compiled(game, 5)
    own_board = kernel.flags == GO and kernel.scoring
    assert part_for(Table(game, referee="common", size=5).settings) is (HIDDEN_GO if own_board else HIDDEN)
    assert part_for(Table(game, referee="open", size=5).settings) is SEEN
