"""Parts of a record's lines: JSON objects without duplicates or extensions of JSON, times, settings, set-up positions.

A time is in UTC, written as ``2026-05-01T18:00:07Z``, with microseconds unless they are zero.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NoReturn

from yurei.errors import BadRecord, BadSettings, YureiError, unknown
from yurei.languages import N_
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import shortened
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import checked_setup

Line = Mapping[str, Any]
FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", re.ASCII)


@contextmanager
def numbered(number: int) -> Iterator[None]:
    """Turn any error of yurei in this block into one that names the line, counted from 1.

    Raises:
        BadRecord: in place of any other error of yurei.
    """
    try:
        yield
    except YureiError as error:
        raise BadRecord(N_("line {number}: {trouble}"), number=number, trouble=error.words) from None


def read_object(text: str) -> Line:
    """Return the JSON object of a line.

    Raises:
        BadRecord: if there is none.
    """
    if not text.strip():
        raise BadRecord(N_("it is empty; a record has one JSON object a line"))
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(N_("{text} is no JSON; a record has one JSON object a line"), text=shortened(text)) from None
    if not isinstance(value, dict):
        raise BadRecord(N_("{text} is no JSON object; a record has one a line"), text=shortened(text))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRecord(N_("{key} stands in it twice; keep one"), key=shortened(twice))
    return value


def _refuse(constant: str) -> NoReturn:
    raise BadRecord(N_("{text} is no number of JSON; write null where there is none"), text=constant)


def check_keys(line: Line, keys: Collection[str], needless: Collection[str]) -> None:
    """Check that a line has all keys but the needless ones, and no others.

    Raises:
        BadRecord: if a key is missing.
        Unknown: if a key is unknown.
    """
    for key in line:
        if key not in keys:
            raise unknown("key", key, keys)
    for key in keys:
        if key not in line and key not in needless:
            raise BadRecord(N_("{key} is missing; a line such as this has {keys}"), key=repr(key), keys=", ".join(keys))


def time_text(time: datetime | None) -> str | None:
    """Return a time as text; None for None.

    Raises:
        BadRecord: if it has no time zone.
    """
    if time is None:
        return None
    if time.utcoffset() is None:
        raise BadRecord(N_("the time {time} has no time zone; take it from datetime.now(UTC)"), time=time.isoformat())
    return time.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def read_time(text: object) -> datetime | None:
    """Parse a time; None for None.

    Raises:
        BadRecord: if it is no time.
    """
    if text is None:
        return None
    try:
        if isinstance(text, str) and FORM.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass  # the 31st of February has the right form
    raise BadRecord(N_("{text} is no time; write it in UTC, as 2026-05-01T18:00:07Z"), text=shortened(text))


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
