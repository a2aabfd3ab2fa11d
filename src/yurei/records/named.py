"""Settings and starting position as a record names them."""

from __future__ import annotations

from typing import Any

from yurei.errors import BadRecord, BadSettings, YureiError
from yurei.languages import N_
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import shortened
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import checked_setup


def check_named(settings: Settings) -> None:
    """Check that the names in these settings lead back to them: a variant of a known ruleset needs its own name.

    Raises:
        BadRecord: if they do not.
    """
    try:
        named = read_settings(settings.plain())
    except YureiError:  # a custom ruleset, which the reader passes to ``read``
        return
    if named != settings:
        raise BadRecord(
            N_("{ruleset} under {referee} is not the game that was played; give the variant its own slug"),
            ruleset=settings.ruleset.slug,
            referee=settings.referee.slug,
        )


def settings_of(given: object, ruleset: Ruleset | None, referee: Referee | None) -> Settings:
    """Parse the settings of a record; a given ruleset and referee replace those that it names."""
    if not isinstance(given, dict):
        raise BadSettings(N_("settings are an object of names and values, not {given}"), given=shortened(given))
    for name, value in given.items():
        if isinstance(value, (dict, list)):
            raise BadSettings(
                N_("{key} is a word, a number or true or false, not {value}"),
                key=shortened(name),
                value=shortened(value),
            )
    return read_settings(given, ruleset, referee)


def check_setup(settings: Settings, setup: Any) -> None:
    """Check that a game with these settings can begin with this set-up position."""
    if setup is None:
        return
    if settings.handicap:
        raise BadSettings(N_("a handicap is a set-up position of its own; keep one of the two"))
    checked_setup(settings.ruleset, settings.size, setup)
