"""Comparison of the kernel with the rules or the table, for any number of moves and processes."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import starmap
from multiprocessing import get_context

import numpy as np

from yurei_research.differential import Comparison, compare, compare_with_table

Compare = Callable[[int, int], Comparison]
CHUNK = 10_000
"""Moves compared at a time."""


def differential(plies: int, seed: int, processes: int) -> Iterator[Comparison]:
    """Compare this many moves, and yield the findings so far after every part.

    Args:
        plies: Number of moves, 1 or more.
        seed: Seed; the same seed compares the same games in any number of processes.
        processes: Number of processes that share the work.
    """
    return _compared(compare, plies, seed, processes)


def differential_of_referee(tries: int, seed: int, processes: int) -> Iterator[Comparison]:
    """Compare this many tries with the table; else as ``differential``."""
    return _compared(compare_with_table, tries, seed, processes)


def _compared(way: Compare, count: int, seed: int, processes: int) -> Iterator[Comparison]:
    parts = ((_chance(seed, number), min(CHUNK, count - at)) for number, at in enumerate(range(0, count, CHUNK)))
    found = Comparison()
    for part in starmap(way, parts) if processes == 1 else _together(way, parts, processes):
        found.plus(part)
        yield found


def _chance(seed: int, number: int) -> int:
    """Return the seed of one part."""
    return int(np.random.SeedSequence((seed, number)).generate_state(1, np.uint64)[0])


def _together(way: Compare, parts: Iterator[tuple[int, int]], processes: int) -> Iterator[Comparison]:
    # Workers ignore Ctrl-C; the parent handles it and ends them.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    running: set[Future[Comparison]] = set()
    try:
        while True:
            running |= {
                pool.submit(way, *part) for _, part in zip(range(2 * processes - len(running)), parts, strict=False)
            }
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        pool.shutdown(cancel_futures=True)


__all__ = ["differential", "differential_of_referee"]
