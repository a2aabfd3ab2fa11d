"""The player with a tree search, for games in which nothing is hidden."""

from collections.abc import Collection, Mapping
from math import sqrt
from typing import Any, ClassVar

from yurei.languages import N_
from yurei.players.passing import capturing_points, is_ahead, is_worth_playing_on
from yurei.players.player import WEIGHTS, Budget, Candidate, Explanation, Player
from yurei.players.tablebase import analyse, values_for
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, opponent_passed
from yurei.rules.board import Colour
from yurei.rules.state import PASS, RESIGN, Try, stone

CHUNK = 50
NODES = 200_000


class Mcts(Player):
    """Player that grows a tree of moves and runs playouts from it, by UCT with RAVE; for games without hidden pieces.

    With ``tables=1`` it uses the solved small boards of Alter Igo, and always keeps the value of a position.
    """

    slug = "mcts"
    version = 4
    must_see = True
    must_compile = True
    summary = N_("Looks ahead along a tree of moves, and plays games to their end from there. Everything must be seen.")
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        "amaf": 1000.0,
        "explore": 0.3,
        "win": 0.8,
        "scale": 0.5,
        "expand": 2,
        "margin": 0.02,
        "tables": 0,
    }
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {**WEIGHTS, "expand": (1, 1000), "tables": (0, 1)}

    def begin(self, opening: View) -> None:
        from yurei.players.mcts_tree import Tree  # compiled code: only where it plays

        super().begin(opening)
        self._tree = Tree(opening, self.chance, NODES)
        self._hopes, self._for_points = 1.0, False
        self._values = values_for(opening.settings) if self.value("tables") else None

    def hear(self, told: Told) -> None:
        super().hear(told)
        if told.outcome is not Outcome.ILLEGAL and told.attempt is not None and told.result is None:
            self._tree.play(told.attempt)

    def decide(self, budget: Budget) -> Try:
        if self._values is None:
            return self._search_try(budget)
        known = analyse(self._values, self.view.board, self.view.settings.size, self._colour)
        best = {stone(point) for point in known.best}
        if known.outcome.winner is None and len(best) > 1:
            # All of these moves keep the draw; the tree decides which of them is hardest to answer.
            return self._search_try(budget, best)
        self._tree.forget()
        self._hopes = 0.5 if known.outcome.winner is None else float(known.outcome.winner is self._colour)
        return self._choose_random(best)

    @property
    def _colour(self) -> Colour:
        assert self.view.seat.colour is not None
        return self.view.seat.colour

    def _search_try(self, budget: Budget, among: Collection[Try] = ()) -> Try:
        self._tree.forget()
        board = self.view.board
        passed = opponent_passed(self.view)
        if passed and not self.value("win"):  # only points count, so dead stones are captured before the game ends
            among = {stone(point) for point in capturing_points(self.view, board)}
        self._for_points = passed and (bool(among) or is_worth_playing_on(self.view, [board]))
        if self._for_points:
            self._tree.ignore_pass()
            self._for_points = is_ahead(self.view, board)
        self._tree.grow(self._weights(), 1)
        possible = [child.attempt for child in self._tree.children()]
        among = [attempt for attempt in possible if attempt in among] or self.notice(possible)
        self._tree.restrict(among)
        self._grow(budget)
        self.spend(playouts=self._tree.simulations)
        return self._choose_best(among)

    def search_further(self, budget: Budget) -> Explanation:
        """Search the present position further without answering, within a budget; return what the search has found."""
        self._grow(budget)
        return self.explain()

    @property
    def undecided(self) -> bool:
        """Whether the result of the present position is not yet proven, so that further search can change its value."""
        return not self._tree.is_proven

    def _weights(self) -> tuple[float, ...]:
        """Return the settings of the search, see ``kernel.search.tree``."""
        set_, points = self.parameters, self.view.settings.size.points
        win = 0.0 if self._for_points else set_["win"]
        return set_["explore"], set_["amaf"], win, set_["scale"] * points, set_["expand"]

    def _grow(self, budget: Budget) -> None:
        weights = self._weights()
        for chunk in budget.chunks(CHUNK):
            if self._tree.is_proven:
                break
            self._tree.grow(weights, chunk)

    def accepts_draw(self) -> bool:
        return self._hopes < 0.5

    def _choose_best(self, among: Collection[Try]) -> Try:
        """Return a move proven to win, else the most visited one; the pass only if no other is nearly as good."""
        children = [child for child in self._tree.children() if not among or child.attempt in among]
        if not children:  # there was no time for a single visit
            return self._choose_random(among)
        best = max(children, key=lambda child: (child.proven == 1, child.proven != -1, child.visits))
        self._hopes = best.value
        others = [child for child in children if child.attempt != PASS and child.proven != -1 and child.visits]
        if best.attempt == PASS and best.proven != 1 and others:
            other = max(others, key=lambda child: child.visits)
            # The value of a rarely visited move is uncertain: do not pass because of too few visits.
            doubt = 1 / sqrt(1 + other.visits) + 1 / sqrt(1 + best.visits)
            if other.value > best.value - self.value("margin") - doubt:
                return other.attempt
        return best.attempt

    def _choose_random(self, tries: Collection[Try]) -> Try:
        return self.chance.choice(sorted(tries, key=lambda each: each.point or 0)) if tries else RESIGN

    def explain(self) -> Explanation:
        children = sorted(self._tree.children(), key=lambda child: -child.visits)
        total = max(1.0, sum(child.visits for child in children))
        weighed = tuple(Candidate(child.attempt, child.win, 0.0, child.visits / total) for child in children)
        win = weighed[0].value if weighed else self._hopes if self._values is not None else None
        return Explanation(weighed, win=win, playouts=self._tree.simulations, worlds=1)
