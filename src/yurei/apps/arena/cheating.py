"""Witnesses: players that see the true board. They are yardsticks for the arena alone, and sit at no other table.

A witness hears the truth about every try, as the referee knows it. A name
that begins with ``cheating-`` says so wherever results are shown.
"""

from yurei.errors import unknown
from yurei.players import Budget, Player
from yurei.players.belief.player import Belief
from yurei.rules.judge import Reason, Verdict, judge, lose_turn
from yurei.rules.state import PASS, RESIGN, State, Try, stone

PREFIX = "cheating-"


class Witnessed(Player):
    """A player that is shown the truth: the first position, and the verdict on every try before it is announced.

    Attributes:
        truth: The state of the game; its turn is always right.
    """

    truth: State

    def show(self, state: State) -> None:
        """See the true board before the first try; comes after ``begin``."""
        self.truth = state

    def witness(self, verdict: Verdict) -> None:
        """See the truth about a try, their own or another player's; comes before ``hear``."""
        ended_turn = not verdict.accepted and self.view.settings.referee.failed_try == "lose-turn"
        self.truth = lose_turn(verdict.after) if ended_turn else verdict.after


class CheatingUniform(Witnessed):
    """A player that chooses among legal tries at random. An example of a witness."""

    slug = "cheating-uniform"
    summary = "Any legal point by chance, but none that its own stones surround."

    def decide(self, budget: Budget) -> Try:
        state = self.truth
        legal = [attempt for attempt in state.tries() if judge(state, attempt).accepted]
        open_ = [attempt for attempt in legal if attempt.point is not None and not self._is_eye(attempt.point)]
        if open_:
            return self.chance.choice(open_)
        return PASS if PASS in legal else self.chance.choice(legal) if legal else RESIGN

    def _is_eye(self, point: int) -> bool:
        return all(self.truth.cells[beside] == self.truth.to_move for beside in self.truth.size.neighbours[point])


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


ALL: dict[str, type[Witnessed]] = {each.slug: each for each in (CheatingUniform, CheatingBelief)}
"""The witnesses by name."""


def kind_of(slug: str) -> type[Witnessed]:
    """Return the class of a witness.

    Raises:
        Unknown: if there is no such witness.
    """
    if slug not in ALL:
        raise unknown("player", slug, ALL)
    return ALL[slug]
