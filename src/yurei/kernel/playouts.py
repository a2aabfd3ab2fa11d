"""Random playouts of Go that fill no eyes, on a board format that is twice as fast as a state of ``core``.

Simple ko, no suicide; all legal moves that fill no own eye are equally likely, and a player without one passes. No
rule is defined here: a test holds every move equal to ``core``, and ``core`` to ``yurei.rules``.

A board is ``int32[ROOM]``: a header like that of a state of ``core``, then sections of ``CELLS`` cells each. Rows
have ``ROW`` cells on boards of all sizes, so that all offsets are known at compile time. A cell of ``AROUND`` has
in its upper half its own contents, and in its lower half the number of neighbours of each kind, four bits a kind:
empty, black, white, border. One read tells whether a stone there has a liberty at once, and whether only one
colour is around.

Strings are circular lists with a label, as in ``core``, but their liberties are only counted, once for every stone that
touches one: a stone captures a string if it touches the string as often as the string has liberties. Points without a
stone have the label 0.
"""

import numpy as np

from yurei.kernel import core
from yurei.kernel.core import EMPTIES, HEADER, HEIGHT, WIDTH, I, U, inlined, outlined

ROW, CELLS = U(20), 421
AROUND, LABEL, NEXT, COUNT, LIST, STACK = (U(HEADER + number * CELLS) for number in range(6))
ROOM = HEADER + 6 * CELLS
LEAD = 30  # header field: black stones less white stones

FIELD, UPPER = 15, 16
NOTHING, BLACK, WHITE, BORDER = (1 << (4 * number) for number in range(4))
EDGE = (BORDER << UPPER) + 2048  # counts of neighbours start at a number far from 0 and from the upper half
PLENTY = 1 << 30  # liberties of the dummy string with label 0: stays between 1 and 2**31 after a change by up to 760

EYES_STAY = 2048
"""Flag for a player who has only eyes left and must not pass: the game ends. Without it the player fills an eye."""


@inlined
def count_unit(colour) -> np.int64:
    """Return the amount that one stone of a colour, or for 0 an empty point, adds to a cell's count of neighbours."""
    return 1 << (4 * colour)


@inlined
def neighbour(p, way) -> np.uint64:
    return core.neighbour(ROW, p, way)


@inlined
def point_at(row, column) -> np.uint64:
    """Return the board index of a point, from its row and column, both counted from 0."""
    return (U(row) + U(1)) * ROW + U(column) + U(1)


@inlined
def join(b, one, other) -> np.uint64:
    """Merge two strings by relabelling the one with fewer liberties; return the label of the merged string."""
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
def take_liberty(b, label) -> np.int64:
    left = b[COUNT + label] - 1
    b[COUNT + label] = left
    return left


@inlined
def remove(b, root, colour, empties) -> np.uint64:
    """Remove a string from the board; return the new number of empty points."""
    p, less, before = root, count_unit(colour) - NOTHING, empties
    while True:
        following_stone = U(b[NEXT + p])
        b[AROUND + p] -= less << UPPER
        b[LABEL + p] = 0
        b[LIST + empties] = p
        empties += U(1)
        for way in range(4):
            q = neighbour(p, way)
            b[AROUND + q] -= less
            b[COUNT + U(b[LABEL + q])] += 1
        p = following_stone
        if p == root:
            break
    b[core.LOST_BLACK + colour - 1] += I(empties - before)
    return empties


# Set-up of positions.


@inlined
def set_up(b, header, colours, first, width) -> None:
    """Set up a position from an array of cell colours, with A1 at index ``first`` and ``width`` entries per row."""
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
            b[AROUND + p] = count_unit(colour) << UPPER
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
                here += b[AROUND + neighbour(p, way)] >> UPPER
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
    set_up(b, header, cells, U(0), U(header[WIDTH]))


