"""Solves Alter Igo a second time, in a different way and without yurei's code.

Written from the text of the rules. A board is an array of 0 (empty), 1 (black), 2 (white), row by row; after each stone the
strings are walked point by point. Black and White are told apart, and nothing is mirrored, turned or taken back: all moves
of all positions are tried forwards, again and again, once for every ply that a game can take.

As it stands it is plain Python; ``compiled`` has numba make it fast enough for a board of 16 points.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable
from numpy.typing import NDArray

NO_POSITION = 255


@register_jitable
def remove_dead(cells, width, height, gone, seen, walk):
    """Remove "every string of either colour that is not adjacent to an empty point, all at the same time"; count them.

    ``gone``, ``seen`` and ``walk`` are arrays to write to, an entry a point.
    """
    points = width * height
    for point in range(points):
        seen[point] = False
        gone[point] = False
    removed = 0
    for start in range(points):
        if cells[start] == 0 or seen[start]:
            continue
        seen[start] = True
        walk[0] = start
        length, at, breathes = 1, 0, False
        while at < length:
            point = walk[at]
            at += 1
            x, y = point % width, point // width
            for way in range(4):
                if way == 0 and x > 0:
                    other = point - 1
                elif way == 1 and x < width - 1:
                    other = point + 1
                elif way == 2 and y > 0:
                    other = point - width
                elif way == 3 and y < height - 1:
                    other = point + width
                else:
                    continue
                if cells[other] == 0:
                    breathes = True
                elif cells[other] == cells[start] and not seen[other]:
                    seen[other] = True
                    walk[length] = other
                    length += 1
        if not breathes:
            removed += length
            for at in range(length):
                gone[walk[at]] = True
    for point in range(points):
        if gone[point]:
            cells[point] = 0
    return removed


@register_jitable
def set_out(index, cells):
    """Write the position with this index to ``cells``: digits in base three, lowest first."""
    for point in range(cells.size):
        cells[point] = index % 3
        index //= 3


@register_jitable
def index_of(cells):
    index = 0
    for point in range(cells.size - 1, -1, -1):
        index = 3 * index + int(cells[point])
    return index


def find_positions(width, height, plies, empties):
    """Mark invalid positions in ``plies`` by 255; add up the empty points of all others in ``empties``."""
    points = width * height
    cells, gone, seen = np.zeros(points, np.int8), np.zeros(points, np.bool_), np.zeros(points, np.bool_)
    walk = np.zeros(points, np.int64)
    for index in range(plies.shape[1]):
        set_out(index, cells)
        legal = remove_dead(cells, width, height, gone, seen, walk) == 0
        for colour in range(2):
            plies[colour, index] = 0 if legal else NO_POSITION
        if legal:
            empties[0] += (cells == 0).sum()


def try_all_moves(width, height, colour, plies, where, first, follows):
    """Write the positions after all moves of a colour, except lone suicides.

    ``where`` receives the indices of the positions, ``first`` for each where its moves begin in ``follows``.
    """
    points = width * height
    before, cells, walk = np.zeros(points, np.int8), np.zeros(points, np.int8), np.zeros(points, np.int64)
    gone, seen = np.zeros(points, np.bool_), np.zeros(points, np.bool_)
    count, moves = 0, 0
    for index in range(plies.shape[1]):
        if plies[colour, index] == NO_POSITION:
            continue
        set_out(index, before)
        where[count], first[count] = index, moves
        count += 1
        for point in range(points):
            if before[point] == 0:
                cells[:] = before
                cells[point] = colour + 1
                removed = remove_dead(cells, width, height, gone, seen, walk)
                if removed == 1 and gone[point]:
                    continue  # "places a stone that is the only stone to be removed": the opponent has won
                follows[moves] = index_of(cells)
                moves += 1
    first[count] = moves


def one_more_ply(own, others, where, first, follows, now):
    """Find the positions of a colour that are won or lost in exactly ``now`` plies, given all shorter ones.

    ``own`` and ``others`` are the plies with this colour to move, and with the other. Returns how many were decided.
    """
    decided = 0
    for place in range(where.size):
        if own[where[place]] != 0:
            continue
        wins, always_loses = False, True
        for move in range(first[place], first[place + 1]):
            then = others[follows[move]]
            if then == 0 or then >= now:
                always_loses = False
            elif then % 2 == 1:  # the opponent loses from there
                wins = True
                break
        if wins or always_loses:
            own[where[place]] = now
            decided += 1
    return decided


@cache
def _compiled(function: Any) -> Any:
    return njit()(function)


def solve(width: int, height: int, compiled: bool = False) -> NDArray[np.uint8]:
    """Return the length of the game from every position, uint8[2, 3 ** points], for Black and White to move.

    0 for a draw, else how many plies, odd where who is to move loses and even where he wins; 255 for no position.
    """
    make = _compiled if compiled else lambda function: function
    find, move, decide = make(find_positions), make(try_all_moves), make(one_more_ply)
    plies, empties = np.zeros((2, 3 ** (width * height)), np.uint8), np.zeros(1, np.int64)
    find(width, height, plies, empties)
    positions = int((plies[0] != NO_POSITION).sum())
    moves = []
    for colour in range(2):
        where, first = np.zeros(positions, np.int32), np.zeros(positions + 1, np.int64)
        follows = np.zeros(empties[0], np.int32)
        move(width, height, colour, plies, where, first, follows)
        moves.append((where, first, follows))
    now, decided = 0, 1
    while decided:  # who wins or loses in a ply more moves into what was decided in this one
        now += 1
        decided = sum(decide(plies[colour], plies[1 - colour], *moves[colour], now) for colour in range(2))
    return plies


def with_colours_swapped(width: int, height: int) -> NDArray[np.int64]:
    """Return, for every index, the index of the position with colours swapped."""
    index = np.arange(3 ** (width * height))
    swapped = np.zeros_like(index)
    for point in range(width * height):
        digit = index // 3**point % 3
        swapped += np.array([0, 2, 1])[digit] * 3**point
    return swapped


def compare(width: int, height: int, table: NDArray[np.uint8], compiled: bool = False) -> int:
    """Return the number of wrong positions in yurei's table, uint8[3 ** points]; 1 is a stone of the side to move."""
    plies = solve(width, height, compiled)
    black, white = plies[0] != table, plies[1][with_colours_swapped(width, height)] != table
    return int(black.sum()) + int(white.sum())
