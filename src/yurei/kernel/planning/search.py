"""The plan search: whether a goal is reached within a number of moves, whatever the referee says.

A belief is won with ``n`` moves left if some try wins. A try wins if everything that can be told after it leaves a
belief that is won: with ``n`` moves where it is refused, with ``n - 1`` where it is accepted and the opponent has
replied. States in which it reaches the goal are done.

Two facts save most of the work, if the goal is not a rescue. A belief that is won stays won without some of its states.
So a probe, a try that is in no state accepted without reaching the goal, costs nothing: after it, the rest has to be won
in any case. And with one move left only probes can win. Of most tries that do not win, it is enough to look at what
follows a pass of the opponent: this comes first, and all other replies only if the planner wins then.

The search is a loop with a stack of its own: ``frames``, one for each belief whose tries are looked at, and ``parts``, the
beliefs that the tries looked at leave.
"""

from yurei.kernel.core import I, U, inlined
from yurei.kernel.entries import entry
from yurei.kernel.planning.beliefs import keys_of, look_up, store
from yurei.kernel.planning.dividing import CLASSES, GOAL, NO_ROOM, RESCUE, copy_refused, divide, sort_out
from yurei.kernel.solving.retrograde import POINTS

START, SIZE, MOVES, TOP, FIRST, NEXT, FINAL, PASSED, PART, LAST, END = range(11)
"""Columns of a frame: the belief, and the moves left; the free space behind it, in the arena and in ``parts``; its next
try, and its final one; of the try before the next, whether only passes of the opponent are looked at, the present part,
the last one, and the free space behind them.
"""
FRAME = 11
PLACE, NUMBER, LEFT = range(3)
"""Rows of ``parts``: where a belief begins, its number of states, and the moves left."""
NODES, LIMIT = range(2)
"""Fields of ``counts``: the beliefs that were looked at, and the bound on them."""
LOST, WON, TOO_LARGE = range(3)
UNDECIDED = -1


@inlined
def probe(arena, start, count, top, task, board, none):
    """Copy a belief to ``top`` without the states that probes decide; return the number of states that are left."""
    for k in range(count):
        arena[top + k] = arena[start + k]
    point, unchanged, points = I(0), I(0), I(board[POINTS])
    while count and unchanged < points:
        stone = U(1) << U(point)
        _refused, reached, accepted = sort_out(arena, top, count, stone, task, board, none)
        unchanged += 1
        if accepted == 0 and reached > 0:
            count = copy_refused(arena, top, count, top, stone, board)
            unchanged = I(0)
        point = point + 1 if point + 1 < points else I(0)
    return count


@inlined
def open_frame(frame, start, count, moves, top, first, final):
    """Begin a frame for a belief."""
    frame[START], frame[SIZE], frame[MOVES] = start, count, moves
    frame[TOP], frame[FIRST], frame[NEXT], frame[FINAL], frame[PASSED] = top, first, 0, final, 0


@inlined
def enter(arena, frame, task, board, table, none, counts):
    """Look at the belief of a new frame: return ``WON``, ``LOST``, ``TOO_LARGE``, or ``UNDECIDED`` if its tries decide."""
    start, count, moves, top = frame[START], frame[SIZE], frame[MOVES], frame[TOP]
    lasting = I(task[GOAL]) == RESCUE
    if moves == 0:
        return I(WON) if lasting else I(LOST)
    one, other = keys_of(arena, start, count)
    found = look_up(table, one, other, moves, lasting)
    if found >= 0:
        return found
    counts[NODES] += 1
    if counts[NODES] > counts[LIMIT] or top + count > len(arena):
        return I(TOO_LARGE)
    if lasting:
        return I(UNDECIDED)
    left = probe(arena, start, count, top, task, board, none)
    if left == 0 or moves == 1:
        store(table, one, other, moves, left == 0)
        return I(LOST) if left else I(WON)
    if left == count:
        return I(UNDECIDED)
    frame[START], frame[SIZE], frame[TOP] = top, left, top + left
    one, other = keys_of(arena, top, left)
    return look_up(table, one, other, moves, lasting)


