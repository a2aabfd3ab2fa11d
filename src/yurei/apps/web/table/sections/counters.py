"""Counters of announcements so far: moves, captures, refusals. Only those that the reader heard."""

from __future__ import annotations

from typing import NamedTuple

from htpy import Element, abbr, dd, div, dl, dt

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import kept
from yurei.languages import N_
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour


class Shown(NamedTuple):
    """Counters of a colour: moves, stones lost, refused tries; None if not announced."""

    moves: int
    lost: int | None
    refused: int


def shown(view: View) -> dict[Colour, Shown]:
    """Return the counters of each colour, as far as announced."""
    return {colour: _shown(view, colour) for colour in (BLACK, WHITE)}


def _shown(view: View, colour: Colour) -> Shown:
    outcomes = [told.outcome for told in view.heard if told.mover is colour]
    return Shown(outcomes.count(Outcome.MOVED), _lost(view, colour), outcomes.count(Outcome.ILLEGAL))


@kept
def counters(say: Say, told: Shown) -> Element:
    """Draw the counters of a colour."""
    numbers = ((say(N_("moves")), told.moves), (say(N_("stones lost")), told.lost), (say(N_("refused")), told.refused))
    return dl(".counters", title=say(N_("As far as announced")))[
        (
            div[dt[words], dd[abbr(title=say(N_("not announced")))["?"] if number is None else str(number)]]
            for words, number in numbers
        )
    ]


def _lost(view: View, colour: Colour) -> int | None:
    """Return the number of stones a colour lost: as announced, else as its owner saw them vanish; None if unknown."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return sum((told.lost_count if told.mover is colour else told.captured_count) or 0 for told in view.heard)
    own = referee.vanishes and view.seat.colour is colour
    return sum(len(told.vanished or ()) for told in view.heard) if own else None
