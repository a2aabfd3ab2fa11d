"""From training to the arena: one agent against a player, many at once, actions and tries, what the page trains, and the example that learns."""

import runpy
from time import process_time
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("numba")

from gymnasium.utils.env_checker import check_env

from tests.test_docs import ROOT, written_in
from yurei import Table
from yurei.apps.pettingzoo import OneAgent, vector
from yurei.errors import BadSettings, BadTry, Unknown
from yurei.players.planes import action_of, actions_of, try_of

PAGE = ROOT / "docs" / "players.md"
PROGRAMS = written_in(PAGE, "python")[2:]  # the first two are a player and its game


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_the_trained_player_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    names = dict[str, Any](__name__="training")
    for program in PROGRAMS:
        exec(compile(program, PAGE.name, "exec"), names)  # our own page
    assert "of 40 games won against uniform" in capsys.readouterr().out
    assert names["won"] >= 30


def play(game: OneAgent, seed: int) -> tuple[float, int]:
    """Play one game by chance; the reward of its last step, and how many tries were refused."""
    chance, refused = np.random.default_rng(seed), 0
    seen, _ = game.reset(seed=seed)
    for _ in range(500):
        assert game.observation_space.contains(seen)
        seen, reward, ended, cut_off, info = game.step(int(chance.choice(np.flatnonzero(game.action_masks()))))
        refused += info.get("refused", False)
        if ended or cut_off:
            return reward, refused
        assert reward == 0
    raise AssertionError("a game ends")


@pytest.mark.by_day
@pytest.mark.parametrize("seat", ["black", "white"])
@pytest.mark.parametrize(("ruleset", "referee"), [("go", "hamburg"), ("alter-igo", "common"), ("no-seki-go", "fog")])
def test_one_agent_plays_against_a_player(ruleset: str, referee: str, seat: str) -> None:
    game = OneAgent(ruleset, referee, 4, seat=seat, opponent="simple")
    ends = [play(game, seed) for seed in range(6)]
    assert {reward for reward, _ in ends} <= {1.0, 0.0, -1.0}
    assert sum(refused for _, refused in ends) > 0
    assert [play(game, seed) for seed in range(6)] == ends


def test_gymnasiums_own_check_passes_and_an_action_that_is_masked_out_loses() -> None:
    game = OneAgent("go", "common", 3, komi=0.5)
    check_env(game, skip_render_check=True)
    game.reset(seed=1)
    _, reward, ended, _, _ = game.step(int(game.action_masks().size) - 1)  # a resignation
    assert (reward, ended) == (-1.0, True)


def test_many_environments_are_stepped_as_one_and_go_on_for_ever() -> None:
    many = vector(2, "go", "common", 2, komi=0.5)
    seen, _ = many.reset(seed=1)
    assert seen["observation"].shape == (2, 17, 2, 2)
    ended = 0
    for _ in range(60):
        masks = seen["action_mask"]
        assert masks.any(axis=1).all()
        seen, _, over, cut_off, _ = many.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
        ended += int((over | cut_off).sum())
    assert ended > 2


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"seat": "red"}, BadSettings),
        ({"seating": "rengo", "engine": "table"}, BadSettings),
        ({"opponent": "nobody"}, Unknown),
        ({"opponent": "mcts"}, BadSettings),
    ],
)
def test_games_that_one_agent_cannot_play_are_refused(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        OneAgent("go", "common", 4, **given)


@pytest.mark.parametrize("game", ["go", "no-seki-go"])
def test_an_action_is_a_try_and_a_try_is_an_action(game: str) -> None:
    view = Table(game, size=(4, 3)).view("black")
    actions = range(actions_of(view))
    assert [action_of(try_of(action, view), view) for action in actions] == [*actions]
    for action in (-1, len(actions)):
        with pytest.raises(BadTry, match=f"{action} is no action: the actions of this game are 0 to"):
            try_of(action, view)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("--steps 200 --measure 400 --arrays numpy", 0.7),
        ("--steps 200 --measure 400 --arrays jax", 0.58),
        ("--referee olympiad", 0.75),
        ("--referee hamburg", 0.75),
    ],
)
def test_the_example_learns_within_a_minute(words: str, share: float) -> None:
    if "jax" in words:
        pytest.importorskip("jax", reason="needs JAX: pip install './research[peers]'")
    began = process_time()
    assert runpy.run_path(str(ROOT / "examples" / "train.py"))["main"](words.split()) > share
    assert process_time() - began < 60
