"""Draws worlds that fit what a seat was told: places the opponent's hidden stones, and then moves them.

A world is a mailbox of ``n`` cells like a game's colours (see ``yurei.kernel.core``): 0 empty, 1 and 2 the stones
of Black and White, 3 and 4 their ghosts, 7 the border. Known pieces are fixed; the hidden stones lie on
points of weight above 0, ``count`` of them, so that every string has a liberty. Each of these worlds is to be
drawn with a probability in proportion to the product of the weights of its hidden stones' points.

If there are few possible worlds, they are listed, and drawn exactly. Otherwise a world is begun by a draw without
replacement, which always succeeds, if necessary with fewer stones, and is then changed by Metropolis steps, each of
which keeps all constraints.
"""

import numpy as np

from yurei.kernel import core
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, U, copy_row, inlined, neighbour, next_random

PAIRS = 8  # one in this many steps moves two stones; a power of two
MANY = 6  # up to which liberties are counted
MEND = 50  # steps per attempt to make a world fit what was said
AGES = 32  # turns of the opponent for which it is remembered that a point was empty
REDRAWS = 20  # attempts to repeat a draw that could not be completed


@inlined
def chance(x) -> float:
    """Return a random number from 0 to 1, made from the random state ``x``."""
    return float(I(x >> U(11))) / (1 << 53)


@inlined
def liberties(world, w, p, without, most, room, seen, marks) -> np.int64:
    """Return the number of liberties of the string on ``p`` other than ``without``, at most ``most``.

    ``room`` and ``seen`` are int32[cells]; ``marks``, int32[1], is the last stamp used in ``seen``, and is incremented.
    """
    marks[0] += 1
    stamp, colour = marks[0], world[p]
    room[U(0)] = np.int32(p)
    seen[p] = stamp
    height, found = U(1), 0
    while height > U(0):
        height -= U(1)
        q = U(room[height])
        for way in range(4):
            r = neighbour(w, q, way)
            c = world[r]
            if c == 0 or c == colour + 2:
                if r != without and seen[r] != stamp:
                    seen[r] = stamp
                    found += 1
                    if found == most:
                        return found
            elif c == colour and seen[r] != stamp:
                seen[r] = stamp
                room[height] = np.int32(r)
                height += U(1)
    return found


@inlined
def stone_fits(world, w, p, colour, room, seen, marks) -> bool:
    """Return whether a stone fits on an empty point: it has a liberty, and takes the last liberty of no string."""
    breathes = False
    for way in range(4):
        q = neighbour(w, p, way)
        c = world[q]
        if c == 0 or c == colour + 2:
            breathes = True
        elif c == 1 or c == 2:
            other = liberties(world, w, q, p, 1, room, seen, marks) > 0
            if not other and c != colour:
                return False
            breathes |= other & (c == colour)
    return breathes


@inlined
def is_refused(world, w, p, ko, me, room, seen, marks) -> bool:
    """Return whether, in this world, a stone of ``me`` on a point would be refused: occupied, suicide, or ko."""
    if world[p] != 0 or p == ko:
        return True
    for way in range(4):
        q = neighbour(w, p, way)
        c = world[q]
        if c == 0 or c == me + 2:
            return False
        if (c == 1 or c == 2) and (liberties(world, w, q, p, 1, room, seen, marks) > 0) == (c == me):
            return False
    return True


@inlined
def has_turns(turns, since) -> bool:
    """Return whether the opponent had a turn left to place a stone on a point since it was last empty.

    ``turns``, int32[AGES], has the number of stones on points that were empty this many turns of the opponent ago.
    """
    for age in range(U(since), U(AGES)):
        if turns[age] >= I(age):
            return False
    return True


@inlined
def add_turns(turns, since, change) -> None:
    for age in range(U(since), U(AGES)):
        turns[age] += change


