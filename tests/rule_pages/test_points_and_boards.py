"""Section 1: points and their names, boards as text, strings and liberties, tries as players write them."""

import pytest

from yurei.errors import BadBoard, BadPoint, BadSize, BadTry
from yurei.rules import BLACK, WHITE, Size
from yurei.rules.board import (
    board_text,
    colour_of,
    empty_board,
    is_legal,
    position,
    put,
    read_board,
    string_at,
    strings,
)
from yurei.rules.points import COLUMNS, Shape, shortened, size_of
from yurei.rules.state import PASS, RESIGN, ghost, read_try, stone


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
        (Size(9, 9), "", "'' is no point of a 9x9 board: columns are A to J without I, rows are 1 to 9"),
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
    torus = size.shaped(Shape.TORUS)
    assert set(torus.names(torus.corners[0])) == {"B2", "C2", "B3", "C3"}


def test_how_far_it_is_to_the_edge() -> None:
    size = Size(5, 4)
    steps = {name: size.from_edge(size.point(name)) for name in ("A1", "E4", "B2", "C2", "C3", "E2")}
    assert steps == {"A1": 0, "E4": 0, "B2": 1, "C2": 1, "C3": 1, "E2": 0}
    assert Size(5, 5).from_edge(12) == 2
    assert size.shaped(Shape.TORUS).from_edge(0) > 12, "a torus has none"


def test_many_points_are_named_by_column_then_row() -> None:
    assert Size(3, 3).names([0, 1, 3, 8]) == ("A1", "A2", "B1", "C3")
    assert Size(3, 3).in_order({1, 3, 0}) == (0, 3, 1)


# Sizes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [9, "9", "9x9", " 9X9 ", (9, 9), [9, 9], Size(9, 9)])
def test_a_size_can_be_said_in_many_ways(value: object) -> None:
    assert size_of(value) == Size(9, 9)
    assert str(size_of(value)) == "9x9"


def test_width_comes_before_height() -> None:
    assert size_of("9x13") == size_of((9, 13)) == Size(width=9, height=13)
    assert (Size(9, 13).points, str(Size(9, 13))) == (117, "9x13")


SHOWN = [
    *(
        ("9x", "'9x'"),
        ("x9", "'x9'"),
        ("9x9x9", "'9x9x9'"),
        ("", "''"),
        ("²", "'²'"),
        ("nine", "'nine'"),
        (None, "None"),
    ),
    *((True, "True"), (9.0, "9.0"), ((9,), "(9,)"), ((9, 9, 9), "(9, 9, 9)")),
    ("9" * 17, f"'{'9' * 17}'"),
    ("9" * 60, f"'{'9' * 39}…'"),
]


@pytest.mark.parametrize(("value", "shown"), SHOWN)
def test_a_bad_size_is_refused_with_valid_examples(value: object, shown: str) -> None:
    with pytest.raises(BadSize) as caught:
        size_of(value)
    assert str(caught.value) == f"{shown} is no size: give one number such as 9, or two such as 9x13, each 1 to 25"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0 by 0"),
        (26, "26 by 26"),
        ("0x9", "0 by 9"),
        ((9, -1), "9 by -1"),
        ((True, 9), "True by 9"),
        ((9, "9"), "9 by '9'"),
        ((9, 26), "9 by 26"),
        ("9" * 16, f"{'9' * 16} by {'9' * 16}"),
    ],
)
def test_a_board_has_1_to_25_lines_each_way(value: object, shown: str) -> None:
    with pytest.raises(BadSize) as caught:
        size_of(value)
    assert str(caught.value) == f"a board has 1 to 25 lines each way, not {shown}; try 9 by 9"


def test_the_smallest_and_the_largest_board_exist() -> None:
    assert (size_of(1).points, size_of(25).points) == (1, 625)


# Boards -------------------------------------------------------------------------------------------------------------


def test_a_board_is_its_rows_from_the_top() -> None:
    cells, size = read_board("W./.B/bw")
    assert (size, list(cells)) == (Size(2, 3), [3, 4, 0, 1, 2, 0])
    assert board_text(cells, size) == "W./.B/bw"
    assert empty_board(size) == bytes(6)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("B./W", "the rows of a board are equally long and joined by '/'; those of 'B./W' are not"),
        ("", "the rows of a board are equally long and joined by '/'; those of '' are not"),
        ("/", "the rows of a board are equally long and joined by '/'; those of '/' are not"),
        ("B/", "the rows of a board are equally long and joined by '/'; those of 'B/' are not"),
        ("BX", "a board is written with . B W b w, not with 'X'"),
        ("ba", "a board is written with . B W b w, not with 'a'"),
        ("zya", "a board is written with . B W b w, not with 'a'"),
        (5, "a board is a text such as '.B/W.', not 5"),
        (None, "a board is a text such as '.B/W.', not None"),
    ],
)
def test_a_bad_board_is_refused_with_the_reason(text: object, sentence: str) -> None:
    with pytest.raises(BadBoard) as caught:
        read_board(text)
    assert str(caught.value) == sentence


