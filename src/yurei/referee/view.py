"""A seat's view: his own board and what he has heard. It follows from what he was told, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told, with_placed
from yurei.rules.board import EMPTY, board_text, put
from yurei.rules.state import Result


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or the audience, knows.

    Attributes:
        settings: What is played; all may know it.
        seat: Whose view it is.
        board: His own board, one cell a point, see ``yurei.rules.board``. Under a
            referee who lets nothing vanish, stones on it may be gone.
        to_move: The name of the seat to move; None after the end.
        heard: All that he was told, in order.
        result: How the game ended; None while it goes on.
    """

    settings: Settings
    seat: Seat
    board: bytes
    to_move: str | None
    heard: tuple[Told, ...] = ()
    result: Result | None = None

    @property
    def may_try(self) -> bool:
        """Whether it is this seat's turn."""
        return self.to_move == self.seat.name

    @property
    def board_text(self) -> str:
        """The board as text, rows from the top."""
        return board_text(self.board, self.settings.size)

    @classmethod
    def of(cls, opening: View, heard: Iterable[Told]) -> View:
        """The view of who began with ``opening`` and was told all this."""
        everything, board = tuple(heard), opening.board
        if not everything:
            return opening
        for told in everything:
            board = board_after(board, told, opening.settings)
        last = everything[-1]
        return replace(
            opening, board=board, to_move=last.to_move, heard=(*opening.heard, *everything), result=last.result
        )


def board_after(board: bytes, told: Told, settings: Settings) -> bytes:
    """A listener's own board once he was told of a try."""
    if told.outcome is not Outcome.MOVED:
        return board
    gone = set(told.vanished or ())
    if settings.referee.shows_board:
        gone.update(told.captured_points or (), told.lost_points or ())
    if settings.ruleset.ghosts:
        # Suicide is forbidden in such a game: the new piece stays, also where an enemy ghost went from its point.
        return _placed(put(board, gone, EMPTY) if gone else board, told)
    board = _placed(board, told)
    return put(board, gone, EMPTY) if gone else board


def _placed(board: bytes, told: Told) -> bytes:
    return board if told.attempt is None else with_placed(board, told.mover, told.attempt)
