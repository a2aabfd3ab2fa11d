"""The log: a line of JSON for every request and every failure, and nothing in it that a player keeps to himself.

A line names the route as it was written down, never the address that was asked
for: that has games and secrets in it. No header, cookie or body is looked at. Of
an exception its kind and its places in the code are told, never what it says.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.admin.measures import SOCKET, Measures

LOGGER = logging.getLogger("yurei.web")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OF_CLIENTS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""What the server below says of what it cannot read, as if something were wrong with it."""
SOURCES = Path(__file__).resolve().parents[3]


class Logbook:
    """Writes a line for every request once it has been answered, and for every socket once it is closed.

    Args:
        app: The application behind it.
        measures: Where they are counted.
    """

    def __init__(self, app: ASGIApp, measures: Measures | None = None) -> None:
        self._app = app
        self._measures = measures or Measures()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        measures = self._measures
        began, status = measures.clock(), 500
        socket = scope["type"] == "websocket"

        async def noting(message: Message) -> None:
            nonlocal status
            status = _status(message, status)
            await send(message)

        measures.sockets += socket
        try:
            await self._app(scope, receive, noting)
        finally:
            measures.sockets -= socket
            method, route, taken = _method(scope), _route(scope), measures.clock() - began
            measures.ended(method, route, status, taken)
            ms = round(taken * 1000, 1)
            LOGGER.info("answered", extra={"fields": {"method": method, "route": route, "status": status, "ms": ms}})


def _status(message: Message, before: int) -> int:
    if message["type"] == "http.response.start":
        return int(message["status"])
    if message["type"] == "websocket.accept":
        return 101
    if message["type"] == "websocket.close" and before != 101:
        return 403
    return before


def _method(scope: Scope) -> str:
    """The method, where it is one: anybody can send any word as a method."""
    if scope["type"] == "websocket":
        return SOCKET
    return scope["method"] if scope["method"] in METHODS else "other"


def _route(scope: Scope) -> str | None:
    """The route as the code writes it, ``/g/{game}/{chair}``; None where there is none."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    return "/static" if str(scope["path"]).startswith("/static/") else None


class JsonLines(logging.Formatter):
    """A record of the log as one line of JSON, without what came from outside."""

    def format(self, record: logging.LogRecord) -> str:
        """The line. What a text was filled with is left out, and so is all after its first line."""
        first = str(record.msg).strip().partition("\n")[0]
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": first,
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "at": _places(record.exc_info[1])}
        return json.dumps(line)


def _places(error: BaseException) -> list[str]:
    """Where an exception came through, the last place last: ``yurei/apps/web/club.py:98 game``."""
    places = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        name = path.relative_to(SOURCES) if path.is_relative_to(SOURCES) else Path(*path.parts[-2:])
        places.append(f"{name.as_posix()}:{frame.lineno} {frame.name}")
    return places


def ours(record: logging.LogRecord) -> bool:
    """Whether a line is about what this server does: what a client has sent wrongly is a line like any request, if at all."""
    if record.msg in OF_CLIENTS:
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return record.levelno > logging.INFO or LOGGER.isEnabledFor(record.levelno)


def keep_log(requests: bool) -> None:
    """Write the log to the standard error: failures always, a line a request where that is wished."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(ours)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOGGER.setLevel(logging.INFO if requests else logging.WARNING)
