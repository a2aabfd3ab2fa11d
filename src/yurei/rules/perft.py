"""Perft: the number of sequences of n moves, for comparison with other programs."""

from yurei.errors import BadValue
from yurei.languages import N_
from yurei.rules.judge import is_move, judge
from yurei.rules.points import shortened
from yurei.rules.state import State

LONGEST = 100
"""Greatest sequence length that can be counted."""


def perft(state: State, moves: object) -> int:
    """Count the sequences of this many moves; passes count as moves, resignations do not.

    An ended game has no continuation.

    Args:
        state: The state to start from.
        moves: Length of the sequences, 0 to 100.

    Raises:
        BadValue: if it is not such a number.
    """
    if isinstance(moves, bool) or not isinstance(moves, int) or not 0 <= moves <= LONGEST:
        raise BadValue(
            N_("perft counts sequences of 0 to {most} moves, not of {moves}"), most=LONGEST, moves=shortened(moves)
        )
    return _count(state, moves)


def _count(state: State, moves: int) -> int:
    if moves == 0:
        return 1
    if state.result is not None:
        return 0
    if moves == 1:
        return sum(is_move(state, attempt) for attempt in state.tries())
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return sum(_count(verdict.after, moves - 1) for verdict in verdicts if verdict.accepted)
