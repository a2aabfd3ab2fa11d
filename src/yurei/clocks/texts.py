"""Texts of time controls: plain values for the store, short texts, and form fields.

People write time controls as short texts: minutes, then ``+``, then seconds.

    10              absolute: ten minutes for the whole game
    5+3             Fischer: five minutes, and three seconds more for every turn
    5+3 max 10      the same, but never more than ten minutes on the clock
    5+3x30(b)       byo-yomi: five minutes, then three periods of 30 seconds
    10+15/300       Canadian: ten minutes, then 15 turns in every 300 seconds
    30/move         simple: 30 seconds for every turn
    3d+1d max 7d    correspondence: three days, one day more for every turn, at most seven

Other units can be said: ``45s``, ``5m``, ``1h``, and minutes with seconds: ``1:30``.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from yurei.clocks.controls import Absolute, Control, Correspondence, Fischer
from yurei.clocks.durations import WRITTEN, seconds
from yurei.clocks.overtime import ByoYomi, Canadian, Simple
from yurei.errors import BadSettings, unknown
from yurei.languages import N_
from yurei.rules.points import shortened

KINDS: tuple[type[Control], ...] = (Fischer, ByoYomi, Canadian, Absolute, Simple, Correspondence)
BY_NAME = {kind.kind: kind for kind in KINDS}
UNSAID = {"cap": 0, "periods": 1}
"""Default values of parts that a short text may leave out."""
COUNTED = {"periods", "turns"}
"""Values that are counts, not durations."""


def control_of(kind: str, values: Mapping[str, Any]) -> Control:
    """Return a control of a kind with these values; missing values take their defaults.

    Raises:
        Unknown: if there is no such kind.
        BadSettings: if a value is out of range, or the values do not go together.
    """
    if kind not in BY_NAME:
        raise unknown("clock", kind, BY_NAME)
    taken = fields(BY_NAME[kind])
    control = BY_NAME[kind](**{each.name: values[each.name] for each in taken if each.name in values})
    control.check()
    return control


def read_plain(plain: Mapping[str, Any]) -> Control:
    """Return the control that ``Control.plain`` has written.

    Raises:
        Unknown, BadSettings: if it is no control.
    """
    return control_of(str(plain.get("kind")), plain)


def read_text(text: str) -> Control:
    """Parse a short text, see above. A space is accepted for the plus, since URL decoding can replace it.

    Raises:
        BadSettings: if it is no control.

    >>> read_text("5+3 max 10")
    Fischer(main=300, step=3, cap=600)
    >>> str(read_text("2m+5×30(b)"))
    '2+5x30(b)'
    """
    for kind in KINDS:
        match = re.fullmatch(kind.form.replace("{time}", WRITTEN), text.strip().lower(), re.ASCII)
        if match is not None:
            found = {name: value for name, value in match.groupdict().items() if value is not None}
            return control_of(kind.kind, UNSAID | read_values(kind, found))
    raise BadSettings(
        N_("{text} is no clock; write 5+3 for five minutes and three seconds a turn, or 5+3x30(b) for byo-yomi"),
        text=shortened(text),
    )


def read_values(kind: type[Control], texts: Mapping[str, str]) -> dict[str, int]:
    """Parse the values of a control, each from its own text, in the units that people use for it.

    Raises:
        BadSettings: if a text is no number, or no duration.
    """
    values = {}
    for each in fields(kind):
        if text := texts.get(each.name):
            if not re.fullmatch(r"\d{1,9}" if each.name in COUNTED else WRITTEN, text, re.ASCII):
                raise BadSettings(N_("{text} is no number for a clock; write 5, or 90s, or 2h"), text=shortened(text))
            values[each.name] = seconds(text, kind.units[each.name])
    return values
