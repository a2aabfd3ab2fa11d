"""Converts rulesets for the kernel: the rules as bits, and the state before the first move."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei import rules
from yurei.errors import BadSettings
from yurei.kernel import core
from yurei.rules.board import BLACK, Colour
from yurei.rules.compilable import VALUES, check_compilable, is_compilable
from yurei.rules.judge import end_without_moves
from yurei.rules.points import Size, python_number, size_of
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide, with_options
from yurei.rules.state import State as Begun
from yurei.rules.state import checked_komi, start

ENDLESS = 2**30  # passes that mean no limit

State = NDArray[np.int32]
Table = NDArray[np.uint64]


@dataclass(frozen=True)
class Compiled:
    """A ruleset, its options and a board size in the form of the kernel; raises ``BadSettings`` if it is not supported.

    ``komi`` is 0 if it is not scored; ``flags`` are the rules as bits; ``most`` is the number of moves after which a
    game ends as it stands.
    """

    ruleset: Ruleset
    size: Size
    komi: float
    flags: int
    most: int

    def __post_init__(self) -> None:
        check_compilable(self.ruleset)
        if self.size.shape not in VALUES["board"]:
            raise BadSettings(f"the kernel has not been told of a board that is a {self.size.shape}")

    @property
    def cells(self) -> int:
        """Number of cells in each section of the state: one for each index of the mailbox."""
        return (self.size.height + 2) * (self.size.width + 1) + 1

    @property
    def scoring(self) -> int:
        """Scoring method: 0 none, 1 area, 2 territory."""
        return BITS["scoring"][self.ruleset.scoring]

    def new_state(self, first: Colour = BLACK) -> State:
        """Return a new state with an empty board, int32[header and sections]."""
        state = np.zeros(core.HEADER + core.SECTIONS * self.cells, np.int32)
        width, height, n = self.size.width, self.size.height, self.cells
        state[[core.N, core.W, core.WIDTH, core.HEIGHT]] = n, width + 1, width, height
        state[core.TO_MOVE] = first
        state[core.MOST] = self.most
        state[[core.HASH, core.HASH + 1]] = core.EMPTY_BOARD
        passing = self.ruleset.passing
        state[core.BLACK_PASSES], state[core.WHITE_PASSES] = min(passing.black, ENDLESS), min(passing.white, ENDLESS)
        points = self.points_of
        colour, lists, where = (core.HEADER + int(section) * n for section in (core.COLOUR, core.LIST, core.WHERE))
        state[colour : colour + n] = core.BORDER
        state[colour + points] = 0
        state[lists : lists + len(points)] = points
        state[where + points] = np.arange(len(points))
        state[core.EMPTIES] = len(points)
        self.note_result(state, start(self.ruleset, self.size, first=first))
        return state

    def note_result(self, state: State, begun: Begun) -> None:
        """End a game in ``state`` before its first move if the player to move loses for want of a move."""
        result = end_without_moves(begun).result
        if result is not None:
            state[[core.ENDED, core.WINNER]] = core.BY_NO_MOVE, int(result.winner or 0)

    def new_table(self) -> Table:
        """Return a table for a game's past positions, uint64[a power of two]; of length 1 if the rules need none."""
        if not self.flags & core.HISTORY:
            return np.zeros(1, np.uint64)
        return np.zeros(1 << (2 * self.most + 2).bit_length(), np.uint64)

    @cached_property
    def points_of(self) -> NDArray[np.int32]:
        """The mailbox index of every point."""
        return np.array([self.point(point) for point in range(self.size.points)], np.int32)

    @cached_property
    def board_of(self) -> NDArray[np.int32]:
        """The point of every mailbox index; 0 for the border."""
        board = np.zeros(self.cells, np.int32)
        board[self.points_of] = np.arange(self.size.points)
        return board

    def point(self, point: int) -> int:
        """Return the mailbox index of a point of ``yurei.rules``."""
        row, column = divmod(point, self.size.width)
        return (row + 1) * (self.size.width + 1) + column + 1


def compiled(ruleset: str | Ruleset, size: object, most: int | None = None, **options: object) -> Compiled:
    """Return a ruleset with options in the form of the kernel; raise ``BadValue`` or ``Unknown`` for unknown ones.

    ``size`` is at most 19 each way, ``most`` the number of moves after which a game ends as it stands, None for three
    times the points, and ``options`` are settings by the names of the line protocol.
    """
    own = ruleset if isinstance(ruleset, Ruleset) else rules.get(ruleset)
    lines = size_of(size).with_shape(own.board)
    check_compilable(own, lines)
    strange = sorted(set(options) - set(OPTIONS))
    if strange:
        raise BadSettings(f"the kernel knows no option {strange[0]!r}. Known: {', '.join(OPTIONS)}")
    given = {key: python_number(value) for key, value in options.items() if value is not None}
    known = with_options(own, given)
    komi = checked_komi(known, lines, given.get("komi"))
    limit = 3 * lines.points if most is None else python_number(most)
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 1_000_000:
        raise BadSettings(f"most is a number of moves from 1 to 1000000, not {limit!r}")
    return Compiled(known, lines, float(komi or 0), _flags(known), limit)


OPTIONS = ("capture", "suicide", "repetition", "draw_counts", "passing", "white_passes", "ghosts", "scoring", "komi")
"""Options of a ruleset that the kernel knows."""

BITS: Mapping[str, Mapping[Any, int]] = {
    "capture": {Capture.OPPONENT_FIRST: 0, Capture.SIMULTANEOUS: core.SIMULTANEOUS},
    "suicide": {Suicide.FORBIDDEN: 0, Suicide.ALLOWED: core.ALLOWED, Suicide.LONE_LOSES: core.LONE_LOSES},
    "ghosts": {False: 0, True: core.GHOSTS},
    "draw_counts": {DrawCounts.POSITIONS: core.THIRD, DrawCounts.SITUATIONS: core.THIRD_SITUATIONS},
    "repetition": {
        Repetition.SIMPLE_KO: 0,
        Repetition.POSITIONAL_SUPERKO: core.POSITIONAL,
        Repetition.SITUATIONAL_SUPERKO: core.SITUATIONAL,
        Repetition.DRAW_ON_THIRD: core.COUNTED,  # ``draw_counts`` says which of the two
    },
    "scoring": {Scoring.NONE: 0, Scoring.AREA: 1, Scoring.TERRITORY: 2},
}
"""Bits of the values in ``yurei.rules.compilable`` that change play, by field."""


def supported_rulesets() -> tuple[Ruleset, ...]:
    """Return the listed rulesets that the kernel supports."""
    return tuple(ruleset for ruleset in rules.ALL if is_compilable(ruleset))


def _flags(ruleset: Ruleset) -> int:
    """Return the rules of a ruleset as bits of ``core``."""
    key = "draw_counts" if ruleset.repetition is Repetition.DRAW_ON_THIRD else "repetition"
    flags = sum(BITS[each][getattr(ruleset, each)] for each in ("capture", "suicide", "ghosts", key))
    if ruleset.repetition is Repetition.SIMPLE_KO and flags & (core.SIMULTANEOUS | core.GHOSTS):
        flags |= core.BANNED
    return flags | (core.MUST_MOVE if ruleset.can_end_without_moves else 0)
