"""What has been told so far, counted: moves, stones that went, refusals. Only of what this listener heard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from htpy import abbr, dd, div, dl, dt

from yurei.apps.web.parts.pieces import Parts, markup, piece
from yurei.languages import N_, translation
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour


@dataclass(slots=True)
class Counted:
    """What a listener was told of one colour: how often it has moved and was refused, and how many of its pieces went.

    Of ``lost`` each is what another kind of referee tells: the mover of his own loss, all of a capture.
    """

    moves: int = 0
    refused: int = 0
    lost: int = 0


def count(heard: Iterable[Told]) -> dict[Colour, Counted]:
    """Count what a listener was told, in one walk: a page is drawn anew after every try."""
    black, white = counted = Counted(), Counted()
    for told in heard:
        mover, other = counted if told.mover is BLACK else (white, black)
        if told.outcome is Outcome.MOVED:
            mover.moves += 1
        elif told.outcome is Outcome.ILLEGAL:
            mover.refused += 1
        mover.lost += told.lost_count or 0
        other.lost += told.captured_count or 0
    return {BLACK: black, WHITE: white}


def counters(view: View, language: str) -> dict[Colour, Parts]:
    """For each colour how often it has moved, what it has lost, how often it was refused, as far as the referee told."""
    return {
        colour: _counters(language, counted.moves, _lost(view, colour, counted), counted.refused)
        for colour, counted in count(view.heard).items()
    }


@piece
def _counters(language: str, moves: int, lost: int | None, refusals: int) -> Parts:
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


def _lost(view: View, colour: Colour, counted: Counted) -> int | None:
    """How many pieces of a colour went: as was said aloud, else as its owner has seen them vanish; None for untold."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return counted.lost
    if referee.vanishes and view.seat.colour is colour:
        return sum(len(told.vanished or ()) for told in view.heard)
    return None
