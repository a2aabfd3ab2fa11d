"""Durations: parsing, short texts, words, and the display of a clock."""

import re
from datetime import timedelta

from yurei.languages import N_, Words

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY}
WRITTEN = r"(?:\d{1,5}:[0-5]\d|\d{1,7}(?:\.\d{1,3})?[smh]?)"
"""Regular expression of a duration as people type it: ``90s``, ``1.5``, or ``1:30`` for minutes and seconds."""
LOW = timedelta(seconds=10)
"""Below this time a clock shows tenths of a second, and is marked."""


def seconds(text: str, unit: int) -> int:
    """Return the whole seconds of a duration that matches ``WRITTEN``.

    Args:
        unit: The unit in seconds if the text has none.

    >>> seconds("5", MINUTE), seconds("90s", MINUTE), seconds("0.5", MINUTE)
    (300, 90, 30)
    >>> seconds("1:30", 1)
    90
    """
    minutes, colon, rest = text.partition(":")
    if colon:
        return MINUTE * int(minutes) + int(rest)
    match = re.fullmatch(r"([\d.]+)([smhd]?)", text)
    assert match is not None
    number, letter = match.groups()
    return round(float(number) * UNITS.get(letter, unit))


def written(length: int) -> str:
    """Return a duration as a short text that ``seconds`` reads with minutes as its unit.

    >>> written(300), written(30), written(45)
    ('5', '0.5', '45s')
    """
    return f"{length}s" if length % 30 else f"{length // MINUTE}{'.5' if length % MINUTE else ''}"


def said(length: int) -> Words:
    """Return a duration in words: ``30 s``, ``5 min``, ``1:30 min``, ``3 days``."""
    if length == DAY:
        return Words(N_("1 day"))
    for unit, words in ((DAY, N_("{count} days")), (HOUR, N_("{count} h")), (MINUTE, N_("{count} min"))):
        if length and length % unit == 0:
            return Words(words, count=length // unit)
    if length < MINUTE:
        return Words(N_("{count} s"), count=length)
    return Words(N_("{count} min"), count=f"{length // MINUTE}:{length % MINUTE:02}")


def milliseconds(time: timedelta) -> int:
    """Return a duration in whole milliseconds, rounded down."""
    return time // timedelta(milliseconds=1)


ONE_DAY, MORE_DAYS = N_("1 day, {hours}:{minutes}"), N_("{days} days, {hours}:{minutes}")
"""Displays of a clock with a day or more."""


def face(time: timedelta, *, tenths: bool = True) -> Words:
    """Return the display of a clock: ``2 days, 3:05``, ``1:02:03``, ``4:59``, and ``9.8`` below ten seconds.

    Args:
        tenths: Whether tenths of a second are shown below ten seconds; not where nothing counts them.
    """
    left = milliseconds(time)
    if tenths and time < LOW:
        return Words(f"{left // 1000}.{left // 100 % 10}")
    whole = left // 1000
    days, rest = divmod(whole, DAY)
    hours, minutes = rest // HOUR, rest // MINUTE % 60
    if days:
        return Words(MORE_DAYS if days > 1 else ONE_DAY, days=days, hours=hours, minutes=f"{minutes:02}")
    if hours:
        return Words(f"{hours}:{minutes:02}:{whole % 60:02}")
    return Words(f"{minutes}:{whole % 60:02}")
