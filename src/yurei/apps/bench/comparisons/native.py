"""The native limit: the same playouts in C++, compiled on this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from yurei.apps.bench.measuring import Clock, Contestant

SOURCE = Path(__file__).parents[5] / "bench" / "native.cpp"
COMPILERS = ("clang++", "g++")


class NoNative(Exception):
    """The native limit cannot be measured here, for the given reason."""


def native(folder: Path, lines: int, games: int, seed: int) -> tuple[str, Contestant]:
    """Compile the program; return the name of the compiler, and the contestant.

    Args:
        folder: Folder for the program.
        lines: Of the board, which is square.
        games: Games at a time.
        seed: Seed of the games.

    Raises:
        NoNative: if there is no source or no working compiler.
    """
    if not SOURCE.exists():
        raise NoNative("no native limit: bench/native.cpp is in a clone of the repository, not in an installed yurei")
    compiler = next((name for name in COMPILERS if shutil.which(name)), None)
    if compiler is None:
        raise NoNative(f"no native limit: it needs {' or '.join(COMPILERS)}")
    program = str(folder / "native")
    made = subprocess.run(
        [compiler, "-O3", "-march=native", "-o", program, str(SOURCE)], capture_output=True, check=False
    )
    if made.returncode:
        raise NoNative(f"no native limit: {compiler} cannot compile it")

    def run(_: Clock) -> float:
        said = subprocess.run([program, str(lines), str(games), str(seed)], capture_output=True, check=True)
        found = json.loads(said.stdout)
        return float(found["games"] / found["seconds"])

    return compiler, run
