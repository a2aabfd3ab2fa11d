"""How many games are before a person's own in the line for programs, as far as everybody may know that.

It follows from whose turn it is in each game alone. Whether a program is asked just now, or once more after a refusal that
its opponent does not hear of, changes nothing here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from yurei.club.game import programs
from yurei.club.programs.thinking.line import Waiting, cost_of, in_fair_order

if TYPE_CHECKING:
    from yurei.club.game.game import Game
    from yurei.club.game.question import Moment

SHOW_EVERY = 2.0
"""Every so many seconds who waits is told how many games are before his."""


class Positions:
    """The games of people in which it is a program's turn.

    Args:
        place_of: Tells from where somebody was last seen, by the digest of his key; empty where that is not known.
        game_if_written: Finds a game that may be looked at without waiting.
        tell: Lets everybody who listens to a game know that something has changed.
    """

    def __init__(
        self, place_of: Callable[[str], str], game_if_written: Callable[[str], Game | None], tell: Callable[[str], None]
    ) -> None:
        self._place_of, self._game_if_written, self._tell = place_of, game_if_written, tell
        self._awaited: dict[str, Waiting] = {}
        self._changed = False

    def waiting(self, game: Game, moment: Moment) -> Waiting:
        """How a game waits in line; one of people is noted."""
        keys = (game.chairs[seat].key for seat in game.pencil.keys() - game.programs.keys() if seat in game.chairs)
        person = min(filter(None, keys), default=game.stored.id)
        waiting = Waiting(self._place_of(person), person, cost_of(game.programs[moment.seat]))
        if not programs.only_programs(game):
            self._awaited.setdefault(game.stored.id, waiting)
            game.before = self._order().index(game.stored.id)
        return waiting

    def leave(self, name: str) -> bool:
        """Note that no program is awaited in a game any more; whether ``show`` is to be called for those behind it."""
        begins = self._awaited.pop(name, None) is not None and bool(self._awaited) and not self._changed
        self._changed = self._changed or begins
        return begins

    async def show(self) -> None:
        """Tell each game that waits how many are before it, where that has changed."""
        await asyncio.sleep(SHOW_EVERY)
        self._changed = False
        for before, name in enumerate(self._order()):
            game = self._game_if_written(name)
            if game is not None and game.before != before:
                game.before = before
                self._tell(name)

    def _order(self) -> list[str]:
        return in_fair_order(self._awaited, {})
