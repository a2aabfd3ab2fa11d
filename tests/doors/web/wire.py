"""The web door without a network: requests and sockets put to the application itself, every byte that leaves kept.

Time and chance are ours here: the clock stands still, and secrets are counted
up, so that two houses in which the same things happen answer the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from types import CodeType
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import unquote, urlencode, urlsplit

import sqlalchemy as sql
from fastapi import routing
from fastapi.dependencies.utils import get_dependant

from yurei.apps.web import app as web
from yurei.apps.web.address import PublicUrl
from yurei.apps.web.evenings import routes as evening_routes
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.layer import Allowances
from yurei.apps.web.measures import Measures
from yurei.apps.web.settings import OutsideSettings
from yurei.apps.web.shell.cookies import PERSON, ZONE
from yurei.club.club import Club
from yurei.club.game import game as game_module
from yurei.club.game.game import Game
from yurei.club.game.question import Thinkers
from yurei.club.model.secrets import digest, link_secret
from yurei.club.model.stored import (
    FINAL,
    BotNews,
    Chair,
    Contact,
    Event,
    PastGame,
    Practised,
    StoredEvening,
    StoredGame,
    Summary,
    Tally,
    Wanted,
)
from yurei.club.programs.proposals import Proposer
from yurei.club.programs.reviews.reviews import Look
from yurei.club.programs.solved.boards import Solve
from yurei.club.store import Store
from yurei.club.store.writer import Writer
from yurei.club.store.writing import OnThread

Done = TypeVar("Done")


def _blind_seal(before: bytes, nonce: bytes, _line: bytes) -> bytes:
    """A seal that is the same in both of two houses: what is sealed is as good as chance to who has not the nonce."""
    return sha256(before + nonce).digest()


# Nobody waits in tests; tests/doors/web/test_evenings.py has a test with the pause.
setattr(evening_routes, "PAUSE", 0.0)  # noqa: B010
setattr(game_module, "seal", _blind_seal)  # noqa: B010  # tests/doors/web/test_seals.py has the true one


def apart(work: Callable[[], Done]) -> Done:
    """Do something that runs a loop, on a thread of its own: on this one a browser's tests may have left a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def names_point(text: str, point: str) -> bool:
    """Whether a point is named somewhere; in the middle of a key or a secret, which are drawn by lot, it is none."""
    return point in re.sub(r"[\w-]{20,}", "", text)


def run_apart(work: Coroutine[Any, Any, Done]) -> Done:
    """Run something to its end on a thread of its own, see ``apart``."""
    return apart(lambda: asyncio.run(work))


def until(happens: Callable[[], Any], seconds: float = 60) -> Any:
    """Look again and again until something is true; return what it is."""
    end = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < end, "nothing has changed"
        time.sleep(0.01)
    return found


async def known_people(club: Club, keys: Mapping[str, str]) -> dict[str, str]:
    """The digests of keys by the chair, of people whom a club knows from now on."""
    for key in keys.values():
        await club.games._store.keep_person(digest(key), "", NOON)
    return {chair: digest(key) for chair, key in keys.items()}


