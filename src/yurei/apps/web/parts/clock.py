"""The clocks on a game's page. What runs is drawn last of all, so that a page that says nothing new can be told from one that does."""

from __future__ import annotations

from htpy import Element, div, p, section, span
from markupsafe import Markup

from yurei.apps.web.parts.context import Page
from yurei.clocks.durations import LOW, face, milliseconds
from yurei.clocks.timekeeper import Face
from yurei.languages import N_
from yurei.referee.announce import COLOURS

HOLE = Markup("<!--clocks-->")
"""Where the clocks go. Nobody can write it: what comes from people is escaped."""


def hole(page: Page) -> Markup | None:
    """Room for the clocks, where the game has any."""
    return None if page.game.clocks.control is None else HOLE


def with_clocks(page: Page, drawn: str, *, timeless: bool = False) -> str:
    """A drawn page with its clocks.

    Args:
        page: Whose.
        drawn: The page with a hole.
        timeless: Leave out what changes by itself: the time that runs. Two pages differ without it only where
            something has happened. Nobody must be sent a page, and learn that something has, because time has passed.
    """
    return drawn if page.game.clocks.control is None else drawn.replace(HOLE, str(_clocks(page, timeless)), 1)


def _clocks(page: Page, timeless: bool) -> Element:
    say = page.say
    return section("#clocks", class_="clocks", aria_label=say(N_("Clocks")))[
        (_clock(page, each, timeless) for each in page.game.clocks.faces()),
        (words := _note(page)) and p(".note")[words],
    ]


def _clock(page: Page, shown: Face, timeless: bool) -> Element:
    say, left, control = page.say, shown.left.running, page.game.clocks.control
    rest = None if control is None else control.rest(shown.left)
    low = shown.running and left < LOW
    name = shown.colour.word
    hidden = timeless and shown.running
    return div(f"#clock-{name}", class_=f"clock {name}" + " running" * shown.running + " low" * (low and not hidden))[
        span(f"#whose-{name}", class_="whose")[say(COLOURS[shown.colour])],
        span(
            ".left",
            role="timer",
            aria_labelledby=f"whose-{name}",
            data_left=str(milliseconds(left)) if shown.running and not hidden else None,
        )[None if hidden else face(left).said(say)],
        span(".rest")[rest.said(say)] if rest is not None else None,
    ]


def _note(page: Page) -> str | None:
    """Why no clock runs, where somebody may wonder."""
    game = page.game
    if game.to_move is None or any(each.running for each in game.clocks.faces()):
        return None
    if game.clocks.waiting:
        return page.say(N_("The clocks start when all seats are taken."))
    return page.say(N_("The first turn of each side costs no time."))


def clock_words(page: Page) -> str | None:
    """The time control in words; None where the game has no clock."""
    control = page.game.clocks.control
    return None if control is None else control.words.said(page.say)
