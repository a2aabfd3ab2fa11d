"""Dates of practice: when a problem comes back, and how long a streak is. Days are of UTC."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date, timedelta

from yurei.club.model.stored import Ending, Practised

INTERVALS = (1, 3, 7, 21)
"""Days after which a problem that went wrong comes back; after each success the next interval begins."""


def after_attempt(before: Practised | None, problem: str, ending: Ending, day: date) -> Practised:
    """Return a person's result in a problem after another attempt.

    A failure brings the problem back after the first interval. A success on the day on which it comes back, or later,
    begins the next interval; after the last it does not come back. An earlier success changes no date.

    Args:
        before: The result so far; None before the first attempt.
        problem: The id of the problem.
        ending: How the attempt ended.
        day: The day.
    """
    if before is None:
        before = Practised(problem, day, first_attempt=ending)
    now = replace(before, attempts=before.attempts + 1, last=day, solved=ending is not Ending.FAILED)
    if ending is Ending.FAILED:
        return replace(now, interval=0, due=day + timedelta(INTERVALS[0]))
    if before.due is None or day < before.due:
        return now
    following = before.interval + 1
    if following == len(INTERVALS):
        return replace(now, interval=following, due=None)
    return replace(now, interval=following, due=day + timedelta(INTERVALS[following]))


def streak(days: Collection[date], today: date) -> int:
    """Return the number of days in a row up to today, or up to yesterday while today has none yet.

    Args:
        days: The days on which a problem was solved at the first attempt without a hint.
        today: The current day.
    """
    last = today if today in days else today - timedelta(1)
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length
