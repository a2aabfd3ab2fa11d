"""Benchmarks of a seat's knowledge: the chances of ``belief``, the exact set of boards, and the search for plans.

``belief`` is measured against the true board, turn by turn, beside two baselines: *even spread* takes every unknown point as
equally likely to hold a hidden stone, *uniform prior* draws worlds from the same ledger without fitted prior.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from yurei import players
from yurei.errors import BadValue, TooLarge, YureiError
from yurei.players import Budget
from yurei.players.certain import ExactSet, TooManyStates, begin
from yurei.players.certain_compiled import CompiledSet
from yurei.players.ledger import Ledger
from yurei.players.worlds import WORLDS, FittedPrior, Prior, Worlds, find_possible_points
from yurei.problems import problem_of
from yurei.problems.plan_compiled import CompiledSearch, Room
from yurei.problems.plan_search import Goal, PlainSearch, Task, task_of
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, WHITE
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.state import ghost, stone
from yurei_research.bench.measuring import Figure, Match, Report, Watch, processor_seconds, report
from yurei_research.compose import prover_of
from yurei_research.prove_plan import random_question

EVEN, UNIFORM = "even spread", "uniform prior"  # names of the baselines, as docs/strength.md has them
PLIES = 10  # log-losses are reported for groups of this many moves
ROUNDS = 64  # rounds in which all worlds are drawn or changed for one belief
STEPS = 16  # Metropolis steps a world, as before a playout
LEAST = 1 / (2 * ROUNDS * WORLDS)  # lower bound of a chance: this many worlds could not tell a smaller one from nothing
MOST_TURNS = 400  # turns after which a game is abandoned

Chances = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a game: the knowledge of the seat to move, valid until the next turn, and the true board."""

    ledger: Ledger
    view: View
    prior: Prior
    truth: bytes

    @property
    def open(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.frombuffer(self.ledger.board, np.int8) == EMPTY
        return found

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """The points with an opponent's piece that the seat does not see, bool[points]."""
        enemy = int(self.ledger.colour.opponent)
        truth, board = np.frombuffer(self.truth, np.int8), np.frombuffer(self.ledger.board, np.int8)
        found: NDArray[np.bool_] = ((truth == enemy) | (truth == enemy + 2)) & (board != truth)
        return found


def moments(settings: Settings, names: Sequence[str], budget: Budget, seed: int) -> Iterator[Turn]:
    """Play a game between two players, and yield every turn."""
    verdicts: list[Verdict] = []
    table = Table.of(settings, witness=verdicts.append)
    views = {seat: table.view(seat) for seat in ("black", "white")}
    ledgers, priors = {seat: Ledger(view) for seat, view in views.items()}, {seat: FittedPrior() for seat in views}
    sitting = {seat: players.get(name, seed + k) for k, (seat, name) in enumerate(zip(views, names, strict=True))}
    truth, turn = views["black"].board, True
    for _ in range(MOST_TURNS):
        if table.to_move is None:
            return
        seat = str(table.to_move)
        if turn:
            yield Turn(ledgers[seat], views[seat], priors[seat], truth)
        answer = table.attempt(seat, sitting[seat].choose(views[seat], budget))
        truth, turn = verdicts[-1].after.cells, table.to_move != seat
        for other, told in answer.told.items():
            if other in views:
                views[other] = table.view(other)
                priors[other].hear(told, views[other])
                ledgers[other].hear(told, views[other])


def even_spread(moment: Turn) -> Chances:
    """Return chances of the opponent's hidden stones by point, equal on all unknown points."""
    ledger, chances = moment.ledger, moment.open.astype(np.float64)
    chances[list(ledger.proven)] = 0
    chances *= max(0, ledger.hidden - len(ledger.proven)) / max(1.0, chances.sum())
    chances[list(ledger.proven)] = 1
    return np.minimum(1.0, chances)


def chances_from_worlds(moment: Turn, prior: Prior, chance: Random) -> tuple[Chances, Worlds]:
    """Return chances of the opponent's hidden stones by point, from worlds drawn with a prior; and these worlds."""
    worlds = Worlds(moment.view.settings, chance)
    worlds.draw(moment.ledger, prior.odds(moment.ledger, moment.view))
    chances = worlds.occupancy(ROUNDS, STEPS)
    chances[list(moment.ledger.proven)] = 1
    return chances, worlds


def log_loss(moment: Turn, chances: Chances) -> float:
    """Return the log-loss in bits of chances of hidden stones: the mean over points that look empty to the seat."""
    if not moment.open.any():
        return 0.0
    bounded = np.clip(chances, LEAST, 1 - LEAST)
    right = np.where(moment.hidden, bounded, 1 - bounded)
    return float(-np.log2(right[moment.open]).mean())


class Believed:
    """Sums of the benchmark of ``belief`` against one opponent."""

    def __init__(self) -> None:
        self.losses: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        self.turns, self.excluded, self.seconds = 0, 0, 0.0

    def plus(self, moment: Turn, chance: Random) -> None:
        self.turns += 1
        self.excluded += not is_possible(moment)
        fitted, worlds = chances_from_worlds(moment, moment.prior, chance)
        uniform, _ = chances_from_worlds(moment, Prior(), chance)
        for name, chances in ((EVEN, even_spread(moment)), (UNIFORM, uniform), ("belief", fitted)):
            self.losses[name, moment.ledger.moves // PLIES].append(log_loss(moment, chances))
        began = thread_time()
        worlds.occupancy(ROUNDS, STEPS)
        self.seconds += thread_time() - began

    def mean(self, name: str, tens: int | None = None) -> float:
        groups = [losses for (who, ten), losses in self.losses.items() if who == name and tens in (None, ten)]
        return sum(map(sum, groups)) / max(1, sum(map(len, groups)))


def is_possible(moment: Turn) -> bool:
    """Return whether the seat's ledger allows the true board: its points, proven pieces, and number of pieces."""
    ledger, hidden = moment.ledger, moment.hidden
    can = find_possible_points(ledger, moment.view)
    can[list(ledger.proven)] = True
    as_many = hidden.sum() == ledger.hidden if ledger.losses_told else hidden.sum() <= ledger.hidden
    return bool(can[hidden].all() and hidden[list(ledger.proven)].all() and as_many)


def believing(
    settings: Settings, opponents: Sequence[str], games: int, playouts: int, seed: int, watch: Watch
) -> Report:
    """Measure the log-loss of the player ``belief`` at its own turns in games against other players."""
    if not settings.referee.hides:
        slug = settings.referee.slug
        raise BadValue(f"the referee {slug} hides nothing, and there is nothing to believe; try olympiad")
    figures: list[Figure] = []
    for number, opponent in enumerate(opponents):
        found = Believed()
        for game in range(games):
            watch(number * games + game, len(opponents) * games)
            names, own = (("belief", opponent), BLACK) if game % 2 == 0 else ((opponent, "belief"), WHITE)
            for moment in moments(settings, names, Budget(playouts=playouts), seed + 2 * game):
                if moment.ledger.colour is own:
                    found.plus(moment, Random(seed + game))
        figures += _figures(opponent, found)
    notes = [f"{settings.ruleset.slug} {settings.size} under {settings.referee.slug}, {games} games with each opponent"]
    return report("belief", games, seed, figures, notes)


def _figures(opponent: str, found: Believed) -> Iterator[Figure]:
    """Yield the figures of one opponent. A ratio is the log-loss of a baseline divided by that of belief."""

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


GAMES = (
    ("go", "kriegspiel"),
    ("go", "common"),
    ("tromp-taylor", "counted"),
    ("alter-igo", "hamburg"),
    ("no-seki-go", "common"),
)
"""The games, each with its referee."""
MOST_STATES = 100_000  # bound on the states: a set that grows past it is the one that is measured last
LEAST_STATES = 1_000  # number of states from which on a step is measured
TRIES, SEED = 200, 1
STATES_TARGET = 300_000


def knowing(size: Size, rounds: int, watch: Watch) -> Report:
    """Measure the speed of Black's exact set in random games; only steps from sets with many states count."""
    figures = []
    for place, (ruleset, referee) in enumerate(GAMES):
        speeds = []
        for number in range(rounds + 1):
            watch(place * (rounds + 1) + number, len(GAMES) * (rounds + 1))
            speed = _states_per_second(ruleset, referee, size, Random(SEED + number))
            if number and speed is not None:  # the first game loads the code, or compiles it
                speeds.append(speed)
        if not speeds:
            raise BadValue(f"no exact set grows to {LEAST_STATES} states on {size}; try 5")
        speed, other = median(speeds), STATES_TARGET
        figures.append(Figure(f"{ruleset} under {referee}", speed, "states/s", other, speed / other, 1))
    made = f"on {size}; successor states made, also those that do not fit, in steps"
    note = f"{made} from {LEAST_STATES:,} to {MOST_STATES:,} states; beside them the target"
    return report("known", rounds, SEED, figures, [note])


def _states_per_second(ruleset: str, referee: str, size: Size, chance: Random) -> float | None:
    """Return the number of successor states per second in one random game; None if its set stays small."""
    table = Table(ruleset, referee=referee, size=size)
    exact: ExactSet = begin(table.view("black"), most=MOST_STATES)
    made, seconds = 0, 0.0
    for _ in range(TRIES):
        if table.to_move is None:
            break
        point = chance.randrange(size.points)
        attempt = ghost(point) if table.settings.ruleset.ghosts and chance.random() < 0.3 else stone(point)
        told = table.attempt(table.to_move, attempt).told["black"]
        began = processor_seconds()
        try:
            following = exact.after(told)
        except TooManyStates:
            break
        if len(exact) >= LEAST_STATES:
            assert isinstance(following, CompiledSet)
            seconds += processor_seconds() - began
            made += following.made
        exact = following
    return made / seconds if seconds > 0 else None


PLANS_TARGET = 100  # how many times as fast as plain Python the search is meant to be
MOST_MOVES = 3
POSITIONS, PLAIN_POSITIONS = 100, 3  # number of random positions, of which plain Python decides the first ones
MOST_NODES = 20_000


def planning(size: Size, rounds: int, watch: Watch) -> Report:
    prover_of("plan").settings({"width": size.width, "height": size.height})  # raises TooLarge
    found, room = list(islice(_tasks(size, Random(SEED)), POSITIONS)), Room()
    few = found[:PLAIN_POSITIONS]

    def compiled(tasks: list[Task]) -> int:
        return sum(_decide(CompiledSearch(task, MOST_NODES, room)) for task in tasks)

    def plain(tasks: list[Task]) -> int:
        return sum(_decide(PlainSearch(task, MOST_NODES)) for task in tasks)

    def positions(decide: Callable[[list[Task]], int]) -> int:
        decide(few)
        return len(few)

    match = Match()
    ours, theirs = ("ours", partial(compiled, found)), ("plain", partial(plain, few))
    match.pair("beliefs decided", "beliefs/s", ours, theirs, PLANS_TARGET)
    ours, theirs = ("our positions", partial(positions, compiled)), ("plain positions", partial(positions, plain))
    match.pair("positions decided", "positions/s", ours, theirs, PLANS_TARGET)
    note = f"random positions on {size}, up to {MOST_MOVES} moves; beside them plain Python on the first {len(few)}"
    return report("plans", rounds, SEED, match.figures(rounds, processor_seconds, watch), [note])


def _tasks(size: Size, random: Random) -> Iterator[Task]:
    game = {"id": "bench", "kind": "plan", "referee": "kriegspiel", "width": size.width, "height": size.height}
    while True:
        question = random_question(size, random)
        if question is not None and question["goal"] == Goal.CAPTURE:
            try:
                yield task_of(problem_of({**game, "answer": [], **question, "moves": MOST_MOVES}))
            except YureiError:
                continue  # on no board every string has a liberty


def _decide(search: CompiledSearch | PlainSearch) -> int:
    with suppress(TooLarge):
        search.least_moves(search.task.beginning, search.task.moves)
    return search.nodes
