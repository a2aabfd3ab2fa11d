"""The example that learns does learn, in less than a minute."""

import runpy
from pathlib import Path
from time import process_time

import pytest

pytest.importorskip("numba")

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


def main(words: str) -> float:
    wins: float = runpy.run_path(str(EXAMPLE))["main"](words.split())
    return wins


@pytest.mark.nightly
def test_the_example_learns_from_a_few_hundred_games() -> None:
    assert main("--steps 200 --measure 400 --arrays numpy") > 0.7


@pytest.mark.nightly
def test_the_example_learns_with_jax() -> None:
    pytest.importorskip("jax", reason="needs JAX: pip install './research[peers]'")
    assert main("--steps 200 --measure 400 --arrays jax") > 0.58


@pytest.mark.nightly
@pytest.mark.parametrize("referee", ["olympiad", "hamburg"])
def test_the_example_wins_most_games_against_chance_after_a_minute(referee: str) -> None:
    began = process_time()
    assert main(f"--referee {referee}") > 0.75
    assert process_time() - began < 60
