"""Background tasks that propose dead stones, so that no player waits for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

from yurei.club.game.game import Game
from yurei.club.model.stored import Event
from yurei.club.programs.dead_stones import Proposer, nobody

MOST = 1024
"""Number of proposals kept, the latest, for games that are loaded again while they are counted."""


class Proposals:
    """The proposals of dead stones in progress.

    Args:
        propose: Proposes dead stones.
        tell: Called with the name of a game when stones have been proposed for it.
    """

    def __init__(self, propose: Proposer, tell: Callable[[str], None]) -> None:
        self._propose, self._tell = propose, tell
        self._proposing: set[asyncio.Task[None]] = set()
        self._found: OrderedDict[tuple[str, bytes], frozenset[int]] = OrderedDict()

    def game_changed(self, game: Game, _: Sequence[Event]) -> None:
        """Start to propose dead stones when the count of a game begins; an earlier proposal for it is used again."""
        if not game.counting or self._propose is nobody or game.count.proposed_for == game.reference:
            return
        game.count.proposed_for = game.reference
        if (found := self._found.get((game.stored.id, game.reference))) is not None:
            game.count.proposed = found
        else:
            game.count.proposing = True
            task = asyncio.create_task(self._think(game, game.reference))
            self._proposing.add(task)
            task.add_done_callback(self._proposing.discard)

    async def end(self) -> None:
        """Cancel all proposals in progress."""
        for task in self._proposing:
            task.cancel()
        await asyncio.gather(*self._proposing, return_exceptions=True)

    async def _think(self, game: Game, board: bytes) -> None:
        try:
            game.count.proposed = proposed = await self._propose(game.settings, board)
            self._found[game.stored.id, board] = proposed
            if len(self._found) > MOST:
                self._found.popitem(last=False)
        finally:
            game.count.proposing = False
        if proposed:
            self._tell(game.stored.id)
