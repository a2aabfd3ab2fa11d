"""What the kernel knows of a ruleset: its rules as bits, and the state before the first move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yurei import rules
from yurei.errors import BadSettings
from yurei.kernel import core
from yurei.rules.board import BLACK, Colour
from yurei.rules.options import with_options
from yurei.rules.points import Size, size_of
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide
from yurei.rules.state import checked_komi

LARGEST = 19
ENDLESS = 2**30
"""As many passes, or moves, as nobody makes."""

State = NDArray[np.int32]
Table = NDArray[np.uint64]


@dataclass(frozen=True)
class Compiled:
    """A game as the kernel plays it.

    Attributes:
        ruleset, size, komi: What is played; ``komi`` is 0 where nothing is scored.
        flags: The rules as bits, see ``yurei.kernel.core``.
        most: After how many moves a game ends as it stands.
    """

    ruleset: Ruleset
    size: Size
    komi: float
    flags: int
    most: int

    @property
    def cells(self) -> int:
        """How many cells a section of the state has."""
        return (self.size.height + 2) * (self.size.width + 1) + 1

    @property
    def scoring(self) -> int:
        """How the end is counted: 0 not at all, 1 by area, 2 by territory."""
        return [Scoring.NONE, Scoring.AREA, Scoring.TERRITORY].index(self.ruleset.scoring)

    def new_state(self, first: Colour = BLACK) -> State:
        """An empty board, int32[header and sections]."""
        state = np.zeros(core.HEADER + core.SECTIONS * self.cells, np.int32)
        width, height, n = self.size.width, self.size.height, self.cells
        state[[core.N, core.W, core.WIDTH, core.HEIGHT]] = n, width + 1, width, height
        state[core.TO_MOVE] = first
        state[core.MOST] = self.most
        state[[core.HASH, core.HASH + 1]] = core.EMPTY_BOARD
        passing = self.ruleset.passing
        state[core.BLACK_PASSES] = min(passing.black, ENDLESS)
        state[core.WHITE_PASSES] = min(passing.white, ENDLESS)
        points = np.array([self.point(p) for p in range(self.size.points)], np.int32)
        colour, lists, where = (core.HEADER + int(section) * n for section in (core.COLOUR, core.LIST, core.WHERE))
        state[colour : colour + n] = core.BORDER
        state[colour + points] = 0
        state[lists : lists + len(points)] = points
        state[where + points] = np.arange(len(points))
        state[core.EMPTIES] = len(points)
        return state

    def new_table(self) -> Table:
        """Room for all that can stand in a game, uint64[a power of two]; one place where nothing is remembered."""
        if not self.flags & core.HISTORY:
            return np.zeros(1, np.uint64)
        return np.zeros(1 << (2 * self.most + 2).bit_length(), np.uint64)

    def point(self, point: int) -> int:
        """The cell of a point of ``yurei.rules``."""
        row, column = divmod(point, self.size.width)
        return (row + 1) * (self.size.width + 1) + column + 1


def compiled(ruleset: str | Ruleset, size: object, most: int | None = None, **options: object) -> Compiled:
    """What the kernel makes of a ruleset, a size and options.

    Args:
        ruleset: A ruleset or its name.
        size: As ``yurei.rules.points.size_of`` takes it, each way at most 19.
        most: After how many moves a game ends as it stands; None for three times the number of points.
        options: Settings by the names of the line protocol.

    Raises:
        BadValue, Unknown: where the kernel does not know one of them.
    """
    own = ruleset if isinstance(ruleset, Ruleset) else rules.get(ruleset)
    lines = size_of(size)
    if max(lines.width, lines.height) > LARGEST:
        raise BadSettings(f"the kernel knows boards to {LARGEST}x{LARGEST}, not {lines}; yurei.rules plays larger ones")
    strange = sorted(set(options) - set(OPTIONS))
    if strange:
        raise BadSettings(f"the kernel knows no option {strange[0]!r}. Known: {', '.join(OPTIONS)}")
    given = {key: value for key, value in options.items() if value is not None}
    known = with_options(own, given)
    komi = checked_komi(known, lines, given.get("komi"))
    limit = 3 * lines.points if most is None else most
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 1_000_000:
        raise BadSettings(f"most is a number of moves from 1 to 1000000, not {limit!r}")
    return Compiled(known, lines, komi or 0.0, _flags(known), limit)


OPTIONS = (
    *("capture", "suicide", "repetition", "draw_counts", "passing", "white_passes", "ghosts", "scoring", "komi"),
)
"""The options of a ruleset that the kernel knows."""

_SUICIDE = {Suicide.FORBIDDEN: 0, Suicide.ALLOWED: core.ALLOWED, Suicide.LONE_LOSES: core.LONE_LOSES}
_REPETITION = {
    Repetition.SIMPLE_KO: 0,
    Repetition.POSITIONAL_SUPERKO: core.POSITIONAL,
    Repetition.SITUATIONAL_SUPERKO: core.SITUATIONAL,
}


def _flags(ruleset: Ruleset) -> int:
    counted = core.THIRD if ruleset.draw_counts is DrawCounts.POSITIONS else core.THIRD_SITUATIONS
    flags = _SUICIDE[ruleset.suicide] | _REPETITION.get(ruleset.repetition, counted)
    if ruleset.capture is Capture.SIMULTANEOUS:
        flags |= core.SIMULTANEOUS
    if ruleset.ghosts:
        flags |= core.GHOSTS
    if ruleset.repetition is Repetition.SIMPLE_KO and flags & (core.SIMULTANEOUS | core.GHOSTS):
        flags |= core.BANNED
    return flags
