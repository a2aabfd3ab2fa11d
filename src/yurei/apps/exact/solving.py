"""Steps from a form to figures: count, unfold, solve, and measure players."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from yurei.apps.exact.form import Form, Payoff
from yurei.apps.exact.machine import SEATS, Machine, machine
from yurei.apps.exact.policies import ALIKE, Exploited, alike, exploited, sample
from yurei.apps.exact.solutions import Solution, learn, prove, solve
from yurei.apps.exact.tree import MOST_HISTORIES, HistoryCounts, Tree, unfold
from yurei.players import Budget

PROGRAM_UP_TO = 500_000
"""Most sequences of both seats for a linear program; it becomes slow beyond."""
PROVED_UP_TO = 300_000
"""Kinds of ends up to which a proof in fractions is tried."""
Watch = Callable[[str, int, int | None], None]


@dataclass(frozen=True)
class Wish:
    """Options for solving a game.

    Attributes:
        payoff, komi: Aim of the players, and the komi.
        method: ``program``, ``regret``, or ``auto``: the former if the game is small enough.
        within: Gap of the bounds at which learning from regret ends.
        seconds: Most seconds of learning; the bounds are then as they are.
        most: Most histories that may be unfolded.
    """

    payoff: Payoff = Payoff.POINTS
    komi: float = 0.0
    method: str = "auto"
    within: float = 1e-3
    seconds: float = 600.0
    most: int = MOST_HISTORIES


@dataclass(frozen=True)
class Solved:
    """A game and its value.

    Attributes:
        form, wish: The game, and the options.
        states: Number of states of the machine behind it.
        counts: Size of the tree.
        sets: Information sets of each seat; ``apart`` is their number with mirrored ones counted apart.
        method: Method that was used.
        solution: The value's bounds, and strategies.
        seconds: Seconds that all that took.
    """

    form: Form
    wish: Wish
    states: int
    counts: HistoryCounts
    sets: tuple[int, int]
    apart: tuple[int, int]
    method: str
    solution: Solution
    seconds: float

    def plain(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        settings, solution = self.form.settings, self.solution
        return {
            "game": settings.ruleset.slug,
            "size": str(settings.size),
            "referee": settings.referee.slug,
            "moves": self.form.moves,
            "bluffs": self.form.bluffs,
            "payoff": self.wish.payoff.value,
            "komi": self.wish.komi,
            "value": solution.value,
            "proved": None if solution.proved is None else str(solution.proved),
            "low": solution.low,
            "high": solution.high,
            "method": self.method,
            "states": self.states,
            "histories": self.counts.histories,
            "ends": self.counts.ends,
            "information_sets": list(self.apart),
            "solved_sets": list(self.sets),
            "seconds": round(self.seconds, 2),
        }


def _silent(what: str, done: int, of: int | None) -> None:
    """Ignore the progress; the default of ``watch``."""


def prepared(form: Form, watch: Watch = _silent) -> Machine:
    """Return the machine behind a form."""
    return machine(form, lambda states: watch("asking the referee", states, None))


def unfolded(asked: Machine, wish: Wish, *, symmetric: bool = True, watch: Watch = _silent) -> Tree:
    """Unfold the game.

    Raises:
        BadValue: if it is too large.
    """
    return unfold(
        asked, symmetric=symmetric, most=wish.most, watch=lambda done, of: watch("unfolding histories", done, of)
    )


def solved(form: Form, wish: Wish, watch: Watch = _silent) -> Solved:
    """Solve a game.

    Raises:
        BadValue: if it is too large.
    """
    began = monotonic()
    tree = unfolded(prepared(form, watch), wish, watch=watch)
    game = tree.form(wish.payoff, wish.komi)
    sequences = sum(seat.sequences for seat in tree.seats)
    method = wish.method
    if method == "auto":
        method = "program" if sequences <= PROGRAM_UP_TO else "regret"
    if method == "program":
        watch("linear program", 0, None)
        solution = solve(game)
    else:
        solution = _learnt(game, wish, watch)
    if game.payoff.nnz <= PROVED_UP_TO:
        watch("proof in fractions", 0, None)
        solution = prove(game, solution)
    sets = (tree.seats[0].sets, tree.seats[1].sets)
    states = tree.machine.states
    return Solved(form, wish, states, tree.counts, sets, tree.sets, method, solution, monotonic() - began)


def _learnt(game: Any, wish: Wish, watch: Watch) -> Solution:
    began = monotonic()

    def late(rounds: int, gap: float) -> bool:
        watch(f"learning, bounds {gap:.2g} apart", rounds, None)
        return monotonic() - began > wish.seconds

    return learn(game, within=wish.within, until=late)


def exploitability(
    form: Form, wish: Wish, name: str, budget: Budget, answers: int, seed: int = 1, watch: Watch = _silent
) -> list[Exploited]:
    """Return what a player can lose on either seat."""
    tree = unfolded(prepared(form, watch), wish, symmetric=False, watch=watch)
    game, found = tree.form(wish.payoff, wish.komi), []
    for seat in range(2):
        if name == ALIKE:
            sampled = alike(tree, seat)
        else:
            sampled = sample(tree, seat, name, budget, answers, seed, _asking(watch, name, seat))
        found.append(exploited(game, seat, sampled))
    return found


def _asking(watch: Watch, name: str, seat: int) -> Callable[[int, int], None]:
    return lambda done, of: watch(f"asking {name}, {SEATS[seat]}", done, of)
