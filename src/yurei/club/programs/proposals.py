"""Proposals of dead stones from random playouts. A background process makes them, so that no game waits.

The players still mark stones and agree. Without the extra ``fast`` nothing is proposed.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from importlib.util import find_spec

from yurei.club.game.game import Game
from yurei.club.model.limits import keep_newest
from yurei.club.model.stored import Event
from yurei.club.model.tasks import Tasks
from yurei.club.programs.workers import run_job
from yurei.referee.settings import Settings
from yurei.rules.board import board_text

Proposer = Callable[[Settings, bytes], Awaitable[frozenset[int]]]  # proposes dead stones of a position

LONGEST = 300  # most seconds for a proposal, including the first compilation of the kernel
MOST = 1024  # number of cached proposals, for games that are reloaded during their count


class Playouts:
    """Proposes dead stones by random playouts in a process, for one position at a time."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, settings: Settings, board: bytes) -> frozenset[int]:
        """Return stones that seem dead; none if the kernel is missing, does not know the game, or takes too long."""
        if find_spec("numba") is None:
            return frozenset()
        question = {"settings": settings.plain(), "board": board_text(board, settings.size)}
        async with self._one:
            try:
                async with (
                    asyncio.timeout(LONGEST),
                    aclosing(run_job("dead-stones", given=json.dumps(question).encode())) as said,
                ):
                    return frozenset([point async for line in said for point in json.loads(line)])
            except (EOFError, OSError):  # a TimeoutError is an OSError
                return frozenset()


class Proposals:
    """Starts and caches proposals of dead stones for the games of this server."""

    def __init__(self, propose: Proposer | None, tell: Callable[[str], None]) -> None:
        self._propose, self._tell = propose, tell
        self.tasks = Tasks()
        self._found: OrderedDict[tuple[str, bytes], frozenset[int]] = OrderedDict()

    def game_changed(self, game: Game, _: Sequence[Event]) -> None:
        """When the count of a game begins, propose dead stones: from the cache, or by a background task."""
        if self._propose is None or not game.counting or game.count.proposed_for == game.reference:
            return
        game.count.proposed_for = game.reference
        if (found := self._found.get((game.stored.id, game.reference))) is not None:
            game.count.proposed = found
        else:
            game.count.proposing = True
            self.tasks.start(self._make_proposal(self._propose, game, game.reference))

    async def _make_proposal(self, propose: Proposer, game: Game, board: bytes) -> None:
        try:
            game.count.proposed = proposed = await propose(game.settings, board)
            keep_newest(self._found, (game.stored.id, board), proposed, MOST)
        finally:
            game.count.proposing = False
        self._tell(game.stored.id)
