"""Rate limits for requests (by person, by address and in total), and admission control for new games.

Normal play never reaches a limit. Limits at a table are counted by person and game: an opponent's actions do not use up
a player's allowance, so a refusal reveals nothing about the opponent.
"""

import asyncio
import ipaddress
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import exp
from time import monotonic, thread_time
from typing import Self

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.frame.connections import GONE
from yurei.apps.web.frame.errors import error_response
from yurei.apps.web.frame.http import PERSON as PERSON_COOKIE
from yurei.apps.web.frame.http import get_translator, host_cookie
from yurei.apps.web.frame.security import ASKED_AGAIN
from yurei.club.model.chairs import WINDOW
from yurei.club.model.limits import ADDRESS, MOST_KEPT, PERSON, Buckets, FairQueue, LimitExceeded, Rate, Seconds
from yurei.club.model.secrets import digest
from yurei.club.people import People
from yurei.club.store.writer import Writer
from yurei.languages import N_, Words
from yurei.referee.seating import AUDIENCE

_TABLE = re.compile(r"/(?:api/games|g|evening)/([^/]+)(?:/.*)?")
_MADE = re.compile(r"/games|/evenings|/api/(?:games|bots|lobby(?:/[^/]+)?|sit)|/learn/(?!first$)[^/]+|/lobby/[^/]+")
_SEAT = re.compile(r"/g/[^/]+/join/.+")
_CROWD = re.compile(rf"/watch/live|/lobby/live|/g/[^/]+/(?:{AUDIENCE.name}|{WINDOW})/live")


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """The data of a request or socket that its limits depend on."""

    address: str  # its source: an IPv4 address, or the network of a household in IPv6
    person: str  # digest of the person's key; empty without a key
    host: str  # digest of the host's key of the requested evening; empty without one
    table: str  # the requested game or evening; empty without one
    acts: bool  # whether it may change something
    # Whether it starts a game, an evening, playing or watching. Other requests belong to what is going on: tries,
    # messages, the next game of a series, the next round of an evening, a page after a break.
    begins: bool
    is_socket: bool  # whether it opens a WebSocket
    is_file: bool  # whether it asks for a static file, the service worker or the manifest

    @classmethod
    def of(cls, scope: Scope, *, proxied: bool) -> Self:
        connection, path = HTTPConnection(scope), scope["path"]
        acts = scope.get("method", "GET") not in ("GET", "HEAD")
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        key = token if kind.lower() == "bearer" else connection.cookies.get(PERSON_COOKIE, "")
        person, table = digest(key) if key else "", _TABLE.fullmatch(path)
        host = connection.cookies.get(host_cookie(table[1]), "") if table and path.startswith("/evening/") else ""
        is_socket = scope["type"] == "websocket"
        # A browser with a key may have a seat there already and return by the link.
        begins = (not person and _SEAT.fullmatch(path)) or (acts and _MADE.fullmatch(path))
        return cls(
            address=address_of(connection, proxied=proxied),
            person=person,
            host=digest(host) if host else "",
            table=table[1] if table else "",
            acts=acts,
            begins=bool(_CROWD.fullmatch(path) if is_socket else begins),
            is_socket=is_socket,
            is_file=path.startswith("/static/") or path in ASKED_AGAIN,
        )

    @property
    def keys(self) -> frozenset[str]:
        return frozenset({self.person, self.host} - {""})


def address_of(connection: HTTPConnection, *, proxied: bool) -> str:
    """Return the source address of a request; behind a proxy, the last address in the forwarding header."""
    own = connection.client.host if connection.client else ""
    if proxied and (lines := connection.headers.getlist("x-forwarded-for")):
        return _find_network(lines[-1].rpartition(",")[2].strip()) or _find_network(own) or own
    return _find_network(own) or own


