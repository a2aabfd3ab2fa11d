"""Section 1: points and their names, boards as text, sizes, handicaps and set-up positions."""

import pytest

from tests.playing import Game, state
from yurei.errors import BadBoard, BadPoint, BadSettings, BadSize, BadTry
from yurei.referee.settings import read_settings
from yurei.rules import BLACK, WHITE, Size
from yurei.rules import board as boards
from yurei.rules.points import COLUMNS, Shape, shorten, size_of
from yurei.rules.state import PASS, RESIGN, Try, ghost, handicap, read_try, stone


def test_there_is_no_column_i() -> None:
    assert "".join(Size(25, 1).name(point)[0] for point in range(25)) == COLUMNS == "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def test_points_are_counted_row_by_row_from_the_lower_left_corner() -> None:
    assert [Size(3, 2).name(point) for point in range(6)] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert [Size(2, 25).point(name) for name in ("A1", "b1", " b25 ", "A10")] == [0, 1, 49, 18]


@pytest.mark.parametrize(
    ("size", "name", "sentence"),
    [
        (Size(9, 9), "I5", "'I5' is no point of a 9x9 board: columns are A to J without I, rows are 1 to 9"),
        (Size(8, 3), "A4", "'A4' is no point of a 8x3 board: columns are A to H, rows are 1 to 3"),
        (Size(1, 1), "B1", "'B1' is no point of a 1x1 board: the column is A, the row is 1"),
        (Size(3, 1), "A0", "'A0' is no point of a 3x1 board: columns are A to C, the row is 1"),
        (Size(1, 3), "A01", "'A01' is no point of a 1x3 board: the column is A, rows are 1 to 3"),
        (Size(9, 9), 20, "20 is no point of a 9x9 board: columns are A to J without I, rows are 1 to 9"),
        (Size(9, 9), None, "None is no point of a 9x9 board: columns are A to J without I, rows are 1 to 9"),
    ],
)
def test_a_point_off_the_board_is_refused_with_the_valid_range(size: Size, name: object, sentence: str) -> None:
    with pytest.raises(BadPoint) as caught:
        size.point(name)
    assert str(caught.value) == sentence


def test_adjacent_is_one_step_along_a_line() -> None:
    size = Size(3, 3)
    beside = {size.name(point): set(size.names(near)) for point, near in enumerate(size.neighbours)}
    assert beside["B2"] == {"A2", "C2", "B1", "B3"}
    assert beside["A1"] == {"A2", "B1"}
    assert beside["C2"] == {"C1", "C3", "B2"}
    assert Size(1, 1).neighbours == ((),)
    assert Size(2, 3).neighbours == ((1, 2), (0, 3), (0, 3, 4), (1, 2, 5), (2, 5), (3, 4))


def test_diagonally_beside_is_one_step_along_both_lines() -> None:
    size = Size(3, 3)
    corners = {size.name(point): size.names(beside) for point, beside in enumerate(size.corners)}
    assert (corners["A1"], corners["B1"], corners["B2"]) == (("B2",), ("A2", "C2"), ("A1", "A3", "C1", "C3"))
    torus = size.with_shape(Shape.TORUS)
    assert set(torus.names(torus.corners[0])) == {"B2", "C2", "B3", "C3"}


def test_the_distance_of_points_to_the_edge() -> None:
    size = Size(5, 4)
    steps = {name: size.distance_to_edge(size.point(name)) for name in ("A1", "E4", "B2", "C2", "C3", "E2")}
    assert steps == {"A1": 0, "E4": 0, "B2": 1, "C2": 1, "C3": 1, "E2": 0}
    assert Size(5, 5).distance_to_edge(12) == 2
    assert size.with_shape(Shape.TORUS).distance_to_edge(0) > 12, "a torus has none"


def test_many_points_are_named_by_column_then_row() -> None:
    assert Size(3, 3).names([0, 1, 3, 8]) == ("A1", "A2", "B1", "C3")
    assert Size(3, 3).in_order({1, 3, 0}) == (0, 3, 1)


@pytest.mark.parametrize("value", [9, "9", "9x9", " 9X9 ", (9, 9), [9, 9], Size(9, 9)])
def test_a_size_is_read_from_numbers_pairs_and_texts(value: object) -> None:
    assert size_of(value) == Size(9, 9)
    assert str(size_of(value)) == "9x9"


