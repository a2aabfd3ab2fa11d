"""Makes the summary of a game from the game."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from yurei.club.model.stored import EventKind
from yurei.club.model.summary import COUNTING, DRAWN, FINAL, LOST, NONE, PLAYING, WAITING, WON, ChairSummary, Summary
from yurei.rules.board import board_text
from yurei.rules.state import EndedBy

if TYPE_CHECKING:
    from yurei.club.game.game import Game

_DRAWS = (EndedBy.SCORE, EndedBy.REPETITION, EndedBy.AGREEMENT)
_AFTERWARDS = (EventKind.CHAT, EventKind.REMATCH, EventKind.SIT, EventKind.ROUND)


def summary_of(game: Game) -> Summary:
    """Return the summary to store for a game as it stands."""
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
    """Return the phase of a game, which everybody at its table knows."""
    if game.final:
        return FINAL
    return COUNTING if game.over else WAITING if game.clocks.waiting else PLAYING


def _awaited(game: Game, chair: str, phase: str) -> bool:
    """Return whether others wait for the player on a chair. One person playing all seats keeps nobody waiting."""
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
    """Return since when it has been the turn of the seat to move, as everybody at the table knows it."""
    tries = [event for event in game.events if event.kind is EventKind.TRY]
    after = game.to_move
    for event in reversed(tries):
        if event.chair != after:
            return event.at
    return next((event.at for event in reversed(game.events) if event.kind is EventKind.SIT), game.stored.made)
