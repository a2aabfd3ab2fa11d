"""Checks whether the compiled kernel supports the settings of a game, without loading the compiler."""

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings
from yurei.rules.compilable import check_compilable, is_compilable, unknown_fields

_DETAILS = ("points", "count", "nothing")
VALUES = {"captures": _DETAILS, "owner_hears": _DETAILS, "failed_try": ("retry", "lose-turn")}
"""The values that the kernel implements, by referee field."""
KNOWN = {
    *VALUES,
    *("vanishes", "atari", "reasons", "sight", "lone_self_atari"),
    *("slug", "title", "summary", "moved", "version", "examples"),  # names and texts
}
"""Names of the referee fields that the kernel implements, and of those that do not affect what is told."""


def unknown_choices(referee: Referee) -> list[str]:
    """Return the names of a referee's fields that the kernel does not support, or not with their value."""
    bad = [key for key, values in VALUES.items() if getattr(referee, key) not in values]
    return unknown_fields(referee, KNOWN) + bad


def is_settings_compilable(settings: Settings) -> bool:
    """Return whether the kernel supports these settings, apart from the seating."""
    return is_compilable(settings.ruleset, settings.size) and not unknown_choices(settings.referee)


def check_settings_compilable(settings: Settings) -> None:
    """Raise ``BadSettings`` if the kernel does not support the ruleset, the board size or the referee.

    As with rulesets, an unknown field of a referee is accepted if it has its default value.
    """
    check_compilable(settings.ruleset, settings.size)
    if strange := unknown_choices(settings.referee):
        raise BadSettings(
            N_(
                "the kernel has not been told what {field} of referee {referee} means: "
                "teach it in yurei/referee/compilable.py and yurei/kernel/judging.py; yurei.referee tells by it meanwhile"
            ),
            field=repr(strange[0]),
            referee=repr(settings.referee.slug),
        )
