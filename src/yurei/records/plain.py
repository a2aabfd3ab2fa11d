"""One line of a record: a JSON object with the expected keys, without duplicates or extensions of JSON."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from yurei.errors import BadRecord, unknown
from yurei.languages import N_
from yurei.rules.points import shortened

Line = Mapping[str, Any]


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