@inlined
def estimate_misfit(world, w, known, ko, me, room, seen, marks) -> np.int64:
    """Estimate how many stones must move until a world refuses the refused tries and has the announced atari."""
    _, refused, strings, _, _ = known
    total = 0
    for k in range(U(refused.size)):
        p = U(refused[k])
        if not is_refused(world, w, p, ko, me, room, seen, marks):
            open_ = 0
            for way in range(4):
                q = neighbour(w, p, way)
                c = world[q]
                if c == 0:
                    open_ += 1
                elif c == me:
                    open_ += liberties(world, w, q, p, MANY, room, seen, marks)
            total += max(1, open_)
    if strings.size > 0:
        least = MANY
        for k in range(U(strings.size)):
            p = U(strings[k])
            if world[p] == me:
                least = min(least, liberties(world, w, p, U(0), MANY, room, seen, marks))
        total += least - 1
    return total


@inlined
def lay_hidden(world, w, p, colour, hidden, laid, ages, turns, room, seen, marks) -> np.int64:
    """Place one more hidden stone on a point if it fits there; return the number of hidden stones placed so far."""
    if world[p] == 0 and move_to(world, w, p, colour, hidden, U(laid), ages, turns, room, seen, marks):
        return laid + 1
    return laid


@inlined
def lift_stone(world, hidden, k, ages, turns) -> np.uint64:
    source = U(hidden[k])
    world[source] = 0
    add_turns(turns, ages[source], -1)
    return source


@inlined
def put_back(world, hidden, k, source, colour, ages, turns) -> None:
    """Put hidden stone ``k`` on a point, where it must fit."""
    world[source] = colour
    hidden[k] = np.int32(source)
    add_turns(turns, ages[source], 1)


@inlined
def move_to(world, w, p, colour, hidden, k, ages, turns, room, seen, marks) -> bool:
    """Put hidden stone ``k``, which is off the board, on a point if it fits there; return whether it does."""
    if has_turns(turns, ages[p]) and stone_fits(world, w, p, colour, room, seen, marks):
        put_back(world, hidden, k, p, colour, ages, turns)
        return True
    return False


@inlined
def stir_world(known, weights, beliefs, k, steps, w, me, x) -> np.uint64:
    """Change world ``k`` by Metropolis steps, which move hidden stones; return the next random state.

    Most steps move one hidden stone; every ``PAIRS``th moves two, since on a nearly full board no single one can move.
    A world that does not fit all that was said may be replaced by one that fits better, never by one that fits worse.
    """
    points, refused, strings, ages, _ = known
    boards, places, counts, kos, all_turns, room, seen, marks = beliefs
    world, hidden, laid, ko, turns = boards[k], places[k], counts[k], U(kos[k]), all_turns[k]
    colour = 3 - me
    if laid == 0:
        return x
    asked = refused.size + strings.size > 0
    far = estimate_misfit(world, w, known, ko, me, room, seen, marks) if asked else 0
    for _ in range(steps):
        x = next_random(x)
        one, pair = core.random_below(x, U(laid)), (laid > 1) & (x & U(PAIRS - 1) == U(0))
        x = next_random(x)
        to, other, second = U(points[core.random_below(x, U(points.size))]), one, U(0)
        odds = weights[to]
        if pair:
            x = next_random(x)
            other = core.random_below(x, U(laid))
            x = next_random(x)
            second = U(points[core.random_below(x, U(points.size))])
            odds *= weights[second]
            if other == one or second == to or world[second] != 0:
                continue
        if world[to] != 0:
            continue
        x = next_random(x)
        now = weights[U(hidden[one])] * (weights[U(hidden[other])] if pair else 1.0)
        if far == 0 and chance(x) * now >= odds:
            continue
        source = lift_stone(world, hidden, one, ages, turns)
        source_of_other = lift_stone(world, hidden, other, ages, turns) if pair else U(0)
        moved = move_to(world, w, to, colour, hidden, one, ages, turns, room, seen, marks)
        if moved and pair:
            moved = move_to(world, w, second, colour, hidden, other, ages, turns, room, seen, marks)
            if not moved:
                lift_stone(world, hidden, one, ages, turns)
        if moved:
            nearer = estimate_misfit(world, w, known, ko, me, room, seen, marks) if asked else 0
            if nearer <= far:
                far = nearer
                continue
            lift_stone(world, hidden, one, ages, turns)
            if pair:
                lift_stone(world, hidden, other, ages, turns)
        put_back(world, hidden, one, source, colour, ages, turns)
        if pair:
            put_back(world, hidden, other, source_of_other, colour, ages, turns)
    return x


