"""Plan search: decides on boards of up to 25 points whether a goal can be reached whatever the referee says.

A state of a game is a ``uint64``: the stones of the planner, whose plan is searched, in bits 0 to 24, those of the
opponent in bits 25 to 49, and from bit 50 on the point that the player to move may not retake, counted from 1, or 0.
Suicide is forbidden, simple ko. A belief is a sorted array of different states. Functions take one array, ``arena``,
and the index at which a belief begins in it, with its number of states.

A belief is won with ``n`` moves left if some try wins. A try wins if each message that can follow it leaves a
belief that is won: with ``n`` moves where it is refused, with ``n - 1`` where it is accepted and the opponent has
replied. States in which it reaches the goal are done.

Two facts save most of the work, if the goal is not a rescue. A belief that is won stays won without some of its states.
So a probe, which is a try that no state accepts without reaching the goal, costs nothing: after it, the rest has to be
won in any case. And with one move left only probes can win. For most tries that do not win, it is enough to examine
what follows a pass of the opponent: this is done first, and all other replies are examined only if the planner wins
then.

The search is a loop with an explicit stack: ``frames``, one for each belief whose tries are being examined, and
``parts``, the beliefs that result from those tries.
"""

from yurei.kernel.bitboard import FULL, POINTS, flood, lowest_point, neighbours, strings_in_atari
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, U, inlined, outlined, random_state

MOST_POINTS = 25
STONES = (1 << MOST_POINTS) - 1
OPPONENT, KO, BITS = MOST_POINTS, 2 * MOST_POINTS, 2 * MOST_POINTS + 5
"""First bits of the fields in a state, and its number of bits."""

ONE_KEY, OTHER_KEY, SHOWN = range(3)
"""Columns of the table: two keys of a belief, and a set of bits. Bit ``n`` is set if it is known to be won with ``n``
moves; bits from ``LOST_BITS`` on are set likewise if it is known to be lost.
"""
LOST_BITS = 32
PROBES = 16  # number of table rows in which a belief may be stored

GOAL, TARGET, CAPTURES, ATARI, LONE = range(5)
"""Fields of a task, uint64[5]: the goal; its points; what is said of captures, the number (``COUNT``) or the points
(``POINTS_SAID``); whether atari is announced; whether atari on the mover alone is announced.
"""
CAPTURE, KILL, CONNECT, RESCUE = range(4)
"""Goals. The last two need the planner's stones at the target."""
COUNT, POINTS_SAID = 1, 2

REFUSED, REACHED, ACCEPTED = range(3)
FAILS, NO_ROOM = -1, -2
"""The opponent can take a stone that the goal needs, or every state refuses the try; there is not enough memory."""

PASS_TOLD = U(1) << U(62)  # what is told of a pass of the opponent
CLASSES = 1 << (63 - BITS)
"""Bound on the number of different messages."""

START, SIZE, MOVES, TOP, FIRST, NEXT, FINAL, PASSES_ONLY, PART, LAST, END = range(11)
"""Columns of a frame: the belief, and the moves left; the free space after it, in the arena and in ``parts``; its next
try, and its final one; of the try before the next, whether only passes of the opponent are examined, the present part,
the last one, and the free space after them.
"""
FRAME = 11
PLACE, NUMBER, LEFT = range(3)
"""Rows of ``parts``: where a belief begins, its number of states, and the moves left."""
NODES, LIMIT = range(2)  # of ``counts``: the beliefs that were looked at, and the bound on them
LOST, WON, TOO_LARGE = range(3)
UNDECIDED = -1


# Moves.


@inlined
def stones_of(state, place):
    return (state >> U(place)) & U(STONES)


@inlined
def state_of(planner, opponent, ko):
    return planner | (opponent << U(OPPONENT)) | (ko << U(KO))


@inlined
def number_of_point(stone):
    """Return the number of a point, counted from 1, from its bit."""
    return count_stones(stone - U(1)) + U(1)


@inlined
def count_stones(stones):
    count = U(0)
    while stones:
        stones &= stones - U(1)
        count += U(1)
    return count


