"""The review after a game: for each try, what its seat could have known, and the chance to win."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log2

from yurei.players.belief.player import Belief
from yurei.players.belief.reviewed import SURE, Certain, Reviewed
from yurei.players.certain import Following
from yurei.players.explanation import Explanation
from yurei.players.player import Budget
from yurei.players.search.seeing import Mcts
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY
from yurei.rules.judge import judge
from yurei.rules.state import Kind, Try, start

LEAST = 0.002
"""Least probability, so that the information of one announcement stays finite."""


class Reviewer:
    """Replays a finished game as every seat, with what it was told, and computes what ``Belief`` would have thought.

    As long as few enough boards fit what a seat was told, the review also says what was certain.

    Args:
        openings: The view of each seat before the first try.
        budget: The budget for each try.
        seed: Random seed; the same seed gives the same review if the budget is in playouts.
    """

    def __init__(self, openings: Mapping[str, View], budget: Budget, seed: int = 1) -> None:
        self._budget = budget
        self._hides = next(iter(openings.values())).settings.referee.hides
        self._players: dict[str, Belief | Mcts] = {}
        for number, (seat, opening) in enumerate(openings.items()):
            self._players[seat] = Belief(seed + number) if self._hides else Mcts(seed + number)
            self._players[seat].begin(opening)
        self._believed = {seat: self._belief(seat) for seat in openings}
        self._following = {seat: Following(opening) for seat, opening in openings.items()} if self._hides else {}

    def step(self, seat: str, attempt: Try, told: Mapping[str, Told]) -> Reviewed:
        """Review the next try.

        Args:
            seat: The seat that tried.
            attempt: The try.
            told: What each seat was told of it.
        """
        player = self._players[seat]
        player.spent = Budget(0.0, 0)  # all tries have the same budget, however often one was refused in the turn
        best: Try | None = player.answer(self._budget)
        said = player.explain()
        accepted = told[seat].outcome.value != "illegal"
        certain, opponent = self._certain(seat, told[seat], accepted)
        refused = 1.0 if certain and certain.refusal else self._chance_of_refusal(said, attempt, accepted, seat)
        bits = {}
        for other, heard in told.items():
            if other in self._players:
                before = self._believed[other]
                self._players[other].hear(heard)
                if self._hides:
                    self._following[other].hear(heard)
                self._believed[other] = self._belief(other)
                points = range(len(before)) if is_informative(heard) else point_of(heard)
                after = self._believed[other]
                bits[other] = learned([before[point] for point in points], [after[point] for point in points])
        if best is not None and best.kind is Kind.RESIGN:
            best = None
        return Reviewed(
            seat, attempt, accepted, said.win, best, _value(said, best), _value(said, attempt), refused,
            not accepted and refused >= SURE, opponent, bits, certain,
        )  # fmt: skip

    def _certain(self, seat: str, told: Told, accepted: bool) -> tuple[Certain | None, tuple[float, ...]]:
        """Return what was certain for a seat before its try, and its belief with what was certain or impossible."""
        believed, colour = self._believed[seat], self._players[seat].view.seat.colour
        known = self._following[seat].certainties() if self._hides else None
        if known is None or colour is None:
            return None, believed
        counts, most = known.count(colour.opponent), len(known)
        opponent = tuple(
            count / most if count in (0, most) else chance for count, chance in zip(counts, believed, strict=True)
        )
        refusal = not accepted and self._following[seat].must_refuse(told)
        return Certain(most, known.points(colour.opponent), refusal), opponent

    def _chance_of_refusal(self, said: Explanation, attempt: Try, accepted: bool, seat: str) -> float:
        """Return the probability that a try was refused, as far as its seat could know."""
        view, point, opponent = self._players[seat].view, attempt.point, self._believed[seat]
        if not self._hides or point is None:  # refusals of a pass, or where all is seen, are known to everybody
            return float(not accepted)
        size, me = view.settings.size, view.seat.colour
        if attempt.kind is Kind.GHOST and all(view.board[beside] != me for beside in size.neighbours[point]):
            return 1.0
        if view.board[point] == me or (attempt.kind is Kind.GHOST and view.board[point] != EMPTY):
            return 1.0
        weighed = next((each.refused for each in said.candidates if each.attempt == attempt), None)
        if accepted or (weighed is not None and weighed > opponent[point]):
            return opponent[point] if weighed is None else weighed
        # A stone may be refused on an empty point too: for suicide.
        player = self._players[seat]
        boards = player.imagined() if isinstance(player, Belief) else []
        begun = replace(start(view.settings.ruleset, size, view.settings.komi), to_move=me or BLACK)
        refusals = [not judge(replace(begun, cells=board), attempt).accepted for board in boards]
        return max(opponent[point], sum(refusals) / max(1, len(refusals)))

    def _belief(self, seat: str) -> tuple[float, ...]:
        player = self._players[seat]
        if isinstance(player, Belief):
            return player.believed()
        enemy = player.view.seat.colour
        return tuple(float(cell != 0 and cell % 2 != int(enemy or 0) % 2) for cell in player.view.board)


def is_informative(heard: Told) -> bool:
    """Return whether a listener was told more than that a try stands: a refusal, removals, an atari, a change of sight.

    Otherwise the announcement changes nothing in the listener's belief about other points.
    """
    told = heard.captured_points, heard.captured_count, heard.lost_points, heard.lost_count, heard.vanished
    atari = heard.atari_on_opponent, heard.atari_on_mover
    return heard.outcome is Outcome.ILLEGAL or any(told) or any(atari) or heard.seen is not None


def point_of(heard: Told) -> tuple[int, ...]:
    """Return the point of a try that the listener sees, since its contents are now known."""
    point = None if heard.attempt is None else heard.attempt.point
    return () if point is None else (point,)


def learned(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the information of a belief relative to another: Kullback-Leibler divergence in bits."""
    return sum(_divergence(_bounded(old), _bounded(new)) for old, new in zip(before, after, strict=True))


def _bounded(chance: float) -> float:
    return min(1 - LEAST, max(LEAST, chance))


def _divergence(old: float, new: float) -> float:
    return new * log2(new / old) + (1 - new) * log2((1 - new) / (1 - old))


def _value(said: Explanation, attempt: Try | None) -> float | None:
    for candidate in said.candidates:
        if candidate.attempt == attempt and candidate.weight > 0:
            return candidate.value
    return None
