"""Compiles the code that commands and players need in advance, so that later calls do not wait for it."""

import gc
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import active_children, get_context
from typing import Any

import numpy as np

from yurei.club.programs.worker import compile_players
from yurei.kernel import Refereed, RefereedBatch, compiling, hearing, ownership, perft, random_games
from yurei.kernel.games import POLICIES
from yurei.kernel.refereed import make_memory, planes_of
from yurei.kernel.rulesets import compiled, supported_rulesets
from yurei.kernel.solving import Solver
from yurei.problems import KINDS, kind_of, matching

UNUSUAL: dict[str, Any] = {"suicide": "allowed"}
"""Go with an option that no ruleset has: compiles the generic code."""

PLAYED_AT_RANDOM = ("go", "alter-igo", "no-seki-go")
"""Rulesets whose random games are compiled: Go and the two games of the rule pages. Others are compiled when used."""

LONG = 10_000
"""More moves than a game has, so that the code for its end is compiled too."""


Job = Callable[[], object]
Watch = Callable[[int, int], object]
"""Callback for progress: how many parts are done, of how many."""


def list_compile_jobs() -> list[Job]:
    """Return the functions that each compile a part of the code, in any process; the slowest come first."""
    return [
        _compile_referees,
        compile_players,
        *(partial(_compile_ruleset, slug, {}) for slug in _distinct_rulesets()),
        partial(_compile_ruleset, "go", UNUSUAL),
        _compile_playouts,
        _compile_solver,
    ]


def compile_all(watch: Watch) -> None:
    """Compile all parts of the code, in one process per core; report progress to ``watch``."""
    work = list_compile_jobs()
    count = min(os.cpu_count() or 1, len(work))
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_prepare)
    try:
        watch(0, len(work))
        for done, future in enumerate(as_completed([pool.submit(job) for job in work]), 1):
            future.result()
            watch(done, len(work))
    except BaseException:  # Ctrl-C: a job takes up to a minute
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Set up a worker process: ignore Ctrl-C, print no message about compiling, collect garbage less often."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compiling.omit_message()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _distinct_rulesets() -> list[str]:
    """Return the names of rulesets, one for each group that shares the same compiled code."""
    return list({compiled(ruleset.slug, 3).flags: ruleset.slug for ruleset in reversed(supported_rulesets())}.values())


def _compile_ruleset(slug: str, options: dict[str, Any]) -> None:
    """Compile a ruleset with options: its move counts and random games; refereed random games only for Go."""
    for policy in POLICIES if slug in PLAYED_AT_RANDOM else ():
        random_games(slug, 3, 1, 1, policy, **options)
    if slug == "go":
        random_games(slug, 3, 1, 1, told=True, **options)
    perft(slug, 3, 1, **options)


def _compile_referees() -> None:
    """Compile the referee, single and in batches, and the search of each kind of problem."""
    _compile_referee()
    _compile_batches()
    for kind in KINDS:
        _solve_problem(kind)


def _compile_playouts() -> None:
    ownership("go", 3, ".../.B./...", 2, 1)
    ownership("tromp-taylor", 3, ".../.B./...", 2, 1)


def _compile_referee() -> None:
    game = Refereed("go", 3, most=LONG)
    game.attempt(0)
    game.legal()
    seen, allowed = np.zeros(planes_of(game.plan), np.uint8), np.zeros(game.actions + 1, np.uint8)
    hearing.attempt_and_show(game.numbers, game.words, make_memory(game.plan), 1, seen.reshape(-1), allowed)


def _compile_batches() -> None:
    batch = RefereedBatch("go", 3, 1)
    batch.step(batch.random_actions())
    batch.set_state(batch.state())


def _compile_solver() -> object:
    solver = Solver(2, 2)
    return solver.solve(), list(solver.reduced([]))


def _solve_problem(kind: str) -> object:
    """Solve the shipped problem of a kind that has the fewest points."""
    return kind_of(kind).solution(min(matching(kind), key=lambda problem: problem.settings.size.points))
