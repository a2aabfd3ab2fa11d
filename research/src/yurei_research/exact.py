"""Exact solutions of small phantom games, and the losses of players against an opponent that knows their strategy.

A form is converted to a machine of few states, by asking the real table for every answer once. The machine is unfolded
into all
histories, level by level, and the knowledge of each seat in them; that is a sequence form, which is solved:
``solve_game(Form(settings, moves=6), Options()).solution.value``.
"""

import json as lines
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from time import monotonic
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # it has no types

from yurei import players
from yurei.apps.cli.app import command_app
from yurei.apps.cli.common import BadUsage, progress_bar
from yurei.apps.cli.options import GAME_KEYS, number_option, settings_of, with_settings
from yurei.errors import BadSettings, BadValue
from yurei.players import Budget, Player
from yurei.players.tablebase import symmetries
from yurei.referee.referee import FailedTry
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import colour_of
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.ruleset import FREE, Repetition, Scoring
from yurei.rules.scoring import points
from yurei.rules.state import PASS, Kind, State, start, stone
from yurei_research.sequence_form import Floats, Ints, Seat, SequenceForm, Solution, learn, prove, solve

SEATS = ("black", "white")
LARGEST = 12  # most points of a board: far beyond what can be solved
MOST_MOVES, MOST_STATES = 60, 100_000
MOST_HISTORIES = 30_000_000  # default limit: one level of this many and its ends fit into a few GB
PROGRAM_UP_TO = 500_000  # most sequences of both seats for a linear program; it becomes slow beyond
PROVED_UP_TO = 300_000  # kinds of ends up to which a proof in fractions is tried
Watch = Callable[[str, int, int | None], None]  # callback for progress: what is done, how much of it, of how much


def unwatched(what: str, done: int, of: int | None) -> None: ...


# The game ----------------------------------------------------------------------------------------------------------


class Payoff(StrEnum):
    """Payoff of a game: what Black tries to increase, and White to decrease."""

    POINTS = "points"  # Black's points less White's less komi
    WIN = "win"  # 1 for Black's win, -1 for White's, 0 for a draw


@dataclass(frozen=True)
class Form:
    """A game that is finite, so that it can be solved; raises ``BadSettings`` if it cannot.

    The tries of a turn are all points but those where the seat sees a piece, none twice, and the pass; with bluffs also
    points where it sees one. The board is counted after two passes, or after so many accepted moves, passes included.
    """

    settings: Settings
    moves: int | None = None  # None for no limit, which only a superko rule makes finite
    bluffs: bool = False

    def __post_init__(self) -> None:
        rules, settings, moves = self.settings.ruleset, self.settings, self.moves
        superko = rules.repetition in (Repetition.POSITIONAL_SUPERKO, Repetition.SITUATIONAL_SUPERKO)
        refusals = {
            "only games that count area can be solved; try go": rules.scoring is not Scoring.AREA,
            "games with ghosts cannot be solved; try go": rules.ghosts,
            "only games in which passing is free can be solved": rules.passing != FREE,
            "two seats can be solved, no more; leave --seating out": settings.seating.slug != "duel",
            "only --failed-try retry can be solved": settings.referee.failed_try is not FailedTry.RETRY,
            f"boards of {LARGEST} points at most; try 2x2": settings.size.points > LARGEST,
            "without a superko rule a game needs a cap; try --moves 6, or tromp-taylor": moves is None and not superko,
            f"--moves is a whole number from 1 to {MOST_MOVES}": moves is not None and not 1 <= moves <= MOST_MOVES,
        }
        for sentence, refused in refusals.items():
            if refused:
                raise BadSettings(sentence)


@dataclass(frozen=True)
class Machine:
    """All states of a game and the tries that lead from one to another, as arrays; state 0 is the first.

    A state is all that the referee's answers depend on: the true state, both seats' own boards, and the refusals of this
    turn. It does not hold what was told before.
    """

    form: Form
    mover: Ints  # by state, 0 if Black is to move, 1 if White is
    margin: Ints  # by state, Black's points less White's as the board stands, without komi
    ended: NDArray[np.bool_]  # by state, whether two passes have ended the game
    first: Ints  # tries of state s are first[s] to first[s + 1]
    action: Ints  # by try, the point; the number of points for a pass
    accepted: NDArray[np.bool_]  # by try
    after: Ints  # by try, the state that follows
    tokens: Ints  # by seat and try, the number of what it is told
    told: list[Told]  # by number

    @property
    def states(self) -> int:
        return len(self.mover)