@inlined
def place(mover, other, ko, stone, board):
    """Judge a placement: ``mover`` and ``other`` are the stones of both players, ``ko`` the forbidden point or 0.

    Return the stones of ``other`` that are removed, the point that the opponent may not retake, and whether the move
    is legal. Points are counted from 1; ``stone`` is the point as its bit.
    """
    captured, ko_after, around = U(0), U(0), neighbours(stone, board)
    legal = ((mover | other) & stone) == U(0) and (ko == U(0) or number_of_point(stone) != ko)
    if legal:
        own = mover | stone
        empty = board[FULL] & ~own & ~other
        rest = around & other
        while rest:
            string = flood(lowest_point(rest), other, board)
            rest &= ~string
            if neighbours(string, board) & empty == U(0):
                captured |= string
        if (around & empty) == U(0):
            if captured == U(0):
                legal = (neighbours(flood(stone, own, board), board) & empty) != U(0)
            elif captured & (captured - U(1)) == U(0) and (around & own) == U(0):
                # One stone took one, and has no other liberty than its point.
                ko_after = number_of_point(captured)
    return captured, ko_after, legal


@inlined
def place_in(state, stone, board):
    """Judge a stone of the planner in a state; return both sides' stones, and the result of ``place``."""
    planner, opponent = stones_of(state, 0), stones_of(state, OPPONENT)
    captured, ko, legal = place(planner, opponent, state >> U(KO), stone, board)
    return planner, opponent, captured, ko, legal


@inlined
def announced_atari(before, mover, other, stone, board, lone):
    """Return the announced ataris of a move: 1 for a new atari on the opponent, plus 2 for one on the mover."""
    empty = board[FULL] & ~mover & ~other
    said = U(strings_in_atari(other, empty, board) & ~before & neighbours(stone, board) != U(0))
    if strings_in_atari(mover, empty, board) & stone and (lone or said):
        said |= U(2)
    return said


# Beliefs, and a table of what is proven of them.


@outlined
def sort(arena, start, count):
    """Sort the states of a belief by Shell's method."""
    gap = I(1)
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(gap, count):
            value, at = arena[start + k], I(k)
            while at >= gap and arena[start + at - gap] > value:
                arena[start + at] = arena[start + at - gap]
                at -= gap
            arena[start + at] = value
        gap //= 3


@inlined
def hash_belief(arena, start, count):
    """Return the two 64-bit hash keys of a belief; the first is not 0."""
    one, other = U(count), U(0)
    for k in range(count):
        key = random_state(arena[start + k])
        one += key
        other = random_state(other ^ key)
    return one | U(1), other


@inlined
def find_row(table, one, other):
    """Return the row of the table for a belief with these keys, its own or a free one; -1 if there is none."""
    last = U(len(table) - 1)
    for probe in range(PROBES):
        row = ((one >> U(8)) + U(probe)) & last
        found = table[row, ONE_KEY]
        if found == U(0) or (found == one and table[row, OTHER_KEY] == other):
            return I(row)
    return I(-1)


@inlined
def look_up(table, one, other, moves, lasting):
    """Return what the table knows of a belief with ``moves`` left: 1 if it is won, 0 if it is lost, -1 if unknown.

    If ``lasting``, as for a rescue, a larger number of moves is harder.
    """
    row = find_row(table, one, other)
    if row < 0 or table[row, ONE_KEY] == U(0):
        return I(-1)
    up_to, from_here = (U(2) << U(moves)) - U(1), ~((U(1) << U(moves)) - U(1))
    won, lost = table[row, SHOWN] & U(0xFFFFFFFF), table[row, SHOWN] >> U(LOST_BITS)
    if (won & from_here if lasting else won & up_to) != U(0):
        return I(1)
    if (lost & up_to if lasting else lost & from_here) != U(0):
        return I(0)
    return I(-1)


@inlined
def store_belief(table, one, other, moves, is_won):
    """Store in the table that a belief is won or lost with ``moves`` left; do nothing if no row is free."""
    row = find_row(table, one, other)
    if row >= 0:
        table[row, ONE_KEY] = one
        table[row, OTHER_KEY] = other
        table[row, SHOWN] |= U(1) << (U(moves) + (U(0) if is_won else U(LOST_BITS)))


