"""The rules compiled: one file of inlined helpers that take a literal ``flags``, and thin entries, one per ruleset.

A game is one ``int32`` array, so that copying it is one memory copy: a header, then sections of ``n`` cells each,
``n`` the cells of the mailbox. A point is its cell in the mailbox: rows of ``w = width + 1`` cells, one column of
border to the left of each row, one row of border above and below.

Strings are circular lists that are relabelled small into large. Their liberties are counted once for every stone
that touches one: the number of contacts (count), the sum of their points, and the sum of the squares. A string is
in atari exactly if all of them are one point: count * squares == sum * sum.

A neighbour that is no stone has the label 0, a dummy string: counting for it costs less than testing for it. For
the same reason conditions are joined by ``&`` and ``|`` if both sides are cheap: a mispredicted branch costs as
much as twenty additions.

Every index is ``uint64``, so numba does not test for negative ones. Mixed with a signed number it would become a
float, hence the many ``U``. Legality is defined in ``yurei.rules``; a test holds both equal, try by try.
"""

import numpy as np
from numba import njit

from yurei.kernel.compiling import Part, fetch_to_read, fetch_to_write

inlined = njit(  # type: ignore[call-overload]
    forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=Part
)
"""Without numba's runtime (``_nrt``) array references are not counted at every call: 1.6 times as fast.

Without wrappers only compiled code can call it, and the wrappers need not be compiled.
"""

outlined = njit(  # type: ignore[call-overload]
    forceinline=False, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=Part
)
"""Decorator for rare cases: compiled once, not inlined. A caller's ``forceinline`` would apply here too if it were
not reset.
"""

U = np.uint64
I = np.int64  # noqa: E741 - the signed companion of U

# The rules of a game, as bits of ``flags``. Entries pass them as a literal: an option that is not used costs
# nothing.
ALLOWED, LONE_LOSES = 1, 2
SIMULTANEOUS = 4
POSITIONAL, SITUATIONAL, THIRD, THIRD_SITUATIONS = 8, 16, 32, 64
GHOSTS = 128
BANNED = 256
NO_EYES = 512
INFORMED = 1024
MUST_MOVE = 4096
"""A player without a legal move loses. Set only for games in which that can happen."""
SUPERKO = POSITIONAL | SITUATIONAL
COUNTED = THIRD | THIRD_SITUATIONS
HISTORY = SUPERKO | COUNTED
HASHED = HISTORY | BANNED
"""``BANNED`` is simple ko by position, for games in which the ko is no single point."""

# The header.
TO_MOVE, KO, LONE, PASSES, EMPTIES, GHOSTS_LIE, PLIES, ENDED, WINNER = range(9)
BLACK_PASSES, WHITE_PASSES, LOST_BLACK, LOST_WHITE = range(9, 13)
N, W, WIDTH, HEIGHT, MOST = range(13, 18)
HASH, BAN = 18, 20
"""The key of the position, and of the position forbidden by simple ko; a key takes two cells, its low half first."""
CAPTURED, LOST, ATARI, REPLACED = range(22, 26)
HEADER = 32

# The sections.
COLOUR, LIST, WHERE, LABEL, COUNT, SUM, SQUARES, STONES, STACK, HELD, KEY = map(U, range(11))
SECTIONS = 12
"""Number of sections; ``KEY`` is twice as long as the others."""
NEXT = WHERE
"""A point either is in a list, or holds a stone that has a next one in its string; so both share a section."""
FRESH = 4
"""Number of sections of an empty board that are initialized; the others are written before they are read."""

# How a game ended.
GOING_ON, BY_PASSES, BY_LONE_SUICIDE, BY_REPETITION, BY_LENGTH, BY_NO_MOVE = range(6)
"""``BY_NO_MOVE`` has a winner if the rules say so; a game in which a playout finds no move is counted."""

BORDER = 7
PASS = 0
"""The pass, among moves that are points; a ghost is the negative of its point."""

CELLS = 512


def _splitmix(count: int, seed: int) -> np.ndarray:
    """Return ``count`` pseudorandom 64-bit numbers."""
    mask = (1 << 64) - 1
    numbers = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        numbers.append(mixed ^ (mixed >> 31))
    return np.array(numbers, dtype=np.uint64)


