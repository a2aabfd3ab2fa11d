"""What was played, as a record names it: the settings, read and written, and the position that the game began with."""

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
    """Make sure that no reader takes this for another game: what is derived from a ruleset of ours has a name of its own.

    Raises:
        BadRecord: where it has not.
    """
    try:
        named = read_settings(settings.plain())
    except YureiError:  # a game of one's own: who reads hands it over, see ``read``
        return
    if named != settings:
        raise BadRecord(
            N_("{ruleset} under {referee} is not the game that was played; give the variant its own slug"),
            ruleset=settings.ruleset.slug,
            referee=settings.referee.slug,
        )


def settings_of(given: object, ruleset: Ruleset | None, referee: Referee | None) -> Settings:
    """Settings as they stand in a record; a ruleset and a referee of one's own in place of those that its names would find."""
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
    """Make sure that a game of these settings can begin so."""
    if setup is None:
        return
    if settings.handicap:
        raise BadSettings(N_("a handicap is a set-up position of its own; keep one of the two"))
    checked_setup(settings.ruleset, settings.size, setup)