# Division of a belief by a try: where it is refused, where it reaches the goal, and what follows where it does not.


@inlined
def outcome_of(planner, opponent, captured, stone, legal, task, board):
    """Return the outcome of a try of the planner: ``REFUSED``, ``REACHED`` the goal, or only ``ACCEPTED``."""
    if not legal:
        return I(REFUSED)
    goal, target = I(task[GOAL]), task[TARGET]
    reached = goal == CAPTURE and captured != U(0)
    reached |= goal == KILL and captured & target != U(0)
    if goal == CONNECT and (planner | stone) & target == target:
        reached = target & ~flood(lowest_point(target), planner | stone, board) == U(0)
    return I(REACHED) if reached else I(ACCEPTED)


@inlined
def message_of(captured, atari, task):
    """Return the message to the planner about an accepted try, as a number of 28 bits."""
    if I(task[CAPTURES]) == COUNT:
        captured = count_stones(captured)
    elif I(task[CAPTURES]) != POINTS_SAID:
        captured = U(0)
    return captured | (atari << U(OPPONENT))


@inlined
def count_outcomes(arena, start, count, stone, task, board, codes):
    """Count the states where a try reaches the goal, and those that only accept it; fill ``codes`` if it has room."""
    reached, accepted = I(0), I(0)
    for k in range(count):
        planner, opponent, captured, _ko, legal = place_in(arena[start + k], stone, board)
        code = outcome_of(planner, opponent, captured, stone, legal, task, board)
        reached += I(code == REACHED)
        accepted += I(code == ACCEPTED)
        if codes.size:
            codes[k] = code
    return reached, accepted


@inlined
def copy_refused(arena, start, count, to, stone, board):
    """Copy the states that refuse a try to index ``to``, which may be ``start``; return their number."""
    kept = I(0)
    for k in range(count):
        state = arena[start + k]
        if not place_in(state, stone, board)[4]:
            arena[to + kept] = state
            kept += 1
    return kept


@inlined
def message_index(told, classes, known):
    """Return the index of a message in ``classes``, added if new, and their number, above ``CLASSES`` if it is full."""
    for k in range(known):
        if classes[k] == told:
            return I(k), known
    if known < CLASSES:
        classes[known] = told
    return known, known + 1


@inlined
def replies(arena, at, planner, opponent, ko, said, task, board, classes, known, passes_only):
    """Write the state after every legal reply of the opponent, with the planner's message index in the upper bits.

    Return the index after the last state written, ``FAILS`` or ``NO_ROOM``; and the number of different messages.
    """
    goal, before = I(task[GOAL]), U(0)
    needed = task[TARGET] & planner if goal >= CONNECT else U(0)
    if goal != RESCUE:  # a rescue is complete after the opponent's pass: the planner may pass too, and the game ends
        number, known = message_index(PASS_TOLD | said, classes, known)
        arena[at] = state_of(planner, opponent, U(0)) | (U(number) << U(BITS))
        at += 1
    if task[ATARI]:
        before = strings_in_atari(planner, board[FULL] & ~planner & ~opponent, board)
    rest = U(0) if passes_only else board[FULL] & ~planner & ~opponent
    while rest:
        stone = lowest_point(rest)
        rest ^= stone
        lost, ko_after, legal = place(opponent, planner, ko, stone, board)
        if legal:
            if lost & needed:
                return I(FAILS), known
            told = said | (lost << U(OPPONENT + 2))
            if task[ATARI]:
                atari = announced_atari(before, opponent | stone, planner & ~lost, stone, board, task[LONE] != U(0))
                told |= atari << U(2 * OPPONENT + 2)
            number, known = message_index(told, classes, known)
            arena[at] = state_of(planner & ~lost, opponent | stone, ko_after) | (U(number) << U(BITS))
            at += 1
    if known > CLASSES:
        return I(NO_ROOM), known
    return at, known


