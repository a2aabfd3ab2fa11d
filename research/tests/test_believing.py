"""How well the board is known: measured turn by turn, and never so that the truth is held to be impossible."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba")

from research.tests.command import bench
from tests.newcomer import COMPILED_REFEREES
from yurei.players import Budget
from yurei.players.worlds import FITTED, FittedPrior, Net
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei_research.bench import knowledge
from yurei_research.bench.knowledge import Turn, is_possible, log_loss, moments

HIDING = [each.slug for each in COMPILED_REFEREES if each.hides]
GAMES = ("go", "new-zealand", "japanese", "tromp-taylor", "alter-igo", "no-seki-go")
NIGHT = [pytest.param(10_000, speaker, marks=[pytest.mark.nightly, pytest.mark.timeout(3600)]) for speaker in HIDING]


def turns(settings: Settings, seed: int) -> Iterator[Turn]:
    """Those of a game between two who think little."""
    chance = Random(seed)
    names = [chance.choice(["simple", "uniform"]) for _ in range(2)]
    return moments(settings, names, Budget(), seed)


@pytest.mark.by_day
@pytest.mark.parametrize(("most", "speaker"), [*((100, speaker) for speaker in HIDING), *NIGHT])
def test_the_truth_is_never_held_to_be_impossible(most: int, speaker: str) -> None:
    chance, looked_at = Random(speaker), 0
    while looked_at < most:
        settings = Table(chance.choice(GAMES), referee=speaker, size=chance.randint(2, 9)).settings
        for moment in turns(settings, chance.randrange(10**6)):
            assert is_possible(moment), (settings, moment)
            looked_at += 1


def test_an_impossible_board_is_detected() -> None:
    settings = Table("go", referee="olympiad", size=5).settings
    found = 0
    for moment in turns(settings, 1):
        free = [point for point in np.flatnonzero(moment.open) if not moment.hidden[point]]
        if free and moment.ledger.hidden:
            wrong = bytearray(moment.truth)
            wrong[free[0]] = int(moment.ledger.colour.opponent)
            assert not is_possible(replace(moment, truth=bytes(wrong))), "one stone more than there are"
            found += 1
    assert found > 5


def test_a_better_informed_belief_has_the_smaller_loss() -> None:
    settings = Table("go", referee="olympiad", size=5).settings
    for moment in turns(settings, 2):
        truth = moment.hidden.astype(np.float64)
        assert log_loss(moment, truth) < 0.01
        if moment.hidden.any():
            assert (
                log_loss(moment, truth) < log_loss(moment, knowledge.even_spread(moment)) < log_loss(moment, 1 - truth)
            )


@pytest.mark.parametrize("where", ["strength.md", "benchmarks.md"])
@pytest.mark.parametrize("name", [knowledge.EVEN, knowledge.UNIFORM])
def test_the_baselines_are_named_as_on_the_pages(name: str, where: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / where).read_text(encoding="utf-8")
    assert name in " ".join(text.split())


@pytest.mark.nightly
def test_the_belief_is_measured_by_a_command() -> None:
    words = ["belief", "simple", "uniform", "--games", "2", "--size", "5", "--playouts", "20", "--json"]
    shown = bench(*words)
    assert shown.exit_code == 0, shown.stderr
    figures = {figure["what"]: figure for figure in json.loads(shown.stdout)["figures"]}
    for opponent in ("simple", "uniform"):
        assert figures[f"turns v {opponent}"]["value"] > 10
        assert figures[f"turns v {opponent} at which the truth is excluded"]["value"] == 0
        assert 0 < figures[f"log-loss v {opponent}, belief beside even spread"]["value"] < 1
        assert figures[f"worlds v {opponent}"]["value"] > 100


@pytest.mark.nightly
def test_the_prior_tells_a_sensible_player_from_a_random_one() -> None:
    settings = Table("go", referee="olympiad", size=9).settings
    knowing = {"belief": 0.0, "uniform": 0.0}
    for opponent in knowing:
        for game in range(4):
            names = ("belief", opponent) if game % 2 == 0 else (opponent, "belief")
            for moment in moments(settings, names, Budget(playouts=150), 10 * game):
                if int(moment.ledger.colour) == 1 + game % 2:
                    moment.prior.odds(moment.ledger, moment.view)
                    mine = moment.prior
            assert isinstance(mine, FittedPrior)
            knowing[opponent] += mine.kinds[0] / 4
    assert knowing["belief"] > 0.5
    assert knowing["uniform"] < 0.1


@pytest.mark.nightly
def test_the_prior_is_fitted_by_a_command(tmp_path: Path) -> None:
    options = ["--games", "10", "--jobs", "1", "--out", str(tmp_path / "prior.npz")]
    command = [sys.executable, "-m", "yurei_research.fit_prior", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert " turns to learn from\n" in done.stdout
    fitted, present = Net.load(tmp_path / "prior.npz"), Net.load(FITTED)
    shapes, expected = ({name: each.shape for name, each in net.weights.items()} for net in (fitted, present))
    assert shapes == expected
