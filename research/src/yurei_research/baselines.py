"""Baselines: players from papers, to compare with. ``docs/baselines.md`` lists them and their parameters.

All but ``BelievingTrees`` share a hard ledger, playouts within the budget of a turn, and one answer for all worlds.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

import numpy as np

from yurei.kernel import core
from yurei.kernel.rulesets import Compiled, compiled
from yurei.kernel.search import root
from yurei.players.belief import Belief
from yurei.players.knowledge import Memory
from yurei.players.ledger import Ledger
from yurei.players.player import NOTHING_TO_SAY, WEIGHTS, Budget, Candidate, Explanation, Player
from yurei.players.refusals import fills_eyes
from yurei.players.worlds import CHUNK, Thinking, Values
from yurei.referee.referee import Captures
from yurei.referee.settings import Settings
from yurei.referee.sight import EVERYTHING
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, GHOST, WHITE, read_board, string_at
from yurei.rules.judge import Reason
from yurei.rules.ruleset import read_choice
from yurei.rules.state import PASS, RESIGN, Kind, Try, ghost, stone
from yurei_research import baseline_searches as searches
from yurei_research.baseline_searches import BeliefSearch, FlatSearch, Known, Search, TreeSearch

COLOURS = (BLACK, WHITE)

Bounds = Mapping[str, tuple[float, float]]
TREES: Bounds = {"ripe": (0, 10**6), "depth": (0, 10**4)}
"""Bounds of the parameters of trees: visits before all moves of a node are weighed, and depth."""


class HardLedger(Memory):
    """A seat's memory that takes likely conclusions as certain, after Cazenave 2005.

    A point on which a stone was refused is taken to hold a stone of the opponent, unless the referee gave another
    reason, until something was captured there or it is seen to be empty. If the referee tells how many stones a
    move took but not which, the assumed stones beside it are forgotten. If not even the number is told, they stay.
    """

    def __init__(self, opening: View) -> None:
        super().__init__(opening)
        settings = opening.settings
        laid = read_board(settings.setup)[0] if settings.setup else opening.board
        self.enemies = {point for point, cell in enumerate(laid) if cell == self.colour.opponent}
        self.placed = {colour: sum(cell in (colour, colour + GHOST) for cell in laid) for colour in COLOURS}
        self.lost = dict.fromkeys(COLOURS, 0)
        self._shared = sum(seat.colour is self.colour for seat in settings.seating.seats) > 1

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        if attempt.kind is Kind.STONE and attempt.point is not None and reason in (None, Reason.OPPONENT_STONE):
            self.enemies.add(attempt.point)

    def note_move(self, told: Told, view: View) -> None:
        if told.outcome is not Outcome.MOVED:
            return
        own, neighbours = told.seat == view.seat.name, view.settings.size.neighbours
        self.placed[told.mover] += 1
        mine = len([point for point in told.vanished or () if point not in (told.captured_points or ())])
        taken = told.captured_count
        if taken is None:
            taken = len(told.captured_points or told.vanished or ()) if told.mover is not self.colour else 0
        self.lost[told.mover.opponent] += taken
        self.lost[told.mover] += told.lost_count if told.lost_count is not None else (mine if own else 0)
        self.enemies.difference_update(told.captured_points or ())
        if own and told.attempt is not None and told.attempt.point is not None:
            self.enemies.discard(told.attempt.point)
            if told.captured_points is None and told.captured_count:
                cells = bytes(each in self.enemies for each in range(len(view.board)))
                for beside in self.enemies.intersection(neighbours[told.attempt.point]):
                    self.enemies.difference_update(string_at(cells, neighbours, beside)[0])

    def settle(self, view: View) -> None:
        """Forget assumed stones on points in sight, where the view shows the pieces."""
        self.enemies = {point for point in self.enemies if not view.in_sight >> point & 1}

    def hidden(self, view: View) -> tuple[int, int]:
        """Return the numbers of black and white stones on the board that the view does not show, if known."""
        left = {}
        for colour in COLOURS:
            shown = sum(cell in (colour, colour + GHOST) for cell in view.board)
            left[colour] = max(0, self.placed[colour] - self.lost[colour] - shown)
        if not self._shared:
            left[self.colour] = 0  # all of the own ones lie there
        return left[BLACK], left[WHITE]

    def free(self, view: View) -> list[int]:
        """Return the points where a stone may be hidden: not in sight, and without a known or assumed piece."""
        empty = [point for point, cell in enumerate(view.board) if cell == EMPTY and not view.in_sight >> point & 1]
        return [point for point in empty if point not in self.enemies]

    def tries(self, view: View) -> list[Try]:
        """Return the tries to search: no pass, no points with assumed stones, no own eyes unless ``fills_eyes``."""
        board, ruleset, neighbours = view.board, view.settings.ruleset, view.settings.size.neighbours
        other_ghost, fills = self.colour.opponent + GHOST, fills_eyes(ruleset)
        found = []
        for point, cell in enumerate(board):
            if cell not in (EMPTY, other_ghost) or point in self.enemies or (not fills and self._is_eye(point, view)):
                continue
            found.append(stone(point))
            if ruleset.ghosts and cell == EMPTY and any(board[beside] == self.colour for beside in neighbours[point]):
                found.append(ghost(point))
        return [each for each in found if each not in self.refused]

    def _is_eye(self, point: int, view: View) -> bool:
        """Return whether a point is an own eye, as in playouts: at most one enemy diagonally, none at the edge."""
        size, board = view.settings.size, view.board
        if any(board[beside] != self.colour for beside in size.neighbours[point]):
            return False
        corners = size.corners[point]
        strange = sum(board[corner] == self.colour.opponent or corner in self.enemies for corner in corners)
        return strange + (len(corners) < 4) < 2

    def last_resort(self, view: View, chance: Random) -> Try:
        """Return a try if there is none to search: a pass, else a stone not refused in this turn, else resign."""
        if self.may_pass(view):
            return PASS
        board, opponent = view.board, self.colour.opponent
        groups = [
            [point for point, cell in enumerate(board) if cell == EMPTY and point not in self.enemies],
            sorted(self.enemies),
            [point for point, cell in enumerate(board) if cell == self.colour + GHOST],
        ]
        if not view.settings.referee.vanishes:
            groups.append([point for point, cell in enumerate(board) if cell not in (EMPTY, opponent)])
        for points in groups:
            left = [point for point in points if stone(point) not in self.refused]
            if left:
                return stone(chance.choice(left))
        return RESIGN


class Searcher(Player):
    """Base class of players that search once per turn, and continue the search after a refused try."""

    version: ClassVar[int] = 2
    must_compile: ClassVar[bool] = True
    game: Compiled
    ledger: HardLedger

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        self.tries: list[Try] = []  # weighed in this turn, in the order in which the search numbers them
        self.found: Search | None = None  # the search of this turn
        self._stale = False

    def begin(self, opening: View) -> None:
        super().begin(opening)
        settings = opening.settings
        self.game = compiled(settings.ruleset, settings.size, komi=settings.komi)
        self.ledger = HardLedger(opening)
        self.found = None
        self._base = self.chance.getrandbits(64)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.ledger.hear(told, self.view)
        if told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat:
            self.found = None
        self._stale = True

    def decide(self, budget: Budget) -> Try:
        self.ledger.settle(self.view)
        if self.found is None:
            self._begin_turn()
        left = [k for k, each in enumerate(self.tries) if each not in self.ledger.refused]
        left = [k for k in left if self.tries[k].point not in self.ledger.enemies]
        if self.found is None or all(self.tries[k] is PASS for k in left):
            return self.ledger.last_resort(self.view, self._chance_of_turn("last"))
        if len(left) > 1:
            self._think(self.found, budget)
        return self.tries[self._chosen(self.found, left)]

    def _chance_of_turn(self, what: str) -> Random:
        return Random(f"{self._base} {len(self.view.heard)} {what}")

    def _begin_turn(self) -> None:
        self.found, self._stale = None, False
        self.tries = self.ledger.tries(self.view)
        if not self.tries:
            return
        chance = self._chance_of_turn("search")
        chance.shuffle(self.tries)
        # The pass is searched only after the opponent's pass.
        if self.ledger.opponent_passed and self.ledger.may_pass(self.view):
            self.tries.append(PASS)
        self.found = self.search(self.known(), chance.getrandbits(63))

    def known(self) -> Known:
        view, ledger = self.view, self.ledger
        passing = view.settings.ruleset.passing
        return Known(
            to_move=int(ledger.colour),
            # If nothing vanishes, a point assumed to hold a stone of the opponent holds no own piece.
            pieces=[(p, cell) for p, cell in enumerate(view.board) if cell != EMPTY and p not in ledger.enemies],
            taken=sorted(ledger.enemies),
            free=ledger.free(view),
            hidden=ledger.hidden(view),
            passes=int(ledger.opponent_passed),
            passed=(int(min(ledger.passes[BLACK], passing.black)), int(min(ledger.passes[WHITE], passing.white))),
            lost=(ledger.lost[BLACK], ledger.lost[WHITE]),
        )

    def _think(self, search: Search, budget: Budget) -> None:
        if self._stale:
            search.know(self.known())
            self._stale = False
        if budget.seconds is None and budget.playouts is None:
            budget = replace(budget, seconds=1.0)
        for chunk in budget.chunks(CHUNK):
            search.run(chunk)
            self.spend(playouts=chunk)

    def _chosen(self, search: Search, left: Sequence[int]) -> int:
        """Return the number of the best of these tries; that of the pass only if ``prefers_pass`` is true."""
        merits = self.merits(search)
        best = max((k for k in left if self.tries[k] is not PASS), key=lambda k: merits[k])
        for k in left:
            if self.tries[k] is PASS and self.prefers_pass(search, k, best):
                return k
        return best

    def prefers_pass(self, search: Search, passing: int, best: int) -> bool:
        """Return whether the player should pass: the pass is better than the best other try by the margin."""
        values = self.values(search)
        return bool(search.stats[passing, 0] > 0 and values[passing] >= values[best] + float(self.value("margin")))

    def values(self, search: Search) -> Sequence[float]:
        """Return the value of every try from 0 to 1; 0 for tries that were not visited."""
        return [float(total / visits) if visits else 0.0 for visits, total in search.stats[:, :2]]

    def merits(self, search: Search) -> Sequence[Any]:
        """Return a sort key for every try, the largest for the best one."""
        return [(float(visits), value) for visits, value in zip(search.stats[:, 0], self.values(search), strict=True)]

    @abstractmethod
    def search(self, known: Known, seed: int) -> Search:
        """Return a new search over the tries of this turn."""

    def explain(self) -> Explanation:
        if self.found is None or not self.found.played:
            return NOTHING_TO_SAY
        search, board, opponent = self.found, self.view.board, self.ledger.colour.opponent
        heat = search.chances(int(opponent))
        there = [
            1.0 if cell == opponent or point in self.ledger.enemies else 0.0 if cell else float(min(1.0, heat[point]))
            for point, cell in enumerate(board)
        ]
        visits, values, merits = search.stats[:, 0], self.values(search), self.merits(search)
        total, candidates = float(visits.sum()) or 1.0, []
        for k in sorted(np.flatnonzero(visits).tolist(), key=lambda k: merits[k], reverse=True):
            each, share = self.tries[k], float(visits[k]) / total
            candidates.append(Candidate(each, values[k], 0.0 if each.point is None else there[each.point], share))
        win = float(search.sums[1] / search.sums[0])
        return Explanation(tuple(candidates), win, tuple(there), search.worlds, search.played)


def told_plan(view: View) -> tuple[int, int]:
    """Return what a game's referee tells of the opponent's moves, and the sight of stones, for the plan of a search."""
    referee = view.settings.referee
    if referee.sight == EVERYTHING:
        return searches.ALL, 0
    if Captures.POINTS in (referee.captures, referee.owner_hears) or referee.vanishes:
        return searches.POINTS, int(referee.sight)
    return (searches.COUNT if referee.captures is Captures.COUNT else 0), int(referee.sight)


class Hidden(StrEnum):
    """How ``Golois`` counts the opponent's hidden stones: by what was told, or by moves."""

    TOLD = "told"
    MOVES = "moves"


