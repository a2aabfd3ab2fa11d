"""The compiled referee: judges tries, and writes what Black, White and the audience are told.

A game is two rows of memory, and a copy of it is a copy of both:

``numbers``: int32[``HEADER + SECTIONS * n + FACTS + 3 * TOLD``], where ``n`` is ``numbers[N]``. First the state of
``yurei.kernel.core``, so that functions of a state accept this row. Then, from ``facts = section(n, SECTIONS)``, the
facts of the game: ``numbers[facts + FLAGS]`` and so on, in the order below. Then what was told of the last try, one row
of ``TOLD`` fields for Black, White and the audience.

``words``: uint64[``MASKS * many + places``], ``many = (points + 63) // 64``. First sets of points, a bit a point, A1 the
lowest bit of the first word: ``words[mask * many]`` and the following words. Then past positions (``places``, a power
of two; 1 if none are remembered).

An action is a number: a stone on every point, row by row from A1, then a ghost on every point if there are ghosts,
then the pass, last the resignation.

It holds the true board: for worlds imagined by a search, or for an arena, never for a server. What listeners are told
is defined in ``yurei.referee``; a test holds both equal, try by try.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from yurei.errors import BadValue
from yurei.kernel import core
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, W, inlined

CHECKED = os.environ.get("YUREI_CHECK") == "1"  # the cache takes it into account

# Bits of a game's ``RULING``.
ALL_HEAR_POINTS, ALL_HEAR_COUNT, OWNER_HEARS_POINTS = 1, 2, 4
VANISHES, SAYS_ATARI, SAYS_REASONS, SAYS_LONE_SELF_ATARI = 8, 16, 32, 64
LOSES_TURN, SHOWS_ALL, OWNER_HEARS_COUNT = 128, 256, 512

# The facts of a game.
FLAGS, RULING, FAR, SCORING, KOMI, ACTIONS, REFUSALS, PASS_REFUSED = range(8)
"""The rules and the referee as bits; the distance that a stone sees; the scoring; komi in half points; number of
actions, without the resignation; number of refused tries in this turn, and whether a pass was refused.
"""
BLACK_PASSED, WHITE_PASSED, BLACK_POINTS, WHITE_POINTS = range(8, 12)
"""Numbers of passes of both colours; their points at the end, without komi, -1 if they were not counted."""
OTHER_BAN = 12  # if the rules are ``BANNED``: key of the position that the other player may not make, two cells
REASON = 14  # the true reason why the last try was illegal; 0 for a move
FACTS = 16

# Fields of the last try, as told to a listener; -1 if this referee does not tell it.
OUTCOME, MOVER, TRIED, WHY, CAPTURED_COUNT, LOST_COUNT, ON_OPPONENT, ON_MOVER, SAID, TURN, HOW, WHO = range(12)
"""Outcome; mover; action; reason; numbers of removed pieces; ataris; the told sets of points, as bits; seat to
move, 0 after the end; how the game ended, and the winner.
"""
TOLD = 12
LISTENERS = 3

# Outcomes of a try.
MOVED, ILLEGAL, PASSED, RESIGNED = range(1, 5)

# Reasons why a try is illegal, in the order in which they are checked.
OPPONENT_STONE, OWN_STONE, GHOST, NO_LIBERTY, SUICIDE, BY_KO, REPETITION, NO_PASSING = range(1, 9)
OVER, NO_ACTION, BAD_ROWS = -1, -2, -3
"""Results of ``attempt`` for an impossible call, which leaves the game unchanged."""
BAD_WORLD = -(2**20)  # code of ``begin`` with ``YUREI_CHECK=1`` for arrays of wrong length

BY_RESIGNATION = 16  # a way in which a game ends, in addition to those in ``core``

# Sets of points.
STANDS, ON_OWN_BOARD, IN_SIGHT, REFUSED, WENT, TOLD_POINTS = map(U, (0, 4, 8, 10, 12, 14))
"""Sets of points. Pieces on the board: black stones, white stones, black ghosts, white ghosts. The same on their
owner's board. Points in sight of Black's and of White's stones. Refused stones and ghosts of the player to move in
this turn. Stones of the opponent and of the mover removed by the last move. Then five sets for each listener:
"""
SETS = U(5)
CAPTURED_POINTS, LOST_POINTS, VANISHED, APPEARED, GONE = map(U, range(5))
MASKS = 29

# Fields of a moment of a game, for ``begin``.
M_TO_MOVE, M_KO, M_PASSES, M_BLACK_PASSED, M_WHITE_PASSED, M_LOST_BLACK, M_LOST_WHITE, M_PLIES = range(8)
MOMENT = 8


@inlined
def facts_of(n) -> np.uint64:
    return core.section(n, U(core.SECTIONS))


@inlined
def told_to(n, listener) -> np.uint64:
    """Return the index in a game's numbers of the first field told to a listener: 0 Black, 1 White, 2 the audience."""
    return facts_of(n) + U(FACTS) + U(TOLD) * U(listener)


