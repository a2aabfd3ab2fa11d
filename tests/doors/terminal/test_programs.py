"""Programs on the whole screen: they are played against and watched, keys are heard while they think, and they may go wrong."""

from __future__ import annotations

from functools import partial
from queue import Queue

import pytest
from textual.pilot import Pilot

from tests.doors.terminal.filled import Filled, Shelf, at_a_terminal, playing, tries
from tests.doors.web.wire import apart
from yurei import players
from yurei.apps.terminal import Game, Screen
from yurei.apps.terminal.fullscreen import RecordScreen, show
from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.screens.covers import Curtain, Help
from yurei.apps.terminal.fullscreen.screens.seat import SeatScreen
from yurei.referee.view import View
from yurei.rules.state import Try, read_try

NIGHTLY = pytest.mark.nightly


class Thinking:
    """A player that thinks until it is told what to try."""

    def __init__(self) -> None:
        self.tries: Queue[str] = Queue()

    def choose(self, view: View) -> Try:
        return read_try(self.tries.get(timeout=30), view.settings.size)


def test_the_screen_and_the_plain_game_make_the_same_record() -> None:
    lines = ["b2", "c3", "a1", "resign"]
    shelf, plain = Shelf(), Shelf()

    async def story(at: Filled) -> None:
        for line in lines:
            await at.until(lambda: isinstance(at.app.screen, SeatScreen) and "Black to play" in at.shown)
            await at.type(line)
        await at.until(lambda: isinstance(at.app.screen, RecordScreen))

    at_a_terminal(playing({"white": players.get("simple", 3)}, shelf=shelf), story)
    sitting = playing({"white": players.get("simple", 3)}, shelf=plain).sitting
    source = iter([f"{line}\n" for line in lines] + [""])
    Game(sitting.table, Screen(lambda: next(source), lambda text: None), sitting.book, sitting.players).play()
    assert shelf.text == plain.text


@pytest.mark.parametrize("referee", ["common", pytest.param("open", marks=NIGHTLY)])
def test_programs_are_watched_as_the_audience_hears_them(referee: str) -> None:
    black, white = Thinking(), Thinking()

    async def story(at: Filled) -> None:
        black.tries.put("b2")
        await at.until(lambda: "White is thinking" in at.shown)
        assert any(at.app.screen.query_one(Board).picture.cells) is (referee == "open")
        assert at.heard == [
            "Black B2: Black has moved, White to play." if referee == "open" else "Black has moved, White to play."
        ]
        await at.press("f2", "f3", "f4", "f6", "escape", "up", "enter", "x", "pageup", "f1")
        assert isinstance(at.app.screen, Help)
        white.tries.put("resign")
        await at.until(lambda: isinstance(at.app.screen, RecordScreen))

    at_a_terminal(playing({"black": black, "white": white}, referee=referee), story)


def test_keys_are_heard_while_a_program_thinks() -> None:
    white, shelf = Thinking(), Shelf()

    async def story(at: Filled) -> None:
        await at.type("b2", "a1")
        assert tries(shelf) == ["B2"], "it is not Black's turn"
        assert "White is thinking" in at.rows[-3]
        await at.press("f1")
        assert isinstance(at.app.screen, Help)
        white.tries.put("c3")
        await at.until(lambda: tries(shelf) == ["B2", "C3"])
        await at.press("escape")
        assert "Black to play" in at.shown

    at_a_terminal(playing({"white": white}, shelf=shelf), story)


class Broken:
    """A player that goes wrong."""

    def choose(self, view: View) -> Try:
        raise ZeroDivisionError("division of stones")


def test_a_player_that_goes_wrong_resigns() -> None:
    async def story(at: Filled) -> None:
        await at.type("b2")
        await at.until(lambda: "Black wins by resignation" in at.shown)

    at_a_terminal(playing({"white": Broken()}), story)


def test_an_error_is_raised_and_no_board_is_printed(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = playing({})

    def breaks(seat: str, attempt: Try) -> None:
        raise ZeroDivisionError("division of stones")

    monkeypatch.setattr(app.sitting, "attempt", breaks)

    async def types(pilot: Pilot[object]) -> None:
        await pilot.press("enter", "b", "2", "enter")
        await pilot.pause()

    app.run = partial(app.run, headless=True, auto_pilot=types)  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        apart(lambda: show(app))
    assert capfd.readouterr() == ("", "")


def test_two_people_and_two_programs_wait_behind_the_curtain() -> None:
    """Nobody's board is shown while a program thinks: two others look at this terminal."""
    white = Thinking()

    async def story(at: Filled) -> None:
        await at.type("", "a1")
        assert "White 1 is thinking" in at.shown
        await at.press("enter")
        assert isinstance(at.app.screen, Curtain)
        white.tries.put("c3")
        await at.until(lambda: "Hand over to Black 2" in at.shown)
        await at.type("")
        assert at.heard == ["Black 1: Black has moved, White to play.", "White 1: White has moved, Black to play."]

    at_a_terminal(playing({"white-1": white, "white-2": white}, seating="rengo"), story)
