"""The programs that sit in seats: when they are asked, and what they answer."""

from __future__ import annotations

from yurei.club.game import Game
from yurei.club.series import agreed_again
from yurei.rules.state import RESIGN, Kind

MOST_MOVES = 6
"""A program resigns a game that has so many moves a point: without passes two of them might never end."""


def let_programs_answer(game: Game) -> None:
    """Programs try until their turn is over, decline draws, and agree to the count that a player agrees to."""
    if game.offer is not None and game.offer not in game.programs and game.programs:
        game.apply(game.event(next(iter(game.programs)), "decline"))
    while game.to_move in game.programs:
        seat = game.to_move
        endless = game.moves >= MOST_MOVES * game.settings.size.points
        attempt = RESIGN if endless else game.programs[seat].choose(game.view(seat))
        game.apply(game.clocks.in_time(game.event(seat, "try", attempt.text(game.settings.size))))
    _let_programs_play_out(game)
    if game.counting and game.count.settled:
        for seat in game.programs:
            game.apply(game.event(seat, "settle"))
    if game.again and not agreed_again(game):
        for seat in game.programs:
            game.apply(game.event(seat, "rematch"))


def _let_programs_play_out(game: Game) -> None:
    playout = game.count.playout
    while playout is not None and playout.to_move in game.programs:
        seat = playout.to_move
        attempt = game.programs[seat].choose(playout.view(seat))
        gives_in = attempt.kind is Kind.RESIGN
        game.apply(game.event(seat, *("give-in",) if gives_in else ("out", attempt.text(game.settings.size))))
