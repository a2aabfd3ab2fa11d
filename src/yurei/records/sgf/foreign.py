"""Values of SGF as other programs write them."""

from __future__ import annotations

from datetime import date


def read_komi(text: str) -> float | None:
    """The komi in points; None where that cannot be told.

    Chinese servers write it in hundredths, and as they count it themselves, in halves: 375 and 3.75 stand for 7.5.
    Where people write 6,5, so do their programs.
    """
    try:
        komi = float(text.replace(",", ".")) if len(text) < 16 else 0.0
    except ValueError:
        return None
    if 100 <= abs(komi) < 10_000:
        komi /= 100
    if abs(komi) < 5 and (komi * 4) % 2 == 1:
        komi *= 2
    return komi if abs(komi) < 100 and komi * 2 == int(komi * 2) else None


def read_day(text: str) -> date | None:
    """The day with which a date begins; None where it begins with none."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
