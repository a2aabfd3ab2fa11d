"""The unfolded game: every history, level by level, and each seat's knowledge in it.

A level holds all histories of equally many tries, refused ones among them: all seats hear every try, so that all
knowledge grows in step. The knowledge of a seat has a number, made of its knowledge before and what it was told.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # it has no types

from yurei.apps.exact.form import Payoff, worth
from yurei.apps.exact.machine import Machine
from yurei.apps.exact.sequences import Floats, Ints, Seat, SequenceForm
from yurei.apps.exact.symmetry import Symmetry
from yurei.errors import BadValue

MOST_HISTORIES = 30_000_000
"""Default limit: one level of this many and its ends fit into a few GB."""


@dataclass(frozen=True)
class HistoryCounts:
    """Size of a game.

    Attributes:
        histories: All sequences of tries, from the empty one to the ends.
        ends: Number of those that are over.
    """

    histories: int
    ends: int


@dataclass(frozen=True)
class Known:
    """Knowledge of a seat at each level: by number, the number of its knowledge before, and what it was told then."""

    before: list[Ints]
    told: list[Ints]


@dataclass(frozen=True)
class Tree:
    """An unfolded game.

    Attributes:
        machine: The game.
        counts: Its size; ``sets`` are the information sets of each seat with mirrored ones counted apart.
        seats: The information of each seat, mirrored ones taken together.
        known: Knowledge of each seat, level by level.
        infos: By seat and information set, the level and the number of the knowledge there.
        action: By seat and sequence but the empty one, the try.
        pairs, margin, weight: By kind of end: both sequences, the score without komi, and the number of ends times the
            probability that it stands for.
    """

    machine: Machine
    counts: HistoryCounts
    sets: tuple[int, int]
    seats: tuple[Seat, Seat]
    known: tuple[Known, Known]
    infos: tuple[Ints, Ints]
    action: tuple[Ints, Ints]
    pairs: Ints
    margin: NDArray[np.int16]
    weight: Floats

    def form(self, payoff: Payoff = Payoff.POINTS, komi: float = 0.0) -> SequenceForm:
        """Return the sequence form for an aim of the players."""
        worths = {margin: worth(float(margin), payoff, komi) for margin in np.unique(self.margin)}
        values = np.zeros(len(self.margin))
        for margin, value in worths.items():
            values[self.margin == margin] = value
        shape = (self.seats[0].sequences, self.seats[1].sequences)
        return SequenceForm(self.seats, csr_matrix((values * self.weight, (self.pairs[0], self.pairs[1])), shape=shape))


def count(machine: Machine) -> HistoryCounts:
    """Count the histories of a game, without unfolding it."""
    cap = machine.form.moves or 10**6
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
                there = (
                    int(machine.after[each]),
                    moves + int(machine.accepted[each]) * (machine.form.moves is not None),
                )
                following[there] = following.get(there, 0) + number
        level = following
    return HistoryCounts(histories, ends)


class _Unfolding:
    """One level of histories as arrays, and everything gathered on the way.

    By history: its state, the number of accepted moves, for each seat its knowledge (``info``), the turning that
    takes it to its standard form (``turned``), the turnings that fix it (``fixed``), its last sequence, and the
    probability of the history (``weight``); ``joint`` are the turnings that fix the history itself.
    """

    def __init__(self, machine: Machine, symmetry: Symmetry) -> None:
        self.machine, self.symmetry = machine, symmetry
        self.state, self.moves = np.zeros(1, np.int32), np.zeros(1, np.int16)
        self.joint, self.weight = np.zeros(1, np.int16), np.ones(1)
        self.info = [np.zeros(1, np.int64) for _ in range(2)]
        self.turned = [np.zeros(1, np.int8) for _ in range(2)]
        self.fixed = [np.zeros(1, np.int16) for _ in range(2)]
        self.sequence = [np.zeros(1, np.int64) for _ in range(2)]
        self.depth = 0
        self.parents: list[list[Ints]] = [[], []]
        self.sizes: list[list[Ints]] = [[], []]
        self.infos: list[list[Ints]] = [[], []]
        self.actions: list[list[Ints]] = [[], []]
        self.level_sizes: list[list[int]] = [[], []]
        self.next_sequence = [1, 1]
        self.all_sets = [0, 0]
        self.known = (Known([], []), Known([], []))
        self.ends: list[tuple[Ints, Ints, Ints, Floats]] = []

    def step(self) -> None:
        """Go on by one try."""
        machine, cap = self.machine, self.machine.form.moves
        tries, origin = self._tries()
        after = machine.after[tries]
        self.moves = (self.moves[origin] + machine.accepted[tries]).astype(np.int16)
        over = machine.ended[after] | (self.moves == cap if cap is not None else False)
        ends = self.sequence[0][over], self.sequence[1][over], machine.margin[after[over]], self.weight[over]
        self.ends.append(ends)
        going = ~over
        for seat in range(2):
            self._hear(seat, machine.heard[seat][tries[going]], origin[going])
            self.sequence[seat] = self.sequence[seat][going]
        self.state, self.moves = after[going].astype(np.int32), self.moves[going]
        self.joint, self.weight = self.joint[going], self.weight[going]
        self.depth += 1

    def _tries(self) -> tuple[Ints, Ints]:
        """Return every try of every history, mirrored ones once, and the history of each; extend the sequences."""
        machine, orbits = self.machine, self.symmetry.tries
        numbers = machine.first[self.state + 1] - machine.first[self.state]
        origin = np.repeat(np.arange(len(self.state)), numbers)
        begins = np.cumsum(numbers) - numbers
        tries = np.arange(len(origin)) - begins[origin] + machine.first[self.state][origin]
        action = machine.action[tries]
        least, _, alike, fixing = orbits.of(self.joint[origin].astype(np.int64), action)
        kept = least == action
        tries, origin, action = tries[kept], origin[kept], action[kept]
        self.weight, self.joint = self.weight[origin] * alike[kept], fixing[kept].astype(np.int16)
        mover = machine.mover[self.state][origin]
        for seat in range(2):
            self.sequence[seat] = self.sequence[seat][origin]
            self._note(seat, np.flatnonzero(mover == seat), origin, action)
        return tries, origin

    def _note(self, seat: int, own: Ints, origin: Ints, action: Ints) -> None:
        """Number the sequences of a seat to move, and its information sets."""
        self.level_sizes[seat].append(0)
        if not len(own):
            return
        symmetry, sources, points = self.symmetry, origin[own], self.symmetry.points.shape[1]
        info, fixed = self.info[seat][sources], self.fixed[seat][sources].astype(np.int64)
        standard = symmetry.points[symmetry.inverse[self.turned[seat][sources]], action[own]]
        standard, _, alike, _ = symmetry.tries.of(fixed, standard)
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

    def _hear(self, seat: int, told: Ints, origin: Ints) -> None:
        """Tell a seat, and number its new knowledge."""
        symmetry, turned = self.symmetry, self.turned[seat][origin]
        kinds = symmetry.told.images.shape[1]
        standard = symmetry.told.images[symmetry.inverse[turned], told]
        least, there, _, fixing = symmetry.told.of(self.fixed[seat][origin].astype(np.int64), standard)
        keys, back = np.unique(self.info[seat][origin] * kinds + least, return_inverse=True)
        self.known[seat].before.append(keys // kinds)
        self.known[seat].told.append(keys % kinds)
        self.info[seat] = back.astype(np.int64)
        self.turned[seat] = symmetry.product[turned, symmetry.inverse[there]].astype(np.int8)
        self.fixed[seat] = fixing.astype(np.int16)

    def seat(self, seat: int) -> Seat:
        """Return a seat's information, once all is unfolded."""
        first = np.concatenate(([1], *self.sizes[seat])).cumsum()
        levels = np.concatenate(([0], np.cumsum(self.level_sizes[seat])))
        return Seat(_joined(self.parents[seat]), first.astype(np.int64), levels.astype(np.int64))


