"""Worlds, which are boards that fit what a seat was told; the prior odds for drawing them; and the compiled search.

The prior is a small convolutional net in numpy. Arrays are allocated once per game, worlds and statistics once per
decision. What is not told is guessed for each world: which own pieces were removed, and how many of the opponent's.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core, playouts
from yurei.kernel.games import GO
from yurei.kernel.rulesets import Compiled, compiled
from yurei.kernel.search import root, worlds
from yurei.players.ledger import NEVER, Ledger, Loss
from yurei.players.mcts_tree import move_of
from yurei.players.player import Budget
from yurei.referee.settings import Settings
from yurei.referee.sight import points_from_bits
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, WHITE, put, strings
from yurei.rules.judge import Reason
from yurei.rules.points import Size
from yurei.rules.ruleset import Passing
from yurei.rules.state import Kind, Try

Values = NDArray[np.float64]
Cells = NDArray[np.int32]
Plane = NDArray[np.float32]
LAYERS = 3
SURE = 1000.0
"""Odds of a point that is assumed to hold an enemy piece."""
FITTED = Path(__file__).with_name("prior.npz")
KINDS = (0.6, 0.25, 0.15)
"""Prior probabilities of a strong player, a searching program and a beginner, in the order of the net's heads."""
DOUBT = 0.01
"""Minimum probability of every kind of opponent."""
PLANES = 16
SOON, LATE = 4.0, 16.0
"""Numbers of placements by the opponent after which knowledge of a point counts a third: fading fast, and slowly."""


def make_net_input(ledger: Ledger, view: View) -> NDArray[np.float32]:
    """Return a seat's knowledge as input of the net, float32[PLANES, height, width], lowest row first, from 0 to 1.

    0 own pieces, 1 proven and seen enemies, 2 doubted points, 3 how recently they were doubted, 4 refused in this turn,
    5 and 6 how recently a point was empty, 7 how recently it lost an own piece, 8 an enemy's, 9 the board,
    10 hidden pieces per free point, 11 moves per point, 12 whether the opponent has passed, 13 whether their last move
    put the seat into atari, 14 in sight, 15 the opponent's pieces known to be removed, per point.
    """
    size = view.settings.size
    board = np.frombuffer(ledger.board, np.int8)
    me = int(ledger.colour)
    own = (board == me) | (board == me + 2)
    found = np.zeros((PLANES, size.points), np.float32)
    found[0] = own
    found[1] = (board != EMPTY) & ~own
    found[1, list(ledger.proven)] = 1
    doubted = np.array(ledger.doubted_at)
    found[2] = doubted != NEVER
    found[3] = _recency_weights(doubted, ledger.placements, SOON)
    found[4, list(ledger.refused_points())] = 1
    empty = np.array(ledger.empty_at)
    found[5] = _recency_weights(empty, ledger.placements, SOON)
    found[6] = _recency_weights(empty, ledger.placements, LATE)
    found[7] = _recency_weights(np.array(ledger.died_at), ledger.placements, LATE)
    found[8] = _recency_weights(np.array(ledger.taken_at), ledger.placements, LATE)
    found[9] = 1
    found[10] = min(1.0, ledger.hidden / max(1, int((board == EMPTY).sum())))
    found[11] = min(1.0, ledger.moves / (2 * size.points))
    found[12] = ledger.opponent_passed
    found[13] = bool(ledger.atari)
    found[14, points_from_bits(view.in_sight)] = 1
    found[15] = min(1.0, ledger.losses / size.points)
    return found.reshape(PLANES, size.height, size.width)


def _recency_weights(when: NDArray[np.int64], now: int, fades: float) -> NDArray[np.float64]:
    return np.where(when == NEVER, 0.0, np.exp((when - now) / fades))


