"""Tries, results, and the state of a game between two moves. States are immutable."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from yurei.errors import BadBoard, BadSettings, BadTry
from yurei.languages import N_
from yurei.rules import board
from yurei.rules.points import Size, shorten
from yurei.rules.repetition import Memory, NoRepetition, repetition_rule
from yurei.rules.ruleset import Ruleset


class Kind(StrEnum):
    """Kind of a try."""

    STONE = "stone"
    GHOST = "ghost"
    PASS = "pass"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Try:
    """A player's proposal to the referee. ``point`` is None for a pass and a resignation."""

    kind: Kind
    point: int | None = None

    def text(self, size: Size) -> str:
        """Return the try as players write it: ``E5``, ``ghost E5``, ``pass``, ``resign``."""
        if self.point is None:
            return self.kind.value
        return size.name(self.point) if self.kind is Kind.STONE else f"ghost {size.name(self.point)}"


PASS, RESIGN = Try(Kind.PASS), Try(Kind.RESIGN)


def stone(point: int) -> Try:
    """Return a try to place a stone."""
    return Try(Kind.STONE, point)


def ghost(point: int) -> Try:
    """Return a try to place a ghost."""
    return Try(Kind.GHOST, point)


def read_try(text: object, size: Size) -> Try:
    """Parse a try as players write it: ``E5``, ``ghost E5``, ``pass``, ``resign``, in any case, half or full width.

    Raises ``BadTry`` if it is not a text, and ``BadPoint`` if it does not name a point of the board.
    """
    if not isinstance(text, str):
        raise BadTry(N_("a try is a text such as 'E5', 'pass' or 'resign', not {text}"), text=shorten(text))
    words = unicodedata.normalize("NFKC", text).lower().split()
    if words in (["pass"], ["resign"]):
        return PASS if words == ["pass"] else RESIGN
    if len(words) == 2 and words[0] == "ghost":
        return ghost(size.point(words[1]))
    is_spaced = len(words) == 2 and len(words[0]) == 1 and words[1].isdecimal()
    return stone(size.point("".join(words) if is_spaced else text))


class EndedBy(StrEnum):
    """Reason why a game ended."""

    SCORE = "score"
    RESIGNATION = "resignation"
    LONE_SUICIDE = "lone-suicide"
    REPETITION = "repetition"
    CAPTURE = "capture"
    NO_MOVE = "no-move"
    TIME = "time"
    AGREEMENT = "agreement"
    ABSENCE = "absence"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game. ``winner`` is None for a draw, and for a game that was abandoned.

    ``black`` and ``white`` are the points of each without komi, ``margin`` is Black's points less White's less komi;
    None if nothing was counted.
    """

    winner: board.Colour | None
    by: EndedBy
    black: int | None = None
    white: int | None = None
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game between two moves.

    Attributes:
        komi: None if the game is not scored.
        cells: The board, see ``yurei.rules.board``.
        to_move: The colour to move; has no meaning after the end.
        memory: The memory of the repetition rule.
        passes_in_row: Number of passes just before this state, 0 to 2.
        passed, lost: Numbers of passes, and of stones removed, of Black and of White.
        result: None while the game goes on.
    """

    ruleset: Ruleset
    size: Size
    komi: float | None
    cells: bytes
    to_move: board.Colour
    memory: Memory
    passes_in_row: int = 0
    passed: tuple[int, int] = (0, 0)
    lost: tuple[int, int] = (0, 0)
    result: Result | None = None

    @property
    def repetition(self) -> NoRepetition:
        """The repetition rule of the ruleset."""
        return repetition_rule(self.ruleset)

    @property
    def may_pass(self) -> bool:
        """Whether the colour to move has a pass left."""
        passing = self.ruleset.passing
        return self.passed[self.to_move - 1] < (passing.black if self.to_move is board.BLACK else passing.white)

    def tries(self) -> Iterator[Try]:
        """Yield the tries that may be legal in this state, except resignation: placements, then the pass."""
        for point, cell in enumerate(self.cells):
            if cell == board.EMPTY or cell > 2:
                yield stone(point)
            if cell == board.EMPTY and self.ruleset.ghosts:
                yield ghost(point)
        if self.may_pass:
            yield PASS


