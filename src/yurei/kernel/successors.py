"""Finds the states after one try from many possible states, given what a listener was told of the try.

A state is a row of words, uint64[width]; two states have the same future if and only if their rows are equal:

- the pieces, as sets of points in the order of ``judging.STANDS``: black stones, white stones, then with ghosts
  black ghosts and white ghosts; each has ``many = (points + 63) // 64`` words;
- one word: the cell that simple ko forbids, or 0; from bit 16 the number of black stones removed, and from bit 40
  that of white stones, if prisoners are scored;
- if the rules are ``BANNED``: the positions that the player to move, and the other, may not make, or 0; where a refused
  try does not end the turn, only the first, and only if a placement would make it;
- the past positions of this state that are kept, as ``core.note_position`` writes them, descending, then zeros.

Whose turn it is and the numbers of passes are known to all, so they are the same for all states: they are in
``template``. Refused tries have no later effect, and are not part of a state.

Only the past positions in ``kept`` are remembered. A placement that makes a position which stood before in any
state, and which is not kept, is reported in ``more``: the caller then restarts, and keeps that position too.
"""

import numpy as np

from yurei.kernel import core, judging
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, W, inlined, outlined

TERRITORY = 2
WANTED_BLACK, WANTED_WHITE = judging.TOLD, judging.TOLD + 1
"""Two more fields of a message: the points of Black and White at the end; -1 if they were not counted."""
WANTED = judging.TOLD + 2

FOUND, MADE, MORE = range(3)
"""Counts: states found; states made, including those that do not fit and duplicates; further positions to keep."""


@inlined
def planes_of(flags) -> np.uint64:
    return U(4 if flags & core.GHOSTS else 2)


@inlined
def contains_key(keys, key) -> bool:
    """Return whether a sorted array holds a key."""
    first, past = I(0), I(keys.size)
    while first < past:
        middle = (first + past) >> 1
        if keys[middle] == key:
            return True
        first, past = (middle + 1, past) if keys[middle] < key else (first, middle)
    return False


@inlined
def restore_game(template, blank, s, words, cells, row, listener) -> None:
    """Set up the arrays of a game from a state.

    ``template`` and ``blank`` are the numbers and the words of a game with an empty board, with the turn, the passes
    and the listener's own board of all states; ``cells``, int8[points], is room for a board.
    """
    core.copy_row(template, s)
    core.copy_row(blank, words)
    n, many = U(s[N]), judging.words_of_a_mask(s)
    facts = judging.facts_of(n)
    flags, t = I(s[facts + U(judging.FLAGS)]), words[judging.past_positions_index(many) :]
    planes = planes_of(flags)
    for j in range(planes * many):
        words[U(j)] = row[U(j)]
    for k in range(U(cells.size)):
        cell = U(0)
        for plane in range(planes):
            cell += (U(plane) + U(1)) * ((row[U(plane) * many + (k >> U(6))] >> (k & U(63))) & U(1))
        cells[k] = cell
    core.set_up(s, t, cells, flags)
    place = planes * many
    if not flags & core.HASHED:
        s[core.KO] = row[place] & U(0xFFFF)
    s[core.LOST_BLACK] = (row[place] >> U(16)) & U(0xFFFFFF)
    s[core.LOST_WHITE] = row[place] >> U(40)
    place += U(1)
    if flags & core.BANNED:
        core.put_key(s, U(core.BAN), row[place])
        core.put_key(s, facts + U(judging.OTHER_BAN), row[place + U(1)])
        place += U(2)
    if flags & core.HISTORY:
        t[:] = U(0)
        for each in range(place, U(row.size)):
            for _ in range(row[each] & U(3)):
                core.note_position(t, row[each])
        if flags & core.SUPERKO and place < U(row.size):
            for k in range(U(cells.size)):  # the pieces that were on each point before are not known
                s[core.section(n, core.HELD) + core.cell_of(s, k)] = 3
    if s[facts + U(judging.FAR)] != 0 and listener < 2:
        judging.look_for(s, words, many, listener + 1, I(s[facts + U(judging.FAR)]))


