"""Boards as the whole screen paints them: lines, stones, ghosts, fog, and where a click means a point."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.doors.terminal.filled import Filled, at_a_terminal, playing
from yurei.apps.terminal.fullscreen.painting import LARGE, SMALL, columns, painted, place, point_at, rows
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.rules.board import read_board
from yurei.rules.points import Shape, Size

SIZES = st.builds(Size, st.integers(1, 25), st.integers(1, 25), st.sampled_from(Shape))
SCALES = st.sampled_from([SMALL, LARGE])


def text(picture: Picture, scale: int) -> str:
    """The signs of a board, without their colours."""
    return "\n".join(strip.text.rstrip() for strip in painted(picture, scale))


def board(drawn: str, shape: Shape = Shape.RECTANGLE, **more: object) -> Picture:
    """A picture of a drawn board."""
    cells, size = read_board(drawn)
    return Picture(size.shaped(shape), cells, **more)  # type: ignore[arg-type]


def test_a_small_board() -> None:
    assert text(board("B.W/.b./w.B", last=(2, False), aim=1), SMALL) == (
        "    A B C\n"  #
        " 3  ●─┬─●  3\n"
        " 2  ├─∩─┤  2\n"
        " 1  ∩[┴]◉  1\n"
        "    A B C"
    )


def test_a_large_board() -> None:
    assert text(board("B.W/.b./w.B", last=(2, False)), LARGE) == (
        "     A   B   C\n"
        "    ▄▄▄     ▄▄▄\n"
        " 3 ▐   ▌─┬─▐   ▌ 3\n"
        "    ▀▀▀ ▗▄▖ ▀▀▀\n"
        " 2   ├──• •──┤   2\n"
        "    ▗▄▖ ▘▝▘ ▄▄▄\n"
        " 1  • •──┴─▐ ○ ▌ 1\n"
        "    ▘▝▘     ▀▀▀\n"
        "     A   B   C"
    )


def test_a_torus_has_no_edge() -> None:
    assert text(board("../..", Shape.TORUS), SMALL) == "    A B\n 2 ─┼─┼─ 2\n 1 ─┼─┼─ 1\n    A B"
    assert text(board("../..", Shape.TORUS), LARGE).splitlines()[1:4] == ["     │   │", " 2 ──┼───┼── 2", "     │   │"]


def test_uncertain_captured_refused_and_unseen_points_have_their_own_signs() -> None:
    uncertain = board("B../...", uncertain=True, taken={1}, last=(2, True))
    assert text(uncertain, SMALL).splitlines()[1:3] == [" 2  ◍─┬─┐  2", " 1  └─◌─×  1"]
    assert "▒▒▒" in text(uncertain, LARGE)
    assert text(board(".../...", fog=0b011011), SMALL).splitlines()[1] == " 2  ░░░─┐  2"
    assert text(board(".../...", heat=(0, 0.04, 0.3, 1.0, 0, 0)), SMALL).splitlines()[1:3] == [
        " 2  #─┬─┐  2",
        " 1  └─┴─3  1",
    ]


@given(SIZES, SCALES)
def test_every_board_is_a_rectangle_and_each_point_is_where_it_is_clicked(size: Size, scale: int) -> None:
    strips = painted(Picture(size, bytes(size.points)), scale)
    assert [strip.cell_length for strip in strips] == [columns(size, scale)] * rows(size, scale)
    for point in (0, size.width - 1, size.points // 2, size.points - 1):
        assert point_at(*place(point, size, scale), size, scale) == point
    assert point_at(0, 0, size, scale) is None


@pytest.mark.parametrize(("game", "aimed"), [("toroidal-go", "B1"), ("go", "B3")])
def test_arrows_go_over_the_edge_of_a_torus_alone(game: str, aimed: str) -> None:
    async def story(at: Filled) -> None:
        await at.press("enter", "up", "up", "up")
        assert aimed in at.rows[-2]

    at_a_terminal(playing(game=game), story)
