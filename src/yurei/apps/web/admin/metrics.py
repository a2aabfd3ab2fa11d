"""Prometheus metrics of the server. Metric names are stable: dashboards depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

import yurei
from yurei.apps.web.admin.readings import Readings
from yurei.club.model.durations import BOUNDS


class Exposed(Collector):
    """Prometheus collector of all readings, family by family.

    Args:
        read: Returns the current readings.
    """

    def __init__(self, read: Callable[[], Readings]) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        """Yield all metric families."""
        now = self._read()
        yield InfoMetricFamily("yurei", "What runs here.", {"version": yurei.__version__})
        yield from _games(now)
        yield from _requests(now)
        yield from _server(now)


def exposition(read: Callable[[], Readings]) -> Callable[[], bytes]:
    """Return a function that renders the metrics as Prometheus text."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Exposed(read))
    return lambda: generate_latest(registry)


def _games(now: Readings) -> Iterator[Metric]:
    games = GaugeMetricFamily("yurei_games", "Games in memory, by how far they are.", labels=["phase"])
    for phase, count in sorted(now.games.items()):
        games.add_metric([phase], count)
    yield games
    yield GaugeMetricFamily("yurei_seats_connected", "Chairs whose page is open.", now.seats)
    yield GaugeMetricFamily("yurei_watchers", "How many look on from the audience.", now.watchers)
    yield GaugeMetricFamily("yurei_sockets", "Open sockets, rounded up to tens.", now.sockets)
    yield GaugeMetricFamily("yurei_programs_thinking", "Games in which a program is being asked.", now.thinking)
    yield GaugeMetricFamily("yurei_programs_in_line", "Games in which a program is to be asked.", now.in_line)


def _requests(now: Readings) -> Iterator[Metric]:
    requests = CounterMetricFamily(
        "yurei_requests",
        "Requests that were answered and sockets that have closed; at tables whole hundreds.",
        labels=["method", "route", "status"],
    )
    for ((method, path), status), count in sorted(now.answered.items()):
        requests.add_metric([method, path, str(status)], count)
    yield requests
    took = HistogramMetricFamily(
        "yurei_request_seconds",
        "How long requests took; at tables whole hundreds. There is no sum: it would tell single times.",
        labels=["method", "route"],
    )
    for (method, path), within in sorted(now.took.items()):
        took.add_metric([method, path], _buckets(within), None)
    yield took
    refused = CounterMetricFamily(
        "yurei_refused", "Requests and sockets that were refused, by what there was too much of.", labels=["kind"]
    )
    for kind, count in sorted(now.refused.items()):
        refused.add_metric([kind], count)
    yield refused


def _server(now: Readings) -> Iterator[Metric]:
    yield GaugeMetricFamily("yurei_full", "1 where no new game is begun, for the server has enough to do.", now.full)
    yield GaugeMetricFamily("yurei_loop_late_seconds", "How late the event loop is, smoothed.", now.late)
    yield GaugeMetricFamily("yurei_write_wait_seconds", "How long a write waits among many, smoothed.", now.waits)
    yield GaugeMetricFamily("yurei_writes_waiting", "Writes that wait, in tens.", now.writes)
    commits = HistogramMetricFamily("yurei_commit_seconds", "How long transactions took, in whole hundreds of them.")
    commits.add_metric([], _buckets(now.commits), None)
    yield commits
    yield CounterMetricFamily("process_cpu_seconds", "Processor time of this process, in whole seconds.", now.cpu)
    yield GaugeMetricFamily("process_resident_memory_bytes", "Its memory, in steps of 8 MiB.", now.memory)
    yield GaugeMetricFamily("process_open_fds", "Its open files, rounded up to tens.", now.files)


def _buckets(within: Sequence[int]) -> list[tuple[str, float]]:
    return [(str(bound), float(count)) for bound, count in zip((*BOUNDS, "+Inf"), within, strict=True)]