@outlined
def is_ban_met(s, t, n, w, size, me, flags) -> bool:
    """Return whether the position banned by simple ko forbids a placement of this colour that is otherwise legal."""
    ban = core.get_key(s, U(core.BAN))
    if ban == U(0):
        return False
    for k in range(size):
        p = core.cell_of(s, U(k))
        here = s[core.section(n, core.COLOUR) + p]
        for kind in range(2 if flags & core.GHOSTS else 1):
            ghost = kind == 1
            if here == 0 or (here > 2 and not ghost):
                allowed = core.legal_placement(s, t, n, w, p, me, ghost, flags)
                core.put_key(s, U(core.BAN), U(0))
                met = not allowed and core.legal_placement(s, t, n, w, p, me, ghost, flags)
                core.put_key(s, U(core.BAN), ban)
                if met:
                    return True
    return False


@inlined
def put_bans(s, t, n, w, facts, size, flags, row, place) -> None:
    """Write the positions banned by simple ko into a state, except bans that can have no effect."""
    if s[facts + U(judging.RULING)] & judging.LOSES_TURN:
        # A ban that has no effect now may have one after a placement and a lost turn.
        row[place], row[place + U(1)] = core.get_key(s, U(core.BAN)), core.get_key(s, facts + U(judging.OTHER_BAN))
    else:  # the other's ban is replaced before that colour's next turn
        met = is_ban_met(s, t, n, w, size, I(s[core.TO_MOVE]), flags)
        row[place], row[place + U(1)] = core.get_key(s, U(core.BAN)) if met else U(0), U(0)


@inlined
def put_past(row, place, before, kept, key, noted) -> None:
    """Write past positions into a state: those of the state before, and ``key`` if ``noted`` and among ``kept``."""
    for each in range(place, U(row.size)):
        row[each] = before[each] if each < U(before.size) else U(0)
    if noted and contains_key(kept, key):
        each = place
        while row[each] != U(0) and row[each] & ~U(3) != key:
            each += U(1)
        if row[each] == U(0):
            row[each] = key | U(1)
            while each > place and row[each - U(1)] < row[each]:
                row[each - U(1)], row[each] = row[each], row[each - U(1)]
                each -= U(1)
        elif row[each] & U(3) != U(3):
            row[each] += U(1)


@inlined
def present_key(s, flags) -> np.uint64:
    """Return the key of the present position or situation, as the table of past positions stores it."""
    return core.key_in_table(core.get_repetition_key(core.get_key(s, U(core.HASH)), s[core.TO_MOVE], flags))


@inlined
def put_state(s, words, row, before, kept, placed) -> None:
    """Write a game after a try as a state into ``row``; ``placed``: whether the try was an accepted placement."""
    n, w, many = U(s[N]), U(s[W]), judging.words_of_a_mask(s)
    facts = judging.facts_of(n)
    flags, t = I(s[facts + U(judging.FLAGS)]), words[judging.past_positions_index(many) :]
    place = planes_of(flags) * many
    for j in range(place):
        row[U(j)] = words[U(j)]
    row[place] = U(0) if flags & core.HASHED else U(s[core.KO])
    if s[facts + U(judging.SCORING)] == TERRITORY:
        row[place] |= U(s[core.LOST_BLACK]) << U(16) | U(s[core.LOST_WHITE]) << U(40)
    place += U(1)
    if flags & core.BANNED:
        put_bans(s, t, n, w, facts, I(s[core.WIDTH]) * I(s[core.HEIGHT]), flags, row, place)
        place += U(2)
    if flags & core.HISTORY:
        put_past(row, place, before, kept, present_key(s, flags), placed or flags & core.SITUATIONAL != 0)


