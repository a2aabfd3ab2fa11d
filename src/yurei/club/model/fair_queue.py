"""Queue in which a few have their turn at a time, in turn by address, and at an address in turn by person."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yurei.club.model.chat import TooMuch
from yurei.languages import N_


class FairQueue:
    """Queue of requests, or of what costs much processor time.

    However many come from one address, another address waits for a few of them only; and so do two people at one
    address. Everybody without a name counts as one person there.

    Args:
        at_once: Number of those that have their turn at a time.
        most: Largest number of those that wait of one person.
        longest: Seconds after which the next one has its turn even if this one is not done; None for never.
    """

    def __init__(self, at_once: int, most: int, longest: float | None = None) -> None:
        self.free = at_once
        self._most, self._longest = most, longest
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        self._is_due = False

    @asynccontextmanager
    async def turn(self, address: str, person: str) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until the end of this block.

        Raises:
            TooMuch: if too many of this person wait already.
        """
        if len(self._waiting.get(address, OrderedDict()).get(person, ())) >= self._most:
            raise TooMuch(N_("the server is busy; try again in a moment"))
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._waiting.setdefault(address, OrderedDict()).setdefault(person, deque()).append(mine)
        self._call_next()
        ended = False

        def end() -> None:
            nonlocal ended
            if mine.done() and not mine.cancelled() and not ended:
                ended = True
                self.free += 1
                self._call_next()

        timer = None
        try:
            await mine
            if self._longest is not None:
                timer = loop.call_later(self._longest, end)
            yield
        finally:
            if timer is not None:
                timer.cancel()
            end()

    def _call_next(self) -> None:
        """Give turns once the loop has received what has come meanwhile, so that it is taken into account."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._give_turns)

    def _give_turns(self) -> None:
        self._is_due = False
        while self.free and self._waiting:
            address, people = self._waiting.popitem(last=False)
            person, queue = people.popitem(last=False)
            next_one = queue.popleft()
            if queue:
                people[person] = queue
            if people:
                self._waiting[address] = people
            if not next_one.cancelled():
                self.free -= 1
                next_one.set_result(None)
