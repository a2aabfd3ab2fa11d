"""Many refereed games that are stepped together: tries in; what the seat to move was told out, as planes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSettings, BadValue
from yurei.kernel import core
from yurei.kernel.games import whole
from yurei.kernel.refereeing import entries, hearing
from yurei.kernel.refereeing.plans import Plan
from yurei.kernel.refereeing.refereed import Nodes, Refereed
from yurei.referee.referee import Referee
from yurei.rules.ruleset import Ruleset

Numbers = NDArray[np.integer[Any]]
LONGEST = 32_000
"""Greatest number of moves of a game."""
MOST = 3
"""Default number of moves per point after which a game ends as it stands."""


def memory_of(plan: Plan) -> NDArray[np.int16]:
    """Return the memory of both seats before the first try.

    Raises:
        BadSettings: if games may become too long to number their moves.
    """
    if plan.game.most > LONGEST:
        raise BadSettings(f"most is at most {LONGEST} where it is remembered what was heard, not {plan.game.most}")
    return np.zeros(2 * int(hearing.LISTS * plan.settings.size.points + hearing.SINGLES), np.int16)


def planes_of(plan: Plan) -> tuple[int, int, int]:
    """Return the shape of a seat's observation: planes, height, width."""
    size = plan.settings.size
    return (hearing.GHOST_PLANES if plan.settings.ruleset.ghosts else hearing.PLANES), size.height, size.width


