"""The uniform player: any point that he does not know to be useless."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowledge import Knowledge
from yurei.players.player import Player
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone


class Uniform(Player):
    """Chance alone, but for own eyes."""

    slug = "uniform"
    summary = N_("Any point by chance, but no own eye.")

    def choose(self, view: View) -> Try:
        known = Knowledge.of(view)
        free = [
            point for point, cell in enumerate(view.board) if cell == EMPTY and (Kind.STONE, point) not in known.refused
        ]
        open_points = [point for point in free if not known.is_eye(point, view)]
        if open_points:
            return stone(self.chance.choice(open_points))
        if known.may_pass(view) and (Kind.PASS, None) not in known.refused:
            return PASS
        return stone(self.chance.choice(free)) if free else RESIGN
