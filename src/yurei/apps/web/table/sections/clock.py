"""Clocks of a game's page. A fresh page has their time in its HTML; an open page gets it as data with every frame."""

from __future__ import annotations

from typing import TypedDict

from htpy import Element, div, p, span

from yurei.apps.web.table.context import Page
from yurei.clocks.durations import LOW, face, milliseconds
from yurei.clocks.timekeeper import Face
from yurei.languages import N_
from yurei.referee.announce import COLOURS
from yurei.rules.board import Colour


class ClockData(TypedDict):
    """Clock data sent to an open page.

    Attributes:
        left: Milliseconds left, 0 or more.
        running: Whether it runs.
        text: The time left in words, for a clock that is stopped or has more than a day.
        rest: The overtime after the main time, such as "3 periods"; empty if there is none.
    """

    left: int
    running: bool
    text: str
    rest: str


def clock_data(page: Page) -> dict[str, ClockData]:
    """Return the clocks of a game by colour; empty if it has none."""
    clocks = page.game.clocks
    return {} if clocks.control is None else {each.colour.word: _data(page, each) for each in clocks.faces()}


def _data(page: Page, shown: Face) -> ClockData:
    left, control = shown.left.running, page.game.clocks.control
    rest = None if control is None else control.rest(shown.left)
    return ClockData(
        left=milliseconds(left),
        running=shown.running,
        text=face(left).said(page.say),
        rest="" if rest is None else rest.said(page.say),
    )


def clock(page: Page, colour: Colour, *, with_time: bool) -> Element | None:
    """Draw a colour's clock; nothing if the game has none.

    Args:
        page: The page that it is on.
        colour: The clock's colour.
        with_time: Whether the time left is drawn; else a script fills it in.
    """
    if page.game.clocks.control is None:
        return None
    data = clock_data(page)[colour.word] if with_time else ClockData(left=0, running=False, text="", rest="")
    running, low = data["running"], data["running"] and data["left"] < milliseconds(LOW)
    label = page.say(N_("Clock of {colour}")).format(colour=page.say(COLOURS[colour]))
    left = str(data["left"]) if running else None
    return div(f"#clock-{colour.word}", class_=f"clock {colour.word}" + " running" * running + " low" * low)[
        span(".left", role="timer", aria_label=label, data_left=left)[data["text"]], span(".rest")[data["rest"]]
    ]


def clock_note(page: Page) -> Element | None:
    """Draw the reason why no clock runs; nothing if one does."""
    game = page.game
    if game.clocks.control is None or game.to_move is None or any(each.running for each in game.clocks.faces()):
        return None
    if game.clocks.waiting:
        words = N_("The clocks start when all seats are taken.")
    else:
        words = N_("The first move of each side costs no time.")
    return p("#clock-note", class_="note")[page.say(words)]


def clock_words(page: Page) -> str | None:
    """Return the time control in words; None if the game has no clock."""
    control = page.game.clocks.control
    return None if control is None else control.words.said(page.say)