def unfold(
    machine: Machine,
    *,
    symmetric: bool = True,
    most: int = MOST_HISTORIES,
    watch: Callable[[int, int], None] = lambda done, of: None,
) -> Tree:
    """Unfold a game."""
    symmetry = Symmetry(machine.form.settings.size, machine.told, only_identity=not symmetric)
    counts = count(machine)
    about = counts.histories // symmetry.order
    if about > most:
        raise BadValue(
            f"this game has {counts.histories:,} histories, about {about:,} of them to unfold, and {most:,} fit here; "
            "try fewer --moves or a smaller board"
        )
    work, done = _Unfolding(machine, symmetry), 0
    while len(work.state):
        done += len(work.state)
        watch(done, about)
        work.step()
    first, second, margin, weight = (np.concatenate(each) for each in zip(*work.ends, strict=True))
    return Tree(
        machine=machine,
        counts=counts,
        sets=(work.all_sets[0], work.all_sets[1]),
        seats=(work.seat(0), work.seat(1)),
        known=work.known,
        infos=(_joined(work.infos[0], 2), _joined(work.infos[1], 2)),
        action=(_joined(work.actions[0]), _joined(work.actions[1])),
        pairs=np.stack([first, second]),
        margin=margin.astype(np.int16),
        weight=weight,
    )


def _joined(parts: list[Ints], rows: int = 1) -> Ints:
    empty = np.zeros((rows, 0), np.int64) if rows > 1 else np.zeros(0, np.int64)
    return np.concatenate([empty, *parts], axis=-1)
