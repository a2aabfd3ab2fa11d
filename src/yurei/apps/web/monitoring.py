"""Health check and Prometheus metrics for the operator of the server.

The operator may play in the server's only game, and private actions of the opponent (marks, page views, a second page)
are requests too. So counts at tables are rounded down to hundreds, durations are shown as numbers of requests within
bounds, and tries and marks are counted together: see decision 0030.
"""

import ipaddress
import mmap
import time
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response

import yurei
from yurei.apps.web.frame.address import is_for_this_device
from yurei.apps.web.frame.limits import TABLE, Admission
from yurei.apps.web.frame.logbook import Measures, Route
from yurei.club.club import Club
from yurei.club.model.limits import BOUNDS, Durations
from yurei.club.store.writer import Writer

PLAIN_TEXT = "text/plain; version=0.0.4"  # media type of Prometheus' text format
STEP = 100  # counts at tables are rounded down to a multiple of this
TENS, INSTANT, MEMORY = 10, 0.005, 8 * 2**20
"""Steps of open items, of smoothed durations in seconds, and of memory in bytes."""
APART = frozenset(
    (
        "",
        "new",
        "games",
        "learn",
        "evenings",
        "lobby",
        "challenge",
        "watch",
        "health",
        "metrics",
        "offline",
        "verify.py",
    )
)
"""First path segments of routes that belong to no table: their counts are exact."""


def monitoring_routes(
    app: FastAPI, club: Club, writer: Writer, measures: Measures, admission: Admission, *, proxied: bool
) -> None:
    @app.get("/health")
    async def health() -> JSONResponse:
        """Report the version, and whether the database can be written; status 503 if it cannot."""
        well = await club.can_write()
        words = {"status": "well" if well else "unwell", "database": "writes" if well else "does not write"}
        return JSONResponse({**words, "version": yurei.__version__}, 200 if well else 503)

    @app.get("/metrics")
    async def metrics(request: Request) -> Response:
        """Send metrics for Prometheus, but only to the server's own machine."""
        if not is_from_this_machine(request, proxied=proxied):
            raise HTTPException(404)
        return Response(metrics_text(club, writer, measures, admission), media_type=PLAIN_TEXT)


def is_from_this_machine(request: Request, *, proxied: bool) -> bool:
    """Return whether a request comes directly from this machine, and not through a proxy on it."""
    if request.client is None or "x-forwarded-for" in request.headers:
        return False
    try:
        local = ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
    # Without a proxy the requested host must be this machine, so that a foreign page whose name resolves to it learns
    # nothing (DNS rebinding). Behind a proxy every request has the public host.
    return local and (proxied or is_for_this_device(f"http://{request.headers.get('host', '')}"))


def metrics_text(club: Club, writer: Writer, measures: Measures, admission: Admission) -> str:
    """Return all metrics in Prometheus' text format. Keep their names stable, as dashboards depend on them."""
    answered = {route: round_down(count, step_of(route[0])) for route, count in measures.answered.items()}
    refused = {kind: round_down(count, STEP if kind == TABLE else 1) for kind, count in measures.refused.items()}
    took = {
        _bucket(bound, method=method, route=path): count
        for (method, path), durations in sorted(measures.took.items())
        for bound, count in _count_buckets(durations, step_of((method, path)))
    }
    games = {_format_labels(phase=phase): count for phase, count in sorted(club.games.count_phases().items())}
    requests = {
        _format_labels(method=method, route=path, status=str(status)): count
        for ((method, path), status), count in sorted(answered.items())
        if count
    }
    refusals = {_format_labels(kind=kind): count for kind, count in sorted(refused.items()) if count}
    commits = {_bucket(bound): count for bound, count in _count_buckets(writer.commits, STEP)}
    families = (
        _format_metric("yurei_info", "gauge", {_format_labels(version=yurei.__version__): 1}),
        _format_metric("yurei_games", "gauge", games),
        _format_gauge("yurei_seats_connected", len(club.games.presence)),
        _format_gauge("yurei_watchers", len(club.games.crowds)),
        _format_gauge("yurei_sockets", round_up(measures.sockets, TENS)),
        _format_gauge("yurei_programs_thinking", club.turns.thinking),
        _format_gauge("yurei_programs_in_line", club.turns.waiting),
        _format_metric("yurei_requests_total", "counter", requests),
        _format_metric("yurei_request_seconds", "histogram", took),
        _format_metric("yurei_refused_total", "counter", refusals),
        _format_gauge("yurei_full", int(admission.full)),
        _format_gauge("yurei_loop_late_seconds", round(round(admission.late / INSTANT) * INSTANT, 3)),
        _format_gauge("yurei_write_wait_seconds", round(round(admission.waits / INSTANT) * INSTANT, 3)),
        _format_gauge("yurei_writes_waiting", round_down(writer.waiting, TENS)),
        _format_metric("yurei_commit_seconds", "histogram", commits),
        _list_process_metrics(),
    )
    return "".join(f"{line}\n" for family in families for line in family)


def step_of(route: Route) -> int:
    _, path = route
    return 1 if path.startswith("/") and path.split("/")[1] in APART else STEP


def round_down(count: int, step: int) -> int:
    return count // step * step


def round_up(count: int, step: int) -> int:
    return ceil(count / step) * step


def _count_buckets(durations: Durations, step: int) -> Sequence[tuple[str, int]]:
    """Return the bounds and rounded counts of a histogram. A sum is left out: it would reveal single durations."""
    counts = [round_down(count, step) for count in durations.cumulative_counts()]
    return list(zip((*map(str, BOUNDS), "+Inf"), counts, strict=True)) if counts[-1] else []


def _list_process_metrics() -> Iterator[str]:
    """Yield the metrics of this process: processor time, and on Linux its memory and open files."""
    yield from _format_metric("process_cpu_seconds_total", "counter", {"": int(time.process_time())})
    own = Path("/proc/self")
    if own.is_dir():
        memory = int((own / "statm").read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
        yield from _format_gauge("process_resident_memory_bytes", round_down(memory, MEMORY))
        yield from _format_gauge("process_open_fds", round_up(len(list((own / "fd").iterdir())), TENS))


def _format_gauge(name: str, value: float) -> Iterator[str]:
    return _format_metric(name, "gauge", {"": value})


def _format_metric(name: str, kind: str, samples: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of a metric; ``samples`` maps the text after its name (suffix, labels) to a value."""
    yield f"# TYPE {name} {kind}"
    for rest, value in samples.items():
        yield f"{name}{rest} {value}"


def _format_labels(**labels: str) -> str:
    """Return labels as text. Their values are constants in the code, so nothing is escaped."""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"


def _bucket(bound: str, **labels: str) -> str:
    return f"_bucket{_format_labels(**labels, le=bound)}"