@inlined
def lay_state(b, s) -> None:
    """Set up a position from a state of ``core``."""
    set_up(b, s, s, core.section(U(s[core.N]), core.COLOUR) + U(s[core.W]) + U(1), U(s[core.W]))


@inlined
def copy_board(source, b) -> None:
    """Copy a board to ``b``, without the cells that its size does not use."""
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
    """Return the same as ``lead`` if empty points are adjacent: a region belongs to the only colour that it touches."""
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
                q = neighbour(p, way)
                if b[AROUND + q] & (NOTHING << UPPER) and b[NEXT + q] == 0:
                    b[NEXT + q] = 1
                    b[STACK + height] = q
                    height += U(1)
        total += size * (I(reached & (WHITE * FIELD) == 0) - I(reached & (BLACK * FIELD) == 0))
    return total


@inlined
def lead_by(b, territory) -> np.int64:
    """Return Black's points less White's: by area, or by ``territory`` with prisoners."""
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


# Moves.


@inlined
def is_enclosed_stone_legal(b, p, mine) -> bool:
    """Return whether a stone on a point without empty neighbours is legal: its string has a liberty, or it captures."""
    pa, pb, pc, pd = p - ROW, p - U(1), p + U(1), p + ROW
    la, lb, lc, ld = b[LABEL + pa], b[LABEL + pb], b[LABEL + pc], b[LABEL + pd]
    ab, ac, ad, bc, bd, cd = la == lb, la == lc, la == ld, lb == lc, lb == ld, lc == ld
    own = mine << UPPER
    last_a = b[COUNT + U(la)] == 1 + ab + ac + ad
    last_b = b[COUNT + U(lb)] == 1 + ab + bc + bd
    last_c = b[COUNT + U(lc)] == 1 + ac + bc + cd
    last_d = b[COUNT + U(ld)] == 1 + ad + bd + cd
    # Legal if an own string has one more liberty, or an opponent's string has no other one.
    return (
        ((b[AROUND + pa] & own != 0) != last_a)
        | ((b[AROUND + pb] & own != 0) != last_b)
        | ((b[AROUND + pc] & own != 0) != last_c)
        | ((b[AROUND + pd] & own != 0) != last_d)
    )


@inlined
def is_surrounded_eye(b, p, theirs) -> bool:
    """Return whether a point surrounded by own stones is an eye: at most one enemy diagonally, none at the edge."""
    down, up = AROUND + p - ROW, AROUND + p + ROW
    corners = (b[down - U(1)] + b[down + U(1)] + b[up - U(1)] + b[up + U(1)]) >> UPPER
    return (corners & (theirs * FIELD)) + (theirs if corners >= BORDER else 0) < 2 * theirs


@inlined
def may_play(b, p, around, ko, mine, theirs) -> bool:
    """Return whether a stone on an empty point is legal and fills no eye."""
    if around & FIELD:
        return True
    if around & (theirs * FIELD) == 0 and is_surrounded_eye(b, p, theirs):
        return False
    return p != ko and is_enclosed_stone_legal(b, p, mine)


@outlined
def any_eye(b, mine, ko, empties, x) -> np.uint64:
    """Return the list index of a random eye that can be filled legally; ``empties`` if there is none."""
    found, kept = U(0), empties
    for k in range(empties):
        p = U(b[LIST + U(k)])
        if p != ko and is_enclosed_stone_legal(b, p, mine):
            found += U(1)
            x = core.next_random(x)
            if core.random_below(x, found) == U(0):
                kept = U(k)
    return kept


