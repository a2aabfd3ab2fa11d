"""Strings and enclosed regions on the board of one seat, as functions of their arguments.

Knows cells, a size and the seat's colour: no games, no refusals, no text. A cell that shows no piece of that
colour may hold an enemy piece that the seat does not see.
"""

from collections.abc import Collection, Iterator

from yurei.rules.board import EMPTY, Colour, colour_of, put, string_at
from yurei.rules.points import Size
from yurei.rules.ruleset import Capture, Ruleset


def own_points(board: bytes, colour: Colour) -> int:
    """Return the points of all pieces of a colour, one bit each."""
    return sum(1 << point for point, cell in enumerate(board) if colour_of(cell) is colour)


def is_eye(board: bytes, size: Size, colour: Colour, point: int) -> bool:
    """Return whether a point looks like an own eye: own stones on all neighbours, and on enough diagonal points."""
    if any(board[beside] != colour for beside in size.neighbours[point]):
        return False
    corners = size.corners[point]
    return sum(board[corner] != colour for corner in corners) <= (len(corners) == 4)


def fills_eyes(ruleset: Ruleset) -> bool:
    """Return whether filling an own eye may be worth it: only if strings of both colours are captured at once.

    A string that loses its last liberty then takes its neighbours along, and a player without other moves fills eyes.
    """
    return ruleset.capture is Capture.SIMULTANEOUS


def string_with(board: bytes, size: Size, colour: Colour, point: int) -> tuple[list[int], set[int]]:
    """Return the string that a stone at ``point`` would be part of, and its liberties, as far as the board shows."""
    return string_at(put(board, (point,), colour), size.neighbours, point)


def string_is_beside(board: bytes, size: Size, colour: Colour, point: int, points: Collection[int]) -> bool:
    """Return whether the string that a stone at ``point`` would be part of is adjacent to one of ``points``."""
    stones, _ = string_with(board, size, colour, point)
    return any(beside in points for each in stones for beside in size.neighbours[each])


def may_be_suicide(board: bytes, size: Size, colour: Colour, point: int, enemies: int, in_sight: int) -> bool:
    """Return whether a stone at ``point`` may have no liberty: enough enemy pieces exist to fill all that it seems
    to have.
    """
    _, liberties = string_with(board, size, colour, point)
    has_sure_liberty = any(board[each] != EMPTY or in_sight >> each & 1 for each in liberties)
    return not has_sure_liberty and len(liberties) <= enemies


def may_capture(board: bytes, size: Size, colour: Colour, point: int, enemies: int, doubtful: set[int]) -> bool:
    """Return whether a stone at ``point`` may take the last liberty of an enemy string.

    Args:
        enemies: The most enemy pieces that may stand.
        doubtful: Points of own pieces that may be gone; enemy pieces may stand there.
    """
    regions = enclosed_regions(put(board, (point,), colour), size, colour, enemies)
    removable = doubtful.union(*regions)
    return any(beside in removable for beside in size.neighbours[point])


def emptied_points(
    board: bytes, size: Size, colour: Colour, placed: int | None, enemies: int, doubtful: set[int]
) -> set[int]:
    """Return the points from which a move may have removed enemy strings: whole regions that own pieces enclose.

    May return too many, never too few: once a region counts, those found after it count too.
    """
    emptied = set(doubtful)
    for region in enclosed_regions(board, size, colour, enemies):
        if placed is None or emptied or not region.isdisjoint(size.neighbours[placed]):
            emptied |= region
    return emptied


def enclosed_regions(board: bytes, size: Size, colour: Colour, most: int) -> list[set[int]]:
    """Return the regions of at most ``most`` points that pieces of a colour and the edge enclose."""
    return [region for region in _all_regions(board, size, colour) if len(region) <= most]


def _all_regions(board: bytes, size: Size, colour: Colour) -> Iterator[set[int]]:
    seen: set[int] = set()
    for start, cell in enumerate(board):
        if start in seen or colour_of(cell) is colour:
            continue
        region = [start]
        seen.add(start)
        for point in region:
            for beside in size.neighbours[point]:
                if beside not in seen and colour_of(board[beside]) is not colour:
                    seen.add(beside)
                    region.append(beside)
        yield set(region)
