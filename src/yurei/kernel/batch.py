"""Many games that are stepped together: actions in; observations, masks, rewards and ends out."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSettings, BadValue
from yurei.kernel import core, entries
from yurei.kernel.games import whole
from yurei.kernel.rulesets import compiled
from yurei.rules.points import FARTHEST
from yurei.rules.ruleset import Ruleset


class Batch:
    """Many games of one ruleset, stepped together. A game that has ended begins again at the next step.

    The arrays are allocated here, or passed in by the caller; they are overwritten at every step.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        games: Number of games, 1 or more.
        seed: Random seed of ``random_actions``.
        most: Number of moves after which a game ends as it stands; None for three times the points.
        sight: Number of points that a stone sees along the grid, 0 to 48, as in a referee's setting.
        threads: Number of threads; 1 is best unless there are idle cores and many games.
        observations, legal, rewards, ended: Arrays to write to, of the shapes below.
        options: Settings by the names of the line protocol.

    Attributes:
        observations: uint8[games, planes, height, width]. Planes 0, 2, 4 … 14: the pieces of the player to move, now
            and at seven positions before; 1, 3 … 15: the opponent's; 16: 1 if White is to move. With ghosts, 17 and
            18: which of them are ghosts now.
        legal: uint8[games, actions]. 1 where an action is allowed; all 0 after the end.
        rewards: float32[games, 2]. Rewards of Black and White in the last step: 1, 0 or -1.
        ended: bool[games]. Whether the last step has ended the game.
        told: int32[games, 3]. A referee's knowledge of the last move: number of captured pieces, of lost pieces of the
            mover, and colours newly put into atari (1 Black, 2 White, 3 both).
        in_sight: uint64[games, 2, (width * height + 63) // 64]. The points within sight of Black's and of White's stones
            after the last move, a bit a point, A1 the lowest of the first word; all 0 where ``sight`` is 0.
        actions: Number of actions: a stone on every point, row by row from A1, then a ghost on every point
            if there are ghosts, last the pass.

    Raises:
        BadValue, Unknown: if one of them is not known, or an array has another shape or type.

    >>> batch = Batch("go", 9, games=2, seed=1)
    >>> batch.step(np.array([40, 81], dtype=np.int32))
    >>> batch.observations[0, 1].sum(), batch.legal[0, 40], bool(batch.ended[1])
    (np.uint64(1), np.uint8(0), False)
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        size: object,
        games: int,
        seed: int = 0,
        *,
        most: int | None = None,
        sight: int = 0,
        threads: int = 1,
        observations: NDArray[np.uint8] | None = None,
        legal: NDArray[np.uint8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        ended: NDArray[np.bool_] | None = None,
        **options: Any,
    ) -> None:
        self._game = game = compiled(ruleset, size, most, **options)
        self.games = whole(games, "games", 1, 10**7)
        self._chance = np.random.default_rng(whole(seed, "seed", 0, 2**63 - 1))
        self._sight = whole(sight, "sight", 0, FARTHEST)
        self._threads = whole(threads, "threads", 1, 1024)
        points, ghosts = game.size.points, game.ruleset.ghosts
        self.actions = points * (2 if ghosts else 1) + 1
        planes = core.GHOST_PLANES if ghosts else core.PLANES
        shape = (self.games, planes, game.size.height, game.size.width)
        self.observations = _room(observations, "observations", shape, np.uint8)
        self.legal = _room(legal, "legal", (self.games, self.actions), np.uint8)
        self.rewards = _room(rewards, "rewards", (self.games, 2), np.float32)
        self.ended = _room(ended, "ended", (self.games,), np.bool_)
        self.told = np.zeros((self.games, 3), np.int32)
        self.in_sight = np.zeros((self.games, 2, (points + 63) // 64), np.uint64)
        self._template = game.new_state()
        self._rows = (
            np.tile(self._template, (self.games, 1)),
            np.zeros((self.games, game.new_table().size), np.uint64),
            np.zeros((self.games, points), np.uint16),
            np.zeros((self.games, self.actions), np.uint8),
        )
        self._fixed = (self._template, game.points_of, game.board_of)
        self._step = entries.STEP[game.flags]
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self.reset()

    def reset(self) -> None:
        """Begin all games again."""
        self._rows[0][:, core.ENDED] = core.BY_LENGTH
        self.step(np.zeros(self.games, np.int32))
        self.told[:] = 0

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Make one move in every game.

        Args:
            actions: Whole numbers of any type, [games]; int32 are taken as they are, others copied. A game that has
                ended takes any, and begins again.

        Raises:
            BadValue: if the array has another shape or type, or an action is not allowed; no game has moved then.
        """
        taken = self._as_int32(actions)
        bad = int(entries.first_bad_action(self._rows[0], self._rows[3], taken))
        if bad >= 0:
            raise BadValue(f"action {actions[bad]} is not allowed in game {bad}; `legal` says which are")
        if self._pool is None:
            self._step_rows(taken, slice(None))
            return
        edges = np.linspace(0, self.games, self._threads + 1, dtype=int)
        rows = [slice(first, last) for first, last in pairwise(edges) if first < last]
        list(self._pool.map(lambda part: self._step_rows(taken, part), rows))

    def _as_int32(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        """Return the actions as contiguous int32; numbers out of range become -1 before they could be truncated."""
        shape = (self.games,)
        if not isinstance(actions, np.ndarray) or actions.shape != shape or actions.dtype.kind not in "iu":
            raise BadValue(f"actions is an array of whole numbers[{self.games}], not {_what_came(actions)}")
        if actions.dtype == np.int32:
            return np.ascontiguousarray(actions)
        return np.where((actions >= 0) & (actions < self.actions), actions, -1).astype(np.int32)

    def _step_rows(self, actions: NDArray[np.int32], rows: slice) -> None:
        game = self._game
        arrays = (*(each[rows] for each in self._rows), *self._fixed)
        seen = self.observations[rows].reshape(len(actions[rows]), -1)
        self._step(
            arrays, actions[rows], seen, self.legal[rows], self.rewards[rows], self.ended[rows], self.told[rows],
            game.komi, game.scoring, game.flags,
        )  # fmt: skip
        if self._sight:
            entries.see_all(arrays[0], self._sight, self.in_sight[rows])

    def random_actions(self) -> NDArray[np.int32]:
        """Return a random allowed action for every game, int32[games], all equally likely; 0 if a game has ended."""
        chances = (1 - self._chance.random(self.legal.shape, dtype=np.float32)) * self.legal  # never 0 where allowed
        chosen: NDArray[np.int32] = chances.argmax(axis=1).astype(np.int32)
        return chosen


def _room(given: Any, name: str, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
    if given is None:
        return np.zeros(shape, kind)
    _checked(given, name, shape, kind)
    if not given.flags.writeable:
        raise BadSettings(f"{name} cannot be written to; give an array that can")
    return given


def _checked(given: Any, name: str, shape: tuple[int, ...], kind: type[np.generic]) -> None:
    wanted = f"{np.dtype(kind).name}[{', '.join(map(str, shape))}]"
    if not isinstance(given, np.ndarray):
        raise BadValue(f"{name} is an array {wanted}, not {_what_came(given)}")
    if given.shape != shape or given.dtype != kind or not given.flags.c_contiguous:
        raise BadValue(f"{name} is a contiguous array {wanted}, not {_what_came(given)}")


def _what_came(given: object) -> str:
    """Return the type of a value, and its shape if it is an array."""
    if not isinstance(given, np.ndarray):
        return type(given).__name__
    return f"{given.dtype.name}[{', '.join(map(str, given.shape))}]"


__all__ = ["Batch"]
