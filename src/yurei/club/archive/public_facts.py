"""The public facts of a game that has ended: where each try was, and how many stones each side has lost.

Built from the verdicts. Before the end only what the seat was told is returned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import Colour

if TYPE_CHECKING:
    from yurei.club.game.game import Game


def with_all_points(game: Game, seat: str) -> View:
    """Return the view of a seat; once the game is over, with the point of every try in the announcements."""
    view = game.view(seat)
    return replace(view, heard=_heard(game, view)) if game.over else view


def _heard(game: Game, view: View) -> tuple[Told, ...]:
    tries = iter(game.judged)
    return tuple(
        told if told.outcome is Outcome.LOST_ON_TIME else replace(told, attempt=next(tries).verdict.attempt)
        for told in view.heard
    )


def stones_lost(game: Game, colour: Colour) -> int:
    """Return the number of stones that a colour has lost in a game that has ended; ghosts are not counted.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return sum(len(each.verdict.removed.stones_of(colour)) for each in game.judged)
