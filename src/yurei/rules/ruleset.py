"""Rulesets: the options of a game, their allowed combinations, and reading options from settings.

A game is a value. Each choice of a ruleset is one of the options listed here. Combinations are checked when a
ruleset is made, so every existing ruleset can be played.
"""

import copyreg
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_, Words
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.points import Shape, Size, shorten


class Capture(StrEnum):
    """Rule for removing strings without liberties."""

    OPPONENT_FIRST = "opponent-first"
    SIMULTANEOUS = "simultaneous"


class Suicide(StrEnum):
    """Rule for a stone that takes the last liberty of its own string."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"
    LONE_LOSES = "lone-loses"


class Repetition(StrEnum):
    """Rule for repeated positions."""

    SIMPLE_KO = "simple-ko"
    POSITIONAL_SUPERKO = "positional-superko"
    SITUATIONAL_SUPERKO = "situational-superko"
    DRAW_ON_THIRD = "draw-on-third"


class DrawCounts(StrEnum):
    """Kind of repetition that ``draw-on-third`` counts."""

    POSITIONS = "positions"
    SITUATIONS = "situations"


class Scoring(StrEnum):
    """Scoring method after two passes."""

    AREA = "area"
    TERRITORY = "territory"
    NONE = "none"


@dataclass(frozen=True)
class Passing:
    """How often each colour may pass. ``word`` names the rule in settings: ``free``, ``none``, or a number."""

    word: str | int
    black: float
    white: float

    @property
    def ends_games(self) -> bool:
        """Whether two passes in a row are possible, so that they can end the game."""
        return self.black > 0


FREE = Passing("free", black=math.inf, white=math.inf)
NO_PASSING = Passing("none", black=0, white=0)


def white_passes(number: object) -> Passing:
    """Return the passing rule in which only White may pass, this number of times, 0 to 10000."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10_000:
        raise BadSettings(
            N_("White’s passes are a whole number from 0 to 10000, not {number}; the page suggests 6"),
            number=shorten(number),
        )
    return Passing(number, black=0, white=number)


def passing_of(word: object) -> Passing:
    """Return the passing rule for a value of the setting ``passing``; raise ``BadSettings`` if it is invalid."""
    if isinstance(word, str) and word in ("free", "none"):
        return FREE if word == "free" else NO_PASSING
    if isinstance(word, int) and not isinstance(word, bool):
        return white_passes(word)
    raise BadSettings(N_("passing is 'free', 'none' or a number of passes for White, not {word}"), word=shorten(word))


@dataclass(frozen=True)
class Komi:
    """The default komi of a ruleset, for boards with an odd and with an even number of points."""

    odd: float
    even: float
    promises_no_ties: bool = False

    def for_size(self, size: Size) -> float:
        """Return the default komi on a board of this size."""
        return self.odd if size.points % 2 else self.even

    def warning(self, komi: float, size: Size) -> str | None:
        """Return a warning if this komi allows ties although the ruleset promises that there are none; else None."""
        if not self.promises_no_ties or komi != int(komi) or (int(komi) + size.points) % 2:
            return None
        wanted = "even" if size.points % 2 else "odd"
        return (
            f"komi {komi:g} allows ties on a board of {size.points} points: "
            f"a whole komi should be {wanted} there, such as {self.for_size(size):g}"
        )


def same_komi(komi: float) -> Komi:
    """Return a default komi that is the same for all board sizes."""
    return Komi(odd=komi, even=komi)


@dataclass(frozen=True)
class Example:
    """An example of a rule: a board, moves, and the board after the moves.

    ``claim`` is a whole sentence, marked for translation. ``moves`` are words such as ``B:B1 W:ghost-C1 B:pass``;
    ``board`` and ``after`` are board texts. ``refused`` is the reason why the last move is illegal; ``winner`` is
    the colour that wins by it.
    """

    claim: str
    board: str
    moves: str
    after: str
    winner: str | None = None
    refused: str | None = None

    @property
    def first(self) -> Colour:
        """Colour that tries first."""
        return BLACK if self.moves.startswith("B") else WHITE

    @property
    def tries(self) -> tuple[str, ...]:
        """The tries in order, as players write them: ``E5``, ``ghost E5``, ``pass``."""
        return tuple(move.partition(":")[2].replace("-", " ") for move in self.moves.split())