KEYS = _splitmix(2 * CELLS, 20)
"""Key of a stone for every cell and colour; ghosts have the key of their colour."""
EMPTY_BOARD = 0x2545F491, 0x4F6CDD1D
"""The two halves of the empty board's key. No board has the key 0, which means none."""
TURN = np.uint64(0x3C79AC492BA7B653)
"""Key of White's turn, for rules that distinguish situations."""


@inlined
def following(x) -> np.uint64:
    """Return the number after ``x`` in a xorshift sequence."""
    x ^= x << U(13)
    x ^= x >> U(7)
    x ^= x << U(17)
    return x


@inlined
def mixed(x) -> np.uint64:
    """Return a seed unrelated to those of its neighbours (splitmix64). Never 0, at which xorshift would stand still."""
    x += U(0x9E3779B97F4A7C15)
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return (x ^ (x >> U(31))) | U(1)


@inlined
def below(x, limit) -> np.uint64:
    """Return a number from 0 to ``limit`` - 1, from the high half of ``x``."""
    return ((x >> U(32)) * limit) >> U(32)


@inlined
def beside(w, p, way) -> np.uint64:
    """Return the point one step from ``p``: 0 below, 1 left, 2 right, 3 above."""
    if way == 0:
        return p - w
    if way == 1:
        return p - U(1)
    if way == 2:
        return p + U(1)
    return p + w


@inlined
def key_of(p, colour) -> np.uint64:
    """Return the key of a stone of a colour on a point."""
    return KEYS[(p << U(1)) + U(colour - 1)]


@inlined
def get_key(s, place) -> np.uint64:
    """Return a 64-bit key that is stored in two cells."""
    return (U(np.uint32(s[place + U(1)])) << U(32)) | U(np.uint32(s[place]))


@inlined
def put_key(s, place, key) -> None:
    """Store a 64-bit key in two cells."""
    s[place] = np.int32(np.uint32(key & U(0xFFFFFFFF)))
    s[place + U(1)] = np.int32(np.uint32(key >> U(32)))


@inlined
def section(n, number) -> np.uint64:
    """Return the index at which a section begins."""
    return U(HEADER) + n * number


@inlined
def key_of_string(n, label) -> np.uint64:
    """Return the index of the key of a string."""
    return section(n, KEY) + label + label


# Past positions: an open-addressing table of keys, with a count in the two lowest bits. Key 0 is an empty place.


@inlined
def key_in_table(key) -> np.uint64:
    """Return a key as the table stores it: never 0, with the count 0."""
    return key & ~U(3) | U(4)


@inlined
def times_seen(t, key) -> np.int64:
    """Return how often a key was noted, up to 3."""
    key = key_in_table(key)
    last = U(t.size - 1)
    place = (key >> U(7)) & last
    while t[place] != U(0):
        if t[place] & ~U(3) == key:
            return I(t[place] & U(3))
        place = (place + U(1)) & last
    return I(0)


@inlined
def note(t, key) -> np.int64:
    """Count a key once more; return how often it was noted, up to 3."""
    key = key_in_table(key)
    last = U(t.size - 1)
    place = (key >> U(7)) & last
    while t[place] != U(0):
        if t[place] & ~U(3) == key:
            if t[place] & U(3) != U(3):
                t[place] += U(1)
            return I(t[place] & U(3))
        place = (place + U(1)) & last
    t[place] = key | U(1)
    return I(1)


@inlined
def occurrence(position, to_move, flags) -> np.uint64:
    """Return the key of a position, or of a situation if the rules distinguish them."""
    if flags & (SITUATIONAL | THIRD_SITUATIONS) and to_move == 2:
        return position ^ TURN
    return position


# The lists: empty points first; with ghosts, the points of ghosts after them, growing from the end of the section.


@inlined
def take_empty(s, n, p) -> None:
    """Remove a point from the list of empty points; the last one takes its place."""
    lists, where = section(n, LIST), section(n, WHERE)
    s[EMPTIES] -= 1
    last = s[lists + U(s[EMPTIES])]
    k = s[where + p]
    s[lists + U(k)] = last
    s[where + U(last)] = k


