"""Players of the arena that see the true board: yardsticks, and never fair."""

from yurei.apps.arena.contestants import Witnessed
from yurei.players.belief import Belief
from yurei.players.player import Budget
from yurei.rules.judge import Reason, judge
from yurei.rules.state import PASS, RESIGN, Try, stone


class CheatingUniform(Witnessed):
    """A player that chooses among legal tries at random."""

    slug = "cheating-uniform"
    summary = "Any legal point by chance, but none that its own stones surround."

    def decide(self, budget: Budget) -> Try:
        state = self.truth
        neighbours = state.size.neighbours
        legal = [attempt for attempt in state.tries() if judge(state, attempt).accepted]
        open_ = [
            attempt
            for attempt in legal
            if attempt.point is not None
            and not all(state.cells[beside] == state.to_move for beside in neighbours[attempt.point])
        ]
        if open_:
            return self.chance.choice(open_)
        return PASS if PASS in legal else self.chance.choice(legal) if legal else RESIGN


class CheatingBelief(Witnessed, Belief):
    """The player ``belief`` with full knowledge of the board, to measure what that knowledge is worth."""

    slug = "cheating-belief"
    summary = "The search of belief on the true board."

    def _tries(self) -> list[Try]:
        return [each for each in super()._tries() if judge(self.truth, each).accepted] or [RESIGN]

    def _begin_thinking(self, tries: list[Try], keep: float) -> None:
        super()._begin_thinking(tries, keep)
        ko = self.ledger.ko
        if ko is not None and judge(self.truth, stone(ko)).reason is not Reason.KO:
            ko = None
        self._thinking.worlds.replace_by_board(self.truth.cells, ko)
