"""Checks whether the compiled kernel supports a ruleset, without loading the compiler.

``yurei.kernel.rulesets`` translates rulesets for the kernel and refuses those not listed here; ``yurei.rules``
plays these games.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.points import Size, shorten
from yurei.rules.ruleset import Ruleset

LARGEST = 19
"""Number of lines of the largest board of the kernel."""
VALUES: Mapping[str, tuple[object, ...]] = {
    "capture": ("opponent-first", "simultaneous"),
    "suicide": ("forbidden", "allowed", "lone-loses"),
    "repetition": ("simple-ko", "positional-superko", "situational-superko", "draw-on-third"),
    "draw_counts": ("positions", "situations"),
    "ghosts": (False, True),
    "first_capture_wins": (False,),
    "board": ("rectangle",),
    "no_move_loses": (False, True),
    "scoring": ("none", "area", "territory"),
}
"""The values that the kernel implements, by ruleset field."""
KNOWN = {
    *VALUES,
    *("passing", "komi"),
    *("slug", "title", "source", "summary", "version", "sentences", "endings", "examples"),  # names and texts
    *("draw_by_agreement", "two_game_match", "tie_break"),  # only about players, and about matches of several games
}
"""Names of the ruleset fields that the kernel implements, and of those without effect on positions and counts."""


def is_compilable(ruleset: Ruleset, size: Size | None = None) -> bool:
    """Return whether the kernel supports a ruleset on a board of this size."""
    try:
        check_compilable(ruleset, size)
    except BadSettings:
        return False
    return True


def check_compilable(ruleset: Ruleset, size: Size | None = None) -> None:
    """Raise ``BadSettings`` if the kernel does not support the size of the board or a choice of the ruleset.

    An unknown field is accepted if it has its default value, so that other games stay compiled.
    """
    if size is not None and max(size.width, size.height) > LARGEST:
        raise BadSettings(
            N_("the kernel knows boards to {most}x{most}, not {size}; yurei.rules plays larger ones"),
            most=LARGEST,
            size=size,
        )
    strange = unknown_fields(ruleset, KNOWN)
    strange += [f"passing.{name}" for name in unknown_fields(ruleset.passing, ("word", "black", "white"))]
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
            raise BadSettings(
                N_("the kernel has not been told of {field} {value}, which ruleset {ruleset} has. Known: {known}"),
                field=key,
                value=shorten(value),
                ruleset=repr(ruleset.slug),
                known=", ".join(map(repr, values)),
            )


def unknown_fields(choices: Any, known: Collection[str]) -> list[str]:
    """Return the names of unknown fields whose value is not the default."""
    strange = [each for each in fields(choices) if each.name not in known]
    defaults = [each.default if each.default_factory is MISSING else each.default_factory() for each in strange]
    return [each.name for each, usual in zip(strange, defaults, strict=True) if getattr(choices, each.name) != usual]