@inlined
def add_ghost(s, n, p) -> None:
    """Append a point to the list of ghosts."""
    s[GHOSTS_LIE] += 1
    k = n - U(s[GHOSTS_LIE])
    s[section(n, LIST) + k] = np.int32(p)
    s[section(n, WHERE) + p] = np.int32(k)


# Strings and their liberties.


@inlined
def in_atari(s, n, label) -> bool:
    """Return whether a string that has liberties has exactly one."""
    total = I(s[section(n, SUM) + label])
    return I(s[section(n, COUNT) + label]) * I(s[section(n, SQUARES) + label]) == total * total


@inlined
def label_of(s, n, p) -> np.uint64:
    """Return the label of the string on a point; 0 if there is none."""
    return U(s[section(n, LABEL) + p])


@inlined
def liberty_goes(s, n, w, p, colour, flags) -> None:
    """Remove a point from the liberties of the strings of one colour, or of both if ``colour`` is 0."""
    signed = I(p)
    for way in range(4):
        q = beside(w, p, way)
        label = label_of(s, n, q)
        if flags & GHOSTS:
            label = label if colour == 0 or s[section(n, COLOUR) + q] == colour else U(0)
        s[section(n, COUNT) + label] -= 1
        s[section(n, SUM) + label] -= np.int32(signed)
        s[section(n, SQUARES) + label] -= np.int32(signed * signed)


@inlined
def remove_string(s, n, w, root, flags) -> np.int32:
    """Remove a string from the board; its points become empty, in the order of its list."""
    colour = s[section(n, COLOUR) + root]
    p = root
    while True:
        following_stone = U(s[section(n, NEXT) + p])
        s[section(n, COLOUR) + p] = 0
        s[section(n, LABEL) + p] = 0
        k, signed = U(s[EMPTIES]), I(p)
        s[section(n, LIST) + k] = np.int32(p)
        s[section(n, WHERE) + p] = np.int32(k)
        s[EMPTIES] += 1
        for way in range(4):
            label = label_of(s, n, beside(w, p, way))
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
    """Merge two strings; the smaller one is relabelled. Return the label."""
    if s[section(n, STONES) + one] < s[section(n, STONES) + other]:
        one, other = other, one
    label, following_one = section(n, LABEL), section(n, NEXT)
    p = other
    while True:
        s[label + p] = np.int32(one)
        p = U(s[following_one + p])
        if p == other:
            break
    after_one, after_other = s[following_one + one], s[following_one + other]
    s[following_one + one] = after_other
    s[following_one + other] = after_one
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
def after_placing(s, n, w, p, me, ghost, flags) -> np.uint64:
    """Return the key of the position that a legal placement would make."""
    colours = section(n, COLOUR)
    opponent = 3 - me
    here = s[colours + p]
    position = get_key(s, U(HASH))
    if not flags & GHOSTS or here == 0:
        position ^= key_of(p, me)
    elif here == opponent + 2:
        position ^= key_of(p, me) ^ key_of(p, opponent)
    breathes = ghost
    gone = U(0)
    first, second, third = U(0), U(0), U(0)
    own_first, own_second, own_third, own = U(0), U(0), U(0), key_of(p, me)
    for way in range(4):
        q = beside(w, p, way)
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
    """Return whether a stone may be placed on a point that is empty or holds a ghost, or a ghost on an empty point."""
    colours = section(n, COLOUR)
    here = s[colours + p]
    opponent = 3 - me
    breathes, takes, alone, empty = False, False, True, False
    for way in range(4):
        q = beside(w, p, way)
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
        return not alone and not repeats(s, t, n, w, p, me, ghost, True, flags)
    if not flags & (ALLOWED | LONE_LOSES) and not breathes and not takes:
        return False
    if not flags & HASHED:
        if U(s[KO]) == p:
            return False
        # "To the letter: a placement that changes nothing may not answer one that changed nothing."
        return not (flags & ALLOWED and s[LONE] and alone and not breathes and not takes)
    stays = empty or not flags & (ALLOWED | LONE_LOSES | SIMULTANEOUS)
    return not repeats(s, t, n, w, p, me, ghost, stays, flags)


