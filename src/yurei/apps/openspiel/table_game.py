"""A game at the table for OpenSpiel: copied often, and asked for the truth only at its end."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.apps.openspiel.recall import Recall
from yurei.players.planes import Heard, action_of, actions_of, try_of
from yurei.referee.canonical import told_to_bytes
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.judge import Verdict
from yurei.rules.scoring import score
from yurei.rules.state import Result, State, Try, start

SEATS = ("black", "white")


@dataclass(frozen=True)
class Form:
    """A game and its payoff.

    Attributes:
        settings: Ruleset, referee, size, komi.
        moves: Number of moves after which the game ends as it stands.
        points: Whether the payoff is the points; else the win.
    """

    settings: Settings
    moves: int
    points: bool = False

    @cached_property
    def opening(self) -> View:
        """The first seat's view before the first try, without set-up stones."""
        return View.begin(self.settings, self.settings.seating.seats[0], bytes(self.settings.size.points))

    @property
    def actions(self) -> int:
        """Number of actions: stones, ghosts if there are any, the pass, the resignation."""
        return actions_of(self.opening)

    def tried(self, action: int) -> Try:
        """Return the try of a number; raises ``BadTry`` if no action of this game has it."""
        return try_of(action, self.opening)

    def action(self, tried: Try) -> int:
        """Return the number of a try."""
        return action_of(tried, self.opening)

    def text(self, action: int) -> str:
        """Return a try in words, such as ``E5``, ``ghost E5``, ``pass``."""
        return self.tried(action).text(self.settings.size)


class TableGame:
    """Present state of a game.

    A seat's memory is brought up to date only when it is asked for: a walk through a tree needs
    little of it.
    """

    def __init__(self, form: Form) -> None:
        settings = form.settings
        self.form, self.moves = form, 0
        self.state: State = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
        self.table = Table.of(settings, witness=self._witness)
        self._heard = [Heard(self.table.view(seat)) for seat in SEATS]
        self._words: list[tuple[str, ...]] = [(seat,) for seat in SEATS]
        self._recall: list[Recall | None] = [None, None]

    def _witness(self, verdict: Verdict) -> None:
        self.state = verdict.after

    def copy(self) -> TableGame:
        """Return a copy at the same moment."""
        twin = copy.copy(self)
        twin.table = self.table.copy(twin._witness)
        twin._heard = [heard.copy() for heard in self._heard]
        twin._words = list(self._words)
        twin._recall = [recall and recall.copy() for recall in self._recall]
        return twin

    def __deepcopy__(self, memory: dict[int, Any]) -> TableGame:
        return self.copy()

    @property
    def cut_off(self) -> bool:
        """Whether the limit of moves is reached."""
        return self.moves >= self.form.moves and self.table.result is None

    @property
    def to_move(self) -> int | None:
        """Player to move: 0 Black, 1 White; None after the end."""
        seat = None if self.cut_off else self.table.to_move
        return None if seat is None else SEATS.index(seat)

    @property
    def result(self) -> Result | None:
        """Result; if the game was cut off, the count of the present board."""
        return score(self.state) if self.cut_off else self.table.result

    def worth(self) -> float:
        """Return the payoff of the end for Black; 0 while the game goes on, and if nothing was counted."""
        result = self.result
        if result is None:
            return 0.0
        if self.form.points and result.margin is not None:
            return float(result.margin)
        if result.winner is None:
            return 0.0
        most = most_points(self.form) if self.form.points else 1.0
        return most if result.winner.word == SEATS[0] else -most

    def attempt(self, action: int) -> bool:
        """Ask the referee; return whether the try has become a move."""
        assert self.table.to_move is not None
        answer = self.table.attempt(self.table.to_move, self.form.tried(action))
        self.moves += answer.accepted
        return answer.accepted

    def told(self, player: int) -> tuple[Told, ...]:
        """Return all that a seat was told."""
        return self.table.view(SEATS[player]).heard

    def heard(self, player: int) -> Heard:
        """Return the present memory of a seat."""
        heard = self._heard[player]
        for told in self.told(player)[len(heard.view.heard) :]:
            heard.hear(told)
        return heard

    def legal(self, player: int) -> list[int]:
        """Return the actions that a seat does not know to be refused; none when it is not its turn."""
        if self.to_move != player:
            return []
        found: list[int] = np.flatnonzero(self.heard(player).may_try()).tolist()
        return found

    def words(self, player: int) -> str:
        """Return all that a seat was told in its canonical bytes, a line a try, after the name of the seat."""
        words = self._words[player]
        new = self.told(player)[len(words) - 1 :]
        settings = self.form.settings
        self._words[player] = (*words, *(told_to_bytes(told, settings).decode() for told in new))
        return "\n".join(self._words[player])

    def recall(self, player: int) -> NDArray[np.float32]:
        """Return the same as numbers, float32[turns, fields]."""
        recall = self._recall[player]
        if recall is None:
            recall = self._recall[player] = Recall(self.form.settings, self.form.moves, self.form.actions)
        for told in self.told(player)[recall.heard :]:
            recall.hear(told, SEATS[player])
        return recall.rows


def most_points(form: Form) -> float:
    """Return the largest payoff of a game."""
    return form.settings.size.points + abs(form.settings.komi or 0)
