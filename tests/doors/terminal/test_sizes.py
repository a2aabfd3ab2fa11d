"""The whole screen on terminals of every size, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.doors.terminal.filled import Filled, at_a_terminal, playing
from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.painting import LARGE, SMALL
from yurei.apps.terminal.fullscreen.screens.covers import Curtain, Help
from yurei.apps.terminal.fullscreen.screens.seat import SeatScreen
from yurei.apps.terminal.fullscreen.widgets import folded
from yurei.languages import NAMES, translation

NIGHTLY = pytest.mark.nightly
LANGUAGES = [each if each == "ja" else pytest.param(each, marks=NIGHTLY) for each in NAMES]
"""By day the one whose signs are wide."""


@pytest.mark.parametrize(("lines", "scale"), [(9, LARGE), pytest.param(13, SMALL, marks=NIGHTLY), (19, SMALL)])
def test_boards_fit_on_the_smallest_terminal(lines: int, scale: int) -> None:
    async def story(at: Filled) -> None:
        await at.type("")
        board = at.app.screen.query_one(Board)
        assert board.scale == scale
        assert at.rows[0].split()[:lines] == list("ABCDEFGHJKLMNOPQRST"[:lines])
        assert board.region.bottom <= 24 - 3
        names = [row.split()[0] for row in at.rows if row.split()[:1] and row.split()[0].isdecimal()]
        assert names == [str(number) for number in range(lines, 0, -1)]

    at_a_terminal(playing(size=lines), story)


def test_a_terminal_grows_and_shrinks() -> None:
    async def story(at: Filled) -> None:
        await at.type("")
        for width, height, scale in (
            (130, 45, LARGE),
            (80, 24, SMALL),
            (50, 20, SMALL),
            (20, 8, SMALL),
            (130, 45, LARGE),
        ):
            await at.pilot.resize_terminal(width, height)
            await at.pilot.pause()
            assert at.app.screen.query_one(Board).scale == scale
        await at.type("k10")
        assert "Black has moved" in at.shown

    at_a_terminal(playing(size=19), story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_on_the_smallest_terminal(language: str) -> None:
    say = translation(language).gettext

    async def story(at: Filled) -> None:
        await at.type("", "t19")
        for line in ("", "nonsense", "t19", "k10", "", "resign"):
            await at.type(line)
            assert all(strip.cell_length == 80 for strip in at.app.screen._compositor.render_strips())
            keys = at.rows[-1].rstrip()
            assert keys.endswith(say("Quit").replace("\u202f", " ")) or isinstance(at.app.screen, Curtain), keys
        await at.press("home", "f1")

    at_a_terminal(playing(language=language, size=19, game="go", draw_by_agreement=True), story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_there_in_every_language(language: str) -> None:
    async def story(at: Filled) -> None:
        await at.press("enter", "f1")
        assert isinstance(at.app.screen, Help)
        assert translation(language).gettext("resign the game") in at.shown
        await at.press("escape")
        assert isinstance(at.app.screen, SeatScreen)

    at_a_terminal(playing(language=language), story)


@given(st.text("a Bé,\u202f。、黒白の\n", max_size=60), st.integers(2, 12))
def test_texts_are_folded_into_columns_and_nothing_of_them_is_lost(text: str, width: int) -> None:
    lines = folded(text, width).split("\n")
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_no_line_begins_with_a_mark_that_ends_a_sentence() -> None:
    assert folded("黒の番です。", 10).split("\n") == ["黒の番で", "す。"]
    assert folded("41\u202f% of all", 6).split("\n") == ["41\u202f%", "of all"]
