"""A seat's memory of what it was told, and the observation planes and action masks made from it; compiled.

The true board is read only where the seat sees it: a plane follows from the rows of told values, from the seat's
own board and sight, and from what everybody hears. ``yurei.players.planes`` does the same in plain Python, from
values of ``Told`` alone; a test holds both equal, plane by plane.

The memory of a game is one row, int16[2 * (LISTS * points + SINGLES)]: Black's, then White's. Each has lists with a
number for every point, then single numbers. A moment is 1 plus the number of moves heard so far, so 0 means
never.
"""

import numpy as np

from yurei.kernel import core, judging
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, inlined

PLACED, REFUSED_AT, TAKEN_AT, LOST_AT, CAME_AT, DOUBT = map(U, range(6))
"""By point: the moments of the last placement, the last refusal, the last announced removal of an opponent's piece,
that of an own one, and of an opponent's piece coming into sight; and 1 if an own piece may have been removed without an
announcement.
"""
LISTS = U(6)
OTHER_IN_ATARI, SELF_IN_ATARI, TOOK, GAVE, OTHERS_REFUSALS = map(U, range(5))
"""Ataris and removed pieces of the last move; the opponent's refused tries in their last turn."""
SINGLES = U(5)

PLANES, GHOST_PLANES = 17, 20
LONGEST_AGO = 255


@inlined
def list_index(seat, which, points) -> np.uint64:
    return (LISTS * points + SINGLES) * U(seat) + which * points


@inlined
def single_index(seat, which, points) -> np.uint64:
    return list_index(seat, LISTS, points) + which


@inlined
def write_points(words, mask, many, memory, first, points, value) -> None:
    """Write a value to the memory, from index ``first``, for every point of a set."""
    for j in range(many):
        left = words[mask * many + U(j)]
        if left != U(0):
            for bit in range(min(U(64), points - U(64) * U(j))):
                if (left >> U(bit)) & U(1):
                    memory[first + U(64) * U(j) + U(bit)] = value


@inlined
def hear(s, words, memory, seat) -> None:
    """Update a seat's memory with what it was told of the last try."""
    n, many, points = U(s[N]), judging.words_of_a_mask(s), U(s[core.WIDTH]) * U(s[core.HEIGHT])
    told, me, now = judging.told_to(n, U(seat)), I(seat) + 1, I(s[core.PLIES]) + 1
    mine, tried = I(s[told + U(judging.MOVER)]) == me, I(s[told + U(judging.TRIED)])
    outcome = s[told + U(judging.OUTCOME)]
    placed = tried >= 0 and tried < I(s[judging.facts_of(n) + U(judging.ACTIONS)]) - 1
    k = U(tried if tried < I(points) else tried - I(points)) if placed else U(0)
    others = single_index(seat, OTHERS_REFUSALS, points)
    if outcome == judging.ILLEGAL:
        if not mine:
            memory[others] += 1
        elif placed:
            memory[list_index(seat, REFUSED_AT, points) + k] = now
            if s[told + U(judging.WHY)] == judging.OWN_STONE:
                memory[list_index(seat, DOUBT, points) + k] = 0
    else:
        placed &= mine and outcome == judging.MOVED
        hear_move(s, words, memory, seat, told, mine, placed, k, now, many, points)
    if mine and s[told + U(judging.TURN)] != me:
        memory[others] = 0  # the count of the opponent's next turn begins here


