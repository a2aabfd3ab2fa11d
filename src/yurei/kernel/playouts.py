"""Random playouts of Go that fill no eyes, twice as fast as on a state of ``core``.

Simple ko, no suicide; all legal moves that fill no own eye are equally likely, and a player without one passes. No
rule is defined here: a test holds every move equal to ``core``, and ``core`` to ``yurei.rules``.
"""

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core
from yurei.kernel import playout_board as board
from yurei.kernel.core import I, U, inlined, outlined
from yurei.kernel.playout_board import AROUND, COUNT, FIELD, LABEL, LIST, NEXT, ROW, UPPER, beside, kind

EYES_STAY = 2048
"""Flag: a player with only eyes left who may not pass ends the game. Without it such a player fills an eye."""


@inlined
def breathes_or_takes(b, p, mine) -> bool:
    """Return whether a stone on a point without empty neighbours keeps a liberty of its string, or captures a
    string.
    """
    pa, pb, pc, pd = p - ROW, p - U(1), p + U(1), p + ROW
    la, lb, lc, ld = b[LABEL + pa], b[LABEL + pb], b[LABEL + pc], b[LABEL + pd]
    ab, ac, ad, bc, bd, cd = la == lb, la == lc, la == ld, lb == lc, lb == ld, lc == ld
    own = mine << UPPER
    last_a = b[COUNT + U(la)] == 1 + ab + ac + ad
    last_b = b[COUNT + U(lb)] == 1 + ab + bc + bd
    last_c = b[COUNT + U(lc)] == 1 + ac + bc + cd
    last_d = b[COUNT + U(ld)] == 1 + ad + bd + cd
    # Legal if an own string has another liberty, or an opponent's string has no other one.
    return (
        ((b[AROUND + pa] & own != 0) != last_a)
        | ((b[AROUND + pb] & own != 0) != last_b)
        | ((b[AROUND + pc] & own != 0) != last_c)
        | ((b[AROUND + pd] & own != 0) != last_d)
    )


@inlined
def corners_hold(b, p, theirs) -> bool:
    """Return whether a point surrounded by own stones is an eye: at most one enemy diagonally, none at the edge."""
    down, up = AROUND + p - ROW, AROUND + p + ROW
    corners = (b[down - U(1)] + b[down + U(1)] + b[up - U(1)] + b[up + U(1)]) >> UPPER
    return (corners & (theirs * FIELD)) + (theirs if corners >= board.BORDER else 0) < 2 * theirs


@inlined
def may_play(b, p, around, ko, mine, theirs) -> bool:
    """Return whether a stone on an empty point is legal and fills no eye. A ko has no empty neighbours."""
    if around & FIELD:
        return True
    if around & (theirs * FIELD) == 0 and corners_hold(b, p, theirs):
        return False
    return p != ko and breathes_or_takes(b, p, mine)


@outlined
def any_eye(b, mine, ko, empties, x) -> np.uint64:
    """Return the list index of a random legal eye to fill, each equally likely; ``empties`` if there is none."""
    found, kept = U(0), empties
    for k in range(empties):
        p = U(b[LIST + U(k)])
        if p != ko and breathes_or_takes(b, p, mine):
            found += U(1)
            x = core.following(x)
            if core.below(x, found) == U(0):
                kept = U(k)
    return kept


@inlined
def choose(b, x, empties, ko, me, flags) -> tuple[np.uint64, np.uint64, np.int64, np.uint64]:
    """Draw a move: its list index, the point, and its neighbours; the point is 0 if no move is left."""
    mine, theirs = kind(me), kind(3 - me)
    left = empties
    while left > U(0):
        x = core.following(x)
        k = core.below(x, left)
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
    """Place a legal stone that was removed from the list. Return the number of empty points, and the ko."""
    pa, pb, pc, pd = p - ROW, p - U(1), p + U(1), p + ROW
    la, lb, lc, ld = U(b[LABEL + pa]), U(b[LABEL + pb]), U(b[LABEL + pc]), U(b[LABEL + pd])
    va, vb, vc, vd = b[AROUND + pa], b[AROUND + pb], b[AROUND + pc], b[AROUND + pd]
    mine = kind(me)
    more, own = mine - board.NOTHING, mine << UPPER
    b[AROUND + p] = around + (more << UPPER)
    b[AROUND + pa] = va + more
    b[AROUND + pb] = vb + more
    b[AROUND + pc] = vc + more
    b[AROUND + pd] = vd + more
    left_a, left_b = board.less_liberty(b, la), board.less_liberty(b, lb)
    left_c, left_d = board.less_liberty(b, lc), board.less_liberty(b, ld)
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
    """Merge the own strings beside a stone with its own, which has the label ``root``; return the label."""
    for way in range(4):
        q = beside(p, way)
        if b[AROUND + q] & own and U(b[LABEL + q]) != root:
            root = board.join(b, root, U(b[LABEL + q]))
    return root


