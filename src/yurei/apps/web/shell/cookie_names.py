"""Cookie name prefixes under TLS, by which browsers accept a cookie from this host alone, and over TLS.

The application uses plain names. Over TLS the cookies are named ``__Host-…``, or ``__Secure-…`` if they belong to some
addresses only: the secrets of single games, sent with every request, would fill its header. Another host of the same
domain can set any name but ``__Host-…``, so a cookie for all addresses is accepted under that prefix only.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.shell.cookies import FOR_ALL_ADDRESSES

HOST, SECURE = "__Host-", "__Secure-"
Header = tuple[bytes, bytes]


class CookieNames:
    """Middleware that adds the prefixes to cookie names of answers, and removes them from those of requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("scheme") not in ("https", "wss"):
            await self._app(scope, receive, send)
            return
        line = "; ".join(f"{name}={value}" for name, value in _plain(_brought(scope["headers"])).items())
        headers = [header for header in scope["headers"] if header[0] != b"cookie"]

        async def renaming(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [_prefixed(header) for header in message["headers"]]}
            await send(message)

        await self._app({**scope, "headers": [*headers, (b"cookie", line.encode("latin-1"))]}, receive, renaming)


def _brought(headers: Iterable[Header]) -> dict[str, str]:
    """Return the cookies of a request, by their prefixed names."""
    lines = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    pairs = [part.partition("=") for line in lines for part in line.split(";")]
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _plain(brought: dict[str, str]) -> dict[str, str]:
    """Return the cookies with a prefix by their plain names."""
    own = {name.removeprefix(HOST): value for name, value in brought.items() if name.startswith(HOST)}
    bound = {name.removeprefix(SECURE): value for name, value in brought.items() if name.startswith(SECURE)}
    return {name: value for name, value in bound.items() if name not in FOR_ALL_ADDRESSES} | own


def _prefixed(header: Header) -> Header:
    """Return a header of an answer, with the prefix added to a cookie's name."""
    name, value = header
    if name != b"set-cookie":
        return header
    everywhere = b"path=/" in [part.strip().lower() for part in value.split(b";")]
    return name, (HOST if everywhere else SECURE).encode() + value
