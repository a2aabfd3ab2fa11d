"""Belief: the player for games with hidden stones, under any ruleset and referee."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, ClassVar

from yurei.languages import N_
from yurei.players.ledger import Ledger
from yurei.players.passing import is_ahead, is_worth_playing_on, own_territory
from yurei.players.player import NOTHING_TO_SAY, WEIGHTS, Budget, Candidate, Explanation, Player
from yurei.players.refusals import MOST_REFUSED, Refusals, fills_eyes, is_eye
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY, GHOST
from yurei.rules.ruleset import read_choice
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone


def _candidates(ledger: Ledger, view: View, refusals: Refusals, points: list[int]) -> list[Try]:
    """Return the tries worth weighing, with the pass last if it is allowed; after many refusals only the pass."""
    out, ruled_out = ledger.refused_points() | ledger.proven, refusals.list_certain_refusals()
    tries = [stone(point) for point in points if point not in out]
    if view.settings.ruleset.ghosts:
        tries += _ghosts(ledger, view)
    tries = [attempt for attempt in tries if attempt not in ruled_out]
    avoided = refusals.list_probable_refusals()
    if not ledger.may_pass(view):
        return [attempt for attempt in tries if attempt.point not in avoided] or tries or [RESIGN]
    if sum(attempt.point is not None for attempt in ledger.refused) >= MOST_REFUSED:
        return [PASS]
    avoided |= own_territory(refusals, view)
    return [*(attempt for attempt in tries if attempt.point not in avoided), PASS]


def _sensible_points(ledger: Ledger, view: View) -> list[int]:
    """Return the empty points that are no eyes to keep, and points of own strings that may have been removed."""
    last_loss = ledger.own_losses[-1].at if ledger.own_losses else 0
    doubtful = {
        point
        for loss in ledger.own_losses
        for string in loss.strings
        if all(ledger.stood_at[point] < last_loss for point in string)
        for point in (string if ledger.known_gone.intersection(string) else string[:1])
    }
    fills = fills_eyes(view.settings.ruleset)
    return [
        point
        for point, cell in enumerate(view.board)
        if (cell == EMPTY and (fills or not is_eye(view.board, view.settings.size, ledger.colour, point)))
        or point in doubtful
    ]


def _ghosts(ledger: Ledger, view: View) -> list[Try]:
    """Return the tries of ghosts beside own stones, and of stones on ghosts in sight."""
    size, board, me = view.settings.size, view.board, int(ledger.colour)
    refused, ghosts_refused = ledger.refused_points(), ledger.refused_points(Kind.GHOST)
    ghosts = [
        Try(Kind.GHOST, point)
        for point, cell in enumerate(board)
        if cell == EMPTY
        and point not in ghosts_refused
        and point not in ledger.proven
        and any(board[beside] == me for beside in size.neighbours[point])
    ]
    return ghosts + [stone(point) for point, cell in enumerate(board) if cell > GHOST and point not in refused]


LEAST_PASS_VISITS = 30
"""Number of playouts of a pass before it can be chosen, so that one lucky playout is not enough."""
MOST_OPEN = 8
"""Greatest number of open points at which the player may pass, unless a third of the board is more."""
SURE = 0.9
"""Share of worlds in which a pass has to win by the count before the player ends the game with it."""
PATIENCE = 6
"""Number of moves of both sides during which a game has to look lost before the player resigns."""


class Priors(StrEnum):
    """Names of the prior distributions of the opponent's hidden stones."""

    UNIFORM = "uniform"
    FITTED = "fitted"


