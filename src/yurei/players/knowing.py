"""A player who keeps his knowledge up to date, told by told."""

from __future__ import annotations

from yurei.players.knowledge import Knowledge
from yurei.players.player import Player
from yurei.referee.told import Told
from yurei.referee.view import View


class KnowingPlayer(Player):
    """Lives on what follows at once from what he was told.

    Attributes:
        known: What he knows now.
    """

    known: Knowledge

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.known = Knowledge.at(opening)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.known.hear(told, self.view)
