"""Perft: how many sequences of n moves there are. Others can check their program against it."""

from __future__ import annotations

from yurei.rules.judge import is_move, judge
from yurei.rules.state import State


def perft(state: State, moves: int) -> int:
    """Count the sequences of so many moves, passes among them, resignations not.

    An ended game has no continuation.

    Args:
        state: Where to begin.
        moves: How long the sequences are, 0 or more.
    """
    if moves == 0:
        return 1
    if state.result is not None:
        return 0
    if moves == 1:
        return sum(is_move(state, attempt) for attempt in state.tries())
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return sum(perft(verdict.after, moves - 1) for verdict in verdicts if verdict.accepted)
