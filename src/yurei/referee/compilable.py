"""The settings that the compiled kernel plays; can be imported without loading the compiler.

``yurei.kernel.refereeing.plans`` translates referees for the kernel. ``yurei.referee`` tells by whatever is not listed here.
"""

from __future__ import annotations

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.referee.referee import Captures, FailedTry
from yurei.referee.settings import Settings
from yurei.rules.compilable import check_compilable, unknown_fields

TOLD = frozenset({"captures", "owner_hears", "vanishes", "atari", "reasons", "sight", "lone_self_atari", "failed_try"})
"""Names of the referee fields that the kernel implements."""

NO_PART_IN_TELLING = frozenset({"slug", "title", "summary", "moved", "version", "examples"})
"""Names of the referee fields that are names and texts."""

_DETAILS = (Captures.POINTS, Captures.COUNT, Captures.NOTHING)
VALUES = {"captures": _DETAILS, "owner_hears": _DETAILS, "failed_try": (FailedTry.RETRY, FailedTry.LOSE_TURN)}
"""The values of those fields that the kernel implements."""


def is_settings_compilable(settings: Settings) -> bool:
    """Return whether the kernel plays these settings, whoever sits where."""
    try:
        check_settings_compilable(settings)
    except BadSettings:
        return False
    return True


def check_settings_compilable(settings: Settings) -> None:
    """Raise an error for a ruleset, a size or a referee that the kernel does not know.

    As with rulesets, an unknown field of a referee is accepted while it has its default value.

    Raises:
        BadSettings: if a field is unknown and not at its default, or its value is unknown, or the board is too large.
    """
    check_compilable(settings.ruleset, settings.size)
    referee = settings.referee
    strange = unknown_fields(referee, TOLD | NO_PART_IN_TELLING)
    strange += [key for key, values in VALUES.items() if getattr(referee, key) not in values]
    if strange:
        raise BadSettings(
            N_(
                "the kernel has not been told what {field} of referee {referee} means: "
                "teach it in yurei/referee/compilable.py and yurei/kernel/refereeing; yurei.referee tells by it meanwhile"
            ),
            field=repr(strange[0]),
            referee=repr(referee.slug),
        )