def neighbourhoods(images: Plane) -> Plane:
    """Return the 3x3 neighbourhoods of all points: [batch, planes, h, w] to [batch, h, w, planes * 9]; 0 off board."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    batch, planes, height, width = images.shape
    return np.ascontiguousarray(windows.transpose(0, 2, 3, 1, 4, 5)).reshape(batch, height, width, planes * 9)


def to_probabilities(logits: Plane, can: Plane, hidden: Plane) -> Plane:
    """Return the probability of every point from shifted logits; the sum is the number of hidden pieces.

    ``logits`` are [batch, h, w]; ``can`` is 1 where a hidden piece can lie; ``hidden`` counts them, [batch, 1, 1].
    """
    shift = np.zeros_like(hidden)
    for _ in range(8):
        found = can / (1 + np.exp(-np.clip(logits + shift, -12, 12)))
        slope = (found * (1 - found)).sum((1, 2), keepdims=True) + 1e-3
        shift = shift + np.clip((hidden - found.sum((1, 2), keepdims=True)) / slope, -2, 2)
    told: Plane = np.clip(can / (1 + np.exp(-np.clip(logits + shift, -12, 12))), 1e-5, 1 - 1e-5)
    return told


class Net:
    """Convolutional net of three 3x3 layers, with one output per point and head.

    Its weights by name: ``w0`` float32[planes * 9, channels], ``b0`` float32[channels], and so on; ``w3``
    float32[channels, heads], ``b3`` float32[heads].
    """

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, path: Path) -> "Net":
        """Load a net from a file that ``yurei_research.fit_prior`` wrote."""
        with np.load(path, allow_pickle=False) as kept:
            return cls({name: kept[name].astype(np.float32) for name in kept.files})

    def __call__(self, images: Plane) -> Plane:
        """Return the logit of every point and head: [batch, planes, h, w] to [batch, h, w, heads]."""
        held = images
        for layer in range(LAYERS):
            out = np.maximum(neighbourhoods(held) @ self.weights[f"w{layer}"] + self.weights[f"b{layer}"], 0)
            held = out.transpose(0, 3, 1, 2)
        said: Plane = held.transpose(0, 2, 3, 1) @ self.weights[f"w{LAYERS}"] + self.weights[f"b{LAYERS}"]
        return said


def find_possible_points(ledger: Ledger, view: View) -> NDArray[np.bool_]:
    """Return the points where a hidden piece of the opponent can lie, bool[points]."""
    free: NDArray[np.bool_] = np.frombuffer(view.board, np.int8) == EMPTY
    for loss in ledger.own_losses:
        for string in loss.strings:
            free[list(string)] = True
    free[points_from_bits(view.in_sight)] = False
    # A point that was empty after the opponent's last placement is still empty.
    free &= np.array(ledger.empty_at) < ledger.placements
    return free


class Prior:
    """Prior of the opponent's hidden pieces with equal odds everywhere except on refused points."""

    def odds(self, ledger: Ledger, view: View) -> Values:
        """Return the relative odds of an enemy piece on every point; 0 where none can be."""
        odds = find_possible_points(ledger, view).astype(np.float64)
        odds[(np.array(ledger.doubted_at) != NEVER) & (odds > 0)] = SURE
        return odds

    def hear(self, told: Told, view: View) -> None:
        """Update the prior with what was told of a try. Call it before ``Ledger.hear``; ``view`` is the view after the try."""


