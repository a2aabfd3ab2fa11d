"""The clocks on a game's page. What runs is drawn last of all, so that a page that says nothing new can be told from one that does."""

from __future__ import annotations

from htpy import Element, div, p, span

from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.pieces import Drawing, Parts, html
from yurei.clocks.durations import LOW, face, milliseconds
from yurei.clocks.timekeeper import Face
from yurei.languages import N_
from yurei.referee.announce import COLOURS


def hole(what: str) -> Parts:
    """Room for a colour's clock, or for the note about both.

    Nobody can write it: what comes from people is escaped.
    """
    return html(_hole(what))


def _hole(what: str) -> str:
    return f"<!--clock-{what}-->"


def with_clocks(page: Page, drawn: Drawing, *, timeless: bool = False) -> Drawing:
    """A drawn page with its clocks.

    Args:
        page: Whose.
        drawn: The page with holes.
        timeless: Leave out what changes by itself: the time that runs. Two pages differ without it only where
            something has happened. Nobody must be sent a page, and learn that something has, because time has passed.
    """
    if page.game.clocks.control is None:
        return drawn
    filled = {_hole(each.colour.word): str(_clock(page, each, timeless)) for each in page.game.clocks.faces()}
    words = _note(page)
    filled[_hole("note")] = str(p("#clock-note", class_="note")[words]) if words else ""
    return Drawing(filled.get(part, part) for part in drawn.parts)


def _clock(page: Page, shown: Face, timeless: bool) -> Element:
    say, left, control = page.say, shown.left.running, page.game.clocks.control
    rest = None if control is None else control.rest(shown.left)
    low = shown.running and left < LOW
    name = shown.colour.word
    hidden = timeless and shown.running
    label = say(N_("Clock of {colour}")).format(colour=say(COLOURS[shown.colour]))
    return div(f"#clock-{name}", class_=f"clock {name}" + " running" * shown.running + " low" * (low and not hidden))[
        span(
            ".left",
            role="timer",
            aria_label=label,
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
    return page.say(N_("The first move of each side costs no time."))


def clock_words(page: Page) -> str | None:
    """The time control in words; None where the game has no clock."""
    control = page.game.clocks.control
    return None if control is None else control.words.said(page.say)
