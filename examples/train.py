#!/usr/bin/env python3
"""Learns Phantom Go on a small board in a minute: refereed batches, and the score-function estimator.

    python examples/train.py --size 5 --referee olympiad --steps 600
    python examples/train.py --arrays jax --games 4096

The player is a row of numbers: a weight for every plane around a point, the same for all points. It sees what its
seat was told and nothing else, plays both colours against itself, and is measured against chance alone. What it learns
first is not to pass. What is worth reading is how tries, refusals, rewards and ends come out of a batch; a net takes the
place of ``Policy`` easily.

Games are refereed on the processor. What is learned is computed by numpy, or by JAX where that is installed and has a GPU.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import RefereedBatch

Floats = NDArray[np.float32]
PASS = -2
"""Where the pass stands among the actions; the resignation comes after it."""
WINDOW = 20
"""Steps from one change of the weights to the next."""


def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    """What numpy makes of a function of arrays."""
    return function


@dataclass(frozen=True)
class Arrays:
    """Who computes with arrays, by the words that numpy and JAX share.

    Attributes:
        np: The module.
        compiled: Compiles a function of arrays; numpy leaves it as it is.
    """

    np: Any = np
    compiled: Callable[[Callable[..., Any]], Callable[..., Any]] = unchanged

    @classmethod
    def named(cls, name: str) -> Arrays:
        """``numpy``, ``jax``, or ``auto``: JAX where it is installed and finds something faster than a processor."""
        if name == "numpy":
            return cls()
        try:
            import jax
        except ModuleNotFoundError:
            if name == "jax":
                raise
            return cls()
        return cls() if name == "auto" and jax.default_backend() == "cpu" else cls(jax.numpy, jax.jit)


class Policy:
    """Chooses by the sum of weights over the planes of a point and of those around it; the pass has a weight of its own."""

    def __init__(self, planes: int, seed: int, arrays: Arrays) -> None:
        self.np = arrays.np
        self.weights = self.np.zeros(9 * 2 * planes + 1, np.float32)
        self.chance = np.random.default_rng(seed)
        self.odds = arrays.compiled(self._odds)
        self.slopes = arrays.compiled(self._slopes)

    def features(self, seen: NDArray[np.uint8]) -> Floats:
        """What is around every point: float32[games, points, features]. How long ago something was is told in two ways."""
        games, planes, height, width = seen.shape
        # What is seen are integers without a sign: `-seen` would be as large as `seen` is small.
        both = self.np.concatenate([seen > 0, self.np.exp(seen / -8.0) * (seen > 0)], axis=1).astype(np.float32)
        framed = self.np.pad(both, ((0, 0), (0, 0), (1, 1), (1, 1)))
        parts = [framed[:, :, up : up + height, across : across + width] for up in range(3) for across in range(3)]
        stacked = self.np.stack(parts, axis=2).reshape(games, 2 * planes * 9, -1)
        around: Floats = stacked.transpose(0, 2, 1)
        return around

    def _odds(self, weights: Floats, seen: NDArray[np.uint8], legal: NDArray[np.uint8]) -> Floats:
        """How likely each action is: float32[games, actions]."""
        stones = self.features(seen) @ weights[:-1]
        others = self.np.full((len(legal), legal.shape[1] - stones.shape[1]), weights[-1], np.float32)
        values = self.np.where(legal > 0, self.np.concatenate([stones, others], axis=1), -1e9)
        odds = self.np.exp(values - values.max(axis=1, keepdims=True))
        shares: Floats = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def _slopes(
        self, seen: NDArray[np.uint8], odds: Floats, actions: NDArray[np.int64], over: NDArray[np.bool_]
    ) -> Floats:
        """How each action could have been made likelier: float32[games, weights]. Nothing where the game is over."""
        features = self.features(seen)
        points = features.shape[1]
        placed = self.np.clip(actions, 0, points - 1)[:, None, None]
        chosen = self.np.take_along_axis(features, placed, axis=1)[:, 0] * (actions < points)[:, None]
        stones = chosen - self.np.einsum("gp,gpf->gf", odds[:, :points], features)
        passes = (actions == odds.shape[1] + PASS) - odds[:, PASS]
        slopes: Floats = self.np.concatenate([stones, passes[:, None]], axis=1) * ~over[:, None]
        return slopes

    def choose(self, odds: Floats) -> NDArray[np.int64]:
        """An action by chance for every game."""
        odds = np.asarray(odds)
        drawn = odds.cumsum(axis=1) > self.chance.random((len(odds), 1)) * odds.sum(axis=1, keepdims=True)
        chosen: NDArray[np.int64] = drawn.argmax(axis=1)
        return chosen


def step(batch: RefereedBatch, policy: Policy) -> tuple[NDArray[np.int64], Floats]:
    """Try in every game; whose tries these were, and how each could have been made likelier."""
    mover, over = batch.to_move.copy(), ~batch.legal.any(axis=1)
    odds = policy.odds(policy.weights, batch.observations, batch.legal)
    actions = policy.choose(odds)
    slopes = policy.slopes(batch.observations, odds, actions, over)
    batch.step(actions)
    return mover, slopes


def train(policy: Policy, batch: RefereedBatch, arrays: Arrays, steps: int, rate: float = 0.02) -> None:
    """Play against itself; what has led to wins is made likelier, what to losses less likely, every ``WINDOW`` steps."""
    slope = scale = arrays.np.zeros_like(policy.weights)
    traces, games = arrays.np.zeros((batch.games, 2, policy.weights.size), np.float32), 0

    @arrays.compiled
    def traced(traces: Floats, slopes: Floats, mover: NDArray[np.int64]) -> Floats:
        seats: Floats = traces + (np.arange(2) == mover[:, None])[:, :, None] * slopes[:, None, :]
        return seats

    @arrays.compiled
    def weighed(traces: Floats, rewards: Floats, ended: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        gone = ended[:, None]
        return arrays.np.einsum("gs,gsw->w", rewards * gone, traces), traces * ~gone[:, :, None]

    for number in range(1, steps + 1):
        mover, slopes = step(batch, policy)
        ended = batch.terminated | batch.truncated
        more, traces = weighed(traced(traces, slopes, mover), batch.rewards, ended)
        slope, games = slope + more, games + int(ended.sum())
        if number % WINDOW == 0 and games:
            slope = slope / games
            scale = arrays.np.maximum(0.95 * scale, slope**2)
            policy.weights = policy.weights + rate * slope / arrays.np.sqrt(scale + 1e-6)
            slope, games = arrays.np.zeros_like(slope), 0


def measure(policy: Policy, batch: RefereedBatch, games: int) -> float:
    """The part of games that it wins against chance, Black in one half of them; a draw is half a win."""
    seats = np.arange(batch.games) % 2
    wins, played = 0.0, 0
    batch.reset()
    while played < games:
        mine = batch.to_move == seats
        odds = policy.odds(policy.weights, batch.observations, batch.legal)
        batch.step(np.where(mine, policy.choose(odds), batch.random_actions()))
        ended = np.flatnonzero(batch.terminated | batch.truncated)
        wins += float((1 + batch.rewards[ended, seats[ended]]).sum() / 2)
        played += ended.size
    return wins / played


def main(given: list[str] | None = None) -> float:
    """Train, and say what came of it; the part of games that it wins in the end."""
    words = argparse.ArgumentParser(description="Learns Phantom Go on a small board.")
    for name, usual in (("size", 5), ("games", 256), ("steps", 600), ("seed", 1), ("measure", 1000)):
        words.add_argument(f"--{name}", type=int, default=usual)
    words.add_argument("--referee", default="olympiad")
    words.add_argument("--arrays", default="auto", choices=["auto", "numpy", "jax"])
    options = words.parse_args(given)
    like: dict[str, Any] = {"referee": options.referee, "komi": 0.5}
    batch = RefereedBatch("go", options.size, options.games, options.seed, **like)
    arrays = Arrays.named(options.arrays)
    policy = Policy(batch.observations.shape[1], options.seed, arrays)
    before = measure(policy, batch, options.measure)
    batch.reset()
    train(policy, batch, arrays, options.steps)
    after = measure(policy, batch, options.measure)
    print(f"wins against chance: {before:.0%} before, {after:.0%} after {options.steps} steps of {options.games} games")
    return after


if __name__ == "__main__":
    main()
