"""Contestants: random games, games stepped together, and the loop of an environment."""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from yurei.kernel import Refereed, RefereedBatch, core, random_games
from yurei.kernel.compiling import entry
from yurei.kernel.refereeing import judging

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
    """Games stepped together from their beginning, with actions drawn before. Refused tries are no plies.

    ``drawing`` draws the actions anew instead, as a program must that does not know them.

    Attributes:
        refused: Share of refused tries.
    """

    def __init__(self, batch: RefereedBatch, steps: int = STEPS) -> None:
        self._batch = batch
        actions, refused = [], 0
        for _ in range(steps):
            actions.append(batch.random_actions())
            batch.step(actions[-1])
            refused += int(batch.refused.sum())
        self._actions = np.stack(actions)
        self.refused = refused / self._actions.size

    def __call__(self) -> float:
        """Step them; return the number of plies."""
        self._batch.reset()
        for row in self._actions:
            self._batch.step(row)
        return self._actions.size * (1 - self.refused)

    def drawing(self) -> float:
        """Step them with actions drawn now; return the number of plies."""
        refused = 0
        for _ in self._actions:
            self._batch.step(self._batch.random_actions())
            refused += int(self._batch.refused.sum())
        return self._actions.size - refused


class OneGame:
    """One game in the open, try by try from Python, as an environment is stepped. Refused tries are no plies."""

    def __init__(self, size: object, tries: int, seed: int, most: int) -> None:
        self._batch = RefereedBatch("go", size, 1, seed, referee="open", most=most)
        self._tries, self._chance = tries, np.random.default_rng(seed)

    def __call__(self) -> float:
        """Make the tries; return the number of plies."""
        batch, chance, action, refused = self._batch, self._chance, np.zeros(1, np.int64), 0
        for _ in range(self._tries):
            allowed = batch.legal[0].nonzero()[0]
            if allowed.size:
                action[0] = allowed[int(chance.random() * allowed.size)]
            batch.step(action)
            refused += bool(batch.refused[0])
        return self._tries - refused


class Loop:
    """The usual loop of an environment: look, choose an allowed action, step. Refused tries are no plies."""

    def __init__(self, env: Any, plies: int, seed: int) -> None:
        self._env, self._plies, self._seed = env, plies, seed

    def __call__(self) -> float:
        """Play; return the number of plies."""
        env, chance, made = self._env, np.random.default_rng(self._seed), 0
        while made < self._plies:
            env.reset(seed=self._seed)
            for agent in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                allowed = seen["action_mask"].nonzero()[0]  # and a cheap draw: the environment is measured, not chance
                env.step(int(allowed[int(chance.random() * allowed.size)]))
                made += not env.infos[agent].get("refused")
                if made >= self._plies:
                    break
        return made


def go_v5() -> Any:
    """Return pettingzoo's environment of Go.

    Raises:
        ModuleNotFoundError: if it is not installed.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return import_module("pettingzoo.classic.go_v5").env(board_size=9)


class Refereeing:
    """Tries under the compiled referee: on random points, each told to all, from the empty board again and again.

    They are the tries that ``yurei_research.bench.table.play`` makes at a table.
    """

    def __init__(self, referee: str, size: object, tries: int, longest: int, seed: int) -> None:
        self._opening, self._game = (Refereed("go", size, referee=referee) for _ in range(2))
        self._tries, self._longest, self._seed = tries, longest, np.uint64(2 * seed + 1)

    def __call__(self) -> float:
        """Make them; return their number."""
        opening, game = self._opening, self._game
        random_tries(opening.numbers, opening.words, game.numbers, game.words, self._seed, self._tries, self._longest)
        return self._tries


@entry
def random_tries(
    opening_numbers: Any, opening_words: Any, numbers: Any, words: Any, x: Any, tries: int, longest: int
) -> Any:
    """Make random tries, from the opening again after ``longest`` of them; return the number of moves."""
    size = core.U(numbers[core.WIDTH]) * core.U(numbers[core.HEIGHT])
    last = core.I(numbers[judging.facts_of(core.U(numbers[core.N])) + core.U(judging.ACTIONS)]) - 1
    moves = 0
    for number in range(tries):
        place = number % longest
        if place == 0 or numbers[core.ENDED] != 0:
            core.copy_row(opening_numbers, numbers)
            core.copy_row(opening_words, words)
        x = core.following(x)
        action = last if place == longest - 1 else core.I(core.below(x, size))
        moves += judging.attempt(numbers, words, action) == 0
    return moves


def repeated(work: Callable[[], float], times: int) -> Callable[[], float]:
    """Repeat work several times: a single step of a small batch would be too short to measure."""
    return lambda: sum(work() for _ in range(times))
