"""A second port in the same process: how the server does, and nothing of what is played."""

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
from yurei.apps.web.admin.rates import Rates
from yurei.apps.web.admin.readings import Readings
from yurei.apps.web.limits.connections import Door, bounded
from yurei.apps.web.security import Security

STATIC = Path(__file__).parents[1] / "static"
FILES = ("style.css", "admin.css", "icon.svg")
CONNECTIONS = 64


def admin_app(read: Callable[[], Readings], host: str, clock: Callable[[], float] = monotonic) -> Starlette:
    """What is served on that port.

    Args:
        read: Reads how the server does.
        host: Where it is listened to. On this machine alone it goes by this machine's names: a page from elsewhere,
            whose name leads here, learns nothing.
        clock: Tells the time.
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
    """Whether only this machine can reach what is listened to there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Beside(uvicorn.Server):
    """A server beside another one in its loop, which ends with that one.

    Args:
        app: What it serves.
        listening: Where.
        address: The same, for people.
    """

    def __init__(self, app: Starlette, listening: socket.socket, address: str) -> None:
        http, sockets = bounded(Door(CONNECTIONS, 0))
        super().__init__(
            uvicorn.Config(
                app,
                http=http,
                ws=sockets,
                lifespan="off",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._listening = listening
        self.address = address
        self._going: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the other one."""
        yield

    def begin(self) -> None:
        """Serve."""
        self._going = asyncio.create_task(self.serve([self._listening]))

    async def end(self) -> None:
        """Stop."""
        if self._going is not None:
            self.should_exit = True
            await self._going
