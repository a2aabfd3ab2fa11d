"""Players against the exact game: their behaviour in each information set, and what it can cost them."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from yurei import players
from yurei.apps.exact.machine import SEATS, attempt_of
from yurei.apps.exact.sequences import Floats, SequenceForm
from yurei.apps.exact.tree import Tree
from yurei.players import Budget, Player
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.state import PASS, Kind, Try

ALIKE = "alike"
"""Name of the player that tries everything with the same probability, the pass too."""
DOUBT = 0.05
"""Weight of uniform behaviour in the half of the answers that a best answer is fitted to, against unseen sets."""
Watch = Callable[[int, int], None]


@dataclass(frozen=True)
class Sampled:
    """Behaviour of a player in each information set of a seat.

    Attributes:
        behaviour: From all answers; uniform where the player was never asked.
        halves: The same from either half of the answers.
        asked: Number of information sets in which the player was asked; they never reach the others by their own tries.
        answers: Number of turns played from each that begins one.
        resigned: Number of answers that were a resignation, which counts as a pass.
    """

    behaviour: Floats
    halves: tuple[Floats, Floats]
    asked: int = 0
    answers: int = 0
    resigned: int = 0


@dataclass(frozen=True)
class Exploited:
    """Loss of a player on a seat against an opponent that knows their strategy.

    Attributes:
        seat: ``black`` or ``white``.
        met: What Black gets if the best answer to all samples meets those samples.
        fresh: The same if the best answer to one half of the answers meets the other half: such an opponent is not
            fitted to chance, but half the answers teach it less. Equal to ``met`` without sampling.
        sampled: The behaviour.
    """

    seat: str
    met: float
    fresh: float
    sampled: Sampled

    def loss(self, value: float) -> tuple[float, float]:
        """Return how much less than the game's value the player gets: fresh, and met."""
        sign = 1 if self.seat == SEATS[0] else -1
        return sign * (value - self.fresh), sign * (value - self.met)


def alike(tree: Tree, seat: int) -> Sampled:
    """Return the behaviour of a player that tries everything with the same probability."""
    each = tree.seats[seat].uniform
    return Sampled(each, (each, each), tree.seats[seat].sets)


def sample(
    tree: Tree, seat: int, name: str, budget: Budget, answers: int, seed: int, watch: Watch = lambda done, of: None
) -> Sampled:
    """Ask a player for their behaviour, turn by turn, in each information set that they reach.

    The player has just sat down and hears all that happened before the turn at once. After a try that may be refused
    they are told so, and go on with the rest of the budget.

    Args:
        tree: The game, unfolded without symmetry: a player may treat mirrored boards differently.
        seat: 0 for Black, 1 for White.
        name: The player, as ``players.get`` takes it.
        budget: Budget of a turn, all its tries together.
        answers: Number of turns from each information set that begins one, an even number; every other goes to the
            second half.
        seed: Seed of the player.
        watch: Callback for progress: how many information sets are done, of how many.
    """
    own, interview = tree.seats[seat], _Interview(tree, seat, budget)
    for number in range(own.sets):
        watch(number, own.sets)
        if interview.begins_turn(number):
            for turn in range(answers):
                interview.ask(players.get(name, seed + number * answers + turn), number, turn % 2)
    first, second = interview.counts
    return Sampled(
        behaviour=own.behaviour(first + second),
        halves=(own.behaviour(first), own.behaviour(second)),
        asked=int(interview.asked.sum()),
        answers=answers,
        resigned=interview.resigned,
    )


class _Interview:
    """The answers of a player so far, in both halves."""

    def __init__(self, tree: Tree, seat: int, budget: Budget) -> None:
        self._seat, self._views, self._budget = tree.seats[seat], _Views(tree, seat), budget
        self.counts = [np.zeros(self._seat.sequences) for _ in range(2)]
        self.asked = np.zeros(self._seat.sets, bool)
        self.resigned = 0
        self._refused: dict[int, list[int]] = {}
        for number in range(self._seat.sets):
            if self._views.goes_on(number):
                self._refused.setdefault(int(self._seat.parent[number]), []).append(number)

    def begins_turn(self, number: int) -> bool:
        """Return whether a turn begins with an information set that the player has reached."""
        before = int(self._seat.parent[number])
        comes = before == 0 or self.counts[0][before] + self.counts[1][before] > 0
        return bool(comes) and not self._views.goes_on(number)

    def ask(self, player: Player, number: int, half: int) -> None:
        """Ask the player in an information set; if the try may be refused, tell them so and ask again."""
        attempt = player.choose(self._views.of(number), self._budget)
        self.asked[number] = True
        if attempt.kind is Kind.RESIGN:
            attempt, self.resigned = PASS, self.resigned + 1
        sequence = int(self._seat.first[number]) + self._views.tries(number).index(attempt)
        self.counts[half][sequence] += 1
        following = self._refused.get(sequence, [])
        for again in following:
            self.ask(player if again == following[-1] else deepcopy(player), again, half)


def exploited(form: SequenceForm, seat: int, sampled: Sampled) -> Exploited:
    """Return the result of the best answer to a behaviour."""
    own, other = form.seats[seat], form.seats[1 - seat]
    matrix, sign = (-form.transposed, -1) if seat == 0 else (form.payoff, 1)
    met, _ = other.best(matrix @ own.plan(sampled.behaviour))
    crossed = []
    for known, faced in (sampled.halves, sampled.halves[::-1]):
        _, answer = other.best(matrix @ own.plan((1 - DOUBT) * known + DOUBT * own.uniform))
        crossed.append(other.plan(answer) @ (matrix @ own.plan(faced)))
    return Exploited(SEATS[seat], sign * met, sign * float(np.mean(crossed)), sampled)


class _Views:
    """Knowledge of a seat in each of its information sets, as views; the game is unfolded without symmetry."""

    def __init__(self, tree: Tree, seat: int) -> None:
        self._tree, self._seat = tree, seat
        settings = tree.machine.form.settings
        self._opening = View.begin(settings, settings.seating.seats[seat], bytes(settings.size.points))

    def of(self, number: int) -> View:
        """Return the view in an information set."""
        return View.of(self._opening, reversed(list(self._heard(number))))

    def _heard(self, number: int) -> Iterator[Told]:
        """Yield what was told before an information set, the last first."""
        level, known = (int(each) for each in self._tree.infos[self._seat][:, number])
        story = self._tree.known[self._seat]
        for depth in range(level - 1, -1, -1):
            yield self._tree.machine.told[story.told[depth][known]]
            known = int(story.before[depth][known])

    def tries(self, number: int) -> list[Try]:
        """Return the tries of an information set, in the order of its sequences."""
        first, points = self._tree.seats[self._seat].first, self._tree.machine.form.settings.size.points
        own = self._tree.action[self._seat][first[number] - 1 : first[number + 1] - 1]
        return [attempt_of(int(action), points) for action in own]

    def goes_on(self, number: int) -> bool:
        """Return whether an information set comes after a refused try in the same turn."""
        last = next(self._heard(number), None)
        return last is not None and last.outcome is Outcome.ILLEGAL and last.seat == SEATS[self._seat]
