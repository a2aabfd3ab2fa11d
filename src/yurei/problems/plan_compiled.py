"""The plan search in compiled code, see ``yurei.kernel.planning``."""

import numpy as np
from numpy.typing import NDArray

from yurei.errors import TooLarge
from yurei.kernel import planning
from yurei.kernel.bitboard import make_geometry
from yurei.languages import N_
from yurei.problems.plan_search import Belief, Goal, Row, Search, Task
from yurei.referee.referee import Captures
from yurei.rules.state import Try

States = NDArray[np.uint64]

MOST_NODES = 5_000_000
ROOM = 1 << 20
"""Number of states for which there is memory."""
ROWS = 1 << 17
"""Number of beliefs for which the table has rows."""
DEEPEST = 600

_GOALS = {
    Goal.CAPTURE: planning.CAPTURE,
    Goal.KILL: planning.KILL,
    Goal.CONNECT: planning.CONNECT,
    Goal.RESCUE: planning.RESCUE,
}
_CAPTURES = {Captures.NOTHING: 0, Captures.COUNT: planning.COUNT, Captures.POINTS: planning.POINTS_SAID}


class Room:
    """Memory of a compiled search; only one search at a time can use it."""

    def __init__(self) -> None:
        self.arena = np.zeros(ROOM, np.uint64)
        self.table = np.zeros((ROWS, 3), np.uint64)
        self.frames = np.zeros((DEEPEST, planning.FRAME), np.int64)
        self.parts = np.zeros((3, ROOM // 16), np.int64)
        self.classes = np.zeros(planning.CLASSES, np.uint64)
        self.none = np.zeros(0, np.int64)


class CompiledSearch(Search):
    """Compiled search that decides whether beliefs are won, after examining at most ``most`` beliefs."""

    def __init__(self, task: Task, most: int = MOST_NODES, room: Room | None = None) -> None:
        self.task, self._room = task, room or Room()
        self._room.table.fill(0)
        size, referee = task.settings.size, task.settings.referee
        self._points = size.points
        self._board = make_geometry(size.width, size.height)
        target = sum(1 << point for point in task.target)
        heard = _CAPTURES[referee.captures]
        self._task = np.array([_GOALS[task.goal], target, heard, referee.atari, referee.lone_self_atari], np.uint64)
        self._counts = np.array([0, most], np.int64)

    @property
    def nodes(self) -> int:
        """Number of beliefs that the search has examined."""
        return int(self._counts[planning.NODES])

    def wins(self, belief: Belief, moves: int) -> bool:
        return self._wins(self.states(belief), moves)

    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        return self._wins(self.states(belief), moves, self._points if attempt.point is None else attempt.point)

    def states(self, belief: Belief) -> States:
        """Return a belief as a sorted array of states, see ``yurei.kernel.planning``."""
        return np.array(sorted(map(self._state, belief)), np.uint64)

    def _state(self, row: Row) -> int:
        cells, ban = row
        planner = sum(1 << point for point, cell in enumerate(cells) if cell == self.task.planner)
        opponent = sum(1 << point for point, cell in enumerate(cells) if cell == self.task.planner.opponent)
        return planner | opponent << planning.OPPONENT | _ko(cells, ban, self.task) << planning.KO

    def _wins(self, states: States, moves: int, only: int = -1) -> bool:
        room = self._room
        if len(states) < len(room.arena):
            room.arena[: len(states)] = states
            found = planning.solve(
                room.arena, len(states), moves, only, self._task, self._board, room.table, room.frames, room.parts,
                room.classes, room.none, self._counts,
            )  # fmt: skip
            if found != planning.TOO_LARGE:
                return bool(found == planning.WON)
        raise TooLarge(N_("this plan is too large: it was not decided after {most} positions"), most=self.nodes)


def _ko(cells: bytes, ban: bytes | None, task: Task) -> int:
    """Return the ko point that the planner may not retake, counted from 1; 0 if there is none."""
    changed = [] if ban is None else [point for point, cell in enumerate(ban) if cell != cells[point]]
    retaken = [point for point in changed if not cells[point]]
    taking = [point for point in changed if cells[point] == task.planner.opponent]
    if len(changed) != 2 or len(retaken) != 1 or len(taking) != 1:
        return 0
    # The forbidden position can only be made by taking a single stone that has no other liberty.
    around = task.settings.size.neighbours[taking[0]]
    return retaken[0] + 1 if all(point == retaken[0] or cells[point] == task.planner for point in around) else 0
