"""Beliefs: sorted arrays of different states, and a table of what is proven of them.

Functions take one array, ``arena``, and the index at which a belief begins in it, with its number of states.
"""

from yurei.kernel.core import I, U, inlined, mixed, outlined

ONE_KEY, OTHER_KEY, SHOWN = range(3)
"""Columns of the table: two keys of a belief, and the numbers of moves for which it is known to be won, as bits; those
for which it is known to be lost follow from bit ``LOST`` on.
"""
LOST = 32
PROBES = 16
"""Number of places of the table in which a belief may be."""
MANY = 16
"""Number of states from which on they are sorted with gaps."""


@outlined
def sort(arena, start, count):
    """Sort the states of a belief (Shell's method)."""
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
def drop_repeated(arena, start, count):
    """Leave each state of a sorted belief once; return the number of states."""
    kept = I(0)
    for k in range(count):
        if k == 0 or arena[start + k] != arena[start + kept - 1]:
            arena[start + kept] = arena[start + k]
            kept += 1
    return kept


@inlined
def keys_of(arena, start, count):
    """Return two keys of a belief, 128 bits together; the first is not 0."""
    one, other = U(count), U(0)
    for k in range(count):
        key = mixed(arena[start + k])
        one += key
        other = mixed(other ^ key)
    return one | U(1), other


@inlined
def place_of(table, one, other):
    """Return the row of a belief in the table, or of a free place for it; -1 if there is neither."""
    last = U(len(table) - 1)
    for probe in range(PROBES):
        row = ((one >> U(8)) + U(probe)) & last
        found = table[row, ONE_KEY]
        if found == U(0) or (found == one and table[row, OTHER_KEY] == other):
            return I(row)
    return I(-1)


@inlined
def look_up(table, one, other, moves, lasting):
    """Return what is known of a belief with a number of moves: 1 won, 0 lost, -1 nothing.

    Args:
        lasting: Whether more moves are harder, as for a rescue; else what is won in some moves is won in more.
    """
    row = place_of(table, one, other)
    if row < 0 or table[row, ONE_KEY] == U(0):
        return I(-1)
    up_to, from_here = (U(2) << U(moves)) - U(1), ~((U(1) << U(moves)) - U(1))
    won, lost = table[row, SHOWN] & U(0xFFFFFFFF), table[row, SHOWN] >> U(LOST)
    if (won & from_here if lasting else won & up_to) != U(0):
        return I(1)
    if (lost & up_to if lasting else lost & from_here) != U(0):
        return I(0)
    return I(-1)


@inlined
def store(table, one, other, moves, is_won):
    """Write to the table that a belief is won or lost with a number of moves, if there is a place."""
    row = place_of(table, one, other)
    if row >= 0:
        table[row, ONE_KEY] = one
        table[row, OTHER_KEY] = other
        table[row, SHOWN] |= U(1) << (U(moves) + (U(0) if is_won else U(LOST)))
