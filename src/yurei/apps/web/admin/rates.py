"""Rates per second, computed from the readings of the last minute."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping

from yurei.apps.web.admin.measures import Route
from yurei.apps.web.admin.readings import Readings

LONG = 60.0
"""Longest period over which rates are taken, in seconds."""
PROCESSOR = "processor"
DEEDS, MESSAGES, LOOKS, MADE, OTHER = (
    "done at tables",
    "messages",
    "looks at tables",
    "games asked for",
    "other requests",
)
KINDS: Mapping[Route, str] = {
    **dict.fromkeys([("POST", "/g/{game}/{chair}"), ("POST", "/api/games/{game}/{chair}")], DEEDS),
    ("POST", "/g/{game}/{chair}/chat"): MESSAGES,
    **dict.fromkeys(
        [("POST", path) for path in ("/games", "/api/games", "/lobby/{challenge}", "/learn/{course}")], MADE
    ),
}
"""Kind of request by route. Actions at tables are not told apart, see ``readings``."""


def kind_of(route: Route) -> str:
    """Return the kind of request that a route serves."""
    looks = route[0] == "GET" and route[1].startswith(("/g/{game}", "/api/games/{game}"))
    return LOOKS if looks else KINDS.get(route, OTHER)


class Rates:
    """Keeps the readings of the last minute, to compute rates.

    Args:
        clock: Clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._read: deque[tuple[float, Counter[str]]] = deque()

    def of(self, now: Readings) -> dict[str, float]:
        """Return rates per second by kind, and the processor load; empty without earlier readings."""
        when, counts = self._clock(), _counts(now)
        while self._read and when - self._read[0][0] > LONG:
            self._read.popleft()
        self._read.append((when, counts))
        began, before = self._read[0]
        if when - began < 1:
            return {}
        return {kind: (counts[kind] - before[kind]) / (when - began) for kind in counts}


def _counts(now: Readings) -> Counter[str]:
    counts = Counter(dict.fromkeys((DEEDS, MESSAGES, LOOKS, MADE, OTHER), 0))
    for (route, _), count in now.answered.items():
        counts[kind_of(route)] += count
    counts[PROCESSOR] = int(now.cpu)
    return counts
