"""Who waits for something to happen in a game or an evening: pages that are open, programs that have asked."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from yurei.errors import YureiError
from yurei.languages import N_


class Stopping(YureiError):
    """The server stops, and nobody waits any longer."""


class Listeners:
    """Everybody who waits, by the name of what he waits for."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._stopping = False

    @contextmanager
    def listening(self, name: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has happened there."""
        bell = asyncio.Event()
        self._bells[name].add(bell)
        try:
            yield bell
        finally:
            self._bells[name].discard(bell)
            if not self._bells[name]:
                del self._bells[name]

    def tell(self, name: str) -> None:
        """Wake those who wait for something there."""
        for bell in self._bells.get(name, ()):
            bell.set()

    def stop_waiting(self) -> None:
        """Send away everybody who waits."""
        self._stopping = True
        for name in self._bells:
            self.tell(name)

    def check_open(self) -> None:
        """Make sure that it is worth while to wait.

        Raises:
            Stopping: where the server stops.
        """
        if self._stopping:
            raise Stopping(N_("this server stops for now; nothing is lost, ask again in a moment"))