@inlined
def draw_world(board, known, weights, beliefs, k, count, mends, w, me, keys, order, x) -> np.uint64:
    """Draw the initial world ``k``; return the next random state.

    Points are drawn one after the other, with probabilities in proportion to their weights, and get a stone if it may
    lie there.

    Args:
        board: int32[cells]. The known board: own stones, seen pieces, the border.
        known: int32[candidates], the points on which a hidden stone may lie; int32[any], those refused in this turn;
            int32[any], one point of each own string of which one must be in atari, none if nothing was said;
            int32[cells], number of the opponent's turns since each point was last empty, 1 to ``AGES``;
            int32[AGES], number of known stones on points that were empty this many turns ago, or fewer.
        weights: float64[cells]. Above 0 on the candidates.
        beliefs: int32[worlds, cells], the worlds; int32[worlds, cells], the points of their hidden stones;
            int64[worlds], the numbers of those that are placed; int32[worlds], the point that ko forbids in each world,
            0 for none; int32[worlds, AGES], see ``has_turns``; room, seen and marks, see ``stone_fits``.
        count: Number of hidden stones.
        mends: Number of times that ``MEND`` steps are taken if the world does not fit what was said.
        me: The seat's colour; the hidden stones are of the other colour.
        keys, order: float64[cells], int32[cells]. Room.
    """
    points, refused, strings, ages, turns_known = known
    boards, places, counts, kos, all_turns, room, seen, marks = beliefs
    world, hidden, ko, turns = boards[k], places[k], U(kos[k]), all_turns[k]
    colour = 3 - me
    copy_row(board, world)
    copy_row(turns_known, turns)
    laid = 0
    for each in range(U(refused.size)):  # a point that was just refused most likely holds a stone
        p = U(refused[each])
        if laid < count and weights[p] > 0.0 and not is_refused(world, w, p, ko, me, room, seen, marks):
            laid = lay_hidden(world, w, p, colour, hidden, laid, ages, turns, room, seen, marks)
    # Draw without replacement: each point gets an exponential random time, and the earliest comes first.
    candidates = U(points.size)
    for each in range(candidates):
        x = next_random(x)
        p = U(points[each])
        keys[each] = -np.log(1.0 - chance(x)) / weights[p]
        order[each] = np.int32(p)
    first = U(0)
    while laid < count and first < candidates:
        best = first
        for each in range(first + U(1), candidates):
            if keys[each] < keys[best]:
                best = each
        p = U(order[best])
        keys[best], order[best] = keys[first], order[first]
        first += U(1)
        laid = lay_hidden(world, w, p, colour, hidden, laid, ages, turns, room, seen, marks)
    counts[k] = laid
    if laid == count and refused.size + strings.size > 0:
        for _ in range(mends):
            if estimate_misfit(world, w, known, ko, me, room, seen, marks) == 0:
                break
            x = stir_world(known, weights, beliefs, k, MEND, w, me, x)
    return x


@inlined
def all_have_liberties(world, w, room, seen, marks) -> bool:
    """Return whether all strings of a world have liberties."""
    for p in range(w, U(world.size) - w):
        if (world[p] == 1 or world[p] == 2) and not liberties(world, w, p, U(0), 1, room, seen, marks):
            return False
    return True


