"""What is counted while the server runs: requests by route, how long they took, sockets, and who was refused.

Nothing is kept of who asked, for which game, or for what.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from time import perf_counter

from yurei.club.model.durations import Durations

ROUTELESS = "none"
"""What has come to no route, or was refused before it came to one."""
SOCKET, DEED = "WebSocket", "deed"
"""In the place of a method: a socket, and what is done on one."""

Route = tuple[str, str]
"""A method, and an address as the code writes it."""


class Measures:
    """The counters of one server.

    Args:
        clock: Tells for how long something takes, in seconds.

    Attributes:
        answered: Requests and sockets that have ended, by route and status.
        took: How long requests took, by route.
        refused: Who was refused, by what there was too much of.
        sockets: How many sockets are open.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.answered: Counter[tuple[Route, int]] = Counter()
        self.took: defaultdict[Route, Durations] = defaultdict(Durations)
        self.refused: Counter[str] = Counter()
        self.sockets = 0

    def ended(self, method: str, path: str | None, status: int, seconds: float) -> None:
        """Count a request that has been answered, or a socket that has closed; for sockets it does not matter how long."""
        route = (method, path or ROUTELESS)
        self.answered[route, status] += 1
        if method != SOCKET:
            self.took[route].note(seconds)

    def refuse(self, kind: str) -> None:
        """Count somebody who is refused."""
        self.refused[kind] += 1
