"""What somebody looks for first on his own board: what was just taken, and where he has just tried."""

from __future__ import annotations

import pytest

from tests.playing import Game
from yurei.referee.noticed import just_taken, last_own_try

CAPTURE = "B1 A1 A2"
"""On 3×3 Black takes the stone on A1."""


def points(game: Game, seat: str) -> list[str]:
    """The points from which something was just taken, as a seat was told, by name."""
    return [game.table.settings.size.name(point) for point in sorted(just_taken(game.table.view(seat)))]


def test_before_the_first_move_there_is_nothing_to_look_for() -> None:
    game = Game(size=3)
    assert points(game, "black") == []
    assert last_own_try(game.table.view("black")) is None


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
    assert last_own_try(game.table.view("black")) == (4, False)
    assert last_own_try(game.table.view("white")) == (4, True)
    assert last_own_try(game.table.view("audience")) is None
    assert last_own_try(game.play("pass").table.view("white")) is None, "a pass has no point"
