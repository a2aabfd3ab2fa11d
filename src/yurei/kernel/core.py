"""The rules as compiled functions, inlined into their callers; ``flags`` has the rules of a game as bits.

A game is one ``int32`` array, so that it is copied by one memory copy: a header, then sections of ``n`` cells each,
where ``n`` is the number of cells of the mailbox. A point is its index in the mailbox: rows of ``w = width + 1`` cells,
one column of border to the left of each row, one row of border above and below.

Strings are circular lists; when two are merged, the smaller one is relabelled. Their liberties are counted once for
every stone that touches one: the number of contacts (count), the sum of their points, and the sum of the squares. A
string is in atari if and only if all contacts are the same point: count * squares == sum * sum.

A neighbour that is not a stone has the label 0, a dummy string: counting for it costs less than testing for it. For
the same reason conditions are joined by ``&`` and ``|`` if both sides are cheap: a mispredicted branch costs as
much as twenty additions.

Every index is ``uint64``, so numba does not test for negative indices. Mixed with a signed number it would become a
float, hence the many ``U``. Legality is defined in ``yurei.rules``; a test holds both equal, try by try.
"""

import numpy as np
from numba import njit

from yurei.kernel.compiling import Part, fetch_to_read, fetch_to_write

_PART = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": Part}
"""Without numba's runtime (``_nrt``) array references are not counted: 1.6 times as fast."""
inlined = njit(forceinline=True, **_PART)  # type: ignore[call-overload]
outlined = njit(forceinline=False, **_PART)  # type: ignore[call-overload]
"""Decorator for rare cases: compiled once, not inlined."""

U = np.uint64
I = np.int64  # noqa: E741 - the signed companion of U

# The rules of a game, as bits of ``flags``. Entries pass them as a literal: an unused option costs nothing.
ALLOWED, LONE_LOSES = 1, 2
SIMULTANEOUS = 4
POSITIONAL, SITUATIONAL, THIRD, THIRD_SITUATIONS = 8, 16, 32, 64
GHOSTS = 128
BANNED = 256
NO_EYES = 512
INFORMED = 1024
MUST_MOVE = 4096  # a player without a legal move loses; set only for games in which that can happen
SUPERKO = POSITIONAL | SITUATIONAL
COUNTED = THIRD | THIRD_SITUATIONS
HISTORY = SUPERKO | COUNTED
HASHED = HISTORY | BANNED  # BANNED is simple ko by position, for games in which a ko is not a single point

# The header.
TO_MOVE, KO, LONE, PASSES, EMPTIES, GHOSTS_LIE, PLIES, ENDED, WINNER = range(9)
BLACK_PASSES, WHITE_PASSES, LOST_BLACK, LOST_WHITE = range(9, 13)
N, W, WIDTH, HEIGHT, MOST = range(13, 18)
HASH, BAN = 18, 20  # keys of the position, and of the one forbidden by simple ko: two cells each, the low half first
CAPTURED, LOST, ATARI, REPLACED = range(22, 26)
HEADER = 32

# The sections.
COLOUR, LIST, WHERE, LABEL, COUNT, SUM, SQUARES, STONES, STACK, HELD, KEY = map(U, range(11))
SECTIONS = 12  # KEY is twice as long as the others
NEXT = WHERE  # a point is in a list, or holds a stone that is followed by the next one of its string
FRESH = 4  # sections of an empty board that are initialized; the others are written before they are read

# How a game ended.
GOING_ON, BY_PASSES, BY_LONE_SUICIDE, BY_REPETITION, BY_LENGTH, BY_NO_MOVE = range(6)
"""``BY_NO_MOVE`` has a winner if the rules say so; a game in which a playout finds no move is counted."""

BORDER = 7
PASS = 0  # among moves, which are points; a ghost is the negative of its point


def _splitmix(count: int, seed: int) -> np.ndarray:
    """Return ``count`` pseudorandom 64-bit numbers."""
    x = np.arange(1, count + 1, dtype=U) * U(0x9E3779B97F4A7C15) + U(seed)
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


KEYS = _splitmix(2 * 512, 20)  # of a piece for every cell and colour
EMPTY_BOARD = 0x2545F491, 0x4F6CDD1D  # the halves of the empty board's key; the key 0 means none
TURN = np.uint64(0x3C79AC492BA7B653)  # key of White's turn, for rules that distinguish situations


@inlined
def next_random(x) -> np.uint64:
    """Return the next random state, by xorshift."""
    x ^= x << U(13)
    x ^= x >> U(7)
    x ^= x << U(17)
    return x


@inlined
def random_state(x) -> np.uint64:
    """Return a random state for a seed, by splitmix64: neighbouring seeds give unrelated states, and none is 0."""
    x += U(0x9E3779B97F4A7C15)
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return (x ^ (x >> U(31))) | U(1)


@inlined
def random_below(x, limit) -> np.uint64:
    """Return a random number from 0 to ``limit`` - 1, made from the upper half of the random state ``x``."""
    return ((x >> U(32)) * limit) >> U(32)


