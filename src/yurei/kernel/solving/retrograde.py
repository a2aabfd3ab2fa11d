"""Backward moves of Alter Igo: the positions one move before a given one.

A position is two bit boards, point ``p`` is bit ``p``, A1 the lowest: the stones of the player to move (``own``)
and those of the opponent. Black and White have the same rules, so colours are not needed. Its number is in base
three: the sum of ``3**p`` over own stones and of ``2 * 3**p`` over the opponent's. Boards have at most 20 points.

A position counts if every string has a liberty, for either player to move and whether or not a game can lead there.

A move that removes nothing is taken back by removing its stone. If stones were removed, one fact helps: a removed
string has no empty point beside it, so it leaves an empty region as a whole, or several of them.

- The placed stone still stands: only strings of the opponent were removed, whose last liberty was its point. Each
  left a region that borders on stones of the mover only, this one among them.
- The placed stone was removed too: then all removed strings touch its point, and left one single region. Each of
  its points was the mover's or the opponent's, so every string in it ends at the region's border and touches the
  point.

``tests/solved`` holds this equal to ``yurei.rules`` move by move.
"""

from __future__ import annotations

import numpy as np

from yurei.kernel.core import U, inlined

MOST_POINTS = 20
HALF = 10
"""Number of points per lookup table."""
HALF_POSITIONS = 3**HALF
NONE = 255
"""Table value: not every string has a liberty."""

WIDTH, POINTS, FULL, NOT_LEFT, NOT_RIGHT = range(5)
"""Fields of a board's geometry: uint64[5]."""

SUM, UNDER, HELD = U(HALF_POSITIONS), U((1 << HALF) - 1), U(HALF)


@inlined
def beside(m, board):
    """Return the points adjacent to those of ``m``; some of ``m`` may be among them."""
    wide = board[WIDTH]
    sideways = ((m & board[NOT_RIGHT]) << U(1)) | ((m & board[NOT_LEFT]) >> U(1))
    return ((m << wide) | (m >> wide) | sideways) & board[FULL]


@inlined
def flood(seed, within, board):
    """Return all points of ``within`` that are connected to those of ``seed``, which lie in it."""
    while True:
        grown = seed | (beside(seed, board) & within)
        if grown == seed:
            return seed
        seed = grown


@inlined
def breathes(stones, empty, board):
    """Return whether every string of one colour has a liberty among the empty points."""
    return flood(beside(empty, board) & stones, stones, board) == stones


@inlined
def lowest(m):
    """Return the lowest bit only."""
    return m & (~m + U(1))


@inlined
def number(own, opponent, threes):
    """Return the number of a position. ``threes``: uint64[1024], for a mask of ten points the sum of their powers
    of three.
    """
    first = threes[own & UNDER] + U(2) * threes[opponent & UNDER]
    return first + SUM * (threes[own >> HELD] + U(2) * threes[opponent >> HELD])