class Belief(Player):
    """Player that runs playouts from boards that fit what it was told, and chooses the best try over all of them."""

    slug = "belief"
    version = 5
    must_compile = True
    summary = N_("Imagines where your stones may be, and plays thousands of games to their end from there.")
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        "amaf": 300.0,
        "explore": 0.1,
        "win": 0.7,
        "scale": 0.5,
        "margin": 0.1,
        "steps": 4,
        "prior": "fitted",
        "first": 0.7,
        "doubt": 0.3,
        "keep": 0.5,
        "resign": 0.01,
    }
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {
        **WEIGHTS,
        "amaf": (1.0, 1e6),
        "steps": (0, 100),
        "first": (0.05, 1.0),
        "doubt": (0.0, 10.0),
        "keep": (0.0, 1.0),
        "resign": (0.0, 1.0),
    }

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        read_choice(Priors, "prior", self.value("prior"))  # raises if there is no such prior

    def begin(self, opening: View) -> None:
        from yurei.players.worlds import FittedPrior, Prior, Thinking  # compiled code: only where it plays

        super().begin(opening)
        self.ledger = Ledger(opening)
        self.refusals = Refusals(opening)
        self._prior: Prior = FittedPrior() if self.value("prior") == Priors.FITTED else Prior()
        self._thinking: Thinking = self._new_thinking(opening)
        self._weighed: list[Try] = []
        self._sensible_at = -1
        self._lost_since: int | None = None
        self._ahead = self._plays_on = False

    def _new_thinking(self, opening: View) -> Any:
        """Return a new search for a game; subclasses may return another kind of search."""
        from yurei.players.worlds import Thinking

        return Thinking(opening.settings, self.chance)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self._prior.hear(told, self.view)
        self.ledger.hear(told, self.view)
        self.refusals.hear(told, self.view)
        self.ledger.proven |= self.refusals.enemy_stones()

    def decide(self, budget: Budget) -> Try:
        possible = self._list_candidates()
        open_points = len({attempt.point for attempt in possible}) - 1
        self._few_open = open_points <= max(MOST_OPEN, self.view.settings.size.points // 3)
        tries = self._weighed = self.notice(possible)
        if len(tries) == 1:
            return tries[0]
        if not self._is_worth_thinking(budget):
            return self._choose_best(tries)
        again = bool(self.ledger.refused_points())
        thinking = self._thinking
        self._begin_thinking(tries, self.value("keep") if again else 0.0)
        if PASS in tries and self.ledger.opponent_passed and not self._plays_on:
            return PASS
        share = 0.5 if again else self.value("first")  # the other tries are kept in case this one is refused
        part = replace(
            budget,
            seconds=None if budget.seconds is None else budget.seconds * share,
            playouts=None if budget.playouts is None else max(1, int(budget.playouts * share)),
        )
        thinking.think(part, self._settings(), self.value("steps"))
        self.spend(playouts=thinking.playouts)
        return RESIGN if self._resigns() else self._choose_best(tries)

    def _begin_thinking(self, tries: list[Try], keep: float) -> None:
        """Draw worlds for a decision, and keep a share of the statistics; decide whether to play on after a pass."""
        self._thinking.begin(self.ledger, self._prior.odds(self.ledger, self.view), tries, keep)
        self._ahead = self._plays_on = False
        if self.ledger.opponent_passed:
            boards = self._thinking.worlds.boards()
            self._ahead = sum(is_ahead(self.view, board) for board in boards) >= SURE * len(boards)
            self._plays_on = is_worth_playing_on(self.view, boards)
        if self._plays_on:
            self._thinking.ignore_pass()

    def _is_worth_thinking(self, left: Budget) -> bool:
        """Return whether enough budget is left to search again after a refused try."""
        if not self.ledger.refused_points():
            return True
        spent = self.spent
        enough = left.seconds is None or left.seconds > 0.15 * (left.seconds + (spent.seconds or 0.0))
        return enough and (left.playouts is None or left.playouts > 0.15 * (left.playouts + (spent.playouts or 0)))

    def _settings(self) -> Any:
        import numpy as np

        scale = self.value("scale") * self.view.settings.size.points
        # If the seat is ahead after the opponent's pass, the win is safe: only points count.
        return np.array([self.value("explore"), self.value("amaf"), 0.0 if self._ahead else self.value("win"), scale])

    def _list_candidates(self) -> list[Try]:
        """Return the tries to weigh, see ``_candidates``."""
        if self._sensible_at != self.ledger.moves:
            self._sensible_at, self._sensible = self.ledger.moves, _sensible_points(self.ledger, self.view)
        return _candidates(self.ledger, self.view, self.refusals, self._sensible)

    def _choose_best(self, tries: list[Try]) -> Try:
        """Return the try with the highest value; the pass only if few points are open and it is better by a margin."""
        values = self._thinking.values(tries, self.value("amaf"), self.value("doubt"))
        best = max(range(len(tries)), key=lambda k: -2.0 if tries[k] is PASS else values[k])
        may_pass = tries[-1] is PASS and self._few_open and self._thinking.visits(PASS) >= LEAST_PASS_VISITS
        return PASS if may_pass and values[-1] > values[best] + self.value("margin") else tries[best]

    def _resigns(self) -> bool:
        """Return whether the player resigns: almost no playout was won for several turns in a row."""
        hope = self._thinking.hope
        if hope is None or hope >= self.value("resign"):
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = self.ledger.moves
        return self._lost_since is not None and self.ledger.moves >= self._lost_since + PATIENCE

    def believed(self) -> tuple[float, ...]:
        """Return for every point the probability that an enemy piece stands there, given all that the seat was told."""
        if not self.view.settings.referee.hides:
            return self._certainty()
        self._thinking.begin(self.ledger, self._prior.odds(self.ledger, self.view), [PASS])
        return self._occupancy()

    def imagined(self) -> list[bytes]:
        """Return the boards of the worlds on which the last answer was based."""
        return self._thinking.worlds.boards()

    def _certainty(self) -> tuple[float, ...]:
        sure = {*self.ledger.proven, *self.ledger.seen_points}
        return tuple(float(point in sure) for point in range(self.view.settings.size.points))

    def _occupancy(self) -> tuple[float, ...]:
        hidden = self._thinking.worlds.occupancy()
        return tuple(max(sure, float(chance)) for sure, chance in zip(self._certainty(), hidden, strict=True))

    def accepts_draw(self) -> bool:
        win = self.explain().win
        return win is not None and win < 0.5

    def explain(self) -> Explanation:
        from yurei.kernel.search import root

        thinking = self._thinking
        if not thinking.imagined:
            return NOTHING_TO_SAY
        opponent = self._occupancy()
        visits, wins = thinking.statistics[root.VISITS], thinking.statistics[root.WINS]
        total, weighed = max(1.0, float(visits.sum())), []
        for attempt, place in ((each, thinking.place_of(each)) for each in self._weighed):
            refused = 0.0 if attempt.point is None else opponent[attempt.point]
            value = float(wins[place]) / max(1.0, float(visits[place]))
            weighed.append(Candidate(attempt, value, refused, float(visits[place]) / total))
        weighed.sort(key=lambda candidate: -candidate.weight)
        win = weighed[0].value if weighed and weighed[0].weight else None
        if self.ledger.opponent_passed:
            # A pass ends the game now: its value is that of the count, not of a playout that goes on.
            boards = self.imagined()
            counted = sum(is_ahead(self.view, board) for board in boards) / len(boards)
            passed = Candidate(PASS, counted, 0.0, 1.0 if win is None else 1.0 / total)
            weighed = [passed if each.attempt == PASS else each for each in weighed]
            win = max(win or 0.0, counted)
        return Explanation(
            candidates=tuple(weighed),
            win=win,
            opponent=opponent,
            worlds=thinking.playouts,
            playouts=thinking.playouts,
        )