def _find_network(address: str) -> str:
    """Return an IPv4 address, or a household's network (56 bits) of an IPv6 address; empty if invalid.

    >>> _find_network("2001:db8:1:2:3:4:5:6"), _find_network("::ffff:192.0.2.1"), _find_network("anything")
    ('2001:db8:1::/56', '192.0.2.1', '')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 56), strict=False))


EVERY = 0.1  # seconds between two samples
OVER = 3.0  # time constant of the smoothing, in seconds: a sample this old counts as about a third
CALM = 5.0  # seconds for which both measurements must stay below half of their bounds
WORKS = 0.2  # share of a core used by the loop, below which other processes, such as programs, cause its delay
WRITES = 4.0  # a write may wait this many times longer than the loop may be late, as disks are slow
MANY = 16  # number of queued writes from which on the queue, not a slow disk, causes the wait


class Admission:
    """Decides whether new games, seats and spectators are accepted.

    ``bound`` is the largest smoothed delay of the loop, in seconds; 0 for no limit.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self.full = False
        # Smoothed: delay of the loop and wait of the oldest write in a long queue (seconds); its share of a core.
        self.late = self.waits = self.works = 0.0
        self._calm = 0.0

    def sample_load(
        self, passed: float, late: float, waiting: int = 0, waited: float = 0.0, worked: float = 1.0
    ) -> None:
        """Record the load over ``passed`` seconds: loop delay, queued writes, oldest write's wait, share of a core."""
        weight = 1 - exp(-passed / OVER)
        self.late += weight * (late - self.late)
        self.waits += weight * ((waited if waiting >= MANY else 0.0) - self.waits)
        self.works += weight * (worked - self.works)
        if not self.bound:
            return
        late = self.late if self.works >= WORKS else 0.0
        load = max(late, self.waits / WRITES) / self.bound
        self._calm = self._calm + passed if load < 0.5 else 0.0
        self.full = load > 1 or (self.full and self._calm < CALM)

    async def measure_load(self, writer: Writer, clock: Seconds = monotonic, processor: Seconds = thread_time) -> None:
        while True:
            began, before = clock(), processor()
            await asyncio.sleep(EVERY)
            passed = clock() - began
            worked = (processor() - before) / passed
            self.sample_load(passed, max(0.0, passed - EVERY), writer.waiting, writer.longest_wait, worked)


TOO_FAST = Words(N_("too many requests; please wait a moment"))
TOO_MANY_PAGES = Words(N_("too many pages are open here; close some of them"))
BUSY = Words(N_("the server is busy; try again in a moment"))
NO_MORE = Words(N_("the server is busy with games in progress; try again in a moment"))
TABLE = "table"
KINDS = {BUSY: "open", NO_MORE: "new", TOO_FAST: "requests", TOO_MANY_PAGES: "sockets"}
REFUSAL, TURN = "yurei.refusal", "yurei.turn"
"""Scope keys of a socket: a function that counts an action and returns a refusal if it is one too many, and one that
waits for the turn of this reader.
"""
STRANGERS = Rate(1, 12)  # requests of people who do not play, for each person that may share an address
PLAYERS = Rate(5, 100)  # requests of one player, except those at the table
SOCKETS = 10  # most sockets of one player; beyond, the oldest is closed
HERE = 600.0  # seconds after the last request at a table for which a person counts as a player
AT_ONCE = 4  # number of requests that are answered concurrently
MOST_WAITING = 200  # most waiting requests of one person
LONGEST = 0.005
"""Seconds after which a request that waits for something else, such as the database, no longer keeps others waiting."""
TRY_AGAIN = 1013
AFTER = 30  # value of Retry-After, in seconds, when a socket was refused or the server was busy
FOR_NEW = 0.9
"""Share of the open requests that sockets and new games may fill; the rest is for the brief requests of players."""
Refusal = tuple[Words, int]  # message of a refusal, and the seconds until the next attempt
Sits = Callable[[str, frozenset[str]], bool]
"""Function that says whether one of these keys, by their digests, belongs to a running game or an evening."""