@inlined
def divide_beliefs(arena, start, count, stone, task, board, top, classes, parts, first, passes_only):
    """Write the beliefs that can follow a try (0: a pass) from ``top`` on: that after a refusal, then one per message.

    ``parts``, int64[2, any], receives from ``first`` on the start and the size of each. With ``passes_only`` the
    opponent only passes. Return the number of beliefs, ``FAILS`` or ``NO_ROOM``; the number of states that refuse the
    try, which are the first belief if there are any; and the new top.
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
                atari = announced_atari(before, planner | stone, opponent & ~captured, stone, board, task[LONE] != U(0))
            said = message_of(captured, atari, task)
            at, known = replies(
                arena, at, planner | stone, opponent & ~captured, ko, said, task, board, classes, known, passes_only
            )
            if at < 0:
                return at, refused, top
            if at > room:
                return I(NO_ROOM), refused, top
    behind, many = top + refused, I(0)
    sort(arena, behind, at - behind)
    for k in range(at - behind):  # each state once
        if k == 0 or arena[behind + k] != arena[behind + many - 1]:
            arena[behind + many] = arena[behind + k]
            many += 1
    found = write_parts(arena, top, refused, many, parts, first)
    return found, refused, top + refused + many


@inlined
def write_parts(arena, top, refused, many, parts, first):
    """Write the start and size of each belief from ``top`` on to ``parts``; clear the message indices of states."""
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
    """Write the outcome of a try in every state of a belief to ``codes``, int64[states]."""
    count_outcomes(belief, 0, belief.size, U(1) << U(point), task, board, codes)


# The search.


@inlined
def copy_unrefused(arena, start, count, top, task, board, none):
    """Copy to ``top`` the states that remain after all tries that are refused unless they reach the goal; return their number."""
    for k in range(count):
        arena[top + k] = arena[start + k]
    point, unchanged, points = I(0), I(0), I(board[POINTS])
    while count and unchanged < points:
        stone = U(1) << U(point)
        reached, accepted = count_outcomes(arena, top, count, stone, task, board, none)
        unchanged += 1
        if accepted == 0 and reached > 0:
            count = copy_refused(arena, top, count, top, stone, board)
            unchanged = I(0)
        point = (point + 1) % points
    return count


@inlined
def open_frame(frame, start, count, moves, top, first, final):
    """Fill a frame of the stack for a belief whose tries will be examined."""
    frame[START], frame[SIZE], frame[MOVES] = start, count, moves
    frame[TOP], frame[FIRST], frame[NEXT], frame[FINAL], frame[PASSES_ONLY] = top, first, 0, final, 0


@inlined
def decide_frame(arena, frame, task, board, table, none, counts):
    """Decide a new frame's belief by table and probes: return ``WON``, ``LOST``, ``UNDECIDED`` or ``TOO_LARGE``."""
    start, count, moves, top = frame[START], frame[SIZE], frame[MOVES], frame[TOP]
    lasting = I(task[GOAL]) == RESCUE
    if moves == 0:
        return I(WON) if lasting else I(LOST)
    one, other = hash_belief(arena, start, count)
    found = look_up(table, one, other, moves, lasting)
    if found >= 0:
        return found
    counts[NODES] += 1
    if counts[NODES] > counts[LIMIT] or top + count > len(arena):
        return I(TOO_LARGE)
    if lasting:
        return I(UNDECIDED)
    left = copy_unrefused(arena, start, count, top, task, board, none)
    if left == 0 or moves == 1:
        store_belief(table, one, other, moves, left == 0)
        return I(LOST) if left else I(WON)
    if left == count:
        return I(UNDECIDED)
    frame[START], frame[SIZE], frame[TOP] = top, left, top + left
    one, other = hash_belief(arena, top, left)
    return look_up(table, one, other, moves, lasting)


