"""Clocks of a game's page. A fresh page has their time in its HTML; an open page gets it as data with every frame.

Both have all stages that are left to the side whose time runs, so an open page counts through them by itself.
"""

import json
from typing import TypedDict

from htpy import Element, Fragment, div, fragment, p, span

from yurei.apps.web.board.board import Say
from yurei.apps.web.table.context import Page
from yurei.clocks.controls import LOW, MORE_DAYS, ONE_DAY, Control, face, milliseconds
from yurei.clocks.timekeeper import Face
from yurei.languages import N_
from yurei.referee.announce import COLOURS
from yurei.rules.board import Colour


class ClockData(TypedDict):
    """Clock data of a page.

    Attributes:
        running: Whether it runs.
        stages: Present stage, and the stages that follow it if it runs: the length of each in milliseconds, and the
            overtime shown beside it, such as "3 periods"; empty if there is none.
    """

    running: bool
    stages: list[tuple[int, str]]


def clock_data(page: Page) -> dict[str, ClockData]:
    """Return the clocks of a game by colour; empty if it has none."""
    control, faces = page.game.clocks.control, page.game.clocks.faces()
    return {} if control is None else {each.colour.word: _data(control, each, page.say) for each in faces}


def _data(control: Control, shown: Face, say: Say) -> ClockData:
    stages = control.stages(shown.left) if shown.running else [shown.left]
    return ClockData(
        running=shown.running,
        stages=[
            (milliseconds(left.running), "" if (rest := control.rest(left)) is None else rest.said(say))
            for left in stages
        ],
    )


def clock(page: Page, colour: Colour, *, with_time: bool) -> Element | None:
    """Draw a colour's clock; nothing if the game has none.

    Args:
        page: The page that it is on.
        colour: The clock's colour.
        with_time: Whether the time left is drawn; else a script fills it in.
    """
    control = page.game.clocks.control
    if control is None:
        return None
    shown = next(each for each in page.game.clocks.faces() if each.colour is colour) if with_time else None
    label = page.say(N_("Clock of {colour}")).format(colour=page.say(COLOURS[colour]))
    own = colour in page.game.colours_of(page.chair)
    return div(
        f"#clock-{colour.word}", class_=f"clock {colour.word}{state_class(shown)}", data_own_clock="" if own else None
    )[timer(control, shown, label, page.say, spoken=own)]


def state_class(shown: Face | None) -> str:
    """Return the classes of a clock that runs, and of one with less than ten seconds of its present stage."""
    if shown is None or not shown.running:
        return ""
    return " running low" if shown.left.running < LOW else " running"


def timer(control: Control, shown: Face | None, label: str, say: Say, *, spoken: bool = False) -> Fragment:
    """Draw the time left, and the overtime beside it.

    Args:
        control: The time control.
        shown: The display; None draws both empty, for a script to fill in.
        label: Name of the clock for screen readers.
        say: Translator into the reader's language.
        spoken: Whether screen readers read the overtime when it changes.
    """
    data = None if shown is None else _data(control, shown, say)
    return fragment[
        span(
            ".left",
            role="timer",
            aria_label=label,
            data_stages=data and json.dumps(data["stages"], ensure_ascii=False, separators=(",", ":")),
            data_day=say(ONE_DAY),
            data_days=say(MORE_DAYS),
        )[None if shown is None else face(shown.left.running).said(say)],
        " ",
        span(".rest", aria_live="polite" if spoken else None)[data and data["stages"][0][1]],
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