def test_width_comes_before_height() -> None:
    assert (size_of(1).points, size_of(25).points) == (1, 625)
    assert size_of("9x13") == size_of((9, 13)) == Size(width=9, height=13)
    assert (Size(9, 13).points, str(Size(9, 13))) == (117, "9x13")


STRANGE_SIZES = ("9x", "x9", "9x9x9", "", "²", "nine", None, True, 9.0, (9,), (9, 9, 9), "9" * 17)
SHOWN = [*((size, repr(size)) for size in STRANGE_SIZES), ("9" * 60, f"'{'9' * 39}…'")]


@pytest.mark.parametrize(("value", "shown"), SHOWN)
def test_a_bad_size_is_refused_with_valid_examples(value: object, shown: str) -> None:
    with pytest.raises(BadSize) as caught:
        size_of(value)
    assert str(caught.value) == f"{shown} is no size: give one number such as 9, or two such as 9x13, each 1 to 25"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        *((0, "0 by 0"), (26, "26 by 26"), ("0x9", "0 by 9"), ((9, -1), "9 by -1"), ((9, 26), "9 by 26")),
        *(((True, 9), "True by 9"), ((9, "9"), "9 by '9'"), ("9" * 16, f"{'9' * 16} by {'9' * 16}")),
    ],
)
def test_a_board_has_1_to_25_lines_each_way(value: object, shown: str) -> None:
    with pytest.raises(BadSize) as caught:
        size_of(value)
    assert str(caught.value) == f"a board has 1 to 25 lines each way, not {shown}; try 9 by 9"


def test_a_board_is_its_rows_from_the_top() -> None:
    cells, size = boards.read_board("W./.B/bw")
    assert (size, list(cells)) == (Size(2, 3), [3, 4, 0, 1, 2, 0])
    assert boards.board_text(cells, size) == "W./.B/bw"
    assert boards.empty_board(size) == bytes(6)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("B./W", "the rows of a board are equally long and joined by '/'; those of 'B./W' are not"),
        ("", "the rows of a board are equally long and joined by '/'; those of '' are not"),
        ("BX", "a board is written with . B W b w, not with 'X'"),
        ("ba", "a board is written with . B W b w, not with 'a'"),
        (5, "a board is a text such as '.B/W.', not 5"),
        (None, "a board is a text such as '.B/W.', not None"),
    ],
)
def test_a_bad_board_is_refused_with_the_reason(text: object, sentence: str) -> None:
    with pytest.raises(BadBoard) as caught:
        boards.read_board(text)
    assert str(caught.value) == sentence


def test_a_board_of_another_size_is_refused() -> None:
    assert boards.read_board("..", Size(2, 1))[1] == Size(2, 1)
    with pytest.raises(BadBoard, match=r"^the board is 2x1, the game 1x2; give a board of 1x2$"):
        boards.read_board("..", Size(1, 2))
    with pytest.raises(BadSize, match="26 by 1"):
        boards.read_board("." * 26)


def test_a_ghost_counts_as_its_colour() -> None:
    assert (
        boards.position(bytes([0, 1, 2, 3, 4])) == boards.position(bytearray([0, 1, 2, 1, 2])) == bytes([0, 1, 2, 1, 2])
    )
    assert [boards.colour_of(cell) for cell in range(5)] == [None, BLACK, WHITE, BLACK, WHITE]


def test_a_string_is_everything_of_one_colour_that_hangs_together() -> None:
    cells, size = boards.read_board("BB.W/.BWW/B.W.")
    found = [(sorted(size.names(stones)), len(liberties)) for stones, liberties in boards.strings(cells, size)]
    assert found == [(["A1"], 2), (["C1", "C2", "D2", "D3"], 3), (["A3", "B2", "B3"], 3)]


@pytest.mark.parametrize(
    ("board", "legal"), [("B.", True), ("BB", False), ("BW", False), ("Bb", True), ("Bw", False), ("bw", True)]
)
def test_a_position_is_legal_where_every_string_has_a_liberty(board: str, legal: bool) -> None:
    assert boards.is_legal(*boards.read_board(board)) is legal


