"""Benchmark of environments: our PettingZoo environment beside go_v5, and refereed batches beside open ones."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import numpy as np

from yurei.apps.bench.measuring import (
    Contestant,
    Figure,
    Report,
    Watch,
    compared,
    one_core,
    processor_seconds,
    race,
    report,
    timed,
    unwatched,
)
from yurei.apps.bench.ours import Stepping
from yurei.kernel import RefereedBatch

HIDING = ("common", "olympiad", "hamburg", "fog")
PLIES = 4000
BATCHES = ((9, 64), (9, 1024), (19, 256))
STEPS = 256
PEER = "go_v5"
PACKAGES = ("pettingzoo",)


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


class Hiding:
    """Refereed games stepped together, with tries drawn before. Refused ones are no plies.

    Attributes:
        refused: Share of refused tries.
    """

    def __init__(self, referee: str, size: int, games: int, seed: int, steps: int) -> None:
        self._batch = RefereedBatch("go", size, games, seed, referee=referee)
        self._actions, refused = np.zeros((steps, games), np.int64), 0
        for row in self._actions:
            row[:] = self._batch.random_actions()
            self._batch.step(row)
            refused += int(self._batch.refused.sum())
        self.refused = refused / self._actions.size

    def __call__(self) -> float:
        """Step them; return the number of plies."""
        self._batch.reset()
        for row in self._actions:
            self._batch.step(row)
        return self._actions.size * (1 - self.refused)


def environments(rounds: int, seed: int = 1, watch: Watch = unwatched) -> Report:
    """Measure environments, in turn, on one core.

    Args:
        rounds: Number of rounds of the medians.
        seed: Seed of the games.
        watch: Callback for progress.
    """
    contestants: dict[str, Contestant] = {}
    pairs, notes = [], ["plies/s on one core, seconds of processor time; a refused try is no ply"]
    with one_core():
        try:
            os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
            theirs = import_module("pettingzoo.classic.go_v5").env(board_size=9)
            contestants[PEER] = timed(Loop(theirs, max(1, PLIES // 4), seed))
            for referee in HIDING:
                ours = import_module("yurei.apps.pettingzoo").env("go", referee, 9)
                contestants[referee] = timed(Loop(ours, PLIES, seed))
                pairs.append((f"PettingZoo loop 9x9, {referee}, beside go_v5", referee, PEER, 5.0))
        except ModuleNotFoundError as error:
            notes.append(f"pettingzoo is left out: {error.name} is not installed; pip install 'yurei[bench]'")
        for size, games in BATCHES:
            name = f"{games} games on {size}x{size}"
            contestants[name] = timed(Stepping(size, games, seed, STEPS))
            for referee in HIDING:
                hiding = Hiding(referee, size, games, seed, STEPS)
                contestants[f"{name} {referee}"] = timed(hiding)
                what = f"batch of {name}, {referee}, beside open"
                pairs.append((what, f"{name} {referee}", name, 0.5))
                notes.append(f"{name}, {referee}: {hiding.refused:.0%} of the tries are refused")
        speeds = race(contestants, rounds, processor_seconds, watch)
    figures: list[Figure] = [
        compared(what, "plies/s", speeds, one, other, target) for what, one, other, target in pairs
    ]
    return report("environments", rounds, seed, figures, notes, PACKAGES)


__all__ = ["environments"]
