"""Whether stones are as good as taken, as far as a few games of chance can tell."""

from __future__ import annotations

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
"""So many games of chance decide whether a program takes its own stones for dead."""
DEAD = 0.5
"""A stone is taken for dead where its point is the opponent's at the end of more than this part of the games."""


def look_dead(settings: Settings, board: bytes, stones: Iterable[int], chance: Random) -> bool:
    """Whether all these stones are as good as taken, as far as a few games of chance can tell.

    It is asked by players before they give stones away, and needs no kernel. The colours begin in turn.

    Args:
        settings: What was played.
        board: What stands.
        stones: The stones in question.
        chance: Where the games' chance comes from.
    """
    lost = dict.fromkeys(stones, 0)
    for number in range(GAMES):
        counted = area(_played_out(settings, board, BLACK if number % 2 else WHITE, chance), settings.size)
        for point in lost:
            lost[point] += point in (counted.white if board[point] == BLACK else counted.black)
    return all(times > DEAD * GAMES for times in lost.values())


def _played_out(settings: Settings, board: bytes, first: Colour, chance: Random) -> bytes:
    """How a position ends where both sides play by chance and leave their own eyes alone."""
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
