"""Solver for small boards in plain Python, by the rules themselves: slow, and the reference for the compiled solver."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from yurei.players.tablebase.positions import number, seen_by, smallest
from yurei.rules.alter_igo import RULESET
from yurei.rules.board import BLACK, WHITE, is_legal
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.repetition import repetition_rule
from yurei.rules.state import EndedBy, State, stone

LARGEST = 9
"""Largest number of points that this solves within a second."""


class Plain:
    """Values of all positions of a board of up to 9 points.

    Args:
        size: The board, not wider than high.
    """

    def __init__(self, size: Size) -> None:
        self.size = size
        self._codes = _solve(size)

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``."""
        return self._codes[smallest(cells, self.size)]


def moves(cells: bytes, size: Size) -> Iterator[tuple[int, bytes | None]]:
    """Yield every move as a point and the position that the opponent then sees; None for a lone suicide."""
    state = State(RULESET, size, None, cells, BLACK, repetition_rule(RULESET).start(cells, BLACK))
    for point, cell in enumerate(cells):
        if not cell:
            after = judge(state, stone(point)).after
            lone = after.result is not None and after.result.by is EndedBy.LONE_SUICIDE
            yield point, None if lone else seen_by(after.cells, WHITE)


def _solve(size: Size) -> dict[int, int]:
    """Return the codes of all positions of a board, by the smallest number among equivalent positions."""
    before: defaultdict[int, list[int]] = defaultdict(list)
    left, codes = {}, {}
    for reverse in product(range(3), repeat=size.points):
        cells = bytes(reversed(reverse))
        own = number(cells)
        if own != smallest(cells, size) or not is_legal(cells, size):
            continue
        followers = [smallest(after, size) for _, after in moves(cells, size) if after is not None]
        for follower in followers:
            before[follower].append(own)
        left[own], codes[own] = len(followers), 0 if followers else 1
    decided, plies = [own for own, code in codes.items() if code], 1
    while decided:
        found = []
        for own in decided:
            for parent in before[own]:
                left[parent] -= 1
                if not codes[parent] and (plies % 2 or not left[parent]):
                    codes[parent] = plies + 1
                    found.append(parent)
        decided, plies = found, plies + 1
    return codes
