"""Estimates from a few random games whether stones are dead."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, EMPTY, WHITE, Colour, board_text
from yurei.rules.judge import judge
from yurei.rules.ruleset import passing_of
from yurei.rules.scoring import area
from yurei.rules.state import start, stone

GAMES = 24
"""Number of random games that decide whether stones are dead."""
DEAD = 0.5
"""Share of games in which a point must be the opponent's at the end for its stone to count as dead."""


def are_dead(settings: Settings, board: bytes, stones: Iterable[int], chance: Random) -> bool:
    """Return whether all these stones are dead, as far as a few random games can tell.

    Players call it before they accept stones as dead; it needs no kernel. Black and White move first alternately.

    Args:
        settings: The settings of the game.
        board: The board.
        stones: The stones in question.
        chance: Random generator of the games.
    """
    lost = dict.fromkeys(stones, 0)
    for number in range(GAMES):
        counted = area(_played_out(settings, board, BLACK if number % 2 else WHITE, chance), settings.size)
        for point in lost:
            lost[point] += point in (counted.white if board[point] == BLACK else counted.black)
    return all(times > DEAD * GAMES for times in lost.values())


def _played_out(settings: Settings, board: bytes, first: Colour, chance: Random) -> bytes:
    """Return the final board of a random game in which both sides do not fill their own eyes."""
    ruleset = replace(settings.ruleset, passing=passing_of("free"))
    state = start(ruleset, settings.size, settings.komi, first, board_text(board, settings.size))
    passes = 0
    for _ in range(2 * settings.size.points):
        empty = [point for point, cell in enumerate(state.cells) if cell == EMPTY]
        chance.shuffle(empty)
        for point in empty:
            if any(state.cells[beside] != state.to_move for beside in settings.size.neighbours[point]):
                verdict = judge(state, stone(point))
                if verdict.accepted and verdict.after.result is None and not verdict.own_losses:
                    state, passes = verdict.after, 0
                    break
        else:
            passes += 1
            if passes == 2:
                break
            state = replace(state, to_move=state.to_move.opponent)
    return state.cells
