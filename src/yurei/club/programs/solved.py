"""Values of positions on solved boards. A thread looks them up in tables, which a process makes, one at a time."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from yurei import players
from yurei.club.model.limits import LimitExceeded, keep_newest
from yurei.club.model.tasks import Tasks
from yurei.club.programs.workers import run_job
from yurei.errors import NoTable
from yurei.languages import N_, Words
from yurei.players import tablebase
from yurei.rules.board import Colour
from yurei.rules.points import Size

Asked = TypeVar("Asked")
Found = TypeVar("Found")
LONGEST = 600.0  # most seconds for solving a board, including the compilation of the solver
RETRIED_AFTER = 60.0  # seconds before a failed board is solved again
MOST_WAITING = 50  # most positions that wait for a lookup
MOST_HELD = 1000  # number of positions whose values are cached in memory
FAILED = N_("This board could not be solved now; try again in a minute.")
CANNOT = N_("This server cannot solve the board {size}; it needs: pip install '.[fast]'")
FIRST_MOVES = N_("Of the board {size} only the first moves are known here.")

Solve = Callable[[Size], AsyncGenerator[int]]  # makes the table of a board, and yields the percentage done


@dataclass(frozen=True, slots=True)
class Position:
    """A position, in which every string has a liberty, with the colour to move."""

    cells: bytes
    size: Size
    to_move: Colour


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """The answer for a solved position: its value, and those of its moves if they are known."""

    outcome: tablebase.Outcome
    analysis: tablebase.Analysis | None  # values of the moves; None if unknown
    # Points of the line of best play; one best first move where only first moves are known.
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SolvingProgress:
    """The state of a board that is being solved, or is queued to be solved."""

    percent: int


@dataclass(frozen=True, slots=True)
class UnsolvedPosition:
    """The answer for a position whose value is not known."""

    why: Words


State = SolvedPosition | SolvingProgress | UnsolvedPosition


class SolvedBoards:
    """Looks up values of positions. The first look-up on a board without a table starts to solve the board."""

    def __init__(self, solve: Solve | None) -> None:
        self._solve = solve
        self._one = asyncio.Semaphore(1)
        self._thread = ThreadPoolExecutor(1, "solved-boards")
        self._waiting = 0
        self._ready: set[Size] = set()
        self._percent: dict[Size, int] = {}
        self._failed: dict[Size, float] = {}
        self._held: OrderedDict[Position, State] = OrderedDict()
        self._tasks = Tasks()

    async def open(self) -> None:
        """Do nothing: tables are opened by lookups."""

    async def close(self) -> None:
        """Stop solving; an unfinished table is not stored."""
        await self._tasks.close()
        self._thread.shutdown(cancel_futures=True)

    async def analyse(self, position: Position) -> State:
        """Return the values of a position; if its board is not solved yet, solve it and return the progress."""
        board = tablebase.upright_size(position.size)
        if position in self._held:
            self._held.move_to_end(position)
            return self._held[position]
        if board in self._percent:
            return SolvingProgress(self._percent[board])
        if board not in self._ready and board.points <= tablebase.WORKED_OUT:
            if not await self._on_thread(tablebase.are_ready, board):
                return self._begin(board, position.size)
            self._ready.add(board)
        state = await self._on_thread(look_up_position, position)
        keep_newest(self._held, position, state, MOST_HELD)
        return state

    async def _on_thread(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        if self._waiting >= MOST_WAITING:
            raise LimitExceeded(N_("many positions are being analysed; try again in a moment"))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, asked)
        finally:
            self._waiting -= 1

    def _begin(self, board: Size, size: Size) -> State:
        if self._solve is None:
            return UnsolvedPosition(Words(CANNOT, size=size))
        if monotonic() < self._failed.get(board, 0.0):
            return UnsolvedPosition(Words(FAILED))
        if board not in self._percent:
            self._percent[board] = 0
            self._tasks.start(self._solve_board(self._solve, board))
        return SolvingProgress(self._percent[board])

    async def _solve_board(self, solve: Solve, board: Size) -> None:
        try:
            async with self._one, asyncio.timeout(LONGEST), aclosing(solve(board)) as done:
                async for percent in done:
                    self._percent[board] = percent
            self._ready.add(board)
        except Exception as error:
            fields = {"why": type(error).__name__}
            logging.getLogger(__name__).warning(
                "a board could not be solved: %s", fields["why"], extra={"fields": fields}
            )
            self._failed[board] = monotonic() + RETRIED_AFTER
        finally:
            del self._percent[board]


def look_up_position(position: Position) -> State:
    """Return the values of a position, from the stored table of its board or from the known first moves."""
    cells, size, to_move = position.cells, position.size, position.to_move
    try:
        is_small = size.points <= tablebase.WORKED_OUT
        values = tablebase.load_or_solve(size) if is_small else tablebase.find_values(tablebase.table_folder(), size)
        outcome = tablebase.value_of(values, cells, size, to_move)
    except NoTable:
        return UnsolvedPosition(Words(FIRST_MOVES, size=size))
    try:
        analysis = tablebase.analyse(values, cells, size, to_move)
    except NoTable:
        return SolvedPosition(outcome, None, ())
    if isinstance(values, tablebase.Opening):
        return SolvedPosition(outcome, analysis, analysis.best[:1])
    return SolvedPosition(outcome, analysis, tablebase.line_of_play(values, cells, size, to_move))


def make_process_solver() -> Solve | None:
    """Return a function that solves a board in a separate process; None if the packages for it are missing."""

    async def solve(board: Size) -> AsyncGenerator[int]:
        async with aclosing(run_job("solve", str(board))) as lines:
            async for line in lines:
                yield int(line)

    return solve if players.is_ready() else None
