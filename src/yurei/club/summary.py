"""What is kept of a game beside its events, so that lists and counts load no game. All of it follows from the events.

Nothing in it changes by a try that was refused in private: who reads a list learns no more from it than at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from yurei.referee.seating import ALL
from yurei.rules.board import board_text
from yurei.rules.state import EndedBy

if TYPE_CHECKING:
    from yurei.club.game import Game

WAITING, PLAYING, COUNTING, FINAL = "waiting", "playing", "counting", "final"
"""How far a game is: a player's chair is free, it goes on, dead stones are marked, nothing about it changes any more."""
WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
"""How a game has ended for a chair; ``none`` for one that plays for nobody, or for both."""
PLAYERS = tuple(seat.name for seating in ALL if seating.hands == "each" for seat in seating.seats)
"""The names of the chairs from which somebody plays for one side."""
_DRAWS = (EndedBy.SCORE, EndedBy.REPETITION, EndedBy.AGREEMENT)
_AFTERWARDS = ("chat", "rematch", "sit")


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


def summary_of(game: Game) -> Summary:
    """What is to be kept of a game as it stands."""
    result, phase = game.result if game.final else None, phase_of(game)
    if result is None:
        return Summary(phase, tuple(ChairSummary(name, _awaited(game, name, phase)) for name in game.chairs))
    return Summary(
        phase=phase,
        chairs=tuple(ChairSummary(name, False, _result(game, name)) for name in game.chairs),
        ended=next((each.at for each in reversed(game.events) if each.kind not in _AFTERWARDS), game.stored.made),
        ended_by=result.by.value,
        winner="" if result.winner is None else result.winner.word,
        margin=None if result.margin is None else abs(result.margin),
        board=board_text(game.reference, game.settings.size),
    )


def phase_of(game: Game) -> str:
    """How far a game is; everybody at its table knows that."""
    if game.final:
        return FINAL
    return COUNTING if game.over else WAITING if game.clocks.waiting else PLAYING


def _awaited(game: Game, chair: str, phase: str) -> bool:
    """Whether somebody waits for who sits on a chair. Who plays all seats keeps nobody waiting."""
    if game.settings.seating.hands != "each" or phase == WAITING:
        return False
    own, playout = game.seats_of(chair), game.count.playout
    if phase == PLAYING:
        return game.to_move in own
    if game.count.playing_out and playout is not None:
        return playout.to_move in own
    return not game.colours_of(chair) <= game.count.settled


def _result(game: Game, chair: str) -> str:
    result, colours = game.result, game.colours_of(chair)
    assert result is not None
    if len(colours) != 1:
        return NONE
    if result.winner is None:
        return DRAWN if result.by in _DRAWS else NONE
    return WON if result.winner in colours else LOST


def turn_since(game: Game) -> datetime:
    """Since when it is the turn of who is to move, as everybody at the table knows it."""
    tries = [event for event in game.events if event.kind == "try"]
    after = game.to_move
    for event in reversed(tries):
        if event.chair != after:
            return event.at
    return next((event.at for event in reversed(game.events) if event.kind == "sit"), game.stored.made)
