"""Who thinks next: games in which a program is awaited stand in line, and each is asked one thing at a time.

A program thinks without its game being held: who plays, looks or takes a move back meanwhile does not wait for it. What it
answers happens if it is still awaited for the same thing, and is dropped otherwise.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from yurei.club.game import programs
from yurei.club.game.game import Game
from yurei.club.game.introduction import Introduced
from yurei.club.game.question import PART_OF_CLOCK, Answer, Faulty, Moment, Thinkers
from yurei.club.model.stored import Event, NotKept
from yurei.club.programs.thinking.line import Line
from yurei.club.programs.thinking.positions import Positions
from yurei.errors import YureiError

TAKEN_UP = 100
"""So many games are taken up when the server starts, the newest; each other one when somebody looks at it."""
BREATH = 0.05
"""How many seconds lie between two games that are taken up."""
AGAIN = 1.0
"""After how many seconds an answer is asked for once more that could not be written down."""
REST = 60.0
"""For how many seconds a game is left alone in which asking has gone wrong; whoever looks at it later has it taken up again."""
MOST_BROKEN = 1000
"""So many such games are remembered."""


def until_told(took: float, slot: float, clock: float | None) -> float:
    """After how many seconds an answer is told, so that how long it took tells nothing of the board that the program sees.

    It is told a slot after it was asked for, or two, four, eight, … slots. Who is short of time waits a tenth of it at most.

    >>> [round(until_told(took, 0.3, None), 2) for took in (0.05, 0.25, 0.31, 2.0)]
    [0.25, 0.05, 0.29, 0.4]

    Args:
        took: The seconds that it took.
        slot: Seconds; 0 for no slots.
        clock: The seconds that are left on the program's clock; None where there is none.
    """
    told = slot
    while 0 < told < took:
        told *= 2
    rest = max(0.0, told - took)
    return rest if clock is None else min(rest, PART_OF_CLOCK * clock)


class Tables(Protocol):
    """Where the games are, see ``yurei.club.games.games``."""

    def game(self, name: str) -> AbstractAsyncContextManager[Game]:
        """A game, held while it is looked at."""

    async def happen(self, game: Game, act: Callable[[], list[Event]]) -> object:
        """Let something happen at a table, and write it down."""

    def tell(self, name: str) -> None:
        """Let everybody who listens know."""

    def let_go(self, name: str) -> None:
        """Hold a game no longer."""

    def game_if_written(self, name: str) -> Game | None:
        """Return a game as it is written down, without waiting; None where it has to be held for that."""


@dataclass
class _Asking:
    """A game of which a program is asked something: what, once that is known, and what asks."""

    moment: Moment | None = None
    task: asyncio.Task[None] = field(init=False)


class Turns:
    """The games in which a program is awaited.

    Where people wait comes first, and games in which only programs play after that; each kind has a line of its own.

    Args:
        tables: Where the games are.
        thinkers: Let programs think.
        place_of: Tells from where somebody was last seen, by the digest of his key; empty where that is not known.
    """

    def __init__(self, tables: Tables, thinkers: Thinkers, place_of: Callable[[str], str] = lambda _: "") -> None:
        self._tables, self._thinkers = tables, thinkers
        self._lines = Line(), Line()
        self._positions = Positions(place_of, tables.game_if_written, tables.tell)
        self._asking: dict[str, _Asking] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._broken: dict[str, tuple[Moment, float]] = {}
        self._closed = False

    def heed(self, game: Game) -> None:
        """Something may have happened in a game: a program is awaited that was not, or no more."""
        if not game.programs or self._closed:
            return
        name, moments = game.stored.id, programs.awaited(game)
        if (asking := self._asking.get(name)) is not None:
            if asking.moment is None or asking.moment in moments:
                return
            del self._asking[name]
            asking.task.cancel()
        line = self._lines[programs.only_programs(game)]
        if not moments or self._rests(name, moments[0]):
            line.remove(name)
            self._leave(name)
        elif name not in line:
            line.add(name, self._positions.waiting(game, moments[0]))
            self._go_on()

    def _leave(self, name: str) -> None:
        """Note that no program is awaited in a game any more."""
        if self._positions.leave(name) and not self._closed:
            self._do(self._positions.show())

    def _rests(self, name: str, asked: Moment) -> bool:
        """Whether asking this has just gone wrong, for no fault of the program's: it would at once again."""
        moment, until = self._broken.get(name, (None, 0.0))
        if moment == asked and asyncio.get_running_loop().time() < until:
            return True
        self._broken.pop(name, None)
        return False

    def asks(self, name: str) -> bool:
        """Whether a program is being asked something in a game."""
        return name in self._asking

    def begin(self, newest: Callable[[int], Awaitable[list[str]]]) -> None:
        """Take up the newest games in which a program may be awaited.

        Their people may wait to be rung, and not look. Older games are taken up when somebody does look, so that a start
        costs the same however many games there are.

        Args:
            newest: The names of so many games.
        """
        self._thinkers.begin()
        self._do(self._take_up(newest))

    @property
    def compiling(self) -> bool:
        """Whether something that programs need is still being compiled: until then each level of ours may play as the lowest."""
        return self._thinkers.compiling

    @property
    def thinking(self) -> int:
        """In how many games a program is being asked something."""
        return len(self._thinking)

    @property
    def waiting(self) -> int:
        """How many games stand in line."""
        return sum(map(len, self._lines))

    async def introduce(self, name: str) -> Introduced:
        """A program as it says who it is, before it sits down.

        Raises:
            YureiError: where there is none of this name, or it cannot be set so.
        """
        return await self._thinkers.introduce(name)

    async def idle(self) -> None:
        """Wait until no program is awaited any more."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Ask nobody any more, and stop those who think."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.close()

    async def _take_up(self, newest: Callable[[int], Awaitable[list[str]]]) -> None:
        for name in await newest(TAKEN_UP):
            try:
                async with self._tables.game(name):
                    pass  # whoever lets go of a game has it heeded
            except YureiError:  # of a version that this server does not know
                logging.getLogger(__name__).warning("a game in which a program is to move could not be taken up")
            await asyncio.sleep(BREATH)  # first of all the server plays

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._thinking.discard(task)
        self._go_on()

    def _go_on(self) -> None:
        while not self._closed:
            free = self._thinkers.at_once - len(self._thinking)
            if free > 0:
                name = next((line.take() for line in self._lines if line), None)
            else:
                name = self._lines[0].take_quick() if free + self._thinkers.more_quick > 0 else None
            if name is None:
                return
            asking = _Asking()
            asking.task = self._do(self._let_answer(name, asking))
            self._asking[name] = asking
            self._thinking.add(asking.task)

    async def _let_answer(self, name: str, asking: _Asking) -> None:
        """Ask what a program is awaited for, and let its answer happen."""
        try:
            if await self._answered(name, asking):
                self._tables.tell(name)
        except NotKept:
            self._do(self._later(name))
        except Exception as error:
            logging.getLogger(__name__).warning(
                "a program could not be asked: %s", type(error).__name__, exc_info=error
            )
            if asking.moment is not None:
                self._broken[name] = asking.moment, asyncio.get_running_loop().time() + REST
            if len(self._broken) > MOST_BROKEN:
                del self._broken[next(iter(self._broken))]
            self._tables.let_go(name)
            for line in self._lines:
                line.remove(name)
            self._leave(name)
        finally:
            if self._asking.get(name) is asking:
                del self._asking[name]

    async def _answered(self, name: str, asking: _Asking) -> bool:
        """Whether a program has answered, and that has happened."""
        async with self._tables.game(name) as game:
            moment = next(iter(programs.awaited(game)), None)
            if moment is None:
                del self._asking[name]
                return False
            alone = programs.only_programs(game)
            asking.moment, question = moment, programs.question(game, moment)
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            answer: Answer | Faulty = await self._thinkers.ask(question)
        except Faulty as fault:
            answer = fault
        if alone:
            await asyncio.sleep(self._thinkers.breath)
        else:
            self._thinking.discard(asking.task)
            self._go_on()  # others are asked meanwhile
            await asyncio.sleep(until_told(clock() - began, self._thinkers.slot, question.clock))
        async with self._tables.game(name) as game:
            self._asking.pop(name, None)  # what happens now is its answer, and no reason to drop it
            if moment in programs.awaited(game):
                await self._tables.happen(game, partial(programs.take, game, moment, answer))
        return True

    async def _later(self, name: str) -> None:
        await asyncio.sleep(AGAIN)
        async with self._tables.game(name):
            pass
