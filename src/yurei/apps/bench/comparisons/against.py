"""Benchmark of this checkout's kernel beside another's: random games, two processes in turn, on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from yurei.apps.bench.measuring import (
    Clock,
    Contestant,
    Report,
    Watch,
    compared,
    one_core,
    processor_seconds,
    race,
    report,
    unwatched,
)
from yurei.apps.bench.starting import SOURCES
from yurei.errors import BadSettings
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import played
from yurei.rules.points import Size, shortened

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


class Player:
    """A process that plays random games with the kernel of a checkout."""

    def __init__(self, sources: str, process: subprocess.Popen[str]) -> None:
        self._sources, self._process = sources, process

    def play(self, game: dict[str, Any]) -> tuple[float, int]:
        """Play; return the seconds that it took, and the number of moves.

        Raises:
            BadSettings: if the process has died.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(game) + "\n")
            self._process.stdin.flush()
            seconds, plies = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise BadSettings(f"the kernel in {shortened(self._sources)} did not play {game['ruleset']}") from None
        return seconds, plies


@contextmanager
def player(sources: str) -> Iterator[Player]:
    """Run a process while the context lasts."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERING],
        env={**os.environ, "PYTHONPATH": sources},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield Player(sources, process)
    finally:
        process.kill()
        process.communicate()


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
    keys = [(slug, policy, told) for slug in rulesets or RULESETS for policy in POLICIES for told in (False, True)]
    with one_core(), ExitStack() as stack:
        here, there = (stack.enter_context(player(each)) for each in (SOURCES, str(sources)))
        contestants: dict[str, Contestant] = {}
        for key in keys:
            contestants[_name(key, "here")] = _contestant(here, size, seed, key)
            contestants[_name(key, "there")] = _contestant(there, size, seed, key)
        speeds = race(contestants, rounds, processor_seconds, watch)
    figures = [
        compared(f"{_name(key)}: here : there", "plies/s", speeds, _name(key, "here"), _name(key, "there"))
        for key in keys
    ]
    return report("kernel against another", rounds, seed, figures, [f"on {size}, on one core"])


Key = tuple[str, str, bool]


def _name(key: Key, where: str = "") -> str:
    slug, policy, told = key
    return f"{slug}, {policy}{', with what a referee knows' if told else ''} {where}".strip()


def _contestant(playing: Player, size: Size, seed: int, key: Key) -> Contestant:
    slug, policy, told = key
    games = max(1, PLIES * 2 // (3 * size.points))
    asked = {"ruleset": slug, "size": str(size), "games": games, "seed": seed, "policy": policy, "told": told}

    def run(_: Clock) -> float:
        seconds, plies = playing.play(asked)
        return plies / max(seconds, 1e-9)

    return run


__all__ = ["against"]
