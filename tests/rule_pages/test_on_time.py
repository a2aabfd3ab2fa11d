"""A loss on time: who can lose so, what everybody is told, and how the record of it reads."""

import pytest

from tests.playing import Game
from yurei import referee as referees
from yurei.errors import GameOver, OutOfTurn, Unknown
from yurei.referee import seating as seatings
from yurei.referee.announce import speak
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE
from yurei.rules.state import EndedBy, Result

UNSAID = (
    *("attempt", "reason", "captured_points", "captured_count", "lost_points", "lost_count"),
    *("atari_on_opponent", "atari_on_mover", "vanished", "seen", "to_move"),
)
"""What nobody is told of a loss on time."""


def test_a_player_who_is_to_move_can_lose_on_time() -> None:
    game = Game(None, "E5", size=9)
    assert game.table.lose_on_time("white") == game.table.result == Result(BLACK, EndedBy.TIME)
    assert game.table.to_move is None
    assert game.table.reveal().result.by is EndedBy.TIME
    assert Game(None, "").table.lose_on_time("black") == Result(WHITE, EndedBy.TIME)


def test_a_refused_try_does_not_hand_the_clock_over() -> None:
    game = Game(None, "E5 E5")
    assert game.reasons == [None, "opponent-stone"]
    assert game.table.lose_on_time("white").winner is BLACK


def test_a_turn_that_was_lost_does() -> None:
    game = Game(None, "E5 E5", failed_try="lose-turn")
    assert game.table.lose_on_time("black").winner is WHITE


def test_nobody_else_can() -> None:
    table = Game(None, "E5").table
    with pytest.raises(OutOfTurn) as caught:
        table.lose_on_time("black")
    assert str(caught.value) == "it is white’s turn; only the clock of the player to move can run out"
    with pytest.raises(OutOfTurn):
        table.lose_on_time("audience")
    with pytest.raises(Unknown):
        table.lose_on_time("red")
    assert table.to_move == "white"
    assert table.view("white").heard[-1].outcome is Outcome.MOVED


def test_a_game_is_lost_on_time_once() -> None:
    table = Game(None, "E5 resign").table
    with pytest.raises(GameOver) as caught:
        table.lose_on_time("black")
    assert str(caught.value) == "the game is over; no clock runs any more"


@pytest.mark.parametrize("seating", seatings.ALL, ids=lambda seating: seating.slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_all_are_told_the_same_and_their_views_follow_from_it(
    referee: referees.Referee, seating: seatings.Seating
) -> None:
    game = Game(None, "", referee=referee, seating=seating.slug)
    names = [*(seat.name for seat in seating.seats), "audience"]
    openings = {name: game.table.view(name) for name in names}
    game.play("E5 E5 C3")
    loser = game.table.to_move
    assert loser is not None
    boards = {name: game.shows(name) for name in names}
    result = game.table.lose_on_time(loser)
    assert result == Result(WHITE, EndedBy.TIME)
    told = Told(Outcome.LOST_ON_TIME, loser, BLACK, **dict.fromkeys(UNSAID), result=result)
    for name in names:
        view = game.table.view(name)
        assert view.heard[-1] == told
        assert View.of(openings[name], view.heard) == view
        assert game.shows(name) == boards[name]
    assert speak(referee, told, game.table.settings.size) == "Black has lost on time."
