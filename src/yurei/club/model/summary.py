"""The summary of a game: what is stored beside its events, so that lists and counts load no game.

All of it follows from the events. Nothing in it changes by a try that was refused in private: who reads a list learns
no more from it than at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from yurei.referee.seating import ALL

WAITING, PLAYING, COUNTING, FINAL = "waiting", "playing", "counting", "final"
"""How far a game is: a player's chair is free, it goes on, dead stones are marked, nothing about it changes any more."""
WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
"""How a game has ended for a chair; ``none`` for one that plays for nobody, or for both."""
PLAYERS = tuple(seat.name for seating in ALL if seating.hands == "each" for seat in seating.seats)
"""The names of the chairs from which somebody plays for one side."""


@dataclass(frozen=True, slots=True)
class ChairSummary:
    """What is kept of a chair.

    Attributes:
        name: The chair's.
        to_move: Whether somebody waits for who sits there: it is his turn, or he has yet to agree to the count.
        result: ``won``, ``lost``, ``drawn`` or ``none``; empty while the game goes on.
    """

    name: str
    to_move: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What is kept of a game.

    Attributes:
        phase: How far it is.
        chairs: What is kept of each of its chairs.
        ended: When it has come to its end.
        ended_by: What has ended it.
        winner: ``black``, ``white``, or empty.
        margin: By how much, where it was counted.
        board: The board of the end, see ``board_text``.
    """

    phase: str
    chairs: tuple[ChairSummary, ...]
    ended: datetime | None = None
    ended_by: str = ""
    winner: str = ""
    margin: float | None = None
    board: str = ""
