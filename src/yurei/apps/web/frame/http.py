"""Requests and sockets: cookies, form fields, languages, fragments, and closing connections.

The application uses cookie names without prefixes. Over TLS a cookie for all addresses is named ``__Host-…``, which
browsers accept from this host only; other hosts of the domain could set any other name, so no other is accepted for it.
A cookie for some addresses is named ``__Secure-…``: the secrets of single games would overfill the header of every
request.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from babel.core import negotiate_locale
from fastapi import Request, Response, WebSocket, WebSocketDisconnect
from starlette.datastructures import FormData, Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.club.club import Club
from yurei.club.model.secrets import digest
from yurei.club.seats import Forbidden
from yurei.errors import BadValue, YureiError
from yurei.languages import ENGLISH, N_, NAMES, Gettext, translation
from yurei.referee.seating import AUDIENCE

YEAR = 365 * 24 * 3600
PERSON = "yurei-person"  # cookie with the person's key, which opens all their chairs
ZONE = "yurei-zone"  # cookie with the name of the reader's time zone, set by `yurei.js`
CHECK = "yurei-check"
"""Cookie and field of an address that say whether the browser sends cookies back; the cookie lasts a minute."""
COOKIE = "language"  # name of the cookie with the chosen language
GUIDED = "yurei-guided"  # cookie set once the reader has played or declined the offered guided game
FOR_ALL_ADDRESSES = frozenset({PERSON, ZONE, CHECK, "likes", COOKIE, GUIDED})
"""Cookies that browsers send to every address of the server."""
HOST, SECURE = "__Host-", "__Secure-"
Header = tuple[bytes, bytes]


class NoCookies(YureiError):
    """Raised when a browser without any of this server's cookies asks for a seat or an evening."""


def check_cookies(request: Request) -> None:
    if not {PERSON, ZONE, CHECK} & request.cookies.keys():
        raise NoCookies(
            N_("Allow cookies for this site and try again: without them nobody can keep a seat or be host.")
        )


def game_cookie(game: str, what: str) -> str:
    return f"yurei-{game}-{what}"


def host_cookie(evening: str) -> str:
    return f"yurei-evening-{evening}-host"


def get_chair_key(connection: HTTPConnection, game: str, chair: str) -> str | None:
    """Return the browser's key to a chair: the person's key, or for the audience the link's secret."""
    return connection.cookies.get(game_cookie(game, chair) if chair == AUDIENCE.name else PERSON)


def set_key_cookie(request: Request, response: Response, game: str, chair: str, key: str) -> None:
    if chair == AUDIENCE.name:
        set_cookie(request, response, game_cookie(game, chair), key, path=f"/g/{game}")
    else:
        set_person_cookie(request, response, key)


def set_host_cookie(request: Request, response: Response, game: str, host: str) -> None:
    set_cookie(request, response, game_cookie(game, "host"), host, path=f"/g/{game}")


def set_person_cookie(request: Request, response: Response, key: str) -> None:
    """Store a person's key in a cookie, unless the browser has it already."""
    if request.cookies.get(PERSON) != key:
        set_cookie(request, response, PERSON, key)


