"""The programs that sit in seats: when they are asked, and what they answer.

A program that goes wrong resigns: it raises, tries what is no try, or tries again what was just refused. The person's
move stands, and so does the game's record; the log says in one sentence what was wrong, and nothing of any board.
"""

from __future__ import annotations

import logging
from random import Random

from yurei.club.dead_stones import look_dead
from yurei.club.game import Game
from yurei.club.series import agreed_again
from yurei.club.takeback import GRANTED, events_of_takeback
from yurei.errors import YureiError
from yurei.referee.view import View
from yurei.rules.board import Colour, colour_of
from yurei.rules.state import RESIGN, Kind, Try, read_try

MOST_MOVES = 6
"""A program resigns a game that has so many moves a point: without passes two of them might never end."""


def let_programs_answer(game: Game) -> None:
    """Programs try until their turn is over, decline draws, let moves be taken back, and agree to a count or dispute it."""
    if game.offer is not None and game.offer not in game.programs and (against := _against(game, game.offer)):
        game.apply(game.event(against[0], "decline"))
    if game.takeback.asked is not None and (against := _against(game, game.takeback.asked)):
        for granted in events_of_takeback(game, against[0], GRANTED):
            game.apply(granted)
    refused: set[tuple[int, Try]] = set()
    while game.to_move in game.programs:
        seat = game.to_move
        endless = game.moves >= MOST_MOVES * game.settings.size.points
        attempt = RESIGN if endless else _chosen(game, seat, game.view(seat))
        if (game.moves, attempt) in refused:
            attempt = _resigned(game, seat, "it has tried once more what was refused")
        refused.add((game.moves, attempt))
        game.apply(game.clocks.in_time(game.event(seat, "try", attempt.text(game.settings.size))))
    _let_programs_play_out(game)
    _let_programs_count(game)
    if game.again and not agreed_again(game):
        for seat in game.programs.keys() - game.left:
            game.apply(game.event(seat, "rematch"))


def _against(game: Game, seat: str) -> list[str]:
    """The seats of programs that play against a seat."""
    return [program for program in game.programs if game.colour(program) is not game.colour(seat)]


def _chosen(game: Game, seat: str, view: View) -> Try:
    """What a program tries; its resignation where that is nothing that can be tried."""
    try:
        attempt = game.programs[seat].choose(view)
        size = game.settings.size
        if attempt.point is not None and not 0 <= attempt.point < size.points:
            return _resigned(game, seat, "it has tried a point off the board")
        return read_try(attempt.text(size), size)  # what is no try is found out here
    except YureiError:
        return _resigned(game, seat, "it has tried what is no try")
    except Exception as error:
        return _resigned(game, seat, f"it has raised {type(error).__name__}")


def _resigned(game: Game, seat: str, why: str) -> Try:
    logging.getLogger(__name__).warning("the program %s resigns: %s", game.stored.players[seat], why)
    return RESIGN


def _let_programs_count(game: Game) -> None:
    """A program agrees to the count that a player agrees to, but not to giving its living stones away."""
    for seat in game.programs:
        if not game.counting or not game.count.settled or game.count.playing_out:
            return
        given_away = _own_dead(game, game.colour(seat))
        if given_away and not look_dead(game.settings, game.reference, given_away, Random(len(game.events))):
            game.apply(game.event(seat, "dispute"))
            _let_programs_play_out(game)
        else:
            game.apply(game.event(seat, "settle"))


def _own_dead(game: Game, colour: Colour) -> list[int]:
    """The stones of a colour that are marked dead."""
    return [point for point in game.count.dead if colour_of(game.reference[point]) is colour]


def _let_programs_play_out(game: Game) -> None:
    playout = game.count.playout
    refused: set[tuple[int, Try]] = set()
    while playout is not None and playout.to_move in game.programs:
        seat = playout.to_move
        attempt = _chosen(game, seat, playout.view(seat))
        moves = sum(entry.accepted for entry in playout.entries)
        gives_in = attempt.kind is Kind.RESIGN or (moves, attempt) in refused
        refused.add((moves, attempt))
        game.apply(game.event(seat, *("give-in",) if gives_in else ("out", attempt.text(game.settings.size))))
