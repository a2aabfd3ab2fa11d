"""Practice of people with problems: results, the days (in local time) on which problems are repeated, and streaks."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cached_property

from yurei.club.model.secrets import digest
from yurei.club.model.stored import Attempts, Ending
from yurei.club.people import People
from yurei.club.store import Store

INTERVALS = (1, 3, 7, 21)  # days after which a failed problem comes back: first 1, then 3 after a success, and so on


@dataclass(frozen=True)
class Progress:
    """The results of a person in problems, as seen on one day."""

    today: date  # the day, in the person's time zone
    results: Mapping[str, Attempts] = field(default_factory=dict)  # by problem id

    @property
    def solved(self) -> int:
        """Number of problems that the person's latest attempt has solved."""
        return sum(result.solved for result in self.results.values())

    @cached_property
    def streak(self) -> int:
        """Number of consecutive days on which the person has solved a problem at the first attempt without a hint."""
        days = {result.first for result in self.results.values() if result.first_attempt is Ending.SOLVED}
        return streak(days, self.today)

    @cached_property
    def due(self) -> list[str]:
        """The ids of the problems that are due today, the longest overdue first."""
        waiting = [(result.due, name) for name, result in self.results.items() if result.due is not None]
        return [name for due, name in sorted(waiting) if due <= self.today]


class Practice:
    """Stores and loads the results of people in problems."""

    def __init__(self, store: Store, people: People, clock: Callable[[], datetime]) -> None:
        self._store, self._people, self._clock = store, people, clock

    def today(self, zone: tzinfo = UTC) -> date:
        """Return the current day in a time zone."""
        return self._clock().astimezone(zone).date()

    async def store_attempt(self, key: str | None, problem: str, ending: Ending, zone: tzinfo = UTC) -> str:
        """Store the end of an attempt; return the person's key, or a new key if ``key`` was not recognised."""
        day = self.today(zone)
        key = await self._people.welcome(key)
        await self._store.people.keep_practised(
            digest(key), problem, lambda before: after_attempt(before, problem, ending, day)
        )
        return key

    async def progress(self, key: str | None, zone: tzinfo = UTC) -> Progress:
        """Return the progress of the person with a key; empty progress if the key is not recognised."""
        known = await self._people.get_known_key(key)
        results = [] if known is None else await self._store.people.list_attempts(digest(known))
        return Progress(self.today(zone), {result.problem: result for result in results})


def after_attempt(before: Attempts | None, problem: str, ending: Ending, day: date) -> Attempts:
    """Return a person's attempts at a problem after a further one. ``before`` are the earlier attempts, if any.

    After a failure the problem comes back after the first interval. A success on or after the due day starts the next
    interval; after the last interval the problem does not come back. A success before that day changes no date.
    """
    if before is None:
        before = Attempts(problem, day, first_attempt=ending)
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
    """Return the number of consecutive days in ``days`` that end today, or that end yesterday if today is missing."""
    last = today if today in days else today - timedelta(1)
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length
