"""Listeners: pages and clients that wait for a change in a game or an evening."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

from yurei.errors import YureiError
from yurei.languages import N_


class Stopping(YureiError):
    """Raised for waiting clients when the server stops."""


STOPS = N_("the server is restarting; nothing is lost, try again in a moment")
AT_ONCE = 100
"""Number of listeners woken at a time, so that other requests are served in between."""


class Listeners:
    """The waiting clients, by the name of the game or evening and the chair from which they see it."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, defaultdict[str, set[asyncio.Event]]] = defaultdict(lambda: defaultdict(set))
        self._stopping = False

    def __contains__(self, name: object) -> bool:
        """Return whether anything waits for a change there."""
        return name in self._bells

    @contextmanager
    def listening(self, name: str, place: str = "") -> Iterator[asyncio.Event]:
        """Yield an event that is set at every change that this place may know of."""
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

    def wake(self, name: str, hears: Callable[[str], bool] = lambda _: True) -> None:
        """Wake the listeners of a change, in the places that may know of it; small groups before crowds."""
        places = [place for place in self._bells.get(name, ()) if hears(place)]
        few_first = sorted(places, key=lambda place: len(self._bells[name][place]))
        self._set(iter([bell for place in few_first for bell in self._bells[name][place]]))

    def _set(self, bells: Iterator[asyncio.Event]) -> None:
        now = list(islice(bells, AT_ONCE))
        for bell in now:
            bell.set()
        if len(now) == AT_ONCE:
            asyncio.get_running_loop().call_soon(self._set, bells)

    def wake_all(self) -> None:
        """Wake all listeners."""
        for name in self._bells:
            self.wake(name)

    def stop_waiting(self) -> None:
        """Send away all listeners."""
        self._stopping = True
        self.wake_all()

    def check_open(self) -> None:
        """Check that the server still accepts listeners.

        Raises:
            Stopping: if the server stops.
        """
        if self._stopping:
            raise Stopping(STOPS)
