"""Fits the prior of ``belief`` to games: the net that gives the chances of the opponent's hidden stones.

python -m yurei_research.fit_prior                       play 900 games, fit, write prior.npz anew; half an hour on two cores
python -m yurei_research.fit_prior --games 100 --out X   fewer, elsewhere
"""

import argparse
import itertools
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.players import Budget
from yurei.players import worlds as drawing
from yurei.players.worlds import LAYERS, PLANES, make_net_input, neighbourhoods, to_probabilities
from yurei.referee.table import Table
from yurei_research.bench.knowledge import moments

KINDS = (("belief",), ("ucb-amaf", "determinised-uct", "so-ismcts"), ("simple", "hasty", "uniform"))
"""Opponents of the fit, by kind: a head of the net for each kind. Others are left out, for measurements on them."""
REFEREES = ("olympiad", "olympiad", "common", "hamburg", "fog", "counted", "kriegspiel")
SIZES = (9, 9, 9, 7, 5, 11, 13)
CHANNELS = 24
PLAYOUTS = (60, 150, 150, 400)
ROUNDS, BATCH, STEP = 8, 64, 2e-3
HELD_OUT = 0.1

Array = NDArray[np.float32]
Turn = tuple[Array, Array, Array, Array]
"""Planes [PLANES, h, w], where a hidden piece can lie, where one does [h, w], and the opponent's kind [heads]."""
Group = tuple[Array, Array, Array, Array]
"""Many turns on boards of one size: the same, with one dimension more in front."""


def play(seed: int) -> list[Turn]:
    """Play a game of ``belief`` against a player of a random kind; return all turns as training data."""
    chance = Random(seed)
    settings = Table("go", referee=chance.choice(REFEREES), size=chance.choice(SIZES)).settings
    kinds = [0, chance.randrange(len(KINDS))]
    chance.shuffle(kinds)
    names = [chance.choice(KINDS[kind]) for kind in kinds]
    of_kind, found = np.eye(len(KINDS), dtype=np.float32), []
    for moment in moments(settings, names, Budget(playouts=chance.choice(PLAYOUTS)), seed):
        shape = (settings.size.height, settings.size.width)
        can = drawing.find_possible_points(moment.ledger, moment.view)
        can[list(moment.ledger.proven)] = False
        if can.any():
            taken = (moment.hidden & can).astype(np.float32)
            known = make_net_input(moment.ledger, moment.view)
            kind = of_kind[kinds[2 - int(moment.ledger.colour)]]
            found.append((known, can.astype(np.float32).reshape(shape), taken.reshape(shape), kind))
    return found


def collect(games: int, seed: int, jobs: int) -> tuple[list[Group], list[Group]]:
    """Play many games; return their turns by board size, those to learn from and those held out."""
    learned, held = dict[int, list[Turn]](), dict[int, list[Turn]]()
    with ProcessPoolExecutor(jobs) as pool:
        for number, turns in enumerate(pool.map(play, range(seed, seed + games), chunksize=4)):
            say(f"games {number + 1}/{games}")
            for turn in turns:
                (held if number < HELD_OUT * games else learned).setdefault(turn[1].size, []).append(turn)
    return group(learned), group(held)


def group(turns: dict[int, list[Turn]]) -> list[Group]:
    return [tuple(np.stack(each) for each in zip(*found, strict=True)) for found in turns.values()]  # type: ignore[misc]


def begin(chance: np.random.Generator) -> dict[str, Array]:
    weights: dict[str, Array] = {}
    for layer in range(LAYERS):
        rows = 9 * (PLANES if layer == 0 else CHANNELS)
        weights[f"w{layer}"] = chance.normal(0, np.sqrt(2 / rows), (rows, CHANNELS)).astype(np.float32)
        weights[f"b{layer}"] = np.zeros(CHANNELS, np.float32)
    weights[f"w{LAYERS}"] = np.zeros((CHANNELS, len(KINDS)), np.float32)
    weights[f"b{LAYERS}"] = np.zeros(len(KINDS), np.float32)
    return weights


def forward(weights: dict[str, Array], images: Array, kind: Array) -> tuple[Array, list[Array]]:
    """Return the logits of all points for opponents of these kinds, and the layers' inputs and outputs."""
    kept, held = [], images
    for layer in range(LAYERS):
        seen = neighbourhoods(held)
        out = np.maximum(seen @ weights[f"w{layer}"] + weights[f"b{layer}"], 0)
        kept += [seen, out]
        held = out.transpose(0, 3, 1, 2)
    logits = kept[-1] @ weights[f"w{LAYERS}"] + weights[f"b{LAYERS}"]
    return (logits * kind[:, None, None]).sum(-1), kept


def loss(found: Array, can: Array, taken: Array) -> float:
    """Return the mean log-loss in bits over all points that may hold a hidden piece."""
    right = np.where(taken > 0, found, 1 - found)
    return float(-(np.log2(right) * can).sum() / can.sum())


