"""Flat Monte Carlo over randomly filled worlds: Golois, and upper confidence bounds with all moves as first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import Searcher
from yurei.players.player import WEIGHTS
from yurei.rules.ruleset import choice

if TYPE_CHECKING:
    from yurei.kernel.search.baselines import Known, Search


class Hidden(StrEnum):
    """Ways to count the opponent's hidden stones."""

    TOLD = "told"
    MOVES = "moves"


class Golois(Searcher):
    """Flat Monte Carlo: random games from random worlds, and the move with the best mean score.

    From the paper, T. Cazenave, "A Phantom-Go Program" (2005): what illegal tries and captures revealed is kept; at
    the start of every random game the opponent's other stones are put on random points; the games are random, own
    eyes are not filled; every move gets equally many games (10,000 at the time); the move with the best mean score is
    tried.

    Chosen here, because our notes of the paper do not say: a refused point holds a stone until something is
    captured there (``HardLedger``); the number of hidden stones is the opponent's moves less the known captures; a
    world in which the present move is not legal gives its game to the legal move with the fewest games; the player
    passes if no sensible move is left, and after the opponent's pass if the mean score of passing wins the game;
    after a refused try the next best follows, once the rest of the turn's budget is spent.

    Parameters: ``hidden``, ``told`` or ``moves``: whether captures are subtracted from the number of the
    opponent's moves.
    """

    slug = "golois"
    summary = "Flat Monte Carlo after Cazenave 2005: random worlds, random games, the best mean score."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"hidden": "told"}

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        choice(Hidden, "hidden", self.value("hidden"))  # raises if it is neither

    def known(self) -> Known:
        """Return what is known, without subtracting captures if ``hidden`` is ``moves``."""
        known = super().known()
        if self.value("hidden") == "told":
            return known
        opponent = self.ledger.colour.opponent
        hidden = [known.hidden[0], known.hidden[1]]
        hidden[opponent - 1] += self.ledger.lost[opponent]
        return replace(known, hidden=(hidden[0], hidden[1]))

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import FlatSearch

        # With this much exploration the move with the fewest games is always next; the value is the score alone.
        return FlatSearch(self.game, known, moves, seed, [1e9, 0.0, 0.0])

    def merits(self, search: Search) -> Sequence[Any]:
        """Return the mean score of every try."""
        return self.values(search)

    def prefers_pass(self, search: Search, passing: int, best: int) -> bool:
        """Return whether a pass would win the game by the mean score."""
        return bool(search.stats[passing, 0] > 0 and self.values(search)[passing] > 0.5)


class UcbAmaf(Searcher):
    """The strongest known player on uniform fill: one decision for all worlds, UCB with AMAF.

    Every playout begins in a world of its own. UCB1 (Auer, Cesa-Bianchi, Fischer 2002) allocates the playouts, and
    all moves as first (Bruegmann 1993; the weight is that of Gelly and Silver 2007) let moves learn from games in
    which they were played later; Borsboom, Saito, Chaslot and Uiterwijk (2007) compared all moves as first with
    plain sampling in Phantom Go.

    Parameters: ``explore``, the constant of UCB; ``amaf``, the number of visits at which a move's own figures
    count as much as all moves as first; ``win``, the share of winning in a value, the rest is the score;
    ``margin``, by how much a pass must be better than all other moves.
    """

    slug = "ucb-amaf"
    summary = "Flat Monte Carlo with upper confidence bounds and all moves as first; random worlds, random games."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"explore": 0.25, "amaf": 300.0, "win": 0.7, "margin": 0.1}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = WEIGHTS

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import FlatSearch

        return FlatSearch(self.game, known, moves, seed, [self.value("explore"), self.value("amaf"), self.value("win")])
