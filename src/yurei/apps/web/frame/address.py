"""The public address of the server, which is the base of its links and the origin that browsers report."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from yurei.errors import BadValue
from yurei.rules.points import shorten

_PUBLIC = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/?", re.IGNORECASE)
_LOOPBACK = re.compile(r"(localhost|127(\.[0-9]+){3}|\[::1\])(:[0-9]+)?", re.IGNORECASE)
_USUAL_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """Public address of a server that stands behind a reverse proxy."""

    scheme: str
    host: str  # as browsers write it, with a port if it is not the default one

    @classmethod
    def read(cls, text: str) -> PublicUrl:
        """Parse an address such as ``https://go.example``; raise BadValue if it has a path."""
        found = _PUBLIC.fullmatch(text.strip())
        if found is None:
            raise BadValue(f"{shorten(text)} is no public address; give one without a path, such as https://go.example")
        scheme, host, port = found[1].lower(), found[2].lower(), found[3] or ""
        return cls(scheme, host + ("" if port == _USUAL_PORTS[scheme] else port))

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}"


class PublicUrlMiddleware:
    """Middleware that rewrites the scheme and host of every request to the public address.

    Forwarding headers are ignored, as any client could send them.
    """

    def __init__(self, app: ASGIApp, url: PublicUrl) -> None:
        self._app = app
        self._host = (b"host", url.host.encode("ascii"))
        self._schemes = {"http": url.scheme, "websocket": url.scheme.replace("http", "ws")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scheme := self._schemes.get(scope["type"]):
            headers = [header for header in scope["headers"] if header[0] != b"host"]
            scope = {**scope, "scheme": scheme, "headers": [self._host, *headers]}
        await self._app(scope, receive, send)


def get_base_url(connection: HTTPConnection) -> str:
    """Return the base URL of links to this server, such as ``https://go.example``.

    It is the address that the reader used; in place of a loopback name such as ``localhost`` it is the server's address
    in the local network, if there is one.
    """
    scheme, host = connection.url.scheme.replace("ws", "http"), connection.headers.get("host", "")
    network: str | None = getattr(connection.app.state, "network", None)
    return f"{scheme}://{network if network and _LOOPBACK.fullmatch(host) else host}"


def is_for_this_device(base: str) -> bool:
    """Return whether links with this base only work on this device, because the host is a loopback host."""
    return _LOOPBACK.fullmatch(base.partition("://")[2]) is not None


def network_address(host: str, port: int) -> str | None:
    """Return this machine's network address with the port; None unless the server listens on all interfaces."""
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; connecting a datagram socket sends nothing
        except OSError:
            return None
        return f"{probe.getsockname()[0]}:{port}"


def join_link(connection: HTTPConnection, game: str, chair: str, secret: str) -> str:
    return f"{get_base_url(connection)}/g/{game}/join/{chair}/{secret}"