@inlined
def neighbour(w, p, way) -> np.uint64:
    """Return the neighbour of point ``p`` in a direction: 0 below, 1 left, 2 right, 3 above."""
    if way == 0:
        return p - w
    if way == 1:
        return p - U(1)
    if way == 2:
        return p + U(1)
    return p + w


@inlined
def cell_of(s, k) -> np.uint64:
    """Return the mailbox index of point ``k``, where points are numbered row by row from A1."""
    width = U(s[WIDTH])
    return U(s[W]) * (k // width + U(1)) + k % width + U(1)


@inlined
def key_of(p, colour) -> np.uint64:
    return KEYS[(p << U(1)) + U(colour - 1)]


@inlined
def get_key(s, place) -> np.uint64:
    return (U(np.uint32(s[place + U(1)])) << U(32)) | U(np.uint32(s[place]))


@inlined
def put_key(s, place, key) -> None:
    s[place] = np.int32(np.uint32(key & U(0xFFFFFFFF)))
    s[place + U(1)] = np.int32(np.uint32(key >> U(32)))


@inlined
def section(n, number) -> np.uint64:
    return U(HEADER) + n * number


@inlined
def key_of_string(n, label) -> np.uint64:
    """Return the index in the state at which the key of a string begins."""
    return section(n, KEY) + label + label


# Past positions: an open-addressing table of keys, with a count in the two lowest bits. Key 0 is an empty place.


@inlined
def key_in_table(key) -> np.uint64:
    """Return a position's key as the table of past positions stores it: never 0, and with both count bits 0."""
    return key & ~U(3) | U(4)


@inlined
def place_in_table(t, key) -> np.uint64:
    """Return the index of a key in the table of past positions, or the free index at which to store it."""
    last = U(t.size - 1)
    place = (key >> U(7)) & last
    while t[place] != U(0) and t[place] & ~U(3) != key:
        place = (place + U(1)) & last
    return place


@inlined
def times_seen(t, key) -> np.int64:
    """Return how often the position with a key has occurred, up to 3."""
    return I(t[place_in_table(t, key_in_table(key))] & U(3))


@inlined
def note_position(t, key) -> np.int64:
    """Count one more occurrence of the position with a key; return the number of occurrences, up to 3."""
    key = key_in_table(key)
    place = place_in_table(t, key)
    if t[place] == U(0):
        t[place] = key | U(1)
    elif t[place] & U(3) != U(3):
        t[place] += U(1)
    return I(t[place] & U(3))


@inlined
def get_repetition_key(position, to_move, flags) -> np.uint64:
    """Return the key of the situation if the rules count situations, else the key of the position."""
    if flags & (SITUATIONAL | THIRD_SITUATIONS) and to_move == 2:
        return position ^ TURN
    return position


# The lists: empty points first; with ghosts, the points of ghosts after them, growing from the end of the section.


@inlined
def replace_in_list(s, n, p, last) -> None:
    """Move the point at index ``last`` of a list to the place of point ``p`` in it."""
    k, other = s[section(n, WHERE) + p], s[section(n, LIST) + last]
    s[section(n, LIST) + U(k)] = other
    s[section(n, WHERE) + U(other)] = k


@inlined
def remove_empty(s, n, p) -> None:
    """Remove a point from the list of empty points; the last point of the list takes its place."""
    s[EMPTIES] -= 1
    replace_in_list(s, n, p, U(s[EMPTIES]))


# Strings and their liberties.


@inlined
def in_atari(s, n, label) -> bool:
    """Return whether a string has exactly one liberty; it must have at least one."""
    total = I(s[section(n, SUM) + label])
    return I(s[section(n, COUNT) + label]) * I(s[section(n, SQUARES) + label]) == total * total


@inlined
def label_of(s, n, p) -> np.uint64:
    """Return the label of the string on a point; 0 if there is none."""
    return U(s[section(n, LABEL) + p])


@inlined
def remove_liberty(s, n, w, p, colour, flags) -> None:
    """Remove a point from the liberties of the adjacent strings of a colour, or of both colours if it is 0."""
    signed = I(p)
    for way in range(4):
        q = neighbour(w, p, way)
        label = label_of(s, n, q)
        if flags & GHOSTS:
            label = label if colour == 0 or s[section(n, COLOUR) + q] == colour else U(0)
        s[section(n, COUNT) + label] -= 1
        s[section(n, SUM) + label] -= np.int32(signed)
        s[section(n, SQUARES) + label] -= np.int32(signed * signed)


@inlined
def remove_string(s, n, w, root, flags) -> np.int32:
    """Remove a string from the board, and list its points as empty ones; return the number of its stones."""
    colour = s[section(n, COLOUR) + root]
    p = root
    while True:
        following_stone = U(s[section(n, NEXT) + p])
        s[section(n, COLOUR) + p] = s[section(n, LABEL) + p] = 0
        k, signed = U(s[EMPTIES]), I(p)
        s[section(n, LIST) + k] = np.int32(p)
        s[section(n, WHERE) + p] = np.int32(k)
        s[EMPTIES] += 1
        for way in range(4):
            label = label_of(s, n, neighbour(w, p, way))
            s[section(n, COUNT) + label] += 1
            s[section(n, SUM) + label] += np.int32(signed)
            s[section(n, SQUARES) + label] += np.int32(signed * signed)
        p = following_stone
        if p == root:
            break
    gone = s[section(n, STONES) + root]
    s[LOST_BLACK + colour - 1] += gone
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ get_key(s, key_of_string(n, root)))
    return gone


