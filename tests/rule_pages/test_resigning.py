"""A resignation: any player at any time, until the result stands; everybody is told."""

import pytest

from tests.playing import Game
from yurei import records, rules
from yurei import referee as referees
from yurei.errors import BadTry, GameOver, Unknown
from yurei.records.record import Entry, begin
from yurei.referee.table import Table
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE
from yurei.rules.state import RESIGN, EndedBy, Result

SEATS = ("black", "white", "audience")


@pytest.mark.parametrize("game", [each.slug for each in rules.ALL])
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_black_resigns_while_white_thinks_and_all_are_told(game: str, referee: str) -> None:
    played = Game(None, "B2", game, size=5, referee=referee)
    answer = played.table.resign("black")
    assert answer.said() == "Black resigns."
    assert played.table.result == Result(WHITE, EndedBy.RESIGNATION)
    assert played.table.to_move is None
    for seat in SEATS:
        view = played.table.view(seat)
        assert view.heard[-1].outcome is Outcome.RESIGNED
        assert view.heard[-1].attempt == RESIGN
        assert View.of(view.opening, view.heard) == view


def test_a_resignation_out_of_turn_is_announced_like_one_in_turn() -> None:
    for seat in SEATS:
        in_turn = Game(None, "B2 resign").table.view(seat)
        assert Game(None, "B2").table.resign("white").told[seat] == in_turn.heard[-1]


def test_a_player_resigns_after_two_passes() -> None:
    played = Game(None, "B2 pass pass")
    assert played.table.result is not None
    assert played.table.result.by is EndedBy.SCORE
    played.table.resign("black")
    assert played.table.count(()) == Result(WHITE, EndedBy.RESIGNATION)
    assert [tried.attempt for tried in played.table.reveal().tries][-1] == RESIGN


def test_a_partner_resigns_for_the_side() -> None:
    played = Game(None, "B2", seating="rengo")
    played.table.resign("white-2")
    assert played.table.result == Result(BLACK, EndedBy.RESIGNATION)


def test_a_game_is_resigned_once_and_by_players_alone() -> None:
    played = Game(None, "B2")
    with pytest.raises(BadTry):
        played.table.resign("audience")
    with pytest.raises(Unknown):
        played.table.resign("red")
    played.table.resign("black")
    with pytest.raises(GameOver) as caught:
        played.table.resign("white")
    assert str(caught.value) == "the game is over; nobody can resign any more"


@pytest.mark.parametrize("tries", ["B2", "B2 pass pass"])
def test_its_record_reads_back_and_is_played_again(tries: str) -> None:
    played = Game(None, tries, size=5)
    played.table.resign("black")
    entries = tuple(Entry(each.seat, each.attempt, each.reason is None) for each in played.table.reveal().tries)
    record = begin(played.table.settings)
    for entry in entries:
        record = record.plus(entry)
    again = records.read(records.write(record))
    table = Table.of(again.settings)
    assert [bool(answer and answer.accepted) for _, answer in records.replay(again, table)] == [True] * len(entries)
    assert table.reveal() == played.table.reveal()
