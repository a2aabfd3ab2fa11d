"""The turns of programs: a game in which a program has to answer is queued, and asked one question at a time.

The game is not locked while its program thinks, so moves, views and takebacks do not wait. An answer is dropped if its
question has become obsolete.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from yurei.club.game import programs
from yurei.club.game.game import Game
from yurei.club.game.question import PART_OF_CLOCK, Answer, AwaitedAnswer, BadProgram, ProgramInfo, ProgramRunner
from yurei.club.games import Games
from yurei.club.model.stored import DatabaseUnavailable, Event, NotStored
from yurei.club.programs.game_queue import GameQueue, QueuePositions
from yurei.errors import YureiError
from yurei.referee.settings import Settings

TAKEN_UP = 100  # number of newest games that are queued when the server starts
BREATH = 0.05  # seconds between two games that are queued at the start
AGAIN = 1.0  # seconds before a question is repeated whose answer could not be stored
REST = 60.0  # seconds without questions in a game after an internal error
MOST_BROKEN = 1000  # number of games with such an error that are remembered


def answer_delay(took: float, slot: float, clock: float | None) -> float:
    """Return the seconds by which to delay an answer, so that its time reveals nothing of what the program sees.

    Answers come 1, 2, 4, 8, ... slots after the question. The delay is at most a tenth of the time on the clock.

    >>> [round(answer_delay(took, 0.3, None), 2) for took in (0.05, 0.25, 0.31, 2.0)]
    [0.25, 0.05, 0.29, 0.4]
    """
    told = slot
    while 0 < told < took:
        told *= 2
    rest = max(0.0, told - took)
    return rest if clock is None else min(rest, PART_OF_CLOCK * clock)


@dataclass
class _PendingQuestion:
    """A question to a program in progress: the asyncio task, and the awaited answer once it is known."""

    moment: AwaitedAnswer | None = None
    task: asyncio.Task[None] = field(init=False)


class Turns:
    """Asks programs for their answers. Games with people, and games of programs only, have separate queues."""

    def __init__(self, games: Games, thinkers: ProgramRunner, place_of: Callable[[str], str]) -> None:
        self._games, self._thinkers = games, thinkers
        self._lines = GameQueue(), GameQueue()
        self._positions = QueuePositions(place_of, games.game_if_written, games.announce_change)
        self._asking: dict[str, _PendingQuestion] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._broken: dict[str, tuple[AwaitedAnswer, float]] = {}
        self._closed = False
        games.needed_by.append(self._asking.__contains__)
        games.subscribers.append(self.game_changed)

    def game_changed(self, game: Game, _: Sequence[Event] = ()) -> None:
        """Update the queues after a change of a game."""
        if not game.programs or self._closed:
            return
        name, moments = game.stored.id, programs.list_awaited_answers(game)
        if (asking := self._asking.get(name)) is not None:
            if asking.moment is None or asking.moment in moments:
                return
            del self._asking[name]
            asking.task.cancel()
        line = self._lines[programs.has_only_programs(game)]
        if not moments or self._is_paused(name, moments[0]):
            line.remove(name)
            self._leave_queue(name)
        elif name not in line:
            line.add(name, self._positions.make_entry(game, moments[0]))
            self._start_next_questions()

    def _leave_queue(self, name: str) -> None:
        if self._positions.remove(name) and not self._closed:
            self._start_task(self._positions.publish_positions())

    def _is_paused(self, name: str, asked: AwaitedAnswer) -> bool:
        moment, until = self._broken.get(name, (None, 0.0))
        if moment == asked and asyncio.get_running_loop().time() < until:
            return True
        self._broken.pop(name, None)
        return False

    def begin(self, newest: Callable[[int], Awaitable[list[str]]]) -> None:
        """Queue the newest games in which a program has to answer. Older games are queued when they are requested."""
        self._thinkers.begin()
        self._start_task(self._load_newest_games(newest))

    @property
    def compiling(self) -> bool:
        """Whether code for programs is being compiled. Meanwhile all levels of yurei may play like the lowest one."""
        return self._thinkers.compiling

    @property
    def thinking(self) -> int:
        """Number of programs that are being asked."""
        return len(self._thinking)

    @property
    def waiting(self) -> int:
        """Number of games in the queues."""
        return sum(map(len, self._lines))

    def describe_program(self, name: str, settings: Settings) -> ProgramInfo:
        """Return the name, version and weakness of a program that is going to play, see ``describe_program``."""
        return self._thinkers.describe_program(name, settings)

    async def close(self) -> None:
        """Cancel all questions, and end the processes that answer them."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.close()

    async def _load_newest_games(self, newest: Callable[[int], Awaitable[list[str]]]) -> None:
        for name in await newest(TAKEN_UP):
            try:
                await self._games.load(name)
            except YureiError:  # its version is unknown to this server
                logging.getLogger(__name__).warning("a game in which a program is to move could not be taken up")
            await asyncio.sleep(BREATH)  # requests come first

    def _start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._thinking.discard(task)
        self._start_next_questions()

    def _start_next_questions(self) -> None:
        while not self._closed:
            free = self._thinkers.at_once - len(self._thinking)
            if free > 0:
                name = next((line.take() for line in self._lines if line), None)
            else:
                name = self._lines[0].take_quick() if free + self._thinkers.more_quick > 0 else None
            if name is None:
                return
            asking = _PendingQuestion()
            asking.task = self._start_task(self._ask_and_apply(name, asking))
            self._asking[name] = asking
            self._thinking.add(asking.task)

    async def _ask_and_apply(self, name: str, asking: _PendingQuestion) -> None:
        try:
            await self._ask(name, asking)
        except (NotStored, DatabaseUnavailable):
            self._start_task(self._load_later(name))
        except Exception as error:
            logging.getLogger(__name__).warning(
                "a program could not be asked: %s", type(error).__name__, exc_info=error
            )
            if asking.moment is not None:
                self._broken[name] = asking.moment, asyncio.get_running_loop().time() + REST
            if len(self._broken) > MOST_BROKEN:
                del self._broken[next(iter(self._broken))]
            self._games.drop(name)
            self._start_task(self._drop_later(name))
            for line in self._lines:
                line.remove(name)
            self._leave_queue(name)
        finally:
            if self._asking.get(name) is asking:
                del self._asking[name]

    async def _ask(self, name: str, asking: _PendingQuestion) -> None:
        async with self._games.game(name) as game:
            moment = next(iter(programs.list_awaited_answers(game)), None)
            if moment is None:
                del self._asking[name]
                self.game_changed(game)
                return
            alone = programs.has_only_programs(game)
            asking.moment, question = moment, programs.question_for(game, moment)
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            answer: Answer | BadProgram = await self._thinkers.ask(question)
        except BadProgram as fault:
            answer = fault
        if alone:
            await asyncio.sleep(self._thinkers.breath)
        else:
            self._thinking.discard(asking.task)
            self._start_next_questions()  # ask other programs meanwhile
            await asyncio.sleep(answer_delay(clock() - began, self._thinkers.slot, question.clock))
        async with self._games.game(name) as game:
            self._asking.pop(name, None)  # so that the answer's effect does not cancel this task
            if moment in programs.list_awaited_answers(game):
                await self._games.run_action(game, partial(programs.apply_answer, game, moment, answer))
            else:
                self.game_changed(game)

    async def _load_later(self, name: str) -> None:
        await asyncio.sleep(AGAIN)
        try:
            await self._games.load(name)
        except DatabaseUnavailable:
            self._start_task(self._load_later(name))

    async def _drop_later(self, name: str) -> None:
        await asyncio.sleep(REST)
        self._games.drop(name)
