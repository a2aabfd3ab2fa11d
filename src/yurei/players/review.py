"""The review after a game: what each seat could know before each of its tries, and its chance to win.

Its results are values: try by try, turning points, and most informative announcements.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from yurei.players.belief import Belief
from yurei.players.certain import Following
from yurei.players.mcts import Mcts
from yurei.players.player import Budget, Explanation
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, Kind, Try, read_try, start

SURE = 0.98
"""Least probability of a refusal at which the seat counts as having been able to know of it."""
FEWEST_PLAYOUTS = 20
"""Least number of playouts from which the chance to win after a try is estimated."""
TURNED = 0.05
"""Least fall of a seat's winning chance, from one of its turns to the next, at a turning point."""


@dataclass(frozen=True, slots=True)
class CertainFacts:
    """Facts that a seat could know for certain before its try: they hold on all boards that fit what it was told."""

    boards: int  # number of those boards, 1 or more
    opponent: tuple[int, ...]  # the points where an enemy piece stands on all of them
    refusal: bool  # whether the try was refused, and would be refused on all of them

    def plain(self, size: Size) -> dict[str, Any]:
        """Return the facts as plain values, for JSON."""
        return {"boards": self.boards, "opponent": list(map(size.name, self.opponent)), "refusal": self.refusal}

    @classmethod
    def read(cls, plain: Mapping[str, Any], size: Size) -> "CertainFacts":
        """Return the facts from plain values, as ``plain`` returns them."""
        return cls(plain["boards"], tuple(map(size.point, plain["opponent"])), plain["refusal"])


@dataclass(frozen=True, slots=True)
class ReviewedTry:
    """The review of one try. Chances are from 0 to 1, by what the seat knew then, and None if unknown."""

    seat: str
    attempt: Try
    accepted: bool
    win: float | None  # the seat's chance to win before the try
    best: Try | None  # the try of ``Belief``; None if it would have resigned
    best_value: float | None  # the chance to win after that try, if accepted
    value: float | None  # the chance to win after this one, if accepted
    refused: float  # the chance that it would be refused
    could_know: bool  # whether it was refused and the seat could have known that it would be
    opponent: tuple[float, ...]  # for every point the chance that an enemy piece stands there
    bits: Mapping[str, float]  # information on the opponent's pieces that each seat gained from it, in bits
    certain: CertainFacts | None = None  # None if too many boards fit what the seat was told

    def plain(self, size: Size) -> dict[str, Any]:
        """Return the review as plain values for JSON. Chances have four decimals, those of points two."""
        return {
            "seat": self.seat,
            "try": self.attempt.text(size),
            "accepted": self.accepted,
            "win": _rounded(self.win),
            "best": None if self.best is None else self.best.text(size),
            "best_value": _rounded(self.best_value),
            "value": _rounded(self.value),
            "refused": _rounded(self.refused),
            "could_know": self.could_know,
            "opponent": [round(chance, 2) for chance in self.opponent],
            "bits": {seat: _rounded(bits) for seat, bits in self.bits.items()},
            "certain": None if self.certain is None else self.certain.plain(size),
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any], size: Size) -> "ReviewedTry":
        """Return a review from plain values, as ``plain`` returns them; earlier versions may lack ``certain``."""
        values = {**plain, "opponent": tuple(plain["opponent"]), "bits": dict(plain["bits"])}
        if certain := plain.get("certain"):
            values["certain"] = CertainFacts.read(certain, size)
        attempt, best = values.pop("try"), values.pop("best")
        return cls(attempt=read_try(attempt, size), best=None if best is None else read_try(best, size), **values)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def turning_points(tries: Sequence[ReviewedTry], most: int) -> list[tuple[int, float]]:
    """Return the moves after which the mover's chance to win fell most: pairs of number, from 1, and fall."""
    falls = []
    for number, each in enumerate(tries, 1):
        later = next((other for other in tries[number:] if other.seat == each.seat), None)
        after = each.value if later is None else later.win  # a last pass or stone is followed by no estimate
        if each.accepted and each.win is not None and after is not None:
            falls.append((number, each.win - after))
    falls.sort(key=lambda fall: -fall[1])
    return [fall for fall in falls[:most] if fall[1] > TURNED]


def most_informative(tries: Sequence[ReviewedTry], most: int) -> list[tuple[int, str, float]]:
    """Return the announcements with the most information, as triples: number of the try, from 1; seat; bits."""
    told = [(number, seat, bits) for number, each in enumerate(tries, 1) for seat, bits in each.bits.items()]
    return sorted(told, key=lambda each: -each[2])[:most]


