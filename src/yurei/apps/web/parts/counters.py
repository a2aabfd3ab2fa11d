"""What has been told so far, counted: moves, stones that went, refusals. Only of what this listener heard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from htpy import Element, abbr, dd, div, dl, dt

from yurei.apps.web.parts.kept import kept
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


class Counts:
    """What a listener was told so far, counted as it is told: a page is drawn anew after every try.

    Attributes:
        of: The counts, by colour.
        vanished: How many pieces have vanished from the listener's own board.
    """

    def __init__(self, heard: Iterable[Told] = ()) -> None:
        self.of = {BLACK: Counted(), WHITE: Counted()}
        self.vanished = 0
        for told in heard:
            self.add(told)

    def add(self, told: Told) -> None:
        """Count what was told."""
        mover, other = self.of[told.mover], self.of[told.mover.opponent]
        if told.outcome is Outcome.MOVED:
            mover.moves += 1
        elif told.outcome is Outcome.ILLEGAL:
            mover.refused += 1
        mover.lost += told.lost_count or 0
        other.lost += told.captured_count or 0
        self.vanished += len(told.vanished or ())


class Shown(NamedTuple):
    """What is shown of a colour: how often it has moved, what it has lost, how often it was refused; None for untold."""

    moves: int
    lost: int | None
    refused: int


def shown(view: View, counts: Counts) -> dict[Colour, Shown]:
    """For each colour what is shown of it, as far as the referee told."""
    return {
        colour: Shown(counted.moves, _lost(view, colour, counts), counted.refused)
        for colour, counted in counts.of.items()
    }


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


def _lost(view: View, colour: Colour, counts: Counts) -> int | None:
    """How many pieces of a colour went: as was said aloud, else as its owner has seen them vanish; None for untold."""
    referee = view.settings.referee
    if referee.captures is not Captures.NOTHING:
        return counts.of[colour].lost
    return counts.vanished if referee.vanishes and view.seat.colour is colour else None
