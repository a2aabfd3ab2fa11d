"""Backward moves of Alter Igo: finds the positions from which one move leads to a given position.

A position is two bit boards, point ``p`` is bit ``p``, A1 the lowest: the stones of the player to move (``own``)
and those of the opponent. Black and White have the same rules, so colours are not needed. Its number is in base
three: the sum of ``3**p`` over own stones and of ``2 * 3**p`` over the opponent's. Boards have at most 20 points.

A position counts if every string has a liberty, for either player to move and whether or not a game can lead there.

While a board is solved, each number has a byte: 1 to 20 for a position that is not decided, as many as it has moves
that may still not lose, without lone suicides; ``DECIDED + n`` for one in which the player to move loses (n odd) or
wins (n even) in n plies; ``NONE`` if a string has no liberty.

A move without captures is undone by removing its stone. If stones were removed, one fact helps: a removed
string had no adjacent empty point, so it leaves one or several complete empty regions.

- The placed stone still stands: only strings of the opponent were removed, whose last liberty was its point. Each
  left a region that borders on stones of the mover only, this one among them.
- The placed stone was removed too: then all removed strings touch its point, and left a single region. Each of
  its points was the mover's or the opponent's, so every string in it ends at the region's border and touches the
  point.

``tests/solved`` holds this equal to ``yurei.rules`` move by move.
"""

import numpy as np

from yurei.kernel.bitboard import FULL, flood, have_liberties, lowest_point, neighbours
from yurei.kernel.compiling import entry
from yurei.kernel.core import U, inlined

MOST_POINTS = 20
HALF = 10  # points per lookup table
HALF_POSITIONS = 3**HALF
NONE = 255
DECIDED = MOST_POINTS
LONGEST = NONE - 1 - DECIDED  # greatest number of plies that a byte can hold

SUM, UNDER, HELD = U(HALF_POSITIONS), U((1 << HALF) - 1), U(HALF)
EACH, HIGHEST = U(0x0101010101010101), U(0x8080808080808080)
"""Words of eight bytes: with 1 in each byte, and with the highest bit of each byte."""


@inlined
def position_number(own, opponent, threes) -> np.uint64:
    """Return the number of a position; ``threes``, uint64[1024], has the sum of powers of three of each set."""
    first = threes[own & UNDER] + U(2) * threes[opponent & UNDER]
    return first + SUM * (threes[own >> HELD] + U(2) * threes[opponent >> HELD])


