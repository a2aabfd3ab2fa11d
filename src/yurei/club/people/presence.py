"""Presence: which people are connected. It follows from open pages alone, never from actions on them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Who = TypeVar("Who")
GRACE = 30.0
"""Seconds that a person counts as here after leaving: pages are reloaded, and trains go through tunnels."""


class Presence(Generic[Who]):
    """The people who are connected.

    Args:
        changed: Called with the person who has come or gone.

    Attributes:
        listeners: All functions that are called then.
    """

    def __init__(self, changed: Callable[[Who], None]) -> None:
        self.listeners = [changed]
        self._open: Counter[Who] = Counter()
        self._leaving: dict[Who, asyncio.TimerHandle] = {}

    def __contains__(self, who: Who) -> bool:
        return who in self._open or who in self._leaving

    def __len__(self) -> int:
        return len(self.all())

    def all(self) -> set[Who]:
        """Return all people who are here."""
        return {*self._open, *self._leaving}

    def seen(self, who: Who) -> None:
        """Note that a person has loaded a page. Without JavaScript there is no other sign of them."""
        if who not in self._open:
            self._stays_a_while(who)

    def gone(self, who: Who) -> None:
        """Count a person who has left as gone at once, without the period of grace."""
        if leaving := self._leaving.get(who):
            leaving.cancel()
            self._gone(who)

    @contextmanager
    def connected(self, who: Who) -> Iterator[None]:
        """Count a page of a person as open while the context lasts."""
        came = who not in self
        self._open[who] += 1
        if leaving := self._leaving.pop(who, None):
            leaving.cancel()
        if came:
            self._changed(who)
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
                self._stays_a_while(who)

    def _stays_a_while(self, who: Who) -> None:
        came = who not in self
        if leaving := self._leaving.get(who):
            leaving.cancel()
        self._leaving[who] = asyncio.get_running_loop().call_later(GRACE, self._gone, who)
        if came:
            self._changed(who)

    def _changed(self, who: Who) -> None:
        for listener in self.listeners:
            listener(who)

    def _gone(self, who: Who) -> None:
        del self._leaving[who]
        self._changed(who)
