"""Division of a belief by a try: where it is refused, where it reaches the goal, and what follows where it does not."""

from yurei.kernel.core import I, U, inlined
from yurei.kernel.entries import entry
from yurei.kernel.planning.beliefs import drop_repeated, sort
from yurei.kernel.planning.moves import (
    BITS,
    OPPONENT,
    atari_said,
    count_of,
    place,
    place_in,
    state_of,
    strings_in_atari,
)
from yurei.kernel.solving.retrograde import FULL, POINTS, flood, lowest

GOAL, TARGET, CAPTURES, ATARI, LONE = range(5)
"""Fields of a task: uint64[5]. The goal; its points; what is said of captures, how many (``COUNT``) or which
(``POINTS_SAID``); whether atari is said; whether atari on the mover alone is.
"""
CAPTURE, KILL, CONNECT, RESCUE = range(4)
"""Goals; for the last two the planner's stones at the target are needed."""
COUNT, POINTS_SAID = 1, 2

REFUSED, REACHED, ACCEPTED = range(3)
"""Outcomes of a try."""
FAILS = -1
"""The opponent can take a stone that the goal needs; or the try is refused everywhere."""
NO_ROOM = -2

PASSED = U(1) << U(62)
"""What is told of a pass of the opponent."""
CLASSES = 1 << (63 - BITS)
"""Bound on the number of different things that can be told."""


@inlined
def outcome_of(planner, opponent, captured, stone, legal, task, board):
    """Return the outcome of a try: ``REFUSED``, ``REACHED`` or ``ACCEPTED``."""
    if not legal:
        return I(REFUSED)
    goal, target = I(task[GOAL]), task[TARGET]
    reached = goal == CAPTURE and captured != U(0)
    reached |= goal == KILL and captured & target != U(0)
    if goal == CONNECT and (planner | stone) & target == target:
        reached = target & ~flood(lowest(target), planner | stone, board) == U(0)
    return I(REACHED) if reached else I(ACCEPTED)


@inlined
def said_of(captured, atari, task):
    """Return what the planner is told of an accepted try, as a number of 28 bits."""
    if I(task[CAPTURES]) == COUNT:
        captured = count_of(captured)
    elif I(task[CAPTURES]) != POINTS_SAID:
        captured = U(0)
    return captured | (atari << U(OPPONENT))


@inlined
def sort_out(arena, start, count, stone, task, board, codes):
    """Write the outcome of a try in every state to ``codes``, int64; nothing if it is empty.

    Returns:
        The numbers of states in which it is refused, reaches the goal, and is accepted without it.
    """
    refused, reached, accepted = I(0), I(0), I(0)
    for k in range(count):
        planner, opponent, captured, _ko, legal = place_in(arena[start + k], stone, board)
        code = outcome_of(planner, opponent, captured, stone, legal, task, board)
        refused += I(code == REFUSED)
        reached += I(code == REACHED)
        accepted += I(code == ACCEPTED)
        if codes.size:
            codes[k] = code
    return refused, reached, accepted


@inlined
def copy_refused(arena, start, count, to, stone, board):
    """Copy the states of a belief in which a try is refused to ``to``, which may be ``start``; return their number."""
    kept = I(0)
    for k in range(count):
        state = arena[start + k]
        if not place_in(state, stone, board)[4]:
            arena[to + kept] = state
            kept += 1
    return kept


@inlined
def class_of(told, classes, known):
    """Return the number of what was told, and how many different things were told until now."""
    for k in range(known):
        if classes[k] == told:
            return I(k), known
    if known < CLASSES:
        classes[known] = told
    return known, known + 1


@inlined
def replies(arena, at, planner, opponent, ko, said, task, board, classes, known, passes_only):
    """Write what follows after every legal reply of the opponent, with the number of what is told in the upper bits.

    Args:
        passes_only: Whether the opponent only passes.

    Returns:
        ``(at, known)``: the index after the last state written, ``FAILS`` if a reply takes a stone that the goal
        needs, or ``NO_ROOM``; and the number of different things told.
    """
    goal, before = I(task[GOAL]), U(0)
    needed = task[TARGET] & planner if goal >= CONNECT else U(0)
    if goal != RESCUE:  # a rescue is complete after the opponent's pass: the planner may pass too, and the game ends
        number, known = class_of(PASSED | said, classes, known)
        arena[at] = state_of(planner, opponent, U(0)) | (U(number) << U(BITS))
        at += 1
    if task[ATARI]:
        before = strings_in_atari(planner, board[FULL] & ~planner & ~opponent, board)
    rest = U(0) if passes_only else board[FULL] & ~planner & ~opponent
    while rest:
        stone = lowest(rest)
        rest ^= stone
        lost, ko_after, legal = place(opponent, planner, ko, stone, board)
        if legal:
            if lost & needed:
                return I(FAILS), known
            told = said | (lost << U(OPPONENT + 2))
            if task[ATARI]:
                atari = atari_said(before, opponent | stone, planner & ~lost, stone, board, task[LONE] != U(0))
                told |= atari << U(2 * OPPONENT + 2)
            number, known = class_of(told, classes, known)
            arena[at] = state_of(planner & ~lost, opponent | stone, ko_after) | (U(number) << U(BITS))
            at += 1
    if known > CLASSES:
        return I(NO_ROOM), known
    return at, known


