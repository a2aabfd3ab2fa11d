"""A player for the arena that sees the true board, only for comparison."""

from yurei.apps.arena.contestants import Witnessed
from yurei.players.belief import Belief
from yurei.rules.judge import Reason, judge
from yurei.rules.state import RESIGN, Try, stone


class CheatingBelief(Witnessed, Belief):
    """The player ``belief`` with knowledge of the true board, to measure how much that improves it."""

    slug = "cheating-belief"
    summary = "The search of belief on the true board."

    def _list_candidates(self) -> list[Try]:
        return [each for each in super()._list_candidates() if judge(self.truth, each).accepted] or [RESIGN]

    def _begin_thinking(self, tries: list[Try], keep: float) -> None:
        super()._begin_thinking(tries, keep)
        ko = self.ledger.ko
        if ko is not None and judge(self.truth, stone(ko)).reason is not Reason.KO:
            ko = None
        self._thinking.worlds.replace_by_board(self.truth.cells, ko)
