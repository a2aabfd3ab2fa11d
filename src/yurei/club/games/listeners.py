"""Who waits for something to happen in a game or an evening: pages that are open, programs that have asked."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

from yurei.errors import YureiError
from yurei.languages import N_


class Stopping(YureiError):
    """The server stops, and nobody waits any longer."""


STOPS = N_("the server is restarting; nothing is lost, try again in a moment")
AT_ONCE = 100
"""So many are woken at a time; whoever asks for something meanwhile need not wait for all the others."""


class Listeners:
    """Everybody who waits, by the name of what he waits for and the place from which he looks at it."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, defaultdict[str, set[asyncio.Event]]] = defaultdict(lambda: defaultdict(set))
        self._stopping = False

    def __contains__(self, name: object) -> bool:
        """Whether anybody waits for something there."""
        return name in self._bells

    @contextmanager
    def listening(self, name: str, place: str = "") -> Iterator[asyncio.Event]:
        """An event that is set whenever something has happened there, of which one may know in this place."""
        bell, places = asyncio.Event(), self._bells[name]
        places[place].add(bell)
        try:
            yield bell
        finally:
            places[place].discard(bell)
            if not places[place]:
                del places[place]
            if not places:
                del self._bells[name]

    def tell(self, name: str, hears: Callable[[str], bool] = lambda _: True) -> None:
        """Wake those who wait for something there, and hear it in their place; a crowd after those who are few."""
        places = [place for place in self._bells.get(name, ()) if hears(place)]
        few_first = sorted(places, key=lambda place: len(self._bells[name][place]))
        self._wake(iter([bell for place in few_first for bell in self._bells[name][place]]))

    def _wake(self, bells: Iterator[asyncio.Event]) -> None:
        now = list(islice(bells, AT_ONCE))
        for bell in now:
            bell.set()
        if len(now) == AT_ONCE:
            asyncio.get_running_loop().call_soon(self._wake, bells)

    def tell_all(self) -> None:
        """Wake everybody who waits."""
        for name in self._bells:
            self.tell(name)

    def stop_waiting(self) -> None:
        """Send away everybody who waits."""
        self._stopping = True
        self.tell_all()

    def check_open(self) -> None:
        """Make sure that it is worth while to wait.

        Raises:
            Stopping: where the server stops.
        """
        if self._stopping:
            raise Stopping(STOPS)
