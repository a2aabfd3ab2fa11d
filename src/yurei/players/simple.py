"""Players that do not search: a random one, one with simple rules, and one that plays like a beginner."""

from yurei.languages import N_
from yurei.players.knowledge import KnowingPlayer
from yurei.players.passing import largest_territory, own_territory, passes_of_opponent
from yurei.players.player import Budget
from yurei.players.refusals import MOST_REFUSED, Refusals, enclosed_regions
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, colour_of, put
from yurei.rules.ruleset import Scoring
from yurei.rules.state import PASS, RESIGN, Try, stone

MISSES = 0.5
"""Share of ataris, on own strings and on the opponent's, that ``Hasty`` overlooks."""
CLINGS = 0.45
"""Share of moves that ``Hasty`` places beside its last one, like a beginner who plays where they have just looked."""


class Uniform(KnowingPlayer):
    """Random player that fills no own eyes, as the random player of papers."""

    slug = "uniform"
    summary = N_("Random moves, but never fills its own eyes.")

    def decide(self, budget: Budget) -> Try:
        view, known = self.view, self.known
        free = [point for point, cell in enumerate(view.board) if cell == EMPTY and stone(point) not in known.refused]
        left = list(free)
        while left:
            point = left.pop(self.chance.randrange(len(left)))
            if not known.is_eye(point, view):
                return stone(point)
        if known.may_pass(view):
            return PASS
        return stone(self.chance.choice(free)) if free else RESIGN


class Simple(KnowingPlayer):
    """Player with simple rules: it prefers captures, ataris, and points near known enemy stones."""

    slug = "simple"
    version = 4
    summary = N_("Captures what it was told is in atari, fills no own eye, and passes when nothing is left to do.")

    refusals: Refusals

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.refusals = Refusals(opening)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.refusals.hear(told, self.view)

    def decide(self, budget: Budget) -> Try:
        view, known = self.view, self.known
        passes = known.may_pass(view)
        if passes and known.opponent_passed and self._wins_by_stones():
            return PASS
        points = self._sensible_points(settled=passes) if len(known.refused) < MOST_REFUSED else []
        if points:
            return stone(max(points, key=lambda point: known.attraction(point, view) + self.chance.random() * 2))
        return PASS if passes else self._any_try()

    def _sensible_points(self, *, settled: bool) -> list[int]:
        """Return the points where a stone makes sense: no eyes, no refused points, and if ``settled`` no territory."""
        out, unlikely = self.refusals.list_certain_refusals(), self.refusals.list_probable_refusals()
        avoided = unlikely | self._territory() if settled else unlikely
        out |= self.known.refused.keys()
        points = [
            point
            for point in range(self.view.settings.size.points)
            if point not in avoided and stone(point) not in out and self._is_sensible(point)
        ]
        return [point for point in points if not self.known.is_too_early(point, self.view)] or points

    def _wins_by_stones(self) -> bool:
        """Return whether, after two passes, the seat is ahead in pieces by the komi and an eighth of the board."""
        view, known = self.view, self.known
        settings = view.settings
        if settings.ruleset.scoring is not Scoring.AREA or passes_of_opponent(view) < 2:
            return False
        own = sum(colour_of(cell) is known.colour for cell in view.board)
        komi = (settings.komi or 0) if known.colour is BLACK else 0
        return own - self.refusals.others > settings.size.points / 8 + komi

    def _territory(self) -> set[int]:
        """Return the points of own territory, and of small regions enclosed by known pieces of the opponent."""
        view, known, size = self.view, self.known, self.view.settings.size
        board = put(view.board, known.enemies, known.colour.opponent)
        theirs = enclosed_regions(board, size, known.colour.opponent, largest_territory(size))
        empty = {point for region in theirs if not any(board[point] for point in region) for point in region}
        return own_territory(self.refusals, view) | empty - known.enemy_last_liberties

    def _is_sensible(self, point: int) -> bool:
        """Return whether a point may be empty, and is neither an own eye nor surrounded by known enemy stones."""
        view, known = self.view, self.known
        if view.board[point] != EMPTY or point in known.enemies or known.is_eye(point, view):
            return False
        around = view.settings.size.neighbours[point]
        return not around or not all(beside in known.enemies for beside in around)

    def _any_try(self) -> Try:
        """Return a random try that was not refused; after many refusals, fill an own eye, which is certainly empty."""
        view, known = self.view, self.known
        out = self.refusals.list_certain_refusals() | known.refused.keys()
        left = [
            point
            for point in range(view.settings.size.points)
            if stone(point) not in out and (view.board[point] != known.colour or not view.settings.referee.vanishes)
        ]
        eyes = [point for point in left if known.is_eye(point, view)] if len(known.refused) >= MOST_REFUSED else []
        return stone(self.chance.choice(eyes or left)) if left else RESIGN


class Hasty(Simple):
    """Player that plays like a beginner: often beside its last stone, and it overlooks ataris."""

    slug = "hasty"
    version = 5
    summary = N_("Plays beside its last stone, and overlooks ataris.")

    _last: int | None = None

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self._last = None

    def hear(self, told: Told) -> None:
        super().hear(told)
        if told.seat == self.view.seat.name and told.outcome is Outcome.MOVED and told.attempt is not None:
            self._last = told.attempt.point

    def decide(self, budget: Budget) -> Try:
        known = self.known
        if not known.refused:
            known.forget_some_ataris(MISSES, self.chance)
        near: list[int] = []
        if self._last is not None and len(known.refused) < MOST_REFUSED:
            beside = self.view.settings.size.neighbours[self._last]
            near = [point for point in self._sensible_points(settled=True) if point in beside]
        if near and known.hunted is None and self.chance.random() < CLINGS:
            return stone(self.chance.choice(near))
        return super().decide(budget)
