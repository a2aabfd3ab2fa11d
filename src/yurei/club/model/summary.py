"""The summary of a game: what is stored beside its events, so that lists and counts load no game.

All of it follows from the events. A try that was refused in private changes nothing in it, so lists reveal no more
than the table does.
"""

from dataclasses import dataclass
from datetime import datetime

from yurei.referee.seating import ALL

WAITING, PLAYING, COUNTING, FINAL = "waiting", "playing", "counting", "final"
"""Phases of a game: a player's chair is free, the game goes on, dead stones are marked, the result is final."""
WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
"""Results of a game for a chair; ``none`` for one that plays for no side, or for both."""
PLAYERS = tuple(seat.name for seating in ALL if seating.hands == "each" for seat in seating.seats)
"""Names of the chairs that play for one side."""


@dataclass(frozen=True, slots=True)
class ChairSummary:
    """The summary of a chair.

    Attributes:
        name: The name of the chair.
        to_move: Whether others wait for its player: to move, or to agree to the count.
        result: ``won``, ``lost``, ``drawn`` or ``none``; empty while the game goes on.
    """

    name: str
    to_move: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a game.

    Attributes:
        phase: The phase of the game.
        chairs: The summaries of its chairs.
        ended: When it ended.
        ended_by: What ended it.
        winner: ``black``, ``white``, or empty.
        margin: The margin of points, if it was counted.
        board: The final board, see ``board_text``.
    """

    phase: str
    chairs: tuple[ChairSummary, ...]
    ended: datetime | None = None
    ended_by: str = ""
    winner: str = ""
    margin: float | None = None
    board: str = ""
