"""Witnesses: players that see the true board. They are yardsticks for the arena alone, and sit at no other table.

A witness hears the truth about every try, as the referee knows it. A name
that begins with ``cheating-`` says so wherever results are shown.
"""

from __future__ import annotations

from importlib import import_module

from yurei.errors import unknown
from yurei.players import Budget, Player
from yurei.rules.judge import Verdict, judge, lose_turn
from yurei.rules.state import PASS, RESIGN, State, Try

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


ALL: dict[str, str] = {
    "cheating-uniform": f"{__name__}:CheatingUniform",
    "cheating-belief": "yurei.apps.arena.cheating_belief:CheatingBelief",
}
"""By name, the module of each witness and its class there, loaded on demand: some need a compiler."""


def get(name: str, seed: int | None = None) -> Witnessed:
    """Return the witness of a name, with parameters as ``players.get`` takes them.

    Raises:
        Unknown: if there is no such witness.
        BadValue: if the witness has no such parameter.
    """
    slug, _, set_ = name.partition(":")
    if slug not in ALL:
        raise unknown("player", slug, ALL)
    module, _, kind = ALL[slug].partition(":")
    pairs = [pair.partition("=") for pair in set_.split(",") if pair]
    found = getattr(import_module(module), kind)(seed, **{key.strip(): value.strip() for key, _, value in pairs})
    assert isinstance(found, Witnessed)
    return found
