"""Bots: what they ask for and hear, plain and in asyncio."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from secrets import token_hex
from typing import Any

import httpx

from yurei.client.calls import Call
from yurei.client.reading import Reading

QUIET = 60.0
"""Seconds after which a stream is given up on which nothing has come. A server says every 15 that it is there."""


class _Bot(ABC):
    """What a bot can ask for. ``Bot`` gives the answers, ``AsyncBot`` gives them to who awaits them.

    Args:
        server: Where it is: ``http://localhost:8000``.
        token: The bot's, as ``come`` has got it.
        last: The number that has arrived last, in ``last`` of an earlier bot of this token; None to be told of every game.
        patience: For how many seconds a server that is gone, or has too much to do, is asked again.

    Attributes:
        server, token: The same.
        numbers: How much is known of each game, by the address of the chair there.
    """

    def __init__(self, server: str, token: str, last: int | None = None, patience: float = 120.0) -> None:
        self.server, self.token, self.patience = server.rstrip("/"), token, patience
        self.numbers: dict[str, int] = {}
        self._reading = Reading(last)

    @abstractmethod
    def _ask(self, call: Call) -> Any: ...

    @property
    def last(self) -> int | None:
        """The number of the event that has arrived last. Who keeps it is told after a break of what came since, and no more."""
        return self._reading.last

    def stands(self) -> Any:
        """Who one is, which games go on, and what one looks for."""
        return self._ask(Call("GET", "/api/bot"))

    def lobby(self) -> Any:
        """Who looks for an opponent."""
        return self._ask(Call("GET", "/api/lobby"))

    def seek(self, **wish: Any) -> Any:
        """Look for an opponent, with ``settings``, ``agreed``, ``clock``, ``setup``, ``colour``; the game is told by ``news``.

        Where the connection breaks nobody knows whether it has happened: ``stands`` says so.
        """
        return self._ask(Call("POST", "/api/lobby", wish, again=False))

    def accept(self, challenge: str) -> Any:
        """Accept a challenge; the game is told by ``news``."""
        return self._ask(Call("POST", f"/api/lobby/{challenge}", {}, again=False))

    def withdraw(self, challenge: str) -> Any:
        """Take one's own challenge back."""
        return self._ask(Call("POST", f"/api/lobby/{challenge}/withdraw", {}))

    def make(self, **wish: Any) -> Any:
        """Make a game, with ``settings``, ``programs`` and more; the answer has the links to its chairs."""
        return self._ask(Call("POST", "/api/games", wish, again=False))

    def sit(self, link: str) -> Any:
        """Sit down by a link; the game is told by ``news``."""
        return self._ask(Call("POST", "/api/sit", {"link": link}))

    def look(self, address: str, since: int = 0) -> Any:
        """What is known on a chair."""
        return self._ask(Call("GET", f"{address}?since={since}"))

    def do(self, address: str, do: str, point: str = "", **more: Any) -> Any:
        """Do something from a chair: try, pass, settle. It happens once, however often the connection breaks meanwhile."""
        return self._ask(Call("POST", address, {"do": do, "point": point, "id": token_hex(8), **more}))

    def fresh(self, kind: str, data: Any) -> bool:
        """Whether an event tells of a game what is not older than all that is known of it; older ones ask for no answer."""
        return kind == "game" and self._note(data["address"], data["seen"]["number"])

    def _note(self, address: str, number: int) -> bool:
        known = self.numbers.get(address, 0)
        self.numbers[address] = max(known, number)
        return number >= known

    def _answered(self, call: Call, answer: httpx.Response) -> Any:
        said = answer.json()
        if call.path.startswith("/api/games/") and "number" in said:
            self._note(call.path.partition("?")[0], said["number"])
        return said

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


class Bot(_Bot):
    """A bot that waits for its answers."""

    def __init__(self, server: str, token: str, last: int | None = None, patience: float = 120.0) -> None:
        super().__init__(server, token, last, patience)
        self._http = httpx.Client(base_url=self.server, timeout=QUIET)

    @classmethod
    def come(cls, server: str, name: str) -> Bot:
        """A new bot, which is known from now on; its token is given this once."""
        with cls(server, "") as nobody:
            return cls(server, nobody._ask(Call("POST", "/api/bots", {"name": name}, again=False))["token"])

    def __enter__(self) -> Bot:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def _ask(self, call: Call) -> Any:
        while True:
            try:
                answer = self._http.request(call.method, call.path, json=call.body, headers=self._headers())
                if answer.is_success:
                    return self._answered(call, answer)
                pause = call.refused(answer, self.patience)
            except httpx.TransportError as error:
                pause = call.after(error, self.patience)
            time.sleep(pause)

    def news(self) -> Iterator[Any]:
        """All that happens in all one's games, for ever: what has broken is taken up where it broke."""
        for kind, data in self.events():
            if self.fresh(kind, data):
                yield data

    def events(self) -> Iterator[tuple[str, Any]]:
        """The same with all else that comes: the kind of each event, and its data."""
        while True:
            call, headers = Call("GET", "/api/stream"), self._headers() | self._reading.begin()
            with suppress(httpx.TransportError), self._http.stream(call.method, call.path, headers=headers) as answer:
                if not answer.is_success:
                    answer.read()
                    self._reading.pause = call.refused(answer, self.patience)
                else:
                    for line in answer.iter_lines():
                        if (event := self._reading.line(line)) is not None:
                            yield event
            time.sleep(self._reading.pause)


class AsyncBot(_Bot):
    """A bot whose answers are awaited."""

    def __init__(self, server: str, token: str, last: int | None = None, patience: float = 120.0) -> None:
        super().__init__(server, token, last, patience)
        self._http = httpx.AsyncClient(base_url=self.server, timeout=QUIET)

    @classmethod
    async def come(cls, server: str, name: str) -> AsyncBot:
        """A new bot, which is known from now on; its token is given this once."""
        async with cls(server, "") as nobody:
            made = await nobody._ask(Call("POST", "/api/bots", {"name": name}, again=False))
            return cls(server, made["token"])

    async def __aenter__(self) -> AsyncBot:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def _ask(self, call: Call) -> Any:
        while True:
            try:
                answer = await self._http.request(call.method, call.path, json=call.body, headers=self._headers())
                if answer.is_success:
                    return self._answered(call, answer)
                pause = call.refused(answer, self.patience)
            except httpx.TransportError as error:
                pause = call.after(error, self.patience)
            await asyncio.sleep(pause)

    async def news(self) -> AsyncIterator[Any]:
        """All that happens in all one's games, for ever: what has broken is taken up where it broke."""
        async for kind, data in self.events():
            if self.fresh(kind, data):
                yield data

    async def events(self) -> AsyncIterator[tuple[str, Any]]:
        """The same with all else that comes: the kind of each event, and its data."""
        while True:
            call, headers = Call("GET", "/api/stream"), self._headers() | self._reading.begin()
            with suppress(httpx.TransportError):
                async with self._http.stream(call.method, call.path, headers=headers) as answer:
                    if not answer.is_success:
                        await answer.aread()
                        self._reading.pause = call.refused(answer, self.patience)
                    else:
                        async for line in answer.aiter_lines():
                            if (event := self._reading.line(line)) is not None:
                                yield event
            await asyncio.sleep(self._reading.pause)
