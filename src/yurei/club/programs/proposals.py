"""Dead stones are proposed beside the tables: whoever plays need not wait for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from yurei.club.game.game import Game
from yurei.club.programs.dead_stones import Proposer, nobody

MOST = 1024
"""So many are kept, the latest, for games that are made again while they are counted."""


class Proposals:
    """The proposals that are being found out.

    Args:
        propose: Proposes dead stones.
        tell: Is called with the name of a game for which some have been proposed.
    """

    def __init__(self, propose: Proposer, tell: Callable[[str], None]) -> None:
        self._propose, self._tell = propose, tell
        self._proposing: set[asyncio.Task[None]] = set()
        self._found: OrderedDict[tuple[str, bytes], frozenset[int]] = OrderedDict()

    def begin(self, game: Game) -> None:
        """Let dead stones be proposed where a game is counted; where that was done already, they are the same."""
        if not game.counting or self._propose is nobody:
            return
        if (found := self._found.get((game.stored.id, game.reference))) is not None:
            game.count.proposed = found
        else:
            game.count.proposing = True
            task = asyncio.create_task(self._think(game, game.reference))
            self._proposing.add(task)
            task.add_done_callback(self._proposing.discard)

    async def end(self) -> None:
        """Stop thinking."""
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