@entry
def begin_worlds(
    known_boards, known, weights, beliefs, counts, least, most, mends, me, width, keys, order, state
) -> None:
    """Draw each world of ``beliefs`` from its row of ``known_boards``, int32[worlds, cells]; see ``draw_world``.

    If a world with its number of hidden stones in ``counts`` does not fit, it is drawn again with ``most``, then with
    fewer and fewer, down to ``least``. On a nearly full board a draw may fail before all its stones are placed: it
    is repeated, and if that fails too, the world becomes a copy of a complete one.
    """
    boards, hidden, laid, kos, turns, room, seen, marks = beliefs
    x, w = state[0], U(width)
    fullest = 0
    for k in range(laid.size):
        ko = U(kos[k])
        for again in range(most - least + 2):
            count = counts[k] if again == 0 else most + 1 - again
            for _ in range(REDRAWS):
                x = draw_world(known_boards[k], known, weights, beliefs, k, count, mends, w, me, keys, order, x)
                if laid[k] >= count:
                    break
            if least == most or estimate_misfit(boards[k], w, known, ko, me, room, seen, marks) == 0:
                break
        if laid[k] > laid[fullest]:
            fullest = k
    if least == most:
        for k in range(laid.size):
            if laid[k] < laid[fullest]:
                for rows in (boards, hidden, turns):
                    copy_row(rows[fullest], rows[k])
                laid[k] = laid[fullest]
    state[0] = x


@entry
def write_misfits(known, beliefs, me, width, far) -> None:
    """Write the misfit of every world to ``far``, int64[worlds]: 0 for a legal board that fits what was told."""
    boards, _, laid, kos, _, room, seen, marks = beliefs
    w = U(width)
    for k in range(laid.size):
        far[k] = estimate_misfit(boards[k], w, known, U(kos[k]), me, room, seen, marks)
        far[k] += not all_have_liberties(boards[k], w, room, seen, marks)


@entry
def stir_worlds(known, weights, beliefs, steps, me, width, state, totals) -> None:
    """Change every world by Metropolis steps, and count hidden stones on each cell in ``totals``, float64[cells]."""
    hidden, laid, x = beliefs[1], beliefs[2], state[0]
    for k in range(laid.size):
        x = stir_world(known, weights, beliefs, k, steps, U(width), me, x)
        for each in range(U(laid[k])):
            totals[U(hidden[k, each])] += 1.0
    state[0] = x


@entry
def list_worlds(board, known, weights, beliefs, count, me, width, chosen, listed, shares) -> np.int64:
    """List all worlds that fit, by testing every choice of ``count`` points; return their number. Only for few choices.

    Args:
        board, known, weights, me: See ``draw_world``.
        beliefs: See ``draw_world``; overwritten.
        width: Cells of a row.
        chosen: int32[cells]. Room for the choice.
        listed: int32[most, count]. Written: the points of the hidden stones, a world per row; has room for all choices.
        shares: float64[most]. Written: the product of the weights.
    """
    points, _, _, ages, turns_known = known
    boards, _, _, kos, all_turns, room, seen, marks = beliefs
    world, turns, ko, w = boards[0], all_turns[0], U(kos[0]), U(width)
    candidates, found = I(points.size), 0
    for k in range(count):
        chosen[U(k)] = k
    while True:
        copy_row(board, world)
        copy_row(turns_known, turns)
        share, fits = 1.0, True
        for k in range(count):
            p = U(points[U(chosen[U(k)])])
            fits &= has_turns(turns, ages[p])
            add_turns(turns, ages[p], 1)
            world[p] = 3 - me
            share *= weights[p]
        fits = fits and all_have_liberties(world, w, room, seen, marks)
        if fits and estimate_misfit(world, w, known, ko, me, room, seen, marks) == 0:
            shares[found] = share
            for k in range(count):
                listed[found, U(k)] = points[U(chosen[U(k)])]
            found += 1
        k = count - 1
        while k >= 0 and chosen[U(k)] == candidates - count + k:
            k -= 1
        if k < 0:
            return found
        chosen[U(k)] += 1
        for later in range(k + 1, count):
            chosen[U(later)] = chosen[U(later - 1)] + 1


@inlined
def lay_world(s, t, template, world, flags) -> None:
    """Set up a world as a state of ``core`` without past positions; all but the pieces is copied from ``template``."""
    copy_row(template, s)
    n, w = U(s[core.N]), U(s[core.W])
    for p in range(w, n - w):
        cell = I(world[p])
        if cell != 0 and cell != core.BORDER:
            core.put_piece(s, n, w, p, cell, flags)
    core.begin_history(s, t, flags)
