"""A game that the compiled code has not been told of: who searches refuses it in a sentence, and every level still plays."""

from __future__ import annotations

import pytest

from yurei import Table, players, rules
from yurei.errors import BadSettings
from yurei.rules.compilable import is_compilable

REFUSED = [ruleset.slug for ruleset in rules.ALL if not is_compilable(ruleset)]


def test_atari_go_and_toroidal_go_are_two_of_them() -> None:
    assert REFUSED[:2] == ["atari-go", "toroidal-go"]


@pytest.mark.parametrize("game", REFUSED)
@pytest.mark.parametrize(("name", "referee"), [("belief", "common"), ("mcts", "open")])
def test_who_searches_says_what_he_does_not_know(game: str, name: str, referee: str) -> None:
    with pytest.raises(
        BadSettings, match=rf"^the kernel has not been told of .*, which ruleset '{game}' has\. Known: "
    ):
        players.get(name).choose(Table(game, referee=referee, size=5).view("black"))


@pytest.mark.parametrize("game", REFUSED)
@pytest.mark.parametrize("referee", ["common", "open"])
def test_the_levels_play_it_to_its_end(game: str, referee: str) -> None:
    table = Table(game, referee=referee, size=4)
    seats = {"black": players.get("yurei:level=5", 1), "white": players.get("yurei:level=1", 2)}
    for _ in range(200):
        if table.to_move is None:
            break
        table.attempt(table.to_move, seats[table.to_move].choose(table.view(table.to_move)))
    assert table.result is not None