@inlined
def words_of_a_mask(numbers) -> np.uint64:
    """Return the number of 64-bit words that hold a set of points."""
    return (U(numbers[core.WIDTH]) * U(numbers[core.HEIGHT]) + U(63)) >> U(6)


@inlined
def past_positions_index(many) -> np.int64:
    """Return the index in a game's words at which the table of past positions begins."""
    return I(U(MASKS) * many)


@inlined
def put_point(words, mask, many, k) -> None:
    words[mask * many + (k >> U(6))] |= U(1) << (k & U(63))


@inlined
def take_point(words, mask, many, k) -> None:
    words[mask * many + (k >> U(6))] &= ~(U(1) << (k & U(63)))


@inlined
def is_bad_size(numbers, words, many, n) -> bool:
    """Return whether the arrays ``numbers`` and ``words`` have lengths that do not fit a game."""
    if U(numbers.size) != told_to(n, U(LISTENERS)) or U(words.size) <= U(MASKS) * many:
        return True
    places = U(words.size) - U(MASKS) * many
    return places & (places - U(1)) != U(0)


# Reasons against a try.


@inlined
def is_suicide(s, n, w, p, me, flags) -> bool:
    """Return whether a stone on an empty point or a ghost would be a suicide that the rules forbid."""
    if flags & (core.ALLOWED | core.LONE_LOSES):
        return False
    here, opponent = s[core.section(n, core.COLOUR) + p], 3 - me
    lives = False
    for way in range(4):
        q = core.neighbour(w, p, way)
        c = s[core.section(n, core.COLOUR) + q]
        atari = core.in_atari(s, n, core.label_of(s, n, q))
        lives |= (c == 0) | (c == me + 2) | ((c == me) & ((here == opponent + 2) | (not atari)))
        lives |= (c == opponent) & (here != me + 2) & atari
    return not lives


@inlined
def reason_against(s, t, n, w, move, me, flags) -> np.int64:
    """Return the reason why a move is illegal, or 0. A move is a point, negative for a ghost; 0 is the pass."""
    if move == core.PASS:
        return I(0) if core.may_pass(s, me) else I(NO_PASSING)
    p, ghost = U(abs(move)), move < 0
    here = s[core.section(n, core.COLOUR) + p]
    if here == 3 - me:
        return I(OPPONENT_STONE)
    if here == me:
        return I(OWN_STONE)
    if ghost:
        if here != 0:
            return I(GHOST)
        alone = True
        for way in range(4):
            alone &= s[core.section(n, core.COLOUR) + core.neighbour(w, p, way)] != me
        if alone:
            return I(NO_LIBERTY)
    if core.legal_placement(s, t, n, w, p, me, ghost, flags):
        return I(0)
    if not ghost and is_suicide(s, n, w, p, me, flags):
        return I(SUICIDE)
    return I(REPETITION) if flags & core.SUPERKO else I(BY_KO)


@inlined
def lose_turn(s, t, facts, me, flags) -> None:
    """Give the turn to the opponent after a refused try; this is "neither a pass ... nor a placement"."""
    s[core.TO_MOVE] = 3 - me
    s[core.PASSES] = 0
    if flags & core.BANNED:
        banned = core.get_key(s, U(core.BAN))
        core.put_key(s, U(core.BAN), core.get_key(s, facts + U(OTHER_BAN)))
        core.put_key(s, facts + U(OTHER_BAN), banned)
    if flags & core.SITUATIONAL:
        core.note_position(t, core.get_repetition_key(core.get_key(s, U(core.HASH)), 3 - me, flags))
    core.end_without_moves(s, t, U(s[N]), U(s[W]), flags)


