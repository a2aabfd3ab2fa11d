"""Bots: requests to a server and events from it, blocking and with asyncio."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from http import HTTPStatus
from secrets import token_hex
from typing import Any, ClassVar

import httpx

from yurei.client.calls import Call, EventReader, Refused

QUIET = 60.0
"""Seconds without data after which a stream is closed. A server sends a heartbeat every 15 seconds."""


class _Bot(ABC):
    """Base class of bots: their requests. ``Bot`` returns the answers, ``AsyncBot`` returns awaitables.

    Args:
        server: Address of the server: ``http://localhost:8000``.
        token: The bot's token, as ``come`` has received it.
        patience: Number of seconds for which requests to an unreachable or overloaded server are retried.

    Attributes:
        server, token: As above.
        numbers: Number of the last known state of each game, by the address of the seat.
    """

    _client: ClassVar[type[Any]]

    def __init__(self, server: str, token: str, patience: float = 120.0) -> None:
        self.server, self.token, self.patience = server.rstrip("/"), token.strip(), patience
        self.numbers: dict[str, int] = {}
        self._running: dict[str, Any] = {}  # last known states of the games whose end no event has reported yet
        self._reading = EventReader()
        self._http = self._client(base_url=self.server, timeout=QUIET)

    @abstractmethod
    def _send(self, call: Call) -> Any: ...

    def stands(self) -> Any:
        """Get the bot's own account, its open games, and its challenges."""
        return self._send(Call("GET", "/api/bot"))

    def lobby(self) -> Any:
        """Get the open challenges in the lobby."""
        return self._send(Call("GET", "/api/lobby"))

    def seek(self, **wish: Any) -> Any:
        """Create a challenge with ``settings``, ``agreed``, ``clock``, ``setup``, ``colour``; ``news`` reports a game.

        If the connection breaks, the challenge may or may not exist: ``stands`` lists it if it does.
        """
        return self._send(Call("POST", "/api/lobby", wish, again=False))

    def accept(self, challenge: str) -> Any:
        """Accept a challenge in the lobby; ``news`` reports the game."""
        return self._send(Call("POST", f"/api/lobby/{challenge}", {}, again=False))

    def withdraw(self, challenge: str) -> Any:
        """Withdraw one of the bot's own challenges."""
        return self._send(Call("POST", f"/api/lobby/{challenge}/withdraw", {}))

    def make(self, **wish: Any) -> Any:
        """Create a game from ``settings``, ``programs`` and more; the answer has the links to its seats."""
        return self._send(Call("POST", "/api/games", wish, again=False))

    def sit(self, link: str) -> Any:
        """Take a seat by its link; ``news`` reports the game."""
        return self._send(Call("POST", "/api/sit", {"link": link}))

    def look(self, address: str, since: int = 0) -> Any:
        """Get the state of a game as a seat knows it."""
        return self._send(Call("GET", f"{address}?since={since}"))

    def do(self, address: str, do: str, point: str = "", **more: Any) -> Any:
        """Perform an action at a seat: ``stone``, ``pass`` and so on. It is performed once, even after retries."""
        return self._send(Call("POST", address, {"do": do, "point": point, "id": token_hex(8), **more}))

    def fresh(self, kind: str, data: Any) -> bool:
        """Return whether an event has a game's newest known state; a bot can ignore all other events."""
        return kind == "game" and self._note(data["address"], data["seen"]["number"])

    def _note(self, address: str, number: int) -> bool:
        known = self.numbers.get(address, 0)
        self.numbers[address] = max(known, number)
        return number >= known

    def _note_event(self, kind: str, data: Any) -> list[Any]:
        """Record an event; return the games that ended, or whose seats were lost, while the stream was cut."""
        if kind == "ready":
            goes_on = {each["address"] for each in data["games"]}
            return [own for address, own in self._running.items() if address not in goes_on]
        if kind == "gone" or ((ended := data["seen"]["ended"]) is not None and not ended["counting"]):
            self._running.pop(data["address"], None)
        else:
            self._note_running(data, data["seen"]["number"])
        return []

    def _note_running(self, own: Any, since: int) -> None:
        self._running[own["address"]] = {name: own[name] for name in ("game", "chair", "address")} | {"since": since}

    def _read_answer(self, call: Call, answer: httpx.Response) -> Any:
        said = answer.json()
        if call.path.startswith("/api/games/") and "number" in said:
            self._note(call.path.partition("?")[0], said["number"])
        if said.get("address") and said["address"] not in self._running:  # a game has begun
            self._note_running(said, 0)
        return said

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