@inlined
def look_at_next_try(arena, frame, task, board, classes, parts):
    """Advance a frame to its next try that may win, and write the beliefs that can follow it.

    Return ``UNDECIDED``; ``WON`` if no belief follows; ``LOST`` if no such try is left; or ``TOO_LARGE``.
    """
    points, first = I(board[POINTS]), frame[FIRST]
    if first + CLASSES + 1 > parts.shape[1]:
        return I(TOO_LARGE)
    while frame[NEXT] <= frame[FINAL] or frame[PASSES_ONLY]:
        passes_only = frame[PASSES_ONLY] == 0 and I(task[GOAL]) != RESCUE
        if frame[PASSES_ONLY] == 0:
            frame[NEXT] += 1
        frame[PASSES_ONLY] = I(passes_only)
        stone = U(1) << U(frame[NEXT] - 1) if frame[NEXT] <= points else U(0)
        found, refused, end = divide_beliefs(
            arena, frame[START], frame[SIZE], stone, task, board, frame[TOP], classes, parts, first, passes_only
        )
        if found == NO_ROOM:
            return I(TOO_LARGE)
        if found == 0:
            return I(WON)
        if found < 0:
            frame[PASSES_ONLY] = 0
        if found > 0:
            frame[PART], frame[LAST], frame[END] = first, first + found, end
            for k in range(first, first + found):
                parts[LEFT, k] = frame[MOVES] - 1
            if refused:
                parts[LEFT, first] = frame[MOVES]
                swap_parts(parts, first, frame[LAST] - 1)
            sort_largest_first(parts, first, frame[LAST] - I(refused > 0))
            if passes_only and refused:
                frame[LAST] -= 1
            if frame[PART] < frame[LAST]:
                return I(UNDECIDED)
    return I(LOST)


@inlined
def swap_parts(parts, one, other):
    for row in range(3):
        parts[row, one], parts[row, other] = parts[row, other], parts[row, one]


@inlined
def sort_largest_first(parts, first, end):
    """Sort beliefs by size, the largest first, since it is the hardest to win."""
    for k in range(first + 1, end):
        at = k
        while at > first and parts[NUMBER, at] > parts[NUMBER, at - 1]:
            swap_parts(parts, at, at - 1)
            at -= 1


@entry
def solve(arena, count, moves, only, task, board, table, frames, parts, classes, none, counts):
    """Decide whether a belief is won.

    Args:
        arena: uint64[any]. Begins with the belief, sorted.
        count, moves: The numbers of its states and of moves left.
        only: The only first try that is allowed, as a point, or the number of points for a pass; -1 for any.
        task: uint64[5], see ``GOAL`` to ``LONE``.
        board: The geometry, see ``bitboard``.
        table: uint64[a power of two, 3]. Proven results; read and written. It belongs to one task and board.
        frames: int64[any, FRAME], room for the stack.
        parts: int64[3, any], room for beliefs.
        classes: uint64[CLASSES], room for different messages.
        none: int64[0].
        counts: int64[2]. ``NODES`` is added to.

    Returns:
        ``WON``, ``LOST``, or ``TOO_LARGE`` if there is not enough room, or ``LIMIT`` is reached.
    """
    final = I(board[POINTS]) - I(I(task[GOAL]) != RESCUE)  # a pass can be useful only in a rescue
    depth, result = I(0), I(UNDECIDED)
    open_frame(frames[0], I(0), count, moves, count, I(0), final)
    if only >= 0:
        frames[0, NEXT] = frames[0, FINAL] = only
    else:
        result = decide_frame(arena, frames[0], task, board, table, none, counts)
    while result != TOO_LARGE:
        frame, descends = frames[depth], False
        if result == UNDECIDED:
            result = look_at_next_try(arena, frame, task, board, classes, parts)
            descends = result == UNDECIDED
        if not descends and result != TOO_LARGE:
            if (only < 0 or depth > 0) and frame[NEXT] > 0:
                one, other = hash_belief(arena, frame[START], frame[SIZE])
                store_belief(table, one, other, frame[MOVES], result == WON)
            if depth == 0:
                return result
            depth -= 1
            if result == LOST:
                result = I(UNDECIDED)
                frames[depth, PASSES_ONLY] = 0
            else:
                frames[depth, PART] += 1
                descends = frames[depth, PART] < frames[depth, LAST]
                if not descends and frames[depth, PASSES_ONLY]:
                    result = I(UNDECIDED)
        if descends:
            above, part = frames[depth], frames[depth, PART]
            depth += 1
            if depth + 1 > len(frames):
                return I(TOO_LARGE)
            start, size, left = parts[PLACE, part], parts[NUMBER, part], parts[LEFT, part]
            open_frame(frames[depth], start, size, left, above[END], above[LAST], final)
            result = decide_frame(arena, frames[depth], task, board, table, none, counts)
    return result
