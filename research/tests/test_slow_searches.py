"""The compiled searches find what slow ones of plain objects find, playout by playout."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from research.tests import slow_searches as slow
from tests.day_and_night import first_by_day
from yurei.kernel.rulesets import compiled
from yurei_research.baseline_searches import BeliefSearch, FlatSearch, Search, TreeSearch


def found_by_slow_searches(game: str) -> dict[str, list[list[float]]]:
    """Return what the slow searches find, in a process in which nothing is compiled."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "research.tests.slow_searches", game]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
    read: dict[str, list[list[float]]] = json.loads(done.stdout)
    return read


@pytest.mark.parametrize("game", first_by_day(["go", "no-seki-go"]))
def test_compiled_and_slow_searches_find_the_same_statistics(game: str) -> None:
    found = found_by_slow_searches(game)
    played = compiled(game, 3)
    searches: dict[str, Search] = {
        name: FlatSearch(played, slow.POSITION, slow.MOVES, slow.SEED, weights) for name, weights in slow.FLAT.items()
    }
    for name, (weights, plan) in slow.TREES.items():
        searches[name] = TreeSearch(played, slow.POSITION, slow.MOVES, slow.SEED, weights, plan)
    for name, (weights, plan) in slow.BELIEFS.items():
        searches[name] = BeliefSearch(played, slow.POSITION, slow.MOVES, slow.SEED, weights, plan)
    for name, search in searches.items():
        search.run(slow.PLAYOUTS // 2)
        search.run(slow.PLAYOUTS - slow.PLAYOUTS // 2)
        np.testing.assert_allclose(search.stats, found[name], err_msg=name)