@dataclass
class _Builder:
    """Collects the states of a ``Machine``, each with its table, true state and set of refused points."""

    form: Form
    numbers: dict[object, int] = field(default_factory=dict)
    states: list[tuple[Table, State, int]] = field(default_factory=list)
    tries: list[list[tuple[int, bool, int, int, int]]] = field(default_factory=list)
    tokens: dict[Told, int] = field(default_factory=dict)

    def number(self, table: Table, state: State, refused: int) -> int:
        """Return the number of a state, which is added if it is new."""
        boards = [table.view(seat).board for seat in SEATS]
        key = (state.cells, state.to_move, state.memory, state.passes_in_row, *boards, refused)
        if key not in self.numbers:
            if len(self.numbers) >= MOST_STATES:
                raise BadValue(f"this game has more than {MOST_STATES:,} states; try a smaller board or fewer --moves")
            self.numbers[key] = len(self.numbers)
            self.states.append((table, state, refused))
            self.tries.append([])
        return self.numbers[key]

    def expand(self, number: int) -> tuple[list[int], list[int]]:
        """Make every try of a state at a copy of its table; return the states after refusals, and those after moves."""
        table, state, refused = self.states[number]
        refusals, moves = list[int](), list[int]()
        for action in _actions(table, state, refused, self.form.bluffs):
            verdicts: list[Verdict] = []
            copy = table.copy(witness=verdicts.append)
            tried = PASS if action == copy.settings.size.points else stone(action)
            answer = copy.attempt(SEATS[state.to_move - 1], tried)
            first, second = (self.tokens.setdefault(answer.told[each], len(self.tokens)) for each in SEATS)
            after = self.number(copy, verdicts[-1].after, 0 if answer.accepted else refused | 1 << action)
            (moves if answer.accepted else refusals).append(after)
            self.tries[number].append((action, answer.accepted, after, first, second))
        return refusals, moves


def _actions(table: Table, state: State, refused: int, bluffs: bool) -> list[int]:
    """Return the points that the seat to move can try, not refused or seen occupied, and last the pass."""
    board = table.view(SEATS[state.to_move - 1]).board
    own = sum(colour_of(cell) is state.to_move for cell in board)
    # Under a referee whose captured stones do not vanish, the seat was told how many of its stones went, not which.
    doubtful = not table.settings.referee.vanishes and own > state.cells.count(state.to_move)
    return [
        point
        for point, cell in enumerate(board)
        if not refused >> point & 1 and (cell == 0 or bluffs or (doubtful and colour_of(cell) is state.to_move))
    ] + [len(board)]


def build_machine(form: Form, watch: Watch = unwatched) -> Machine:
    """Find all states of a game within its limit of moves; raise ``BadValue`` if there are too many."""
    settings, builder = form.settings, _Builder(form)
    begun = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
    level, done, depth = [builder.number(Table.of(settings), begun, 0)], set[int](), 0
    while level and (form.moves is None or depth < form.moves):
        following: list[int] = []
        while level:
            number = level.pop()
            if number in done or builder.states[number][1].result is not None:
                continue
            done.add(number)
            watch("asking the referee", len(done), None)
            refusals, moves = builder.expand(number)
            level += refusals
            following += moves
        level, depth = following, depth + 1
    states = [state for _, state, _ in builder.states]
    tries = np.array([one for each in builder.tries for one in each], dtype=np.int64).reshape(-1, 5)
    return Machine(
        form=form,
        mover=np.array([state.to_move - 1 for state in states], dtype=np.int64),
        margin=np.array([int(np.subtract(*points(state))) for state in states], dtype=np.int64),
        ended=np.array([state.result is not None for state in states]),
        first=np.concatenate(([0], np.cumsum([len(each) for each in builder.tries]))).astype(np.int64),
        action=tries[:, 0],
        accepted=tries[:, 1].astype(bool),
        after=tries[:, 2],
        tokens=tries[:, 3:].T.copy(),
        told=list(builder.tokens),
    )


# Symmetry ----------------------------------------------------------------------------------------------------------
# In a two-player zero-sum game some optimal strategy treats mirrored information alike: the mean of an optimal strategy
# and its mirror images is optimal too. So each seat's information is turned into one standard form, on its own.