@inlined
def repeats(s, t, n, w, p, me, ghost, stays, flags) -> bool:
    """Return whether the repetition rule forbids a placement that is legal without it.

    ``stays`` is True if the piece is certain not to be removed at once.
    """
    if flags & BANNED:
        banned = get_key(s, U(BAN))
        return banned != U(0) and after_placing(s, n, w, p, me, ghost, flags) == banned
    # A position with a piece on a point that never held one of its colour is new. A stone that replaces an own
    # ghost changes only the turn.
    if flags & SUPERKO and flags & GHOSTS and s[section(n, COLOUR) + p] == me + 2:
        return times_seen(t, occurrence(get_key(s, U(HASH)), 3 - me, flags)) != 0
    if flags & SUPERKO and (not stays or s[section(n, HELD) + p] & me):
        return times_seen(t, occurrence(after_placing(s, n, w, p, me, ghost, flags), 3 - me, flags)) != 0
    return False


# Effects of a move.


@inlined
def begin_string(s, n, w, p, me, flags) -> None:
    """Make a string of one stone on ``p``, with the liberties beside it; return nothing."""
    s[section(n, LABEL) + p] = np.int32(p)
    s[section(n, NEXT) + p] = np.int32(p)
    s[section(n, STONES) + p] = 1
    count, total, squares = np.int32(0), np.int32(0), np.int32(0)
    for way in range(4):
        q = beside(w, p, way)
        c = s[section(n, COLOUR) + q]
        if c == 0 or (flags & GHOSTS and c == me + 2):
            signed = I(q)
            count += np.int32(1)
            total += np.int32(signed)
            squares += np.int32(signed * signed)
    s[section(n, COUNT) + p] = count
    s[section(n, SUM) + p] = total
    s[section(n, SQUARES) + p] = squares
    if flags & HASHED:
        put_key(s, key_of_string(n, p), key_of(p, me))


@inlined
def join_neighbours(s, n, w, p, me, flags) -> np.uint64:
    """Merge the new stone with the adjacent strings of its colour; return the label."""
    label = p
    for way in range(4):
        q = beside(w, p, way)
        if s[section(n, COLOUR) + q] == me:
            other = label_of(s, n, q)
            if other != label:
                label = merge(s, n, label, other, flags)
    return label


@inlined
def clear_point(s, n, w, p, me, flags) -> None:
    """Remove the empty point or the ghost that a stone is about to replace."""
    here = s[section(n, COLOUR) + p]
    if not flags & GHOSTS or here == 0:
        take_empty(s, n, p)
        liberty_goes(s, n, w, p, 0, flags)
        return
    lists, where = section(n, LIST), section(n, WHERE)
    last = s[lists + n - U(s[GHOSTS_LIE])]
    s[GHOSTS_LIE] -= 1
    k = s[where + p]
    s[lists + U(k)] = last
    s[where + U(last)] = k
    liberty_goes(s, n, w, p, here - 2, flags)
    if flags & HASHED:
        changed = get_key(s, U(HASH)) ^ key_of(p, here - 2)
        put_key(s, U(HASH), changed)


@inlined
def remember_before(s, flags) -> None:
    """Remember the position before a placement, if simple ko is judged by position."""
    if flags & BANNED:
        put_key(s, U(BAN), get_key(s, U(HASH)))


@inlined
def capture_beside(s, n, w, p, me, took_liberty, flags) -> tuple[np.int64, np.int64]:
    """Remove the opponent's strings beside ``p`` that have lost their last liberty there.

    Return their number, and the opponent's colour if another string is newly in atari, else 0. That string lost a
    liberty here, unless not ``took_liberty``: if it had been in atari before, it would be removed.
    """
    opponent = 3 - me
    captured, in_danger = 0, 0
    for way in range(4):
        q = beside(w, p, way)
        if s[section(n, COLOUR) + q] == opponent:
            label = label_of(s, n, q)
            if s[section(n, COUNT) + label] == 0:
                captured += remove_string(s, n, w, label, flags)
            elif flags & INFORMED and took_liberty and in_atari(s, n, label):
                in_danger = opponent
    return captured, in_danger


@inlined
def hold(s, n, p, me, flags) -> None:
    """Remember that a piece of this colour has been on a point."""
    if flags & SUPERKO:
        s[section(n, HELD) + p] |= np.int32(me)


@inlined
def end_game(s, how, winner) -> None:
    """End the game."""
    s[ENDED] = how
    s[WINNER] = winner