@inlined
def is_new(states, places, count) -> bool:
    """Return whether the state in row ``count`` is new; if so, add it to ``places``.

    ``places`` is int32[a power of two]: one more than the row of a state, by its hash; 0 if there is none.
    """
    row, mark = states[count], U(0)
    for each in range(U(row.size)):
        mark = (mark ^ row[each]) * U(0x9E3779B97F4A7C15)
        mark ^= mark >> U(32)
    last = U(places.size - 1)
    place = mark & last
    while places[place] != 0:
        other, same = states[U(places[place] - 1)], True
        for each in range(U(row.size)):
            same &= other[each] == row[each]
        if same:
            return False
        place = (place + U(1)) & last
    places[place] = count + U(1)
    return True


@inlined
def matches_message(s, words, listener, told, sets, appeared) -> bool:
    """Return whether what a game tells a listener of its last try is equal to ``told``, ``sets`` and ``appeared``.

    ``told`` is int32[``WANTED``], the fields of what was told, and the points at the end; ``sets``
    uint64[``SETS * many``]; ``appeared`` int64[any, 2], the points and cells of the pieces that appeared.
    """
    n, many = U(s[N]), judging.words_of_a_mask(s)
    facts, heard = judging.facts_of(n), judging.told_to(n, U(listener))
    same = s[heard + U(judging.OUTCOME)] == told[judging.OUTCOME]
    for field in range(judging.WHY, judging.SAID):  # the reason, numbers of removed pieces, ataris
        same &= s[heard + U(field)] == told[field]
    same &= (s[heard + U(judging.HOW)] == told[judging.HOW]) & (s[heard + U(judging.WHO)] == told[judging.WHO])
    if told[WANTED_BLACK] >= 0:
        same &= s[facts + U(judging.BLACK_POINTS)] == told[WANTED_BLACK]
        same &= s[facts + U(judging.WHITE_POINTS)] == told[WANTED_WHITE]
    first = (judging.TOLD_POINTS + judging.SETS * U(listener)) * many
    for j in range(U(sets.size)):
        same &= words[first + j] == sets[j]
    for each in range(appeared.shape[0]):
        same &= s[core.section(n, core.COLOUR) + core.cell_of(s, U(appeared[each, 0]))] == appeared[each, 1]
    return same


@inlined
def move_of(s, facts, size, action) -> np.int64:
    """Return an action as a move: a point for a stone, its negative for a ghost, 0 for a pass."""
    if action == I(s[facts + U(judging.ACTIONS)]) - 1:
        return I(core.PASS)
    return -I(core.cell_of(s, U(action - size))) if action >= size else I(core.cell_of(s, U(action)))


@inlined
def add_repeated(position, me, flags, past, counts) -> None:
    """Add a position made by ``me`` to the further positions to keep, if it occurred before in any state."""
    kept, seen, more = past
    key = core.key_in_table(core.get_repetition_key(position, 3 - me, flags))
    if contains_key(seen, key) and not contains_key(kept, key) and core.note_position(more, key) == 1:
        counts[MORE] += 1


@inlined
def report_next(s, t, n, w, size, flags, past, counts) -> None:
    """Call ``add_repeated`` for each position that the player to move can make, on which it depends whether they can move."""
    me = I(s[core.TO_MOVE])
    for k in range(size):
        p = core.cell_of(s, U(k))
        here = s[core.section(n, core.COLOUR) + p]
        for kind in range(2 if flags & core.GHOSTS else 1):
            if (here == 0 or (here > 2 and kind == 0)) and core.legal_placement(s, t, n, w, p, me, kind == 1, flags):
                made = core.key_after_placing(s, n, w, p, me, kind == 1, flags)
                add_repeated(made, me, flags, past, counts)


