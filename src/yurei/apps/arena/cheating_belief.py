"""The search of ``belief`` on the true board: upper confidence bounds and all moves as first."""

from __future__ import annotations

from yurei.apps.arena.cheating import Witnessed
from yurei.players.belief.player import Belief
from yurei.rules.judge import Reason, judge
from yurei.rules.state import RESIGN, Try, stone


class CheatingBelief(Witnessed, Belief):
    """The player ``belief`` with full knowledge of the board, to measure what that knowledge is worth."""

    slug = "cheating-belief"
    summary = "The search of belief on the true board."

    def _tries(self) -> list[Try]:
        return [each for each in super()._tries() if judge(self.truth, each).accepted] or [RESIGN]

    def _begin_thinking(self, tries: list[Try], keep: float) -> None:
        super()._begin_thinking(tries, keep)
        self._thinking.worlds.replace_by_board(self.truth.cells, self._ko())

    def _ko(self) -> int | None:
        """Return the point that simple ko forbids now, or None."""
        if self.ledger.ko is None:
            return None
        forbidden = judge(self.truth, stone(self.ledger.ko)).reason is Reason.KO
        return self.ledger.ko if forbidden else None