@inlined
def hear_move(s, words, memory, seat, told, mine, placed, k, now, many, points) -> None:
    """Update a seat's memory with what it was told of a move."""
    sets = judging.TOLD_POINTS + judging.SETS * U(seat)
    captured, lost = I(s[told + U(judging.CAPTURED_COUNT)]), I(s[told + U(judging.LOST_COUNT)])
    on_opponent, on_mover = s[told + U(judging.ON_OPPONENT)] == 1, s[told + U(judging.ON_MOVER)] == 1
    own_went, others_went = (lost, captured) if mine else (captured, lost)
    memory[single_index(seat, OTHER_IN_ATARI, points)] = on_opponent if mine else on_mover
    memory[single_index(seat, SELF_IN_ATARI, points)] = on_mover if mine else on_opponent
    memory[single_index(seat, TOOK, points)] = max(others_went, I(0))
    memory[single_index(seat, GAVE, points)] = max(own_went, I(0))
    if placed:
        memory[list_index(seat, PLACED, points) + k] = now
        memory[list_index(seat, DOUBT, points) + k] = 0
    own_set = judging.LOST_POINTS if mine else judging.CAPTURED_POINTS
    others_set = judging.CAPTURED_POINTS if mine else judging.LOST_POINTS
    write_points(words, sets + others_set, many, memory, list_index(seat, TAKEN_AT, points), points, now)
    write_points(words, sets + own_set, many, memory, list_index(seat, LOST_AT, points), points, now)
    write_points(words, sets + judging.VANISHED, many, memory, list_index(seat, LOST_AT, points), points, now)
    write_points(words, sets + judging.VANISHED, many, memory, list_index(seat, PLACED, points), points, 0)
    facts = judging.facts_of(U(s[N]))
    ruling = s[facts + U(judging.RULING)]
    if ruling & judging.SHOWS_ALL or s[facts + U(judging.FAR)] != 0:
        write_points(words, sets + judging.APPEARED, many, memory, list_index(seat, CAME_AT, points), points, now)
    if not ruling & judging.VANISHES and s[told + U(judging.OUTCOME)] == judging.MOVED and own_went != 0:
        # Some own pieces were removed; if the number is not told, any move may have removed some.
        for pieces in range(seat, 4, 2):
            write_points(
                words, judging.ON_OWN_BOARD + U(pieces), many, memory, list_index(seat, DOUBT, points), points, 1
            )


@inlined
def write_point_plane(words, mask, many, points, seen, plane) -> None:
    for j in range(many):
        word, first = words[mask * many + U(j)], U(64) * U(j)
        for bit in range(min(U(64), points - first)):
            seen[plane * points + first + U(bit)] = (word >> U(bit)) & U(1)


@inlined
def write_moves_since(memory, first, now, points, seen, plane) -> None:
    """Write a plane: how many moves ago something happened at each point, 1 for the last move, at most 255, 0 never."""
    for k in range(points):
        moment = memory[first + U(k)]
        seen[plane * points + U(k)] = 0 if moment == 0 else min(now - moment + 1, LONGEST_AGO)


@inlined
def fill_plane(value, points, seen, plane) -> None:
    for k in range(points):
        seen[plane * points + U(k)] = value


@inlined
def write_sight(s, words, memory, seat, many, points, now, ghosts, shows_all, seen) -> None:
    """Write the planes of the opponent's pieces that a seat sees, and of the points in its sight."""
    first = (judging.IN_SIGHT + U(seat)) * many
    for j in range(many):
        sight = ~U(0) if shows_all else words[first + U(j)]
        stones = words[(judging.STANDS + U(1 - seat)) * many + U(j)]
        others = words[(judging.STANDS + U(3 - seat)) * many + U(j)]
        for bit in range(min(U(64), points - U(64) * U(j))):
            k = U(64) * U(j) + U(bit)
            shown = (sight >> U(bit)) & U(1)
            seen[U(2) * points + k] = shown & (stones >> U(bit))
            seen[U(3) * points + k] = shown
            if ghosts:
                seen[U(18) * points + k] = shown & (others >> U(bit))
    write_moves_since(memory, list_index(seat, CAME_AT, points), now, points, seen, U(9))


@inlined
def write_planes(s, words, memory, seat, seen) -> None:
    """Write the planes of a seat (0 Black, 1 White) to ``seen``, uint8[planes * points]: see ``yurei.players.planes``.

    Planes that are always 0 in this game are not written.
    """
    n, many, points = U(s[N]), judging.words_of_a_mask(s), U(s[core.WIDTH]) * U(s[core.HEIGHT])
    facts, now = judging.facts_of(n), I(s[core.PLIES]) + 1
    ruling, ghosts = I(s[facts + U(judging.RULING)]), s[facts + U(judging.FLAGS)] & core.GHOSTS != 0
    shows_all, mine = ruling & judging.SHOWS_ALL != 0, I(s[core.TO_MOVE]) - 1 == seat
    write_point_plane(words, judging.ON_OWN_BOARD + U(seat), many, points, seen, U(0))
    if not ruling & judging.VANISHES:
        doubt = list_index(seat, DOUBT, points)
        for k in range(points):
            stone = has_point(words, judging.ON_OWN_BOARD + U(seat), many, U(k))
            ghost = has_point(words, judging.ON_OWN_BOARD + U(seat + 2), many, U(k))
            seen[points + U(k)] = (stone | ghost) & U(memory[doubt + U(k)])
    if shows_all or s[facts + U(judging.FAR)] != 0:
        write_sight(s, words, memory, seat, many, points, now, ghosts, shows_all, seen)
    if mine:
        write_point_plane(words, judging.REFUSED, many, points, seen, U(4))
    else:
        fill_plane(0, points, seen, U(4))
    for which in range(4):  # PLACED, REFUSED_AT, TAKEN_AT, LOST_AT
        write_moves_since(memory, list_index(seat, U(which), points), now, points, seen, U(5) + U(which))
    for number in range(SINGLES):
        fill_plane(min(memory[single_index(seat, U(number), points)], LONGEST_AGO), points, seen, U(10) + U(number))
    fill_plane(s[core.PASSES], points, seen, U(15))
    fill_plane(seat + 1, points, seen, U(16))
    if ghosts:
        write_point_plane(words, judging.ON_OWN_BOARD + U(seat + 2), many, points, seen, U(17))
        if mine:
            write_point_plane(words, judging.REFUSED + U(1), many, points, seen, U(19))
        else:
            fill_plane(0, points, seen, U(19))


