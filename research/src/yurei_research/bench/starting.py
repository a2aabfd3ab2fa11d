"""Benchmark of start-up: a new process, and the compiler."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import yurei
from yurei_research.bench.measuring import SECONDS, Clock, Figure, Watch, unwatched

SOURCES = str(Path(yurei.__file__).parents[1])
EMPTY = "pass"
TRY = (
    "from yurei.referee.table import Table; from yurei.rules.state import stone; "
    "Table('go').attempt('black', stone(0)); import sys; assert 'numpy' not in sys.modules"
)
GAME = "from yurei.kernel import random_games; random_games({!r}, 9, 1, 1)"
TIMED = "import yurei.kernel; from time import process_time as clock; began = clock(); {}; print(clock() - began)"


def process(program: str, clock: Clock, environment: Mapping[str, str]) -> float:
    """Return the seconds that a new Python takes for a program, with its own start and end."""
    began = clock()
    _run(program, environment)
    return clock() - began


def call(program: str, environment: Mapping[str, str]) -> float:
    """Return the seconds that a program takes in a new Python that has imported the kernel already."""
    return float(_run(TIMED.format(program), environment))


def _run(program: str, environment: Mapping[str, str]) -> str:
    path = os.pathsep.join(filter(None, [SOURCES, os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": path, **environment},
        capture_output=True,
        check=True,
        text=True,
    ).stdout


def warm(rounds: int, clock: Clock, bytecode: str) -> list[Figure]:
    """Measure a new process, from nothing to its first result, with compiled code in the cache.

    ``bytecode`` is a folder for Python's bytecode: not every installation keeps it.
    """
    programs = (
        ("an empty Python", EMPTY, None),
        ("a first refereed try", TRY, None),
        ("the kernel imported", "import yurei.kernel", None),
        ("a first game of the kernel", GAME.format("go"), 0.5),
    )
    kept = {"PYTHONPYCACHEPREFIX": bytecode}
    for _, program, _ in programs:
        process(program, clock, kept)
    taken: dict[str, list[float]] = {what: [] for what, _, _ in programs}
    for _ in range(rounds):
        for what, program, _ in programs:
            taken[what].append(process(program, clock, kept))
    return [
        Figure(f"a new process: {what}", median(taken[what]), SECONDS, target=target) for what, _, target in programs
    ]


def cold(bytecode: str, watch: Watch = unwatched, names: tuple[str, ...] = ()) -> list[Figure]:
    """Measure the first game of the kernel if nothing has been compiled before.

    The start of Python and of numba is not counted: the figure "the kernel imported" has it.
    """
    from yurei.kernel.rulesets import played  # compiled code: imported only for this benchmark

    figures, kept = [], {"PYTHONPYCACHEPREFIX": bytecode}
    chosen = names or tuple(ruleset.slug for ruleset in played())
    for done, slug in enumerate(chosen):
        watch(done, len(chosen))
        with tempfile.TemporaryDirectory() as folder:
            taken = call(GAME.format(slug), {"NUMBA_CACHE_DIR": folder, **kept})
        figures.append(Figure(f"compiled anew: {slug}, games", taken, SECONDS, target=5.0))
    return figures
