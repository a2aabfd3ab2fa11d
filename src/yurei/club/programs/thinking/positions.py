"""Queue positions: the number of games before a person's own, as far as everybody may know it.

They depend only on whose turn it is in each game. Whether a program is being asked now, or again after a refusal that
its opponent does not hear of, changes nothing here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from yurei.club.game import programs
from yurei.club.programs.thinking.line import Waiting, cost_of, in_fair_order
from yurei.referee.seating import AUDIENCE

if TYPE_CHECKING:
    from yurei.club.game.game import Game
    from yurei.club.game.question import AwaitedAnswer

SHOW_EVERY = 2.0
"""Seconds between two updates of the positions that players see."""


class Positions:
    """The games of people in which it is a program's turn.

    Args:
        place_of: Returns a person's address, by the digest of their key; empty if unknown.
        game_if_written: Returns a game that can be read without a lock.
        tell: Wakes the listeners of a game.
    """

    def __init__(
        self,
        place_of: Callable[[str], str],
        game_if_written: Callable[[str, str], Game | None],
        tell: Callable[[str], None],
    ) -> None:
        self._place_of, self._game_if_written, self._tell = place_of, game_if_written, tell
        self._awaited: dict[str, Waiting] = {}
        self._changed = False

    def waiting(self, game: Game, moment: AwaitedAnswer) -> Waiting:
        """Return the queue entry of a game; for a game with people, also note it here."""
        keys = (game.chairs[seat].key for seat in game.pencil.keys() - game.programs.keys() if seat in game.chairs)
        person = min(filter(None, keys), default=game.stored.id)
        waiting = Waiting(self._place_of(person), person, cost_of(game.programs[moment.seat]))
        if not programs.only_programs(game):
            self._awaited.setdefault(game.stored.id, waiting)
            game.before = self._order().index(game.stored.id)
        return waiting

    def leave(self, name: str) -> bool:
        """Note that no program is awaited in a game any more; return whether ``show`` has to be started."""
        begins = self._awaited.pop(name, None) is not None and bool(self._awaited) and not self._changed
        self._changed = self._changed or begins
        return begins

    async def show(self) -> None:
        """Update the positions of the waiting games after a pause, and wake those that changed."""
        await asyncio.sleep(SHOW_EVERY)
        self._changed = False
        for before, name in enumerate(self._order()):
            game = self._game_if_written(name, AUDIENCE.name)
            if game is not None and game.before != before:
                game.before = before
                self._tell(name)

    def _order(self) -> list[str]:
        return in_fair_order(self._awaited, {})