@inlined
def has_point(words, mask, many, k) -> np.uint64:
    return (words[mask * many + (k >> U(6))] >> (k & U(63))) & U(1)


@inlined
def known_to_stand(words, many, j, seat, ruling, ghosts) -> np.uint64:
    """Return word ``j`` of the set of points where a seat sees opponent's stones, or with ``ghosts`` also ghosts."""
    stands = words[(judging.STANDS + U(1 - seat)) * many + j]
    if ghosts:
        stands |= words[(judging.STANDS + U(3 - seat)) * many + j]
    return stands if ruling & judging.SHOWS_ALL else stands & words[(judging.IN_SIGHT + U(seat)) * many + j]


@inlined
def write_stone_mask(words, memory, seat, many, points, ruling, legal) -> np.uint64:
    """Write the mask of points where a seat may try a stone; return whether there is such a point."""
    any_left, doubt = U(0), list_index(seat, DOUBT, points)
    for j in range(many):
        open_points = ~(known_to_stand(words, many, U(j), seat, ruling, False) | words[judging.REFUSED * many + U(j)])
        own = words[(judging.ON_OWN_BOARD + U(seat)) * many + U(j)]
        for bit in range(min(U(64), points - U(64) * U(j))):
            k = U(64) * U(j) + U(bit)
            sure = (own >> U(bit)) & U(1)
            if not ruling & judging.VANISHES:
                sure &= U(memory[doubt + k] == 0)
            may = (open_points >> U(bit)) & U(1) & ~sure
            legal[k] = may
            any_left |= may
    return any_left


@inlined
def write_ghost_mask(s, words, memory, seat, many, points, ruling, legal) -> np.uint64:
    """Write the mask of free points beside own stones, where a seat may try a ghost; return whether there is one."""
    any_left, doubt = U(0), list_index(seat, DOUBT, points)
    width, height, own = U(s[core.WIDTH]), U(s[core.HEIGHT]), judging.ON_OWN_BOARD + U(seat)
    for k in range(points):
        k, row, column = U(k), U(k) // width, U(k) % width
        taken = has_point(words, own, many, k) | has_point(words, own + U(2), many, k)
        if not ruling & judging.VANISHES:
            taken &= U(memory[doubt + k] == 0)
        seen = (known_to_stand(words, many, k >> U(6), seat, ruling, True) >> (k & U(63))) & U(1)
        beside = U(0)
        if column > 0:
            beside |= has_point(words, own, many, k - U(1))
        if column + U(1) < width:
            beside |= has_point(words, own, many, k + U(1))
        if row > 0:
            beside |= has_point(words, own, many, k - width)
        if row + U(1) < height:
            beside |= has_point(words, own, many, k + width)
        may = beside & ~(taken | seen | has_point(words, judging.REFUSED + U(1), many, k))
        legal[points + k] = may
        any_left |= may
    return any_left


@inlined
def write_mask(s, words, memory, seat, legal) -> None:
    """Write a seat's action mask to ``legal``, uint8[actions + 1]: 0 for actions that it knows to be refused, else 1.

    All are 0 if it is not the seat's turn. The resignation, which comes last, is 1 only if no other action is.
    """
    n, many, points = U(s[N]), judging.words_of_a_mask(s), U(s[core.WIDTH]) * U(s[core.HEIGHT])
    facts, resigning = judging.facts_of(n), U(legal.size - 1)
    if s[core.ENDED] != 0 or I(s[core.TO_MOVE]) - 1 != seat:
        legal[:] = 0
        return
    ruling = I(s[facts + U(judging.RULING)])
    any_left = write_stone_mask(words, memory, seat, many, points, ruling, legal)
    if s[facts + U(judging.FLAGS)] & core.GHOSTS:
        any_left |= write_ghost_mask(s, words, memory, seat, many, points, ruling, legal)
    passes = U(core.may_pass(s, I(seat) + 1) and s[facts + U(judging.PASS_REFUSED)] == 0)
    legal[resigning - U(1)] = passes
    legal[resigning] = U(1) ^ (any_left | passes)