@inlined
def merge(s, n, one, other, flags) -> np.uint64:
    """Merge two strings by relabelling the smaller one; return the label of the merged string."""
    if s[section(n, STONES) + one] < s[section(n, STONES) + other]:
        one, other = other, one
    label, following_one = section(n, LABEL), section(n, NEXT)
    p = other
    while True:
        s[label + p] = np.int32(one)
        p = U(s[following_one + p])
        if p == other:
            break
    s[following_one + one], s[following_one + other] = s[following_one + other], s[following_one + one]
    s[section(n, COUNT) + one] += s[section(n, COUNT) + other]
    s[section(n, SUM) + one] += s[section(n, SUM) + other]
    s[section(n, SQUARES) + one] += s[section(n, SQUARES) + other]
    s[section(n, STONES) + one] += s[section(n, STONES) + other]
    if flags & HASHED:
        both = get_key(s, key_of_string(n, one)) ^ get_key(s, key_of_string(n, other))
        put_key(s, key_of_string(n, one), both)
    return one


# Legality.


@inlined
def key_after_placing(s, n, w, p, me, ghost, flags) -> np.uint64:
    """Return the key of the position that a legal placement would make."""
    colours, opponent = section(n, COLOUR), 3 - me
    here, position = s[colours + p], get_key(s, U(HASH))
    if not flags & GHOSTS or here == 0:
        position ^= key_of(p, me)
    elif here == opponent + 2:
        position ^= key_of(p, me) ^ key_of(p, opponent)
    breathes, gone = ghost, U(0)
    first, second, third = U(0), U(0), U(0)
    own_first, own_second, own_third, own = U(0), U(0), U(0), key_of(p, me)
    for way in range(4):
        q = neighbour(w, p, way)
        c = s[colours + q]
        if c == 0 or (flags & GHOSTS and c == me + 2):
            breathes = True
        elif c == opponent:
            label = label_of(s, n, q)
            takes = in_atari(s, n, label) and not (flags & GHOSTS and here == me + 2)
            if takes and label != first and label != second and label != third:
                gone ^= get_key(s, key_of_string(n, label))
                first, second, third = label, first, second
        elif c == me:
            label = label_of(s, n, q)
            if not in_atari(s, n, label) or (flags & GHOSTS and here == opponent + 2):
                breathes = True
            if label != own_first and label != own_second and label != own_third:
                own ^= get_key(s, key_of_string(n, label))
                own_first, own_second, own_third = label, own_first, own_second
    position ^= gone
    if not breathes and (first == U(0) or flags & SIMULTANEOUS):
        position ^= own
    return position


@inlined
def legal_placement(s, t, n, w, p, me, ghost, flags) -> bool:
    """Return whether a placement is legal. The point must be empty; for a stone it may also hold a ghost."""
    colours, opponent = section(n, COLOUR), 3 - me
    here = s[colours + p]
    breathes, takes, alone, empty = False, False, True, False
    for way in range(4):
        q = neighbour(w, p, way)
        c = s[colours + q]
        atari = in_atari(s, n, label_of(s, n, q))
        empty |= c == 0
        alone &= c != me
        if flags & GHOSTS:
            breathes |= (c == 0) | (c == me + 2) | ((c == me) & ((here == opponent + 2) | (not atari)))
            takes |= (c == opponent) & (here != me + 2) & atari
        else:
            breathes |= (c == 0) | ((c == me) & (not atari))
            takes |= (c == opponent) & atari
    if flags & GHOSTS and ghost:
        return not alone and not is_repetition(s, t, n, w, p, me, ghost, True, flags)
    if not flags & (ALLOWED | LONE_LOSES) and not breathes and not takes:
        return False
    if not flags & HASHED:
        if U(s[KO]) == p:
            return False
        # "To the letter: a placement that changes nothing may not answer one that changed nothing."
        return not (flags & ALLOWED and s[LONE] and alone and not breathes and not takes)
    stays = empty or not flags & (ALLOWED | LONE_LOSES | SIMULTANEOUS)
    return not is_repetition(s, t, n, w, p, me, ghost, stays, flags)


