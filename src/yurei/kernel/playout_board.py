"""Board for random playouts of Go: memory layout, set-up of positions, and counting.

A board is ``int32[ROOM]``: a header like that of a state of ``core``, then sections of ``CELLS`` cells each. Rows
have ``ROW`` cells on boards of all sizes, so that all offsets are known at compile time. A cell of ``AROUND`` has
in its upper half its own contents, and in its lower half the number of neighbours of each kind, four bits a kind:
empty, black, white, border. One read tells whether a stone there has a liberty at once, and whether only one
colour is around.

Strings are circular lists with a label, as in ``core``, but liberties are only counted, once for every stone that
touches one: a stone captures a string if it touches it as often as the string has liberties. Points without a
stone have the label 0.
"""

import numpy as np

from yurei.kernel import core
from yurei.kernel.core import EMPTIES, HEADER, HEIGHT, WIDTH, I, U, inlined, outlined

ROW, CELLS = U(20), 421
AROUND, LABEL, NEXT, COUNT, LIST, STACK = (U(HEADER + number * CELLS) for number in range(6))
ROOM = HEADER + 6 * CELLS
LEAD = 30
"""Header field: number of black stones less that of white stones."""

FIELD, UPPER = 15, 16
NOTHING, BLACK, WHITE, BORDER = (1 << (4 * number) for number in range(4))
EDGE = (BORDER << UPPER) + 2048
"""A cell of the border. Its neighbours are counted too, from a number that never falls below 0 or reaches the
upper half.
"""
PLENTY = 1 << 30
"""Liberties of the dummy string with label 0: 760 more or less keep it between 1 and 2**31."""


@inlined
def kind(colour) -> np.int64:
    """Return one stone of a colour, 1 or 2, as it is counted in a cell; an empty point for 0."""
    return 1 << (4 * colour)


@inlined
def beside(p, way) -> np.uint64:
    """Return the point one step from ``p``."""
    return core.beside(ROW, p, way)


@inlined
def point_at(row, column) -> np.uint64:
    """Return the point in a row and a column, from 0."""
    return (U(row) + U(1)) * ROW + U(column) + U(1)


# Strings.


@inlined
def join(b, one, other) -> np.uint64:
    """Merge two strings; the one with fewer liberties is relabelled. Return the label."""
    if b[COUNT + one] < b[COUNT + other]:
        one, other = other, one
    p = other
    while True:
        b[LABEL + p] = one
        p = U(b[NEXT + p])
        if p == other:
            break
    after_one, after_other = b[NEXT + one], b[NEXT + other]
    b[NEXT + one] = after_other
    b[NEXT + other] = after_one
    b[COUNT + one] += b[COUNT + other]
    return one


@inlined
def less_liberty(b, label) -> np.int64:
    """Remove a liberty from a string; return the remaining count."""
    left = b[COUNT + label] - 1
    b[COUNT + label] = left
    return left


@inlined
def remove(b, root, colour, empties) -> np.uint64:
    """Remove a string, whose points become empty; return the number of empty points."""
    p, less, before = root, kind(colour) - NOTHING, empties
    while True:
        following_stone = U(b[NEXT + p])
        b[AROUND + p] -= less << UPPER
        b[LABEL + p] = 0
        b[LIST + empties] = p
        empties += U(1)
        for way in range(4):
            q = beside(p, way)
            b[AROUND + q] -= less
            b[COUNT + U(b[LABEL + q])] += 1
        p = following_stone
        if p == root:
            break
    b[core.LOST_BLACK + colour - 1] += I(empties - before)
    return empties


# Set-up of positions.


@inlined
def lay(b, header, colours, first, width) -> None:
    """Set up a position: ``colours`` has A1 at ``first``, and ``width`` entries per row."""
    rows, columns = U(header[HEIGHT]), U(header[WIDTH])
    for k in range(U(HEADER)):
        b[U(k)] = header[U(k)]
    b[core.KO] = header[core.KO] // header[core.W] * I(ROW) + header[core.KO] % header[core.W]
    b[COUNT] = PLENTY
    for k in range(point_at(rows, columns) + U(1)):
        b[AROUND + U(k)] = EDGE
        b[LABEL + U(k)] = 0
    empties, lead = U(0), 0
    for row in range(rows):
        for column in range(columns):
            p, colour = point_at(row, column), I(colours[first + U(row) * width + U(column)])
            b[AROUND + p] = kind(colour) << UPPER
            b[LIST + empties] = p
            empties += U(colour == 0)
            lead += I(colour == 1) - I(colour == 2)
    b[EMPTIES], b[LEAD] = empties, lead
    find_strings(b, rows, columns)