def _turned(told: Told, images: tuple[int, ...], size: Size) -> Told:
    """Return what would be told of the image of a try on the image of the board."""

    def moved(points: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return None if points is None else size.in_order(images[point] for point in points)

    attempt, seen = told.attempt, told.seen
    if attempt is not None and attempt.point is not None:
        attempt = replace(attempt, point=images[attempt.point])
    if seen is not None:
        cells = {images[point]: cell for point, cell in seen.appeared}
        appeared = tuple((point, cells[point]) for point in size.in_order(cells))
        seen = seen._replace(appeared=appeared, gone=moved(seen.gone) or ())
    points: dict[str, Any] = {key: moved(getattr(told, key)) for key in ("captured_points", "lost_points", "vanished")}
    return replace(told, attempt=attempt, seen=seen, **points)


class Orbits:
    """Orbits of numbered things, such as tries or messages, under subgroups of a group of symmetries."""

    def __init__(self, images: Ints, groups: list[frozenset[int]]) -> None:
        self.images = images  # by symmetry and thing
        self.groups = groups  # the subgroups found so far, shared by all instances
        self._found: dict[int, tuple[int, int, int, int]] = {}

    def find(self, group: Ints, thing: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return for each thing its least image under its subgroup, the symmetry to it, orbit size, and stabiliser."""
        keys, back = np.unique(group * self.images.shape[1] + thing, return_inverse=True)
        rows = np.array([self._one(int(key)) for key in keys], dtype=np.int64).reshape(-1, 4)[back]
        return rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]

    def _one(self, key: int) -> tuple[int, int, int, int]:
        if key not in self._found:
            number, thing = divmod(key, self.images.shape[1])
            group = self.groups[number]
            least = min(int(self.images[each, thing]) for each in group)
            there = min(each for each in group if self.images[each, thing] == least)
            orbit = len({int(self.images[each, thing]) for each in group})
            fixing = frozenset(each for each in group if self.images[each, least] == least)
            if fixing not in self.groups:
                self.groups.append(fixing)
            self._found[key] = least, there, orbit, self.groups.index(fixing)
        return self._found[key]


class Symmetry:
    """Symmetries of a game's board, and their action on its tries and messages."""

    def __init__(self, size: Size, told: list[Told], only_identity: bool = False) -> None:
        images = symmetries(size)[: 1 if only_identity else None]
        numbers = {each: number for number, each in enumerate(images)}
        self.order = len(images)
        # product[g, h] is the symmetry that does h first, then g.
        self.product = np.array([[numbers[tuple(g[h[p]] for p in range(size.points))] for h in images] for g in images])
        self.inverse = np.argmin(self.product, axis=1)  # the identity is number 0
        self.points = np.array([[*each, size.points] for each in images], dtype=np.int64)
        self.groups = [frozenset(range(self.order))]
        self.tries = Orbits(self.points, self.groups)
        tokens, count = {each: number for number, each in enumerate(told)}, -1
        while len(tokens) > count:  # a symmetric try may tell something that was not met yet
            met, count = list(tokens), len(tokens)
            rows = [[tokens.setdefault(_turned(each, turn, size), len(tokens)) for each in met] for turn in images]
        self.told = Orbits(np.array(rows, dtype=np.int64).reshape(len(images), -1), self.groups)


# Unfolding ---------------------------------------------------------------------------------------------------------


class HistoryCounts(NamedTuple):
    """Numbers of all histories, which are sequences of tries from the start, and of those at which the game ends."""

    histories: int
    ends: int


Knowledge = list[tuple[Ints, Ints]]
"""Knowledge of a seat at each level: by number, the number of its knowledge before, and what it was told then."""


@dataclass(frozen=True)
class Tree:
    """A game unfolded into histories, with the information sets and sequences of both seats."""

    machine: Machine
    counts: HistoryCounts
    sets: tuple[int, int]  # by seat, the number of information sets, mirrored ones counted apart
    seats: tuple[Seat, Seat]  # the information of each seat, mirrored ones taken together
    knowledge: tuple[Knowledge, Knowledge]
    infos: tuple[Ints, Ints]  # by seat and information set, the level and the number of the knowledge there
    action: tuple[Ints, Ints]  # by seat and sequence but the empty one, the try
    pairs: Ints  # by kind of end, both sequences
    margin: NDArray[np.int16]  # by kind of end, the score without komi
    weight: Floats  # by kind of end, the number of ends times the probability that it stands for

    def form(self, payoff: Payoff = Payoff.POINTS, komi: float = 0.0) -> SequenceForm:
        left = self.margin.astype(np.float64) - komi
        values = self.weight * (left if payoff is Payoff.POINTS else np.sign(left))
        shape = (self.seats[0].sequences, self.seats[1].sequences)
        return SequenceForm(self.seats, csr_matrix((values, (self.pairs[0], self.pairs[1])), shape=shape))


def count_histories(machine: Machine) -> HistoryCounts:
    has_cap, cap = machine.form.moves is not None, machine.form.moves or 10**6
    level = {(0, 0): 1}
    histories = ends = 0
    while level:
        histories += sum(level.values())
        following: dict[tuple[int, int], int] = {}
        for (state, moves), number in level.items():
            if machine.ended[state] or moves == cap:
                ends += number
                continue
            for each in range(machine.first[state], machine.first[state + 1]):
                # Without a cap the number of moves decides nothing.
                there = int(machine.after[each]), moves + int(machine.accepted[each] and has_cap)
                following[there] = following.get(there, 0) + number
        level = following
    return HistoryCounts(histories, ends)


class _Unfolding:
    """Unfolds a game level by level: the histories of the present level as arrays, and results of earlier levels.

    A level holds all histories of equally many tries, refused ones among them: all seats are told of every try, so that
    all knowledge grows in step. By history: its state, the number of accepted moves, for each seat its knowledge
    (``info``), the symmetry that takes it to its standard form (``turned``), the symmetries that fix it (``fixed``), its
    last sequence, and the probability of the history (``weight``); ``joint`` are the symmetries that fix the history.
    """

    def __init__(self, machine: Machine, symmetry: Symmetry) -> None:
        self.machine, self.symmetry = machine, symmetry
        self.state, self.moves = np.zeros(1, np.int32), np.zeros(1, np.int16)
        self.joint, self.weight = np.zeros(1, np.int16), np.ones(1)
        self.info = [np.zeros(1, np.int64) for _ in SEATS]
        self.turned = [np.zeros(1, np.int8) for _ in SEATS]
        self.fixed = [np.zeros(1, np.int16) for _ in SEATS]
        self.sequence = [np.zeros(1, np.int64) for _ in SEATS]
        self.depth = 0
        self.parents, self.sizes, self.actions = ([[np.zeros(0, np.int64)] for _ in SEATS] for _ in range(3))
        self.infos = [[np.zeros((2, 0), np.int64)] for _ in SEATS]
        self.level_sizes: list[list[int]] = [[], []]
        self.next_sequence = [1, 1]
        self.all_sets = [0, 0]
        self.knowledge: tuple[Knowledge, Knowledge] = ([], [])
        self.ends: list[tuple[Ints, Ints, Ints, Floats]] = []

    def step(self) -> None:
        machine, cap = self.machine, self.machine.form.moves
        tries, origin = self._tries()
        after = machine.after[tries]
        self.moves = (self.moves[origin] + machine.accepted[tries]).astype(np.int16)
        over = machine.ended[after] | (self.moves == cap if cap is not None else False)
        black, white = (each[over] for each in self.sequence)
        self.ends.append((black, white, machine.margin[after[over]], self.weight[over]))
        going = ~over
        for seat in range(2):
            self._tell(seat, machine.tokens[seat][tries[going]], origin[going])
            self.sequence[seat] = self.sequence[seat][going]
        self.state, self.moves = after[going].astype(np.int32), self.moves[going]
        self.joint, self.weight = self.joint[going], self.weight[going]
        self.depth += 1

    def _tries(self) -> tuple[Ints, Ints]:
        """Return all tries of all histories, mirrored ones once, with the history's index; extend the sequences."""
        machine = self.machine
        numbers = machine.first[self.state + 1] - machine.first[self.state]
        origin = np.repeat(np.arange(len(self.state)), numbers)
        begins = np.cumsum(numbers) - numbers
        tries = np.arange(len(origin)) - begins[origin] + machine.first[self.state][origin]
        action = machine.action[tries]
        least, _, alike, fixing = self.symmetry.tries.find(self.joint[origin].astype(np.int64), action)
        kept = least == action
        tries, origin, action = tries[kept], origin[kept], action[kept]
        self.weight, self.joint = self.weight[origin] * alike[kept], fixing[kept].astype(np.int16)
        mover = machine.mover[self.state][origin]
        for seat in range(2):
            self.sequence[seat] = self.sequence[seat][origin]
            self._number_sequences(seat, np.flatnonzero(mover == seat), origin, action)
        return tries, origin

    def _number_sequences(self, seat: int, own: Ints, origin: Ints, action: Ints) -> None:
        """Number the new sequences and the information sets of a seat at this level, where it is to move."""
        self.level_sizes[seat].append(0)
        if not len(own):
            return
        symmetry, sources, points = self.symmetry, origin[own], self.symmetry.points.shape[1]
        info, fixed = self.info[seat][sources], self.fixed[seat][sources].astype(np.int64)
        standard = symmetry.points[symmetry.inverse[self.turned[seat][sources]], action[own]]
        standard, _, alike, _ = symmetry.tries.find(fixed, standard)
        keys, firsts, back = np.unique(info * points + standard, return_index=True, return_inverse=True)
        sets, set_firsts, sizes = np.unique(keys // points, return_index=True, return_counts=True)
        parent = self.sequence[seat][own]
        set_parents = parent[firsts[set_firsts]]
        assert (set_parents[np.searchsorted(sets, info)] == parent).all(), "a seat has forgotten what it tried"
        self.parents[seat].append(set_parents)
        self.sizes[seat].append(sizes)
        self.infos[seat].append(np.stack([np.full(len(sets), self.depth), sets]))
        self.actions[seat].append(keys % points)
        self.level_sizes[seat][-1] = len(sets)
        orders = np.array([len(group) for group in symmetry.groups])
        self.all_sets[seat] += int((symmetry.order // orders[fixed[firsts[set_firsts]]]).sum())
        self.sequence[seat][own] = self.next_sequence[seat] + back
        self.next_sequence[seat] += len(keys)
        self.weight[own] /= alike  # one sequence stands for all of these, each with an equal share

    def _tell(self, seat: int, told: Ints, origin: Ints) -> None:
        symmetry, turned = self.symmetry, self.turned[seat][origin]
        kinds = symmetry.told.images.shape[1]
        standard = symmetry.told.images[symmetry.inverse[turned], told]
        least, there, _, fixing = symmetry.told.find(self.fixed[seat][origin].astype(np.int64), standard)
        keys, back = np.unique(self.info[seat][origin] * kinds + least, return_inverse=True)
        self.knowledge[seat].append((keys // kinds, keys % kinds))
        self.info[seat] = back.astype(np.int64)
        self.turned[seat] = symmetry.product[turned, symmetry.inverse[there]].astype(np.int8)
        self.fixed[seat] = fixing.astype(np.int16)

    def seat(self, seat: int) -> Seat:
        first = np.concatenate(([1], *self.sizes[seat])).cumsum()
        levels = np.concatenate(([0], np.cumsum(self.level_sizes[seat])))
        return Seat(np.concatenate(self.parents[seat]), first.astype(np.int64), levels.astype(np.int64))


def unfold(machine: Machine, *, symmetric: bool = True, most: int = MOST_HISTORIES, watch: Watch = unwatched) -> Tree:
    """Unfold a game into histories; raise ``BadValue`` if there are more than ``most``."""
    symmetry = Symmetry(machine.form.settings.size, machine.told, only_identity=not symmetric)
    counts = count_histories(machine)
    about = counts.histories // symmetry.order
    if about > most:
        raise BadValue(
            f"this game has {counts.histories:,} histories, about {about:,} of them to unfold, and {most:,} fit here; "
            "try fewer --moves or a smaller board"
        )
    work, done = _Unfolding(machine, symmetry), 0
    while len(work.state):
        done += len(work.state)
        watch("unfolding histories", done, about)
        work.step()
    first, second, margin, weight = (np.concatenate(each) for each in zip(*work.ends, strict=True))
    return Tree(
        machine=machine,
        counts=counts,
        sets=(work.all_sets[0], work.all_sets[1]),
        seats=(work.seat(0), work.seat(1)),
        knowledge=work.knowledge,
        infos=(np.concatenate(work.infos[0], axis=1), np.concatenate(work.infos[1], axis=1)),
        action=(np.concatenate(work.actions[0]), np.concatenate(work.actions[1])),
        pairs=np.stack([first, second]),
        margin=margin.astype(np.int16),
        weight=weight,
    )


# Solving -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """Options of the command ``exact``."""

    payoff: Payoff = Payoff.POINTS
    komi: float = 0.0
    method: str = "auto"  # a linear program if the game is small enough, else regret
    within: float = 1e-3  # gap of the bounds at which learning from regret ends
    seconds: float = 600.0  # most seconds of learning; the bounds are then as they are
    most: int = MOST_HISTORIES  # that may be unfolded


@dataclass(frozen=True)
class Solved:
    """A solved game: the unfolded game, the solution with the value, the method, and the seconds that it took."""

    tree: Tree
    options: Options
    method: str
    solution: Solution
    seconds: float

    def plain(self) -> dict[str, Any]:
        form, solution = self.tree.machine.form, self.solution
        settings, proved = form.settings, None if solution.proved is None else str(solution.proved)
        game = {"game": settings.ruleset.slug, "size": str(settings.size), "referee": settings.referee.slug}
        bounds = {"value": solution.value, "proved": proved, "low": solution.low, "high": solution.high}
        sets = {"information_sets": [*self.tree.sets], "solved_sets": [seat.sets for seat in self.tree.seats]}
        return {
            **game,
            "moves": form.moves,
            "bluffs": form.bluffs,
            "payoff": self.options.payoff.value,
            "komi": self.options.komi,
            **bounds,
            "method": self.method,
            "states": self.tree.machine.states,
            **self.tree.counts._asdict(),
            **sets,
            "seconds": round(self.seconds, 2),
        }


def solve_game(form: Form, options: Options, watch: Watch = unwatched) -> Solved:
    began = monotonic()
    tree = unfold(build_machine(form, watch), most=options.most, watch=watch)
    game, method = tree.form(options.payoff, options.komi), options.method
    if method == "auto":
        method = "program" if sum(seat.sequences for seat in tree.seats) <= PROGRAM_UP_TO else "regret"
    if method == "program":
        watch("linear program", 0, None)
        solution = solve(game)
    else:
        begun = monotonic()

        def is_late(rounds: int, gap: float) -> bool:
            watch(f"learning, bounds {gap:.2g} apart", rounds, None)
            return monotonic() - begun > options.seconds

        solution = learn(game, within=options.within, until=is_late)
    if game.payoff.nnz <= PROVED_UP_TO:
        watch("proof in fractions", 0, None)
        solution = prove(game, solution)
    return Solved(tree, options, method, solution, monotonic() - began)


# Losses of players -------------------------------------------------------------------------------------------------

ALIKE = "alike"  # name of the player that tries everything with the same probability, the pass too
DOUBT = 0.05
"""Weight of uniform behaviour in the half of the answers that a best answer is fitted to, against unseen sets."""


@dataclass(frozen=True)
class Sampled:
    """Behaviour of a player on a seat, sampled in each information set; uniform where the player was not asked."""

    behaviour: Floats
    halves: tuple[Floats, Floats]  # the same from either half of the answers
    asked: int = 0  # information sets; the player never reaches the others by their own tries
    resigned: int = 0  # answers, which count as passes


@dataclass(frozen=True)
class Exploited:
    """Loss of a player on a seat against an opponent that knows their strategy.

    ``met`` is what Black gets if the best answer to all samples meets those samples; ``fresh`` if the best answer to one half
    of the answers meets the other half: such an opponent is not fitted to chance, but half the answers teach it less.
    """

    seat: str
    met: float
    fresh: float
    sampled: Sampled

    def loss(self, value: float) -> tuple[float, float]:
        """Return the player's loss compared with the game's value: by ``fresh``, and by ``met``."""
        sign = 1 if self.seat == SEATS[0] else -1
        return sign * (value - self.fresh), sign * (value - self.met)


def exploitability(
    form: Form, options: Options, name: str, budget: Budget, answers: int, seed: int = 1, watch: Watch = unwatched
) -> list[Exploited]:
    """Return the losses of a player on both seats, from an even number of ``answers`` in each information set."""
    # Without symmetry: a player may treat mirrored boards differently.
    tree = unfold(build_machine(form, watch), symmetric=False, most=options.most, watch=watch)
    game, found = tree.form(options.payoff, options.komi), []
    for seat in range(2):
        each = tree.seats[seat].uniform
        alike = Sampled(each, (each, each), tree.seats[seat].sets)
        asked = alike if name == ALIKE else _Interview(tree, seat, budget).sample(name, answers, seed, watch)
        found.append(exploited(game, seat, asked))
    return found


def exploited(form: SequenceForm, seat: int, sampled: Sampled) -> Exploited:
    own, other = form.seats[seat], form.seats[1 - seat]
    matrix, sign = (-form.transposed, -1) if seat == 0 else (form.payoff, 1)
    met, _ = other.best(matrix @ own.plan(sampled.behaviour))
    crossed = []
    for fitted, faced in (sampled.halves, sampled.halves[::-1]):
        _, answer = other.best(matrix @ own.plan((1 - DOUBT) * fitted + DOUBT * own.uniform))
        crossed.append(other.plan(answer) @ (matrix @ own.plan(faced)))
    return Exploited(SEATS[seat], sign * met, sign * float(np.mean(crossed)), sampled)


class _Interview:
    """Collects the answers of a player on a seat, in two halves, in a game unfolded without symmetry."""

    def __init__(self, tree: Tree, seat: int, budget: Budget) -> None:
        self._tree, self._number, self._seat, self._budget = tree, seat, tree.seats[seat], budget
        settings = tree.machine.form.settings
        self._opening = View.begin(settings, settings.seating.seats[seat], bytes(settings.size.points))
        self.counts = [np.zeros(self._seat.sequences) for _ in range(2)]
        self.asked = np.zeros(self._seat.sets, bool)
        self.resigned = 0
        self._after_refusal = defaultdict[int, list[int]](list)
        for number in filter(self._continues_turn, range(self._seat.sets)):
            self._after_refusal[int(self._seat.parent[number])].append(number)

    def sample(self, name: str, answers: int, seed: int, watch: Watch) -> Sampled:
        """Ask a player in each information set that their own tries reach, after telling all that happened before."""
        for number, before in enumerate(self._seat.parent):
            watch(f"asking {name}, {SEATS[self._number]}", number, self._seat.sets)
            is_reached = before == 0 or self.counts[0][before] + self.counts[1][before] > 0
            if is_reached and not self._continues_turn(number):
                for turn in range(answers):
                    self._ask(players.get(name, seed + number * answers + turn), number, turn % 2)
        behaviour, (first, second) = self._seat.behaviour, self.counts
        halves = behaviour(first), behaviour(second)
        return Sampled(behaviour(first + second), halves, int(self.asked.sum()), self.resigned)

    def _ask(self, player: Player, number: int, half: int) -> None:
        attempt = player.choose(View.of(self._opening, reversed(list(self._told(number)))), self._budget)
        self.asked[number] = True
        if attempt.kind is Kind.RESIGN:
            attempt, self.resigned = PASS, self.resigned + 1
        first, points = self._seat.first, self._tree.machine.form.settings.size.points
        own = self._tree.action[self._number][first[number] - 1 : first[number + 1] - 1].tolist()
        sequence = int(first[number]) + own.index(points if attempt.point is None else attempt.point)
        self.counts[half][sequence] += 1
        following = self._after_refusal.get(sequence, [])
        for again in following:
            self._ask(player if again == following[-1] else deepcopy(player), again, half)

    def _told(self, number: int) -> Iterator[Told]:
        """Yield what the seat was told before an information set, the last message first."""
        level, known = self._tree.infos[self._number][:, number]
        for before, told in reversed(self._tree.knowledge[self._number][:level]):
            yield self._tree.machine.told[told[known]]
            known = before[known]

    def _continues_turn(self, number: int) -> bool:
        """Return whether an information set comes after a refused try in the same turn."""
        last = next(self._told(number), None)
        return last is not None and last.outcome is Outcome.ILLEGAL and last.seat == SEATS[self._number]


# The command -------------------------------------------------------------------------------------------------------

METHODS = ("auto", "program", "regret")
EXAMPLES = """
    yurei exact go --size 2x2 --referee olympiad --moves 6             what the game is worth
    yurei exact go --size 2x2 --referee hamburg --moves 5 --player uniform
    yurei exact tromp-taylor --size 1x3 --count                        how large it is
    """


@with_settings(key for key in GAME_KEYS if key != "ruleset")
def exact(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; it must count area.")],
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 2, or 1x3.")] = "2",
    moves: Annotated[
        int | None,
        number_option("--moves", "Number of moves after which the board is scored; only superko games end without it."),
    ] = None,
    bluffs: Annotated[
        bool,
        typer.Option("--bluffs", help="Also try points whose piece the seat sees: the opponent hears these tries."),
    ] = False,
    payoff: Annotated[str, typer.Option(metavar="PAYOFF", help=f"Payoff: {', '.join(Payoff)}.")] = "points",
    method: Annotated[str, typer.Option(metavar="METHOD", help=f"Method: {', '.join(METHODS)}.")] = "auto",
    within: Annotated[float, typer.Option(metavar="NUMBER", help="Largest gap between the bounds.")] = 1e-3,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Longest time of learning, in seconds.")] = 600.0,
    most: Annotated[
        int | None,
        number_option("--most", "Largest number of histories; 30 million by default.", 1, 10**9, hint="; try 30000000"),
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print the size of the game and exit.")] = False,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Measure how much this player loses against best play; alike tries all points with equal probability.",
        ),
    ] = None,
    playouts: Annotated[
        int, number_option("--playouts", "Playouts per turn of that player.", 1, hint="; try 100")
    ] = 100,
    answers: Annotated[
        int,
        number_option(
            "--answers",
            "Number of times that the player is asked in each information set, an even number.",
            2,
            100_000,
            hint="; try 20",
            even=True,
        ),
    ] = 20,
    seed: Annotated[int, number_option("--seed", "Random seed of the player.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    **settings: Any,
) -> None:
    """Solve a small game under a referee: its value, and what a player loses there at worst.

    With --payoff points and no komi the value is the fair komi. A game that would not fit is counted and refused.
    """
    for option, word, choices in (("--payoff", payoff, tuple(Payoff)), ("--method", method, METHODS)):
        if word not in choices:
            raise BadUsage(f"{option} is one of {', '.join(choices)}, not {word[:20]!r}")
    for option, number, usual in (("--within", within, 0.001), ("--seconds", seconds, 600)):
        if not (math.isfinite(number) and number > 0):
            raise BadUsage(f"{option} is a number above 0, not {number:g}; try {usual:g}")
    played = settings_of({"ruleset": game, **settings}, size)
    if settings["komi"] is None and played.komi is not None:
        played = replace(played, komi=0.0)
    form = Form(played, moves, bluffs)
    options = Options(Payoff(payoff), played.komi or 0.0, method, within, seconds, most or MOST_HISTORIES)
    with progress_bar("counting") as bar:

        def watch(what: str, done: int, of: int | None) -> None:
            bar(done, of, what)

        if count:
            machine = build_machine(form, watch)
            counts = count_histories(machine)._asdict()
            plain: dict[str, Any] = {"moves": form.moves, "states": machine.states, **counts}
        else:
            found = solve_game(form, options, watch)
            plain = found.plain()
            if player is not None:
                lost = exploitability(form, options, player, Budget(playouts=playouts), answers, seed, watch)
                sampled = {} if player == ALIKE else {"playouts": playouts, "answers": answers, "seed": seed}
                plain["player"] = {"name": player, **sampled, **_losses(lost, found.solution.value)}
    typer.echo(lines.dumps(plain) if json else _text(plain, played))


def _losses(found: list[Exploited], value: float) -> dict[str, dict[str, Any]]:
    seats = {}
    for each in found:
        fresh, met = each.loss(value)
        asked = {"asked": each.sampled.asked, "resigned": each.sampled.resigned}
        seats[each.seat] = {"black_gets": each.met, "loss": met, "loss_fresh": fresh, **asked}
    return seats


def _text(plain: dict[str, Any], played: Settings) -> str:
    cap = f", {plain['moves']} moves at most" if plain["moves"] else ""
    head = f"{played.ruleset.title} on {played.size}, referee {played.referee.title}, komi {played.komi:g}{cap}"
    said = [head, f"{plain['histories']:,} histories, {plain['ends']:,} ends, {plain['states']:,} states"]
    if "value" not in plain:
        return "\n".join(said)
    (black, white), solved = plain["information_sets"], "{:,} and {:,} up to symmetry".format(*plain["solved_sets"])
    said.append(f"{black:,} information sets of Black, {white:,} of White; {solved}")
    unit = "points" if plain["payoff"] == "points" else "of 1 for a win and -1 for a loss"
    if plain["proved"] is not None:
        said.append(f"Black gets {plain['proved']} {unit}, proved in fractions ({plain['method']})")
    else:
        said.append(f"Black gets {plain['low']:.6f} to {plain['high']:.6f} {unit} ({plain['method']})")
    for seat in SEATS if "player" in plain else ():
        one, name = plain["player"][seat], plain["player"]["name"]
        said.append(
            f"{name} as {seat.capitalize()} loses {one['loss']:.3f} against the best answer to what was sampled, "
            f"{one['loss_fresh']:.3f} against one that has seen half of it; asked in {one['asked']:,} information sets"
        )
    return "\n".join(said)


app = command_app(exact, EXAMPLES)
