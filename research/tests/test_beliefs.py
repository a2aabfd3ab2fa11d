"""What is known for certain and what is imagined: the hard ledger, and worlds by uniform fill."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.day_and_night import examples
from tests.playing import Game
from yurei import referee, rules
from yurei.kernel import core
from yurei.kernel.rulesets import compiled
from yurei.referee.view import View
from yurei.rules.board import is_legal
from yurei.rules.points import Size
from yurei.rules.state import PASS
from yurei_research import baseline_searches as searches
from yurei_research.baseline_searches import Known, TreeSearch
from yurei_research.baselines import HardLedger


def ledger_of(game: Game, seat: str) -> tuple[HardLedger, View]:
    """What a seat takes for certain after a game."""
    view = game.table.view(seat)
    ledger, before = HardLedger(view.opening), view.opening
    for told in view.heard:
        before = View.of(before, [told])
        ledger.hear(told, before)
    ledger.settle(view)
    return ledger, view


def enemies(game: Game, seat: str) -> set[str]:
    ledger, view = ledger_of(game, seat)
    return {view.settings.size.name(point) for point in ledger.enemies}


def hidden(game: Game, seat: str) -> tuple[int, int]:
    ledger, view = ledger_of(game, seat)
    return ledger.hidden(view)


def test_a_refused_point_holds_a_stone_until_something_is_captured_there() -> None:
    game = Game(size=5, tries="C3 C3 B3 A1 D3 B1 C4 B2", referee="olympiad")
    assert enemies(game, "white") == {"C3"}
    game = Game(size=5, tries="C3 A1 B3 C3 B3 D3 E5 C4 E4 C2 E3 B3 A3 B4 E2 B2 E1 A4", referee="olympiad")
    before = enemies(game, "white")
    assert "B3" in before


@pytest.mark.parametrize(
    ("speaker", "left"), [("olympiad", set()), ("counted", set()), ("kriegspiel", {"A1"}), ("hamburg", set())]
)
def test_a_player_who_is_told_that_stones_went_forgets_them(speaker: str, left: set[str]) -> None:
    game = Game(size=5, tries="A1 A1 B1 E5 A2", referee=speaker)
    assert enemies(game, "white") == left
    assert hidden(game, "white") == ((2, 0) if speaker == "kriegspiel" else (1, 0))


def test_only_a_try_on_a_stone_proves_one_where_reasons_are_told() -> None:
    assert enemies(Game(size=3, tries="A1 A1", referee="hamburg"), "white") == {"A1"}
    game = Game(".W./W.W/.W.", "A1 B2", referee="hamburg", first="white")
    assert game.last == "Suicide."
    assert enemies(game, "black") == set()
    assert enemies(Game(".W./W.W/.W.", "A1 B2", referee="common", first="white"), "black") == {"B2"}


def test_visible_points_are_not_guessed() -> None:
    game = Game(size=5, tries="C3 A1 E5 C3 B3", referee="fog")
    ledger, view = ledger_of(game, "black")
    assert ledger.enemies == set()
    assert hidden(game, "black") == (0, 1)
    assert view.settings.size.point("C3") not in ledger.free(view)
    assert view.settings.size.point("D3") not in ledger.free(view)  # in sight, and empty
    assert view.settings.size.point("A1") in ledger.free(view)


def test_a_handicap_is_known_to_both() -> None:
    game = Game(size=9, tries="E5 C4", referee="common", handicap=2)
    assert enemies(game, "white") == {"C3", "G7"}
    assert hidden(game, "white") == (3, 0)


def test_nothing_is_hidden_where_all_is_seen() -> None:
    game = Game(size=5, tries="C3 A1 B3 D2", referee="open")
    assert hidden(game, "black") == hidden(game, "white") == (0, 0)


def test_in_rengo_a_partner_s_stones_are_hidden_too() -> None:
    game = Game(size=5, tries="C3 A1 B3 D2", seating="rengo", referee="common")
    assert hidden(game, "black-1") == (1, 2)


@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL])
@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
def test_the_own_board_and_the_hidden_stones_never_exceed_the_board(ruleset: str, speaker: str) -> None:
    game = Game(tries="A1 A1 B1 A2 B2 A2 A3 B1 C1 C2 B3", referee=speaker, game=ruleset, size=3)
    for seat in ("black", "white"):
        black, white = hidden(game, seat)
        assert 0 <= black + white <= 9


WORLDS = 4
GAMES = ("go", "alter-igo") if settings.get_current_profile_name() == "nightly" else ("go",)
"""The search is compiled anew for other games than Go: that is for the night."""
PLAN = (searches.DETERMINISED, WORLDS, 1, 0, 0, 0)


def worlds(game: str, size: Size, known: Known) -> list[bytes]:
    """Some worlds, as boards."""
    played = compiled(game, size)
    search = TreeSearch(played, known, [PASS], 5, [0.7, 0.0, 1.0], PLAN)
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
    search = TreeSearch(played, Known(1, [(12, 1)], [], free, (0, 3)), [PASS], 5, [0.7, 0.0, 1.0], (1, 1, 1, 0, 0, 0))
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