@inlined
def first_not_allowed(numbers, legal, actions) -> np.int64:
    """Return the first game whose mask does not allow its action, or -1. An ended game allows any action."""
    for game in range(actions.size):
        action = actions[game]
        if numbers[game, core.ENDED] == 0 and not (0 <= action < legal.shape[1] and legal[game, action]):
            return game
    return I(-1)


@inlined
def write_observation(s, words, memory, seat, seen, legal) -> None:
    write_planes(s, words, memory, seat, seen)
    write_mask(s, words, memory, seat, legal)


@entry
def step(rows, openings, actions, shown, outcome) -> np.int64:
    """Make one try in every game; a game that has ended is restarted instead.

    Args:
        rows: ``numbers``, ``words`` and ``memory``, a row per game; written.
        openings: The ``numbers`` and ``words`` of openings, and int64[games]: the opening of each game.
        actions: int64[games].
        shown: The planes and the mask of the seat to move, a row per game; written.
        outcome: float32[games, 2] rewards, and bool[games] three times: terminated, truncated, refused; written.

    Returns:
        int64. The first game with an action that is not allowed; no try is made then. -1 if there is none.
    """
    numbers, words, memory = rows
    first_numbers, first_words, which = openings
    seen, legal = shown
    bad = first_not_allowed(numbers, legal, actions)
    if bad >= 0:
        return bad
    rewards, terminated, truncated, refused = outcome
    for game in range(U(actions.size)):
        s, w, m = numbers[game], words[game], memory[game]
        ahead = game + U(1) if actions.size >= core.MANY and game + U(1) < U(actions.size) else game
        if ahead != game:
            core.fetch_state(U(s[N]), numbers[ahead], I(s[judging.facts_of(U(s[N])) + U(judging.FLAGS)]))
            core.fetch_bytes(words[ahead][: judging.past_positions_index(judging.words_of_a_mask(s))])
            core.fetch_bytes(memory[ahead])
            core.fetch_bytes(seen[ahead])
            core.fetch_bytes(legal[ahead])
        refused[game] = False
        if s[core.ENDED] != 0:
            core.copy_row(first_numbers[which[game]], s)
            core.copy_row(first_words[which[game]], w)
            m[:] = 0
        else:
            refused[game] = judging.attempt(s, w, actions[game]) > 0
            hear(s, w, m, I(0))
            hear(s, w, m, I(1))
        ended = s[core.ENDED]
        winner = s[core.WINNER] if ended != 0 else 0
        rewards[game, 0] = I(winner == 1) - I(winner == 2)
        rewards[game, 1] = I(winner == 2) - I(winner == 1)
        truncated[game] = ended == core.BY_LENGTH
        terminated[game] = ended != 0 and ended != core.BY_LENGTH
        write_observation(s, w, m, I(s[core.TO_MOVE]) - 1, seen[game], legal[game])
    return bad


@entry
def draw_actions(numbers, legal, chances, actions) -> None:
    """Draw a random allowed action for every game, with the game's own random state; 0 for a game that has ended."""
    for game in range(U(actions.size)):
        actions[game] = 0
        if numbers[game, core.ENDED] == 0:
            row, count = legal[game], U(0)
            for action in range(U(row.size)):
                count += U(row[action])
            chances[game] = core.next_random(chances[game])
            left = core.random_below(chances[game], count)
            for action in range(U(row.size)):
                if row[action]:
                    if left == U(0):
                        actions[game] = I(action)
                        break
                    left -= U(1)


@entry
def attempt_and_show(numbers, words, memory, action, seen, legal) -> np.int64:
    """Make a try in one game, and write what the seat to move knows; return ``attempt``'s result + 16 * that colour."""
    code = judging.attempt(numbers, words, action)
    if code < 0:
        return code
    hear(numbers, words, memory, I(0))
    hear(numbers, words, memory, I(1))
    write_observation(numbers, words, memory, I(numbers[core.TO_MOVE]) - 1, seen, legal)
    return code + 16 * (I(0) if numbers[core.ENDED] != 0 else I(numbers[core.TO_MOVE]))


@entry
def observe(numbers, words, memory, seat, seen, legal) -> None:
    write_observation(numbers, words, memory, seat, seen, legal)
