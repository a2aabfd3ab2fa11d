"""The levels 1 to 5: one player for every game and referee, of adjustable strength."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from yurei.errors import BadValue
from yurei.languages import N_, Words
from yurei.players.belief import Belief
from yurei.players.knowledge import Knowledge
from yurei.players.mcts import Mcts
from yurei.players.player import A_SECOND, Budget, Explanation, Player, is_ready, never
from yurei.players.simple import Hasty, Simple
from yurei.referee.compilable import is_settings_compilable
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.state import Try


@dataclass(frozen=True, slots=True)
class Level:
    """Configuration of one level of the player ``yurei``."""

    budget: Budget
    like: str  # short description for people
    searches: bool = True
    looks_at: int = 0  # number of tries that it considers, the most attractive first; 0 for all
    misses: float = 0.0  # probability, in each turn, of overlooking the ataris that it knows of
    tables: bool = False  # whether it uses the values of solved boards


LEVELS: Mapping[int, Level] = {
    1: Level(Budget(), N_("beginner: often overlooks an atari"), searches=False),
    2: Level(Budget(playouts=220), N_("easy: plays sensibly, plans little"), looks_at=12, misses=0.6),
    3: Level(Budget(playouts=700), N_("medium: guesses where your stones are"), looks_at=28, misses=0.25),
    4: Level(Budget(playouts=5000), N_("hard: guesses well and punishes mistakes"), looks_at=55, misses=0.04),
    5: Level(Budget(seconds=2.0), N_("strongest: thinks for up to two seconds a turn"), tables=True),
}
"""The levels by number."""
IN_SIGHT: Mapping[int, Level] = {
    **LEVELS,
    2: replace(LEVELS[2], looks_at=9, misses=0.8),
    3: replace(LEVELS[3], budget=Budget(playouts=600), looks_at=17, misses=0.55),
    4: replace(LEVELS[4], budget=Budget(playouts=1500), looks_at=24, misses=0.4),
}
"""The levels under a referee with limited sight. A longer search gains little there, so the lower ones are weakened."""
USUAL = 2
WITHOUT_FAST = N_("numba is not installed, so every level of yurei plays as the first; pip install '.[fast]'")
"""Warning if the extra ``fast`` is missing."""
BY_RULES_OF_THUMB = N_("yurei cannot search this game yet: its levels 2 to 5 all play it by simple rules of thumb")
"""Warning if the kernel does not support a game, or not such a large board."""


class Yurei(Player):
    """The standard player: ``Belief`` if something is hidden, a tree search if all is seen, ``Hasty`` at level 1.

    Without the extra ``fast`` every level plays like the lowest. Higher levels play like ``Simple`` if the game is not
    compiled.
    """

    slug = "yurei"
    version = 7
    summary = N_("Level 1 is for the first games; level 5 is the strongest.")
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"level": USUAL, "points": False}

    _inner: Player
    _levels = LEVELS

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        if self.value("level") not in LEVELS:
            message = N_("yurei has the levels 1 to {most}, not {level}")
            raise BadValue(message, most=max(LEVELS), level=self.value("level"))
        self.budget = self.level_configuration.budget

    @property
    def name(self) -> str:
        """The player's slug with its level, also the default one, and ``points`` if set: ``yurei:level=2``."""
        return f"{self.slug}:level={self.value('level')}{',points=true' * self.value('points')}"

    @property
    def level_configuration(self) -> Level:
        """Configuration of this player's level, for the game that it has begun if any."""
        return self._levels[self.value("level")]

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self._known = Knowledge(opening)
        referee = opening.settings.referee
        self._levels = IN_SIGHT if referee.hides and referee.sight else LEVELS
        self._inner = self._inner_player(opening.settings)
        self._inner.notice = self._select_considered
        self._inner.begin(opening)

    def weakness(self, settings: Settings) -> Words | None:
        if not self.level_configuration.searches:
            return None
        if not is_ready():
            return Words(WITHOUT_FAST)
        return None if is_settings_compilable(settings) else Words(BY_RULES_OF_THUMB)

    def _inner_player(self, settings: Settings) -> Player:
        seed = self.chance.getrandbits(63)
        if not self.level_configuration.searches or not is_ready():
            return Hasty(seed)
        if not is_settings_compilable(settings):
            return Simple(self.chance.getrandbits(63))
        if not settings.referee.hides:
            won = {"win": 0.0} if self.value("points") else {}
            return Mcts(seed, tables=int(self.level_configuration.tables), **won)
        return Belief(seed)

    def _select_considered(self, tries: list[Try]) -> list[Try]:
        """Return the tries that this level considers: the pass, and those of highest priority except too early ones."""
        known, view, row = self._known, self.view, self.level_configuration
        moves = {each: each.point for each in tries if each.point is not None}
        moves = {each: point for each, point in moves.items() if not known.is_too_early(point, view)} or moves
        if row.looks_at:
            known.forget_some_ataris(row.misses, self.chance)
            worth = {each: known.attraction(point, view) + self.chance.random() * 2 for each, point in moves.items()}
            moves = dict(sorted(moves.items(), key=lambda item: worth[item[0]])[-row.looks_at :])
        return [*moves, *(each for each in tries if each.point is None)]

    def hear(self, told: Told) -> None:
        super().hear(told)
        self._known.hear(told, self.view)
        self._inner.hear(told)

    def answer(self, budget: Budget = A_SECOND) -> Try:
        """Return a try within this budget and the budget of the level, whichever is smaller."""
        try:
            return self._inner.answer(smallest_budget(budget, self.level_configuration.budget))
        finally:
            self.spent = self._inner.spent

    def decide(self, budget: Budget) -> Try:
        return self._inner.decide(smallest_budget(budget, self.level_configuration.budget))

    def accepts_draw(self) -> bool:
        return self._inner.accepts_draw()

    def gives_up(self, board: bytes, stones: Collection[int]) -> bool:
        return self._inner.gives_up(board, stones)

    def believed(self) -> tuple[float, ...] | None:
        return self._inner.believed()

    def explain(self) -> Explanation:
        return self._inner.explain()


def until_compiled(name: str) -> str:
    """Return the name of the player that plays until a player's code is compiled: for ``yurei`` its lowest level."""
    return f"{Yurei.slug}:level={min(LEVELS)}" if name.partition(":")[0] == Yurei.slug else name


def for_points(name: str) -> str:
    """Return the player's name with the parameter ``points=true`` if it is ``yurei``, else the same name."""
    slug, _, parameters = name.partition(":")
    return f"{slug}:{parameters and parameters + ','}points=true" if slug == Yurei.slug else name


def smallest_budget(*budgets: Budget) -> Budget:
    """Return a budget with the smallest limits of several; it is interrupted if any of these is interrupted."""
    asked = [each.interrupted for each in budgets if each.interrupted is not never]
    return Budget(
        min((each.seconds for each in budgets if each.seconds is not None), default=None),
        min((each.playouts for each in budgets if each.playouts is not None), default=None),
        min((each.clock for each in budgets if each.clock is not None), default=None),
        (lambda: any(interrupted() for interrupted in asked)) if asked else never,
    )