@inlined
def divide(arena, start, count, stone, task, board, top, classes, parts, first, passes_only):
    """Write the beliefs that follow a try behind ``top``: first where it is refused, then for each thing told.

    Args:
        stone: The point as its bit; 0 for a pass.
        classes: uint64[CLASSES], written.
        parts: int64[2, any], written from ``first`` on: where a belief begins, and its number of states.
        passes_only: Whether the opponent only passes.

    Returns:
        ``(number of parts, refused, new top)``: the number of states in which it is refused, which are the first part
        if there are any. The number is ``FAILS`` or ``NO_ROOM`` if that is found.
    """
    refused, known = I(0), I(0)
    room = len(arena) - I(board[POINTS]) - 2
    if top + count > room:
        return I(NO_ROOM), refused, top
    if stone:
        refused = copy_refused(arena, start, count, top, stone, board)
    if refused == count:
        return I(FAILS), refused, top
    at = top + refused
    for k in range(count):
        planner, opponent, captured, ko, legal = place_in(arena[start + k], stone, board)
        if stone == U(0):  # a pass
            captured, ko, legal = U(0), U(0), True
        if outcome_of(planner, opponent, captured, stone, legal, task, board) == ACCEPTED:
            atari = U(0)
            if task[ATARI] and stone:
                before = strings_in_atari(opponent, board[FULL] & ~planner & ~opponent, board)
                atari = atari_said(before, planner | stone, opponent & ~captured, stone, board, task[LONE] != U(0))
            said = said_of(captured, atari, task)
            at, known = replies(
                arena, at, planner | stone, opponent & ~captured, ko, said, task, board, classes, known, passes_only
            )
            if at < 0:
                return at, refused, top
            if at > room:
                return I(NO_ROOM), refused, top
    many = at - top - refused
    sort(arena, top + refused, many)
    many = drop_repeated(arena, top + refused, many)
    found = write_parts(arena, top, refused, many, parts, first)
    return found, refused, top + refused + many


@inlined
def write_parts(arena, top, refused, many, parts, first):
    """Write where the beliefs behind ``top`` begin and end, and take the number of what was told out of their states."""
    part = first
    if refused:
        parts[0, part], parts[1, part] = top, refused
        part += 1
    before = U(0)
    for k in range(many):
        number = arena[top + refused + k] >> U(BITS)
        if k == 0 or number != before:
            parts[0, part], parts[1, part] = top + refused + k, 0
            part += 1
            before = number
        parts[1, part - 1] += 1
        arena[top + refused + k] &= (U(1) << U(BITS)) - U(1)
    return part - first


@entry
def outcomes(belief, point, task, board, codes):
    """Write the outcome of a try in every state of a belief to ``codes``: int64, as many as states."""
    sort_out(belief, 0, belief.size, U(1) << U(point), task, board, codes)


@entry
def count_parts(arena, count, point, task, board, parts, classes):
    """Return the number of different beliefs that follow a try, ``FAILS`` or ``NO_ROOM``; see ``divide``."""
    stone = U(1) << U(point) if point < board[POINTS] else U(0)
    found, _refused, _top = divide(arena, 0, count, stone, task, board, count, classes, parts, 0, False)
    return found


@entry
def after_pass(arena, count, point, task, board):
    """Replace a belief by what follows where a try is accepted without reaching the goal, and the opponent passes.

    Returns:
        The number of states, not sorted.
    """
    kept, stone = I(0), U(1) << U(point)
    for k in range(count):
        planner, opponent, captured, _ko, legal = place_in(arena[k], stone, board)
        if outcome_of(planner, opponent, captured, stone, legal, task, board) == ACCEPTED:
            arena[kept] = state_of(planner | stone, opponent & ~captured, U(0))
            kept += 1
    return kept