class FittedPrior(Prior):
    """Prior from a net with a head per kind of opponent; the kind is inferred by Bayes' rule from own tries."""

    def __init__(self) -> None:
        self.kinds = np.array(KINDS)  # probabilities, float64[heads]
        self._chances: NDArray[np.float64] | None = None

    def odds(self, ledger: Ledger, view: View) -> Values:
        """Return the odds of an enemy piece on every point, averaged over the kinds of opponent."""
        can = find_possible_points(ledger, view)
        unknown = can.copy()
        unknown[list(ledger.proven)] = False
        size = view.settings.size
        logits = _load_net()(make_net_input(ledger, view)[None])[0].transpose(2, 0, 1)
        hidden = np.full((len(logits), 1, 1), ledger.hidden - len(ledger.proven), np.float32)
        unknown_points = unknown.astype(np.float32).reshape(size.height, size.width)
        each = to_probabilities(logits, unknown_points, hidden).reshape(len(logits), -1)
        self._chances = np.where(unknown, each, np.nan)
        mixed = self.kinds @ each
        return np.where(can, np.clip(mixed / (1 - mixed), 1 / SURE, SURE), 0.0)

    def hear(self, told: Told, view: View) -> None:
        """Update the probabilities of the kinds of opponent with the result of an own try."""
        if self._chances is None or told.seat != view.seat.name or told.attempt is None:
            return
        refused = told.outcome is Outcome.ILLEGAL
        if told.attempt.kind is not Kind.STONE or (refused and told.reason not in (None, Reason.OPPONENT_STONE)):
            return
        chance = self._chances[:, told.attempt.point]
        if not np.isnan(chance).any():
            likely = self.kinds * (chance if refused else 1 - chance)
            self.kinds = np.maximum(likely / likely.sum(), DOUBT)
            self.kinds /= self.kinds.sum()


@cache
def _load_net() -> Net:
    return Net.load(FITTED)


WORLDS = 32
"""Number of worlds that are kept and changed in parallel."""
MENDS, MENDS_OF_A_GUESS = 400, 20
"""Numbers of attempts to repair a world that does not fit: usually, and if the guess of own losses may be wrong."""
REGUESSED = 8
"""Number of times that worlds are drawn again after a wrong guess of the own losses."""
MOST_LISTED = 2000
"""Greatest number of placements of hidden stones for which all are listed; if there are more, worlds are sampled."""


