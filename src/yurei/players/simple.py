"""The simple player: hunts what he was told is in atari, fills no own eye, and passes when nothing is left."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowing import KnowingPlayer
from yurei.players.knowledge import Knowledge
from yurei.players.player import Budget
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone


class Simple(KnowingPlayer):
    """Plays near what it knows, and what it sees."""

    slug = "simple"
    level = 2
    summary = N_("Captures what it was told is in atari, fills no own eye, and passes when nothing is left to do.")

    def decide(self, budget: Budget) -> Try:
        view, known = self.view, self.known
        points = [
            point
            for point in range(view.settings.size.points)
            if (Kind.STONE, point) not in known.refused and self._sensible(point, view, known)
        ]
        if points:
            return stone(max(points, key=lambda point: self._worth(point, view, known)))
        if known.may_pass(view) and (Kind.PASS, None) not in known.refused:
            return PASS
        return self._anything(view, known)

    def _sensible(self, point: int, view: View, known: Knowledge) -> bool:
        """A free point, as far as is known, that is no own eye and not surrounded by the opponent."""
        if view.board[point] != EMPTY or point in known.enemies or known.is_eye(point, view):
            return False
        around = view.settings.size.neighbours[point]
        return not around or not all(beside in known.enemies for beside in around)

    def _worth(self, point: int, view: View, known: Knowledge) -> float:
        """How much the point attracts: a last liberty in sight, a hunted string, contact, room, and chance."""
        size = view.settings.size
        worth = self.chance.random() * 2
        if known.hunted is not None and (distance := size.distance(point, known.hunted)) <= 2:
            worth += 10 - distance
        worth += min(size.from_edge(point), 2) * 0.5
        around = size.neighbours[point]
        worth += sum(beside in known.enemies for beside in around)
        worth += 12 * (point in known.enemy_last_liberties) + 6 * (point in known.own_last_liberties)
        own = sum(view.board[beside] == known.colour for beside in around)
        return worth + (0.5 if own == 1 else -0.5 * own)

    def _anything(self, view: View, known: Knowledge) -> Try:
        """Whatever was not refused in this turn, where the game has no pass: eyes last filled, then resignation."""
        left = [
            point
            for point in range(view.settings.size.points)
            if (Kind.STONE, point) not in known.refused
            and (view.board[point] != known.colour or not view.settings.referee.vanishes)
        ]
        return stone(self.chance.choice(left)) if left else RESIGN