@inlined
def stones_of(position, masks) -> tuple[np.uint64, np.uint64]:
    """Return the stones of both players in a numbered position, by the lookup table ``masks``, uint32[3**10]."""
    low, high = U(masks[position % SUM]), U(masks[position // SUM])
    return (low & UNDER) | ((high & UNDER) << HELD), (low >> HELD) | ((high >> HELD) << HELD)


@inlined
def moves_on(own, opponent, board) -> np.int64:
    """Return the number of moves, other than lone suicides, in a position."""
    empty, moves = board[FULL] & ~own & ~opponent, 0
    rest = empty
    while rest:
        stone = lowest_point(rest)
        rest ^= stone
        moves += 1
        # Lone suicide: only the opponent's stones around it, and none of their strings loses its last liberty.
        if neighbours(stone, board) & ~opponent == U(0) and have_liberties(opponent, empty ^ stone, board):
            moves -= 1
    return moves


@inlined
def put_stones_back(own, mover, empty, kept, board, threes, found, count) -> np.uint64:
    """Write the positions before each last move whose stone still stands; ``kept``: regions it may have captured."""
    rest = mover
    while rest:
        stone = lowest_point(rest)
        rest ^= stone
        around = neighbours(stone, board)
        before = mover ^ stone
        found[count] = position_number(before, own, threes)  # nothing was removed
        count += U(1)
        touched, at = U(0), U(0)
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
            if have_liberties(mover, empty & ~filled, board):
                found[count] = position_number(before, own | filled, threes)
                count += U(1)
            some = (some - U(1)) & touched
    return count


@inlined
def fill_region(own, mover, empty, region, board, threes, found, count) -> np.uint64:
    """Write the positions before each move that has emptied a region, with the placed stone among the removed ones."""
    if region & (region - U(1)) == U(0):  # a single point: that was a lone suicide, which ends the game
        return count
    others, movers = neighbours(mover, board) & region, neighbours(own, board) & region
    left = empty & ~region
    if others & movers or not have_liberties(mover, left, board) or not have_liberties(own, left, board):
        return count
    places = region & ~others
    while places:
        stone = lowest_point(places)
        places ^= stone
        around = neighbours(stone, board)
        free = region & ~others & ~movers & ~stone
        some = free
        while True:
            mine = (movers & ~stone) | some
            his = region & ~stone & ~mine
            if flood(around & mine, mine, board) == mine and flood(around & his, his, board) == his:
                found[count] = position_number(mover | mine, own | his, threes)
                count += U(1)
            if some == U(0):
                break
            some = (some - U(1)) & free
    return count


@inlined
def find_before(own, mover, board, threes, kept, found) -> np.uint64:
    """Write the number of the position before each move that leads to a position; return how many were written.

    ``own`` and ``mover`` are the stones of the player to move here and of the other. ``kept``, uint64[MOST_POINTS + 1],
    and ``found``, which has room for all, are written.
    """
    empty = board[FULL] & ~own & ~mover
    count, regions, rest = U(0), U(0), empty
    while rest:
        region = flood(lowest_point(rest), empty, board)
        rest &= ~region
        if neighbours(region, board) & own == U(0):  # it borders on stones of the mover only
            kept[regions] = region
            regions += U(1)
        count = fill_region(own, mover, empty, region, board, threes, found, count)
    kept[regions] = U(0)
    return put_stones_back(own, mover, empty, kept, board, threes, found, count)


@entry
def numbered_before(position, board, threes, masks, kept, found) -> np.uint64:
    own, mover = stones_of(position, masks)
    return find_before(own, mover, board, threes, kept, found)


@entry
def begin(start, stop, table, board, masks, counts) -> None:
    """Write the first value of each position from ``start`` to ``stop``; count them by value as in ``count_values``."""
    for at in range(start, stop):
        own, opponent = stones_of(at, masks)
        empty = board[FULL] & ~own & ~opponent
        if have_liberties(own, empty, board) and have_liberties(opponent, empty, board):
            moves = moves_on(own, opponent, board)
            table[at] = np.uint8(moves if moves else DECIDED + 1)
            counts[U(moves == 0)] += 1
        else:
            table[at] = np.uint8(NONE)


@inlined
def update_parent(at, plies, table, counts) -> None:
    """Update the byte of a position after a position one move later is decided in ``plies`` plies."""
    now = table[at]
    if now > DECIDED:
        return
    if plies & U(1) or now == 1:  # the opponent loses there, or this was the last move that might not lose
        table[at] = np.uint8(plies + U(1 + DECIDED))
        counts[0] -= 1
        counts[plies + U(1)] += 1
    else:
        table[at] = np.uint8(now - 1)


@entry
def update_parents(start, stop, plies, words, table, board, threes, masks, kept, found, counts) -> None:
    """Update all positions one move before those from ``start`` to ``stop`` that are decided in ``plies`` plies.

    ``start`` and ``stop`` are multiples of 8; ``words`` is the table by eight bytes, so that most are skipped at once;
    beyond the last position they are ``NONE``. ``counts`` is updated, as by ``count_values``.
    """
    code = plies + U(DECIDED)
    alike = code * EACH
    for word in range(start >> U(3), stop >> U(3)):
        differs = words[word] ^ alike
        if (differs - EACH) & ~differs & HIGHEST == U(0):  # no byte of it is 0
            continue
        for at in range(word << U(3), (word << U(3)) + U(8)):
            if table[at] != code:
                continue
            own, mover = stones_of(at, masks)
            for k in range(find_before(own, mover, board, threes, kept, found)):
                update_parent(found[k], plies, table, counts)


@inlined
def turn_set(m, turn, turns) -> np.uint64:
    """Return the image of a set of points under a symmetry; ``turns``, uint64[symmetries, 2, 1024], is its table."""
    return turns[turn, U(0), m & UNDER] | turns[turn, U(1), m >> HELD]


@entry
def count_values(table, counts) -> None:
    """Add numbers of positions to ``counts``, int64[256]: undecided ones at 0, those decided in n plies at n."""
    for at in range(U(table.size)):
        if table[at] != NONE:
            counts[U(table[at] - DECIDED if table[at] > DECIDED else 0)] += 1


@entry
def write_reduced_values(start, table, threes, masks, turns, values) -> None:
    """Write values of the positions from ``start`` on: n if decided in n plies, 0 for a draw, ``NONE`` if illegal.

    All but the smallest number among equivalent positions are ``NONE`` too.
    """
    for k in range(U(values.size)):
        at = start + k
        values[k] = np.uint8(NONE)
        if table[at] == NONE:
            continue
        own, opponent = stones_of(at, masks)
        for turn in range(U(turns.shape[0])):
            if position_number(turn_set(own, turn, turns), turn_set(opponent, turn, turns), threes) < at:
                break
        else:
            values[k] = np.uint8(table[at] - DECIDED if table[at] > DECIDED else 0)