@inlined
def choose(b, x, empties, ko, me, flags) -> tuple[np.uint64, np.uint64, np.int64, np.uint64]:
    """Draw a move; return its list index, its point (0 if there is none), the point's cell, and the random state."""
    mine, theirs = count_unit(me), count_unit(3 - me)
    left = empties
    while left > U(0):
        x = core.next_random(x)
        k = core.random_below(x, left)
        p = U(b[LIST + k])
        around = I(b[AROUND + p])
        if may_play(b, p, around, ko, mine, theirs):
            return k, p, around, x
        # Rejected: swap it with the last remaining one.
        left -= U(1)
        b[LIST + k] = b[LIST + left]
        b[LIST + left] = p
    if not flags & EYES_STAY and b[core.BLACK_PASSES + me - 1] <= 0:
        k = any_eye(b, mine, ko, empties, x)
        if k < empties:
            p = U(b[LIST + k])
            return k, p, I(b[AROUND + p]), x
    return empties, U(0), 0, x


@inlined
def place(b, p, around, empties, me) -> tuple[np.uint64, np.uint64]:
    """Place a legal stone, after its point left the list of empty points; return their number and the ko point."""
    pa, pb, pc, pd = p - ROW, p - U(1), p + U(1), p + ROW
    la, lb, lc, ld = U(b[LABEL + pa]), U(b[LABEL + pb]), U(b[LABEL + pc]), U(b[LABEL + pd])
    va, vb, vc, vd = b[AROUND + pa], b[AROUND + pb], b[AROUND + pc], b[AROUND + pd]
    mine = count_unit(me)
    more, own = mine - NOTHING, mine << UPPER
    b[AROUND + p] = around + (more << UPPER)
    b[AROUND + pa] = va + more
    b[AROUND + pb] = vb + more
    b[AROUND + pc] = vc + more
    b[AROUND + pd] = vd + more
    left_a, left_b = take_liberty(b, la), take_liberty(b, lb)
    left_c, left_d = take_liberty(b, lc), take_liberty(b, ld)
    la, lb = la if va & own else U(0), lb if vb & own else U(0)
    lc, ld = lc if vc & own else U(0), ld if vd & own else U(0)
    root = la | lb | lc | ld
    several = la + lb + lc + ld != root * U((around // mine) & FIELD)
    if several:
        root = max(max(la, lb), max(lc, ld))
    root = root if root else p
    b[COUNT + p] = 0
    b[NEXT + p] = p
    b[LABEL + p] = root
    b[COUNT + root] += b[AROUND + p] & FIELD
    after = b[NEXT + root]
    b[NEXT + root] = p
    b[NEXT + p] = after
    if several:
        root = join_beside(b, p, root, own)
    before, ko = empties, U(0)
    if min(min(left_a, left_b), min(left_c, left_d)) == 0:  # or it was the last liberty of an own string
        empties = take_beside(b, p, 3 - me, empties)
        last = U(b[LIST + empties - U(1)])
        alone = (U(b[NEXT + p]) == p) & (b[COUNT + p] == 1)
        ko = last if alone and empties - before == U(1) else U(0)
    return empties, ko


@inlined
def join_beside(b, p, root, own) -> np.uint64:
    """Merge all own strings beside a new stone with its string ``root``; return the label of the merged string."""
    for way in range(4):
        q = neighbour(p, way)
        if b[AROUND + q] & own and U(b[LABEL + q]) != root:
            root = join(b, root, U(b[LABEL + q]))
    return root


@inlined
def take_beside(b, p, colour, empties) -> np.uint64:
    """Remove the strings of a colour beside ``p`` that have no liberties; return the new number of empty points."""
    for way in range(4):
        q = neighbour(p, way)
        if b[AROUND + q] & (count_unit(colour) << UPPER) and b[COUNT + U(b[LABEL + q])] == 0:
            empties = remove(b, U(b[LABEL + q]), colour, empties)
    return empties


@inlined
def make_move(b, x, empties, ko, lead, me, flags) -> tuple[np.int64, np.uint64, np.uint64, np.uint64, np.int64]:
    """Make a random move; return it (0 pass, -1 none), the random state, the number of empty points, ko and lead."""
    k, p, around, x = choose(b, x, empties, ko, me, flags)
    if p == U(0):
        if b[core.BLACK_PASSES + me - 1] <= 0:
            return I(-1), x, empties, ko, lead
        b[core.BLACK_PASSES + me - 1] -= 1
        return I(0), x, empties, U(0), lead
    empties -= U(1)
    b[LIST + k] = b[LIST + empties]
    before = empties
    empties, ko = place(b, p, around, empties, me)
    return I(p), x, empties, ko, lead + (1 + I(empties - before)) * (3 - 2 * me)


@inlined
def how_it_ended(move, passes, plies, most) -> np.int64:
    """Return how the last move has ended the game, ``GOING_ON`` if it has not."""
    if move < 0:
        return core.BY_NO_MOVE
    if passes == 2:
        return core.BY_PASSES
    return core.BY_LENGTH if plies >= most else core.GOING_ON


@inlined
def play_out(b, x, moves, flags) -> np.uint64:
    """Play a game to its end at random; return the next random state.

    Args:
        b: int32[ROOM]. The board, set up by ``lay_cells``, ``lay_state`` or ``copy_board``; written.
        x: uint64. The random state, from ``core.random_state`` or a playout before.
        moves: int32[any]. Receives the played points in order, 0 for a pass; the increase of ``PLIES`` in the header
            is their number. If it is full, the game ends as it stands, as after ``MOST`` moves.
        flags: 0 or ``EYES_STAY``. A literal.
    """
    empties, ko, lead = U(b[core.EMPTIES]), U(b[core.KO]), I(b[LEAD])
    first, passes, plies, move = I(b[core.TO_MOVE]), I(b[core.PASSES]), 0, I(0)
    most, how = min(I(b[core.MOST]) - I(b[core.PLIES]), moves.size), I(b[core.ENDED])
    if how == core.GOING_ON and most <= 0:
        how = core.BY_LENGTH
    black = first == 1
    while how == core.GOING_ON:
        # Both colours are written out, so that the compiler knows them.
        if black:
            move, x, empties, ko, lead = make_move(b, x, empties, ko, lead, 1, flags)
        else:
            move, x, empties, ko, lead = make_move(b, x, empties, ko, lead, 2, flags)
        black = not black
        moves[U(plies)] = move
        plies += I(move >= 0)
        passes = 0 if move else passes + 1
        how = how_it_ended(move, passes, plies, most)
    b[core.EMPTIES], b[core.KO], b[LEAD] = empties, ko, lead
    b[core.TO_MOVE] = 1 + ((first - 1) ^ (plies & 1))
    b[core.PLIES], b[core.PASSES], b[core.ENDED] = b[core.PLIES] + plies, passes, how
    return x


@inlined
def boards_in(room):
    """Split ``room`` into two boards and memory for the moves."""
    return room[: U(ROOM)], room[U(ROOM) : U(2 * ROOM)], room[U(2 * ROOM) :]


@inlined
def many_games(template, room, seeds, plies, scores, winners, komi, scoring) -> None:
    """Play a game for every seed, as ``core.many_games`` does; ``room`` is int32[2 * ROOM + most moves of a game]."""
    fresh, b, moves = boards_in(room)
    lay_state(fresh, template)
    for game in range(seeds.size):
        copy_board(fresh, b)
        play_out(b, core.random_state(seeds[game]), moves, 0)
        plies[game] = b[core.PLIES]
        winners[game], scores[game] = I(0), np.nan
        if scoring != 0:
            score = float(lead_by(b, scoring == 2))
            winners[game], scores[game] = I(score > komi) - I(score < komi), score


@inlined
def sum_owners(template, room, seeds, balance) -> None:
    """Play a game for every seed, and add to ``balance`` the owner of every point at its end."""
    laid, b, moves = boards_in(room)
    lay_state(laid, template)
    width = U(template[core.WIDTH])
    for game in range(seeds.size):
        copy_board(laid, b)
        play_out(b, core.random_state(seeds[game]), moves, EYES_STAY)
        for k in range(balance.size):
            balance[k] += owner(b, point_at(U(k) // width, U(k) % width))