class Bot(_Bot):
    """A bot with blocking calls."""

    _client = httpx.Client
    _http: httpx.Client

    @classmethod
    def come(cls, server: str, name: str) -> Bot:
        """Register a new bot on a server. Store its ``token``, which the server does not give again."""
        with cls(server, "") as nobody:
            return cls(server, nobody._send(Call("POST", "/api/bots", {"name": name}, again=False))["token"])

    def __enter__(self) -> Bot:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def _send(self, call: Call) -> Any:
        while True:
            try:
                answer = self._http.request(call.method, call.path, json=call.body, headers=self._headers())
                if answer.is_success:
                    return self._read_answer(call, answer)
                pause = call.refused(answer, self.patience)
            except httpx.TransportError as error:
                pause = call.after(error, self.patience)
            time.sleep(pause)

    def news(self) -> Iterator[Any]:
        """Yield new states of all the bot's games, without end; reconnect after a broken connection."""
        for kind, data in self.events():
            if self.fresh(kind, data):
                yield data

    def events(self) -> Iterator[tuple[str, Any]]:
        """Yield all events of the bot's stream, as kind and data, without end; reconnect if it breaks."""
        while True:
            self._reading.begin()
            call, headers = Call("GET", "/api/stream"), self._headers()
            with suppress(httpx.TransportError), self._http.stream(call.method, call.path, headers=headers) as answer:
                if not answer.is_success:
                    answer.read()
                    self._reading.pause = call.refused(answer, self.patience)
                else:
                    for line in answer.iter_lines():
                        if (event := self._reading.line(line)) is not None:
                            for own in self._note_event(*event):
                                yield self._ask_end(own)
                            yield event
            time.sleep(self._reading.pause)

    def _ask_end(self, own: Any) -> tuple[str, Any]:
        """Get the event of a game that ended, or whose seat was lost, while the stream was cut."""
        try:
            event = "game", {**own, "seen": self.look(own["address"], own["since"])}
        except Refused as error:
            if error.status != HTTPStatus.FORBIDDEN:
                raise
            event = "gone", own
        del self._running[own["address"]]
        return event


class AsyncBot(_Bot):
    """A bot with awaitable calls."""

    _client = httpx.AsyncClient
    _http: httpx.AsyncClient

    @classmethod
    async def come(cls, server: str, name: str) -> AsyncBot:
        """Register a new bot on a server. Store its ``token``, which the server does not give again."""
        async with cls(server, "") as nobody:
            made = await nobody._send(Call("POST", "/api/bots", {"name": name}, again=False))
            return cls(server, made["token"])

    async def __aenter__(self) -> AsyncBot:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def _send(self, call: Call) -> Any:
        while True:
            try:
                answer = await self._http.request(call.method, call.path, json=call.body, headers=self._headers())
                if answer.is_success:
                    return self._read_answer(call, answer)
                pause = call.refused(answer, self.patience)
            except httpx.TransportError as error:
                pause = call.after(error, self.patience)
            await asyncio.sleep(pause)

    async def news(self) -> AsyncIterator[Any]:
        """Yield new states of all the bot's games, without end; reconnect after a broken connection."""
        async for kind, data in self.events():
            if self.fresh(kind, data):
                yield data

    async def events(self) -> AsyncIterator[tuple[str, Any]]:
        """Yield all events of the bot's stream, as kind and data, without end; reconnect if it breaks."""
        while True:
            self._reading.begin()
            call, headers = Call("GET", "/api/stream"), self._headers()
            with suppress(httpx.TransportError):
                async with self._http.stream(call.method, call.path, headers=headers) as answer:
                    if not answer.is_success:
                        await answer.aread()
                        self._reading.pause = call.refused(answer, self.patience)
                    else:
                        async for line in answer.aiter_lines():
                            if (event := self._reading.line(line)) is not None:
                                for own in self._note_event(*event):
                                    yield await self._ask_end(own)
                                yield event
            await asyncio.sleep(self._reading.pause)

    async def _ask_end(self, own: Any) -> tuple[str, Any]:
        """Get the event of a game that ended, or whose seat was lost, while the stream was cut."""
        try:
            event = "game", {**own, "seen": await self.look(own["address"], own["since"])}
        except Refused as error:
            if error.status != HTTPStatus.FORBIDDEN:
                raise
            event = "gone", own
        del self._running[own["address"]]
        return event