LEAST = 0.002
"""Least probability, so that the information of one announcement stays finite."""


class Reviewer:
    """Replays a finished game, and computes for each seat what ``Belief`` would have thought, and what was certain."""

    def __init__(self, openings: Mapping[str, View], budget: Budget, seed: int = 1) -> None:
        self._budget = budget
        self._hides = next(iter(openings.values())).settings.referee.hides
        self._players: dict[str, Belief | Mcts] = {}
        for number, (seat, opening) in enumerate(openings.items()):
            self._players[seat] = Belief(seed + number) if self._hides else Mcts(seed + number)
            self._players[seat].begin(opening)
        self._believed = {seat: self._belief(seat) for seat in openings}
        self._following = {seat: Following(opening) for seat, opening in openings.items()} if self._hides else {}

    def step(self, seat: str, attempt: Try, told: Mapping[str, Told]) -> ReviewedTry:
        """Review the next try of a seat; ``told`` has what each seat was told of it."""
        player = self._players[seat]
        player.spent = Budget(0.0, 0)  # all tries have the same budget, however often one was refused in the turn
        best: Try | None = player.answer(self._budget)
        said = player.explain()
        accepted = told[seat].outcome.value != "illegal"
        certain, opponent = self._certain_facts(seat, told[seat], accepted)
        refused = 1.0 if certain and certain.refusal else self._chance_of_refusal(said, attempt, accepted, seat)
        bits = {}
        for other, heard in told.items():
            if other in self._players:
                before = self._believed[other]
                self._players[other].hear(heard)
                if self._hides:
                    self._following[other].hear(heard)
                self._believed[other] = self._belief(other)
                point = heard.attempt.point if heard.attempt is not None else None
                points = range(len(before)) if is_informative(heard) else () if point is None else (point,)
                after = self._believed[other]
                bits[other] = information_gain([before[point] for point in points], [after[point] for point in points])
        if best is not None and best.kind is Kind.RESIGN:
            best = None
        return ReviewedTry(
            seat, attempt, accepted, said.win, best, _get_win_rate(said, best), _get_win_rate(said, attempt), refused,
            not accepted and refused >= SURE, opponent, bits, certain,
        )  # fmt: skip

    def _certain_facts(self, seat: str, told: Told, accepted: bool) -> tuple[CertainFacts | None, tuple[float, ...]]:
        """Return what was certain for a seat before its try, and its belief with certain points set to 0 or 1."""
        believed, colour = self._believed[seat], self._players[seat].view.seat.colour
        known = self._following[seat].certainties() if self._hides else None
        if known is None or colour is None:
            return None, believed
        counts, most = known.count(colour.opponent), len(known)
        opponent = tuple(
            count / most if count in (0, most) else chance for count, chance in zip(counts, believed, strict=True)
        )
        refusal = not accepted and self._following[seat].must_refuse(told)
        return CertainFacts(most, known.points(colour.opponent), refusal), opponent

    def _chance_of_refusal(self, said: Explanation, attempt: Try, accepted: bool, seat: str) -> float:
        """Return the probability of a try's refusal, from what its seat could know before it."""
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
    """Return whether a listener was told more than that a move was made: a refusal, removals, atari, or sight."""
    lost = heard.captured_points, heard.captured_count, heard.lost_points, heard.lost_count, heard.vanished
    told = *lost, heard.atari_on_opponent, heard.atari_on_mover
    return heard.outcome is Outcome.ILLEGAL or any(told) or heard.seen is not None


def information_gain(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the information in bits between two beliefs, by Kullback-Leibler divergence; both are chances by point."""
    before, after = ([min(1 - LEAST, max(LEAST, chance)) for chance in chances] for chances in (before, after))
    return sum(
        new * log2(new / old) + (1 - new) * log2((1 - new) / (1 - old)) for old, new in zip(before, after, strict=True)
    )


def _get_win_rate(said: Explanation, attempt: Try | None) -> float | None:
    """Return the chance to win after a try, from an explanation; None if too few playouts began with that try."""
    for candidate in said.candidates:
        if candidate.attempt == attempt:
            enough = candidate.weight * said.playouts >= FEWEST_PLAYOUTS or attempt == PASS
            return candidate.value if enough and candidate.weight > 0 else None
    return None
