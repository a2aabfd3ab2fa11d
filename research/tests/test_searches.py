"""The compiled searches find what slow ones find; their order on Phantom(4,4,4), see docs/baselines.md."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from research.tests import slow_searches as slow
from research.tests.phantom_lines import Side, play
from tests.day_and_night import first_by_day
from yurei.kernel.rulesets import compiled
from yurei_research import baseline_searches as searches
from yurei_research.baseline_searches import BeliefSearch, FlatSearch, Search, TreeSearch


def points(one: Side, other: Side, games: int) -> float:
    """The share that a side wins, a draw half; each side begins half of the games."""
    total = 0.0
    for game in range(games):
        winner = play(one, other, game) if game % 2 == 0 else play(other, one, game)
        total += 0.5 if winner == 0 else (winner == 1) == (game % 2 == 0)
    return total / games


def side(kind: int, iterations: int, **more: bool) -> Side:
    return Side(kind, iterations, kept=40 if kind == searches.DETERMINISED else 1, explore=1.2, **more)


def test_every_search_beats_itself_at_one_playout() -> None:
    for kind in (searches.DETERMINISED, searches.SINGLE, searches.PARTIAL, searches.MANY):
        assert points(side(kind, 1000), side(kind, 1), 40) > 0.7


@pytest.mark.nightly
def test_the_player_that_sees_everything_hardly_loses() -> None:
    assert points(side(searches.SINGLE, 1000, cheats=True), side(searches.MANY, 1000), 60) > 0.6


@pytest.mark.nightly
def test_a_tree_a_player_beats_a_tree_a_world() -> None:
    assert points(side(searches.MANY, 2000), side(searches.DETERMINISED, 2000), 120) > 0.5


@pytest.mark.nightly
def test_a_move_drawn_by_chance_is_worse_than_one_that_is_searched() -> None:
    assert points(side(searches.SINGLE, 2000), side(searches.PARTIAL, 2000), 120) > 0.5


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
    kinds: list[tuple[type[Search], Mapping[str, Any]]] = [
        (FlatSearch, {name: (weights,) for name, weights in slow.FLAT.items()}),
        (TreeSearch, slow.TREES),
        (BeliefSearch, slow.BELIEFS),
    ]
    for kind, name, given in [(kind, name, given) for kind, cases in kinds for name, given in cases.items()]:
        search = kind(compiled(game, 3), slow.POSITION, slow.TRIES, slow.SEED, *given)
        search.run(slow.PLAYOUTS // 2)
        search.run(slow.PLAYOUTS - slow.PLAYOUTS // 2)
        np.testing.assert_allclose(search.stats, found[name], err_msg=name)