@inlined
def is_repetition(s, t, n, w, p, me, ghost, stays, flags) -> bool:
    """Return whether the repetition rule forbids a placement; ``stays``: the piece is on the board after the move."""
    if flags & BANNED:
        banned = get_key(s, U(BAN))
        return banned != U(0) and key_after_placing(s, n, w, p, me, ghost, flags) == banned
    # A position with a piece on a point that never held one of its colour is new. A stone that replaces an own
    # ghost changes only the turn.
    if flags & SUPERKO and flags & GHOSTS and s[section(n, COLOUR) + p] == me + 2:
        return times_seen(t, get_repetition_key(get_key(s, U(HASH)), 3 - me, flags)) != 0
    if flags & SUPERKO and (not stays or s[section(n, HELD) + p] & me):
        return times_seen(t, get_repetition_key(key_after_placing(s, n, w, p, me, ghost, flags), 3 - me, flags)) != 0
    return False


# Effects of a move.


@inlined
def begin_string(s, n, w, p, me, flags) -> None:
    """Make the stone on ``p`` a string of its own, and count its liberties."""
    s[section(n, LABEL) + p] = np.int32(p)
    s[section(n, NEXT) + p] = np.int32(p)
    s[section(n, STONES) + p] = 1
    count, total, squares = np.int32(0), np.int32(0), np.int32(0)
    for way in range(4):
        q = neighbour(w, p, way)
        c = s[section(n, COLOUR) + q]
        if c == 0 or (flags & GHOSTS and c == me + 2):
            signed = I(q)
            count += np.int32(1)
            total += np.int32(signed)
            squares += np.int32(signed * signed)
    s[section(n, COUNT) + p], s[section(n, SUM) + p], s[section(n, SQUARES) + p] = count, total, squares
    if flags & HASHED:
        put_key(s, key_of_string(n, p), key_of(p, me))


@inlined
def join_neighbours(s, n, w, p, me, flags) -> np.uint64:
    """Merge the new stone with the adjacent strings of its colour; return the label."""
    label = p
    for way in range(4):
        q = neighbour(w, p, way)
        if s[section(n, COLOUR) + q] == me:
            other = label_of(s, n, q)
            if other != label:
                label = merge(s, n, label, other, flags)
    return label


@inlined
def clear_point(s, n, w, p, flags) -> None:
    """Remove a point from the lists and liberties before a stone is placed there; a ghost on it is removed."""
    here = s[section(n, COLOUR) + p]
    if not flags & GHOSTS or here == 0:
        remove_empty(s, n, p)
        remove_liberty(s, n, w, p, 0, flags)
        return
    replace_in_list(s, n, p, n - U(s[GHOSTS_LIE]))
    s[GHOSTS_LIE] -= 1
    remove_liberty(s, n, w, p, here - 2, flags)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, here - 2))


@inlined
def remember_piece(s, n, p, me, flags) -> None:
    """Add a new piece to the key of the position, and note that its colour has been on the point."""
    if flags & SUPERKO:
        s[section(n, HELD) + p] |= np.int32(me)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, me))


@inlined
def put_stone(s, n, w, p, me, flags) -> np.uint64:
    """Put a stone on a point without capturing anything; return the label of its string. A ghost there is removed."""
    clear_point(s, n, w, p, flags)
    s[section(n, COLOUR) + p] = me
    remember_piece(s, n, p, me, flags)
    begin_string(s, n, w, p, me, flags)
    return join_neighbours(s, n, w, p, me, flags)


@inlined
def put_ghost(s, n, w, p, me, flags) -> None:
    """Put a ghost on an empty point without capturing anything."""
    remove_empty(s, n, p)
    remove_liberty(s, n, w, p, 3 - me, flags)
    s[section(n, COLOUR) + p] = me + 2
    s[GHOSTS_LIE] += 1
    k = n - U(s[GHOSTS_LIE])
    s[section(n, LIST) + k], s[section(n, WHERE) + p] = np.int32(p), np.int32(k)
    remember_piece(s, n, p, me, flags)


@inlined
def capture_beside(s, n, w, p, me, took_liberty, flags) -> tuple[np.int64, np.int64]:
    """Remove the opponent's strings beside ``p`` that have lost their last liberty.

    Return the number of stones removed, and the opponent's colour if one of the other strings is newly in atari, else
    0. It is new if the string lost a liberty here (``took_liberty``): a string that was in atari before would be
    removed.
    """
    opponent = 3 - me
    captured, in_danger = 0, 0
    for way in range(4):
        q = neighbour(w, p, way)
        if s[section(n, COLOUR) + q] == opponent:
            label = label_of(s, n, q)
            if s[section(n, COUNT) + label] == 0:
                captured += remove_string(s, n, w, label, flags)
            elif flags & INFORMED and took_liberty and in_atari(s, n, label):
                in_danger = opponent
    return captured, in_danger


@inlined
def end_game(s, how, winner) -> None:
    s[ENDED] = how
    s[WINNER] = winner


