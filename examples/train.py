#!/usr/bin/env python3
"""Learns Phantom Go on a small board in a minute, on one core: refereed batches, numpy, and the score-function estimator.

    python examples/train.py --size 5 --referee olympiad --steps 600

The player is a row of numbers: a weight for every plane around a point, the same for all points. It sees what its
seat was told and nothing else, plays both colours against itself, and is measured against chance alone. What it learns
first is not to pass. What is worth reading is how tries, refusals, rewards and ends come out of a batch; a net takes the
place of ``Policy`` easily.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import RefereedBatch

Floats = NDArray[np.float32]
PASS = -2
"""Where the pass stands among the actions; the resignation comes after it."""
WINDOW = 20
"""Steps from one change of the weights to the next."""


class Policy:
    """Chooses by the sum of weights over the planes of a point and of those around it; the pass has a weight of its own."""

    def __init__(self, planes: int, seed: int) -> None:
        self.weights = np.zeros(9 * 2 * planes + 1, np.float32)
        self.chance = np.random.default_rng(seed)

    def features(self, seen: NDArray[np.uint8]) -> Floats:
        """What is around every point: float32[games, points, features]. How long ago something was is told in two ways."""
        games, planes, height, width = seen.shape
        both = np.concatenate([seen > 0, np.exp(-seen / 8.0) * (seen > 0)], axis=1).astype(np.float32)
        framed = np.pad(both, ((0, 0), (0, 0), (1, 1), (1, 1)))
        parts = [framed[:, :, up : up + height, across : across + width] for up in range(3) for across in range(3)]
        return np.stack(parts, axis=2).reshape(games, 2 * planes * 9, -1).transpose(0, 2, 1)

    def odds(self, features: Floats, legal: NDArray[np.uint8]) -> Floats:
        """How likely each action is: float32[games, actions]."""
        stones = features @ self.weights[:-1]
        values = np.full(legal.shape, self.weights[-1], np.float32)
        values[:, : stones.shape[1]] = stones
        values = np.where(legal > 0, values, -1e9)
        odds = np.exp(values - values.max(axis=1, keepdims=True))
        shares: Floats = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def choose(self, odds: Floats) -> NDArray[np.int64]:
        """An action by chance for every game."""
        drawn = odds.cumsum(axis=1) > self.chance.random((len(odds), 1)) * odds.sum(axis=1, keepdims=True)
        chosen: NDArray[np.int64] = drawn.argmax(axis=1)
        return chosen


def step(batch: RefereedBatch, policy: Policy) -> tuple[NDArray[np.int64], Floats]:
    """Try in every game; whose tries these were, and how each could have been made likelier: float32[games, weights]."""
    mover, over = batch.to_move, ~batch.legal.any(axis=1)
    features = policy.features(batch.observations)
    odds = policy.odds(features, batch.legal)
    actions = policy.choose(odds)
    points = features.shape[1]
    slopes = np.zeros((batch.games, policy.weights.size), np.float32)
    slopes[:, :-1] = -np.einsum("gp,gpf->gf", odds[:, :points], features)
    placed = actions < points
    slopes[placed, :-1] += features[placed, actions[placed]]
    slopes[:, -1] = (actions == batch.actions + PASS) - odds[:, PASS]
    slopes[over] = 0
    batch.step(actions)
    return mover, slopes


def train(policy: Policy, batch: RefereedBatch, steps: int, rate: float = 0.02) -> None:
    """Play against itself; what has led to wins is made likelier, what to losses less likely, every ``WINDOW`` steps."""
    traces = np.zeros((batch.games, 2, policy.weights.size), np.float32)
    slope, games, scale = np.zeros_like(policy.weights), 0, np.zeros_like(policy.weights)
    for number in range(1, steps + 1):
        mover, slopes = step(batch, policy)
        traces[np.arange(batch.games), mover] += slopes
        ended = np.flatnonzero(batch.terminated | batch.truncated)
        slope += np.einsum("gs,gsw->w", batch.rewards[ended], traces[ended])
        traces[ended], games = 0, games + ended.size
        if number % WINDOW == 0 and games:
            slope /= games
            scale = np.maximum(0.95 * scale, slope**2)
            policy.weights += rate * slope / np.sqrt(scale + 1e-6)
            slope, games = np.zeros_like(slope), 0


def measure(policy: Policy, batch: RefereedBatch, games: int) -> float:
    """The part of games that it wins against chance, Black in one half of them; a draw is half a win."""
    seats = np.arange(batch.games) % 2
    wins, played = 0.0, 0
    batch.reset()
    while played < games:
        mine = batch.to_move == seats
        odds = policy.odds(policy.features(batch.observations), batch.legal)
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
    options = words.parse_args(given)
    like: dict[str, Any] = {"referee": options.referee, "komi": 0.5}
    batch = RefereedBatch("go", options.size, options.games, options.seed, **like)
    policy = Policy(batch.observations.shape[1], options.seed)
    before = measure(policy, batch, options.measure)
    batch.reset()
    train(policy, batch, options.steps)
    after = measure(policy, batch, options.measure)
    print(f"wins against chance: {before:.0%} before, {after:.0%} after {options.steps} steps of {options.games} games")
    return after


if __name__ == "__main__":
    main()