def _read_only(sentences: Mapping[str, str]) -> MappingProxyType[str, str]:
    return MappingProxyType(dict(sentences))


# Without this, read-only mappings, such as the sentences of a ruleset, could be neither pickled nor copied.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


@dataclass(frozen=True)
class Ruleset:
    """A complete set of rules of one game.

    Attributes:
        slug, title, source, summary: Its name for programs, its name for people, the address of its page, one sentence.
        version: Raised when the same tries are judged differently than before.
        first_capture_wins: Whether the first player to capture a stone wins.
        board: The board's shape: rectangle or torus.
        no_move_loses: Whether the player to move has lost if they have no legal try and no pass left.
        komi: The default; None if the game has no usual komi.
        two_game_match, tie_break: Whether a match is two games with colours swapped; whether fewer moves as Black
            decide it after a win each.
        sentences: By option, the sentence of the page from which the choice follows.
        endings: Special sentences for ends of a game, by value of ``EndedBy``, with the field ``{winner}``.
        examples: Claims of the page, on boards.

    Raises ``BadSettings`` if the choices do not go together.
    """

    slug: str
    title: str
    source: str
    summary: str = ""
    version: int = 1
    capture: Capture = Capture.OPPONENT_FIRST
    suicide: Suicide = Suicide.FORBIDDEN
    repetition: Repetition = Repetition.SIMPLE_KO
    draw_counts: DrawCounts = DrawCounts.POSITIONS
    passing: Passing = FREE
    ghosts: bool = False
    scoring: Scoring = Scoring.AREA
    first_capture_wins: bool = False
    board: Shape = Shape.RECTANGLE
    no_move_loses: bool = True
    komi: Komi | None = None
    draw_by_agreement: bool = False
    two_game_match: bool = False
    tie_break: bool = False
    sentences: Mapping[str, str] = field(default_factory=dict, compare=False)
    endings: Mapping[str, str] = field(default_factory=dict, compare=False)
    examples: tuple[Example, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentences", _read_only(self.sentences))
        object.__setattr__(self, "endings", _read_only(self.endings))
        for refusal, refused in _refusals(self):
            if refused:
                raise BadSettings(N_("{ruleset}: {why}"), ruleset=self.slug, why=Words(refusal))

    @property
    def counts(self) -> bool:
        """Whether the game is scored at the end."""
        return self.scoring is not Scoring.NONE

    @property
    def can_end_without_moves(self) -> bool:
        """Whether a game can end because the player to move has no legal move."""
        endless = min(self.passing.black, self.passing.white) == math.inf
        # "A player can always move: after the removal at least one point is empty."
        any_point = self.suicide is not Suicide.FORBIDDEN and self.repetition is Repetition.DRAW_ON_THIRD
        return self.no_move_loses and not endless and not any_point

    def default_komi(self, size: Size) -> float | None:
        """Return the default komi on a board: 0 if the ruleset has none, None if the game is not scored."""
        if not self.counts:
            return None
        return self.komi.for_size(size) if self.komi else 0.0


def _refusals(ruleset: Ruleset) -> tuple[tuple[str, bool], ...]:
    """Return, for each forbidden combination of options, the error text and whether the ruleset has it."""
    simultaneous = ruleset.capture is Capture.SIMULTANEOUS
    forbidden = ruleset.suicide is Suicide.FORBIDDEN
    lone_loses = ruleset.suicide is Suicide.LONE_LOSES
    return (
        (
            N_(
                "where strings of both colours go at once, suicide cannot be forbidden; "
                "capture 'simultaneous' goes with suicide 'allowed' or 'lone-loses'"
            ),
            simultaneous and forbidden,
        ),
        (
            N_("ghosts need captures in turn; capture 'simultaneous' goes without ghosts"),
            simultaneous and ruleset.ghosts,
        ),
        (
            N_(
                "only where everything goes at once can a stone go alone; "
                "suicide 'lone-loses' goes with capture 'simultaneous'"
            ),
            lone_loses and not simultaneous,
        ),
        (
            N_("ghosts are defined for a game without suicide; with ghosts, suicide is 'forbidden'"),
            ruleset.ghosts and not forbidden,
        ),
        (
            N_("a ghost on the board is a point of area; with ghosts, scoring is 'area'"),
            ruleset.ghosts and ruleset.scoring is not Scoring.AREA,
        ),
        (
            N_(
                "two passes would end the game and nothing would be scored; scoring 'none' goes with "
                "suicide 'lone-loses', or with passing 'none' or a number"
            ),
            not ruleset.counts and ruleset.passing.ends_games and not lone_loses,
        ),
        (
            N_(
                "only where one colour goes at a time, and nobody captures their own stones, has somebody captured first; "
                "first_capture_wins goes with capture 'opponent-first' and suicide 'forbidden'"
            ),
            ruleset.first_capture_wins and (simultaneous or not forbidden),
        ),
    )


Read = Callable[[str, object], Any]
"""Function that makes an option's value from its name and a plain value; raises BadSettings for a bad value."""


def read_choice(options: type[StrEnum], key: str, value: Any) -> Any:
    """Return the member of the enumeration ``options`` with this value; raise ``BadSettings`` if none has it."""
    try:
        return options(value)
    except ValueError:
        known = ", ".join(repr(option.value) for option in options)
        raise BadSettings(
            N_("{key} is one of {known}, not {value}"), key=key, known=known, value=shorten(value)
        ) from None


def check_flag(key: str, value: object) -> bool:
    """Return ``value`` if it is True or False; raise ``BadSettings`` otherwise."""
    if isinstance(value, bool):
        return value
    raise BadSettings(N_("{key} is true or false, not {value}"), key=key, value=shorten(value))


OPTIONS: dict[str, Read] = {
    "capture": lambda key, value: read_choice(Capture, key, value),
    "suicide": lambda key, value: read_choice(Suicide, key, value),
    "repetition": lambda key, value: read_choice(Repetition, key, value),
    "draw_counts": lambda key, value: read_choice(DrawCounts, key, value),
    "passing": lambda _, value: passing_of(value),
    "scoring": lambda key, value: read_choice(Scoring, key, value),
    "ghosts": check_flag,
    "draw_by_agreement": check_flag,
    "two_game_match": check_flag,
    "tie_break": check_flag,
}
"""Readers of all ruleset options, by option name."""
OF_THE_GAME = ("first_capture_wins", "board")
"""Names of the ruleset fields that define the game itself; no setting changes them.

``no_move_loses`` is one of these, too; it has no effect in most games, and ``with_options`` removes it.
"""


def game_fields(ruleset: Ruleset) -> dict[str, Any]:
    """Return those fields of ``OF_THE_GAME`` that differ from their defaults in this ruleset, by name."""
    usual = {each.name: each.default for each in fields(Ruleset)}
    return {key: getattr(ruleset, key) for key in OF_THE_GAME if getattr(ruleset, key) != usual[key]}


def read_known(values: Mapping[str, Any], known: Mapping[str, Read]) -> dict[str, Any]:
    """Parse the values of known options, and ignore all other values."""
    return {key: read(key, values[key]) for key, read in known.items() if key in values}


def with_options(ruleset: Ruleset, values: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset with options replaced by the given values; ``white_passes`` sets ``passing``.

    Raises ``BadSettings`` if a value is unknown, or choices do not go together.
    """
    options = read_known(values, OPTIONS)
    if "white_passes" in values:
        options["passing"] = white_passes(values["white_passes"])
    made = replace(ruleset, **options)
    if made.can_end_without_moves and not ruleset.can_end_without_moves:
        return replace(made, no_move_loses=False)  # no option adds a new end to a game: "resignation only"
    return made


def plain_options(ruleset: Ruleset) -> dict[str, Any]:
    """Return the options of a ruleset as plain values, which ``with_options`` can read."""
    values = {key: getattr(ruleset, key) for key in OPTIONS}
    plain = {key: value.value if isinstance(value, StrEnum) else value for key, value in values.items()}
    word = ruleset.passing.word
    return {**plain, "passing": word, "white_passes": word if isinstance(word, int) else None}
