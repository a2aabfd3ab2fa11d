"""Readings of the server at one moment, as coarse as secrecy requires, and rates of the last minute, for its operator.

Private actions of a seat (marks, page views, a second page) are requests like any other. A count of all requests, read
while a single game is played, would reveal them. So counts at tables are shown in whole hundreds, durations as numbers
of requests within a bound, and nothing below one step. Tries and marks are never told apart: the number of tries is
public, so the difference would be the number of marks.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from prometheus_client import Metric
from prometheus_client.process_collector import ProcessCollector

from yurei.apps.web.admin.measures import Measures, Route
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.layer import TABLE
from yurei.club.club import Club
from yurei.club.model.rates import Seconds
from yurei.club.store.writer import Writer

STEP = 100
"""Step of counts at tables; they are rounded down to it."""
TENS, INSTANT, SECOND, MEMORY = 10, 0.005, 1.0, 8 * 2**20
"""Steps of open items, of short durations and long ones in seconds, and of memory in bytes."""
APART = frozenset(
    ("", "new", "games", "learn", "evenings", "lobby", "challenge", "watch", "health", "offline", "verify.py")
)
"""First path segments of routes that belong to no table: their counts are exact."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Coarse readings that the admin page and Prometheus show.

    Attributes:
        games: Number of games in memory, by phase.
        seats, watchers: Number of chairs whose page is open; number of further spectators.
        sockets: Number of open sockets, rounded up to tens.
        thinking, in_line: Number of games in which a program is thinking; in which one waits to think.
        answered: Number of requests, by route and status.
        took: By route, the number of requests within each bound of ``yurei.club.model.durations``, and the total.
        refused: Number of refusals, by the limit that was exceeded.
        full: Whether no new games are accepted.
        late, waits, bound: See ``Admission``.
        commits: Durations of database transactions, as in ``took``.
        writes: Number of queued writes, rounded down to tens.
        cpu, memory, files: CPU seconds, bytes, and open files of this process; 0 if the system does not report them.
    """

    games: Mapping[str, int]
    seats: int
    watchers: int
    sockets: int
    thinking: int
    in_line: int
    answered: Mapping[tuple[Route, int], int]
    took: Mapping[Route, list[int]]
    refused: Mapping[str, int]
    full: bool
    late: float
    waits: float
    bound: float
    commits: list[int]
    writes: int
    cpu: float
    memory: float
    files: int


def reader(club: Club, writing: Writer, measures: Measures, admission: Admission) -> Callable[[], Readings]:
    """Return a function that reads the server, rounded to the steps.

    Args:
        club: The games.
        writing: The database writer.
        measures: The counters.
        admission: Admission control.
    """
    collector = ProcessCollector(registry=None)

    def read() -> Readings:
        families: Iterable[Metric] = collector.collect()
        process = {sample.name: sample.value for family in families for sample in family.samples}
        answered = {key: round_down(count, step_of(key[0])) for key, count in measures.answered.items()}
        took = {route: _rounded(each.within(), step_of(route)) for route, each in measures.took.items()}
        refused = {kind: round_down(count, STEP if kind == TABLE else 1) for kind, count in measures.refused.items()}
        return Readings(
            games=club.games.phases(),
            seats=len(club.games.presence),
            watchers=len(club.games.crowds),
            sockets=round_up(measures.sockets, TENS),
            thinking=club.turns.thinking,
            in_line=club.turns.waiting,
            answered={key: count for key, count in answered.items() if count},
            took={route: within for route, within in took.items() if within[-1]},
            refused={kind: count for kind, count in refused.items() if count},
            full=admission.full,
            late=round(admission.late / INSTANT) * INSTANT,
            waits=round(admission.waits / INSTANT) * INSTANT,
            bound=admission.bound,
            commits=_rounded(writing.commits.within(), STEP),
            writes=round_down(writing.waiting, TENS),
            cpu=process.get("process_cpu_seconds_total", 0.0) // SECOND * SECOND,
            memory=process.get("process_resident_memory_bytes", 0.0) // MEMORY * MEMORY,
            files=round_up(int(process.get("process_open_fds", 0.0)), TENS),
        )

    return read


def step_of(route: Route) -> int:
    """Return the step to which request counts of a route are rounded."""
    _, path = route
    return 1 if path.startswith("/") and path.split("/")[1] in APART else STEP


def round_down(count: int, step: int) -> int:
    """Round a count down to whole steps."""
    return count // step * step


def round_up(count: int, step: int) -> int:
    """Round a count up to whole steps."""
    return ceil(count / step) * step


def _rounded(counts: list[int], step: int) -> list[int]:
    return [round_down(count, step) for count in counts]


# Rates per second.

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
    """Keeps the readings of the last minute, to compute rates."""

    def __init__(self, clock: Seconds) -> None:
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
