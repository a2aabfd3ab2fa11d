"""The layer that refuses: who asks too often is answered 429, and 503 where the server has its hands full."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import ceil
from time import thread_time

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.allowances import SOCKETS, Allowances
from yurei.apps.web.limits.asking import Asking
from yurei.apps.web.limits.buckets import Seconds
from yurei.apps.web.limits.counts import TOO_FAST, TOO_MANY_GAMES, TOO_MANY_GUESSES, Counts, Known, Refusal
from yurei.apps.web.limits.metered import Metered
from yurei.apps.web.limits.pace import Pace
from yurei.apps.web.shell.errors import wrong
from yurei.apps.web.shell.negotiation import say_to
from yurei.languages import N_, Words

TOO_MANY_PAGES = Words(N_("too many pages are open here; close some of them"))
BUSY = Words(N_("the server is busy; try again in a moment"))
REFUSAL = "yurei.refusal"
"""Under this name a socket finds what counts each thing that is done on it, and says what is one too many."""
NO_MORE = Words(N_("the server is busy with games in progress; try again in a moment"))
TRY_AGAIN = 1013
AFTER = 30
"""Seconds after which a socket is welcome again, or anybody where the server was busy."""
FOR_NEW = 0.9
"""So much of the room may be taken by what stays or begins: who plays finds the rest, and asks for a moment only."""
FOR_REFUSED = 0.5
"""Of the room so much may be taken, and who is refused later still takes some of it; beyond he hears it at once."""
SHORTEST_REST = 0.01
"""Who would rest for less than so many seconds does not."""
REFUSED_LATER = 2.0
"""Seconds that a refusal waits whose address was refused very often: on each of its connections it hears no more of them."""
LONGEST_REST = 5.0
"""After so many seconds of rest who looks is told to come back, so that those who wait do not become ever more."""
TABLE = "table"
KINDS = {BUSY: "open", NO_MORE: "new", TOO_MANY_PAGES: "sockets", TOO_MANY_GAMES: "games", TOO_MANY_GUESSES: "links"}
"""What somebody had too much of, by what he is told."""


def kind_of(words: Words, asking: Asking) -> str:
    """What somebody had too much of, in a word; what was too fast was so at a table, or anywhere."""
    if words is TOO_FAST:
        return TABLE if asking.game else "requests"
    return KINDS[words]


class LimitsLayer:
    """Lets in what is not too much.

    Args:
        app: The application behind it.
        allowances: The figures.
        clock: Tells the time.
        proxied: Whether a proxy of ours stands before.
        admission: Whether there is room for who begins something; without it there is.
        refused: Is told of everybody who is refused, by what he had too much of.
        processor: Tells the processor time of the loop's thread.
        people: Whoever is known here.
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
        people: Known | None = None,
    ) -> None:
        self._app = app
        self._allowances = allowances
        self._admission = admission or Admission(0)
        self._refused = refused
        self._proxied = proxied
        self._processor = processor
        self._counts = Counts(allowances, clock, people)
        self._pace = Pace(clock)
        self._open = 0
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asking = Asking.of(scope, proxied=self._proxied)
        if scope["type"] == "http":
            await self._request(asking, scope, receive, send)
        else:
            await self._socket(asking, scope, receive, send)

    async def _request(self, asking: Asking, scope: Scope, receive: Receive, send: Send) -> None:
        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._counts.answered(asking, message["status"])
            await send(message)

        refusal = self._no_room(asking) or self._counts.refusal(asking)
        if refusal is None:
            with self._being_open(()):
                if (refusal := await self._rest(asking) or await self._turn(asking)) is None:
                    await self._answer(asking, self._app(scope, receive, noting))
                    return
        words, wait = refusal
        await self._refuse(asking, words)
        answer = wrong(HTTPConnection(scope), words, 503 if words in (BUSY, NO_MORE) else 429, wait)
        await answer(scope, receive, send)

    async def _rest(self, asking: Asking) -> Refusal | None:
        """Let who looks wait until he and his address have used no more than their part of the processor."""
        rested = 0.0
        # Those who have waited at the same time ask again one after the other: what the first has used the next one sees.
        while (rest := self._counts.rest(asking)) >= SHORTEST_REST:
            if rested + rest > LONGEST_REST:
                return TOO_FAST, ceil(rest)
            await asyncio.sleep(rest)
            rested += rest
        return None

    async def _turn(self, asking: Asking) -> Refusal | None:
        """Let who begins something wait for his turn."""
        if not (asking.begins and self._admission.bound):
            return None
        if (wait := self._pace.turn(self._admission.works)) is None:
            return NO_MORE, AFTER
        await asyncio.sleep(wait)
        return None

    async def _answer(self, asking: Asking, answered: Awaitable[None]) -> None:
        """Let somebody be answered, and measure what that takes."""
        taken = 0.0

        def worked(seconds: float) -> None:
            nonlocal taken
            taken += seconds
            self._counts.worked(asking, seconds)

        await Metered(answered, worked, self._processor)
        if asking.begins:
            self._pace.took(taken)

    async def _socket(self, asking: Asking, scope: Scope, receive: Receive, send: Send) -> None:
        bounds = {asking.address: self._allowances.sockets} | ({asking.person: SOCKETS} if asking.person else {})
        if (refusal := self._no_room(asking, stays=True)) or (
            refusal := self._counts.refusal(asking) or await self._rest(asking)
        ):
            words, _ = refusal
        elif any(self._sockets[whose] >= most for whose, most in bounds.items()):
            words = TOO_MANY_PAGES
        else:
            scope[REFUSAL] = partial(self._refusal, replace(asking, acts=True))
            with self._being_open(bounds):
                # What is done and sent on it goes on in tasks of its own: that is nobody's look.
                await Metered(self._app(scope, receive, send), partial(self._counts.worked, asking), self._processor)
            return
        await self._refuse(asking, words)
        asked = HTTPConnection(scope)
        # A browser is told the code of a socket that was open, and nothing of one that was not.
        await receive()
        await send({"type": "websocket.accept", "headers": [(b"retry-after", str(AFTER).encode())]})
        said = words.said(say_to(asked.headers, asked.cookies))
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": said})

    async def _refuse(self, asking: Asking, words: Words) -> None:
        """Note that somebody is refused, and let him wait where he goes on asking all the same."""
        self._refused(kind_of(words, asking))
        if self._counts.goes_on_asking(asking) and self._open < FOR_REFUSED * self._allowances.open:
            with self._being_open(()):
                await asyncio.sleep(REFUSED_LATER)

    def _refusal(self, deed: Asking) -> Refusal | None:
        """Count what is done on a socket; what is to be said where it is one too many."""
        if refusal := self._counts.refusal(deed):
            self._refused(kind_of(refusal[0], deed))
        return refusal

    def _no_room(self, asking: Asking, *, stays: bool = False) -> Refusal | None:
        """What is to be said where the server has enough to do, whoever asks; ``stays`` for a socket."""
        most = self._allowances.open
        full = self._open >= FOR_NEW * most
        if self._open >= most or (stays and full):
            return BUSY, AFTER
        return (NO_MORE, AFTER) if asking.begins and (full or self._admission.full) else None

    @contextmanager
    def _being_open(self, whose: Iterable[str]) -> Iterator[None]:
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
