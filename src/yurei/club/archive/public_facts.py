"""The public facts of a game that has ended: where each try was, and how many stones each side has lost.

Built from what the judge found. Before the end it gives what a seat was told, and nothing else.
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
    """Return the view of a seat; once the game is over, with the point of every try in what it heard."""
    view = game.view(seat)
    return replace(view, heard=_heard(game, view)) if game.over else view


def _heard(game: Game, view: View) -> tuple[Told, ...]:
    tries = iter(game.judged)
    return tuple(
        told if told.outcome is Outcome.LOST_ON_TIME else replace(told, attempt=next(tries).verdict.attempt)
        for told in view.heard
    )


def stones_lost(game: Game, colour: Colour) -> int:
    """Return how many stones a colour has lost in a game that has ended; a ghost is no stone.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return sum(len(each.verdict.removed.stones_of(colour)) for each in game.judged)
