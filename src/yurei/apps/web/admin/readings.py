"""What who runs the server may read, at one moment: all of it, and as coarse as it has to be.

What a seat does in private (marks, looks, a second page) is a request like any other. A count of all requests, read while
one game is played, would tell of it: of what is done and looked at at tables only whole hundreds are shown, of times only
how many were within a bound, and nothing that was smaller than a step. Tries are told from marks nowhere: their number is
said aloud, so that what is left would be the marks.
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
"""What is counted at tables is shown in steps of so many; what is not whole yet is not shown."""
TENS, INSTANT, SECOND, MEMORY = 10, 0.005, 1.0, 8 * 2**20
"""Steps of what is open at a moment, of short times and of long ones in seconds, of bytes."""
APART = frozenset(
    ("", "new", "games", "learn", "evenings", "lobby", "challenge", "watch", "health", "offline", "verify.py")
)
"""Where no table is: what is counted there is shown as it is. By the first part of an address."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What is shown.

    Attributes:
        games: Games in memory, by how far they are.
        seats, watchers: Chairs whose page is open; how many more look on.
        sockets: Open ones, in tens.
        thinking, in_line: Games in which a program is being asked; in which it is to be.
        answered: Requests, by route and status.
        took: For each route how many requests were within each bound of ``yurei.club.model.durations``, and how many there were.
        refused: Who was refused, by what there was too much of.
        full: Whether nothing new is begun.
        late, waits, bound: See ``Admission``.
        commits: Transactions, as in ``took``.
        writes: What waits to be written, in tens.
        cpu, memory, files: Seconds of processor, bytes, and open files of this process; 0 where the system does not say.
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
    """Reads what there is to be read.

    Args:
        club: The games.
        writing: What writes.
        measures: The counters.
        admission: Whether there is room.
    """

    def __init__(self, club: Club, writing: Writer, measures: Measures, admission: Admission) -> None:
        self._club, self._writing, self._measures, self._admission = club, writing, measures, admission
        self._process = ProcessCollector(registry=None)

    def read(self) -> Readings:
        """What is to be read now."""
        games, measures, admission, process = self._club.games, self._measures, self._admission, self._of_process()
        answered = {key: down(count, step_of(key[0])) for key, count in measures.answered.items()}
        took = {route: _within(each.within(), step_of(route)) for route, each in measures.took.items()}
        refused = {kind: down(count, STEP if kind == TABLE else 1) for kind, count in measures.refused.items()}
        return Readings(
            games=games.phases(),
            seats=len(games.presence),
            watchers=len(games.crowds),
            sockets=up(measures.sockets, TENS),
            thinking=games.turns.thinking,
            in_line=games.turns.waiting,
            answered={key: count for key, count in answered.items() if count},
            took={route: within for route, within in took.items() if within[-1]},
            refused={kind: count for kind, count in refused.items() if count},
            full=admission.full,
            late=round(admission.late / INSTANT) * INSTANT,
            waits=round(admission.waits / INSTANT) * INSTANT,
            bound=admission.bound,
            commits=_within(self._writing.commits.within(), STEP),
            writes=down(self._writing.waiting, TENS),
            cpu=process.get("process_cpu_seconds_total", 0.0) // SECOND * SECOND,
            memory=process.get("process_resident_memory_bytes", 0.0) // MEMORY * MEMORY,
            files=up(int(process.get("process_open_fds", 0.0)), TENS),
        )

    def _of_process(self) -> dict[str, float]:
        families: Iterable[Metric] = self._process.collect()
        return {sample.name: sample.value for family in families for sample in family.samples}


def step_of(route: Route) -> int:
    """In which steps requests of a route are shown."""
    _, path = route
    return 1 if path.startswith("/") and path.split("/")[1] in APART else STEP


def down(count: int, step: int) -> int:
    """The whole steps in a number."""
    return count // step * step


def up(count: int, step: int) -> int:
    """A number in steps, the last one begun."""
    return ceil(count / step) * step


def _within(counts: list[int], step: int) -> list[int]:
    return [down(count, step) for count in counts]