def test_a_board_of_another_size_is_refused() -> None:
    assert read_board("..", Size(2, 1))[1] == Size(2, 1)
    with pytest.raises(BadBoard, match=r"^the board is 2x1, the game 1x2; give a board of 1x2$"):
        read_board("..", Size(1, 2))
    with pytest.raises(BadSize, match="26 by 1"):
        read_board("." * 26)


def test_a_ghost_counts_as_its_colour() -> None:
    assert position(bytes([0, 1, 2, 3, 4])) == position(bytearray([0, 1, 2, 1, 2])) == bytes([0, 1, 2, 1, 2])
    assert [colour_of(cell) for cell in range(5)] == [None, BLACK, WHITE, BLACK, WHITE]


def test_a_string_is_everything_of_one_colour_that_hangs_together() -> None:
    cells, size = read_board("BB.W/.BWW/B.W.")
    found = [(sorted(size.names(stones)), len(liberties)) for stones, liberties in strings(cells, size)]
    assert found == [(["A1"], 2), (["C1", "C2", "D2", "D3"], 3), (["A3", "B2", "B3"], 3)]


def test_a_liberty_that_several_stones_share_counts_once() -> None:
    cells, size = read_board(".B/BB")
    stones, liberties = string_at(cells, size.neighbours, 0)
    assert (sorted(stones), liberties) == ([0, 1, 3], {2})


@pytest.mark.parametrize(
    ("board", "legal"), [("B.", True), ("BB", False), ("BW", False), ("Bb", True), ("Bw", False), ("bw", True)]
)
def test_a_position_is_legal_where_every_string_has_a_liberty(board: str, legal: bool) -> None:
    assert is_legal(*read_board(board)) is legal


def test_putting_something_down_leaves_the_board_as_it_was() -> None:
    before = bytes([0, 0, 2])
    assert put(before, [0, 1], 1) == bytes([1, 1, 2])
    assert before == bytes([0, 0, 2])


def test_the_colours_have_words_and_opponents() -> None:
    assert [(colour.word, colour.opponent) for colour in (BLACK, WHITE)] == [("black", WHITE), ("white", BLACK)]
    assert (int(BLACK), int(WHITE)) == (1, 2)


# Tries --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "attempt"),
    [
        *(("E5", stone(40)), ("e5", stone(40)), (" a1 ", stone(0)), ("ghost E5", ghost(40)), ("Ghost  e5", ghost(40))),
        *(("pass", PASS), ("PASS", PASS), (" resign", RESIGN), ("Resign", RESIGN)),
    ],
)
def test_a_try_is_read_as_players_write_it(text: str, attempt: object) -> None:
    assert read_try(text, Size(9, 9)) == attempt


@pytest.mark.parametrize("text", ["E5", "ghost E5", "pass", "resign"])
def test_a_try_is_written_as_players_write_it(text: str) -> None:
    assert read_try(text, Size(9, 9)).text(Size(9, 9)) == text


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


# What somebody sent -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("E5", "'E5'"),
        ("a" * 40, f"'{'a' * 40}'"),
        ("a" * 41, f"'{'a' * 39}…'"),
        ("a" * 5000, f"'{'a' * 39}…'"),
        (12, "12"),
        ([1] * 100, f"{str([1] * 100)[:40]}…"),
        ("it's", '"it\'s"'),
        ("a" * 41 + "'", f"'{'a' * 39}…'"),
        ("a" * 60 + "'", f"'{'a' * 39}…'"),
        ("a" * 40 + "'", f'"{"a" * 39}…"'),
    ],
)
def test_long_input_is_shortened(value: object, shown: str) -> None:
    assert shortened(value) == shown


def test_the_cut_can_be_chosen() -> None:
    assert shortened("abcdef", 3) == "'ab…'"
    assert shortened("abc", 3) == "'abc'"
    assert shortened(123456, 3) == "123…"