class Worlds:
    """Worlds for one decision: all of them if there are few, else a sample that the kernel keeps changing."""

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.chance = chance
        self.settings = settings
        self.game: Compiled = compiled(settings.ruleset, settings.size, komi=settings.komi)
        n = self.game.cells
        self.points = np.array([self.game.point(p) for p in range(settings.size.points)], np.int64)  # their cells
        self.state = np.array(
            [chance.getrandbits(63) | 1, 0, 0], np.uint64
        )  # the random state; playouts run, and to run
        self.beliefs = (
            np.zeros((WORLDS, n), np.int32),
            np.zeros((WORLDS, n), np.int32),
            np.zeros(WORLDS, np.int64),
            np.zeros(WORLDS, np.int32),
            np.zeros((WORLDS, worlds.AGES), np.int32),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
            np.zeros(1, np.int32),
        )
        self._keys = np.zeros(n), np.zeros(n, np.int32)
        self._me = 1
        self.known: tuple[Cells, ...] = ()
        self._listed: tuple[Cells, Cells, Values] | None = None

    def draw(self, ledger: Ledger, weights: Values) -> None:
        """Draw new worlds; ``weights``, float64[points], are relative odds of an enemy piece, 0 if impossible."""
        self._me, self._listed = int(ledger.colour), None
        self._draw(ledger, weights, self._boards(ledger, evenly=False))
        if ledger.own_losses:
            self._replace_wrong_guesses(ledger, weights)

    def _replace_wrong_guesses(self, ledger: Ledger, weights: Values) -> None:
        """Replace worlds that do not fit what was told, by new guesses of own losses or else by copies of others."""
        boards, hidden, laid, _, turns, *_ = self.beliefs
        rows: tuple[NDArray[Any], ...] = (boards, hidden, laid, turns)
        kept, fits = [each.copy() for each in rows], self._fitting_worlds(ledger)
        for _ in range(REGUESSED - 1):
            if fits.all():
                break
            self._draw(ledger, weights, self._boards(ledger, evenly=True))
            better = self._fitting_worlds(ledger) & ~fits
            for old, new in zip(kept, rows, strict=True):
                old[better] = new[better]
            fits |= better
        from_where = np.arange(WORLDS)
        if fits.any():
            from_where[~fits] = self.chance.choices(np.flatnonzero(fits).tolist(), k=int((~fits).sum()))
        for old, new in zip(kept, rows, strict=True):
            new[:] = old[from_where]
        may_be_empty = (boards[:, self.points] != self._me).any(axis=0)
        self.known = (self.points[(weights > 0) & may_be_empty].astype(np.int32), *self.known[1:])

    def _fitting_worlds(self, ledger: Ledger) -> NDArray[np.bool_]:
        """Return which worlds fit what was told, bool[WORLDS]: by refusals, atari, and number of enemy pieces."""
        far = np.zeros(WORLDS, np.int64)
        worlds.write_misfits(self.known, self.beliefs, self._me, self.game.size.width + 1, far)
        fits: NDArray[np.bool_] = (far == 0) & (self.beliefs[2] >= ledger.hidden - len(ledger.proven))
        return fits

    def _draw(self, ledger: Ledger, weights: Values, boards: Cells) -> None:
        proven = [point for point in ledger.proven if boards[0, self.points[point]] != 3 - self._me]
        boards[:, self.points[proven]] = 3 - self._me
        self.weights = np.zeros(self.game.cells)
        self.weights[self.points] = weights
        free = self.points[(weights > 0) & (boards[:, self.points] == EMPTY).any(axis=0)]
        self.known = self._constraints(ledger, free, proven)
        hidden = np.array(_hidden_counts(ledger, self.settings.size, WORLDS, self.chance))
        counts = np.maximum(0, hidden - len(proven))
        most = max(0, ledger.hidden - len(proven))
        least = most if ledger.losses_told else min(most, max(0, int(counts.min()) - 2))
        self.beliefs[3][:] = 0 if ledger.ko is None else self.game.point(ledger.ko)
        if not self._list_worlds(boards[0], most, ledger, exact=least == most):
            worlds.begin_worlds(
                boards, self.known, self.weights, self.beliefs, counts, least, most,
                MENDS_OF_A_GUESS if ledger.own_losses else MENDS, self._me, self.game.size.width + 1, *self._keys, self.state,
            )  # fmt: skip

    def _boards(self, ledger: Ledger, *, evenly: bool) -> Cells:
        """Return the initial boards of worlds, int32[WORLDS, cells]: the known one without own pieces guessed lost."""
        boards = np.full((WORLDS, self.game.cells), core.BORDER, np.int32)
        boards[:, self.points] = np.frombuffer(ledger.board, np.int8)
        if ledger.own_losses or ledger.known_gone:
            guesses = _removed_points(ledger, self.settings.size, WORLDS, self.chance, evenly=evenly)
            for world, points in zip(boards, guesses, strict=True):
                world[self.points[sorted(points)]] = EMPTY
        return boards

    def _constraints(self, ledger: Ledger, free: NDArray[np.int64], proven: list[int]) -> tuple[Cells, ...]:
        """Return the constraints that every world must meet, as ``known`` of ``kernel.search.worlds.draw_world``."""
        refused = [self.game.point(point) for point in ledger.refused_points() if point not in ledger.proven]
        strings = [self.game.point(point) for point in ledger.strings] if ledger.atari else []
        ages = np.full(self.game.cells, worlds.AGES, np.int32)
        ages[self.points] = np.clip(ledger.placements - np.array(ledger.empty_at), 1, worlds.AGES)
        known_since = ages[self.points[proven + ledger.seen_points]]
        turns = np.array([(known_since <= age).sum() for age in range(worlds.AGES)], np.int32)
        return free.astype(np.int32), np.array(refused, np.int32), np.array(strings, np.int32), ages, turns

    def _list_worlds(self, board: Cells, most: int, ledger: Ledger, *, exact: bool) -> bool:
        """List all worlds if there are few enough, and draw from the list; return whether they could be listed."""
        choices = comb(len(self.known[0]), most)
        if ledger.own_losses or ledger.known_gone or not exact or not 0 < choices <= MOST_LISTED:
            return False
        listed, shares = np.zeros((choices, max(1, most)), np.int32), np.zeros(choices)
        found = worlds.list_worlds(
            board, self.known, self.weights, self.beliefs, most, self._me, self.game.size.width + 1,
            self._keys[1], listed, shares,
        )  # fmt: skip
        if not found or shares[:found].sum() <= 0:
            return False
        self._listed = board, listed[:found, :most], np.cumsum(shares[:found] / shares[:found].sum())
        self.draw_from_list()
        return True

    def draw_from_list(self) -> None:
        """Draw new worlds from the list by their probabilities; do nothing if worlds are not listed."""
        if self._listed is None:
            return
        board, listed, shares = self._listed
        worlds, hidden, laid, *_ = self.beliefs
        drawn = np.searchsorted(shares, [self.chance.random() for _ in range(WORLDS)]).clip(max=len(shares) - 1)
        worlds[:] = board
        laid[:] = listed.shape[1]
        hidden[:, : listed.shape[1]] = listed[drawn]
        np.put_along_axis(worlds, hidden[:, : listed.shape[1]].astype(np.int64), 3 - self._me, axis=1)

    def steps(self, wanted: int) -> int:
        """Return the number of Metropolis steps to take per world: as wanted, or 0 if worlds are listed."""
        return wanted if self._listed is None else 0

    def replace_by_board(self, board: bytes, ko: int | None) -> None:
        """Replace all worlds by one board with nothing hidden, and the point that ko forbids there."""
        boards, _, laid, kos, *_ = self.beliefs
        self._listed = None
        boards[:, self.points] = np.frombuffer(board, np.int8)
        laid[:] = 0
        kos[:] = 0 if ko is None else self.game.point(ko)

    def occupancy(self, rounds: int = 8, steps: int = 16) -> np.ndarray:
        """Redraw the worlds often; return the share with a hidden enemy piece on each point, float64[points]."""
        totals = np.zeros(self.game.cells)
        for _ in range(rounds):
            self.draw_from_list()
            worlds.stir_worlds(
                self.known, self.weights, self.beliefs, self.steps(steps), self._me, self.game.size.width + 1, self.state,
                totals,
            )  # fmt: skip
        return totals[self.points] / (rounds * WORLDS)

    def boards(self) -> list[bytes]:
        """Return the boards of the present worlds, one cell a point, see ``yurei.rules.board``."""
        return [world[self.points].astype(np.int8).tobytes() for world in self.beliefs[0]]


