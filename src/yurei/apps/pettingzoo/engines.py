"""Engines of an environment: the table, or the compiled referee, which says the same a hundred times as fast.

Both know the truth, as a referee does; what they show a seat follows from what it was told.
"""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import YureiError
from yurei.players.planes import Heard, actions_of, planes_shape, try_of
from yurei.players.search.requirements import check_searchable
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.board import Colour, stranded_ghosts
from yurei.rules.judge import Verdict
from yurei.rules.scoring import score
from yurei.rules.state import State, checked_setup, start

Bytes = NDArray[np.uint8]
Shown = tuple[Bytes, Bytes]
"""Planes, uint8[planes, height, width], and mask, uint8[actions]; see ``yurei.players.planes``."""


class SlowEngine(UserWarning):
    """An environment that runs many times slower than other games would."""


class AtTheTable:
    """A game at the referee's table: any seating, any size, no compiler.

    Attributes:
        truncated: Whether the game was cut off by the limit of moves.
    """

    def __init__(self, settings: Settings, setup: str | None, most: int) -> None:
        self.truncated = False
        self._most, self._moves = most, 0
        self._state: State = start(
            settings.ruleset, settings.size, settings.komi, settings.first, setup or settings.setup
        )
        self._table = Table.of(settings, setup, self._witness)
        self._heard = {seat.name: Heard(self._table.view(seat.name)) for seat in settings.seating.seats}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickle or a copy; its table needs a witness of its own."""
        self.__dict__ |= state
        self._table = self._table.copy(self._witness)

    def _witness(self, verdict: Verdict) -> None:
        self._state = verdict.after

    @property
    def to_move(self) -> str | None:
        """Seat to move; None after the end."""
        return None if self.truncated else self._table.to_move

    @property
    def winner(self) -> Colour | None:
        """Winner after the end, or None."""
        if self.truncated:
            return score(self._state).winner
        return self._table.result.winner if self._table.result else None

    @property
    def reference(self) -> bytes:
        """Reference board: the truth."""
        return self._state.cells

    def attempt(self, action: int) -> bool:
        """Ask the referee; return whether the try has become a move."""
        assert self._table.to_move is not None
        seat = self._table.to_move
        answer = self._table.attempt(seat, try_of(action, self._heard[seat].view))
        for seat, heard in self._heard.items():
            heard.hear(answer.told[seat])
        self._moves += answer.accepted
        self.truncated = self._moves >= self._most and self._table.result is None
        return answer.accepted

    def shown(self, seat: str) -> Shown:
        """Return what a seat is shown."""
        heard = self._heard[seat]
        mask = heard.may_try()
        return heard.planes(), np.zeros_like(mask) if self.truncated else mask

    def told(self, seat: str) -> Told | None:
        """Return what a seat was told of the last try; None before the first."""
        heard = self._heard[seat].view.heard
        return heard[-1] if heard else None

    def copy(self) -> AtTheTable:
        """Return a copy at the same moment."""
        twin = copy.copy(self)
        twin._heard = {seat: heard.copy() for seat, heard in self._heard.items()}
        return twin


def plan_of(settings: Settings, most: int, engine: str) -> Any:
    """Return the compiled referee's plan of a game; None to use the table."""
    if engine == "auto" and (why := _why_not_compiled(settings)):
        slow = f"this environment runs at the referee's table, some forty times slower than compiled: {why}"
        warnings.warn(f"{slow}; engine='table' chooses that without a warning", SlowEngine, stacklevel=4)
        return None
    if engine == "table":
        return None
    from yurei.kernel.refereeing.plans import plan

    return plan(settings, most)


def _why_not_compiled(settings: Settings) -> str | None:
    """Return why the compiled referee does not play a game; None if it does."""
    if settings.seating.slug != "duel":
        return f"the kernel has not been told of the seating {settings.seating.slug!r}"
    try:
        check_searchable(settings)
    except YureiError as error:
        return str(error)
    return None


def has_stranded_ghosts(settings: Settings, setup: str | None) -> bool:
    """Return whether a set-up position has a ghost beside no string of its colour; the compiled referee refuses it.

    Raises:
        BadBoard: if it is no position of the game.
    """
    text = setup or settings.setup
    if text is None or not settings.ruleset.ghosts:
        return False
    cells = checked_setup(settings.ruleset, settings.size, text)
    return any(stranded_ghosts(cells, settings.size.neighbours, colour) for colour in Colour)


def shape_and_actions(settings: Settings) -> tuple[tuple[int, int, int], int]:
    """Return the shape of a seat's planes, and the number of actions."""
    view = Table.of(settings).view(settings.seating.seats[0].name)
    return planes_shape(view), actions_of(view)
