"""Settings of a game, known to everybody at the table: ruleset, referee, seating and options.

The set-up position is not part of them, since set-up stones lie on their owner's board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from yurei import rules
from yurei.errors import NO_SUCH, BadSettings
from yurei.languages import N_, Words
from yurei.referee import get as get_referee
from yurei.referee import seating as seatings
from yurei.referee.referee import FailedTry, Referee, checked_sight
from yurei.rules import ruleset as rulesets
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.points import Size, python_number, shorten, size_of
from yurei.rules.state import checked_komi, handicap

DEFAULT_LINES = 9


@dataclass(frozen=True)
class Settings:
    """Settings of a game. ``komi`` is None if the game is not scored; ``handicap`` is a number of stones."""

    ruleset: rulesets.Ruleset
    referee: Referee
    seating: seatings.Seating
    size: Size
    komi: float | None
    first: Colour
    handicap: int = 0

    def __post_init__(self) -> None:
        # The ruleset, not the given size, determines the board's shape.
        object.__setattr__(self, "size", self.size.with_shape(self.ruleset.board))

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about these settings that the rules demand, in English, for programs."""
        komi = self.ruleset.komi
        warning = komi.warning(self.komi, self.size) if komi and self.komi is not None else None
        return (warning,) if warning else ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """The warnings and further remarks about these settings, in English, for programs."""
        if not self._komi_decides:
            return self.warnings
        return (
            *self.warnings,
            f"komi {self.komi:g} decides every game that is counted on a board of {self.size.points} points, "
            "for it is more than the whole board; try a smaller one, such as 0.5",
        )

    @property
    def cautions(self) -> tuple[str, ...]:
        """Short warnings about these settings for people, marked for translation."""
        if self._komi_decides:
            return (N_("Careful: this komi is worth more than the whole board."),)
        return (N_("Careful: with this komi the game can end in a draw."),) if self.warnings else ()

    @property
    def _komi_decides(self) -> bool:
        """Whether the komi exceeds the number of points, so that the same side wins every count."""
        return self.ruleset.scoring is rulesets.Scoring.AREA and abs(self.komi or 0.0) > self.size.points

    @property
    def setup(self) -> str | None:
        """The board text with the handicap stones; None without a handicap."""
        return handicap(self.size, self.handicap) if self.handicap else None

    def plain(self) -> dict[str, Any]:
        """Return all settings as plain values by their names in the line protocol; ``read_settings`` reads them."""
        values = {
            **rulesets.plain_options(self.ruleset),
            "width": self.size.width,
            "height": self.size.height,
            "ruleset": self.ruleset.slug,
            "komi": number(self.komi),
            "referee": self.referee.slug,
            "lone_self_atari": self.referee.lone_self_atari,
            "failed_try": self.referee.failed_try.value,
            "sight": self.referee.sight if self.referee.takes_sight else None,
            "first": self.first.word,
            "seating": self.seating.slug,
            "handicap": self.handicap,
        }
        return {key: values[key] for key in ORDER} | values


ORDER = (
    *("width", "height", "ruleset", "capture", "suicide", "repetition", "draw_counts", "passing", "white_passes"),
    *("ghosts", "scoring", "komi", "referee", "lone_self_atari", "failed_try", "sight", "first"),
    *("draw_by_agreement", "two_game_match", "tie_break", "seating", "handicap"),
)
"""Order of the settings in records. Options that are added later are appended."""


def number(value: float | None) -> float | int | None:
    """Return a whole number as an ``int``, and any other number or None unchanged."""
    return int(value) if value is not None and value == int(value) else value


def read_settings(
    given: Mapping[str, Any], ruleset: rulesets.Ruleset | None = None, referee: Referee | None = None
) -> Settings:
    """Parse settings from plain values by name; missing values and None take the ruleset's defaults.

    A given ``ruleset`` or ``referee`` is used in place of the one that the values name.

    Raises:
        BadSettings, BadSize: if a name or a value is unknown, or choices do not go together.
        Unknown: if a ruleset, a referee or a seating is unknown.
    """
    values = {key: python_number(value) for key, value in given.items() if value is not None}
    if strange := [key for key in values if key not in KEYS]:
        raise BadSettings(
            N_("{nothing}. Known: {known}"),
            nothing=Words(NO_SUCH["setting"], name=shorten(strange[0])),
            known=", ".join(KEYS),
        )
    ruleset = rulesets.with_options(ruleset or rules.get(values.get("ruleset", rules.ALL[0].slug)), values)
    size = Size(values.get("width", DEFAULT_LINES), values.get("height", DEFAULT_LINES))
    stones = values.get("handicap", 0)
    if type(stones) is not int or stones != 0:
        handicap(size, stones)  # raises if the board has not enough handicap points
    first = rulesets.read_choice(Colours, "first", values.get("first", "white" if stones else "black"))
    return Settings(
        ruleset=ruleset,
        referee=referee_of(values, referee),
        seating=seatings.get(values.get("seating", "duel")),
        size=size,
        komi=checked_komi(ruleset, size, values.get("komi")),
        first=BLACK if first is Colours.BLACK else WHITE,
        handicap=stones,
    )


def settings_for(
    ruleset: str | rulesets.Ruleset, referee: str | Referee, size: object, options: Mapping[str, Any]
) -> Settings:
    """Return settings for a ruleset and a referee, each a name or a value; raise errors like ``read_settings``.

    ``size`` is 9, "9x13" or (9, 13); ``options`` are further settings by the names in ``KEYS``.
    """
    lines = size_of(size)
    names = {key: value for key, value in (("ruleset", ruleset), ("referee", referee)) if isinstance(value, str)}
    return read_settings(
        {**names, "width": lines.width, "height": lines.height, **options},
        None if isinstance(ruleset, str) else ruleset,
        None if isinstance(referee, str) else referee,
    )


def referee_of(values: Mapping[str, Any], referee: Referee | None = None) -> Referee:
    """Return ``referee``, or the referee that ``values`` names, with the referee options in ``values`` applied.

    Raises ``BadSettings`` if a value is unknown or does not go with the referee, ``Unknown`` for an unknown referee.
    """
    referee = referee or get_referee(values.get("referee", "common"))
    options = rulesets.read_known(values, REFEREE_OPTIONS)
    if "sight" in options:
        referee.check_takes_sight()
    return replace(referee, **options)


class Colours(StrEnum):
    """The two colours as settings write them."""

    BLACK = "black"
    WHITE = "white"


REFEREE_OPTIONS: dict[str, rulesets.Read] = {
    "lone_self_atari": rulesets.check_flag,
    "failed_try": lambda key, value: rulesets.read_choice(FailedTry, key, value),
    "sight": checked_sight,
}
KEYS = (
    *("width", "height", "ruleset"),
    *rulesets.OPTIONS,
    *("white_passes", "komi", "referee"),
    *REFEREE_OPTIONS,
    *("first", "seating", "handicap"),
)
"""All names of settings."""
