"""Budgets as written behind a player's name: ``simple@0.5s``, ``simple@1000p``."""

import re
from typing import Any

from yurei.errors import BadValue
from yurei.players import Budget

WRITTEN = re.compile(r"(?P<name>.+)@(?P<number>\d+(?:\.\d+)?)(?P<unit>[sp])", re.DOTALL)
LONGEST, MOST = 3600.0, 10**9


def split(text: str) -> tuple[str, Budget | None]:
    """Split a text into a player's name and the budget written behind it; None if there is no budget.

    Raises:
        BadValue: if the budget is out of range.

    >>> split("simple@0.5s")
    ('simple', Budget(seconds=0.5, playouts=None, clock=None))
    >>> split("simple")
    ('simple', None)
    """
    found = WRITTEN.fullmatch(text)
    if found is None:
        return text, None
    name, number, unit = found["name"], found["number"], found["unit"]
    if unit == "s":
        return name, checked(seconds=float(number))
    if "." in number:
        raise BadValue(f"playouts are a whole number, not {number[:20]}; try {name[:40]}@1000p")
    return name, checked(playouts=int(number))


def checked(seconds: float | None = None, playouts: int | None = None) -> Budget:
    """Return the budget of a turn.

    Raises:
        BadValue: if it is not above 0, or above the limit.
    """
    if seconds is not None and not 0 < seconds <= LONGEST:
        raise BadValue(f"seconds of a turn are more than 0 and at most {LONGEST:g}, not {seconds:g}; try 0.25")
    if playouts is not None and not 0 < playouts <= MOST:
        raise BadValue(f"playouts of a turn are 1 to {MOST}, not {playouts}; try 1000")
    return Budget(seconds, playouts)


def written(budget: Budget) -> str:
    """Return a budget as it is written behind a name; seconds and playouts if it has both.

    >>> written(Budget(seconds=0.5)), written(Budget(playouts=1000)), written(Budget(1.0, 50))
    ('0.5s', '1000p', '1s+50p')
    """
    parts = [
        *([] if budget.seconds is None else [f"{budget.seconds:g}s"]),
        *([] if budget.playouts is None else [f"{budget.playouts}p"]),
    ]
    return "+".join(parts)


def said(budget: Budget) -> str:
    """Return a budget in words.

    >>> said(Budget(seconds=0.5)), said(Budget(1.0, 50)), said(Budget())
    ('0.5 s', '1 s and 50 playouts', 'no limit')
    """
    playouts = "" if budget.playouts is None else f"{budget.playouts} playout{'s' if budget.playouts > 1 else ''}"
    return (
        " and ".join(filter(None, ["" if budget.seconds is None else f"{budget.seconds:g} s", playouts])) or "no limit"
    )


def plain(budget: Budget) -> dict[str, Any]:
    """Return a budget as plain values, as seat mode and manifests write it."""
    return {"seconds": budget.seconds, "playouts": budget.playouts, "clock": budget.clock}
