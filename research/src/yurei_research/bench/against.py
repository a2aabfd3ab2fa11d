"""Benchmark of this checkout's kernel beside another's: random games, two processes in turn, on one core."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from yurei.errors import BadSettings
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import played
from yurei.rules.points import Size, shortened
from yurei_research.bench.measuring import (
    BLINK,
    Clock,
    Match,
    Report,
    Watch,
    one_core,
    processor_seconds,
    report,
    unwatched,
)
from yurei_research.bench.starting import SOURCES

PLIES = 1_000_000
"""Moves of a contestant in a round, approximately."""
RULESETS = tuple(ruleset.slug for ruleset in played())

ANSWERING = """
import json, sys
from time import process_time as clock
from yurei.kernel import random_games
for line in sys.stdin:
    began = clock()
    played = random_games(**json.loads(line))
    print(json.dumps([clock() - began, int(played.plies.sum())]), flush=True)
"""
"""Program of both processes: plays the games that are asked for, and writes the seconds and the moves."""


def against(
    size: Size,
    rounds: int,
    checkout: Path,
    seed: int = 1,
    watch: Watch = unwatched,
    rulesets: Iterable[str] | None = None,
) -> Report:
    """Measure random games of this kernel and of that of another checkout, in one run.

    Args:
        size: Of the board.
        rounds: Number of rounds of the medians.
        checkout: The folder of another clone or worktree of the repository.
        seed: Seed of the games.
        watch: Callback for progress.
        rulesets: The rulesets; None for all.

    Raises:
        BadSettings: if the folder is no checkout, or its kernel cannot play.
    """
    sources = checkout.resolve() / "src"
    if not (sources / "yurei" / "kernel").is_dir():
        raise BadSettings(f"{shortened(str(checkout))} is no checkout of yurei: it has no src/yurei/kernel")
    match, games = Match(), max(1, PLIES * 2 // (3 * size.points))
    with one_core(), ExitStack() as stack:
        sides = [(place, _started(place, stack)) for place in (SOURCES, str(sources))]
        for slug, policy, told in product(rulesets or RULESETS, POLICIES, (False, True)):
            name = f"{slug}, {policy}{', with what a referee knows' if told else ''}"
            game = {"ruleset": slug, "size": str(size), "games": games, "seed": seed, "policy": policy, "told": told}
            for where, (place, process) in zip(("here", "there"), sides, strict=True):
                match.contestants[f"{name} {where}"] = partial(_speed, place, process, game)
            match.pairs.append((f"{name}: here : there", "plies/s", f"{name} here", f"{name} there", None))
        figures = match.figures(rounds, processor_seconds, watch)
    return report("kernel against another", rounds, seed, figures, [f"on {size}, on one core"])


def _started(sources: str, stack: ExitStack) -> subprocess.Popen[str]:
    """Start a process that plays random games with the kernel of a checkout, until the stack is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERING],
        env={**os.environ, "PYTHONPATH": sources},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    stack.callback(process.communicate)  # closes its input
    return process


def _speed(sources: str, process: subprocess.Popen[str], game: dict[str, Any], _: Clock) -> float:
    """Measure the moves a second of a process that plays.

    Raises:
        BadSettings: if it has died.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(game) + "\n")
        process.stdin.flush()
        seconds, plies = json.loads(process.stdout.readline())
    except (OSError, ValueError):
        raise BadSettings(f"the kernel in {shortened(sources)} did not play {game['ruleset']}") from None
    return float(plies / max(seconds, BLINK))


__all__ = ["against"]