@inlined
def finish_placement(s, t, me, flags) -> None:
    """Finish a placement: update the turn, the passes in a row, and the past positions."""
    s[TO_MOVE] = 3 - me
    s[PASSES] = 0
    s[PLIES] += 1
    if flags & HISTORY:
        times = note_position(t, get_repetition_key(get_key(s, U(HASH)), 3 - me, flags))
        if times == 3 and flags & COUNTED and s[ENDED] == 0:
            end_game(s, BY_REPETITION, 0)
    if s[PLIES] >= s[MOST] and s[ENDED] == 0:
        end_game(s, BY_LENGTH, 0)


@inlined
def place_stone(s, t, n, w, p, me, flags) -> None:
    """Place a legal stone. The list of empty points then ends with the removed points, captured before lost ones."""
    opponent, colours = 3 - me, section(n, COLOUR)
    if flags & BANNED:
        put_key(s, U(BAN), get_key(s, U(HASH)))
    replaced, took_liberty = 0, True
    if flags & GHOSTS:
        replaced = I(s[colours + p] == opponent + 2)
        took_liberty = s[colours + p] != me + 2
    label = put_stone(s, n, w, p, me, flags)
    dies = s[section(n, COUNT) + label] == 0
    captured, in_danger = capture_beside(s, n, w, p, me, took_liberty, flags)
    lost = 0
    if flags & (ALLOWED | LONE_LOSES) and dies and (flags & SIMULTANEOUS or captured == 0):
        lost = remove_string(s, n, w, label, flags)
    if not flags & HASHED:
        one_for_one = captured == 1 and s[section(n, STONES) + label] == 1 and s[section(n, COUNT) + label] == 1
        s[KO] = s[section(n, LIST) + U(s[EMPTIES] - 1)] if one_for_one and lost == 0 else 0
        if flags & ALLOWED:
            s[LONE] = lost == 1 and captured == 0
    if flags & LONE_LOSES and lost == 1 and captured == 0:
        # "A lone suicide loses even where it would also be a third repetition."
        end_game(s, BY_LONE_SUICIDE, opponent)
    if flags & INFORMED:
        s[CAPTURED] = captured + replaced
        if flags & GHOSTS:
            s[REPLACED] = replaced
        s[LOST] = lost
        # After the removal of the own string, the opponent's strings have all their former liberties.
        s[ATARI] = 0 if lost else in_danger | (me if in_atari(s, n, label) else 0)
    finish_placement(s, t, me, flags)


@inlined
def place_ghost(s, t, n, w, p, me, flags) -> None:
    if flags & BANNED:
        put_key(s, U(BAN), get_key(s, U(HASH)))
    put_ghost(s, n, w, p, me, flags)
    captured, in_danger = capture_beside(s, n, w, p, me, True, flags)
    if flags & INFORMED:
        s[CAPTURED], s[REPLACED], s[LOST], s[ATARI] = captured, 0, 0, in_danger
    finish_placement(s, t, me, flags)


@inlined
def may_pass(s, me) -> bool:
    return s[BLACK_PASSES + me - 1] > 0


@inlined
def play_pass(s, t, me, flags) -> None:
    """Make a pass, which the player must have left, and update the state."""
    s[BLACK_PASSES + me - 1] -= 1
    s[TO_MOVE] = 3 - me
    s[PASSES] += 1
    s[PLIES] += 1
    s[KO] = s[LONE] = 0
    if flags & BANNED:
        put_key(s, U(BAN), U(0))
    if flags & SITUATIONAL:
        note_position(t, get_repetition_key(get_key(s, U(HASH)), 3 - me, flags))
    if flags & INFORMED:
        s[CAPTURED] = s[REPLACED] = s[LOST] = s[ATARI] = 0
    if s[PASSES] == 2:
        end_game(s, BY_PASSES, 0)
    elif s[PLIES] >= s[MOST]:
        end_game(s, BY_LENGTH, 0)


@inlined
def is_legal(s, t, n, w, move, me, flags) -> bool:
    """Return whether a move is legal: a point for a stone, its negative for a ghost, 0 for a pass."""
    if move == PASS:
        return may_pass(s, me)
    p, ghost = U(abs(move)), move < 0
    here = s[section(n, COLOUR) + p]
    free = here == 0 or (not ghost and (here == 3 or here == 4))
    return free and legal_placement(s, t, n, w, p, me, ghost, flags)


@inlined
def play(s, t, n, w, move, me, flags) -> None:
    if move == PASS:
        play_pass(s, t, me, flags)
    elif flags & GHOSTS and move < 0:
        place_ghost(s, t, n, w, U(-move), me, flags)
    else:
        place_stone(s, t, n, w, U(move), me, flags)
    end_without_moves(s, t, n, w, flags)


@inlined
def end_without_moves(s, t, n, w, flags) -> None:
    """End the game if the player to move loses for want of a legal move, even if it has just ended by its length."""
    if flags & MUST_MOVE and (s[ENDED] == 0 or s[ENDED] == BY_LENGTH) and not has_moves(s, t, n, w, s[TO_MOVE], flags):
        end_game(s, BY_NO_MOVE, 3 - s[TO_MOVE])