class RefereedBatch:
    """Many games under a referee, stepped together, each observed as the seat to move was told of it.

    A refused try leaves the turn unchanged. A game that has ended begins again at the next step, whatever the
    action. The arrays are overwritten at every step.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        games: Number of games, 1 or more.
        seed: Random seed of ``random_actions``: one number, from which each game's is derived, or one per game.
        referee: A referee or its name.
        most: Number of moves after which a game ends as it stands, and is counted; None for three times the points.
        setup: A board text for all games, or one per game, None for an empty board.
        options: Further settings by the names of the line protocol, such as ``komi``, ``first``, ``sight``.

    Attributes:
        observations: uint8[games, planes, height, width]. What the seat to move knows, see ``yurei.players.planes``.
        legal: uint8[games, actions]. 1 unless that seat knows that it would be refused; all 0 after the end.
        rewards: float32[games, 2]. Rewards of Black and White in the last step: 1, 0 or -1.
        terminated: bool[games]. Whether the game has ended by its rules.
        truncated: bool[games]. Whether it has ended after ``most`` moves.
        refused: bool[games]. Whether the last try was refused: the same seat is to move, unless that costs the turn.
        actions: Number of actions: a stone on every point, row by row from A1, then a ghost on every point where
            there may be ghosts, then the pass, last the resignation.

    Raises:
        BadValue, Unknown: if one of them is not known.

    >>> batch = RefereedBatch("go", 9, games=2, seed=1, referee="olympiad")
    >>> batch.step(np.array([40, 41]))
    >>> batch.step(np.array([40, 40]))  # White tries E5 too: refused in the first game
    >>> batch.refused.tolist(), batch.to_move.tolist(), int(batch.legal[0, 40])
    ([True, False], [1, 0], 0)
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        size: object,
        games: int,
        seed: int | Sequence[int] | Numbers = 0,
        *,
        referee: str | Referee = "common",
        most: int | None = None,
        setup: str | Sequence[str | None] | None = None,
        **options: Any,
    ) -> None:
        self.games = whole(games, "games", 1, 10**7)
        first = Refereed(ruleset, size, referee=referee, most=1 if most is None else most, **options)
        if most is None:
            first = Refereed.of(first.plan.settings, most=MOST * first.plan.settings.size.points)
        self._begin(first, [setup] * games if setup is None or isinstance(setup, str) else list(setup))
        self.seed(seed)
        self.reset()

    def _begin(self, first: Refereed, setups: list[str | None]) -> None:
        if len(setups) != self.games:
            raise BadSettings(f"setup is one board, or one for each of {self.games} games, not {len(setups)}")
        plan, games = first.plan, self.games
        different = list(dict.fromkeys(setups))
        openings = Nodes(first, len(different))
        for row, setup in enumerate(different):
            openings.game(row).copy_from(first if setup is None else Refereed.of(plan, setup))
        which = np.array([different.index(setup) for setup in setups], np.int64)
        nodes = Nodes(first, games)
        self.plan, self.actions = plan, plan.actions + 1
        self._openings = (openings.numbers, openings.words, which)
        self._rows = (nodes.numbers, nodes.words, np.tile(memory_of(plan), (games, 1)))
        self.observations = np.zeros((games, *planes_of(plan)), np.uint8)
        self.legal = np.zeros((games, self.actions), np.uint8)
        self.rewards = np.zeros((games, 2), np.float32)
        self.terminated, self.truncated, self.refused = (np.zeros(games, np.bool_) for _ in range(3))
        self._shown = (self.observations.reshape(games, -1), self.legal)
        self._outcome = (self.rewards, self.terminated, self.truncated, self.refused)

    def seed(self, seed: int | Sequence[int] | Numbers) -> None:
        """Set the random state of ``random_actions``.

        Args:
            seed: One number, from which each game's is derived, or one per game: then a game is the same in
                any batch.

        Raises:
            BadValue: if their number is not that of the games.
        """
        seeds: Iterable[Any] = seed if isinstance(seed, (Sequence, np.ndarray)) else ()
        given = [whole(int(each), "seed", 0, 2**63 - 1) for each in seeds]
        if isinstance(seed, (Sequence, np.ndarray)) and len(given) != self.games:
            raise BadValue(f"seed is one number, or one for each of {self.games} games, not {len(given)}")
        if not isinstance(seed, (Sequence, np.ndarray)):
            given = np.random.default_rng(whole(seed, "seed", 0, 2**63 - 1)).integers(2**63, size=self.games).tolist()
        # Multiplied, so that neighbouring seeds are unrelated; odd, since xorshift stands still at 0.
        mixed = [(each * 0x9E3779B97F4A7C15 ^ each >> 29) & (2**64 - 1) | 1 for each in given]
        self._chances = np.array(mixed, np.uint64)

    def reset(self) -> None:
        """Begin all games again."""
        self._rows[0][:, core.ENDED] = core.BY_NO_MOVE
        self.step(np.zeros(self.games, np.int64))

    def step(self, actions: Numbers) -> None:
        """Make one try in every game.

        Args:
            actions: Whole numbers of any type, [games]. A game that has ended takes any, and begins again.

        Raises:
            BadValue: if the array has another shape or type, or an action is not allowed; no game has moved then.
        """
        if not isinstance(actions, np.ndarray) or actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise BadValue(f"actions is an array of whole numbers[{self.games}]")
        # Numbers out of range become -1 before they could be truncated.
        fits = actions if actions.dtype == np.int64 else np.where(actions < self.actions, actions, -1).astype(np.int64)
        bad = int(hearing.step(self._rows, self._openings, np.ascontiguousarray(fits), self._shown, self._outcome))
        if bad >= 0:
            raise BadValue(f"action {actions[bad]} is not allowed in game {bad}; `legal` says which are")

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random allowed action for every game, int64[games], all equally likely, each game with its own
        seed.
        """
        actions = np.zeros(self.games, np.int64)
        hearing.draw(self._rows[0], self.legal, self._chances, actions)
        return actions

    @property
    def to_move(self) -> NDArray[np.int64]:
        """Seats to move, int64[games]: 0 Black, 1 White; also set in a game that has ended."""
        return self._rows[0][:, core.TO_MOVE].astype(np.int64) - 1

    def game(self, number: int) -> Refereed:
        """Return one of the games, in the same memory. It holds the true board."""
        return Refereed.at(self.plan, self._rows[0][number], self._rows[1][number])

    def copy(self) -> RefereedBatch:
        """Return an independent copy of the batch at this moment."""
        twin = RefereedBatch.__new__(RefereedBatch)
        twin.games = self.games
        twin._begin(self.game(0), [None] * self.games)
        twin._openings = self._openings
        twin.set_state(self.state())
        return twin

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the present state: every game, what was heard, and the random states. It holds the true boards."""
        parts: tuple[NDArray[Any], ...] = (*self._rows, self._chances, *self._outcome)
        return {name: part.copy() for name, part in zip(_STATE, parts, strict=True)}

    def set_state(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore a state that ``state`` returned; from this batch, or from one made with the same arguments.

        Raises:
            BadValue: if it is from another kind of batch. Nothing is changed then.
        """
        chances = getattr(self, "_chances", np.zeros(self.games, np.uint64))
        parts = dict(zip(_STATE, (*self._rows, chances, *self._outcome), strict=True))
        for name, part in parts.items():
            given = state.get(name)
            if not isinstance(given, np.ndarray) or given.shape != part.shape or given.dtype != part.dtype:
                raise BadValue(f"this is no state of such a batch: {name} is an array {part.dtype}{list(part.shape)}")
        for name, part in parts.items():
            part[...] = state[name]
        self._chances = chances
        numbers, words, memory = self._rows
        for game, seat in enumerate(self.to_move.tolist()):
            entries.observe(numbers[game], words[game], memory[game], seat, self._shown[0][game], self.legal[game])


_STATE = ("numbers", "words", "memory", "chances", "rewards", "terminated", "truncated", "refused")

__all__ = ["RefereedBatch", "memory_of", "planes_of"]
