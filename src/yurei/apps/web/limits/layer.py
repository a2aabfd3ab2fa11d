"""Middleware that enforces the limits: answers 429 to too many requests, and 503 when the server is overloaded."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import ceil
from time import thread_time
from types import coroutine
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.limits.admission import Admission, StartQueue
from yurei.apps.web.limits.buckets import SOCKETS, Allowances, Seconds
from yurei.apps.web.limits.counts import TOO_FAST, TOO_MANY_GAMES, TOO_MANY_GUESSES, Counts, Refusal
from yurei.apps.web.limits.request_info import RequestInfo
from yurei.apps.web.shell.errors import wrong
from yurei.apps.web.shell.negotiation import say_to
from yurei.club.people.people import People
from yurei.languages import N_, Words

TOO_MANY_PAGES = Words(N_("too many pages are open here; close some of them"))
BUSY = Words(N_("the server is busy; try again in a moment"))
REFUSAL = "yurei.refusal"
"""Scope key of the function that counts each action on a socket, and returns a refusal if it is one too many."""
NO_MORE = Words(N_("the server is busy with games in progress; try again in a moment"))
TRY_AGAIN = 1013
AFTER = 30
"""Value of Retry-After, in seconds, when a socket was refused or the server was busy."""
FOR_NEW = 0.9
"""Share of the open requests that sockets and new games may fill; the rest is for the brief requests of players."""
FOR_REFUSED = 0.5
"""Share of the open requests up to which a refusal may be delayed; beyond, it is answered at once."""
SHORTEST_REST = 0.01
"""Shortest delay in seconds; shorter ones are skipped."""
REFUSED_LATER = 2.0
"""Delay in seconds of a refusal to an address that was refused very often."""
LONGEST_REST = 5.0
"""Longest delay of a page view, in seconds; beyond, it is refused, so that waiting requests do not pile up."""
TABLE = "table"
KINDS = {BUSY: "open", NO_MORE: "new", TOO_MANY_PAGES: "sockets", TOO_MANY_GAMES: "games", TOO_MANY_GUESSES: "links"}
"""Name of the exceeded limit in the measures, by the message of the refusal."""


def kind_of(words: Words, request: RequestInfo) -> str:
    """Return the name of the exceeded limit; too many requests at a table have a name of their own."""
    if words is TOO_FAST:
        return TABLE if request.game else "requests"
    return KINDS[words]


class LimitsLayer:
    """Middleware that refuses or delays requests beyond the limits.

    Args:
        app: The application behind it.
        allowances: The figures.
        clock: Clock, in seconds.
        proxied: Whether our reverse proxy stands in front.
        admission: Admission control of new games; None to accept all.
        refused: Called with the name of the exceeded limit at every refusal.
        processor: Returns the processor time of the loop's thread.
        people: The known people; None if nobody is known.
    """

    def __init__(
        self,
        app: ASGIApp,
        allowances: Allowances,
        clock: Seconds,
        *,
        proxied: bool,
        admission: Admission | None = None,
        refused: Callable[[str], None] = lambda _: None,
        processor: Seconds = thread_time,
        people: People | None = None,
    ) -> None:
        self._app = app
        self._allowances = allowances
        self._admission = admission or Admission(0)
        self._refused = refused
        self._proxied = proxied
        self._processor = processor
        self._counts = Counts(allowances, clock, people)
        self._starts = StartQueue(clock)
        self._open = 0
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = RequestInfo.of(scope, proxied=self._proxied)
        if scope["type"] == "http":
            await self._request(request, scope, receive, send)
        else:
            await self._socket(request, scope, receive, send)

    async def _request(self, request: RequestInfo, scope: Scope, receive: Receive, send: Send) -> None:
        async def note_status(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._counts.answered(request, message["status"])
            await send(message)

        refusal = self._overload(request) or self._counts.refusal(request)
        if refusal is None:
            with self._counted_open(()):
                if (refusal := await self._delay_view(request) or await self._await_turn(request)) is None:
                    await self._answer(request, self._app(scope, receive, note_status))
                    return
        words, wait = refusal
        await self._refuse(request, words)
        answer = wrong(HTTPConnection(scope), words, 503 if words in (BUSY, NO_MORE) else 429, wait)
        await answer(scope, receive, send)

    async def _delay_view(self, request: RequestInfo) -> Refusal | None:
        """Delay a page view until its person and address are within their share of the processor."""
        rested = 0.0
        # Requests that waited together ask again one by one, so each sees what the ones before it have used.
        while (rest := self._counts.rest(request)) >= SHORTEST_REST:
            if rested + rest > LONGEST_REST:
                return TOO_FAST, ceil(rest)
            await asyncio.sleep(rest)
            rested += rest
        return None

    async def _await_turn(self, request: RequestInfo) -> Refusal | None:
        """Delay a request that starts something until its turn."""
        if not (request.begins and self._admission.bound):
            return None
        if (wait := self._starts.turn(self._admission.works)) is None:
            return NO_MORE, AFTER
        await asyncio.sleep(wait)
        return None

    async def _answer(self, request: RequestInfo, answered: Awaitable[None]) -> None:
        """Answer a request, and measure the processor time of that."""
        taken = 0.0

        def worked(seconds: float) -> None:
            nonlocal taken
            taken += seconds
            self._counts.worked(request, seconds)

        await measured(answered, worked, self._processor)
        if request.begins:
            self._starts.took(taken)

    async def _socket(self, request: RequestInfo, scope: Scope, receive: Receive, send: Send) -> None:
        bounds = {request.address: self._allowances.sockets} | ({request.person: SOCKETS} if request.person else {})
        if (refusal := self._overload(request, stays=True)) or (
            refusal := self._counts.refusal(request) or await self._delay_view(request)
        ):
            words, _ = refusal
        elif any(self._sockets[whose] >= most for whose, most in bounds.items()):
            words = TOO_MANY_PAGES
        else:
            scope[REFUSAL] = partial(self._refusal, replace(request, acts=True))
            with self._counted_open(bounds):
                # Actions and frames on a socket run in tasks of their own, and do not count as its page view.
                await measured(self._app(scope, receive, send), partial(self._counts.worked, request), self._processor)
            return
        await self._refuse(request, words)
        asked = HTTPConnection(scope)
        # A browser learns the close code of an accepted socket only.
        await receive()
        await send({"type": "websocket.accept", "headers": [(b"retry-after", str(AFTER).encode())]})
        said = words.said(say_to(asked.headers, asked.cookies))
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": said})

    async def _refuse(self, request: RequestInfo, words: Words) -> None:
        """Count a refusal, and delay it if the address keeps asking."""
        self._refused(kind_of(words, request))
        if self._counts.is_refused_often(request) and self._open < FOR_REFUSED * self._allowances.open:
            with self._counted_open(()):
                await asyncio.sleep(REFUSED_LATER)

    def _refusal(self, request: RequestInfo) -> Refusal | None:
        """Count an action on a socket; return a refusal if it is one too many."""
        if refusal := self._counts.refusal(request):
            self._refused(kind_of(refusal[0], request))
        return refusal

    def _overload(self, request: RequestInfo, *, stays: bool = False) -> Refusal | None:
        """Return a refusal if the server is overloaded; ``stays`` for a socket."""
        most = self._allowances.open
        full = self._open >= FOR_NEW * most
        if self._open >= most or (stays and full):
            return BUSY, AFTER
        return (NO_MORE, AFTER) if request.begins and (full or self._admission.full) else None

    @contextmanager
    def _counted_open(self, whose: Iterable[str]) -> Iterator[None]:
        """Count a request or a socket while it is open."""
        self._open += 1
        self._sockets.update(list(whose))
        try:
            yield
        finally:
            self._open -= 1
            for each in whose:
                self._sockets[each] -= 1
                if not self._sockets[each]:
                    del self._sockets[each]


@coroutine
def measured(work: Awaitable[Any], worked: Callable[[float], None], processor: Seconds) -> Generator[Any, Any, Any]:
    """Await ``work``, and measure each of its steps; time in which other tasks run is not counted.

    Args:
        work: The awaitable.
        worked: Called after each step with its processor seconds.
        processor: Returns the processor time of the thread.
    """
    steps = work.__await__()
    step = partial(next, steps)
    while True:
        began = processor()
        try:
            awaited = step()
        except StopIteration as ended:
            return ended.value
        finally:
            worked(processor() - began)
        try:
            step = partial(steps.send, (yield awaited))
        except GeneratorExit:
            steps.close()
            raise
        except BaseException as thrown:  # whatever is thrown in here is meant for the work
            step = partial(steps.throw, thrown)