def checked_komi(ruleset: Ruleset, size: Size, komi: object) -> float | None:
    """Check a komi and return it; return the ruleset's default if it is None.

    Raises ``BadSettings`` if it is not a multiple of 0.5, or the game is not scored.
    """
    if komi is None:
        return ruleset.default_komi(size)
    if isinstance(komi, bool) or not isinstance(komi, (int, float)) or not abs(komi) <= 10_000 or komi % 0.5:
        raise BadSettings(N_("komi is a multiple of 0.5 from -10000 to 10000, not {komi}; try 7.5"), komi=shorten(komi))
    if not ruleset.counts:
        raise BadSettings(
            N_("{ruleset}: komi {komi} has no effect where nothing is scored; leave it out"),
            ruleset=ruleset.slug,
            komi=f"{komi:g}",
        )
    return float(komi)


def start(
    ruleset: Ruleset, size: Size, komi: float | None = None, first: board.Colour = board.BLACK, setup: str | None = None
) -> State:
    """Return the state before the first move.

    Args:
        ruleset, size: The game and its board size.
        komi: A multiple of 0.5; None takes the ruleset's default.
        first: The colour that moves first.
        setup: A board text of the size; None starts on an empty board.

    Raises ``BadSettings`` if the komi is not allowed, ``BadBoard`` if the set-up position is not allowed.
    """
    size = size.with_shape(ruleset.board)
    cells = board.empty_board(size) if setup is None else checked_setup(ruleset, size, setup)
    memory = repetition_rule(ruleset).start(board.position(cells), first)
    return State(ruleset, size, checked_komi(ruleset, size, komi), cells, first, memory)


def checked_setup(ruleset: Ruleset, size: Size, setup: str) -> bytes:
    """Check the text of a set-up position, and return its cells.

    Raises ``BadBoard`` for a board of a different size, ghosts in a game without ghosts, or a string without liberties.
    """
    cells, _ = board.read_board(setup, size)
    if not ruleset.ghosts and any(cell > 2 for cell in cells):
        raise BadBoard(N_("{ruleset} has no ghosts; set up stones only, with B and W"), ruleset=ruleset.slug)
    if not board.is_legal(cells, size):
        raise BadBoard(N_("a set-up position has a liberty for every string; this one has a string without"))
    return cells


def handicap(size: Size, stones: object) -> str:
    """Return the board text with this number of black handicap stones on the usual points.

    Raises ``BadSettings`` if the number is not 2 to 9, or the board is too small for it.
    """
    points = _handicap_points(size)
    if isinstance(stones, bool) or not isinstance(stones, int) or not 2 <= stones <= len(points):
        raise BadSettings(
            N_("a {size} board has 2 to {most} handicap stones, not {stones}")
            if points
            else N_("a {size} board has no handicap; it takes odd lines, 7 or more, not {stones}"),
            size=size,
            most=len(points),
            stones=shorten(stones),
        )
    *_, centre = points
    chosen = [*points[: stones - 1], centre] if stones >= 5 and stones % 2 else points[:stones]
    return board.board_text(board.put(board.empty_board(size), chosen, board.BLACK_STONE), size)


def _handicap_points(size: Size) -> list[int]:
    """Return the handicap points in their usual order: corners, sides, centre; none if the board has none."""
    if min(size.width, size.height) < 7 or not (size.width % 2 and size.height % 2):
        return []
    left, low = (3 if lines >= 13 else 2 for lines in (size.width, size.height))
    right, high = size.width - 1 - left, size.height - 1 - low
    middle, half = size.width // 2, size.height // 2
    spots = [
        *((right, high), (left, low), (right, low), (left, high)),
        *((left, half), (right, half), (middle, low), (middle, high)),
        (middle, half),
    ]
    return [row * size.width + column for column, row in spots]
