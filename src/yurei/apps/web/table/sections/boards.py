"""Boards of a game's page, each drawn from its seat's view."""

from __future__ import annotations

from htpy import Element, h2, section

from yurei.apps.web.board.board import Picture, drawn
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, seat_word
from yurei.languages import N_
from yurei.referee.noticed import just_taken, last_own_try, lasting_marks
from yurei.referee.seating import AUDIENCE
from yurei.referee.view import View


def picture(page: Page, view: View, seat: str, *, asked: bool) -> Picture:
    """Return the picture of a seat's own board with its pencil marks."""
    say = page.say
    return Picture(
        size=view.settings.size,
        cells=view.board,
        name=seat,
        label=say(N_("Board of {seat}")).format(seat=seat_word(seat, say)),
        pencil=page.game.pencil.get(seat, {}) if seat in page.game.seats_of(page.chair) else {},
        last=last_own_try(view),
        asked=asked,
        uncertain=not view.settings.referee.vanishes,
        taken=just_taken(view),
        marks=lasting_marks(view) if asked and view.settings.referee.hides else {},
        fog=view.fog,
        aim=view.settings.size.point(page.aim.at) if asked and page.aim else None,
        hand=view.seat.colour.word if asked and view.seat.colour is not None else None,
    )


def still(page: Page, view: View, seat: str, part: Sections) -> Element:
    """Draw a board that cannot be clicked."""
    name = page.say(N_("The board")) if seat == AUDIENCE.name else seat_word(seat, page.say)
    return section(".still")[h2[name], part.board(drawn(picture(page, view, seat, asked=False), page.say))]
