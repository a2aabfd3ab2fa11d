"""What cookies are called under TLS: with a prefix, by which browsers take them from this host alone, and over TLS.

The house knows them by their plain names. Where a request has come over TLS they are called ``__Host-…`` outside, or
``__Secure-…`` where they are for some addresses alone: sent with every request, the secrets of single games would fill
it. Servers once gave them without a prefix. Such a one is still taken where there is none with it, and the key of a
person is given anew under its new name, so that nobody loses his seats.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.cookies import PERSON, YEAR

HOST, SECURE = "__Host-", "__Secure-"
Header = tuple[bytes, bytes]


class CookieNames:
    """The layer that puts the prefixes on what cookies are called, and takes them off."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("scheme") not in ("https", "wss"):
            await self._app(scope, receive, send)
            return
        brought = _brought(scope["headers"])
        line = "; ".join(f"{name}={value}" for name, value in _plain(brought).items())
        headers = [header for header in scope["headers"] if header[0] != b"cookie"]

        async def renaming(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [_prefixed(header) for header in message["headers"]]
                message = {**message, "headers": [*given, *_given_anew(brought, given)]}
            await send(message)

        await self._app({**scope, "headers": [*headers, (b"cookie", line.encode("latin-1"))]}, receive, renaming)


def _brought(headers: Iterable[Header]) -> dict[str, str]:
    """The cookies of a request, by the names that they have outside."""
    lines = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    pairs = [part.partition("=") for line in lines for part in line.split(";")]
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _plain(brought: dict[str, str]) -> dict[str, str]:
    """The same by their plain names; what has a prefix goes before what has none."""
    bare = {name: value for name, value in brought.items() if not name.startswith((HOST, SECURE))}
    return bare | {
        name.removeprefix(HOST).removeprefix(SECURE): value for name, value in brought.items() if name not in bare
    }


def _prefixed(header: Header) -> Header:
    """A header of an answer; a cookie that it gives has its prefix."""
    name, value = header
    if name != b"set-cookie":
        return header
    everywhere = b"path=/" in [part.strip().lower() for part in value.split(b";")]
    return name, (HOST if everywhere else SECURE).encode() + value


def _given_anew(brought: dict[str, str], given: Iterable[Header]) -> list[Header]:
    """What gives a person's key its new name, where the browser has it under its old one alone."""
    if PERSON not in brought:
        return []
    answer = Response()
    answer.delete_cookie(PERSON, secure=True, httponly=True, samesite="lax")
    own = (HOST + PERSON).encode() + b"="
    if HOST + PERSON not in brought and not any(
        value.startswith(own) for name, value in given if name == b"set-cookie"
    ):
        answer.set_cookie(HOST + PERSON, brought[PERSON], max_age=YEAR, secure=True, httponly=True, samesite="lax")
    return [header for header in answer.raw_headers if header[0] == b"set-cookie"]
