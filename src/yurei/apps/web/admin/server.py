"""Admin server on a second port of the same process: health and load, nothing about the games played.

Names of Prometheus metrics are stable: dashboards depend on them.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

import yurei
from yurei.apps.web.admin.page import admin_page
from yurei.apps.web.admin.readings import Rates, Readings
from yurei.apps.web.security import Security
from yurei.club.model.durations import BOUNDS

STATIC = Path(__file__).parents[1] / "static"
FILES = ("style.css", "admin.css", "icon.svg")
CONNECTIONS = 64
"""Largest number of open connections."""


def admin_app(read: Callable[[], Readings], host: str, clock: Callable[[], float] = monotonic) -> Starlette:
    """Return the application of the admin port.

    Args:
        read: Returns the current readings.
        host: Address that it listens on. On loopback, only this machine's names are accepted as Host, so that a
            foreign page whose name resolves to this machine learns nothing (DNS rebinding).
        clock: Clock, in seconds.
    """
    metrics, rates = exposition(read), Rates(clock)

    def page(request: Request) -> Response:
        now = read()
        return HTMLResponse(admin_page(now, rates.of(now), still="still" in request.query_params))

    def text(request: Request) -> Response:
        return Response(metrics(), media_type=CONTENT_TYPE_LATEST)

    def file(request: Request) -> Response:
        name = request.path_params["name"]
        return FileResponse(STATIC / name) if name in FILES else Response(status_code=404)

    names = ["localhost", "127.0.0.1", "[::1]", "::1", host] if is_own(host) else ["*"]
    return Starlette(
        routes=[Route("/", page), Route("/metrics", text), Route("/static/{name}", file)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=names, www_redirect=False), Middleware(Security)],
    )


def is_own(host: str) -> bool:
    """Return whether an address is loopback, reachable from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class AdminServer(uvicorn.Server):
    """Server that runs beside the main server in its event loop, and ends with it.

    Args:
        config: Its configuration.
        listening: Its listening socket.
        address: Its address, for people.
    """

    def __init__(self, config: uvicorn.Config, listening: socket.socket, address: str) -> None:
        super().__init__(config)
        self._listening = listening
        self.address = address
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the main server."""
        yield

    def start(self) -> None:
        """Start serving."""
        self._task = asyncio.create_task(self.serve([self._listening]))

    async def stop(self) -> None:
        """Stop serving."""
        if self._task is not None:
            self.should_exit = True
            await self._task


# Metrics.


class Exposed(Collector):
    """Prometheus collector of all readings, family by family."""

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