@inlined
def refused_try(s, t, n, w, facts, size, flags, tried, why, past, counts) -> np.int64:
    """Return the first of the actions ``tried`` that is refused for reason ``why`` (0: any); -1 if there is none."""
    me = I(s[core.TO_MOVE])
    for each in range(tried.size):
        reason = judging.reason_against(s, t, n, w, move_of(s, facts, size, tried[each]), me, flags)
        if reason != 0 and (why == 0 or reason == why):
            return tried[each]
    if flags & core.HISTORY:
        for each in range(tried.size):
            move = move_of(s, facts, size, tried[each])
            if move != core.PASS and judging.reason_against(s, t, n, w, move, me, flags) == 0:
                add_repeated(
                    core.key_after_placing(s, n, w, U(abs(move)), me, move < 0, flags), me, flags, past, counts
                )
    return I(-1)


@entry
def successors(games, cells, listener, heard, tried, states, past, found, counts) -> np.int64:
    """Find all states that can follow some states after one try of which a listener was told ``heard``.

    Args:
        games: ``template`` and ``blank``, see ``restore_game``; the numbers and words of two games, written.
        cells: int8[points]. Room for a board.
        listener: 0 Black, 1 White, 2 the audience.
        heard: What was told, see ``matches_message``: ``told``, ``sets`` and ``appeared``.
        tried: int64[any]. The actions that may have been tried.
        states: uint64[count, width]. The states before.
        past: uint64 arrays: sorted, the past positions that are kept; sorted, those that stood before in any state;
            a table as of ``core.note_position`` for positions to keep too.
        found: uint64[room, at least width], the states after; uint64[room], their present positions; int32[a power
            of two], see ``is_new``. All are written.
        counts: int64[3]. ``FOUND``, ``MADE`` and ``MORE``; added to.

    Returns:
        int64. Number of states whose successors were found; there was no room for those of the others.
    """
    template, blank, s, words, after, after_words = games
    told, sets, appeared = heard
    states_after, keys, places = found
    n, w, many = U(template[N]), U(template[W]), judging.words_of_a_mask(template)
    facts, size = judging.facts_of(n), U(cells.size)
    flags = I(template[facts + U(judging.FLAGS)])
    loses_turn = I(template[facts + U(judging.RULING)]) & judging.LOSES_TURN
    t, after_t = words[judging.past_positions_index(many) :], after_words[judging.past_positions_index(many) :]
    illegal, place = told[judging.OUTCOME] == judging.ILLEGAL, told[judging.OUTCOME] == judging.MOVED
    for index in range(I(len(states))):
        if counts[FOUND] + tried.size > len(states_after):
            return I(index)
        restore_game(template, blank, s, words, cells, states[index], listener)
        me = I(s[core.TO_MOVE])
        refused = I(-1)
        if illegal:
            refused = refused_try(s, t, n, w, facts, I(size), flags, tried, told[judging.WHY], past, counts)
            if refused >= 0 and not loses_turn:
                row = states_after[counts[FOUND]]
                for each in range(U(row.size)):
                    row[each] = states[index, each] if each < U(states.shape[1]) else U(0)
                keys[counts[FOUND]] = present_key(s, flags)
                counts[FOUND] += 1
                counts[MADE] += 1
                continue
        for each in range(tried.size):
            action = tried[each]
            if illegal:
                if action != refused:
                    continue
            elif judging.reason_against(s, t, n, w, move_of(s, facts, I(size), action), me, flags) != 0:
                continue
            core.copy_row(s, after)
            core.copy_row(words, after_words)
            judging.attempt(after, after_words, action)
            counts[MADE] += 1
            if flags & core.HISTORY and place:
                add_repeated(core.get_key(after, U(core.HASH)), me, flags, past, counts)
                if flags & core.MUST_MOVE and flags & core.SUPERKO and after[core.ENDED] == 0:
                    report_next(after, after_t, n, w, size, flags, past, counts)
            if matches_message(after, after_words, listener, told, sets, appeared):
                found_now = U(counts[FOUND])
                put_state(after, after_words, states_after[found_now], states[index], past[0], place)
                if is_new(states_after, places, found_now):
                    keys[found_now] = present_key(after, flags)
                    counts[FOUND] += 1
    return I(len(states))