GONE_BY = 0.6
"""Factor of the share of removed pieces if losses are not told: after n placements of the opponent on p points, times
(n/p) squared. Measured under ``olympiad``, where they are told: 0.5 to 0.7 for n/p from 0.25 to 0.6 (31,000 positions
of 120 games).
"""
GUESSES = 200
"""Number of new guesses, for all worlds together, after guesses that leave a piece without a liberty."""
MOST_TOGETHER = 3
"""Greatest number of strings that are assumed to be removed at once."""
CROWDED = 2.0
"""Factor by which the removal of a string is likelier for each neighbour that cannot be empty."""


def _hidden_counts(ledger: Ledger, size: Size, worlds: int, chance: Random) -> list[int]:
    """Guess for each world the number of the opponent's hidden pieces; exact if removals are announced."""
    most = ledger.hidden
    if ledger.losses_told or most == 0:
        return [most] * worlds
    expected = GONE_BY * (ledger.placements / size.points) ** 2 * ledger.placements
    unknown = max(0.0, expected - ledger.losses)
    least = min(most, len(ledger.proven))
    return [max(least, most - round(chance.expovariate(1.0) * unknown)) for _ in range(worlds)]


def _removed_points(ledger: Ledger, size: Size, worlds: int, chance: Random, *, evenly: bool = False) -> list[set[int]]:
    """Guess for each world the points of removed own pieces; with ``evenly`` all guesses are equally likely."""
    board, guesses, spare = put(ledger.board, ledger.proven, ledger.colour.opponent), [], GUESSES
    for _ in range(worlds):
        points = _guess_removed_points(ledger, size, chance, evenly=evenly)
        while spare and any(not liberties for _, liberties in strings(put(board, points, EMPTY), size)):
            # A piece without a liberty would have been removed too.
            points, spare = _guess_removed_points(ledger, size, chance, evenly=evenly), spare - 1
        guesses.append(points)
    return guesses


