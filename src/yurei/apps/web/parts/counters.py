"""What has been told so far, counted: moves, stones that went, refusals. Only of what this listener heard."""

from __future__ import annotations

from htpy import Element, caption, table, tbody, td, th, thead, tr

from yurei.apps.web.parts.board import Say
from yurei.languages import N_
from yurei.referee.announce import COLOURS
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour


def counters(view: View, say: Say) -> Element:
    """A small table: how often each colour has moved, what it has lost, how often it was refused."""
    rows = [(colour, moved(view, colour), _lost(view, colour), refused(view, colour)) for colour in (BLACK, WHITE)]
    return table(".told")[
        caption[say(N_("As far as the referee told"))],
        thead[
            tr[
                td,
                th(scope="col")[say(N_("moves"))],
                th(scope="col")[say(N_("lost"))],
                th(scope="col")[say(N_("refused"))],
            ]
        ],
        tbody[
            (
                tr[
                    th(scope="row")[say(COLOURS[colour])],
                    td[str(moves)],
                    td[say(N_("not told")) if lost is None else str(lost)],
                    td[str(refusals)],
                ]
                for colour, moves, lost, refusals in rows
            )
        ],
    ]


def moved(view: View, colour: Colour) -> int:
    """How often a colour has moved, as this listener was told."""
    return sum(told.outcome is Outcome.MOVED and told.mover is colour for told in view.heard)


def refused(view: View, colour: Colour) -> int:
    """How often a colour was refused, as this listener was told."""
    return sum(told.outcome is Outcome.ILLEGAL and told.mover is colour for told in view.heard)


def _lost(view: View, colour: Colour) -> int | None:
    """How many pieces of a colour went: as was said aloud, else as its owner has seen them vanish."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return sum((told.lost_count if told.mover is colour else told.captured_count) or 0 for told in view.heard)
    if referee.vanishes and view.seat.colour is colour:
        return sum(len(told.vanished or ()) for told in view.heard)
    return None