@inlined
def take_beside(b, p, colour, empties) -> np.uint64:
    """Remove the strings of a colour beside a stone that have no liberty left; return the number of empty points."""
    for way in range(4):
        q = beside(p, way)
        if b[AROUND + q] & (kind(colour) << UPPER) and b[COUNT + U(b[LABEL + q])] == 0:
            empties = board.remove(b, U(b[LABEL + q]), colour, empties)
    return empties


@inlined
def turn(b, x, empties, ko, lead, me, flags) -> tuple[np.int64, np.uint64, np.uint64, np.uint64, np.int64]:
    """Make one move. Return it, the random state, the number of empty points, the ko, and black less white stones.

    A pass is 0; if it may not pass and no move is left, the move is -1.
    """
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
def ending(move, passes, plies, most) -> np.int64:
    """Return how a game has ended with a move, or ``GOING_ON``."""
    if move < 0:
        return core.BY_NO_MOVE
    if passes == 2:
        return core.BY_PASSES
    return core.BY_LENGTH if plies >= most else core.GOING_ON


@inlined
def play_out(b, x, moves, flags) -> np.uint64:
    """Play the game on a board to its end at random.

    Args:
        b: int32[ROOM]. The board, set up by ``lay_cells``, ``lay_state`` or ``copy_board``; written.
        x: uint64. The random state, from ``core.mixed`` or a playout before.
        moves: int32[any]. Receives the played points in order, 0 for a pass; as many as
            ``PLIES`` in the header has grown by. Without more room the game ends as it stands, as after ``MOST`` moves.
        flags: 0 or ``EYES_STAY``. A literal.

    Returns:
        The next random state.
    """
    empties, ko, lead = U(b[core.EMPTIES]), U(b[core.KO]), I(b[board.LEAD])
    first, passes, plies, move = I(b[core.TO_MOVE]), I(b[core.PASSES]), 0, I(0)
    most, how = min(I(b[core.MOST]) - I(b[core.PLIES]), moves.size), I(b[core.ENDED])
    if how == core.GOING_ON and most <= 0:
        how = core.BY_LENGTH
    black = first == 1
    while how == core.GOING_ON:
        # Both colours are written out, so that the compiler knows them.
        if black:
            move, x, empties, ko, lead = turn(b, x, empties, ko, lead, 1, flags)
        else:
            move, x, empties, ko, lead = turn(b, x, empties, ko, lead, 2, flags)
        black = not black
        moves[U(plies)] = move
        plies += I(move >= 0)
        passes = 0 if move else passes + 1
        how = ending(move, passes, plies, most)
    b[core.EMPTIES], b[core.KO], b[board.LEAD] = empties, ko, lead
    b[core.TO_MOVE] = 1 + ((first - 1) ^ (plies & 1))
    b[core.PLIES], b[core.PASSES], b[core.ENDED] = b[core.PLIES] + plies, passes, how
    return x


# Many playouts.


@inlined
def boards_in(room) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return the two boards in ``room``, and the rest of it for the moves."""
    return room[: U(board.ROOM)], room[U(board.ROOM) : U(2 * board.ROOM)], room[U(2 * board.ROOM) :]


@inlined
def many_games(template, room, seeds, plies, scores, winners, komi, scoring) -> None:
    """Play a game for every seed; see ``core.many_games``.

    Args:
        room: int32[2 * ROOM and one place for every move of a game]. Written.
    """
    fresh, b, moves = boards_in(room)
    board.lay_state(fresh, template)
    for game in range(seeds.size):
        board.copy_board(fresh, b)
        play_out(b, core.mixed(seeds[game]), moves, 0)
        plies[game] = b[core.PLIES]
        winners[game], scores[game] = I(0), np.nan
        if scoring != 0:
            score = float(board.lead_by(b, scoring == 2))
            winners[game], scores[game] = I(score > komi) - I(score < komi), score


@inlined
def sum_owners(template, room, seeds, balance) -> None:
    """Play a game for every seed from a position, and sum the owner of every point at the end; see
    ``core.sum_owners``.
    """
    laid, b, moves = boards_in(room)
    board.lay_state(laid, template)
    width = U(template[core.WIDTH])
    for game in range(seeds.size):
        board.copy_board(laid, b)
        play_out(b, core.mixed(seeds[game]), moves, EYES_STAY)
        for k in range(balance.size):
            balance[k] += board.owner(b, board.point_at(U(k) // width, U(k) % width))