@inlined
def look_at_next_try(arena, frame, task, board, classes, parts):
    """Go on to the next try of a frame that may win, and write the beliefs that it leaves.

    Returns:
        ``UNDECIDED``; ``WON`` if it leaves none; ``LOST`` if there is no more such try; ``TOO_LARGE``.
    """
    points, first = I(board[POINTS]), frame[FIRST]
    if first + CLASSES + 1 > parts.shape[1]:
        return I(TOO_LARGE)
    while frame[NEXT] <= frame[FINAL] or frame[PASSED]:
        passes_only = frame[PASSED] == 0 and I(task[GOAL]) != RESCUE
        if frame[PASSED] == 0:
            frame[NEXT] += 1
        frame[PASSED] = I(passes_only)
        stone = U(1) << U(frame[NEXT] - 1) if frame[NEXT] <= points else U(0)
        found, refused, end = divide(
            arena, frame[START], frame[SIZE], stone, task, board, frame[TOP], classes, parts, first, passes_only
        )
        if found == NO_ROOM:
            return I(TOO_LARGE)
        if found == 0:
            return I(WON)
        if found < 0:
            frame[PASSED] = 0
        if found > 0:
            frame[PART], frame[LAST], frame[END] = first, first + found, end
            for k in range(first, first + found):
                parts[LEFT, k] = frame[MOVES] - 1
            if refused:
                parts[LEFT, first] = frame[MOVES]
                swap(parts, first, frame[LAST] - 1)
            largest_first(parts, first, frame[LAST] - I(refused > 0))
            if passes_only and refused:
                frame[LAST] -= 1
            if frame[PART] < frame[LAST]:
                return I(UNDECIDED)
    return I(LOST)


@inlined
def swap(parts, one, other):
    for row in range(3):
        parts[row, one], parts[row, other] = parts[row, other], parts[row, one]


@inlined
def largest_first(parts, first, end):
    """Sort beliefs by size, the largest first: it is the hardest to win."""
    for k in range(first + 1, end):
        at = k
        while at > first and parts[NUMBER, at] > parts[NUMBER, at - 1]:
            swap(parts, at, at - 1)
            at -= 1


@inlined
def decide(arena, frame, task, table, result):
    """Write to the table what the tries of a frame have decided."""
    if frame[NEXT] > 0:
        one, other = keys_of(arena, frame[START], frame[SIZE])
        store(table, one, other, frame[MOVES], result == WON)


@entry
def solve(arena, count, moves, only, task, board, table, frames, parts, classes, none, counts):
    """Decide whether a belief is won.

    Args:
        arena: uint64[any]. Begins with the belief, sorted.
        count, moves: The number of its states, and of the moves left.
        only: The only first try that is allowed, as a point, or the number of points for a pass; -1 for any.
        task: uint64[5], see ``dividing``.
        board: The geometry, see ``retrograde``.
        table: uint64[a power of two, 3]. What is proven; read and written. It belongs to one task and board.
        frames: int64[any, FRAME], room for the stack.
        parts: int64[3, any], room for beliefs.
        classes: uint64[CLASSES], room for what is told.
        none: int64[0].
        counts: int64[2]. ``NODES`` is added to.

    Returns:
        ``WON``, ``LOST``, or ``TOO_LARGE`` if there is not enough room, or ``LIMIT`` is reached.
    """
    final = I(board[POINTS]) - I(I(task[GOAL]) != RESCUE)  # a pass is useful in a rescue only
    depth, result = I(0), I(UNDECIDED)
    open_frame(frames[0], I(0), count, moves, count, I(0), final)
    if only >= 0:
        frames[0, NEXT] = frames[0, FINAL] = only
    else:
        result = enter(arena, frames[0], task, board, table, none, counts)
    while result != TOO_LARGE:
        frame, descends = frames[depth], False
        if result == UNDECIDED:
            result = look_at_next_try(arena, frame, task, board, classes, parts)
            descends = result == UNDECIDED
        if not descends and result != TOO_LARGE:
            if only < 0 or depth > 0:
                decide(arena, frame, task, table, result)
            if depth == 0:
                return result
            depth -= 1
            if result == LOST:
                result = I(UNDECIDED)
                frames[depth, PASSED] = 0
            else:
                frames[depth, PART] += 1
                descends = frames[depth, PART] < frames[depth, LAST]
                if not descends and frames[depth, PASSED]:
                    result = I(UNDECIDED)
        if descends:
            above, part = frames[depth], frames[depth, PART]
            depth += 1
            if depth + 1 > len(frames):
                return I(TOO_LARGE)
            below = frames[depth]
            open_frame(
                below, parts[PLACE, part], parts[NUMBER, part], parts[LEFT, part], above[END], above[LAST], final
            )
            result = enter(arena, below, task, board, table, none, counts)
    return result


__all__ = ["FRAME", "LIMIT", "LOST", "NODES", "TOO_LARGE", "WON", "solve"]
