"""The simple player: hunts strings in atari, fills no own eye, and passes when no sensible move is left."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowledge import KnowingPlayer
from yurei.players.player import Budget
from yurei.players.refusals import MOST_REFUSED, Refusals, own_territory
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, RESIGN, Try, stone


class Simple(KnowingPlayer):
    """Player that plays near what it knows and sees."""

    slug = "simple"
    version = 2
    level = 2
    summary = N_("Captures what it was told is in atari, fills no own eye, and passes when nothing is left to do.")

    refusals: Refusals

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.refusals = Refusals(opening)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.refusals.hear(told, self.view)

    def decide(self, budget: Budget) -> Try:
        view, known = self.view, self.known
        passes = known.may_pass(view)
        tired = len(known.refused) >= MOST_REFUSED
        points = [] if tired else self._sensible_points(settled=passes)
        if points:
            return stone(max(points, key=self._attraction))
        return PASS if passes else self._any_try()

    def _sensible_points(self, *, settled: bool) -> list[int]:
        """Return the points that may be free and are no own eye, not surrounded by the opponent, and not ruled out.

        Args:
            settled: Whether to leave own territory out, too.
        """
        out, unlikely = self.refusals.ruled_out(), self.refusals.unlikely()
        avoided = unlikely | own_territory(self.refusals, self.view) if settled else unlikely
        return [
            point
            for point in range(self.view.settings.size.points)
            if stone(point) not in self.known.refused
            and point not in avoided
            and stone(point) not in out
            and self._is_sensible(point)
        ]

    def _is_sensible(self, point: int) -> bool:
        """Return whether a point is free, as far as is known, is no own eye, and is not surrounded by the opponent."""
        view, known = self.view, self.known
        if view.board[point] != EMPTY or point in known.enemies or known.is_eye(point, view):
            return False
        around = view.settings.size.neighbours[point]
        return not around or not all(beside in known.enemies for beside in around)

    def _attraction(self, point: int) -> float:
        """Return the attraction of a point: a last liberty in sight, a hunted string, contact, room, and chance."""
        view, known, size = self.view, self.known, self.view.settings.size
        worth = self.chance.random() * 2
        if known.hunted is not None and (distance := size.distance(point, known.hunted)) <= 2:
            worth += 10 - distance
        worth += min(size.from_edge(point), 2) * 0.5
        around = size.neighbours[point]
        worth += sum(beside in known.enemies for beside in around)
        worth += 12 * (point in known.enemy_last_liberties) + 6 * (point in known.own_last_liberties)
        own = sum(view.board[beside] == known.colour for beside in around)
        return worth + (0.5 if own == 1 else -0.5 * own)

    def _any_try(self) -> Try:
        """Return a random try that was not refused; after many refusals an eye, which is surely free."""
        view, known, out = self.view, self.known, self.refusals.ruled_out()
        left = [
            point
            for point in range(view.settings.size.points)
            if stone(point) not in known.refused
            and stone(point) not in out
            and (view.board[point] != known.colour or not view.settings.referee.vanishes)
        ]
        eyes = [point for point in left if known.is_eye(point, view)] if len(known.refused) >= MOST_REFUSED else []
        return stone(self.chance.choice(eyes or left)) if left else RESIGN