class Golois(Searcher):
    """Flat Monte Carlo player: random games from random worlds; it plays the move with the best mean score.

    From the paper, T. Cazenave, "A Phantom-Go Program" (2005): what illegal tries and captures revealed is kept; at
    the start of every random game the opponent's other stones are put on random points; the games are random, own
    eyes are not filled; every move gets equally many games (10,000 at the time); the move with the best mean score is
    tried.

    Chosen here, because our notes of the paper do not say: a refused point holds a stone until something is
    captured there (``HardLedger``); the number of hidden stones is the opponent's moves less the known captures; a
    world in which the present move is not legal gives its game to the legal move with the fewest games; the player
    passes if no sensible move is left, and after the opponent's pass if the mean score of passing wins the game;
    after a refused try the next best follows, once the rest of the turn's budget is spent.
    """

    slug = "golois"
    summary = "Flat Monte Carlo after Cazenave 2005: random worlds, random games, the best mean score."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"hidden": "told"}

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        read_choice(Hidden, "hidden", self.value("hidden"))  # raises if it is neither

    def known(self) -> Known:
        known, opponent = super().known(), self.ledger.colour.opponent
        if self.value("hidden") == "told":
            return known
        black, white = known.hidden
        more = self.ledger.lost[opponent]
        return replace(known, hidden=(black + more, white) if opponent is BLACK else (black, white + more))

    def search(self, known: Known, seed: int) -> Search:
        # With this much exploration the move with the fewest games is always next; the value is the score alone.
        return FlatSearch(self.game, known, self.tries, seed, [1e9, 0.0, 0.0])

    def merits(self, search: Search) -> Sequence[Any]:
        return self.values(search)

    def prefers_pass(self, search: Search, passing: int, best: int) -> bool:
        return bool(search.stats[passing, 0] > 0 and self.values(search)[passing] > 0.5)


