"""The two-game match of the page on Alter Igo: colours are swapped, and a win and a draw win the match."""

from dataclasses import dataclass

from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.state import Result


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a match: its result, and the number of Black's moves."""

    result: Result
    black_moves: int


def match_winner(first: PlayedGame, second: PlayedGame, tie_break: bool = False) -> int | None:
    """Return the winner of a two-game match: 0 for Black in the first game, 1 for White in it, None for a tie.

    "Won by who makes at least a win and a draw." With ``tie_break`` a tie of a win each goes to the player with
    "fewer moves as Black".
    """
    players = (_gains(first, BLACK) + _gains(second, WHITE), _gains(first, WHITE) + _gains(second, BLACK))
    if players[0] != players[1]:
        return 0 if players[0] > players[1] else 1
    both_by_black = first.result.winner is BLACK and second.result.winner is BLACK
    if tie_break and both_by_black and first.black_moves != second.black_moves:
        return 0 if first.black_moves < second.black_moves else 1
    return None


def _gains(game: PlayedGame, colour: Colour) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss of this colour."""
    if game.result.winner is None:
        return 0
    return 1 if game.result.winner is colour else -1