@outlined
def has_moves(s, t, n, w, me, flags) -> bool:
    """Return whether a colour has a legal move: a stone, a ghost or a pass."""
    if may_pass(s, me):
        return True
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags & ~NO_EYES)
        if move != I(n):
            return True
    return False


# Random moves.


@inlined
def is_eye(s, n, w, p, me) -> bool:
    """Return whether an empty point is an eye: own stones beside it, at most one enemy diagonally, none at the edge."""
    colours, opponent = section(n, COLOUR), 3 - me
    for way in range(4):
        c = s[colours + neighbour(w, p, way)]
        if c != me and c != BORDER:
            return False
    a, b = s[colours + p - w - U(1)], s[colours + p - w + U(1)]
    c, d = s[colours + p + w - U(1)], s[colours + p + w + U(1)]
    enemies = I(a == opponent) + I(b == opponent) + I(c == opponent) + I(d == opponent)
    edge = a == BORDER or b == BORDER or c == BORDER or d == BORDER
    return enemies + I(edge) < 2


@inlined
def random_move(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random legal move, or ``n`` if there is none, in a game without ghosts; and the next random state.

    With ``NO_EYES``, a pass is returned only if there is no other move, and an eye is filled only if passing is
    impossible.
    """
    lists, where = section(n, LIST), section(n, WHERE)
    left = U(s[EMPTIES])
    passing = U(1) if may_pass(s, me) and not flags & NO_EYES else U(0)
    eye = I(n)
    while left + passing > U(0):
        x = next_random(x)
        k = random_below(x, left + passing)
        if k == left:
            return I(PASS), x
        p = U(s[lists + k])
        if legal_placement(s, t, n, w, p, me, False, flags):
            if not (flags & NO_EYES and is_eye(s, n, w, p, me)):
                return I(p), x
            eye = I(p)
        # Rejected: swap it with the last remaining one.
        left -= U(1)
        last = s[lists + left]
        s[lists + left] = np.int32(p)
        s[lists + k] = last
        s[where + p] = np.int32(left)
        s[where + U(last)] = np.int32(k)
    if may_pass(s, me):
        return I(PASS), x
    return eye, x


@inlined
def count_choices(s, flags) -> np.uint64:
    """Return the number of placements, legal or not: stones and ghosts on empty points, and stones on ghosts."""
    if flags & GHOSTS:
        return U(2 * s[EMPTIES] + s[GHOSTS_LIE])
    return U(s[EMPTIES])


@inlined
def choice_at(s, t, n, w, me, k, flags) -> np.int64:
    """Return placement ``k``, or ``n`` if it is illegal. Order: stones, ghosts on empty points, stones on ghosts."""
    empties, ghost = U(s[EMPTIES]), False
    if flags & GHOSTS and k >= empties:
        k -= empties
        ghost = k < empties
        k = k if ghost else n - U(1) - (k - empties)
    p = U(s[section(n, LIST) + k])
    if flags & NO_EYES and (is_eye(s, n, w, p, me) or (flags & GHOSTS and s[section(n, COLOUR) + p] == me + 2)):
        return I(n)
    if not legal_placement(s, t, n, w, p, me, ghost, flags):
        return I(n)
    return -I(p) if ghost else I(p)


@outlined
def any_choice(s, t, n, w, me, passing, x, flags) -> np.int64:
    """Return a random legal move, or ``n``, after testing all placements; ``passing`` is 1 to include the pass."""
    found, kept = passing, I(PASS) if passing else I(n)
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags)
        if move != I(n):
            found += U(1)
            x = next_random(x)
            if random_below(x, found) == U(0):
                kept = move
    return kept


DRAWS = 64  # of a choice, before all choices are enumerated


@inlined
def random_move_with_ghosts(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random legal move, or ``n`` if there is none, in any game; and the next random state."""
    choices = count_choices(s, flags)
    passing = U(1) if may_pass(s, me) and not flags & NO_EYES else U(0)
    if choices + passing > U(0):
        for _ in range(DRAWS):
            x = next_random(x)
            k = random_below(x, choices + passing)
            if k == choices:
                return I(PASS), x
            move = choice_at(s, t, n, w, me, k, flags)
            if move != I(n):
                return move, x
    x = next_random(x)
    kept = any_choice(s, t, n, w, me, passing, x, flags)
    if kept == I(n) and may_pass(s, me):
        return I(PASS), x
    return kept, x


# Counting.


@inlined
def area(s, n, w) -> tuple[np.int64, np.int64]:
    """Return the area of Black and of White: their pieces, and empty regions that touch only their colour."""
    colours, seen, stack, lists = section(n, COLOUR), section(n, LABEL), section(n, STACK), section(n, LIST)
    black, white = count_pieces(s, n)
    empties = U(s[EMPTIES])
    for k in range(empties):
        start = U(s[lists + U(k)])
        if s[seen + start]:
            continue
        s[seen + start] = 1
        s[stack] = np.int32(start)
        height, size, touched = U(1), 0, 0
        while height > U(0):
            height -= U(1)
            p = U(s[stack + height])
            size += 1
            for way in range(4):
                q = neighbour(w, p, way)
                c = s[colours + q]
                if c == 0:
                    if s[seen + q] == 0:
                        s[seen + q] = 1
                        s[stack + height] = np.int32(q)
                        height += U(1)
                elif c != BORDER:
                    touched |= 1 if c & 1 else 2
        if touched == 1:
            black += size
        elif touched == 2:
            white += size
    for k in range(empties):  # the label of points without a stone is 0 again
        s[seen + U(s[lists + U(k)])] = 0
    return black, white


@inlined
def count_pieces(s, n) -> tuple[np.int64, np.int64]:
    """Return the numbers of black and white pieces on the board."""
    black, white = 0, 0
    for p in range(n):
        c = s[section(n, COLOUR) + U(p)]
        black += (c == 1) + (c == 3)
        white += (c == 2) + (c == 4)
    return black, white


@inlined
def points(s, n, w, territory) -> tuple[np.int64, np.int64]:
    """Return the points of Black and White by area scoring, or by ``territory`` scoring with prisoners."""
    black, white = area(s, n, w)
    if territory:
        black_stands, white_stands = count_pieces(s, n)
        black += s[LOST_WHITE] - black_stands
        white += s[LOST_BLACK] - white_stands
    return black, white


@inlined
def winner_and_score(s, n, w, komi, scoring) -> tuple[np.int64, float]:
    """Return the winner of a finished game (1 Black, -1 White, 0 draw), and Black's points less White's or NaN."""
    winner, score = I((0, 1, -1)[s[WINNER]]), np.nan
    if scoring != 0:
        black, white = points(s, n, w, scoring == 2)
        score = float(black - white)
        if s[WINNER] == 0 and s[ENDED] != BY_REPETITION:
            winner = I(score > komi) - I(score < komi)
    return winner, score


@inlined
def play_to_end(s, t, n, w, x, flags, choose) -> np.uint64:
    """Play moves chosen by ``choose`` until the game has ended. Return the next random state."""
    while s[ENDED] == 0:
        me = s[TO_MOVE]
        move, x = choose(s, t, n, w, me, x, flags)
        if move == I(n):
            end_game(s, BY_NO_MOVE, 0)
        else:
            play(s, t, n, w, move, me, flags)
    return x


@inlined
def many_games(template, s, t, seeds, plies, scores, winners, komi, scoring, flags, choose) -> np.int64:
    """Play a game for every seed, and write the results to arrays. ``scoring``: 0 none, 1 area, 2 territory."""
    n, w = U(template[N]), U(template[W])
    told = 0
    for game in range(seeds.size):
        for k in range(U(HEADER) + U(FRESH) * n):
            s[U(k)] = template[U(k)]
        if flags & SUPERKO:
            for k in range(section(n, HELD), section(n, HELD) + n):
                s[k] = template[k]
        s[section(n, COUNT)] = s[section(n, SUM)] = s[section(n, SQUARES)] = 0
        begin_history(s, t, flags)
        play_to_end(s, t, n, w, random_state(seeds[game]), flags, choose)
        if flags & INFORMED:
            told += s[CAPTURED] + s[ATARI]
        plies[game] = s[PLIES]
        winners[game], scores[game] = winner_and_score(s, n, w, komi, scoring)
    return told


@inlined
def copy_row(source, target) -> None:
    """Copy an array element by element, since numba needs its runtime to copy whole arrays."""
    for k in range(U(source.size)):
        target[k] = source[k]


@inlined
def count_sequences(states, tables, tried, flags, complete) -> np.int64:
    """Count the move sequences from the state in row 0, one row per move; if ``complete``, the games to two passes.

    ``states`` (int32[moves, cells]) and ``tables`` are overwritten but for the first row. ``tried``, uint64[moves],
    numbers moves: stones by their cell, the pass at ``n``, ghosts from ``n`` on. Its first entry is 1.
    """
    n, w = U(states[0, N]), U(states[0, W])
    choices = n + n if flags & GHOSTS else n + U(1)
    total, row, last = I(0), I(0), I(tried.size - 1)
    while row >= 0:
        s, t = states[row], tables[row]
        index = tried[row]
        if index >= choices or s[ENDED] != 0:
            row -= 1
            continue
        tried[row] += U(1)
        move = I(index) if index < n else -I(index - n)
        if is_legal(s, t, n, w, move, s[TO_MOVE], flags):
            if (move == PASS and s[PASSES] == 1) if complete else row == last:
                total += 1
                continue
            copy_row(s, states[row + 1])
            copy_row(t, tables[row + 1])
            row += 1
            tried[row] = U(1)
            play(states[row], tables[row], n, w, move, s[TO_MOVE], flags)
    return total


@inlined
def owner(s, n, w, p) -> np.int64:
    """Return the owner of a point at the end of a playout: 1 Black, -1 White, 0 none. An eye belongs to its colour."""
    colours = section(n, COLOUR)
    c = s[colours + p]
    if c != 0:
        return I(1) if c & 1 else I(-1)
    touched = 0
    for way in range(4):
        c = s[colours + neighbour(w, p, way)]
        if c == 0:
            return I(0)
        if c != BORDER:
            touched |= 1 if c & 1 else 2
    return (I(0), I(1), I(-1), I(0))[touched]


@inlined
def sum_owners(template, before, s, t, seeds, balance, flags) -> None:
    """Play a game from a position for every seed, and add to ``balance`` the owner of every point at its end."""
    n, w = U(template[N]), U(template[W])
    for game in range(seeds.size):
        copy_row(template, s)
        copy_row(before, t)
        play_to_end(s, t, n, w, random_state(seeds[game]), flags, random_move_with_ghosts)
        for k in range(balance.size):
            balance[k] += owner(s, n, w, cell_of(s, U(k)))


@inlined
def put_piece(s, n, w, p, cell, flags) -> None:
    """Put a piece of a set-up position on an empty point without capturing anything. A ghost is a cell of 3 or 4."""
    if flags & GHOSTS and cell > 2:
        put_ghost(s, n, w, p, cell - 2, flags)
    else:
        put_stone(s, n, w, p, cell, flags)


@inlined
def begin_history(s, t, flags) -> None:
    if flags & HISTORY:
        t[:] = U(0)
        note_position(t, get_repetition_key(get_key(s, U(HASH)), s[TO_MOVE], flags))


@inlined
def set_up(s, t, cells, flags) -> None:
    """Set up a position on the empty board of the state. Every string of it must have a liberty.

    ``cells``: int8[width * height], row by row from the lower left corner, see ``yurei.rules.board``.
    """
    n, w = U(s[N]), U(s[W])
    for k in range(cells.size):
        cell = I(cells[k])
        if cell:
            put_piece(s, n, w, cell_of(s, U(k)), cell, flags)
    begin_history(s, t, flags)


@inlined
def add_points(seen, first, past) -> None:
    """Add the points from ``first`` to ``past`` - 1 to the set ``seen``, one bit per point."""
    while first < past:
        word, place = first >> U(6), first & U(63)
        count = min(past - first, U(64) - place)
        # A shift by 64 has no effect, so shift 64 set bits right until ``count`` of them are left.
        seen[word] |= (~U(0) >> (U(64) - count)) << place
        first += count


@inlined
def see_around(s, k, sight, seen) -> None:
    """Add the points that a stone on point ``k`` sees to the set ``seen``."""
    width, height, far = I(s[WIDTH]), I(s[HEIGHT]), I(sight)
    row, column = I(k) // width, I(k) % width
    for other in range(max(I(0), row - far), min(height - 1, row + far) + 1):
        across = far - abs(other - row)
        first, last = max(I(0), column - across), min(width - 1, column + across)
        add_points(seen, U(other * width + first), U(other * width + last + 1))


@inlined
def points_in_sight(s, me, sight, seen) -> None:
    """Find the points within sight of the stones of a colour. Ghosts see nothing.

    ``me``: 1 for Black's stones, 2 for White's. ``sight``: how far a stone sees along the grid, 1 or more.
    ``seen``: uint64[(width * height + 63) // 64], written: the points, A1 the lowest bit, row by row.
    """
    n = U(s[N])
    seen[:] = U(0)
    for k in range(U(s[WIDTH]) * U(s[HEIGHT])):
        if s[section(n, COLOUR) + cell_of(s, U(k))] == me:
            see_around(s, k, sight, seen)


@inlined
def write_legal_actions(s, t, n, w, board_of, size, legal, flags) -> None:
    """Write the legal actions of the player to move to ``legal``: 1 for each, else 0; all 0 after the end."""
    legal[:] = 0
    if s[ENDED] != 0:
        return
    me = s[TO_MOVE]
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags)
        if move != I(n):
            legal[U(board_of[U(abs(move))]) + (size if move < 0 else U(0))] = 1
    legal[legal.size - 1] = may_pass(s, me)


MANY = 512  # number of games whose states exceed a processor's second-level cache
LINE = 64  # bytes of a cache line


@inlined
def fetch_state(n, s, flags) -> None:
    """Prefetch the state of a game from memory, before its turn in a batch."""
    for k in range(U(0), section(n, U(SECTIONS) if flags & SUPERKO else STACK), U(LINE // 4)):
        fetch_to_read(s, k)


@inlined
def fetch_bytes(row) -> None:
    """Prefetch a row of memory that will be written."""
    for k in range(U(0), U(row.size), U(LINE // row.itemsize)):
        fetch_to_write(row, k)