def _guess_removed_points(ledger: Ledger, size: Size, chance: Random, *, evenly: bool) -> set[int]:
    """Guess the points from which own pieces were removed, and where none was placed since."""
    gone_at = dict.fromkeys(ledger.known_gone, ledger.placements)
    for loss in ledger.own_losses:
        sets = _explanations(loss, ledger, gone_at)
        if sets:
            weights = None if evenly else [_likelihood(each, ledger, size) for each in sets]
            gone_at |= dict.fromkeys(chance.choices(sets, weights)[0], loss.at)
    return {point for point, at in gone_at.items() if point in ledger.known_gone or ledger.stood_at[point] < at}


def _explanations(loss: Loss, ledger: Ledger, gone_at: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the sets of own strings that a loss may have removed, as points: together as many as announced."""

    def may_stand(point: int) -> bool:
        """Return whether an own piece may have been on a point when the stones of this loss were captured."""
        return point not in gone_at or gone_at[point] <= ledger.placed_at[point] < loss.at

    def is_known_to_stand(point: int) -> bool:
        """Return whether the piece on a point was placed before this loss, and known to stand after it."""
        return ledger.placed_at[point] < loss.at <= ledger.stood_at[point]

    standing = (tuple(filter(may_stand, string)) for string in loss.strings)
    able = [each for each in standing if 0 < len(each) <= loss.count and not any(map(is_known_to_stand, each))]
    found: list[tuple[int, ...]] = []
    for together in range(1, MOST_TOGETHER + 1):
        for chosen in combinations(able, together) if len(able) <= 24 or together == 1 else ():
            if sum(map(len, chosen)) == loss.count:
                found += [tuple(point for string in chosen for point in string)]
        if found:
            break
    return found


def _likelihood(points: Sequence[int], ledger: Ledger, size: Size) -> float:
    """Return the relative likelihood that these own pieces were removed, higher with fewer free neighbours."""
    inside = set(points)
    beside = {each for point in points for each in size.neighbours[point]} - inside
    return float(CROWDED ** -sum(ledger.board[each] == 0 and each not in ledger.proven for each in beside))


ENOUGH = 200
"""Least number of playouts from which the chance to win is estimated."""
CHUNK = 50
"""Number of playouts between two checks of the clock; they take less than a millisecond."""


class Thinking:
    """Search for one decision: worlds, playouts from them, and statistics of the tries."""

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.worlds, self.imagined = Worlds(settings, chance), False  # the second: whether worlds have been drawn
        self.game = self.worlds.game
        n = self.game.cells
        self._empty = self.game.new_state()
        self._first = np.zeros(2 * n, np.int64)
        self._state = self._empty.copy(), self.game.new_table()
        self._board = (
            board_for_playouts(self.game, self.worlds.points) if self.game.flags == GO and self.game.scoring else None
        )
        self.statistics = np.zeros((root.STATISTICS, 2 * n))  # see ``yurei.kernel.search.root``
        self.candidates = np.zeros(0, np.int64)

    def begin(self, ledger: Ledger, weights: Values, tries: Iterable[Try], keep: float = 0.0) -> None:
        """Begin a search over ``tries``: draw worlds, and keep a share of the earlier statistics, 0 to 1."""
        self.worlds.draw(ledger, weights)
        self.imagined = True
        fill_template(self._empty, self.game.ruleset.passing, ledger)
        self.candidates = np.array([move_of(each, self.game) for each in tries], np.int64)
        self.statistics *= keep
        self._before = int(self.worlds.state[1])

    def ignore_pass(self) -> None:
        """Ignore the opponent's pass in playouts, so that a pass of one's own does not end the game."""
        self._empty[core.PASSES] = 0

    def place_of(self, attempt: Try) -> int:
        """Return the column of a try in the statistics."""
        move = move_of(attempt, self.game)
        return move if move >= 0 else self.game.cells - move

    def think(self, budget: Budget, settings: np.ndarray, steps: int) -> None:
        """Run playouts with ``steps`` Metropolis steps each, until the budget is spent; ``settings``: see ``root``."""
        numbers = np.array([self.game.komi, self.game.scoring, self.worlds.steps(steps)], np.float64)
        for chunk in budget.chunks(CHUNK):
            self.worlds.draw_from_list()
            self.worlds.state[2] = chunk
            self._play_out(settings, numbers)

    def _play_out(self, settings: Values, numbers: Values) -> None:
        """Run as many playouts as ``state`` asks for, on the playout board if it supports the rules."""
        worlds = self.worlds
        think, game = (root.think_any, self._state) if self._board is None else (root.think_on_board, self._board)
        think(
            (self._empty, self._first, game), worlds.beliefs, worlds.known, worlds.weights, self.candidates,
            self.statistics, settings, numbers, worlds.state, self.game.flags,
        )  # fmt: skip

    def values(self, tries: Iterable[Try], amaf: float, doubt: float) -> Values:
        """Return the value of each try if accepted, float64[tries], lowered for rarely visited tries."""
        places = [self.place_of(attempt) for attempt in tries]
        visits, total = self.statistics[root.VISITS, places], self.statistics[root.VALUE, places]
        amaf_visits, amaf_total = self.statistics[root.AMAF_VISITS, places], self.statistics[root.AMAF_VALUE, places]
        trust = np.where(amaf_visits > 0, amaf / (3 * visits + amaf), 0.0)
        known = trust * amaf_total / np.maximum(1, amaf_visits) + (1 - trust) * total / np.maximum(1, visits)
        return np.where(visits + amaf_visits > 0, known - doubt / np.sqrt(1 + visits), -1.0)

    def visits(self, attempt: Try) -> int:
        """Return the number of playouts that began with a try."""
        return int(self.statistics[root.VISITS, self.place_of(attempt)])

    @property
    def hope(self) -> float | None:
        """Share of won playouts; None if there were too few playouts."""
        visits, wins = self.statistics[root.VISITS].sum(), self.statistics[root.WINS].sum()
        return float(wins / visits) if visits >= ENOUGH else None

    @property
    def playouts(self) -> int:
        """Number of playouts run since ``begin``."""
        return int(self.worlds.state[1]) - self._before


def fill_template(state: Cells, passing: Passing, ledger: Ledger) -> None:
    """Write the colour to move and the numbers of passes into the state of an empty board."""
    state[core.TO_MOVE] = int(ledger.colour)
    state[core.PASSES] = int(ledger.opponent_passed)
    state[core.BLACK_PASSES] = max(0, min(passing.black, 2**30) - ledger.passes[BLACK])
    state[core.WHITE_PASSES] = max(0, min(passing.white, 2**30) - ledger.passes[WHITE])


def board_for_playouts(game: Compiled, points: NDArray[np.int64]) -> tuple[Any, ...]:
    """Return a playout board, memory for moves, and lookup tables between its cells and those of a state."""
    cells = np.zeros((2, max(game.cells, playouts.CELLS)), np.int64)
    for point, cell in enumerate(points):
        row, column = divmod(point, game.size.width)
        cells[0, cell] = (row + 1) * int(playouts.ROW) + column + 1
        cells[1, cells[0, cell]] = cell
    return np.zeros(playouts.ROOM, np.int32), np.zeros(game.most, np.int32), cells
