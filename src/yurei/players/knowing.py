"""Base class of players that keep simple knowledge up to date."""

from __future__ import annotations

from yurei.players.knowledge import Knowledge
from yurei.players.player import Player
from yurei.referee.told import Told
from yurei.referee.view import View


class KnowingPlayer(Player):
    """Player that relies on simple conclusions from what it was told.

    Attributes:
        known: Its present knowledge.
    """

    known: Knowledge

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.known = Knowledge.at(opening)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.known.hear(told, self.view)