def set_cookie(
    request: Request, response: Response, name: str, value: str, *, path: str = "/", age: int | None = YEAR
) -> None:
    """Set a cookie that is hidden from scripts and other sites. Without an age it is a session cookie."""
    response.set_cookie(
        name, value, max_age=age, path=path, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


def form_text(form: FormData, name: str) -> str:
    """Return a field of a form; empty if it is missing."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def parse_whole_number(given: str) -> int:
    """Parse a whole number from an address; raise BadValue if it is invalid or has more than nine digits."""
    if not given.isdecimal() or len(given) > 9:
        raise BadValue(N_("{text} is no whole number here; give one such as 2"), text=repr(given[:20]))
    return int(given)


def get_time_zone(connection: HTTPConnection) -> ZoneInfo:
    """Return the reader's time zone; UTC if the browser has not sent a known one."""
    try:
        return ZoneInfo(connection.cookies.get(ZONE, "UTC"))
    except (ValueError, KeyError, OSError):
        return ZoneInfo("UTC")


class CookieNames:
    """Middleware for TLS that adds ``__Host-`` or ``__Secure-`` to cookie names, and removes it in requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("scheme") not in ("https", "wss"):
            await self._app(scope, receive, send)
            return
        line = "; ".join(f"{name}={value}" for name, value in _strip_cookie_prefixes(scope["headers"]).items())
        headers = [header for header in scope["headers"] if header[0] != b"cookie"]

        async def renaming(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [_add_cookie_prefix(header) for header in message["headers"]]}
            await send(message)

        await self._app({**scope, "headers": [*headers, (b"cookie", line.encode("latin-1"))]}, receive, renaming)


def _strip_cookie_prefixes(headers: Iterable[Header]) -> dict[str, str]:
    """Return the prefixed cookies of a request, by their names without prefix."""
    lines = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    pairs = [part.partition("=") for line in lines for part in line.split(";")]
    brought = {name.strip(): value.strip() for name, equals, value in pairs if equals}
    own = {name.removeprefix(HOST): value for name, value in brought.items() if name.startswith(HOST)}
    bound = {name.removeprefix(SECURE): value for name, value in brought.items() if name.startswith(SECURE)}
    return {name: value for name, value in bound.items() if name not in FOR_ALL_ADDRESSES} | own


def _add_cookie_prefix(header: Header) -> Header:
    """Return a header of an answer, with the prefix added to a cookie's name."""
    name, value = header
    if name != b"set-cookie":
        return header
    everywhere = b"path=/" in [part.strip().lower() for part in value.split(b";")]
    return name, (HOST if everywhere else SECURE).encode() + value


def language_of(headers: Headers, cookies: Mapping[str, str]) -> str:
    """Return the chosen language, or else the browser's preferred one."""
    if (chosen := cookies.get(COOKIE)) in NAMES:
        return str(chosen)
    wanted = [_parse_language(part) for part in headers.get("accept-language", "").split(",")[:20]]
    ordered = [language for language, weight in sorted(wanted, key=lambda wish: -wish[1]) if language and weight]
    return negotiate_locale(ordered, list(NAMES)) or ENGLISH


def _parse_language(part: str) -> tuple[str, float]:
    """Return the language and the weight (1 by default) in a part of a header such as ``de-AT;q=0.8``."""
    name, _, weight = part.partition(";")
    text = weight.strip().lower().removeprefix("q=")
    is_number = text.replace(".", "", 1).isdecimal() and text.isascii()
    return name.strip().replace("-", "_").lower(), float(text) if is_number else 1.0


def get_language(connection: HTTPConnection) -> str:
    return language_of(connection.headers, connection.cookies)


def wants_fragment(connection: HTTPConnection) -> bool:
    return connection.headers.get("x-requested-with") == "yurei"


def get_translator(headers: Headers, cookies: Mapping[str, str]) -> Gettext:
    return translation(language_of(headers, cookies)).gettext


Done = TypeVar("Done")


async def run_for_client(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """Await ``work``, but cancel it if the client disconnects. The request's body must have been read before."""

    async def wait_for_disconnect() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(wait_for_disconnect())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return await working
    finally:
        working.cancel()
        leaving.cancel()


Heard = Callable[[str], Awaitable[None]]  # handler of a text received on a socket


async def serve_socket(socket: WebSocket, *sending: Coroutine[None, None, None], heard: Heard | None = None) -> None:
    """Run coroutines that send on a socket until one of them is done or the socket closes.

    Received texts are handled one at a time. A started handler is completed even if the socket closes.
    """
    busy = asyncio.Lock()
    tasks = [asyncio.create_task(each) for each in (*sending, _receive_until_closed(socket, heard, busy))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        async with busy:
            for task in tasks:
                task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
            raise error


async def send_frame(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as error:  # uvicorn reports a closed connection like this
        raise WebSocketDisconnect(code=1006) from error


async def send_turns(socket: WebSocket, club: Club, game: str = "") -> None:
    """Send the number of games in which it is the reader's turn, when a game other than ``game`` has changed it."""
    key, sent = socket.cookies.get(PERSON), -1
    with club.games.turn_listeners.listening(digest(key or ""), game) as changed:
        while await changed.wait():
            changed.clear()
            if (turns := await club.own.turns(key)) != sent:
                sent = turns
                await send_frame(socket, json.dumps({"turns": turns}))


async def send_changes(
    socket: WebSocket, changed: asyncio.Event, draw: Callable[[], Awaitable[str]], pause: float = 0.0
) -> None:
    """Send a drawing, and send it again whenever a change alters it, until the reader loses access."""
    sent = None
    while True:
        changed.clear()
        try:
            drawn = await draw()
        except Forbidden:  # for instance a link was reactivated for a different browser
            await close_socket(socket)
            return
        if drawn != sent:
            await send_frame(socket, drawn)
            sent = drawn
        await asyncio.sleep(pause)
        await changed.wait()


async def close_socket(socket: WebSocket) -> None:
    """Close an open socket whose browser has lost access."""
    with suppress(RuntimeError):  # the server has closed it before
        await socket.close(1008)


async def _receive_until_closed(socket: WebSocket, heard: Heard | None, busy: asyncio.Lock) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if heard is not None and message.get("text"):
            async with busy:
                await heard(message["text"])


def is_opened_by_person(request: Request) -> bool:
    """Return whether a person has opened this page, and no prefetch or preview; False without TLS."""
    said = request.headers
    gone = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    return gone and "prefetch" not in said.get("sec-purpose", said.get("purpose", ""))
