"""The web application without a network: tests call it by ASGI, and keep every byte that it sends.

Tests set the clock, and secrets are numbers in ascending order, so that two
applications in which the same things happen answer the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from types import CodeType
from typing import Any, TypeVar, cast
from unittest.mock import patch
from urllib.parse import unquote, urlencode, urlsplit

import sqlalchemy as sql
from fastapi import routing
from fastapi.dependencies.utils import get_dependant
from sqlalchemy.ext.asyncio import create_async_engine

from yurei.apps.web import app as web
from yurei.apps.web.evenings import routes as evening_routes
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.http import PERSON, ZONE
from yurei.apps.web.frame.logbook import Measures
from yurei.club.club import Club
from yurei.club.game import game as game_module
from yurei.club.game.game import Game
from yurei.club.model.secrets import digest, link_secret
from yurei.club.model.stored import NOT_KEPT, Chair, Event, NotStored, StoredEvening, StoredGame
from yurei.club.store import Store
from yurei.club.store.backend import Backend, Write
from yurei.club.store.database import Row
from yurei.club.store.sqlite import SqliteFile
from yurei.club.store.tables import migrate

Done = TypeVar("Done")


def _blind_seal(before: bytes, nonce: bytes, _line: bytes) -> bytes:
    """Return a seal that does not depend on the line, which is unknown to anybody without the nonce anyway."""
    return sha256(before + nonce).digest()


# Nobody waits in tests; tests/web/test_evenings.py has a test with the pause.
setattr(evening_routes, "PAUSE", 0.0)  # noqa: B010
setattr(game_module, "seal", _blind_seal)  # noqa: B010  # tests/web/test_replay.py has the true one


def call_in_thread(work: Callable[[], Done]) -> Done:
    """Run a function that needs an event loop in a new thread; this thread may already have a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def names_point(text: str, point: str) -> bool:
    """Return whether a text names a point, apart from keys and secrets, which are random."""
    return point in re.sub(r"[\w-]{20,}", "", text)


def run_in_thread(work: Coroutine[Any, Any, Done]) -> Done:
    return call_in_thread(lambda: asyncio.run(work))


def until(happens: Callable[[], Any], seconds: float = 60) -> Any:
    """Call a function until it returns a true value, and return the value; fail after some seconds."""
    end = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < end, "nothing has changed"
        time.sleep(0.01)
    return found


async def make_people_known(club: Club, keys: Mapping[str, str]) -> dict[str, str]:
    """Make people with these keys known to a club; return the digests of their keys by chair."""
    for key in keys.values():
        await club.games._store.people.keep_person(digest(key), "", NOON)
    return {chair: digest(key) for chair, key in keys.items()}


HOST = "yurei.example"
FORM = "application/x-www-form-urlencoded"
GOES = (("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"))
"""What a browser says when somebody goes to a page."""
SCRIPT = ("x-requested-with", "yurei")
SCRIPTED = {ZONE: "UTC", f"__Host-{ZONE}": "UTC"}
"""Cookies that the script of a page sets, without and over TLS."""
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class InMemory(SqliteFile):
    """An SQLite database in memory: one connection, used without threads."""

    _new = b""

    def __init__(self) -> None:
        one: dict[str, Any] = {"poolclass": sql.StaticPool, "connect_args": {"check_same_thread": False}}
        Backend.__init__(self, create_async_engine("sqlite+aiosqlite://"), sql.create_engine("sqlite://", **one))
        with self.writing.connect() as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        if not InMemory._new:
            with self.writing.begin() as connection:
                migrate(connection)
            InMemory._new = self.file.serialize()
        self.file.deserialize(InMemory._new)

    @property
    def file(self) -> sqlite3.Connection:
        with self.writing.connect() as connection:
            found = connection.connection.driver_connection
        assert isinstance(found, sqlite3.Connection)
        return found

    async def lock(self) -> None:
        """Do nothing: no other server uses this database."""

    async def begin(self) -> None:
        """Do nothing: no lock is needed."""

    async def close(self) -> None:
        self.writing.dispose()

    async def read(self, work: Callable[[sql.Connection], Done]) -> Done:
        with self.writing.connect() as connection:
            return work(connection)

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        with self.writing.begin() as connection:
            return self.run(connection, writes)

    async def overwrite_deleted(self) -> None:
        """Do nothing: nothing is on a disk."""

    async def is_whole(self) -> bool:
        return True


