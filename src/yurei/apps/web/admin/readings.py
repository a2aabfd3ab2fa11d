"""Readings of the server at one moment, as coarse as secrecy requires, for its operator.

Private actions of a seat (marks, page views, a second page) are requests like any other. A count of all requests, read
while a single game is played, would reveal them. So counts at tables are shown in whole hundreds, durations as numbers
of requests within a bound, and nothing below one step. Tries and marks are never told apart: the number of tries is
public, so the difference would be the number of marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from prometheus_client import Metric
from prometheus_client.process_collector import ProcessCollector

from yurei.apps.web.admin.measures import Measures, Route
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.layer import TABLE
from yurei.club.club import Club
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


class Reader:
    """Collects the readings.

    Args:
        club: The games.
        writing: The database writer.
        measures: The counters.
        admission: Admission control.
    """

    def __init__(self, club: Club, writing: Writer, measures: Measures, admission: Admission) -> None:
        self._club, self._writing, self._measures, self._admission = club, writing, measures, admission
        self._process = ProcessCollector(registry=None)

    def read(self) -> Readings:
        """Return the current readings, rounded to their steps."""
        games, measures, admission, process = self._club.games, self._measures, self._admission, self._of_process()
        answered = {key: round_down(count, step_of(key[0])) for key, count in measures.answered.items()}
        took = {route: _rounded(each.within(), step_of(route)) for route, each in measures.took.items()}
        refused = {kind: round_down(count, STEP if kind == TABLE else 1) for kind, count in measures.refused.items()}
        return Readings(
            games=games.phases(),
            seats=len(games.presence),
            watchers=len(games.crowds),
            sockets=round_up(measures.sockets, TENS),
            thinking=self._club.turns.thinking,
            in_line=self._club.turns.waiting,
            answered={key: count for key, count in answered.items() if count},
            took={route: within for route, within in took.items() if within[-1]},
            refused={kind: count for kind, count in refused.items() if count},
            full=admission.full,
            late=round(admission.late / INSTANT) * INSTANT,
            waits=round(admission.waits / INSTANT) * INSTANT,
            bound=admission.bound,
            commits=_rounded(self._writing.commits.within(), STEP),
            writes=round_down(self._writing.waiting, TENS),
            cpu=process.get("process_cpu_seconds_total", 0.0) // SECOND * SECOND,
            memory=process.get("process_resident_memory_bytes", 0.0) // MEMORY * MEMORY,
            files=round_up(int(process.get("process_open_fds", 0.0)), TENS),
        )

    def _of_process(self) -> dict[str, float]:
        families: Iterable[Metric] = self._process.collect()
        return {sample.name: sample.value for family in families for sample in family.samples}


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
