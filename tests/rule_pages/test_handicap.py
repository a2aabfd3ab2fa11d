"""Handicap stones on the usual points, and set-up positions."""

import pytest

from tests.playing import Game, state
from yurei.errors import BadBoard, BadSettings
from yurei.referee.settings import read_settings
from yurei.rules import BLACK, WHITE, Size
from yurei.rules.board import BLACK_STONE, read_board
from yurei.rules.state import handicap

CORNERS = {(9, 9): "G7 C3 G3 C7", (7, 7): "E5 C3 E3 C5", (13, 13): "K10 D4 K4 D10", (19, 19): "Q16 D4 Q4 D16"}
SIDES = {(9, 9): "C5 G5 E3 E7", (7, 7): "C4 E4 D3 D5", (13, 13): "D7 K7 G4 G10", (19, 19): "D10 Q10 K4 K16"}
CENTRE = {(9, 9): "E5", (7, 7): "D4", (13, 13): "G7", (19, 19): "K10"}


def stones(size: Size, number: int) -> set[str]:
    cells, _ = read_board(handicap(size, number), size)
    assert set(cells) == {0, BLACK_STONE}
    return set(size.names(point for point, cell in enumerate(cells) if cell))


@pytest.mark.parametrize("lines", CORNERS)
@pytest.mark.parametrize("number", range(2, 10))
def test_stones_stand_in_corners_centre_and_on_sides(lines: tuple[int, int], number: int) -> None:
    corners, sides = CORNERS[lines].split(), SIDES[lines].split()
    centre = [CENTRE[lines]] if number >= 5 and number % 2 else []
    expected = {*corners, *sides[: number - 4 - len(centre)]} if number > 4 else set(corners[:number])
    assert stones(Size(*lines), number) == expected | set(centre)
    assert len(expected | set(centre)) == number


def test_each_side_of_an_oblong_board_has_its_own_lines() -> None:
    assert stones(Size(9, 13), 9) == {"G10", "C4", "G4", "C10", "C7", "G7", "E4", "E10", "E7"}
    assert stones(Size(13, 9), 4) == {"K7", "D3", "K3", "D7"}
    assert stones(Size(11, 13), 2) == {"J10", "C4"}


@pytest.mark.parametrize("lines", [(6, 6), (5, 9), (9, 5), (8, 9), (9, 8), (8, 8), (7, 6)])
def test_small_and_even_boards_have_none(lines: tuple[int, int]) -> None:
    size = Size(*lines)
    with pytest.raises(BadSettings, match=rf"^a {size} board has no handicap; it takes odd lines, 7 or more, not 2$"):
        handicap(size, 2)


@pytest.mark.parametrize(
    ("number", "shown"), [(1, "1"), (10, "10"), (-2, "-2"), (True, "True"), ("2", "'2'"), (2.0, "2.0")]
)
def test_a_handicap_is_two_to_nine_stones(number: object, shown: str) -> None:
    with pytest.raises(BadSettings, match=rf"^a 9x9 board has 2 to 9 handicap stones, not {shown}$"):
        handicap(Size(9, 9), number)


@pytest.mark.parametrize("number", [1, 10])
def test_a_handicap_is_checked_before_anybody_sits_down(number: int) -> None:
    with pytest.raises(BadSettings, match=rf"^a 9x9 board has 2 to 9 handicap stones, not {number}$"):
        read_settings({"handicap": number})


def test_with_a_handicap_white_begins() -> None:
    game = Game(None, "E5", handicap=2)
    assert game.answers[0].told["audience"].seat == "white"
    assert game.table.settings.handicap == 2
    assert Game(None, "", handicap=0).table.to_move == "black"
    assert Game(None, "", handicap=2, first="black").table.to_move == "black"


def test_handicap_stones_lie_on_their_owner_s_board() -> None:
    game = Game(None, "C3", size=7, handicap=2)
    empty = "......."
    rows = [empty, empty, "....B..", empty, "..B....", empty, empty]
    assert game.shows("black") == game.board == "/".join(rows)
    assert game.shows("white") == game.shows("audience") == "/".join([empty] * 7)
    assert game.reasons == ["opponent-stone"]


def test_a_handicap_and_a_set_up_position_are_one_too_many() -> None:
    with pytest.raises(BadSettings, match=r"^a handicap is a set-up position of its own; give one of the two$"):
        Game("......./......./......./......./......./......./.......", "", handicap=2)


# Set-up positions ---------------------------------------------------------------------------------------------------


def test_a_set_up_string_has_a_liberty() -> None:
    with pytest.raises(
        BadBoard, match=r"^a set-up position has a liberty for every string; this one has a string without$"
    ):
        state("BW/WB")
    assert state("BW/B.").cells == bytes([1, 0, 1, 2])


@pytest.mark.parametrize("board", ["Bb.", "..w"])
def test_ghosts_are_set_up_only_where_there_are_ghosts(board: str) -> None:
    with pytest.raises(BadBoard, match=r"^go has no ghosts; set up stones only, with B and W$"):
        state(board)
    assert state(board, "no-seki-go").size == Size(3, 1)


def test_an_own_ghost_is_a_liberty_in_a_set_up_position_too() -> None:
    assert state("Bb", "no-seki-go").to_move is BLACK
    with pytest.raises(BadBoard):
        state("Bw", "no-seki-go")


def test_the_first_player_can_be_chosen() -> None:
    assert state("...", first=WHITE).to_move is WHITE
    assert Game("...", "", first="white").table.to_move == "white"
