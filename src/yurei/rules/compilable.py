"""The games that the compiled kernel plays; can be imported without loading the compiler.

``yurei.kernel.rulesets`` translates rulesets for the kernel and refuses what is not listed here; ``yurei.rules``
plays those games.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.points import Shape, Size, shortened
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide

LARGEST = 19
"""Number of lines of the largest board of the kernel."""

PLAYED = frozenset(
    {
        *("capture", "suicide", "repetition", "draw_counts", "passing", "ghosts", "scoring", "komi"),
        *("first_capture_wins", "board", "no_move_loses"),
    }
)
"""Names of the ruleset fields that the kernel implements."""

NO_PART_IN_PLAY = frozenset(
    {
        *("slug", "title", "source", "summary", "version", "sentences", "endings", "examples"),  # names and texts
        *("draw_by_agreement", "two_game_match", "tie_break"),  # what happens between players, and between games
    }
)
"""Names of the ruleset fields that change no position, move or count of a game."""

VALUES: Mapping[str, tuple[object, ...]] = {
    "capture": (Capture.OPPONENT_FIRST, Capture.SIMULTANEOUS),
    "suicide": (Suicide.FORBIDDEN, Suicide.ALLOWED, Suicide.LONE_LOSES),
    "repetition": (
        *(
            Repetition.SIMPLE_KO,
            Repetition.POSITIONAL_SUPERKO,
            Repetition.SITUATIONAL_SUPERKO,
            Repetition.DRAW_ON_THIRD,
        ),
    ),
    "draw_counts": (DrawCounts.POSITIONS, DrawCounts.SITUATIONS),
    "ghosts": (False, True),
    "first_capture_wins": (False,),
    "board": (Shape.RECTANGLE,),
    "no_move_loses": (False, True),
    "scoring": (Scoring.NONE, Scoring.AREA, Scoring.TERRITORY),
}
"""The values of those fields that the kernel implements."""

_PASSING = frozenset({"word", "black", "white"})


def is_compilable(ruleset: Ruleset, size: Size | None = None) -> bool:
    """Return whether the kernel plays a ruleset, on a board of this size."""
    try:
        check_compilable(ruleset, size)
    except BadSettings:
        return False
    return True


def check_compilable(ruleset: Ruleset, size: Size | None = None) -> None:
    """Raise an error for a ruleset or size that the kernel does not play, instead of ignoring an unknown field.

    An unknown field is accepted while it has its default value: those games stay compiled.

    Raises:
        BadSettings: if a field is unknown and not at its default, or its value is unknown, or the board is too large.
    """
    if size is not None and max(size.width, size.height) > LARGEST:
        raise BadSettings(
            N_("the kernel knows boards to {most}x{most}, not {size}; yurei.rules plays larger ones"),
            most=LARGEST,
            size=size,
        )
    strange = unknown_fields(ruleset, PLAYED | NO_PART_IN_PLAY)
    strange += [f"passing.{name}" for name in unknown_fields(ruleset.passing, _PASSING)]
    if strange:
        raise BadSettings(
            N_(
                "the kernel has not been told what {field} of ruleset {ruleset} means: "
                "teach it in yurei/rules/compilable.py and yurei/kernel/rulesets.py; yurei.rules plays it meanwhile"
            ),
            field=repr(strange[0]),
            ruleset=repr(ruleset.slug),
        )
    for key, values in VALUES.items():
        value = getattr(ruleset, key)
        if value not in values:
            known = ", ".join(repr(each if isinstance(each, bool) else str(each)) for each in values)
            raise BadSettings(
                N_("the kernel has not been told of {field} {value}, which ruleset {ruleset} has. Known: {known}"),
                field=key,
                value=shortened(value),
                ruleset=repr(ruleset.slug),
                known=known,
            )


def unknown_fields(choices: Any, known: frozenset[str]) -> list[str]:
    """Return the names of unknown fields whose value is not the default."""
    return [
        each.name
        for each in fields(choices)
        if each.name not in known and getattr(choices, each.name) != _default(each)
    ]


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
