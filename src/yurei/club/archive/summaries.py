"""Keeps the summaries of games up with what happens, and fills in those of games that were played before there were any."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from yurei.club.archive.summary import summary_of
from yurei.club.game.game import Game
from yurei.club.model.summary import Summary
from yurei.club.store import Store

FEW = 20
"""So many games without a summary are looked for at once."""


class Summaries:
    """The summaries of games as they are kept.

    Args:
        store: Keeps them.
        once: A game that is looked at once.
    """

    def __init__(self, store: Store, once: Callable[[str], Awaitable[Game]]) -> None:
        self._store = store
        self._once = once
        self._kept: dict[str, Summary] = {}
        self._filling: asyncio.Task[None] | None = None

    def news(self, game: Game | None) -> Summary | None:
        """What lists need of a game, where that is not what is kept."""
        summary = None if game is None else summary_of(game)
        return None if game is None or summary == self._kept.get(game.stored.id) else summary

    def is_kept(self, name: str, summary: Summary | None) -> None:
        """Note that a summary has been written down."""
        if summary is not None:
            self._kept[name] = summary

    def forget(self, name: str) -> None:
        """It is not known any more what is kept of a game."""
        self._kept.pop(name, None)

    def begin(self) -> None:
        """Fill in what is missing, beside everything else."""
        self._filling = asyncio.create_task(self.fill())

    async def fill(self) -> None:
        """Fill in the summaries that are missing, a few at a time. A game that is played meanwhile has its own already."""
        last = ""
        while names := await self._store.without_summary(last, FEW):
            for last in names:
                try:
                    await self._store.summarise(last, summary_of(await self._once(last)))
                except Exception as error:  # a game that cannot be made again stays out of lists
                    logging.getLogger(__name__).warning("a game has no summary: %s", type(error).__name__)
                await asyncio.sleep(0)  # first of all the server plays

    async def end(self) -> None:
        """Leave the rest to the next server."""
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.gather(self._filling, return_exceptions=True)
