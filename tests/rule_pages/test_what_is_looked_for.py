"""What somebody looks for on his own board: what was just taken, where he has just tried, how much is empty, who passed."""

from dataclasses import replace

import pytest

from tests.playing import Game
from yurei import referee
from yurei.referee.referee import FailedTry
from yurei.referee.view import empty_points, just_taken, last_known_try, opponent_passed

CAPTURE = "B1 A1 A2"
"""On 3×3 Black takes the stone on A1."""


def points(game: Game, seat: str) -> list[str]:
    """The points from which something was just taken, as a seat was told, by name."""
    return [game.table.settings.size.name(point) for point in sorted(just_taken(game.table.view(seat)))]


def test_before_the_first_move_there_is_nothing_to_look_for() -> None:
    game = Game(size=3)
    assert points(game, "black") == []
    assert last_known_try(game.table.view("black")) is None


@pytest.mark.parametrize("referee", ["common", "olympiad", "open"])
def test_a_player_who_is_told_the_points_finds_the_captured_stones(referee: str) -> None:
    game = Game(size=3, tries=CAPTURE, referee=referee)
    assert [points(game, seat) for seat in ("black", "white", "audience")] == [["A1"]] * 3


def test_only_the_owner_finds_vanished_stones() -> None:
    game = Game(size=3, tries=CAPTURE, referee="kriegspiel")
    assert [points(game, seat) for seat in ("black", "white", "audience")] == [[], ["A1"], []]


def test_in_fog_a_stone_that_vanishes_in_sight_was_captured() -> None:
    game = Game(size=3, tries=CAPTURE, referee="fog")
    assert points(game, "black") == ["A1"]


def test_a_refusal_takes_nothing_away_and_hides_nothing() -> None:
    game = Game(size=3, tries=f"{CAPTURE} B1", referee="common")
    assert points(game, "black") == ["A1"]
    assert points(Game(size=3, tries=f"{CAPTURE} C3", referee="common"), "black") == []


def test_ones_last_try_is_ones_own_and_may_have_been_refused() -> None:
    game = Game(size=3, tries="B2 B2", referee="kriegspiel")
    assert last_known_try(game.table.view("black")) == (4, False)
    assert last_known_try(game.table.view("white")) == (4, True)
    assert last_known_try(game.table.view("audience")) is None
    assert last_known_try(game.play("pass").table.view("white")) is None, "a pass has no point"


def test_where_everything_is_seen_the_opponents_last_move_is_known_too() -> None:
    game = Game(size=3, tries="A1 B2", referee="open")
    assert {last_known_try(game.table.view(seat)) for seat in ("black", "white", "audience")} == {(4, False)}
    game.play("pass")
    assert last_known_try(game.table.view("white")) == (4, False), "the opponent's pass has no point"


@pytest.mark.parametrize(
    ("speaker", "black", "white"),
    [("common", 7, 7), ("hamburg", 7, 7), ("open", 7, 7), ("kriegspiel", 6, 7), ("fog", 6, 7)],
)
def test_a_seat_counts_the_empty_points_by_what_it_was_told(speaker: str, black: int, white: int) -> None:
    game = Game(size=3, tries=f"{CAPTURE} A2", referee=speaker)
    assert [empty_points(game.table.view(seat)) for seat in ("black", "white")] == [black, white]
    game.play("pass")
    assert empty_points(game.table.view("black")) == black, "neither a refusal nor a pass fills a point"


def test_handicap_stones_count_and_those_set_up_as_far_as_they_are_seen() -> None:
    assert empty_points(Game(size=9, handicap=4).table.view("white")) == 77
    assert empty_points(Game("B.B/.../W.W").table.view("black")) == 7
    assert empty_points(Game("B.B/.../W.W", referee="open").table.view("black")) == 5


def test_who_has_just_passed_is_known_until_the_next_turn() -> None:
    game = Game(size=3, tries="B2 pass")
    assert opponent_passed(game.table.view("black"))
    assert not opponent_passed(game.table.view("white"))
    assert not opponent_passed(game.play("A1").table.view("white"))
    assert not opponent_passed(Game(size=3).table.view("black"))


def test_after_a_lost_turn_a_pass_is_no_longer_the_last_turn() -> None:
    loses = replace(referee.get("common"), failed_try=FailedTry.LOSE_TURN)
    assert not opponent_passed(Game(size=3, tries="B2 pass B2", referee=loses).table.view("black"))
    assert opponent_passed(Game(size=3, tries="B2 pass B2").table.view("black"))
