"""Queue in which a few have their turn at a time, in turn by address, and at an address who asks least first."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from math import exp
from typing import TypeVar

from yurei.club.model.chat import TooMuch
from yurei.club.model.rates import ADDRESS, PERSON
from yurei.languages import N_

Locked = TypeVar("Locked")
Result = TypeVar("Result")
LATELY = 3.0
"""Time constant of the smoothing of a person's turns, in seconds: older ones count for a third and less."""
MOST_COUNTED = 4096
"""Number of people whose turns are counted, at least."""


class FairQueue:
    """Queue of requests, or of what costs much processor time.

    However many come from one address, another address waits for a few of them only. At an address the person with the
    fewest turns of late goes first, so that even a hundred who ask and ask keep nobody waiting who plays a move now and
    then. Everybody without a name counts as one person there.

    Args:
        at_once: Number of those that have their turn at a time.
        most: Largest number of those that wait of one person.
        longest: Seconds after which the next one has its turn even if this one is not done; None for never.
        nameless: Largest number of those that wait of all without a name at one address; None for ``most``.
    """

    def __init__(self, at_once: int, most: int, longest: float | None = None, nameless: int | None = None) -> None:
        self.free = at_once
        self._most, self._longest, self._nameless = most, longest, nameless or most
        self._waiting: OrderedDict[str, dict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        self._lately: dict[tuple[str, str], tuple[float, float]] = {}
        self._is_due = False

    @asynccontextmanager
    async def turn(self, address: str, person: str) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until the end of this block.

        Raises:
            TooMuch: if too many of this person wait already.
        """
        if len(self._waiting.get(address, {}).get(person, ())) >= (self._most if person else self._nameless):
            raise TooMuch(N_("the server is busy; try again in a moment"))
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._waiting.setdefault(address, {}).setdefault(person, deque()).append(mine)
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
        now = asyncio.get_running_loop().time()
        while self.free and self._waiting:
            address, people = self._waiting.popitem(last=False)
            person = min(people, key=lambda each: self._turns((address, each), now))
            queue = people.pop(person)
            next_one = queue.popleft()
            if queue:
                people[person] = queue
            if people:
                self._waiting[address] = people
            if not next_one.cancelled():
                self._count_turn((address, person), now)
                self.free -= 1
                next_one.set_result(None)

    def _turns(self, who: tuple[str, str], now: float) -> float:
        """Return the number of turns that a person has had lately, older ones counted for less."""
        turns, at = self._lately.get(who, (0.0, now))
        return turns * exp((at - now) / LATELY)

    def _count_turn(self, who: tuple[str, str], now: float) -> None:
        turns = self._turns(who, now)
        self._lately.pop(who, None)
        self._lately[who] = turns + 1, now  # sorted by time, the latest last
        if len(self._lately) > MOST_COUNTED:
            del self._lately[next(iter(self._lately))]


class LongWork:
    """Work for requests that takes the processor for longer than others should wait: in a thread, one at a time."""

    def __init__(self) -> None:
        self._queue = FairQueue(1, 20)

    async def run(self, work: Callable[[Locked], Result], locked: AbstractAsyncContextManager[Locked]) -> Result:
        """Return what ``work`` returns, which is given what ``locked`` yields.

        Raises:
            TooMuch: if too much work of this person waits already.
        """
        async with self._queue.turn(ADDRESS.get(), PERSON.get()), locked as value:
            return await asyncio.to_thread(work, value)