HOST = "yurei.example"
FORM = "application/x-www-form-urlencoded"
GOES = (("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"))
"""What a browser says when somebody goes to a page."""
SCRIPT = ("x-requested-with", "yurei")
SCRIPTED = {ZONE: "UTC", f"__Host-{ZONE}": "UTC"}
"""Cookies that the script of a page sets, without and over TLS."""
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Notebook(Store):
    """A store that keeps games in memory, and can tear out its last pages."""

    def __init__(self, url: str) -> None:
        self.elsewhere = None
        self.games: dict[str, tuple[StoredGame, dict[str, Chair], list[Event]]] = {}
        self.people: dict[str, str] = {}
        self.up: dict[datetime, datetime] = {}
        self.summaries: dict[str, Summary] = {}
        self.evenings: dict[str, StoredEvening] = {}
        self.keys: dict[str, str] = {}
        self.contacts: dict[str, Contact] = {}
        self.closed: set[str] = set()
        self._writer = Writer(OnThread(sql.create_engine("sqlite://")))  # nothing is written with it
        self.reviews: dict[str, bytes] = {}
        self.device_links: dict[str, tuple[str, str, datetime]] = {}
        self.results: dict[tuple[str, str], Practised] = {}

    async def open(self) -> None:
        """There is nothing to open."""

    async def close(self) -> None:
        """There is nothing to close."""

    def hear(self, heard: Callable[[str | None], None]) -> None:
        """There is no other server."""

    async def answers(self) -> bool:
        """It is at hand."""
        return True

    async def add(
        self,
        game: StoredGame,
        seats: Iterable[Chair],
        happened: Iterable[Event] = (),
        summary: Summary | None = None,
        news: Sequence[BotNews] = (),
    ) -> None:
        self.games[game.id] = (game, {seat.name: replace(seat) for seat in seats}, [])
        await self.append(game.id, 0, happened, None, summary, news)

    async def keep_seen(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        for (game, chair), when in seen.items():
            if game in self.games and chair in self.games[game][1]:
                self.games[game][1][chair].seen = when

    async def forgotten(self, before: datetime) -> list[str]:
        return [
            name
            for name, (game, chairs, events) in self.games.items()
            if name not in self.closed
            and max([game.made, *(e.at for e in events[-1:]), *(c.seen for c in chairs.values() if c.seen)]) < before
        ]

    async def close_game(self, game: str, now: datetime) -> None:
        self.closed.add(game)

    async def review(self, game: str) -> bytes | None:
        return self.reviews.get(game)

    async def keep_review(self, game: str, review: bytes) -> None:
        self.reviews[game] = review

    async def uptimes(self) -> list[tuple[datetime, datetime]]:
        return list(self.up.items())

    async def still_up(self, began: datetime, now: datetime) -> None:
        self.up[began] = now

    async def append(
        self,
        game: str,
        first: int,
        happened: Iterable[Event],
        taken: Chair | None = None,
        summary: Summary | None = None,
        news: Sequence[BotNews] = (),
    ) -> None:
        _, chairs, events = self.games[game]
        assert first == len(events)
        events.extend(happened)
        if taken is not None:
            chairs[taken.name] = replace(taken)
        if summary is not None:
            self.summaries[game] = summary

    async def load(self, game: str) -> tuple[StoredGame, list[Chair], list[Event]] | None:
        if game not in self.games:
            return None
        stored, chairs, events = self.games[game]
        return stored, [replace(chair) for chair in chairs.values()], list(events)

    async def keep_person(self, key: str, nickname: str, made: datetime, mark: str = "") -> bool:
        others = {name.casefold() for other, name in self.people.items() if other != key and name.endswith(mark)}
        if mark and nickname.casefold() in others:
            return False
        self.people[key] = nickname
        return True

    async def nicknames(self, keys: Iterable[str]) -> dict[str, str]:
        return {key: self.people[key] for key in keys if key in self.people}

    def _seats(self, key: str) -> Iterable[tuple[str, str, Summary]]:
        for game, (_, chairs, _) in reversed(self.games.items()):
            for name in chairs:
                if chairs[name].key == key and game in self.summaries:
                    yield game, name, self.summaries[game]

    async def turns(self, keys: Iterable[str]) -> dict[str, int]:
        return {key: sum(self._waits(key)) for key in keys}

    def _waits(self, key: str) -> Iterable[bool]:
        return (each.to_move for _, name, kept in self._seats(key) for each in kept.chairs if each.name == name)

    async def running(self, key: str, most: int) -> list[tuple[str, str]]:
        return [(game, name) for game, name, kept in self._seats(key) if kept.phase != FINAL][:most]

    async def past(self, key: str, wanted: Wanted, first: int, most: int) -> tuple[int, list[PastGame]]:
        found = [self._past(*each) for each in self._seats(key) if each[2].phase == FINAL]
        return len(found), found[first : first + most]

    def _past(self, game: str, chair: str, kept: Summary) -> PastGame:
        stored, chairs, _ = self.games[game]
        assert kept.ended is not None
        keys = {each.name: each.key for each in chairs.values() if each.key is not None}
        result = next(each.result for each in kept.chairs if each.name == chair)
        return PastGame(
            game, chair, stored.settings, stored.players, keys,
            kept.ended, kept.ended_by, kept.winner, kept.margin, kept.board, result,
        )  # fmt: skip

    async def tallies(self, key: str) -> list[Tally]:
        return []

    async def final_games(self, key: str) -> list[tuple[str, str, datetime]]:
        played = {game: self.games[game][0] for game, _, kept in self._seats(key) if kept.phase == FINAL}
        return [(game, stored.settings["ruleset"], stored.made) for game, stored in reversed(played.items())]

    async def take_over(self, old: str, new: str) -> None:
        for _, chairs, _ in self.games.values():
            for chair in chairs.values():
                chair.key = new if chair.key == old else chair.key
        self._move_results(old, new)

    def _move_results(self, old: str, new: str) -> None:
        for person, problem in [place for place in self.results if place[0] == old]:
            self.results.setdefault((new, problem), self.results.pop((person, problem)))

    async def practised(self, person: str) -> list[Practised]:
        return [result for (owner, _), result in self.results.items() if owner == person]

    async def keep_practised(self, person: str, problem: str, change: Callable[[Practised | None], Practised]) -> None:
        if person in self.people:
            self.results[person, problem] = change(self.results.get((person, problem)))

    async def change_key(self, old: str, new: str) -> bool:
        if old not in self.people:
            return False
        for _, chairs, _ in self.games.values():
            for chair in chairs.values():
                chair.token = None if chair.key == old else chair.token
        await self.take_over(old, new)
        self.people[new] = self.people.pop(old)
        self._move_results(old, new)
        return True

    async def forget(self, key: str, strangers: Callable[[], str]) -> None:
        self.people.pop(key, None)
        self._drop_device_links(key)
        self.results = {place: result for place, result in self.results.items() if place[0] != key}
        for _, chairs, _ in self.games.values():
            for chair in chairs.values():
                chair.key = strangers() if chair.key == key else chair.key

    def _drop_device_links(self, owner: str) -> None:
        self.device_links = {link: kept for link, kept in self.device_links.items() if kept[0] != owner}

    async def keep_device_link(self, link: str, owner: str, sealed: str, now: datetime, until: datetime) -> None:
        self._drop_device_links(owner)
        self.device_links[link] = (owner, sealed, until)

    async def device_link(self, link: str, now: datetime) -> tuple[str, str] | None:
        owner, sealed, until = self.device_links.get(link, ("", "", now))
        return (owner, sealed) if until > now else None

    async def spend_device_link(self, link: str) -> bool:
        return self.device_links.pop(link, None) is not None

    async def keep_evening(self, evening: StoredEvening) -> None:
        assert evening.version == 1 or self.evenings[evening.id].version == evening.version - 1
        self.evenings[evening.id] = evening

    async def evening(self, name: str) -> StoredEvening | None:
        return self.evenings.get(name)

    async def evenings_with(self, key: str, since: datetime | None = None) -> list[str]:
        found = [each for each in self.evenings.values() if since is None or each.made > since]
        found.sort(key=lambda each: each.made, reverse=True)
        return [each.id for each in found if key == each.maker or key in str(each.plain)]

    async def evenings_since(self, when: datetime) -> list[str]:
        return [evening.maker for evening in self.evenings.values() if evening.made > when]

    async def listed(self, most: int) -> list[str]:
        return [name for name, (game, _, _) in self.games.items() if game.terms.get("watching") == "everybody"][:most]

    async def with_programs(self, most: int) -> list[str]:
        return [name for name, (game, _, _) in reversed(self.games.items()) if game.players][:most]

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        return self.keys.setdefault(name, make())

    async def contacted(self) -> set[tuple[str, str]]:
        return {(contact.person, contact.kind) for contact in self.contacts.values() if contact.confirmed}

    async def contacts_of(self, person: str) -> list[Contact]:
        return [contact for contact in self.contacts.values() if contact.person == person]

    async def contact(self, name: str) -> Contact | None:
        return self.contacts.get(name)

    async def keep_contact(self, contact: Contact) -> None:
        self.contacts.pop(contact.id, None)
        self.contacts[contact.id] = contact

    async def drop_contact(self, name: str) -> None:
        self.contacts.pop(name, None)


@dataclass(frozen=True)
class Answer:
    """Everything that came back: the status, the headers in their order, the body."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def all(self, name: str) -> list[str]:
        """Every value of a header."""
        return [value.decode("latin-1") for key, value in self.headers if key == name.encode()]

    @property
    def location(self) -> str:
        """Where it leads."""
        (address,) = self.all("location")
        return address


_populate = routing._populate_api_route_state
_known_routes: dict[tuple[str, str, CodeType], dict[str, Any]] = {}
_known_sockets: dict[tuple[str, CodeType], Any] = {}


def _read_route_once(route: Any, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
    """Set what a route takes and gives. It is read from its function for the first house; later ones get copies.

    Reading it takes half a millisecond for each of a hundred routes, most of the time that a house takes.
    """
    key = path, str(more["methods"]), endpoint.__code__
    if key not in _known_routes:
        _populate(route, path, endpoint, **more)
        _known_routes[key] = dict(vars(route))
    vars(route).update(_known_routes[key])
    route.endpoint, route.dependency_overrides_provider = endpoint, more["dependency_overrides_provider"]
    route.dependant = _called(route.dependant, endpoint)


def _read_socket_once(*, path: str, call: Callable[..., Any], **more: Any) -> Any:
    """Return what a socket's route takes, likewise."""
    key = path, call.__code__
    if key not in _known_sockets:
        _known_sockets[key] = get_dependant(path=path, call=call, **more)
    return _called(_known_sockets[key], call)


def _called(dependant: Any, call: Callable[..., Any]) -> Any:
    """Return what a route takes, for the function of another house."""
    copied = copy(dependant)
    copied.call = call
    return copied


class House:
    """The application, running. Use it in a ``with`` block; ``public`` is its address behind a proxy.

    Where nobody else does, ``propose`` proposes dead stones. ``place`` is a database, where it is not a notebook.
    ``outside`` says how what leads outside is reached. Nothing is limited unless ``allowances`` are given. Programs have answered when a request has been answered, unless
    ``thinkers`` let them think beside.
    """

    def __init__(
        self,
        public: PublicUrl | None = None,
        propose: Proposer | None = None,
        place: str = "",
        outside: OutsideSettings | None = None,
        thinkers: Thinkers | None = None,
        look: Look | None = None,
        solve: Solve | None = None,
        allowances: Allowances | None = None,
        admission: Admission | None = None,
    ) -> None:
        self.drawn = 0
        self.measures = Measures(clock=lambda: 0.0)
        self._beside = thinkers is not None
        self._place = place
        self.now = NOON
        self.clubs: list[Club] = []
        store = Store if place else Notebook
        with (
            patch.object(web, "Store", store),
            patch.object(web, "Club", self._club),
            patch.object(routing, "_populate_api_route_state", _read_route_once),
            patch.object(routing, "get_dependant", _read_socket_once),
        ):
            self.app = web.make_app(
                place,
                clock=lambda: self.now,
                secrets=self._secret,
                public=public,
                propose=propose,
                outside=outside,
                thinkers=thinkers,
                look=look,
                solve=solve,
                allowances=allowances,
                ticks=lambda: (self.now - NOON).total_seconds(),
                admission=admission,
                measures=self.measures,
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
        """Let go of the thread: from now on the house moves only while its caller runs this loop."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        return self._loop

    def __enter__(self) -> House:
        if self._place:
            self.run(self.store.open())
        return self

    def __exit__(self, *_: object) -> None:
        if self._place:
            self.run(self.store.close())
        loop = self.stand_still()
        # Once more in a thread of its own, for the same reason.
        ending = threading.Thread(target=self._end_all, args=(loop,))
        ending.start()
        ending.join()
        loop.close()

    def _end_all(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.run_until_complete(self._end())
        while asyncio.all_tasks(loop):  # a timer has gone off just then, and has begun something
            loop.run_until_complete(self._end())

    async def _end(self) -> None:
        for club in self.clubs:
            await club.turns.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:  # what ends may have begun something else
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def run(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Let something happen, and whatever follows from it."""
        return asyncio.run_coroutine_threadsafe(self._and_what_follows(work), self._loop).result()

    async def _and_what_follows(self, work: Coroutine[Any, Any, Done]) -> Done:
        done = await work
        for _ in range(20):
            await asyncio.sleep(0)
        if not self._beside and self.clubs and self.clubs[0].turns._tasks:
            await self.clubs[0].turns.idle()
            for _ in range(20):
                await asyncio.sleep(0)
        return done

    @property
    def club(self) -> Club:
        """The club of this house, without which nothing can be asked for but by HTTP."""
        return self.clubs[0]

    @property
    def store(self) -> Store:
        """Where its games are kept: a database, or the notebook."""
        return self.club.games._store

    @property
    def held(self) -> dict[str, Game]:
        """The games that are in memory, by their names."""
        return self.club.games._games

    def forget_games(self) -> None:
        """Drop all games from memory: each is loaded again when it is asked for."""
        self.held.clear()

    def opens(self) -> None:
        """Open as a server does, which the tests without clocks can do without."""
        self.run(self.club.open())

    def dies(self) -> None:
        """End as at a loss of power: nothing is written any more, and all that is not in the notebook is forgotten."""
        self.run(_silenced(self.club))
        self.forget_games()

    def waits(self, seconds: float) -> None:
        """Let time pass. The alarms of this house go by the time of the world, so nobody looks at a clock meanwhile."""
        self.now += timedelta(seconds=seconds)

    @property
    def notebook(self) -> Notebook:
        """Where its games are kept."""
        assert isinstance(self.store, Notebook)
        return self.store

    def chairs(self, game: str) -> dict[str, Chair]:
        """A game's chairs, by their names."""
        loaded = self.run(self.store.load(game))
        assert loaded is not None
        return {chair.name: chair for chair in loaded[1]}

    def happened(self, game: str) -> list[Event]:
        """All that has happened in a game."""
        return list(self.notebook.games[game][2])

    def rewind(self, game: str, happened: Sequence[Event]) -> None:
        """Go back to where only this had happened, as after a restart."""
        self.notebook.games[game][2][:] = happened
        self.held.pop(game, None)


async def _silenced(club: Club) -> None:
    club.games._alarms.silence()
    assert club._uptime._beating is not None
    club._uptime._beating.cancel()


class Visitor:
    """A browser: asks, and keeps its cookies."""

    def __init__(self, house: House, cookies: Mapping[str, str] | None = None, language: str = "en") -> None:
        self.house = house
        self.cookies = {**SCRIPTED, **(cookies or {})}
        self.language = language
        self.address = "192.0.2.1"

    def get(self, path: str, *headers: tuple[str, str]) -> Answer:
        """Go to a page, as a browser does."""
        return self.ask("GET", path, [*GOES, *headers])

    def fragment(self, path: str) -> Answer:
        """Look at the live part of a page."""
        return self.ask("GET", path, [SCRIPT])

    def post(self, path: str, form: Mapping[str, str] | None = None, *headers: tuple[str, str]) -> Answer:
        """Send a form."""
        return self.ask("POST", path, headers, urlencode(form or {}).encode())

    def send(self, path: str, form: Mapping[str, str]) -> Answer:
        """Send a form by script."""
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
        """Ask for anything at all; ``pieces`` above 1 sends the body bit by bit, its length unsaid."""
        sent = self._headers(headers)
        if body is not None:
            sent.append((b"content-type", kind.encode("latin-1")))
            if pieces == 1:
                sent.append((b"content-length", str(len(body)).encode()))
        step = -(-len(body or b"") // pieces) or 1
        parts = [(body or b"")[start : start + step] for start in range(0, max(1, len(body or b"")), step)]
        answer = self.house.run(self._ask(self._scope("http", path, sent) | {"method": method}, parts))
        for cookie in answer.all("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def listen(self, path: str, *headers: tuple[str, str]) -> Socket:
        """Open a socket, from our own pages unless the headers say otherwise."""
        given = dict(headers)
        origin = {"origin": f"http://{HOST}"} if "origin" not in given else {}
        sent = self._headers([*origin.items(), *((name, value) for name, value in given.items() if value)])
        socket = Socket(self.house, self._scope("websocket", path, sent) | {"subprotocols": []})
        self.house.run(socket.open())
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
            await self.house.app(scope, receive, send)
        assert sent, "nothing was answered"
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(sent[0]["status"], tuple(sent[0]["headers"]), body)


class Socket:
    """An open socket, every frame that came, the pages that a browser makes of them, and what was answered."""

    def __init__(self, house: House, scope: dict[str, Any]) -> None:
        self.house = house
        self.raw: list[str] = []
        self.frames: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.accepted = False
        self.closed: int | None = None
        self._scope = scope
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})

    async def open(self) -> None:
        """Connect."""
        self._task = asyncio.create_task(self.house.app(self._scope, self._inbox.get, self._hear))

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.send":
            self.raw.append(message["text"])
            if message["text"].startswith('{"id"'):
                self.answers.append(json.loads(message["text"]))
            else:
                self.frames.append(put_together(self.frames[-1:], message["text"]))
        else:
            self.closed = message.get("code", 1000)

    def says(self, text: str) -> None:
        """Send a frame."""
        self.house.run(self._inbox.put({"type": "websocket.receive", "text": text}))

    def does(self, do: str, at: str = "", request: str = "") -> dict[str, Any]:
        """Do something from the chair, and wait for the answer."""
        self.says(json.dumps({"do": do, "at": at, "id": request}))
        return self.answers[-1]

    def close(self) -> None:
        """Go away."""
        self.house.run(self._inbox.put({"type": "websocket.disconnect", "code": 1001}))


def put_together(known: Sequence[str], frame: str) -> str:
    """The page that a frame is, or that it makes of the page known so far."""
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
    """Where the element with an id begins and ends in a page."""
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
    """A game at this house: its name, and who sits where."""

    house: House
    name: str
    host: Visitor
    seats: dict[str, Visitor]

    def at(self, chair: str) -> str:
        """The address of a chair's page."""
        return f"/g/{self.name}/{chair}"

    def page(self, chair: str, path: str = "") -> str:
        """What somebody on a chair reads on its page, or on a page below it."""
        return self.seats[chair].get(self.at(chair) + path).text

    def part(self, chair: str = "black") -> str:
        """The live part of a chair's page."""
        return self.seats[chair].fragment(self.at(chair)).text

    def act(self, seat: str, do: str, at: str = "") -> Answer:
        """Do something from a chair, by script."""
        return self.seats[seat].send(self.at(seat), {"do": do, "at": at})

    def let_the_referee_see(self) -> None:
        """Every player lets who sits on the referee's chair see the board."""
        for chair in self.seats:
            if chair not in ("referee", "audience"):
                assert self.act(chair, "admit").status == 200


def make(house: House, by_program: Sequence[str] = (), **wish: str) -> Made:
    """Make a game, with everybody on a chair of his own: players, referee, audience. The maker himself sits nowhere.

    Some sit down as programs do; whoever has a program's token has the key of its chair.
    """
    form = {"colour": "referee", **wish}
    maker = Visitor(house)
    address = maker.post("/games", form).location
    name = address.split("/")[2]
    outside = next(each for each in maker.cookies if each.endswith(f"yurei-{name}-host"))  # under TLS it has a prefix
    host = Visitor(house, {f"yurei-{name}-host": maker.cookies[outside]})
    seats = {chair: Visitor(house, cookies_of(maker, name, chair)) for chair in house.chairs(name)}
    for chair, visitor in seats.items():
        link = f"/g/{name}/join/{chair}/{link_secret(host.cookies[f'yurei-{name}-host'], chair)}"
        if chair in by_program:
            sat = visitor.ask("POST", "/api/sit", body=json.dumps({"link": link}).encode(), kind="application/json")
            visitor.cookies = {PERSON: json.loads(sat.text)["token"]}
        elif visitor.cookies.keys() <= SCRIPTED.keys():
            visitor.post(link)
    return Made(house, name, host, seats)


def cookies_of(maker: Visitor, name: str, chair: str) -> dict[str, str]:
    """The key to a chair, where the maker has been given one."""
    sat_down = maker.house.chairs(name)[chair].key is not None
    return {each: value for each, value in maker.cookies.items() if each.endswith(PERSON)} if sat_down else {}
