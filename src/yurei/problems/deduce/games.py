"""Games of programs against each other, from which problems are made; deterministic."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from yurei import players
from yurei.players.player import Budget
from yurei.referee.referee import FailedTry
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, watches
from yurei.referee.told import Told, tell
from yurei.referee.view import View, advanced, own_board_after
from yurei.rules.board import empty_board
from yurei.rules.judge import judge, lose_turn
from yurei.rules.ruleset import Repetition
from yurei.rules.state import start

NAMES = ("simple", "simple", "uniform")
"""The players, one of which is chosen for each seat."""
SLOWER = 4
"""How many times longer a try takes to judge under rules of repetition that remember more than simple ko."""


def play(settings: Settings, random: Random, most: int) -> Iterator[dict[str, Told]]:
    """Play a game of programs, and yield what each listener is told of each try; a try that ends it is left out.

    Args:
        settings: The game, of two players.
        random: Chooses the players and their seeds.
        most: Greatest number of tries.
    """
    seats = settings.seating.seats
    state = start(settings.ruleset, settings.size, settings.komi, settings.first)
    listeners = (*seats, AUDIENCE)
    views = {seat: View.begin(settings, seat, empty_board(settings.size)) for seat in listeners}
    own = {seat: view.board for seat, view in views.items()}
    programs = {seat: players.get(random.choice(NAMES), random.randrange(2**32)) for seat in seats}
    for _ in range(most):
        mover = next(seat for seat in seats if seat.colour is state.to_move)
        verdict = judge(state, programs[mover].choose(views[mover], Budget()))
        if not verdict.accepted and settings.referee.failed_try is FailedTry.LOSE_TURN:
            verdict = replace(verdict, after=lose_turn(state))
        if verdict.after.result:
            return
        to_move = next(seat.name for seat in seats if seat.colour is verdict.after.to_move)
        watching = watches(settings.size, settings.referee.sight, own, state.cells)
        heard = {}
        for seat in listeners:
            seen = None if seat not in watching else NOTHING_NEW
            if seat in watching and verdict.accepted:
                seen = watching[seat].look(verdict, own[seat], lies=seat is mover)
            heard[seat.name] = told = tell(settings.referee, verdict, mover, seat, own[seat], to_move, seen)
            views[seat] = advanced(views[seat], told)
            own[seat] = own_board_after(own[seat], told, settings, seat)
        state = verdict.after
        yield heard


def effort_of(told: Told, settings: Settings) -> int:
    """Return how many tries under simple ko take as long to judge as those that may have been this one."""
    slower = 1 if settings.ruleset.repetition is Repetition.SIMPLE_KO else SLOWER
    kinds = 2 if settings.ruleset.ghosts else 1
    return slower * (1 if told.attempt is not None else kinds * settings.size.points + 1)


__all__ = ["NAMES", "effort_of", "play"]