def backward(weights: dict[str, Array], kept: list[Array], slope: Array, kind: Array) -> dict[str, Array]:
    """Return the gradient of the loss with respect to each weight, from ``slope``, that by each logit."""
    slopes = slope[..., None] * kind[:, None, None]
    back = np.asarray(slopes @ weights[f"w{LAYERS}"].T, np.float32)
    found = {f"w{LAYERS}": kept[-1].reshape(-1, CHANNELS).T @ slopes.reshape(-1, len(KINDS))}
    found[f"b{LAYERS}"] = slopes.sum((0, 1, 2))
    for layer in reversed(range(LAYERS)):
        seen, out = kept[2 * layer], kept[2 * layer + 1]
        back *= out > 0
        flat = back.reshape(-1, CHANNELS)
        found[f"w{layer}"] = seen.reshape(len(flat), -1).T @ flat
        found[f"b{layer}"] = flat.sum(0)
        if layer:
            back = gather(flat @ weights[f"w{layer}"].T, out.shape)
    return found


def gather(slopes: Array, shape: tuple[int, ...]) -> Array:
    """Return the gradient by each point: the sum over the nine neighbourhoods that contain it."""
    batch, height, width, channels = shape
    each = slopes.reshape(batch, height, width, channels, 3, 3)
    wide = np.zeros((batch, height + 2, width + 2, channels), np.float32)
    for up, across in itertools.product(range(3), repeat=2):
        wide[:, up : up + height, across : across + width] += each[..., up, across]
    return wide[:, 1:-1, 1:-1]


def batches(groups: list[Group], chance: np.random.Generator) -> Iterator[Group]:
    """Yield all turns once in batches, in random order, with random rotations and reflections."""
    pieces = []
    for number, (images, *_) in enumerate(groups):
        order = chance.permutation(len(images))
        pieces += [(number, order[k : k + BATCH]) for k in range(0, len(order), BATCH)]
    for place in chance.permutation(len(pieces)):
        number, rows = pieces[place]
        turns, mirror = int(chance.integers(4)), bool(chance.integers(2))
        turned = [np.rot90(each[rows], turns, (-2, -1)) for each in groups[number][:3]]
        images, can, taken = (np.ascontiguousarray(each[..., ::-1] if mirror else each) for each in turned)
        yield images, can, taken, groups[number][3][rows]


def fit(learned: list[Group], held: list[Group], seed: int) -> dict[str, Array]:
    chance = np.random.default_rng(seed)
    weights, done = begin(chance), 0
    first, second = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    total = ROUNDS * sum(-(-len(images) // BATCH) for images, *_ in learned)
    for round_ in range(ROUNDS):
        for images, can, taken, kind in batches(learned, chance):
            done += 1
            logits, kept = forward(weights, images, kind)
            found = to_probabilities(logits, can, taken.sum((1, 2), keepdims=True))
            slopes = backward(weights, kept, ((found - taken) * can / can.sum()).astype(np.float32), kind)
            for name, slope in slopes.items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope**2 - second[name])
                even = np.sqrt(second[name] / (1 - 0.999**done)) + 1e-8
                weights[name] -= (STEP * (1 - done / total) / (1 - 0.9**done) * first[name] / even).astype(np.float32)
            if done % 50 == 0:
                say(f"round {round_ + 1}/{ROUNDS}, batch {done}/{total}")
        print(f"\nround {round_ + 1}: {losses(weights, held)}", flush=True)
    return weights


def losses(weights: dict[str, Array], groups: list[Group]) -> str:
    """Return a line with the log-loss on held-out turns by kind of opponent, and that of an even spread."""
    sums = np.zeros((3, len(KINDS)))
    for images, can, taken, kinds in groups:
        hidden = taken.sum((1, 2), keepdims=True)
        found = to_probabilities(forward(weights, images, kinds)[0], can, hidden)
        plain = np.clip(can * hidden / can.sum((1, 2), keepdims=True), 1e-5, 1 - 1e-5)
        for kind in range(len(KINDS)):
            these = kinds[:, kind] > 0
            if these.any():
                share = float(can[these].sum())
                fitted, even = (loss(each[these], can[these], taken[these]) for each in (found, plain))
                sums[:, kind] += share * fitted, share * even, share
    fitted, even = sums[:2] / np.maximum(1, sums[2])
    each = (f"{one:.4f} ({other:.4f})" for one, other in zip(fitted, even, strict=True))
    return f"{', '.join(each)} bits a point held out, by kind (who spreads evenly)"


def say(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{words}", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=drawing.FITTED)
    chosen = parser.parse_args()
    learned, held = collect(chosen.games, chosen.seed, chosen.jobs)
    print(f"{sum(len(images) for images, *_ in learned)} turns to learn from")
    weights: dict[str, Any] = {name: each.astype(np.float16) for name, each in fit(learned, held, chosen.seed).items()}
    np.savez(chosen.out, **weights)


if __name__ == "__main__":
    main()
