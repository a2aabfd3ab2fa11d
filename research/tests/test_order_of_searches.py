"""The order of the information set searches on Phantom(4,4,4), as far as it was measured; see docs/baselines.md."""

import pytest

from research.tests.phantom_lines import LINES_OF_FOUR, Side, play
from yurei_research import baseline_searches as searches


def points(one: Side, other: Side, games: int) -> float:
    """The share that a side wins, a draw half; each side begins half of the games."""
    total = 0.0
    for game in range(games):
        winner = play(one, other, game) if game % 2 == 0 else play(other, one, game)
        total += 0.5 if winner == 0 else (winner == 1) == (game % 2 == 0)
    return total / games


def side(kind: int, iterations: int, **more: bool) -> Side:
    return Side(kind, iterations, kept=40 if kind == searches.DETERMINISED else 1, explore=1.2, **more)


def test_there_are_ten_lines() -> None:
    assert len(set(LINES_OF_FOUR)) == 10
    assert {len(line) for line in LINES_OF_FOUR} == {4}


def test_every_search_beats_itself_at_one_playout() -> None:
    for kind in (searches.DETERMINISED, searches.SINGLE, searches.PARTIAL, searches.MANY):
        assert points(side(kind, 1000), side(kind, 1), 40) > 0.7


@pytest.mark.nightly
def test_the_player_that_sees_everything_hardly_loses() -> None:
    assert points(side(searches.SINGLE, 1000, cheats=True), side(searches.MANY, 1000), 60) > 0.6


@pytest.mark.nightly
def test_a_tree_a_player_beats_a_tree_a_world() -> None:
    assert points(side(searches.MANY, 2000), side(searches.DETERMINISED, 2000), 120) > 0.5


@pytest.mark.nightly
def test_a_move_drawn_by_chance_is_worse_than_one_that_is_searched() -> None:
    assert points(side(searches.SINGLE, 2000), side(searches.PARTIAL, 2000), 120) > 0.5