@dataclass(frozen=True, slots=True)
class Allowances:
    """Limits that the server's operator can choose."""

    people: int = 50  # people who may share an address, which sets the limits by address; 0 for no limit
    tries: float = (
        5.0  # tries and pencil marks per second of one player in one game (burst: ten seconds' worth); 0: no limit
    )
    open: int = 12_000  # most open requests and sockets; further ones are refused for a while

    @property
    def sockets(self) -> int:
        """Maximum number of sockets that people who do not play may open from one address."""
        return 3 * self.people or self.open


class LimitsLayer:
    """Middleware that refuses or delays requests beyond the limits."""

    def __init__(
        self,
        app: ASGIApp,
        allowances: Allowances,
        clock: Seconds,
        *,
        proxied: bool,
        sits: Sits = lambda table, keys: False,
        admission: Admission | None = None,
        refused: Callable[[str], None] = lambda kind: None,
        people: People | None = None,
    ) -> None:
        self._app, self._allowances, self._clock, self._proxied = app, allowances, clock, proxied
        self._sits, self._admission, self._refused, self._people = sits, admission or Admission(0), refused, people
        self._players: dict[str, float] = {}
        tries = allowances.tries
        self._actions = Buckets(Rate(tries, max(1, round(10 * tries))) if tries else None, clock)
        self._views = Buckets(Rate(6 * tries, max(1, round(60 * tries))) if tries else None, clock)
        self._elsewhere = Buckets(PLAYERS if allowances.people else None, clock)
        self._strangers = Buckets(STRANGERS.multiplied_by(allowances.people), clock)
        self._queue = FairQueue(AT_ONCE, MOST_WAITING, LONGEST)
        self._frames = FairQueue(AT_ONCE, allowances.open, LONGEST)  # as many as there are sockets
        self._open = 0
        self._sockets = OpenSockets(SOCKETS * allowances.people)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = RequestInfo.of(scope, proxied=self._proxied)
        known = self._people is not None and self._people.is_known(request.person)
        ADDRESS.set(request.address)
        PERSON.set(request.person if known else "")
        if self._people is not None:
            self._people.note_place(request.person, request.address)
        answer = self._handle_request if scope["type"] == "http" else self._handle_socket
        await answer(request, scope, receive, send)

    async def _handle_request(self, request: RequestInfo, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._check_overload(request) or self._check_limits(request)
        if refusal is None:
            try:
                with self._counted_open():
                    async with self._queue.wait_turn(request.address, self._find_player(request)):
                        if _must_be_answered(scope):
                            await self._app(scope, receive, send)
                return
            except LimitExceeded:  # those raised by the application have been answered there
                refusal = BUSY, AFTER
        words, wait = refusal
        self._count_refusal(request, words)
        if _must_be_answered(scope):
            answer = error_response(HTTPConnection(scope), words, 429 if words is TOO_FAST else 503, wait)
            await answer(scope, receive, send)

    async def _handle_socket(self, request: RequestInfo, scope: Scope, receive: Receive, send: Send) -> None:
        player = self._find_player(request)
        refusal = self._check_overload(request)
        if refusal is None and not self._make_room(player):
            refusal = BUSY, AFTER
        if refusal := refusal or self._check_limits(request):
            words, _ = refusal
            self._count_refusal(request, words)
            # A browser learns the close code only of an accepted socket.
            await receive()
            await send({"type": "websocket.accept", "headers": [(b"retry-after", str(AFTER).encode())]})
            await send(_make_close_message(words, scope))
            return
        scope[REFUSAL] = partial(self._action_refusal, request)
        scope[TURN] = partial(self._frames.wait_turn, request.address, player)
        most = SOCKETS if player else self._allowances.sockets
        try:
            with self._counted_open(), self._sockets.track_socket(request.address, player, most):
                await self._app(scope, receive, send)
        except SocketDisplaced:
            self._count_refusal(request, TOO_MANY_PAGES)
            with suppress(RuntimeError):  # it is closed already
                await send(_make_close_message(TOO_MANY_PAGES, scope))

    def _find_player(self, request: RequestInfo) -> str:
        """Return the person or host if they play, referee or host, or recently did; otherwise an empty text."""
        who = request.person or request.host
        if not who or not self._allowances.people:
            return who
        now = self._clock()
        if self._sits(request.table, request.keys):
            self._players.pop(who, None)
            self._players[who] = now  # sorted by time, the latest last
            if len(self._players) > MOST_KEPT:
                del self._players[next(iter(self._players))]
        return who if now - self._players.get(who, -HERE) < HERE else ""

    def _check_limits(self, request: RequestInfo) -> Refusal | None:
        """Count a request; return a refusal if it exceeds a limit."""
        if request.is_file:
            return None
        player = self._find_player(request)
        if player and self._sits(request.table, request.keys):
            wait = (self._actions if request.acts else self._views).take((player, request.table))
        elif player:
            wait = self._elsewhere.take(player)
        else:
            wait = self._strangers.take(request.address)
        return (TOO_FAST, wait) if wait else None

    def _action_refusal(self, request: RequestInfo) -> Refusal | None:
        """Count an action on a socket; return a refusal if it exceeds a limit."""
        if refusal := self._check_limits(replace(request, acts=True)):
            self._count_refusal(request, refusal[0])
        return refusal

    def _count_refusal(self, request: RequestInfo, words: Words) -> None:
        self._refused(TABLE if words is TOO_FAST and request.table else KINDS[words])

    def _check_overload(self, request: RequestInfo) -> Refusal | None:
        most = self._allowances.open
        if self._open >= most:
            return BUSY, AFTER
        full = self._admission.full or (not request.is_socket and self._open >= FOR_NEW * most)
        return (NO_MORE, AFTER) if request.begins and full else None

    def _make_room(self, player: str) -> bool:
        """Return whether another socket may open; if the server is full, close the oldest socket of a non-player."""
        return self._open < FOR_NEW * self._allowances.open or self._sockets.close_oldest_stranger() or player != ""

    @contextmanager
    def _counted_open(self) -> Iterator[None]:
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1


class SocketDisplaced(Exception):
    """Raised in the task of a socket that has to close to make room for a newer socket."""


class OpenSockets:
    """The tasks that serve open sockets, by address and person. All non-players at an address count as one."""

    def __init__(self, most_at_an_address: int) -> None:
        self._most = most_at_an_address
        self._open: dict[str, dict[str, dict[asyncio.Task[object], None]]] = {}

    @contextmanager
    def track_socket(self, address: str, person: str, most: int) -> Iterator[None]:
        """Count the current task's socket during this context; beyond ``most`` of a person, close the oldest."""
        task = asyncio.current_task()
        assert task is not None
        people = self._open.setdefault(address, {})
        own = people.setdefault(person, {})
        if len(own) >= most:
            _close_oldest(own)
        elif self._most and sum(map(len, people.values())) >= self._most:
            _close_oldest(max(people.values(), key=len))
        own[task] = None
        try:
            yield
        except asyncio.CancelledError:
            if task in own:
                raise
            task.uncancel()
            raise SocketDisplaced from None
        finally:
            own.pop(task, None)
            if not own and people.get(person) is own:
                del people[person]
            if not people and self._open.get(address) is people:
                del self._open[address]

    def close_oldest_stranger(self) -> bool:
        """Close the oldest socket of non-players at the address with most of them; return False if there is none."""
        strangers = [people[""] for people in self._open.values() if people.get("")]
        if strangers:
            _close_oldest(max(strangers, key=len))
        return bool(strangers)


def _close_oldest(sockets: dict[asyncio.Task[object], None]) -> None:
    oldest = next(iter(sockets))
    del sockets[oldest]
    oldest.cancel()


def _must_be_answered(scope: Scope) -> bool:
    """Return whether a request must be answered: it may change something, or its client is still connected."""
    return scope["method"] not in ("GET", "HEAD") or not scope.get(GONE, lambda: False)()


def _make_close_message(words: Words, scope: Scope) -> Message:
    """Return the message that closes a socket with a sentence in the reader's language."""
    connection = HTTPConnection(scope)
    said = words.said(get_translator(connection.headers, connection.cookies))
    return {"type": "websocket.close", "code": TRY_AGAIN, "reason": said}