@pytest.mark.parametrize(
    ("text", "attempt"),
    [
        *(("E5", stone(40)), ("e5", stone(40)), (" a1 ", stone(0)), ("ghost E5", ghost(40)), ("Ghost  e5", ghost(40))),
        *(("pass", PASS), ("PASS", PASS), (" resign", RESIGN), ("Resign", RESIGN)),
    ],
)
def test_a_try_is_read_and_written_as_players_write_it(text: str, attempt: Try) -> None:
    assert read_try(text, Size(9, 9)) == attempt
    assert attempt.text(Size(9, 9)).casefold().split() == text.casefold().split()


@pytest.mark.parametrize(
    "text", ["", "I5", "ghost", "ghost I5", "stone E5", "ghost E5 E6", "pass E5", "E5 E6", "spook E5"]
)
def test_the_text_of_a_bad_try_is_refused(text: str) -> None:
    with pytest.raises(BadPoint):
        read_try(text, Size(9, 9))


@pytest.mark.parametrize(("value", "shown"), [(5, "5"), (None, "None"), (b"E5", "b'E5'")])
def test_a_try_is_a_text(value: object, shown: str) -> None:
    with pytest.raises(BadTry) as caught:
        read_try(value, Size(9, 9))
    assert str(caught.value) == f"a try is a text such as 'E5', 'pass' or 'resign', not {shown}"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("E5", "'E5'"),
        ("a" * 40, f"'{'a' * 40}'"),
        ("a" * 41, f"'{'a' * 39}…'"),
        (12, "12"),
        ([1] * 100, f"{str([1] * 100)[:40]}…"),
        ("it's", '"it\'s"'),
        ("a" * 41 + "'", f"'{'a' * 39}…'"),
        ("a" * 40 + "'", f'"{"a" * 39}…"'),
    ],
)
def test_long_input_is_shortened(value: object, shown: str) -> None:
    assert shorten(value) == shown


def test_the_length_of_shortened_input_can_be_chosen() -> None:
    assert [shorten(text, 3) for text in ("abcdef", "abc", 123456)] == ["'ab…'", "'abc'", "123…"]


CORNERS = {(9, 9): "G7 C3 G3 C7", (7, 7): "E5 C3 E3 C5", (13, 13): "K10 D4 K4 D10", (19, 19): "Q16 D4 Q4 D16"}
SIDES = {(9, 9): "C5 G5 E3 E7", (7, 7): "C4 E4 D3 D5", (13, 13): "D7 K7 G4 G10", (19, 19): "D10 Q10 K4 K16"}
CENTRE = {(9, 9): "E5", (7, 7): "D4", (13, 13): "G7", (19, 19): "K10"}


def stones(size: Size, number: int) -> set[str]:
    cells, _ = boards.read_board(handicap(size, number), size)
    assert set(cells) == {0, boards.BLACK_STONE}
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
    for ask in (lambda: handicap(Size(9, 9), number), lambda: read_settings({"handicap": number})):
        with pytest.raises(BadSettings, match=rf"^a 9x9 board has 2 to 9 handicap stones, not {shown}$"):
            ask()


def test_with_a_handicap_white_begins() -> None:
    game = Game(None, "E5", handicap=2)
    assert game.answers[0].told["audience"].seat == "white"
    assert game.table.settings.handicap == 2
    assert Game(None, "", handicap=0).table.to_move == "black"
    assert Game(None, "", handicap=2, first="black").table.to_move == "black"
    with pytest.raises(BadSettings, match=r"^a handicap is a set-up position of its own; give one of the two$"):
        Game("/".join(["......."] * 7), "", handicap=2)


def test_handicap_stones_lie_on_their_owner_s_board() -> None:
    game = Game(None, "C3", size=7, handicap=2)
    empty = "......."
    rows = [empty, empty, "....B..", empty, "..B....", empty, empty]
    assert game.shows("black") == game.board == "/".join(rows)
    assert game.shows("white") == game.shows("audience") == "/".join([empty] * 7)
    assert game.reasons == ["opponent-stone"]


def test_a_set_up_string_has_a_liberty() -> None:
    with pytest.raises(BadBoard, match=r"^a set-up position has a liberty for every string; this one has a string"):
        state("BW/WB")
    assert state("BW/B.").cells == bytes([1, 0, 1, 2])


@pytest.mark.parametrize("board", ["Bb.", "..w"])
def test_ghosts_are_set_up_only_where_there_are_ghosts(board: str) -> None:
    with pytest.raises(BadBoard, match=r"^go has no ghosts; set up stones only, with B and W$"):
        state(board)
    assert state(board, "no-seki-go").size == Size(3, 1)