class StoreInMemory(Store):
    """A store in memory, whose writes happen without a queue."""

    def __init__(self, url: str = "") -> None:
        self.memory = InMemory()
        super().__init__("sqlite://", self.memory)

    async def write(self, write: Write[Done]) -> Done:
        try:
            (done,) = await self.memory.write([write])
        except sql.exc.SQLAlchemyError as error:
            raise NotStored(NOT_KEPT) from error
        return cast(Done, done)


@dataclass(frozen=True)
class Answer:
    """An answer by HTTP: the status, the headers in their order, the body."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value.decode("latin-1") for key, value in self.headers if key == name.encode()]

    @property
    def location(self) -> str:
        (address,) = self.all("location")
        return address


_populate = routing._populate_api_route_state
_known_routes: dict[tuple[str, str, CodeType], dict[str, Any]] = {}
_known_sockets: dict[tuple[str, CodeType], Any] = {}


def _read_route_once(route: Any, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
    """Read the parameters of a route, which is slow, only for the first webapp; copy them for later ones."""
    key = path, str(more["methods"]), endpoint.__code__
    if key not in _known_routes:
        _populate(route, path, endpoint, **more)
        _known_routes[key] = dict(vars(route))
    vars(route).update(_known_routes[key])
    route.endpoint, route.dependency_overrides_provider = endpoint, more["dependency_overrides_provider"]
    route.dependant = copy(route.dependant)
    route.dependant.call = endpoint


def _read_socket_once(*, path: str, call: Callable[..., Any], **more: Any) -> Any:
    key = path, call.__code__
    if key not in _known_sockets:
        _known_sockets[key] = get_dependant(path=path, call=call, **more)
    dependant = copy(_known_sockets[key])
    dependant.call = call
    return dependant


class WebApp:
    """The running web application. Use it in a ``with`` block.

    ``public`` is its address behind a proxy, ``place`` a database that is not in memory; all else goes to ``make_app``.
    Programs have answered when a request has been answered, unless ``thinkers`` let them think beside.
    """

    def __init__(self, public: PublicUrl | None = None, place: str = "", **injected: Any) -> None:
        self.drawn = 0
        self.measures = Measures(clock=lambda: 0.0)
        self._beside = injected.get("thinkers") is not None
        self._place = place
        self.now = NOON
        self.clubs: list[Club] = []
        with (
            patch.object(web, "Store", Store if place else StoreInMemory),
            patch.object(web, "Club", self._club),
            patch.object(routing, "_populate_api_route_state", _read_route_once),
            patch.object(routing, "get_dependant", _read_socket_once),
        ):
            self.app = web.make_app(
                place,
                public=public,
                clock=lambda: self.now,
                secrets=self._secret,
                ticks=lambda: (self.now - NOON).total_seconds(),
                measures=self.measures,
                **injected,
            )
        # In a thread of its own: where browser tests ran before, this one's loop is taken.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def _club(self, *given: Any) -> Club:
        self.clubs.append(Club(*given))
        return self.clubs[-1]

    def _secret(self) -> str:
        self.drawn += 1
        return f"{self.drawn:012d}{'secret':0>20}"

    def stand_still(self) -> asyncio.AbstractEventLoop:
        """Stop the application's thread, and return its event loop: from now on the caller runs it."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        return self._loop

    def __enter__(self) -> WebApp:
        if self._place:
            self.run(self.store.open())
        return self

    def __exit__(self, *_: object) -> None:
        if self._place:
            self.run(self.store.close())
        loop = self.stand_still()
        call_in_thread(lambda: loop.run_until_complete(self._end()))
        while asyncio.all_tasks(loop):  # a timer has gone off just then, and has begun something
            call_in_thread(lambda: loop.run_until_complete(self._end()))
        loop.close()

    async def _end(self) -> None:
        for club in self.clubs:
            await club.turns.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:  # what ends may have begun something else
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def run(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Run a coroutine in the application, and then all that follows from it; return its result."""
        return asyncio.run_coroutine_threadsafe(self._run_to_rest(work), self._loop).result()

    async def _run_to_rest(self, work: Coroutine[Any, Any, Done]) -> Done:
        done = await work
        for _ in range(20):
            await asyncio.sleep(0)
        while not self._beside and self.clubs and (answering := self.clubs[0].turns._tasks):
            await asyncio.wait(answering)
            for _ in range(20):
                await asyncio.sleep(0)
        return done

    @property
    def club(self) -> Club:
        return self.clubs[0]

    @property
    def store(self) -> Store:
        return self.club.games._store

    @property
    def held(self) -> dict[str, Game]:
        return self.club.games._games

    def forget_games(self) -> None:
        """Drop all games from memory, so that each is loaded again when needed."""
        self.held.clear()

    def opens(self) -> None:
        self.run(self.club.open())

    def dies(self) -> None:
        """Stop as at a loss of power: write nothing more, and forget all that is not stored."""
        self.run(_stop_writing(self.club))
        self.forget_games()

    def sets(self, event: asyncio.Event) -> None:
        """Set an event, and run what follows from it."""
        self._loop.call_soon_threadsafe(event.set)
        self.run(asyncio.sleep(0))

    def waits(self, seconds: float) -> None:
        """Move the application's clock on. Its alarms use real time, so none of them goes off."""
        self.now += timedelta(seconds=seconds)

    def rows(self, table: str) -> Sequence[Row]:
        return self._now(self.store.rows(sql.text(f"SELECT * FROM {table} ORDER BY rowid")))

    def games(self) -> dict[str, StoredGame]:
        loaded = [self._now(self.store.games.load(row.id)) for row in self.rows("games")]
        return {found[0].id: found[0] for found in loaded if found is not None}

    def evenings(self) -> dict[str, StoredEvening]:
        loaded = [self._now(self.store.club.evening(row.id)) for row in self.rows("evenings")]
        return {evening.id: evening for evening in loaded if evening is not None}

    def execute(self, statement: str, *parameters: Any) -> None:
        self._now(self.store.write(lambda connection: connection.exec_driver_sql(statement, parameters)))

    def copy_stored(self, other: WebApp) -> None:
        """Replace the stored data by a copy of another webapp's."""
        for webapp in (self, other):
            assert isinstance(webapp.store, StoreInMemory)
        self.store.memory.file.deserialize(other.store.memory.file.serialize())  # type: ignore[attr-defined]

    def _now(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Run a coroutine of the store in the webapp's thread, without running what follows from it."""
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        return run_in_thread(work)

    def chairs(self, game: str) -> dict[str, Chair]:
        loaded = self._now(self.store.games.load(game))
        assert loaded is not None
        return {chair.name: chair for chair in loaded[1]}

    def happened(self, game: str) -> list[Event]:
        loaded = self._now(self.store.games.load(game))
        assert loaded is not None
        return loaded[2]

    def rewind(self, game: str, happened: Sequence[Event]) -> None:
        """Delete all later events of a game, and forget the game, as if a server restarted there."""
        self.execute("DELETE FROM events WHERE game = ? AND number >= ?", game, len(happened))
        self.held.pop(game, None)


async def _stop_writing(club: Club) -> None:
    club.games._alarms.cancel_timers()
    assert club._uptime._beating is not None
    club._uptime._beating.cancel()


class Visitor:
    """A browser without pages: it sends requests, and keeps its cookies."""

    def __init__(self, webapp: WebApp, cookies: Mapping[str, str] | None = None, language: str = "en") -> None:
        self.webapp = webapp
        self.cookies = {**SCRIPTED, **(cookies or {})}
        self.language = language
        self.address = "192.0.2.1"

    def get(self, path: str, *headers: tuple[str, str]) -> Answer:
        return self.ask("GET", path, [*GOES, *headers])

    def fragment(self, path: str) -> Answer:
        """Get the part of a page that its script replaces."""
        return self.ask("GET", path, [SCRIPT])

    def post(self, path: str, form: Mapping[str, str] | None = None, *headers: tuple[str, str]) -> Answer:
        return self.ask("POST", path, headers, urlencode(form or {}).encode())

    def send(self, path: str, form: Mapping[str, str]) -> Answer:
        return self.post(path, form, SCRIPT)

    def ask(
        self,
        method: str,
        path: str,
        headers: Iterable[tuple[str, str]] = (),
        body: bytes | None = None,
        *,
        kind: str = FORM,
        pieces: int = 1,
    ) -> Answer:
        """Send any request; with ``pieces`` above 1 the body is sent in parts, without its length."""
        sent = self._headers(headers)
        if body is not None:
            sent.append((b"content-type", kind.encode("latin-1")))
            if pieces == 1:
                sent.append((b"content-length", str(len(body)).encode()))
        step = -(-len(body or b"") // pieces) or 1
        parts = [(body or b"")[start : start + step] for start in range(0, max(1, len(body or b"")), step)]
        answer = self.webapp.run(self._ask(self._scope("http", path, sent) | {"method": method}, parts))
        for cookie in answer.all("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def links(self, game: str) -> dict[str, str]:
        """Return the invitation links of a game that this visitor has made, by chair."""
        found = re.finditer(rf"/g/{game}/join/([\w-]+)/[\w-]+", self.get(f"/g/{game}/links").text)
        return {link[1]: link[0] for link in found}

    def knows(self, chair: str) -> dict[str, Any]:
        """Return what the person on a chair knows, as the API for programs tells it."""
        token = [("authorization", f"Bearer {self.cookies[PERSON]}")]
        return dict(json.loads(Visitor(self.webapp).ask("GET", f"/api{chair.replace('/g/', '/games/')}", token).body))

    def listen(self, path: str, *headers: tuple[str, str]) -> Socket:
        """Open a socket, with the server's own origin unless the headers give another one."""
        given = dict(headers)
        origin = {"origin": f"http://{HOST}"} if "origin" not in given else {}
        sent = self._headers([*origin.items(), *((name, value) for name, value in given.items() if value)])
        socket = Socket(self.webapp, self._scope("websocket", path, sent) | {"subprotocols": []})
        self.webapp.run(socket.open())
        return socket

    def _headers(self, headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
        given = {"host": HOST, "accept-language": self.language, **dict(headers)}
        if self.cookies:
            given.setdefault("cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in given.items()]

    def _scope(self, kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        split = urlsplit(path)
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(split.path, errors="replace"),
            "raw_path": split.path.encode(),
            "query_string": split.query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (self.address, 1),
            "server": (HOST, 80),
        }

    def begin(self, path: str, *headers: tuple[str, str]) -> Future[Answer]:
        """Request a page that is answered later; return the future of the answer."""
        scope = self._scope("http", path, self._headers(headers)) | {"method": "GET"}
        asking = asyncio.run_coroutine_threadsafe(self._ask(scope, [b""]), self.webapp._loop)
        self.webapp.run(asyncio.sleep(0))
        return asking

    async def _ask(self, scope: dict[str, Any], parts: list[bytes]) -> Answer:
        messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
        messages[-1]["more_body"] = False
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not messages:
                await asyncio.Event().wait()  # the client stays until it is answered
            return messages.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        # The outermost layer answers what nobody foresaw, and raises it once more for the log.
        with suppress(Exception):
            await self.webapp.app(scope, receive, send)
        assert sent, "nothing was answered"
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(sent[0]["status"], tuple(sent[0]["headers"]), body)


class Socket:
    """An open socket: every frame received, the pages that result from the frames, and the answers to actions."""

    def __init__(self, webapp: WebApp, scope: dict[str, Any]) -> None:
        self.webapp = webapp
        self.raw: list[str] = []
        self.frames: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.turns: list[int] = []  # as they came by themselves
        self.accepted = False
        self.closed: int | None = None
        self._scope = scope
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})

    async def open(self) -> None:
        self._task = asyncio.create_task(self.webapp.app(self._scope, self._inbox.get, self._hear))

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.send":
            self.raw.append(message["text"])
            if message["text"].startswith('{"id"'):
                self.answers.append(json.loads(message["text"]))
            elif message["text"].startswith('{"turns"'):
                self.turns.append(json.loads(message["text"])["turns"])
            else:
                self.frames.append(apply_frame(self.frames[-1:], message["text"]))
        else:
            self.closed = message.get("code", 1000)

    def says(self, text: str) -> None:
        self.webapp.run(self._inbox.put({"type": "websocket.receive", "text": text}))

    def does(self, do: str, at: str = "", request: str = "") -> dict[str, Any]:
        """Send an action of the chair, and return the answer."""
        self.says(json.dumps({"do": do, "at": at, "id": request}))
        return self.answers[-1]

    def close(self) -> None:
        self.webapp.run(self._inbox.put({"type": "websocket.disconnect", "code": 1001}))


def apply_frame(known: Sequence[str], frame: str) -> str:
    """Return the page after a frame: the frame itself, or the known page with some elements replaced."""
    if not frame.startswith("{"):
        return frame
    read = json.loads(frame)
    if "table" in read:
        return str(read["table"])
    page = known[0]
    for name, html in read["sections"].items():
        begins, ends = _element(page, name)
        page = page[:begins] + html + page[ends:]
    return re.sub('data-number="[0-9]+"', f'data-number="{read["number"]}"', page, count=1)


def _element(page: str, name: str) -> tuple[int, int]:
    """Return the indices at which the element with this id begins and ends in a page."""
    begins = re.search(f'<([a-z]+) [^>]*id="?{re.escape(name)}[" >]', page)
    assert begins is not None, f"no element has the id {name}"
    depth = 0
    for tag in re.finditer(f"<(/?){begins[1]}[ >]", page[begins.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return begins.start(), page.index(">", begins.start() + tag.start()) + 1
    raise AssertionError(f"{name} does not end")


@dataclass
class Made:
    """A game at a webapp: its name, its host, and the visitor on each chair."""

    webapp: WebApp
    name: str
    host: Visitor
    seats: dict[str, Visitor]

    def at(self, chair: str) -> str:
        return f"/g/{self.name}/{chair}"

    def page(self, chair: str, path: str = "") -> str:
        return self.seats[chair].get(self.at(chair) + path).text

    def part(self, chair: str = "black") -> str:
        return self.seats[chair].fragment(self.at(chair)).text

    def act(self, seat: str, do: str, at: str = "") -> Answer:
        return self.seats[seat].send(self.at(seat), {"do": do, "at": at})

    def play(self, tries: str, first: str = "black") -> None:
        """Make tries in turn, Black first, such as ``B2 ghost:C3 pass``; after ``!`` the same side tries again."""
        seat = first
        for word in tries.split():
            do, _, at = word.removesuffix("!").rpartition(":")
            answer = self.act(seat, "pass") if at == "pass" else self.act(seat, do or "stone", at)
            assert answer.status == 200, answer.text
            if not word.endswith("!"):
                seat = "white" if seat == "black" else "black"

    def admit_referee(self) -> None:
        """Let every player agree that the person on the referee's chair sees the board."""
        for chair in self.seats:
            if chair not in ("referee", "audience"):
                assert self.act(chair, "admit").status == 200


def start_game(webapp: WebApp, **form: str) -> tuple[Visitor, str]:
    """Make a game; return its maker, and the address of the maker's chair."""
    maker = Visitor(webapp)
    return maker, maker.post("/games", form).location


def make(webapp: WebApp, by_program: Sequence[str] = (), **wish: str) -> Made:
    """Make a game with a visitor on each chair; those ``by_program`` sit down by the API for programs."""
    maker = Visitor(webapp)
    name = maker.post("/games", {"colour": "referee", **wish}).location.split("/")[2]
    outside = next(each for each in maker.cookies if each.endswith(f"yurei-{name}-host"))  # under TLS it has a prefix
    host = Visitor(webapp, {f"yurei-{name}-host": maker.cookies[outside]})
    own = {each: value for each, value in maker.cookies.items() if each.endswith(PERSON)}
    chairs = webapp.chairs(name)
    seats = {seat: Visitor(webapp, {} if chair.key is None else own) for seat, chair in chairs.items()}
    for chair, visitor in seats.items():
        link = f"/g/{name}/join/{chair}/{link_secret(host.cookies[f'yurei-{name}-host'], chair)}"
        if chair in by_program:
            sat = visitor.ask("POST", "/api/sit", body=json.dumps({"link": link}).encode(), kind="application/json")
            visitor.cookies = {PERSON: json.loads(sat.text)["token"]}
        elif visitor.cookies.keys() <= SCRIPTED.keys():
            visitor.post(link)
    return Made(webapp, name, host, seats)