class UcbAmaf(Searcher):
    """Flat player with UCB and AMAF over all worlds together, the strongest known one with uniform fill.

    Every playout begins in a world of its own. UCB1 (Auer, Cesa-Bianchi, Fischer 2002) allocates the playouts, and
    all moves as first (Bruegmann 1993; the weight is that of Gelly and Silver 2007) let moves learn from games in
    which they were played later; Borsboom, Saito, Chaslot and Uiterwijk (2007) compared all moves as first with
    plain sampling in Phantom Go.
    """

    slug = "ucb-amaf"
    summary = "Flat Monte Carlo with upper confidence bounds and all moves as first; random worlds, random games."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"explore": 0.25, "amaf": 300.0, "win": 0.7, "margin": 0.1}
    BOUNDS: ClassVar[Bounds] = WEIGHTS

    def search(self, known: Known, seed: int) -> Search:
        weights = [self.value("explore"), self.value("amaf"), self.value("win")]
        return FlatSearch(self.game, known, self.tries, seed, weights)


COMMON = {"explore": 0.7, "win": 1.0, "amaf": 0.0, "ripe": 4, "depth": 0, "margin": 0.1}


class InTrees(Searcher):
    """Base class of the tree searches of P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree
    Search" (2012).

    From the paper: every iteration takes a world that fits what is known, descends through moves that are legal in
    it by UCB, adds a node, plays the rest out at random, and backs up the result. If several worlds share a tree,
    the bound of a move uses the number of times that it could have been chosen (subset-armed bandit), not the
    visits of its parent. The constant of UCB is 0.7, the most visited move is played.

    Chosen here: a try that the world refuses is not a choice in it, since it costs nothing and another follows at
    once; what it would reveal is not searched. Own eyes are no moves in a tree, and a pass is one only if no other
    move is left, or at the root after the opponent's pass. Announcements of captures are part of what is heard,
    new ataris are not. All moves of a node are weighed by all moves as first once it was visited ``ripe`` times.
    """

    PARAMETERS: ClassVar[Mapping[str, Any]] = COMMON
    BOUNDS: ClassVar[Bounds] = {**WEIGHTS, **TREES}

    @property
    @abstractmethod
    def kind(self) -> int:
        """The kind of search in the plan of ``search_trees``, such as ``SINGLE``."""

    def search(self, known: Known, seed: int) -> Search:
        weights = [self.value("explore"), self.value("amaf"), self.value("win")]
        kept = max(1, self.parameters.get("trees", 1))
        plan = [self.kind, kept, self.value("depth"), self.value("ripe"), *told_plan(self.view)]
        return TreeSearch(self.game, known, self.tries, seed, weights, plan)


