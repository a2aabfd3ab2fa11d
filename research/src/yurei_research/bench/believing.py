"""Benchmark of ``belief``: its chances of the opponent's stones against the true board, turn by turn.

Two players play. At every turn the seat to move is asked, and so are two baselines: *even spread* takes every unknown
point as equally likely to hold a hidden stone, *uniform prior* draws worlds from the same ledger without fitted prior.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from yurei import players
from yurei.errors import BadValue
from yurei.players import Budget
from yurei.players.belief.ledger import Ledger
from yurei.players.belief.worlds import WORLDS, FittedPrior, Prior, Worlds, possible
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei_research.bench.measuring import Figure, Report, Watch, report, unwatched

EVEN, UNIFORM = "even spread", "uniform prior"
"""Names of the baselines, as docs/strength.md has them."""
PLIES = 10
"""Log-losses are reported for groups of this many moves."""
ROUNDS = 64
"""Rounds in which all worlds are drawn or changed for one belief."""
STEPS = 16
"""Metropolis steps a world, as before a playout."""
LEAST = 1 / (2 * ROUNDS * WORLDS)
"""Lower bound of a chance: this many worlds could not tell a smaller one from nothing."""
MOST_TURNS = 400
"""Turns after which a game is abandoned."""

Chances = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a game.

    Attributes:
        moves: Number of moves made before.
        ledger, view, prior: Knowledge of the seat to move. Ledger and prior change with the game: use them before the
            next moment.
        truth: The board, one cell a point.
    """

    moves: int
    ledger: Ledger
    view: View
    prior: Prior
    truth: bytes

    @property
    def open(self) -> NDArray[np.bool_]:
        """Points where the seat sees nothing and has nothing: bool[points]."""
        found: NDArray[np.bool_] = np.frombuffer(self.ledger.board, np.int8) == EMPTY
        return found

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Points with an opponent's piece that is not seen, also where an own one is believed to be: bool[points]."""
        enemy = int(self.ledger.colour.opponent)
        truth, board = np.frombuffer(self.truth, np.int8), np.frombuffer(self.ledger.board, np.int8)
        found: NDArray[np.bool_] = ((truth == enemy) | (truth == enemy + 2)) & (board != truth)
        return found


def moments(settings: Settings, names: Sequence[str], budget: Budget, seed: int) -> Iterator[Turn]:
    """Play a game, and yield every turn.

    Args:
        settings: The game, for two players.
        names: Black's player and White's, as ``players.get`` takes them.
        budget: Of a turn.
        seed: Seed of the game.
    """
    verdicts: list[Verdict] = []
    table = Table.of(settings, witness=verdicts.append)
    views = {seat: table.view(seat) for seat in ("black", "white")}
    ledgers = {seat: Ledger(view) for seat, view in views.items()}
    priors = {seat: FittedPrior() for seat in views}
    sitting = {seat: players.get(name, seed + k) for k, (seat, name) in enumerate(zip(views, names, strict=True))}
    truth, turn = views["black"].board, True
    for _ in range(MOST_TURNS):
        if table.to_move is None:
            return
        seat = str(table.to_move)
        if turn:
            yield Turn(ledgers[seat].moves, ledgers[seat], views[seat], priors[seat], truth)
        answer = table.attempt(seat, sitting[seat].choose(views[seat], budget))
        truth, turn = verdicts[-1].after.cells, table.to_move != seat
        for other, told in answer.told.items():
            if other in views:
                views[other] = table.view(other)
                priors[other].hear(told, views[other])
                ledgers[other].hear(told, views[other])


def even_spread(moment: Turn) -> Chances:
    """Return chances of the opponent's hidden stones, spread evenly over all points that are not known."""
    ledger, chances = moment.ledger, moment.open.astype(np.float64)
    chances[list(ledger.proven)] = 0
    chances *= max(0, ledger.hidden - len(ledger.proven)) / max(1.0, chances.sum())
    chances[list(ledger.proven)] = 1
    return np.minimum(1.0, chances)


def drawn(moment: Turn, prior: Prior, chance: Random) -> tuple[Chances, Worlds]:
    """Return the chances that worlds drawn by a prior give, and the worlds."""
    worlds = Worlds(moment.view.settings, chance)
    worlds.draw(moment.ledger, prior.odds(moment.ledger, moment.view))
    chances = worlds.occupancy(ROUNDS, STEPS)
    chances[list(moment.ledger.proven)] = 1
    return chances, worlds


