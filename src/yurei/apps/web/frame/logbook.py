"""Counters and log of requests: a JSON line for every request and every failure, without secrets.

A line contains the route's template, never the requested address, which contains games and secrets; and nothing of
headers, cookies or bodies. An exception is logged by type and code locations, never by its message. The counters do not
contain clients, games or the content of requests.
"""

import json
import logging
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.club.model.limits import Durations

ROUTELESS = "none"  # route of requests that match no route, or were refused before they were routed
SOCKET, DEED = "WebSocket", "deed"  # stand-ins for the HTTP method: a WebSocket, and an action sent over one
Route = tuple[str, str]  # HTTP method, and path template of the route


class Measures:
    """Counters of a server: finished requests and sockets, durations, refusals by limit, and open sockets."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.answered: Counter[tuple[Route, int]] = Counter()
        self.took: defaultdict[Route, Durations] = defaultdict(Durations)
        self.refused: Counter[str] = Counter()
        self.sockets = 0

    def count_answer(self, method: str, path: str | None, status: int, seconds: float) -> None:
        """Count an answered request or a closed socket. Durations of sockets are not recorded."""
        route = (method, path or ROUTELESS)
        self.answered[route, status] += 1
        if method != SOCKET:
            self.took[route].add(seconds)

    def count_refusal(self, kind: str) -> None:
        self.refused[kind] += 1


LOGGER = logging.getLogger("yurei.web")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OF_CLIENTS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""Warnings of uvicorn about unreadable requests, which it logs as if the server had failed."""
SOURCES = Path(__file__).resolve().parents[4]


class RequestLogMiddleware:
    """Middleware that logs every request when it is answered, and every socket when it is closed."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self._app = app
        self._measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        measures = self._measures
        began, status = measures.clock(), 500
        socket = scope["type"] == "websocket"

        async def send_and_note(message: Message) -> None:
            nonlocal status
            status = _find_status(message, status)
            await send(message)

        measures.sockets += socket
        try:
            await self._app(scope, receive, send_and_note)
        finally:
            measures.sockets -= socket
            method, route, taken = _find_method(scope), _find_route(scope), measures.clock() - began
            measures.count_answer(method, route, status, taken)
            ms = round(taken * 1000, 1)
            LOGGER.info("answered", extra={"fields": {"method": method, "route": route, "status": status, "ms": ms}})


def _find_status(message: Message, before: int) -> int:
    if message["type"] == "http.response.start":
        return int(message["status"])
    if message["type"] == "websocket.accept":
        return 101
    if message["type"] == "websocket.close" and before != 101:
        return 403
    return before


def _find_method(scope: Scope) -> str:
    """Return the HTTP method, or ``other`` for a non-standard method."""
    if scope["type"] == "websocket":
        return SOCKET
    return scope["method"] if scope["method"] in METHODS else "other"


def _find_route(scope: Scope) -> str | None:
    """Return the route template such as ``/g/{game}/{chair}``; None if there is none."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    return "/static" if str(scope["path"]).startswith("/static/") else None


class JsonLines(logging.Formatter):
    """Log formatter that writes a record as one line of JSON, without any data from requests."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON line, with the first line of the record's message and without its arguments."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": str(record.msg).strip().partition("\n")[0].partition(": %")[0],
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "at": _list_code_locations(record.exc_info[1])}
        return json.dumps(line)


def _list_code_locations(error: BaseException) -> list[str]:
    """Return the code locations of an exception, the innermost last, such as ``yurei/apps/web/club.py:98 game``."""
    places = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        name = path.relative_to(SOURCES) if path.is_relative_to(SOURCES) else Path(*path.parts[-2:])
        places.append(f"{name.as_posix()}:{frame.lineno} {frame.name}")
    return places


def is_about_server(record: logging.LogRecord) -> bool:
    """Lower the level of records about client errors; return whether the record is to be logged."""
    if record.msg in OF_CLIENTS:
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return record.levelno > logging.INFO or LOGGER.isEnabledFor(record.levelno)


def configure_logging(requests: bool) -> None:
    """Log failures to standard error, and every request if ``requests``."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(is_about_server)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOGGER.setLevel(logging.INFO if requests else logging.WARNING)
