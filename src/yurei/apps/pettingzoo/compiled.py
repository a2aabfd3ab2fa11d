"""A game of two players under the compiled referee, with the interface of ``TableEngine``."""

import copy
from typing import Self

import numpy as np

from yurei.kernel import Refereed, hearing
from yurei.kernel.core import BY_LENGTH, ENDED
from yurei.kernel.refereed import SEATS, Plan, make_memory, planes_of
from yurei.players.planes import Planes
from yurei.referee.told import Told
from yurei.rules.board import Colour

TURNS = None, *SEATS


class Compiled:
    """A game under the compiled referee: its state, planes and action masks."""

    def __init__(self, plan: Plan, setup: str | None) -> None:
        self._game, self._memory = Refereed.of(plan, setup), make_memory(plan)
        self._shape, self._actions = planes_of(plan), plan.actions + 1
        self.to_move = self._game.to_move  # a seat; None after the end
        self._ready: tuple[str | None, Planes, Planes] | None = None

    @property
    def truncated(self) -> bool:
        return bool(self._game.numbers[ENDED] == BY_LENGTH)

    @property
    def winner(self) -> Colour | None:
        result = self._game.result
        return result.winner if result else None

    @property
    def reference(self) -> bytes:
        return self._game.reference

    def attempt(self, action: int) -> bool:
        game, planes, mask = self._game, np.zeros(self._shape, np.uint8), np.empty(self._actions, np.uint8)
        code = hearing.attempt_and_show(game.numbers, game.words, self._memory, action, planes.reshape(-1), mask)
        self.to_move = TURNS[code >> 4]
        self._ready = (self.to_move, planes, mask)
        return not code & 15

    def observe(self, seat: str) -> tuple[Planes, Planes]:
        """Return the planes and the action mask of a seat, in new arrays, which the caller may change."""
        if self._ready is not None and self._ready[0] == seat:
            _, planes, mask = self._ready
            self._ready = None
            return planes, mask
        game, planes, mask = self._game, np.zeros(self._shape, np.uint8), np.empty(self._actions, np.uint8)
        hearing.observe(game.numbers, game.words, self._memory, SEATS.index(seat), planes.reshape(-1), mask)
        return planes, mask

    def told(self, seat: str) -> Told | None:
        """Return what a seat was told of the last try; None before the first."""
        return self._game.told(seat)

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin._game, twin._memory, twin._ready = self._game.copy(), self._memory.copy(), None
        return twin