class DeterminisedUct(InTrees):
    """Player with one tree for each of a few worlds; each tree votes for the move that it visited most.

    Paper: 40 trees of 250 iterations each on Phantom(4,4,4). Each tree treats its world as the truth, so both
    sides know there what they cannot know. Chosen here: ties are decided by visits; the trees are visited in turn,
    so that a budget in seconds gives all of them the same.
    """

    slug = "determinised-uct"
    summary = "A tree for every one of a few random worlds, and a vote."
    kind = searches.DETERMINISED
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"trees": 20, **COMMON}
    BOUNDS: ClassVar[Bounds] = {"trees": (1, 1000), **InTrees.BOUNDS}

    def merits(self, search: Search) -> Sequence[Any]:
        return [(float(votes), float(visits)) for visits, votes in search.stats[:, (0, 2)]]


class SoIsmcts(InTrees):
    """Player with one tree for all worlds, in which the opponent's moves are edges as if they were seen.

    With ``pom=1`` (partially observable moves) the opponent's moves that sound alike are one edge, and are chosen
    at random: the paper's SO-ISMCTS+POM.
    """

    slug = "so-ismcts"
    summary = "One tree over what one player knows, for all worlds; the opponent's moves are seen in it."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"pom": 0, **COMMON}
    BOUNDS: ClassVar[Bounds] = {"pom": (0, 1), **InTrees.BOUNDS}

    @property
    def kind(self) -> int:
        return searches.PARTIAL if self.value("pom") else searches.SINGLE


