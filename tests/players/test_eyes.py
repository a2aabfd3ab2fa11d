"""Own eyes: nobody fills them in Go; in Alter Igo, where nobody may pass, who fills none has lost."""

import pytest

from yurei import players
from yurei.players import Budget
from yurei.players.refusals import fills_eyes
from yurei.referee.table import Table
from yurei.rules import ALL
from yurei.rules.state import PASS

TWO_EACH = ".B.BW.W/BBBBWWW/BBBBWWW/BBBBWWW/BBBBWWW/BBBBWWW/B.BBW.W"
"""Nothing is left but eyes: Black has three, White has two. A stone in an eye of the opponent's is a lone suicide."""
EYES = {"A7", "C7", "B1"}


def test_where_strings_of_both_colours_go_at_once_an_eye_may_be_filled() -> None:
    assert [game.slug for game in ALL if fills_eyes(game)] == ["alter-igo"]


@pytest.mark.parametrize("slug", ["mcts", "belief"])
def test_in_alter_igo_an_eye_is_filled_rather_than_the_game_lost(slug: str) -> None:
    table = Table("alter-igo", referee="open", size=7, setup=TWO_EACH)
    attempt = players.get(slug, seed=3).choose(table.view("black"), Budget(playouts=300))
    assert attempt.point is not None
    assert table.settings.size.name(attempt.point) in EYES


@pytest.mark.parametrize("slug", ["belief"])
def test_a_player_left_with_own_eyes_only_fills_one_and_does_not_resign(slug: str) -> None:
    table = Table("alter-igo", referee="common", size=(5, 3), setup="BBBBB/B.B.B/BBBBB")
    attempt = players.get(slug, seed=3).choose(table.view("black"), Budget(playouts=300))
    assert attempt.point is not None
    assert table.settings.size.name(attempt.point) in {"B2", "D2"}


@pytest.mark.parametrize("slug", ["mcts", "belief"])
def test_in_go_the_player_fills_no_own_eyes_and_passes_in_the_end(slug: str) -> None:
    table = Table("go", referee="open", size=7, setup=TWO_EACH)
    player = players.get(slug, seed=3)
    player.begin(table.view("black"))
    while table.to_move == "black":  # a stone in White's eyes is refused, and then he answers again
        attempt = player.answer(Budget(playouts=300))
        player.hear(table.attempt("black", attempt).told["black"])
    assert attempt == PASS
