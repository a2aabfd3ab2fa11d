"""A listener at a table: a seat's own board, what it sees, and what it was told."""

from __future__ import annotations

import copy

from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.sight import Watch
from yurei.referee.told import Told
from yurei.referee.view import View, own_board_after, with_pieces
from yurei.rules.state import Result


class Listener:
    """State of one listener: its own board, what it sees, and what it was told."""

    def __init__(self, settings: Settings, seat: Seat, own: bytes, watch: Watch | None) -> None:
        self.own, self.watch = own, watch
        self.heard: list[Told] = []
        self.opening = View.begin(settings, seat, self.board)

    @property
    def board(self) -> bytes:
        """The board shown to the seat: its own board, and the pieces that it sees."""
        return self.own if self.watch is None else with_pieces(self.own, self.watch.shown.items())

    def view(self, to_move: str | None, result: Result | None) -> View:
        """Return what the seat knows now, including whose turn it is and how the game ended."""
        opening = self.opening
        begins = opening.settings, opening.seat
        return View(*begins, self.board, to_move, tuple(self.heard), result, opening.first_board, opening.folded)

    def hear(self, told: Told, settings: Settings) -> None:
        """Add an announcement, and update the own board."""
        self.own = own_board_after(self.own, told, settings, self.opening.seat)
        self.heard.append(told)

    def copy(self) -> Listener:
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.heard = list(self.heard)
        twin.watch = None if self.watch is None else self.watch.copy()
        return twin
