"""Counters of the running server: requests and their durations by route, open sockets, and refusals.

Neither the client nor the game nor the content of a request is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from time import perf_counter

from yurei.club.model.limits import Durations

ROUTELESS = "none"
"""Route of requests that match no route, or were refused before they were routed."""
SOCKET, DEED = "WebSocket", "deed"
"""Stand-ins for the HTTP method: a WebSocket, and an action sent over one."""

Route = tuple[str, str]
"""HTTP method, and path template of the route."""


class Measures:
    """Counters of one server.

    Args:
        clock: Clock for durations, in seconds.

    Attributes:
        answered: Number of finished requests and sockets, by route and status.
        took: Durations of requests, by route.
        refused: Number of refusals, by the limit that was exceeded.
        sockets: Number of open sockets.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.answered: Counter[tuple[Route, int]] = Counter()
        self.took: defaultdict[Route, Durations] = defaultdict(Durations)
        self.refused: Counter[str] = Counter()
        self.sockets = 0

    def ended(self, method: str, path: str | None, status: int, seconds: float) -> None:
        """Count an answered request or a closed socket. Durations of sockets are not recorded."""
        route = (method, path or ROUTELESS)
        self.answered[route, status] += 1
        if method != SOCKET:
            self.took[route].note(seconds)

    def refuse(self, kind: str) -> None:
        """Count a refusal."""
        self.refused[kind] += 1