class MoIsmcts(InTrees):
    """Player with one tree per seat, whose edges are own moves, and announcements of the opponent's moves.

    Every iteration descends both trees at once; the player to move chooses in their own tree. The opponent's tree
    has one root for all that the opponent may know.
    """

    slug = "mo-ismcts"
    summary = "A tree for each player over what he is told; a move that cannot be seen is one edge, whatever it was."
    kind = searches.MANY


class BsMcts(Searcher):
    """Player that searches from sampled worlds, and values a move over all worlds that it cannot tell apart.

    Source: Wang, Zhu, Li, Hsueh and Wu, "Belief-state Monte Carlo tree search for Phantom games" (CIG 2015; IEEE
    Transactions on Games 10, 2018).

    From the paper: a tree of belief states; each holds the worlds that the searcher cannot tell apart there, and
    every world has its own statistics, U(g, a) += (R - U(g, a)) / N(g, a). The value of a move is the sum of b_i
    U(g_i, a). Opponent Guessing: b_i is the softmax of guess * P(g_i) * U(g_i), U(g_i) the mean of all visits. Own
    nodes take the move with the highest U(B, a) + c sqrt(ln N(B) / N(B, a)); at the opponent's nodes their move is
    drawn from the softmax of predict * U(B, a), the value for the opponent (Opponent Predicting). At the end the
    move with the highest U at the root is played. T worlds are sampled, S searches made from each.

    Chosen here: U(g_i) in the guess is the value for the opponent (worlds that are good for the opponent are
    likelier); P is the same for all worlds, and taken as 1; worlds in which a move was never tried are left out of
    its sum, and the others weigh as much as all; a move that was tried in none of them comes first, at the
    opponent's nodes its value is one half for the opponent; the opponent's belief is that of the searcher's node.
    After T times S searches the same worlds are searched again, until the budget is spent. Own eyes and passes are
    treated as in the trees of ``InTrees``.

    ``samplings`` is T, ``searches`` S, ``explore`` c.
    """

    slug = "bs-mcts"
    summary = (
        "Belief-state tree search after Wang and others 2015: guesses where the opponent stands, and what he will play."
    )
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        "samplings": 32,
        "searches": 8,
        "explore": 0.5,
        "guess": 1.0,
        "predict": 2.0,
        "win": 1.0,
        "depth": 0,
        "margin": 0.1,
    }
    BOUNDS: ClassVar[Bounds] = {
        **InTrees.BOUNDS,
        "samplings": (1, 1000),
        "searches": (1, 1000),
        "guess": (0.0, 100.0),
        "predict": (0.0, 100.0),
    }

    def search(self, known: Known, seed: int) -> Search:
        weights = [self.value("explore"), self.value("guess"), self.value("win"), self.value("predict")]
        plan = [self.value("searches"), self.value("samplings"), self.value("depth"), 0, *told_plan(self.view)]
        return BeliefSearch(self.game, known, self.tries, seed, weights, plan)

    def values(self, search: Search) -> Sequence[float]:
        """Return the value U(root, a) of every try a; 0 for tries that were not visited."""
        return [float(value) for value in search.stats[:, 2]]

    def merits(self, search: Search) -> Sequence[Any]:
        return self.values(search)


