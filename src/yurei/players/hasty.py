"""The hasty player: knows what Simple knows, and makes a beginner's mistakes on the way."""

from __future__ import annotations

from yurei.languages import N_
from yurei.players.knowledge import Knowledge
from yurei.players.player import Budget
from yurei.players.simple import Simple
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, Kind, Try, stone

FORGETS = 0.5
"""The part of refusals from earlier turns that it does not remember."""
MISSES = 0.6
"""The part of ataris, of its own and of the opponent's strings, that it does not see."""
CLINGS = 0.5
"""The part of its moves that it places beside its last one, as a beginner answers where he has just looked."""
TIRES = 0.15
"""How likely it passes at each turn of the last part of a game although something is left to do."""


class Hasty(Simple):
    """Plays as a beginner does: beside his last stone, forgetting what he was told, and done too early."""

    slug = "hasty"
    level = 1
    summary = N_("Plays beside its last stone, forgets what it was told, and is done too early.")

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
            self._be_hasty(known)
        free = [
            point
            for point, cell in enumerate(self.view.board)
            if cell == EMPTY and (Kind.STONE, point) not in known.refused and not known.is_eye(point, self.view)
        ]
        if self._tired(free) and known.may_pass(self.view) and (Kind.PASS, None) not in known.refused:
            return PASS
        beside = [] if self._last is None else self.view.settings.size.neighbours[self._last]
        near = [point for point in beside if point in free and point not in known.enemies]
        if near and known.hunted is None and self.chance.random() < CLINGS:
            return stone(self.chance.choice(near))
        return super().decide(budget)

    def _be_hasty(self, known: Knowledge) -> None:
        """Forget some of what is known, for this turn."""
        known.enemies = {point for point in known.enemies if self.chance.random() > FORGETS}
        if known.hunted is not None and self.chance.random() < MISSES:
            known.hunted = None
        for last in (known.enemy_last_liberties, known.own_last_liberties):
            if last and self.chance.random() < MISSES:
                last.clear()

    def _tired(self, free: list[int]) -> bool:
        """Whether it has had enough: late, and now and then."""
        late = len(free) < self.view.settings.size.points * 0.25
        return late and self.chance.random() < TIRES
