"""What has been told so far, counted: moves, stones that went, refusals. Only of what this listener heard."""

from __future__ import annotations

from typing import NamedTuple

from htpy import Element, abbr, dd, div, dl, dt

from yurei.apps.web.shell.drawn_once import kept
from yurei.languages import N_, translation
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour


class Shown(NamedTuple):
    """What is shown of a colour: how often it has moved, what it has lost, how often it was refused; None for untold."""

    moves: int
    lost: int | None
    refused: int


def shown(view: View) -> dict[Colour, Shown]:
    """For each colour what is shown of it, as far as the referee told."""
    return {colour: _shown(view, colour) for colour in (BLACK, WHITE)}


def _shown(view: View, colour: Colour) -> Shown:
    outcomes = [told.outcome for told in view.heard if told.mover is colour]
    return Shown(outcomes.count(Outcome.MOVED), _lost(view, colour), outcomes.count(Outcome.ILLEGAL))


@kept
def counters(language: str, told: Shown) -> Element:
    """The same, drawn."""
    say = translation(language).gettext
    numbers = ((say(N_("moves")), told.moves), (say(N_("stones lost")), told.lost), (say(N_("refused")), told.refused))
    return dl(".counters", title=say(N_("As far as announced")))[
        (
            div[dt[words], dd[abbr(title=say(N_("not announced")))["?"] if number is None else str(number)]]
            for words, number in numbers
        )
    ]


def _lost(view: View, colour: Colour) -> int | None:
    """How many pieces of a colour went: as was said aloud, else as its owner has seen them vanish; None for untold."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return sum((told.lost_count if told.mover is colour else told.captured_count) or 0 for told in view.heard)
    own = referee.vanishes and view.seat.colour is colour
    return sum(len(told.vanished or ()) for told in view.heard) if own else None
