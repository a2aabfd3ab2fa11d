"""Contestants of ours: random games, and games stepped together."""

from __future__ import annotations

import numpy as np

from yurei.kernel import Batch, Refereed, random_games
from yurei.kernel.refereeing import entries

STEPS = 256
"""Steps of a batch: a game on 9x9 from its beginning into the next one."""


class RandomGames:
    """Random games, the same ones every time.

    Attributes:
        games, plies: Number of games, and of their moves.
    """

    def __init__(
        self,
        ruleset: str,
        size: object,
        games: int,
        seed: int,
        policy: str = "uniform",
        *,
        told: bool = False,
        most: int | None = None,
    ) -> None:
        self.games, self.plies = games, 0
        self._ruleset, self._size, self._seed, self._policy = ruleset, size, seed, policy
        self._told, self._most = told, most

    def __call__(self) -> float:
        """Play them; return their number."""
        played = random_games(
            self._ruleset, self._size, self.games, self._seed, self._policy, told=self._told, most=self._most
        )
        self.plies = int(played.plies.sum())
        return self.games


class Stepping:
    """Games stepped together from their beginning, with actions drawn before.

    ``drawing`` draws the actions anew instead, as a program must that does not know them.
    """

    def __init__(self, size: object, games: int, seed: int, steps: int = STEPS, most: int | None = None) -> None:
        self._batch = Batch("go", size, games, seed, most=most)
        self._actions = np.zeros((steps, games), np.int32)
        for row in self._actions:
            row[:] = self._batch.random_actions()
            self._batch.step(row)

    def __call__(self) -> float:
        """Step them; return the number of moves."""
        self._batch.reset()
        for row in self._actions:
            self._batch.step(row)
        return self._actions.size

    def drawing(self) -> float:
        """Step them with actions drawn now; return the number of moves."""
        for _ in self._actions:
            self._batch.step(self._batch.random_actions())
        return self._actions.size


class OneGame:
    """One game, move by move from Python, as an environment is stepped."""

    def __init__(self, size: object, moves: int, seed: int, most: int) -> None:
        self._batch = Batch("go", size, 1, seed, most=most)
        self._moves, self._chance = moves, np.random.default_rng(seed)

    def __call__(self) -> float:
        """Make the moves; return their number."""
        batch, chance, action = self._batch, self._chance, np.zeros(1, np.int32)
        for _ in range(self._moves):
            allowed = np.flatnonzero(batch.legal[0])
            if allowed.size:
                action[0] = allowed[chance.integers(allowed.size)]
            batch.step(action)
        return self._moves


class Refereeing:
    """Tries under the compiled referee: on random points, each told to all, from the empty board again and again.

    They are the tries that ``yurei.apps.bench.table.play`` makes at a table.
    """

    def __init__(self, referee: str, size: object, tries: int, longest: int, seed: int) -> None:
        self._opening, self._game = (Refereed("go", size, referee=referee) for _ in range(2))
        self._tries, self._longest, self._seed = tries, longest, np.uint64(2 * seed + 1)

    def __call__(self) -> float:
        """Make them; return their number."""
        opening, game = self._opening, self._game
        entries.random_tries(
            opening.numbers, opening.words, game.numbers, game.words, self._seed, self._tries, self._longest
        )
        return self._tries