# Pieces on the board, and what is seen of them.


@inlined
def look_for(s, words, many, me, far) -> None:
    """Compute the points that the stones of a colour see, and store them in the game's words."""
    first = I((IN_SIGHT + U(me - 1)) * many)
    core.points_in_sight(s, me, far, words[first : first + I(many)])


@inlined
def shown_pieces_word(words, many, j, listener, ruling) -> np.uint64:
    """Return word ``j`` of the set of points with pieces that a listener sees beyond their own board."""
    black = words[STANDS * many + j] | words[(STANDS + U(2)) * many + j]
    white = words[(STANDS + U(1)) * many + j] | words[(STANDS + U(3)) * many + j]
    if ruling & SHOWS_ALL:
        if listener == 0:
            return white
        return black if listener == 1 else black | white
    if listener == 0:
        return white & words[IN_SIGHT * many + j]
    if listener == 1:
        return black & words[(IN_SIGHT + U(1)) * many + j]
    return U(0)


@inlined
def remember_shown(words, many, ruling) -> None:
    """Store the pieces that each listener sees before a move in the set ``GONE``, for ``tell_points`` to compare."""
    for listener in range(LISTENERS):
        gone = (TOLD_POINTS + SETS * U(listener) + GONE) * many
        for j in range(many):
            words[gone + j] = shown_pieces_word(words, many, j, listener, ruling)


