"""What has been told so far, counted: moves, stones that went, refusals. Only of what this listener heard."""

from __future__ import annotations

from htpy import abbr, dd, div, dl, dt
from markupsafe import Markup

from yurei.apps.web.parts.pieces import markup, piece
from yurei.languages import N_, translation
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import Colour


def counters(view: View, colour: Colour, language: str) -> Markup:
    """How often a colour has moved, what it has lost, how often it was refused, as far as the referee told."""
    return _counters(language, moved(view, colour), _lost(view, colour), refused(view, colour))


@piece
def _counters(language: str, moves: int, lost: int | None, refusals: int) -> Markup:
    say = translation(language).gettext
    counted = ((say(N_("moves")), moves), (say(N_("lost")), lost), (say(N_("refused")), refusals))
    return markup(
        dl(".counters", title=say(N_("As far as the referee told")))[
            (
                div[dt[words], dd[abbr(title=say(N_("not told")))["?"] if number is None else str(number)]]
                for words, number in counted
            )
        ]
    )


def moved(view: View, colour: Colour) -> int:
    """How often a colour has moved, as this listener was told."""
    return sum(told.outcome is Outcome.MOVED and told.mover is colour for told in view.heard)


def refused(view: View, colour: Colour) -> int:
    """How often a colour was refused, as this listener was told."""
    return sum(told.outcome is Outcome.ILLEGAL and told.mover is colour for told in view.heard)


def _lost(view: View, colour: Colour) -> int | None:
    """How many pieces of a colour went: as was said aloud, else as its owner has seen them vanish; None for untold."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return sum((told.lost_count if told.mover is colour else told.captured_count) or 0 for told in view.heard)
    if referee.vanishes and view.seat.colour is colour:
        return sum(len(told.vanished or ()) for told in view.heard)
    return None
