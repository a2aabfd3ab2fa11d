"""Cookies and form fields of requests: the keys of a person, what they have filled in, and cookie names under TLS.

The application uses plain names. Over TLS the cookies are named ``__Host-…``, by which browsers accept them from this
host alone, or ``__Secure-…`` if they belong to some addresses only: the secrets of single games, sent with every
request, would fill its header. Another host of the same domain can set any name but ``__Host-…``, so a cookie for all
addresses is accepted under that prefix only.
"""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from fastapi import Request, Response
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.errors import YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

YEAR = 365 * 24 * 3600
PERSON = "yurei-person"
"""Cookie with the key of a browser, which opens every chair of this person."""

ZONE = "yurei-zone"
"""Cookie with the name of the reader's time zone, set by ``yurei.js``."""

CHECK = "yurei-check"
"""Cookie and field of an address that say whether the browser sends cookies back; the cookie lasts a minute."""

FOR_ALL_ADDRESSES = frozenset({PERSON, ZONE, CHECK, "likes", "language", "yurei-guided"})
"""Cookies that browsers send to every address of the server."""
HOST, SECURE = "__Host-", "__Secure-"
Header = tuple[bytes, bytes]


class NoCookies(YureiError):
    """Raised where a browser has sent back none of this server's cookies, before a seat or an evening is given to it."""


def check_cookies(request: Request) -> None:
    """Check that the browser sends cookies back.

    Raises:
        NoCookies: if it has sent none; the answer asks it once to repeat the request with one.
    """
    if not {PERSON, ZONE, CHECK} & request.cookies.keys():
        raise NoCookies(
            N_("Allow cookies for this site and try again: without them nobody can keep a seat or be host.")
        )


def game_cookie(game: str, what: str) -> str:
    """Return the name of the cookie with a secret of one game: its links, or the audience's chair."""
    return f"yurei-{game}-{what}"


def host_cookie(evening: str) -> str:
    """Return the name of the cookie with the secret of an evening's host."""
    return f"yurei-evening-{evening}-host"


def key_of(asked: HTTPConnection, game: str, chair: str) -> str | None:
    """Return the browser's key to a chair: the person's own, or the audience's."""
    return asked.cookies.get(game_cookie(game, chair) if chair == AUDIENCE.name else PERSON)


def keep_key(request: Request, response: Response, game: str, chair: str, key: str) -> None:
    """Store the key to a chair in the browser."""
    if chair == AUDIENCE.name:
        set_cookie(request, response, game_cookie(game, chair), key, path=f"/g/{game}")
    else:
        keep_person(request, response, key)


def keep_host(request: Request, response: Response, game: str, host: str) -> None:
    """Store the secret of a game's maker in their browser."""
    set_cookie(request, response, game_cookie(game, "host"), host, path=f"/g/{game}")


def keep_person(request: Request, response: Response, key: str) -> None:
    """Store the key that identifies a person in their browser, unless it is there already."""
    if request.cookies.get(PERSON) != key:
        set_cookie(request, response, PERSON, key)


def set_cookie(
    request: Request, response: Response, name: str, value: str, *, path: str = "/", age: int | None = YEAR
) -> None:
    """Set a cookie hidden from scripts and other sites; without an age it ends when the browser is closed."""
    response.set_cookie(
        name, value, max_age=age, path=path, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


def text(form: FormData, name: str) -> str:
    """Return a field of a form; empty if it is missing."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def zone_of(asked: HTTPConnection) -> ZoneInfo:
    """Return the reader's time zone; UTC if the browser has not named one that is known here."""
    try:
        return ZoneInfo(asked.cookies.get(ZONE, "UTC"))
    except (ValueError, KeyError, OSError):
        return ZoneInfo("UTC")


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