@inlined
def close_placement(s, t, me, flags) -> None:
    """Finish a placement: update the turn, the passes in a row, and the past positions."""
    s[TO_MOVE] = 3 - me
    s[PASSES] = 0
    s[PLIES] += 1
    if flags & HISTORY:
        position = get_key(s, U(HASH))
        if note(t, occurrence(position, 3 - me, flags)) == 3 and flags & COUNTED and s[ENDED] == 0:
            end_game(s, BY_REPETITION, 0)
    if s[PLIES] >= s[MOST] and s[ENDED] == 0:
        end_game(s, BY_LENGTH, 0)


@inlined
def place_stone(s, t, n, w, p, me, flags) -> None:
    """Place a legal stone. Removed points are at the end of the list of empty points, captured before lost."""
    opponent = 3 - me
    colours = section(n, COLOUR)
    remember_before(s, flags)
    replaced, took_liberty = 0, True
    if flags & GHOSTS:
        replaced = I(s[colours + p] == opponent + 2)
        took_liberty = s[colours + p] != me + 2
    clear_point(s, n, w, p, me, flags)
    s[colours + p] = me
    hold(s, n, p, me, flags)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, me))
    begin_string(s, n, w, p, me, flags)
    label = join_neighbours(s, n, w, p, me, flags)
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
        # After the removal of the own string, the opponent's strings have all their liberties again.
        s[ATARI] = 0 if lost else in_danger | (me if in_atari(s, n, label) else 0)
    close_placement(s, t, me, flags)


@inlined
def place_ghost(s, t, n, w, p, me, flags) -> None:
    """Place a legal ghost."""
    opponent = 3 - me
    colours = section(n, COLOUR)
    remember_before(s, flags)
    take_empty(s, n, p)
    liberty_goes(s, n, w, p, opponent, flags)
    s[colours + p] = me + 2
    add_ghost(s, n, p)
    hold(s, n, p, me, flags)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, me))
    captured, in_danger = capture_beside(s, n, w, p, me, True, flags)
    if flags & INFORMED:
        s[CAPTURED] = captured
        s[REPLACED] = 0
        s[LOST] = 0
        s[ATARI] = in_danger
    close_placement(s, t, me, flags)


@inlined
def may_pass(s, me) -> bool:
    """Return whether a player has a pass left."""
    return s[BLACK_PASSES + me - 1] > 0


@inlined
def play_pass(s, t, me, flags) -> None:
    """Pass, if a pass is left."""
    s[BLACK_PASSES + me - 1] -= 1
    s[TO_MOVE] = 3 - me
    s[PASSES] += 1
    s[PLIES] += 1
    s[KO] = 0
    s[LONE] = 0
    if flags & BANNED:
        put_key(s, U(BAN), U(0))
    if flags & SITUATIONAL:
        note(t, occurrence(get_key(s, U(HASH)), 3 - me, flags))
    if flags & INFORMED:
        s[CAPTURED] = 0
        s[LOST] = 0
        s[ATARI] = 0
        s[REPLACED] = 0
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
    """Play a legal move."""
    if move == PASS:
        play_pass(s, t, me, flags)
    elif flags & GHOSTS and move < 0:
        place_ghost(s, t, n, w, U(-move), me, flags)
    else:
        place_stone(s, t, n, w, U(move), me, flags)
    end_without_moves(s, t, n, w, flags)


@inlined
def end_without_moves(s, t, n, w, flags) -> None:
    """End the game if the player to move has no legal move and loses by it, even if it has just ended by its length."""
    if flags & MUST_MOVE and (s[ENDED] == 0 or s[ENDED] == BY_LENGTH) and not has_moves(s, t, n, w, s[TO_MOVE], flags):
        end_game(s, BY_NO_MOVE, 3 - s[TO_MOVE])


@outlined
def has_moves(s, t, n, w, me, flags) -> bool:
    """Return whether a colour has a legal move, in any game."""
    if may_pass(s, me):
        return True
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags & ~NO_EYES)
        if move != I(n):
            return True
    return False


# Random moves.


@inlined
def is_own_or_border(s, colours, q, me) -> bool:
    """Return whether a point holds an own stone or is off the board."""
    c = s[colours + q]
    return c == me or c == BORDER