@inlined
def own_stones(position, masks):
    """Return the own stones. ``masks``: uint32[3**10], for a number of ten points the own stones, ten bits up the
    opponent's.
    """
    low, high = U(masks[position % SUM]), U(masks[position // SUM])
    return (low & UNDER) | ((high & UNDER) << HELD)


@inlined
def opponent_stones(position, masks):
    low, high = U(masks[position % SUM]), U(masks[position // SUM])
    return (low >> HELD) | ((high >> HELD) << HELD)


@inlined
def moves_on(own, opponent, board):
    """Return the number of moves that are no lone suicide."""
    empty, moves = board[FULL] & ~own & ~opponent, 0
    rest = empty
    while rest:
        stone = lowest(rest)
        rest ^= stone
        moves += 1
        # Lone suicide: only the opponent's stones around it, and none of their strings loses its last liberty.
        if beside(stone, board) & ~opponent == U(0) and breathes(opponent, empty ^ stone, board):
            moves -= 1
    return moves


@inlined
def put_stones_back(own, mover, empty, kept, board, threes, found, count):
    """Write the positions before a move after which the placed stone stands.

    Args:
        own: The stones of the player to move now; ``mover`` those of the opponent, who has just moved.
        kept: uint64[]. The regions that border on stones of the mover only, ended by 0.
    """
    rest = mover
    while rest:
        stone = lowest(rest)
        rest ^= stone
        around = beside(stone, board)
        before = mover ^ stone
        found[count] = number(before, own, threes)  # nothing was removed
        count += U(1)
        touched = U(0)
        at = U(0)
        while kept[at]:
            if kept[at] & around:
                touched |= U(1) << at
            at += U(1)
        some = touched
        while some:
            filled, at = U(0), U(0)
            while some >> at:
                if (some >> at) & U(1):
                    filled |= kept[at]
                at += U(1)
            if breathes(mover, empty & ~filled, board):
                found[count] = number(before, own | filled, threes)
                count += U(1)
            some = (some - U(1)) & touched
    return count


@inlined
def fill_region(own, mover, empty, region, board, threes, found, count):
    """Write the positions before a move that removed the placed stone too, with all stones in a region."""
    if region & (region - U(1)) == U(0):  # a single point: that was a lone suicide, which ends the game
        return count
    others, movers = beside(mover, board) & region, beside(own, board) & region
    left = empty & ~region
    if others & movers or not breathes(mover, left, board) or not breathes(own, left, board):
        return count
    places = region & ~others
    while places:
        stone = lowest(places)
        places ^= stone
        around = beside(stone, board)
        free = region & ~others & ~movers & ~stone
        some = free
        while True:
            mine = (movers & ~stone) | some
            his = region & ~stone & ~mine
            if flood(around & mine, mine, board) == mine and flood(around & his, his, board) == his:
                found[count] = number(mover | mine, own | his, threes)
                count += U(1)
            if some == U(0):
                break
            some = (some - U(1)) & free
    return count


@inlined
def find_before(own, mover, board, threes, kept, found):
    """Write the number of every position one move before, once for each move that leads here; return how many.

    Args:
        own, mover: The stones of the player to move here, and of the player who has just moved.
        kept: uint64[MOST_POINTS + 1]. Overwritten.
        found: uint64[most_before(points)]. Receives the numbers.
    """
    empty = board[FULL] & ~own & ~mover
    count, regions, rest = U(0), U(0), empty
    while rest:
        region = flood(lowest(rest), empty, board)
        rest &= ~region
        if beside(region, board) & own == U(0):
            kept[regions] = region
            regions += U(1)
        count = fill_region(own, mover, empty, region, board, threes, found, count)
    kept[regions] = U(0)
    return put_stones_back(own, mover, empty, kept, board, threes, found, count)


@inlined
def numbered_before(position, board, threes, masks, kept, found):
    """Run ``find_before`` for a numbered position."""
    return find_before(own_stones(position, masks), opponent_stones(position, masks), board, threes, kept, found)


@inlined
def begin(first, table, left, board, masks):
    """Initialize a part of the table: illegal positions, numbers of moves, and positions with lone suicides only.

    Args:
        first: The number of the part's first position.
        table: uint8[positions]. Receives 255 for an illegal position, 1 if every move is a lone suicide, else 0.
        left: uint8[positions]. Receives the number of moves that are no lone suicide.
    """
    for at in range(U(table.size)):
        own = own_stones(first + at, masks)
        opponent = opponent_stones(first + at, masks)
        empty = board[FULL] & ~own & ~opponent
        left[at] = 0
        if breathes(own, empty, board) and breathes(opponent, empty, board):
            moves = moves_on(own, opponent, board)
            left[at] = np.uint8(moves)
            table[at] = np.uint8(moves == 0)
        else:
            table[at] = np.uint8(NONE)


@inlined
def one_before(at, plies, table, left):
    """Update a position of this part from which a move leads to a position that is decided in ``plies`` plies."""
    if plies & U(1):  # lost for the player to move there
        if table[at] == 0:
            table[at] = np.uint8(plies + U(1))
    else:
        left[at] -= np.uint8(1)
        if left[at] == 0 and table[at] == 0:
            table[at] = np.uint8(plies + U(1))


@inlined
def spread(start, plies, first, size, table, left, board, threes, masks, kept, found, out, counts):
    """Update the positions one move before all positions that are decided in ``plies`` plies, from ``start`` on.

    Updates in this part are written to it; the others are written to ``out`` for their parts.

    Args:
        start: Index in the part at which to begin.
        plies: The distance, odd if the player to move loses.
        first: The number of the part's first position; ``size`` the positions of every part but the last.
        table, left: As initialized by ``begin``.
        out: uint64[parts, room]. Receives the numbers of positions that belong to other parts.
        counts: int64[parts]. Numbers of entries in ``out``; all 0 before.

    Returns:
        The index reached: the size of the part if all is done, less if ``out`` might overflow.
    """
    mine, room, sent = first // size, U(out.shape[1]), U(0)
    for at in range(start, U(table.size)):
        if table[at] != plies:
            continue
        if sent + U(found.size) > room:
            return at
        many = find_before(
            own_stones(first + at, masks), opponent_stones(first + at, masks), board, threes, kept, found
        )
        for k in range(many):
            part = found[k] // size
            if part == mine:
                one_before(found[k] - first, plies, table, left)
            else:
                out[part, U(counts[part])] = found[k]
                counts[part] += 1
                sent += U(1)
    return U(table.size)


@inlined
def take(heard, plies, first, table, left):
    """Update the positions ``heard``, uint64[], with a move to another part's position decided in ``plies`` plies."""
    for k in range(U(heard.size)):
        one_before(heard[k] - first, plies, table, left)


@inlined
def turned(m, turn, turns):
    """Return a mask after one of the board's symmetries. ``turns``: uint64[symmetries, 2, 1024], for each half of
    the points.
    """
    return turns[turn, U(0), m & UNDER] | turns[turn, U(1), m >> HELD]


@inlined
def tally(table, counts):
    """Count every value of a part of a table. ``counts``: int64[256], added to."""
    for at in range(U(table.size)):
        counts[U(table[at])] += 1


@inlined
def reduce(first, table, threes, masks, turns):
    """Set all but the smallest number among equivalent positions to ``NONE`` in a part of a table."""
    for at in range(U(table.size)):
        if table[at] == NONE:
            continue
        own, opponent = own_stones(first + at, masks), opponent_stones(first + at, masks)
        for turn in range(U(turns.shape[0])):
            if number(turned(own, turn, turns), turned(opponent, turn, turns), threes) < first + at:
                table[at] = np.uint8(NONE)
                break
