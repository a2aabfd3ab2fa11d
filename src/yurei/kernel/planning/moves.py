"""Moves of Go on bit boards of up to 25 points: suicide is forbidden, simple ko.

A state of a game is a ``uint64``: the stones of the planner, whose plan is searched, in bits 0 to 24, those of the
opponent in bits 25 to 49, and from bit 50 on the point that the player to move may not retake, counted from 1, or 0.
``tests/problems`` holds this equal to ``yurei.rules``.
"""

from yurei.kernel.core import U, inlined
from yurei.kernel.solving.retrograde import FULL, beside, flood, lowest

MOST_POINTS = 25
STONES = (1 << MOST_POINTS) - 1
OPPONENT, KO = MOST_POINTS, 2 * MOST_POINTS
"""Number of the first bit of a field in a state."""
BITS = KO + 5
"""Number of bits of a state."""


@inlined
def stones_of(state, place):
    """Return the stones of one side; ``place`` is the number of their first bit."""
    return (state >> U(place)) & U(STONES)


@inlined
def state_of(planner, opponent, ko):
    """Return the state."""
    return planner | (opponent << U(OPPONENT)) | (ko << U(KO))


@inlined
def number_of(stone):
    """Return the number of a point, counted from 1."""
    number = U(0)
    while stone:
        stone >>= U(1)
        number += U(1)
    return number


@inlined
def count_of(stones):
    """Return the number of stones."""
    count = U(0)
    while stones:
        stones &= stones - U(1)
        count += U(1)
    return count


@inlined
def place(mover, other, ko, stone, board):
    """Place a stone.

    Args:
        mover, other: The stones of the player to move and of the other player.
        ko: The point that may not be retaken, counted from 1, or 0.
        stone: The point, as its bit.
        board: The geometry, see ``retrograde``.

    Returns:
        ``(captured, ko, legal)``: the stones of ``other`` that are removed, the point that may not be retaken then,
        and whether the move is legal.
    """
    captured, ko_after, around = U(0), U(0), beside(stone, board)
    legal = ((mover | other) & stone) == U(0) and (ko == U(0) or number_of(stone) != ko)
    if legal:
        own = mover | stone
        empty = board[FULL] & ~own & ~other
        rest = around & other
        while rest:
            string = flood(lowest(rest), other, board)
            rest &= ~string
            if beside(string, board) & empty == U(0):
                captured |= string
        if (around & empty) == U(0):
            if captured == U(0):
                legal = (beside(flood(stone, own, board), board) & empty) != U(0)
            elif captured & (captured - U(1)) == U(0) and (around & own) == U(0):
                # One stone took one, and has no other liberty than its point.
                ko_after = number_of(captured)
    return captured, ko_after, legal


@inlined
def place_in(state, stone, board):
    """Place a stone of the planner in a state; return the stones of both sides before, and what ``place`` returns."""
    planner, opponent = stones_of(state, 0), stones_of(state, OPPONENT)
    captured, ko, legal = place(planner, opponent, state >> U(KO), stone, board)
    return planner, opponent, captured, ko, legal


@inlined
def strings_in_atari(stones, empty, board):
    """Return the stones of all strings with exactly one liberty."""
    found, rest = U(0), stones
    while rest:
        string = flood(lowest(rest), stones, board)
        rest &= ~string
        liberties = beside(string, board) & empty
        if liberties & (liberties - U(1)) == U(0):
            found |= string
    return found


@inlined
def atari_said(before, mover, other, stone, board, lone):
    """Return what a referee says of atari after a move: 1 that the opponent, 2 that the mover newly comes into atari.

    Args:
        before: The stones of the opponent that were in atari before the move.
        mover, other: The stones of both after the move.
        lone: Whether atari on the mover alone is said.
    """
    empty = board[FULL] & ~mover & ~other
    said = U(0)
    if strings_in_atari(other, empty, board) & ~before & beside(stone, board):
        said |= U(1)
    if strings_in_atari(mover, empty, board) & stone and (lone or said):
        said |= U(2)
    return said
