"""The kernel held against the rules for as long as one likes, in as many processes as one likes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

import numpy as np

from yurei.kernel.differential import Comparison, compare

CHUNK = 10_000
"""So many moves are compared at a time."""


def differential(plies: int, seed: int, processes: int) -> Iterator[Comparison]:
    """Compare so many moves, and say after every part what has been found in all.

    Args:
        plies: How many moves, 1 or more.
        seed: Where chance begins; the same seed compares the same games in any number of processes.
        processes: How many share the work.
    """
    parts = ((_chance(seed, number), min(CHUNK, plies - at)) for number, at in enumerate(range(0, plies, CHUNK)))
    found = Comparison()
    for part in _alone(parts) if processes == 1 else _together(parts, processes):
        found.plus(part)
        yield found


def _chance(seed: int, number: int) -> int:
    """Where the chance of one part begins."""
    return int(np.random.SeedSequence((seed, number)).generate_state(1, np.uint64)[0])


def _alone(parts: Iterator[tuple[int, int]]) -> Iterator[Comparison]:
    for chance, plies in parts:
        yield compare(chance, plies)


def _together(parts: Iterator[tuple[int, int]], processes: int) -> Iterator[Comparison]:
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_deaf)
    running: set[Future[Comparison]] = set()
    try:
        while True:
            running |= {
                pool.submit(compare, *part) for _, part in zip(range(2 * processes - len(running)), parts, strict=False)
            }
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C is heard by the one who asked; he ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


__all__ = ["differential"]
