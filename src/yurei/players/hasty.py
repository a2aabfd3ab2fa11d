"""The hasty player: ``Simple`` with a beginner's mistakes."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowledge import Knowledge
from yurei.players.player import Budget
from yurei.players.refusals import MOST_REFUSED
from yurei.players.simple import Simple
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.state import Try, stone

MISSES = 0.6
"""Share of ataris, of its own and of the opponent's strings, that it overlooks."""
CLINGS = 0.5
"""Share of moves that it places beside its last one, like a beginner who answers where they have just looked."""


class Hasty(Simple):
    """Player like a beginner: plays beside its last stone, and often overlooks ataris."""

    slug = "hasty"
    version = 2
    level = 1
    summary = N_("Plays beside its last stone, and overlooks ataris.")

    _last: int | None = None

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self._last = None

    def hear(self, told: Told) -> None:
        super().hear(told)
        if told.seat == self.view.seat.name and told.outcome is Outcome.MOVED and told.attempt is not None:
            self._last = told.attempt.point

    def decide(self, budget: Budget) -> Try:
        known = self.known
        if not known.refused:
            self._overlook_ataris(known)
        near = self._points_near_last() if len(known.refused) < MOST_REFUSED else []
        if near and known.hunted is None and self.chance.random() < CLINGS:
            return stone(self.chance.choice(near))
        return super().decide(budget)

    def _points_near_last(self) -> list[int]:
        """Return the sensible points beside its last stone."""
        beside = () if self._last is None else self.view.settings.size.neighbours[self._last]
        return [point for point in self._sensible_points(settled=True) if point in beside]

    def _overlook_ataris(self, known: Knowledge) -> None:
        """Forget some of what is known, for this turn."""
        if known.hunted is not None and self.chance.random() < MISSES:
            known.hunted = None
        for last in (known.enemy_last_liberties, known.own_last_liberties):
            if last and self.chance.random() < MISSES:
                last.clear()
