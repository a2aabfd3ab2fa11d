"""A game on the whole screen: to its end with keys and mouse, behind a curtain, against programs, in every language."""

from __future__ import annotations

from functools import partial

import pytest
from textual.pilot import Pilot

from tests.doors.terminal.filled import Filled, Shelf, at_a_terminal, playing, tries
from tests.doors.web.wire import apart
from yurei.apps.terminal import Left
from yurei.apps.terminal.fullscreen import Fullscreen, RecordScreen, show
from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.screens.covers import Curtain
from yurei.apps.terminal.fullscreen.screens.seat import SeatScreen

NIGHTLY = pytest.mark.nightly


# People.


def test_a_game_on_one_device_to_its_end() -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        assert "Hand over to Black; Black presses Enter." in at.shown
        await at.type("", "b2")
        assert "Black has moved, White to play.\n" in at.shown
        assert "Hand over to White; White presses Enter." in at.shown
        await at.type("", "b2")
        assert at.heard == ["Black has moved, White to play.", "White B2: Illegal move."]
        await at.type("a1", "", "resign")
        assert "White wins by resignation." in at.shown
        assert at.heard == [
            "1. Black B2",
            "2. White B2: There is already an opponent’s stone.",
            "3. White A1",
            "4. Black resign",
        ]

    at_a_terminal(playing(shelf=shelf), story)
    assert tries(shelf) == ["B2", "B2", "A1", "resign"]


@pytest.mark.parametrize(
    ("language", "resigned"),
    [("de", "Schwarz Aufgeben"), ("ja", "黒 投了"), *(pytest.param(*each, marks=NIGHTLY) for each in
      (("fr", "Noir abandon"), ("es", "Negro abandonar")))],
)  # fmt: skip
def test_full_width_letters_are_read_and_a_resignation_is_said_in_the_players_language(
    language: str, resigned: str
) -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        await at.type("", "Ｂ２", "", "ａ １", "", "Ｃ　３", "", "ｐａｓｓ", "", "ＲＥＳＩＧＮ")
        assert at.heard[-1].endswith(resigned)
        assert "resign" not in at.shown

    at_a_terminal(playing(language=language, shelf=shelf), story)
    assert tries(shelf) == ["B2", "A1", "C3", "pass", "resign"]


def test_behind_the_curtain_there_is_no_board_at_all() -> None:
    async def story(at: Filled) -> None:
        for line in ("", "b2", "", "a1", "", "c3"):
            stack = at.app.screen_stack
            boards = [screen for screen in stack if list(screen.query(Board))]
            assert [type(screen) for screen in boards] == ([] if isinstance(at.app.screen, Curtain) else [SeatScreen])
            await at.type(line)

    at_a_terminal(playing(), story)


def test_an_enter_too_many_does_not_lift_the_curtain() -> None:
    async def story(at: Filled) -> None:
        await at.press("enter", "enter")
        assert isinstance(at.app.screen, Curtain)
        await at.pilot.pause(1.1)
        await at.press("enter")
        assert isinstance(at.app.screen, SeatScreen)

    at_a_terminal(playing(calm=1), story)


def test_tries_are_aimed_with_arrows_and_clicked() -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        await at.type("")
        await at.press("enter")
        assert tries(shelf) == [], "nothing is aimed at yet"
        await at.press("up", "up", "left", "right", "right", "down")
        assert "C2" in at.rows[-2]
        await at.press("enter", "enter")
        await at.click("A3")
        await at.press("enter")
        assert isinstance(at.app.screen, SeatScreen)

    at_a_terminal(playing(shelf=shelf), story)
    assert tries(shelf) == ["C2", "A3"]


def test_bad_input_is_answered_with_a_sentence() -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        for line, sentence in (
            ("i5", "'i5' is no point of a 3x3 board"),
            ("draw", "there is no draw by agreement here"),
            ("[b", "'[b' is no point of a 3x3 board"),
            (30 * "x", "is no point of a 3x3 board"),
            ("ghost b2", "go has no ghosts; try a stone"),
            ("board", "go has no ghosts; try a stone"),
            ("ｂ２", "Black has moved"),
        ):
            await at.type(*([] if isinstance(at.app.screen, SeatScreen) else [""]), line)
            assert sentence in at.shown

    at_a_terminal(playing(shelf=shelf), story)
    assert tries(shelf) == ["B2"]


def test_a_resignation_is_confirmed() -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        await at.press("enter", "f3")
        assert "Press Enter to resign." in at.shown
        await at.press("escape", "enter")
        assert tries(shelf) == []
        await at.press("f3", "f3")

    at_a_terminal(playing(shelf=shelf), story)
    assert tries(shelf) == ["resign"]


def test_a_draw_is_offered_and_agreed_to() -> None:
    async def story(at: Filled) -> None:
        await at.press("enter", "f4")
        assert "Make your move first; the offer is answered after it." in at.shown
        await at.type("b2")
        assert "Black offers a draw; type draw to accept it." in at.shown
        await at.type("")
        assert "Black offers a draw; type draw to accept it." in at.shown
        await at.type("draw")
        assert isinstance(at.app.screen, RecordScreen)
        assert "draw" in at.rows[-3]

    at_a_terminal(playing(draw_by_agreement=True), story)


def test_ghosts_are_taken_into_the_hand() -> None:
    shelf = Shelf()

    async def story(at: Filled) -> None:
        await at.press("enter", "f6")
        assert "You now place ghosts." in at.shown
        await at.press("up", "enter")

    at_a_terminal(playing(shelf=shelf, game="no-seki-go"), story)
    assert tries(shelf) == ["ghost B2"]


def test_one_person_alone_needs_no_curtain() -> None:
    async def story(at: Filled) -> None:
        await at.type("b2", "a1")
        assert at.heard == ["Black B2: Black has moved, White to play.", "White has moved, Black to play."]

    at_a_terminal(playing(seating="solo"), story)


@pytest.mark.nightly
def test_rengo_is_handed_over_to_four() -> None:
    async def story(at: Filled) -> None:
        for seat, point in (("Black 1", "a1"), ("White 1", "b1"), ("Black 2", "c1"), ("White 2", "a2")):
            assert f"Hand over to {seat}" in at.shown
            await at.type("", point)

    at_a_terminal(playing(seating="rengo"), story)


# Leaving.


@pytest.mark.parametrize(
    ("key", "ends"), [("ctrl+c", KeyboardInterrupt), ("ctrl+q", Left), pytest.param("f10", Left, marks=NIGHTLY)]
)
def test_leaving_keeps_the_record(key: str, ends: type[BaseException]) -> None:
    shelf = Shelf()
    app = playing(shelf=shelf)
    with pytest.raises(ends):
        apart(lambda: show(pressed(app, "enter", "b", "2", "enter", key)))
    assert tries(shelf) == ["B2"]


def test_a_game_that_is_over_is_left_quietly() -> None:
    apart(lambda: show(pressed(playing(), "enter", "f3", "f3", "q")))


def pressed(app: Fullscreen, *keys: str) -> Fullscreen:
    """What fills a terminal at which somebody will press these keys."""

    async def press(pilot: Pilot[object]) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    app.run = partial(app.run, headless=True, auto_pilot=press)  # type: ignore[method-assign]
    return app
