"""Boards and pieces of pages are drawn on short ways; the long way gives the same bytes."""

from hypothesis import given
from hypothesis import strategies as st

from yurei.apps.web.board import board
from yurei.apps.web.board.board import Picture, drawn
from yurei.rules.points import Size

SIZE = Size(4, 3)
points = st.sets(st.integers(0, SIZE.points - 1))
boards = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=SIZE.points, max_size=SIZE.points).map(bytes)
pictures = st.builds(
    Picture,
    size=st.just(SIZE),
    cells=boards,
    name=st.just("black"),
    label=st.just("Board"),
    pencil=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from(["black", "white", "dead", "cross"])),
    last=st.none() | st.tuples(st.integers(0, SIZE.points - 1), st.booleans()),
    dead=points,
    owners=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from([1, 2])),
    asked=st.booleans(),
    uncertain=points,
    taken=points,
    known=st.none() | boards,
    fog=st.just(0) | st.integers(0, 2**SIZE.points - 1),
    disputed=points,
    wrong=points,
    aim=st.none() | st.integers(0, SIZE.points - 1),
    pointed=points,
    heat=st.just(()) | st.lists(st.floats(0, 1), min_size=SIZE.points, max_size=SIZE.points),
)


@given(pictures)
def test_points_with_nothing_but_a_piece_on_them_are_drawn_alike_on_every_board(picture: Picture) -> None:
    short = str(drawn(picture, str))
    said, marked = board._more_to_say, board._marked
    board._more_to_say = board._marked = lambda _: range(SIZE.points)  # type: ignore[assignment]
    try:
        assert str(drawn(picture, str)) == short
    finally:
        board._more_to_say, board._marked = said, marked
