"""Dead stones are proposed beside the tables: whoever plays need not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from yurei.club.dead_stones import Proposer, nobody
from yurei.club.game import Game


class Proposals:
    """The proposals that are being found out.

    Args:
        propose: Proposes dead stones.
        tell: Is called with the name of a game for which some have been proposed.
    """

    def __init__(self, propose: Proposer, tell: Callable[[str], None]) -> None:
        self._propose, self._tell = propose, tell
        self._proposing: set[asyncio.Task[None]] = set()

    def begin(self, game: Game) -> None:
        """Let dead stones be proposed where a game is counted."""
        if game.counting and self._propose is not nobody:
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
        finally:
            game.count.proposing = False
        if proposed:
            self._tell(game.stored.id)
