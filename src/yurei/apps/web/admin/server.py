"""Admin server on a second port of the same process: health and load, nothing about the games played."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from yurei.apps.web.admin.metrics import exposition
from yurei.apps.web.admin.page import admin_page
from yurei.apps.web.admin.readings import Rates, Readings
from yurei.apps.web.security import Security

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
