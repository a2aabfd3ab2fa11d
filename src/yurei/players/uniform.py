"""The uniform player: random points that it does not know to be useless."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowledge import KnowingPlayer
from yurei.players.player import Budget
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, RESIGN, Try, stone


class Uniform(KnowingPlayer):
    """Random player that fills no own eyes: what papers call the random player.

    Every point without an own piece that was not refused in this turn and is no own eye is equally likely; the
    player passes if there is none.
    """

    slug = "uniform"
    summary = N_("Random moves, but never fills its own eyes.")

    def decide(self, budget: Budget) -> Try:
        view, known = self.view, self.known
        free = [point for point, cell in enumerate(view.board) if cell == EMPTY and stone(point) not in known.refused]
        left = list(free)
        while left:
            point = left.pop(self.chance.randrange(len(left)))
            if not known.is_eye(point, view):
                return stone(point)
        if known.may_pass(view):
            return PASS
        return stone(self.chance.choice(free)) if free else RESIGN
