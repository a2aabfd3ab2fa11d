"""Who is connected. It follows from open pages alone, and never from what is done on them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Who = TypeVar("Who")
GRACE = 30.0
"""For so many seconds somebody who has gone still counts as here: pages are reloaded, and trains go through tunnels."""


class Presence(Generic[Who]):
    """Who is connected.

    Args:
        changed: Is called with who has come or gone.

    Attributes:
        listeners: All that is called then.
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
        """Everybody who is here."""
        return {*self._open, *self._leaving}

    def seen(self, who: Who) -> None:
        """Note that somebody has loaded a page. Without a script this is all that one hears of him."""
        if who not in self._open:
            self._stays_a_while(who)

    def gone(self, who: Who) -> None:
        """Note that who has left does not come back: he is not waited for."""
        if leaving := self._leaving.get(who):
            leaving.cancel()
            self._gone(who)

    @contextmanager
    def connected(self, who: Who) -> Iterator[None]:
        """While this lasts, somebody has a page open."""
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