@inlined
def find_strings(b, rows, columns) -> None:
    """Count the neighbours of every point, and label the strings."""
    for row in range(rows):
        for column in range(columns):
            p = point_at(row, column)
            here = b[AROUND + p]
            for way in range(4):
                here += b[AROUND + beside(p, way)] >> UPPER
            b[AROUND + p] = here
            colour = here >> (UPPER + 4)
            if colour:
                b[LABEL + p], b[NEXT + p], b[COUNT + p] = p, p, 0
                for q in (p - U(1), p - ROW):
                    if b[AROUND + q] >> (UPPER + 4) == colour and b[LABEL + q] != b[LABEL + p]:
                        join(b, U(b[LABEL + q]), U(b[LABEL + p]))
    for row in range(rows):
        for column in range(columns):
            p = point_at(row, column)
            if b[LABEL + p]:
                b[COUNT + U(b[LABEL + p])] += b[AROUND + p] & FIELD


@inlined
def lay_cells(b, header, cells) -> None:
    """Set up a position from its cells.

    Args:
        b: int32[ROOM]. The board; written.
        header: int32. A state of ``core``: its size, turn, ko, passes and ``MOST`` are used.
        cells: int8[width * height], row by row from A1: 0, 1 black, 2 white. Every string has a liberty.
    """
    lay(b, header, cells, U(0), U(header[WIDTH]))


@inlined
def lay_state(b, s) -> None:
    """Set up a position from a state of ``core``."""
    lay(b, s, s, core.section(U(s[core.N]), core.COLOUR) + U(s[core.W]) + U(1), U(s[core.W]))


@inlined
def copy_board(source, b) -> None:
    """Copy a board, as far as its size goes."""
    end = point_at(source[HEIGHT], source[WIDTH]) + U(1)
    for k in range(U(HEADER)):
        b[U(k)] = source[U(k)]
    for k in range(end):
        b[AROUND + U(k)] = source[AROUND + U(k)]
    for k in range(end):
        b[LABEL + U(k)] = source[LABEL + U(k)]
    for k in range(U(source[EMPTIES])):
        b[LIST + U(k)] = source[LIST + U(k)]
    b[COUNT] = PLENTY
    if I(source[EMPTIES]) < I(source[WIDTH]) * I(source[HEIGHT]):
        for k in range(end):
            b[NEXT + U(k)] = source[NEXT + U(k)]
        for k in range(end):
            b[COUNT + U(k)] = source[COUNT + U(k)]


# Counting.


@inlined
def lead(b) -> np.int64:
    """Return the area of Black less that of White."""
    total, wide = I(b[LEAD]), False
    for k in range(U(b[EMPTIES])):
        around = b[AROUND + U(b[LIST + U(k)])]
        wide |= around & FIELD != 0
        total += I(around & (WHITE * FIELD) == 0) - I(around & (BLACK * FIELD) == 0)
    return lead_with_regions(b) if wide else total


@outlined
def lead_with_regions(b) -> np.int64:
    """Return ``lead`` if empty points are adjacent: a region belongs to a colour if it reaches only that colour."""
    total = I(b[LEAD])
    for k in range(U(b[EMPTIES])):
        b[NEXT + U(b[LIST + U(k)])] = 0
    for k in range(U(b[EMPTIES])):
        start = U(b[LIST + U(k)])
        if b[NEXT + start]:
            continue
        b[NEXT + start] = 1
        b[STACK] = start
        height, size, reached = U(1), 0, 0
        while height > U(0):
            height -= U(1)
            p = U(b[STACK + height])
            size += 1
            reached |= b[AROUND + p]
            for way in range(4):
                q = beside(p, way)
                if b[AROUND + q] & (NOTHING << UPPER) and b[NEXT + q] == 0:
                    b[NEXT + q] = 1
                    b[STACK + height] = q
                    height += U(1)
        total += size * (I(reached & (WHITE * FIELD) == 0) - I(reached & (BLACK * FIELD) == 0))
    return total


@inlined
def lead_by(b, territory) -> np.int64:
    """Return Black's points less White's: area, or surrounded points and prisoners."""
    total = lead(b)
    if territory:
        total += b[core.LOST_WHITE] - b[core.LOST_BLACK] - b[LEAD]
    return total


@inlined
def owner(b, p) -> np.int64:
    """Return the owner of a point of a finished game: 1 Black, -1 White, 0 none; see ``core.owner``."""
    here = I(b[AROUND + p])
    if here >> UPPER != NOTHING:
        return I(here >> UPPER == BLACK) - I(here >> UPPER == WHITE)
    if here & FIELD:
        return I(0)
    return I(here & (WHITE * FIELD) == 0) - I(here & (BLACK * FIELD) == 0)
