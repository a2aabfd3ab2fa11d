"""A game that nobody plays to its end: claimed from who stays away, or abandoned by both; and how its result is said."""

import pytest

from tests.playing import Game
from yurei.errors import GameOver, OutOfTurn, Unknown
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK
from yurei.rules.state import EndedBy, Result


def test_a_player_who_is_to_move_loses_by_staying_away() -> None:
    table = Game(None, "E5", size=9).table
    with pytest.raises(OutOfTurn) as caught:
        table.lose_by_absence("black")
    assert str(caught.value) == "it is white’s turn, not black’s"
    with pytest.raises(Unknown):
        table.lose_by_absence("nobody")
    assert table.lose_by_absence("white") == table.result == Result(BLACK, EndedBy.ABSENCE)
    assert table.to_move is None
    with pytest.raises(GameOver):
        table.lose_by_absence("white")


def test_an_abandoned_game_has_no_winner() -> None:
    table = Game(None, "E5", size=9).table
    assert table.abandon() == table.result == Result(None, EndedBy.ABANDONED)
    assert table.reveal().result.by is EndedBy.ABANDONED
    with pytest.raises(GameOver):
        table.abandon()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result(BLACK, EndedBy.ABSENCE), "left the game"),
        (Result(None, EndedBy.ABANDONED), "Game abandoned: no winner."),
    ],
)
def test_how_it_ended_is_said(result: Result, said: str) -> None:
    assert said in speak_result(result)
