"""A determinising player: it imagines worlds that fit what it was told, and asks a GTP engine for its move in each."""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from yurei.languages import N_
from yurei.players.belief.player import Belief
from yurei.players.engines.engine import ask_for_move, begin_game, check_fits, check_ordinary, set_up
from yurei.players.engines.process import Process, named
from yurei.players.explanation import Candidate, Explanation
from yurei.players.player import Budget
from yurei.referee.settings import Settings
from yurei.referee.view import View
from yurei.rules.state import PASS, RESIGN, Try


class Determinised(Belief):
    """Player on the worlds of ``Belief`` that tries the move which an engine would play in most of them.

    Args:
        seed: Random seed of the worlds.
        command: Starts the program; None if ``engine`` names one in ``YUREI_ENGINES``. Positional only: a client that
            names a player over the network cannot pass it.
        parameters: See ``Player``.
    """

    slug = "determinised"
    summary = N_("Imagines where your stones may be, and asks a GTP engine on this machine what it would play there.")
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"engine": "", "worlds": 8, **Belief.PARAMETERS}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {"worlds": (1, 1000), **Belief.BOUNDS}

    _votes: Counter[Try]

    def __init__(self, seed: int | None = None, command: str | None = None, /, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        self._process = Process(named(self.value("engine")) if command is None else command)
        self._votes = Counter()

    def check(self, settings: Settings) -> None:
        """Check as in ``Player.check``. Asking the engine for the size of the board begins a game."""
        check_ordinary(settings, self.slug)
        if not settings.referee.hides:
            check_fits(self._process, settings, self.slug)
        super().check(settings)
        begin_game(self._process, settings)

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self._votes = Counter()

    def leave(self, result: object) -> None:
        """End the program after the game."""
        self._process.close()

    def now(self) -> float:
        """Return the wall-clock time: the program thinks, not this thread."""
        return time.monotonic()

    def decide(self, budget: Budget) -> Try:
        tries = self._weighed = self._tries()
        if len(tries) == 1:
            return tries[0]
        votes = self._votes = self._asked(tries, budget)
        voted = [attempt for attempt, _ in votes.most_common() if attempt in tries or attempt == RESIGN]
        if voted and voted[0] != RESIGN:
            return voted[0]
        if voted:
            return RESIGN if len(voted) == 1 else voted[1]
        return PASS if PASS in tries else self.chance.choice(tries)

    def _asked(self, tries: list[Try], budget: Budget) -> Counter[Try]:
        """Count the engine's moves, world by world, until the budget is spent."""
        size, colour = self.view.settings.size, self.ledger.colour
        self._begin_thinking(tries, 0.0)
        ends = None if budget.seconds is None else time.monotonic() + budget.seconds
        votes: Counter[Try] = Counter()
        for world in self._thinking.worlds.boards()[: max(1, self.value("worlds"))]:
            set_up(self._process, world, size)
            votes[ask_for_move(self._process, colour, size, Budget())] += 1
            if ends is not None and time.monotonic() >= ends:
                break
        return votes

    def accepts_draw(self) -> bool:
        """Return False: an engine does not report its chance to win."""
        return False

    def explain(self) -> Explanation:
        """Return the number of worlds in which each try was the engine's move."""
        total = max(1, sum(self._votes.values()))
        weighed = [Candidate(each, 0.5, 0.0, count / total) for each, count in self._votes.most_common()]
        return Explanation(candidates=tuple(weighed), worlds=total)
