"""Worlds by uniform fill: positions of the game that show what is known, with as many hidden stones as were counted."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.day_and_night import examples
from yurei.kernel import core
from yurei.kernel.rulesets import compiled
from yurei.rules.board import is_legal
from yurei.rules.points import Size
from yurei_research import baseline_searches as searches
from yurei_research.baseline_searches import Known, TreeSearch

WORLDS = 4
GAMES = ("go", "alter-igo") if settings.get_current_profile_name() == "nightly" else ("go",)
"""The search is compiled anew for other games than Go: that is for the night."""
PLAN = (searches.DETERMINISED, WORLDS, 1, 0, 0, 0)


def worlds(game: str, size: Size, known: Known) -> list[bytes]:
    """Some worlds, as boards."""
    played = compiled(game, size)
    search = TreeSearch(played, known, [None], 5, [0.7, 0.0, 1.0], PLAN)
    search.run(WORLDS)
    colours = core.HEADER + int(core.COLOUR) * played.cells
    cells = [colours + played.point(point) for point in range(size.points)]
    return [bytes(world[cells].astype(np.uint8)) for world in search._kept]


@examples(20, 200)
@given(
    own=st.sets(st.integers(0, 19), max_size=14),
    taken=st.sets(st.integers(0, 19), max_size=6),
    hidden=st.integers(0, 14),
    colour=st.integers(1, 2),
    game=st.sampled_from(GAMES),
)
def test_every_world_is_a_legal_position_that_shows_the_known_stones(
    own: set[int], taken: set[int], hidden: int, colour: int, game: str
) -> None:
    size = Size(5, 4)
    free = [point for point in range(size.points) if point not in own | taken]
    counts = (0, hidden) if colour == 1 else (hidden, 0)
    known = Known(colour, [(point, colour) for point in sorted(own)], sorted(taken - own), free, counts)
    shown = bytes(colour if point in own else (3 - colour) * (point in taken) for point in range(size.points))
    for board in worlds(game, size, known):
        assert is_legal(board, size)
        assert {point for point, cell in enumerate(board) if cell == colour} == own
        there = {point for point, cell in enumerate(board) if cell == 3 - colour}
        assert len(there) <= max(hidden, len(taken - own))
        if len(own) <= 4 and len(taken) <= 1 and 2 <= hidden <= 6 and is_legal(shown, size):
            assert len(there) == hidden  # with so much room nothing is dropped
            assert taken - own <= there


def test_hidden_stones_are_spread_evenly_over_the_free_points() -> None:
    size, free = Size(5, 5), [point for point in range(25) if point != 12]
    played = compiled("go", size)
    search = TreeSearch(played, Known(1, [(12, 1)], [], free, (0, 3)), [None], 5, [0.7, 0.0, 1.0], (1, 1, 1, 0, 0, 0))
    search.run(8000)
    chances = search.chances(2)
    assert chances[12] == 0
    assert abs(chances.sum() - 3) < 1e-9
    assert np.abs(chances[free] - 3 / 24).max() < 0.02


def test_stones_without_a_liberty_are_left_out() -> None:
    size = Size(3, 3)
    known = Known(1, [(1, 1), (3, 1)], [0], [2, 4, 5, 6, 7, 8], (0, 1))
    for board in worlds("go", size, known):
        assert board[0] == 0  # a white stone in the corner would have no liberty
        assert sum(cell == 2 for cell in board) == 1