def log_loss(moment: Turn, chances: Chances) -> float:
    """Return the mean log-loss in bits of chances of hidden stones, over the points not seen."""
    if not moment.open.any():
        return 0.0
    bounded = np.clip(chances, LEAST, 1 - LEAST)
    right = np.where(moment.hidden, bounded, 1 - bounded)
    return float(-np.log2(right[moment.open]).mean())


@dataclass
class Believed:
    """Results of the benchmark.

    Attributes:
        losses: By believer and by tens of moves: the log-loss of every turn, in bits a point.
        turns: Number of turns.
        excluded: Number of turns at which the truth was held to be impossible.
        seconds: Processor time that it took to change all worlds once more at each turn.
    """

    losses: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    turns: int = 0
    excluded: int = 0
    seconds: float = 0.0

    def plus(self, moment: Turn, chance: Random) -> None:
        """Add one turn."""
        self.turns += 1
        self.excluded += not is_possible(moment)
        fitted, worlds = drawn(moment, moment.prior, chance)
        uniform, _ = drawn(moment, Prior(), chance)
        for name, chances in ((EVEN, even_spread(moment)), (UNIFORM, uniform), ("belief", fitted)):
            self.losses[name, moment.moves // PLIES].append(log_loss(moment, chances))
        began = thread_time()
        worlds.occupancy(ROUNDS, STEPS)
        self.seconds += thread_time() - began

    def mean(self, name: str, tens: int | None = None) -> float:
        """Return the mean log-loss of all turns, or of one group."""
        found = [
            loss for (who, ten), losses in self.losses.items() if who == name and tens in (None, ten) for loss in losses
        ]
        return sum(found) / max(1, len(found))


def is_possible(moment: Turn) -> bool:
    """Return whether the player holds the true board possible: pieces where some may be, no wrong proof, not too many."""
    ledger, hidden = moment.ledger, moment.hidden
    proven = np.zeros(len(hidden), bool)
    proven[list(ledger.proven)] = True
    can = possible(ledger, moment.view) | proven
    as_many = hidden.sum() == ledger.hidden if ledger.losses_told else hidden.sum() <= ledger.hidden
    return bool(can[hidden].all() and hidden[proven].all() and as_many)


def believing(
    ruleset: str,
    referee: str,
    size: Size,
    opponents: Sequence[str],
    games: int,
    *,
    playouts: int = 200,
    seed: int = 1,
    watch: Watch = unwatched,
) -> Report:
    """Measure the belief in games of ``belief`` against other players; it is measured at their turns too.

    Args:
        ruleset, referee, size: The game.
        opponents: Players that it meets, each in as many games.
        games: Games with each.
        playouts: Of a turn of each.
        seed: Seed of the first game.
        watch: Callback for progress.
    """
    settings = Table(ruleset, referee=referee, size=size).settings
    if not settings.referee.hides:
        raise BadValue(
            f"the referee {settings.referee.slug} hides nothing, and there is nothing to believe; try olympiad"
        )
    figures: list[Figure] = []
    for number, opponent in enumerate(opponents):
        found = Believed()
        for game in range(games):
            watch(number * games + game, len(opponents) * games)
            names = ("belief", opponent) if game % 2 == 0 else (opponent, "belief")
            mine = 1 if game % 2 == 0 else 2
            for moment in moments(settings, names, Budget(playouts=playouts), seed + 2 * game):
                if int(moment.ledger.colour) == mine:
                    found.plus(moment, Random(seed + game))
        figures += _figures(opponent, found)
    notes = [f"{settings.ruleset.slug} {settings.size} under {settings.referee.slug}, {games} games with each opponent"]
    return report("belief", games, seed, figures, notes)


def _figures(opponent: str, found: Believed) -> Iterator[Figure]:
    """Yield the figures of one opponent; a ratio divides the log-loss of the baseline by that of belief."""

    def beside(what: str, other: str, tens: int | None = None) -> Figure:
        belief, others = found.mean("belief", tens), found.mean(other, tens)
        return Figure(what, belief, "bits/point", others, others / max(1e-9, belief))

    for other in (EVEN, UNIFORM):
        yield beside(f"log-loss v {opponent}, belief beside {other}", other)
    for tens in sorted({tens for _, tens in found.losses}):
        yield beside(f"  moves {tens * PLIES} to {tens * PLIES + PLIES - 1}, beside {EVEN}", EVEN, tens)
    yield Figure(f"turns v {opponent}", found.turns, "turns")
    yield Figure(f"turns v {opponent} at which the truth is excluded", found.excluded, "turns")
    yield Figure(f"worlds v {opponent}", found.turns * ROUNDS * WORLDS / max(1e-9, found.seconds), "worlds/s")