class TreeThinking(Thinking):
    """Tree search on the worlds of ``Belief``, with new trees for every decision."""

    def __init__(self, settings: Settings, chance: Random, plan: Sequence[int]) -> None:
        super().__init__(settings, chance)
        self._plan = np.array(plan, np.int64)
        self._seed = np.uint64(chance.getrandbits(63))
        self._tree_room = searches.tree_room(self.game)
        self._roots = int(plan[searches.TREES]) if plan[searches.KIND] == searches.DETERMINISED else 1
        self._kept = np.empty((self._roots, self.game.new_state().size), np.int32)
        self._nodes = searches.tree_pool(max(2, self._roots))
        self._heat = np.zeros((2, self.game.cells), np.int64)

    def begin(self, ledger: Ledger, weights: Values, tries: Iterable[Try], keep: float = 0.0) -> None:
        super().begin(ledger, weights, tries, 0.0)
        searches.empty_pool(self._nodes, max(2, self._roots))
        self._places = searches.index_places(self.game, self.candidates)
        self._stats, self._sums = np.zeros((len(self.candidates), 4)), np.zeros(2)
        self._began = int(self.worlds.state[1])

    def _play_out(self, settings: Values, numbers: Values) -> None:
        """Run as many playouts as ``state`` asks for, each of which descends the trees."""
        state, worlds = self.worlds.state, self.worlds
        span = np.array([state[1], state[2], self._began], np.int64)
        believed = self._empty, worlds.beliefs, worlds.known, worlds.weights, span[:1].copy(), int(numbers[2])
        flags = self.game.flags | core.NO_EYES
        searches.BELIEVED_TREE_ENTRIES[flags](
            believed, self._tree_room, self._kept, self._nodes, self.candidates, self._places, self._stats, self._sums,
            self._heat, settings, self._plan, self._seed, span, self.game.komi, self.game.scoring, flags,
        )  # fmt: skip
        state[1] += state[2]

    def think(self, budget: Budget, settings: Values, steps: int) -> None:
        """Run playouts, and copy the statistics of the roots' children to those of the tries."""
        super().think(budget, settings, steps)
        links, worths, _ = self._nodes
        self.statistics[:] = 0
        for tree in range(1, self._roots + 1):
            child = int(links[tree, searches.CHILD])
            while child:
                move = int(links[child, searches.LABEL])
                place = move if move >= 0 else self.game.cells - move
                if self._places[place]:
                    self.statistics[root.VISITS, place] += links[child, searches.LOOKS]
                    self.statistics[root.VALUE, place] += worths[child, searches.VALUE]
                    self.statistics[root.AMAF_VISITS, place] += worths[child, searches.FIRST_LOOKS]
                    self.statistics[root.AMAF_VALUE, place] += worths[child, searches.FIRST_VALUE]
                child = int(links[child, searches.SIBLING])
        self.statistics[root.WINS] = self.statistics[root.VISITS] * self._sums[1] / max(1.0, self._sums[0])


class Trees(StrEnum):
    """Tree searches of the paper, see ``InTrees``."""

    DETERMINISED = "determinised-uct"
    SINGLE = "so-ismcts"
    MANY = "mo-ismcts"


class BelievingTrees(Belief):
    """``Belief`` with playouts that descend trees, to compare tree search with ``Belief``'s flat search.

    Ledger, worlds, candidates, margin and patience are the same. ``trees`` says which search, ``kept`` how many trees
    ``determinised-uct`` has.
    """

    slug = "believing-trees"
    summary = "The trees of the papers on the worlds of belief, with all moves as first."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        **Belief.PARAMETERS,
        "trees": "mo-ismcts",
        "depth": 0,
        "ripe": 4,
        "kept": 20,
    }
    BOUNDS: ClassVar[Bounds] = {**Belief.BOUNDS, **TREES, "kept": (1, 1000)}

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        read_choice(Trees, "trees", self.value("trees"))  # raises if there is no such search

    def _new_thinking(self, opening: View) -> Thinking:
        kind = getattr(searches, Trees(self.value("trees")).name)
        plan = [kind, self.value("kept"), self.value("depth"), self.value("ripe"), *told_plan(opening)]
        return TreeThinking(opening.settings, self.chance, plan)


ALL: list[type[Player]] = [Golois, UcbAmaf, DeterminisedUct, SoIsmcts, MoIsmcts, BsMcts, BelievingTrees]
