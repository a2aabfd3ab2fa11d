"""Records on the whole screen: turned by keys and clicks, seen by every seat, looked at again; what is broken is one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from textual.widgets import Static

from tests.day_and_night import chosen_by_day
from tests.doors.terminal.filled import SMALLEST, Filled, Story, at_a_terminal
from yurei.apps.terminal import Retold
from yurei.apps.terminal.fullscreen import RecordScreen, ScreenApp, Voice
from yurei.apps.terminal.fullscreen.widgets import Slider
from yurei.errors import BadRecord
from yurei.languages import NAMES, translation
from yurei.players.belief.reviewed import Reviewed
from yurei.records import begin, read, write
from yurei.records.record import Entry, Record
from yurei.referee.table import Table
from yurei.rules.points import Size
from yurei.rules.state import read_try

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
GAME = ("black A2", "white A2", "white A3", "black B3", "white A1", "black C3")
"""Black takes A3 with B3."""


def record(*tries: str, **settings: object) -> Record:
    """A game of these tries on 3x3."""
    table = Table(**{"size": 3, **settings})  # type: ignore[arg-type]
    made = begin(table.settings, None, NOON, ())
    for line in tries:
        seat, attempt = line.split()
        answer = table.attempt(seat, attempt)
        made = made.plus(Entry(seat, read_try(attempt, table.settings.size), answer.accepted, NOON))
    return made


def turned(
    made: Record,
    story: Story,
    board: str | None = None,
    review: Iterator[Reviewed] | None = None,
    language: str = "en",
    size: tuple[int, int] = SMALLEST,
) -> None:
    """Look at a record on the whole screen."""
    screen = RecordScreen(Retold(made), Voice(language), board=board, review=review)
    at_a_terminal(ScreenApp(screen), story, size)


def stands(at: Filled) -> str:
    """What stands on the board, rows from the top."""
    screen = at.app.screen
    assert isinstance(screen, RecordScreen)
    cells = screen.board.picture.cells
    return "/".join("".join(".BWbw"[cell] for cell in cells[row : row + 3]) for row in (6, 3, 0))


def test_a_record_is_turned_by_keys() -> None:
    async def story(at: Filled) -> None:
        for key, board, line in (
            ("right", ".../B../...", "1. Black A2"),
            ("right", ".../B../...", "2. White A2: There is already an opponent’s stone."),
            ("right", "W../B../...", "3. White A3"),
            ("right", ".B./B../...", "4. Black B3"),
            ("left", "W../B../...", "3. White A3"),
            ("down", ".B./B../...", "4. Black B3"),
            ("end", ".BB/B../W..", "Black wins by resignation."),
            ("pageup", ".../.../...", ""),
            ("pagedown", ".BB/B../W..", "Black wins by resignation."),
            ("home", ".../.../...", ""),
        ):
            await at.press(key)
            assert stands(at) == board, key
            assert line in " ".join(at.shown.split())

    turned(record(*GAME, "white resign"), story)


def test_a_record_is_turned_by_clicks() -> None:
    async def story(at: Filled) -> None:
        await at.pilot.click(Slider, offset=(38, 0))
        await at.pilot.pause()
        assert "Try 3 of 7" in at.shown or "Try 4 of 7" in at.shown
        await at.pilot.click("KeyBar", offset=(2, 0))
        await at.pilot.pause()
        assert "Try 2 of 7" in at.shown or "Try 3 of 7" in at.shown

    turned(record(*GAME, "white resign"), story)


def test_it_runs_to_its_end_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yurei.apps.terminal.fullscreen.screens.record.PACE", 0.01)

    async def story(at: Filled) -> None:
        await at.press("space")
        await at.until(lambda: "Try 7 of 7" in at.shown)

    turned(record(*GAME, "white resign"), story)


def test_every_board_shows_the_knowledge_of_its_seat() -> None:
    async def story(at: Filled) -> None:
        await at.press("end")
        boards = {}
        for _ in range(4):
            boards[title(at)] = stands(at)
            await at.press("b")
        assert boards == {
            "True board": ".BB/B../W..",
            "Board of Black": ".BB/B../...",
            "Board of White": ".../.../W..",
            "What everybody heard": ".../.../...",
        }

    turned(record(*GAME, "white resign"), story)


def test_the_true_board_is_not_shown_while_the_game_goes_on() -> None:
    async def story(at: Filled) -> None:
        await at.press("end")
        assert "The game is not over; White to play." in at.shown
        titles = []
        for _ in range(4):
            titles.append(title(at))
            await at.press("b")
        assert titles == ["What everybody heard", "Board of Black", "Board of White", "What everybody heard"]

    turned(record(*GAME), story)


def title(at: Filled) -> str:
    """Which board is shown."""
    return str(at.app.screen.query_one("#now", Static).content).splitlines()[0]


def test_the_seat_that_is_asked_for_comes_first() -> None:
    async def story(at: Filled) -> None:
        assert title(at) == "Board of White"

    turned(record(*GAME), story, board="white")


# Reviews.


def found(made: Record) -> Iterator[Reviewed]:
    """A review as somebody could have found it."""
    for entry in made.entries:
        assert isinstance(entry, Entry)
        yield Reviewed(
            seat=entry.seat,
            attempt=entry.attempt,
            accepted=entry.accepted,
            win=0.25,
            best=read_try("B2", Size(3, 3)),
            best_value=0.5,
            value=0.25,
            refused=0.1,
            could_know=not entry.accepted,
            opponent=(0.0, 0.3, 1.0, *[0.0] * 6),
            bits={"black": 1.25},
        )


@pytest.mark.parametrize("language", chosen_by_day(NAMES, "en".__eq__))
def test_a_review_comes_try_by_try(language: str) -> None:
    made = record(*GAME)

    async def story(at: Filled) -> None:
        screen = at.app.screen
        assert isinstance(screen, RecordScreen)
        await at.until(lambda: len(screen.reviewed) == len(GAME))
        assert translation(language).gettext("Turning points") in at.shown
        await at.press("right", "right")
        words = " ".join(at.shown.split())
        if language == "en":
            assert "Where White could expect stones" in words
            assert "White’s win rate before this try, from what White knew: 25%." in words
        assert [cell for cell in at.rows[6] if cell in "3#"][:1] == ["3"]
        assert "#" in at.rows[6]

    turned(made, story, review=found(made), language=language, size=(120, 40))


def test_an_error_in_a_review_is_raised() -> None:
    def broken() -> Iterator[Reviewed]:
        yield from found(record(*GAME[:1]))
        raise ZeroDivisionError

    async def story(at: Filled) -> None:
        for _ in range(50):
            await at.pilot.pause(0.01)

    with pytest.raises(Exception, match="ZeroDivisionError"):
        turned(record(*GAME), story, review=broken())


# Records that are none.


def test_a_record_that_breaks_its_rules_is_one_sentence() -> None:
    text = write(record(*GAME)).replace('"accepted":false', '"accepted":true')
    with pytest.raises(BadRecord, match=r"^line 3: white’s A2 is illegal, the record says that it is a move$"):
        Retold(read(text.encode()))


def test_a_record_without_a_try_has_nothing_to_turn() -> None:
    async def story(at: Filled) -> None:
        await at.press("right", "left", "end", "space", "b")
        assert "Try 0 of 0" in at.shown

    turned(record(), story)