@inlined
def is_eye(s, n, w, p, me) -> bool:
    """Return whether an empty point has only own stones beside it, and at most one enemy diagonally, none at the
    edge.
    """
    colours = section(n, COLOUR)
    one = U(1)
    if not (
        is_own_or_border(s, colours, p - w, me)
        and is_own_or_border(s, colours, p - one, me)
        and is_own_or_border(s, colours, p + one, me)
        and is_own_or_border(s, colours, p + w, me)
    ):
        return False
    a, b = s[colours + p - w - one], s[colours + p - w + one]
    c, d = s[colours + p + w - one], s[colours + p + w + one]
    opponent = 3 - me
    enemies = I(a == opponent) + I(b == opponent) + I(c == opponent) + I(d == opponent)
    edge = a == BORDER or b == BORDER or c == BORDER or d == BORDER
    return enemies + I(edge) < 2


@inlined
def random_move(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random legal move of a game without ghosts, all equally likely, and the next random state.

    With ``NO_EYES`` it passes only if no other move is left, and fills an eye only if it cannot pass. Without any
    move it returns ``n``, which is none.
    """
    lists, where = section(n, LIST), section(n, WHERE)
    left = U(s[EMPTIES])
    passing = U(1) if may_pass(s, me) and not flags & NO_EYES else U(0)
    eye = I(n)
    while left + passing > U(0):
        x = following(x)
        k = below(x, left + passing)
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
    """Return the number of choices, legal or not, without the pass."""
    if flags & GHOSTS:
        return U(2 * s[EMPTIES] + s[GHOSTS_LIE])
    return U(s[EMPTIES])


@inlined
def choice_at(s, t, n, w, me, k, flags) -> np.int64:
    """Return the k-th choice, if it is legal; else ``n``, which is no move.

    Stones on empty points come first, then ghosts on empty points, then stones on ghosts.
    """
    lists = section(n, LIST)
    empties = U(s[EMPTIES])
    ghost = False
    if flags & GHOSTS and k >= empties:
        k -= empties
        ghost = k < empties
        k = k if ghost else n - U(1) - (k - empties)
    p = U(s[lists + k])
    if flags & NO_EYES and (is_eye(s, n, w, p, me) or (flags & GHOSTS and s[section(n, COLOUR) + p] == me + 2)):
        return I(n)
    if not legal_placement(s, t, n, w, p, me, ghost, flags):
        return I(n)
    return -I(p) if ghost else I(p)


@outlined
def any_choice(s, t, n, w, me, passing, x, flags) -> np.int64:
    """Return one of all legal choices, each equally likely; ``n`` if there is none.

    ``passing`` is 1 if the pass is one of them, else 0.
    """
    found, kept = passing, I(PASS) if passing else I(n)
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags)
        if move != I(n):
            found += U(1)
            x = following(x)
            if below(x, found) == U(0):
                kept = move
    return kept


DRAWS = 64
"""Number of draws of a choice before all choices are enumerated."""


@inlined
def random_move_with_ghosts(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random legal move of any game: draw choices until one is legal, and finally enumerate all of them.

    If it may neither pass nor fill an eye it returns ``n``.
    """
    choices = count_choices(s, flags)
    passing = U(1) if may_pass(s, me) and not flags & NO_EYES else U(0)
    if choices + passing > U(0):
        for _ in range(DRAWS):
            x = following(x)
            k = below(x, choices + passing)
            if k == choices:
                return I(PASS), x
            move = choice_at(s, t, n, w, me, k, flags)
            if move != I(n):
                return move, x
    x = following(x)
    kept = any_choice(s, t, n, w, me, passing, x, flags)
    if kept == I(n) and may_pass(s, me):
        return I(PASS), x
    return kept, x


# Counting.


@inlined
def area(s, n, w) -> tuple[np.int64, np.int64]:
    """Return the points of Black and of White: pieces, and empty points from which only one colour is reached."""
    colours, seen, stack, lists = section(n, COLOUR), section(n, LABEL), section(n, STACK), section(n, LIST)
    black, white = standing(s, n)
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
                q = beside(w, p, way)
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
def standing(s, n) -> tuple[np.int64, np.int64]:
    """Return the numbers of black and white pieces on the board."""
    black, white = 0, 0
    for p in range(n):
        c = s[section(n, COLOUR) + U(p)]
        black += (c == 1) + (c == 3)
        white += (c == 2) + (c == 4)
    return black, white


@inlined
def points(s, n, w, territory) -> tuple[np.int64, np.int64]:
    """Return the points of Black and White: area, or surrounded points and prisoners."""
    black, white = area(s, n, w)
    if territory:
        black_stands, white_stands = standing(s, n)
        black += s[LOST_WHITE] - black_stands
        white += s[LOST_BLACK] - white_stands
    return black, white


@inlined
def settle(s, n, w, komi, scoring) -> tuple[np.int64, float]:
    """Return the winner of a game that has ended, 1 for Black, -1 for White, 0 for a draw; and Black less White, without
    komi, NaN if it is not scored.
    """
    winner, score = I((0, 1, -1)[s[WINNER]]), np.nan
    if scoring != 0:
        black, white = points(s, n, w, scoring == 2)
        score = float(black - white)
        if s[WINNER] == 0 and s[ENDED] != BY_REPETITION:
            winner = I(score > komi) - I(score < komi)
    return winner, score


# Whole games.


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
    """Play a game for every seed; write their numbers of moves, scores and winners.

    Args:
        template: int32. The state before the first move.
        s, t: Room for a state, and for past positions.
        scoring: 0 for none, 1 for area, 2 for territory.
        choose: ``random_move`` or ``random_move_with_ghosts``.
    """
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
        play_to_end(s, t, n, w, mixed(seeds[game]), flags, choose)
        if flags & INFORMED:
            told += s[CAPTURED] + s[ATARI]
        plies[game] = s[PLIES]
        winners[game], scores[game] = settle(s, n, w, komi, scoring)
    return told


# Counting sequences of moves.


@inlined
def copy_row(source, target) -> None:
    """Copy an array element by element, since numba needs its runtime to copy whole arrays."""
    for k in range(U(source.size)):
        target[k] = source[k]


@inlined
def count_sequences(states, tables, tried, flags, complete) -> np.int64:
    """Count the sequences of as many moves as there are rows, from the state in the first row.

    Or the ``complete`` ones, which two passes end; then there is a row for every move of the longest game.

    Args:
        states: int32[moves, cells]. All rows but the first are overwritten.
        tables: uint64[moves, places]. Likewise for past positions.
        tried: uint64[moves]. Room for the numbers of the moves: stones by their cell, the pass at ``n``, ghosts at
            ``n`` plus their cell. Its first entry is 1.
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


# Ownership of points.


@inlined
def owner(s, n, w, p) -> np.int64:
    """Return the owner of a point of a finished game: 1 Black, -1 White, 0 none. An empty point belongs to the
    only colour around.
    """
    colours = section(n, COLOUR)
    c = s[colours + p]
    if c != 0:
        return I(1) if c & 1 else I(-1)
    touched = 0
    for way in range(4):
        c = s[colours + beside(w, p, way)]
        if c == 0:
            return I(0)
        if c != BORDER:
            touched |= 1 if c & 1 else 2
    return (I(0), I(1), I(-1), I(0))[touched]


@inlined
def sum_owners(template, before, s, t, seeds, balance, flags) -> None:
    """Play a game for every seed from a position, and sum the owner of every point at the end.

    Args:
        template, before: The state from which every game begins, and past positions.
        s, t: Room for both.
        balance: int32[points], row by row from the lower left corner; added to.
    """
    n, w, width = U(template[N]), U(template[W]), U(template[WIDTH])
    for game in range(seeds.size):
        copy_row(template, s)
        copy_row(before, t)
        play_to_end(s, t, n, w, mixed(seeds[game]), flags, random_move_with_ghosts)
        for k in range(balance.size):
            p = w + w * (U(k) // width) + U(1) + U(k) % width
            balance[k] += owner(s, n, w, p)


# Set-up.


@inlined
def lay(s, n, w, p, cell, flags) -> None:
    """Place a piece on an empty point, as before the game: nothing is captured. A ghost is a cell of 3 or 4."""
    colour = cell
    if flags & GHOSTS and cell > 2:
        colour = cell - 2
        take_empty(s, n, p)
        liberty_goes(s, n, w, p, 3 - colour, flags)
        s[section(n, COLOUR) + p] = cell
        add_ghost(s, n, p)
    else:
        clear_point(s, n, w, p, colour, flags)
        s[section(n, COLOUR) + p] = colour
        begin_string(s, n, w, p, colour, flags)
        join_neighbours(s, n, w, p, colour, flags)
    hold(s, n, p, colour, flags)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, colour))


@inlined
def begin_history(s, t, flags) -> None:
    """Start the past positions with the present one only."""
    if flags & HISTORY:
        t[:] = U(0)
        note(t, occurrence(get_key(s, U(HASH)), s[TO_MOVE], flags))


@inlined
def set_up(s, t, cells, flags) -> None:
    """Set up a position on the empty board of the state. Every string of it must have a liberty.

    Args:
        cells: int8[width * height], row by row from the lower left corner, see ``yurei.rules.board``.
    """
    n, w, width = U(s[N]), U(s[W]), U(s[WIDTH])
    for k in range(cells.size):
        cell = I(cells[k])
        p = w + w * (U(k) // width) + U(1) + U(k) % width
        if cell:
            lay(s, n, w, p, cell, flags)
    begin_history(s, t, flags)


# Sight: the points that the stones of a colour see under a referee with sight.


@inlined
def add_points(seen, first, past) -> None:
    """Add the points from ``first`` to before ``past`` to a set, one bit a point."""
    while first < past:
        word, place = first >> U(6), first & U(63)
        count = min(past - first, U(64) - place)
        # A shift by 64 does nothing: so shift all 64 bits down to ``count`` of them instead.
        seen[word] |= (~U(0) >> (U(64) - count)) << place
        first += count


@inlined
def see_around(s, k, sight, seen) -> None:
    """Add the points that a stone on ``k`` sees to a set of points."""
    width, height, far = I(s[WIDTH]), I(s[HEIGHT]), I(sight)
    row, column = I(k) // width, I(k) % width
    for other in range(max(I(0), row - far), min(height - 1, row + far) + 1):
        across = far - abs(other - row)
        first, last = max(I(0), column - across), min(width - 1, column + across)
        add_points(seen, U(other * width + first), U(other * width + last + 1))


@inlined
def points_in_sight(s, me, sight, seen) -> None:
    """Find the points within sight of the stones of a colour. Ghosts see nothing.

    Args:
        s: A game; read, never written.
        me: 1 for Black's stones, 2 for White's.
        sight: How far a stone sees along the grid, 1 or more.
        seen: uint64[(width * height + 63) // 64]. Receives the points, A1 the lowest bit, row by row.
    """
    n, w, width = U(s[N]), U(s[W]), U(s[WIDTH])
    seen[:] = U(0)
    for k in range(width * U(s[HEIGHT])):
        if s[section(n, COLOUR) + w + w * (U(k) // width) + U(1) + U(k) % width] == me:
            see_around(s, k, sight, seen)


# Many games, step by step.


@inlined
def mask(s, t, n, w, board_of, size, legal, flags) -> None:
    """Write which actions are allowed; none after the end."""
    for k in range(U(legal.size)):
        legal[k] = 0
    if s[ENDED] != 0:
        return
    me = s[TO_MOVE]
    for k in range(count_choices(s, flags)):
        move = choice_at(s, t, n, w, me, U(k), flags)
        if move != I(n):
            legal[U(board_of[U(abs(move))]) + (size if move < 0 else U(0))] = 1
    legal[legal.size - 1] = may_pass(s, me)


MANY = 512
"""Number of games from which on their states exceed a processor's second-level cache."""
LINE = 64
"""Bytes of a cache line."""


@inlined
def fetch_state(n, s, flags) -> None:
    """Prefetch the state of the game that is stepped next."""
    for k in range(U(0), section(n, U(SECTIONS) if flags & SUPERKO else STACK), U(LINE // 4)):
        fetch_to_read(s, k)


@inlined
def fetch_bytes(row) -> None:
    """Prefetch a row of bytes that is written next."""
    for k in range(U(0), U(row.size), U(LINE // row.itemsize)):
        fetch_to_write(row, k)