@inlined
def move_pieces(s, n, words, many, k, me, here, ghost) -> None:
    """Update the sets of pieces on the board after a placement, and write the sets of captured and lost stones."""
    if here > 2:
        take_point(words, STANDS + U(here - 1), many, k)
    put_point(words, STANDS + U(me + 1 if ghost else me - 1), many, k)
    empties = U(s[core.EMPTIES])
    taken, given = U(s[core.CAPTURED] - s[core.REPLACED]), U(s[core.LOST])
    for place in range(empties - taken - given, empties):
        p = U(s[core.section(n, core.LIST) + U(place)])
        q = (p // U(s[W]) - U(1)) * U(s[core.WIDTH]) + p % U(s[W]) - U(1)
        if U(place) < empties - given:
            put_point(words, WENT, many, q)
            take_point(words, STANDS + U(2 - me), many, q)
        else:
            put_point(words, WENT + U(1), many, q)
            take_point(words, STANDS + U(me - 1), many, q)


@inlined
def move_eyes(s, words, many, k, me, ghost, far) -> None:
    """Update the points in sight of both colours after a placement."""
    if s[core.CAPTURED] - s[core.REPLACED] > 0:
        look_for(s, words, many, 3 - me, far)
    if s[core.LOST] > 0:
        look_for(s, words, many, me, far)
    elif not ghost:
        first = I((IN_SIGHT + U(me - 1)) * many)
        core.see_around(s, k, far, words[first : first + I(many)])


# Telling the listeners.


@inlined
def tell_points(words, many, listener, me, placed, k, here, ghost, ruling) -> None:
    """Write the sets of points that a listener is told of a try, and update the listener's own board."""
    opponent, colour = 3 - me, (listener + 1) % LISTENERS
    sets = (TOLD_POINTS + SETS * U(listener)) * many
    for j in range(many):
        point = U(1) << (k & U(63)) if placed and k >> U(6) == j else U(0)
        taken, given = words[WENT * many + j], words[(WENT + U(1)) * many + j]
        replaced = point if here == opponent + 2 else U(0)
        stones, ghosts = U(0), U(0)
        if colour != 0:
            stones = words[(ON_OWN_BOARD + U(colour - 1)) * many + j]
            ghosts = words[(ON_OWN_BOARD + U(colour + 1)) * many + j]
        if colour == me:
            # "What a seat places lies on its own board."
            stones = (stones & ~point) | (U(0) if ghost else point)
            ghosts = (ghosts & ~point) | (point if ghost else U(0))
        captured, lost, vanished = U(0), U(0), U(0)
        if ruling & ALL_HEAR_POINTS:
            captured, lost = taken | replaced, given
        elif ruling & OWNER_HEARS_POINTS:
            if colour == opponent:
                captured = (taken | replaced) & (stones | ghosts)
            elif colour == me:
                lost = given & (stones | ghosts)
        if ruling & VANISHES:
            if colour == opponent:
                vanished = (taken & stones) | (replaced & ghosts)
            elif colour == me:
                vanished = given & stones
        if colour != 0:
            words[(ON_OWN_BOARD + U(colour - 1)) * many + j] = stones & ~vanished
            words[(ON_OWN_BOARD + U(colour + 1)) * many + j] = ghosts & ~vanished
        words[sets + CAPTURED_POINTS * many + j] = captured
        words[sets + LOST_POINTS * many + j] = lost
        words[sets + VANISHED * many + j] = vanished
        before, after = U(0), U(0)
        if placed:
            before, after = words[sets + GONE * many + j], shown_pieces_word(words, many, j, listener, ruling)
        # The piece on the tried point is a new one, whatever was shown there before.
        words[sets + APPEARED * many + j] = (after & ~before) | (after & before & point)
        words[sets + GONE * many + j] = before & ~after


@inlined
def tell(s, n, facts, listener, me, action, outcome, reason, pointless, ruling) -> None:
    """Write what a listener is told of a try, except the sets of points."""
    colour, opponent = (listener + 1) % LISTENERS, 3 - me
    told, accepted = told_to(n, U(listener)), reason == 0
    known = colour == me or (accepted and (pointless or ruling & SHOWS_ALL))
    placed = accepted and not pointless
    counts_all, counts_own = ruling & (ALL_HEAR_POINTS | ALL_HEAR_COUNT) != 0, ruling & OWNER_HEARS_COUNT != 0
    captured, lost = (s[core.CAPTURED], s[core.LOST]) if placed else (0, 0)
    said = 0
    if ruling & ALL_HEAR_POINTS:
        said = 3
    elif ruling & OWNER_HEARS_POINTS:
        said = 1 if colour == opponent else 2 if colour == me else 0
    said |= 4 if ruling & VANISHES else 0
    said |= 8 if ruling & SHOWS_ALL or s[facts + U(FAR)] else 0
    atari = s[core.ATARI] if placed else 0
    on_opponent, on_mover = atari & opponent != 0, atari & me != 0
    s[told + U(OUTCOME)] = outcome
    s[told + U(MOVER)] = me
    s[told + U(TRIED)] = action if known else -1
    s[told + U(WHY)] = reason if ruling & SAYS_REASONS else 0
    s[told + U(CAPTURED_COUNT)] = captured if counts_all or (counts_own and colour == opponent) else -1
    s[told + U(LOST_COUNT)] = lost if counts_all or (counts_own and colour == me) else -1
    s[told + U(ON_OPPONENT)] = I(on_opponent) if ruling & SAYS_ATARI else -1
    # "A move that puts only the mover into atari is announced as a plain move by default."
    on_mover = on_mover and (on_opponent or ruling & SAYS_LONE_SELF_ATARI != 0)
    s[told + U(ON_MOVER)] = I(on_mover) if ruling & SAYS_ATARI else -1
    s[told + U(SAID)] = said
    s[told + U(TURN)] = 0 if s[core.ENDED] else s[core.TO_MOVE]
    s[told + U(HOW)] = s[core.ENDED]
    s[told + U(WHO)] = s[core.WINNER]


@inlined
def count_end(s, n, w, facts) -> None:
    """Count the points if a game has ended by passes or by length and is scored, and set its winner."""
    if s[core.ENDED] != core.BY_PASSES and s[core.ENDED] != core.BY_LENGTH:
        return
    if s[facts + U(SCORING)] != 0:
        black, white = core.points(s, n, w, s[facts + U(SCORING)] == 2)
        s[facts + U(BLACK_POINTS)], s[facts + U(WHITE_POINTS)] = black, white
        margin = 2 * (I(black) - I(white)) - I(s[facts + U(KOMI)])
        s[core.WINNER] = 1 if margin > 0 else 2 if margin < 0 else 0


@inlined
def note_refusal(s, words, many, facts, k, ghost, is_pass, refused, loses_turn) -> None:
    """Add a refused try to those of this turn, or clear them if the turn has changed."""
    if not refused or loses_turn:
        s[facts + U(REFUSALS)] = s[facts + U(PASS_REFUSED)] = 0
        for j in range(many + many):
            words[REFUSED * many + U(j)] = U(0)
        return
    s[facts + U(REFUSALS)] += 1
    if is_pass:
        s[facts + U(PASS_REFUSED)] = 1
    else:
        put_point(words, REFUSED + U(1 if ghost else 0), many, k)


@inlined
def attempt(numbers, words, action) -> np.int64:
    """Judge a try, play it if it is a move, and tell all listeners.

    Args:
        numbers, words: int32 and uint64, the rows of a game; written.
        action: int64. A stone, a ghost, the pass or the resignation.

    Returns:
        int64. 0 for a move; a reason, from ``OPPONENT_STONE`` to ``NO_PASSING``; or, the game unchanged: ``OVER``
        after the end, ``NO_ACTION`` for a number that is no action, ``BAD_ROWS`` (only with ``YUREI_CHECK=1``).
    """
    s = numbers
    n, w = U(s[N]), U(s[W])
    facts, many = facts_of(n), words_of_a_mask(s)
    if CHECKED and is_bad_size(numbers, words, many, n):
        return I(BAD_ROWS)
    if s[core.ENDED] != 0:
        return I(OVER)
    actions, size = I(s[facts + U(ACTIONS)]), U(s[core.WIDTH]) * U(s[core.HEIGHT])
    if action < 0 or action > actions:
        return I(NO_ACTION)
    flags, ruling, far = I(s[facts + U(FLAGS)]), I(s[facts + U(RULING)]), I(s[facts + U(FAR)])
    t, me = words[past_positions_index(many) :], I(s[core.TO_MOVE])
    resigns, is_pass, ghost = action == actions, action == actions - 1, False
    pointless = resigns or is_pass
    k, p, here, reason = U(0), U(0), I(0), I(0)
    if not pointless:
        ghost = action >= I(size)
        k = U(action) - size if ghost else U(action)
        p = core.cell_of(s, k)
        here = I(s[core.section(n, core.COLOUR) + p])
    if not resigns:
        reason = reason_against(s, t, n, w, -I(p) if ghost else I(p), me, flags)
    placed = reason == 0 and not pointless
    outcome = I(ILLEGAL)
    for j in range(many + many):
        words[WENT * many + U(j)] = U(0)
    if reason == 0:
        if resigns:
            core.end_game(s, BY_RESIGNATION, 3 - me)
            outcome = I(RESIGNED)
        else:
            outcome = I(PASSED) if is_pass else I(MOVED)
            looks = ruling & SHOWS_ALL != 0 or far != 0
            if placed and looks:
                remember_shown(words, many, ruling)
            own_ban = core.get_key(s, U(core.BAN))
            core.play(s, t, n, w, -I(p) if ghost else I(p), me, flags)
            if flags & core.BANNED:
                core.put_key(s, facts + U(OTHER_BAN), own_ban)
            if is_pass:
                s[facts + U(BLACK_PASSED + me - 1)] += 1
            else:
                move_pieces(s, n, words, many, k, me, here, ghost)
                if far != 0:
                    move_eyes(s, words, many, k, me, ghost, far)
            count_end(s, n, w, facts)
    elif ruling & LOSES_TURN:
        lose_turn(s, t, facts, me, flags)
    s[facts + U(REASON)] = reason
    note_refusal(s, words, many, facts, k, ghost, is_pass, reason != 0, ruling & LOSES_TURN != 0)
    for listener in range(LISTENERS):
        tell_points(words, many, listener, me, placed, k, here if placed else I(0), ghost, ruling)
        tell(s, n, facts, listener, me, action, outcome, reason, pointless, ruling)
    return reason


@inlined
def attempt_all(numbers, words, actions, codes) -> None:
    """Make one try in each of many games: ``codes`` receives the results of ``attempt``."""
    if CHECKED and (codes.size != actions.size or len(numbers) != actions.size or len(words) != actions.size):
        codes[:] = BAD_ROWS
        return
    for game in range(actions.size):
        codes[game] = attempt(numbers[game], words[game], I(actions[game]))


@inlined
def knows_pieces(numbers) -> bool:
    """Return whether a seat can know the opponent's number of pieces: removals are announced to all, or all is seen."""
    facts = facts_of(U(numbers[N]))
    ruling = numbers[facts + U(RULING)]
    counted = ruling & (ALL_HEAR_POINTS | ALL_HEAR_COUNT) != 0 and not numbers[facts + U(FLAGS)] & core.GHOSTS
    return counted or ruling & SHOWS_ALL != 0


# Worlds.


@inlined
def without_liberties(s, n, w, size) -> np.int64:
    """Return ``point + 1`` of a string without liberties, ``-point - 1`` of a ghost beside none of its colour, or 0."""
    for k in range(size):
        p = core.cell_of(s, U(k))
        c = s[core.section(n, core.COLOUR) + p]
        if c == 1 or c == 2:
            if s[core.section(n, core.COUNT) + core.label_of(s, n, p)] == 0:
                return I(k) + 1
        elif c != 0:
            alone = True
            for way in range(4):
                alone &= s[core.section(n, core.COLOUR) + core.neighbour(w, p, way)] != c - 2
            if alone:
                return -I(k) - 1
    return I(0)


@inlined
def is_no_world(template, numbers, words, cells, own, moment, bans) -> bool:
    """Return whether the arrays of a world have wrong lengths."""
    size, many = U(template[core.WIDTH]) * U(template[core.HEIGHT]), words_of_a_mask(template)
    wrong = is_bad_size(template, words, many, U(template[N])) or numbers.size != template.size or moment.size != MOMENT
    return wrong or U(cells.size) != size or own.shape[0] != 2 or U(own.shape[1]) != size or bans.size != 2


@inlined
def begin(template, numbers, words, cells, own, moment, bans, stood) -> np.int64:
    """Set up a world; the game then continues from it.

    Args:
        template: int32, the numbers of an empty board with the same rules and referee; read.
        numbers, words: The rows of a game; overwritten.
        cells: int8[points]. The board, see ``yurei.rules.board``.
        own: int8[2, points]. Black's own board and White's: their own pieces only.
        moment: int32[``MOMENT``]: the fields above; of the ko the point, or -1.
        bans: uint64[2]. The keys of positions that the player to move, and the other, may not make; 0 for none.
        stood: uint64[any]. The keys of past positions and of this one, once for every time that it counts.

    Returns:
        int64. 0; or ``point + 1`` if a string has no liberty, ``-point - 1`` if a ghost lies beside no string of
        its colour: the rows then hold no game. ``BAD_WORLD`` (only with ``YUREI_CHECK=1``).
    """
    if CHECKED and is_no_world(template, numbers, words, cells, own, moment, bans):
        return I(BAD_WORLD)
    s = numbers
    core.copy_row(template, s)
    n, w = U(s[N]), U(s[W])
    facts, many, size = facts_of(n), words_of_a_mask(s), U(s[core.WIDTH]) * U(s[core.HEIGHT])
    flags, t = I(s[facts + U(FLAGS)]), words[past_positions_index(many) :]
    words[: past_positions_index(many)] = U(0)
    s[core.TO_MOVE] = moment[M_TO_MOVE]
    core.set_up(s, t, cells, flags)
    wrong = without_liberties(s, n, w, size)
    if wrong != 0:
        return wrong
    for k in range(size):
        cell = I(cells[k])
        if cell != 0:
            put_point(words, STANDS + U(cell - 1), many, U(k))
        for seat in range(2):
            lies = I(own[seat, k])
            if lies != 0:
                put_point(words, ON_OWN_BOARD + U(lies - 1), many, U(k))
    s[core.PASSES], s[core.PLIES] = moment[M_PASSES], moment[M_PLIES]
    s[facts + U(BLACK_PASSED)], s[facts + U(WHITE_PASSED)] = moment[M_BLACK_PASSED], moment[M_WHITE_PASSED]
    s[core.BLACK_PASSES] -= moment[M_BLACK_PASSED]
    s[core.WHITE_PASSES] -= moment[M_WHITE_PASSED]
    s[core.LOST_BLACK], s[core.LOST_WHITE] = moment[M_LOST_BLACK], moment[M_LOST_WHITE]
    if flags & core.BANNED:
        core.put_key(s, U(core.BAN), bans[0])
        core.put_key(s, facts + U(OTHER_BAN), bans[1])
    if moment[M_KO] >= 0:
        p = core.cell_of(s, U(moment[M_KO]))
        if flags & core.BANNED:
            core.put_key(s, U(core.BAN), core.key_after_placing(s, n, w, p, I(s[core.TO_MOVE]), False, flags))
        elif not flags & core.HASHED:
            s[core.KO] = p
    if flags & core.HISTORY:
        t[:] = U(0)
        for each in range(stood.size):
            core.note_position(t, stood[each])
    if flags & core.SUPERKO and stood.size > 1:
        for k in range(size):  # the pieces that were on each point before are known
            s[core.section(n, core.HELD) + core.cell_of(s, U(k))] = 3
    far = I(s[facts + U(FAR)])
    if far != 0:
        look_for(s, words, many, I(1), far)
        look_for(s, words, many, I(2), far)
    return I(0)


# Entries. The rules and the referee are in the rows of a game, so one entry serves all.


def check_arrays(*arrays: str) -> Callable[[Any], Any]:
    """Return a decorator that checks an entry's arrays if ``YUREI_CHECK=1``; each is described as ``cells int8[:]``."""

    def decorate(function: Any) -> Any:
        if not CHECKED:
            return function

        @wraps(getattr(function, "py_func", function))
        def checked_function(*given: Any) -> Any:
            for wanted, array in zip(arrays, given, strict=False):
                name, kind = wanted.split(" ", 1)
                _check_array(name, kind, array)
            return _answer(function(*given), given)

        return checked_function

    return decorate


def _check_array(name: str, kind: str, array: Any) -> None:
    if not isinstance(array, np.ndarray):
        raise BadValue(f"{name} is an array {kind}, not {type(array).__name__}")
    is_kind = f"{array.dtype.name}[{', '.join(':' * array.ndim)}]" == kind and array.dtype.isnative
    if not is_kind or not array.flags.c_contiguous:
        came = f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"
        raise BadValue(f"{name} is a contiguous array {kind}, not {came}")


def _answer(answer: Any, given: Any) -> Any:
    """Return the result of an entry; raise ``BadValue`` if it is a code for arrays of wrong lengths."""
    codes = given[-1] if answer is None else np.array([answer])
    if codes.dtype == np.int64 and np.isin(codes, (BAD_ROWS, BAD_WORLD)).any():
        raise BadValue("these arrays are not those of one kind of game; Refereed.numbers and .words are")
    return answer


@check_arrays("numbers int32[:, :]", "words uint64[:, :]", "actions int64[:]", "codes int64[:]")
@entry
def attempt_rows(numbers, words, actions, codes) -> None:
    attempt_all(numbers, words, actions, codes)


@check_arrays(
    *("template int32[:]", "numbers int32[:]", "words uint64[:]", "cells int8[:]", "own int8[:, :]"),
    *("moment int32[:]", "bans uint64[:]", "stood uint64[:]"),
)
@entry
def set_up_world(template, numbers, words, cells, own, moment, bans, stood) -> np.int64:
    return begin(template, numbers, words, cells, own, moment, bans, stood)


@check_arrays("numbers int32[:]", "words uint64[:]", "board_of int32[:]", "legal uint8[:]")
@entry
def write_legal(numbers, words, board_of, legal) -> None:
    """Write the legal actions to ``legal``, uint8[actions]: 1 for each, else 0; the resignation is left out."""
    n, many = U(numbers[N]), words_of_a_mask(numbers)
    flags = I(numbers[facts_of(n) + U(FLAGS)])
    size = U(numbers[core.WIDTH]) * U(numbers[core.HEIGHT])
    stood = words[past_positions_index(many) :]
    core.write_legal_actions(numbers, stood, n, U(numbers[W]), board_of, size, legal, flags)
