"""PettingZoo: its own tests pass for every game, and what an agent is shown is what its seat was told."""

import copy
import pickle
import warnings
from itertools import cycle, islice
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("numba")

from pettingzoo.test import api_test, seed_test

from tests.day_and_night import first_by_day
from tests.newcomer import COMPILED_REFEREES
from yurei import referee as referees
from yurei import rules
from yurei.apps.pettingzoo import env, raw_env
from yurei.errors import BadBoard, BadSettings, BadTry, Unknown
from yurei.kernel.rulesets import supported_rulesets
from yurei.referee.told import Outcome

RULESETS = [ruleset.slug for ruleset in rules.ALL]
COMPILED = [ruleset.slug for ruleset in supported_rulesets()]
REFEREES = [referee.slug for referee in referees.ALL]
KNOWN = [referee.slug for referee in COMPILED_REFEREES]
MOST = max(len(RULESETS), len(REFEREES))
IN_TURN = list(islice(zip(cycle(RULESETS), cycle(REFEREES), strict=False), MOST))
EVERY = [pair for ruleset in RULESETS for pair in [(ruleset, referee) for referee in REFEREES] if pair not in IN_TURN]
GAMES = first_by_day([*IN_TURN, *EVERY], len(IN_TURN))
pytestmark = pytest.mark.filterwarnings("ignore:this environment runs at the referee's table")
USUAL = [
    "Action mask numpy array is all zeros",  # who is not to move has no action
    "Observation space for each agent probably should be",  # a mask needs a dict
    "Observation is not a NumPy array",  # the same
]
"""What PettingZoo's tests remark on, unless an environment has the name of one of its own board games."""
SETUP = "..B../.BWB./..W../...../....."


def run_api_test(game: Any) -> None:
    with warnings.catch_warnings():
        for usual in USUAL:
            warnings.filterwarnings("ignore", usual, UserWarning)
        api_test(game, num_cycles=80)


@pytest.mark.parametrize(("ruleset", "referee"), GAMES)
@pytest.mark.parametrize("engine", ["compiled", "table"])
def test_pettingzoos_own_tests_pass(ruleset: str, referee: str, engine: str) -> None:
    def made() -> Any:
        return env(ruleset, referee, 4, engine=engine)

    if engine == "compiled" and not (ruleset in COMPILED and referee in KNOWN):
        with pytest.raises(BadSettings, match=r"^the kernel has not been told "):
            made()
        engine = "auto"  # which asks the table then
    run_api_test(made())
    seed_test(made, num_cycles=30)


@pytest.mark.parametrize("seating", ["rengo", "rengo-shared"])
def test_four_agents_sit_at_a_table(seating: str) -> None:
    four = env("go", "hamburg", 4, seating=seating)
    four.reset()
    assert four.agents == ["black_1", "white_1", "black_2", "white_2"]
    run_api_test(four)


def begun(game: Any, *actions: Any) -> Any:
    """Return an environment in a game of which these actions were the first."""
    game.reset()
    for action in actions:
        game.step(action)
    return game


def play(one: Any, tries: int, seed: int) -> None:
    """Play by chance, from game to game."""
    chance = np.random.default_rng(seed)
    one.reset()
    for _ in range(tries):
        if not one.agents or one.terminations[one.agent_selection] or one.truncations[one.agent_selection]:
            one.reset()
        one.step(chance.choice(np.flatnonzero(one.last()[0]["action_mask"])))


@pytest.mark.by_day
@pytest.mark.parametrize(("ruleset", "referee"), list(zip(cycle(COMPILED), KNOWN, strict=False)))
def test_the_table_and_the_compiled_referee_show_the_same(ruleset: str, referee: str) -> None:
    table, compiled = (raw_env(ruleset, referee, 5, engine=engine, setup=SETUP) for engine in ("table", "compiled"))
    chance = np.random.default_rng(1)
    for one in (table, compiled):
        one.reset()
    for _ in range(150):
        assert table.agent_selection == compiled.agent_selection
        for agent in table.agents:
            for part in ("observation", "action_mask"):
                assert np.array_equal(table.observe(agent)[part], compiled.observe(agent)[part])
            assert table.told(agent) == compiled.told(agent)
        for name in ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
            assert getattr(table, name) == getattr(compiled, name)
        assert table.render() == compiled.render()
        assert np.array_equal(table.state(), compiled.state())
        mask = table.last()[0]["action_mask"]
        action = int(chance.choice(np.flatnonzero(mask))) if mask.any() else None
        for one in (table, compiled):
            one.reset() if action is None else one.step(action)


def test_stranded_ghosts_are_left_to_the_table_and_swept_away_there() -> None:
    stranded = "..b../...../...../...../....W"
    with pytest.raises(BadBoard, match="the one on C5 does not"):
        raw_env("no-seki-go", size=5, engine="compiled").reset(options={"setup": stranded})
    game = raw_env("no-seki-go", size=5, first="white")
    for setup, pieces in ((None, 0), (stranded, 2)):
        game.reset(options={"setup": setup})
        assert game.state().sum() == pieces
        game.step(0)
        assert game.state().sum() == max(pieces, 1), "the ghost has gone, and a stone has come"


def test_a_refused_try_leaves_the_turn_and_only_its_agent_knows_the_point() -> None:
    game = begun(raw_env("go", "olympiad", 5), 12, 12)
    assert game.agent_selection == "white_0"
    assert game.infos["white_0"] == {"refused": True}
    seen, _, *ended, _ = game.last()
    assert ended == [False, False]
    assert seen["observation"][4].sum() == seen["observation"][4, 2, 2] == 1
    assert seen["action_mask"][12] == 0
    assert not game.observe("black_0")["observation"][4].any()
    assert game.told("black_0").attempt is None
    assert game.told("white_0").outcome is Outcome.ILLEGAL


def test_an_action_that_is_masked_out_ends_the_game_as_pettingzoo_has_it() -> None:
    game = begun(env("go", "common", 5), 12, 12, 12)  # White again, on the point where he was refused
    assert game.rewards == {"black_0": 0, "white_0": -1}
    assert all(game.terminations.values())


def test_in_raw_env_a_masked_action_is_refused_and_changes_nothing() -> None:
    game = begun(raw_env("go", "common", 5), 12, 12)
    before = pickle.dumps(game.get_state())
    for action in (12, 26, -1, 27, 2**63, 1.5, None):
        with pytest.raises(BadTry, match="the action mask says which are"):
            game.step(action)
    assert pickle.dumps(game.get_state()) == before


def test_an_agent_steps_with_none_and_nothing_else_after_the_end() -> None:
    game = begun(env("go", "common", 5), 25, 25)
    assert game.last()[1:4] == (-1, True, False)  # Black: komi decides
    with pytest.raises(ValueError, match="the only valid action is None"):
        game.step(3)
    for action in (None, None, 3):  # at the last PettingZoo logs a warning, and nothing happens
        game.step(action)
    assert game.agents == []


def test_an_action_may_be_any_whole_number_that_the_action_space_holds_and_nothing_else() -> None:
    for action in (3, np.int8(3), np.int64(3), np.array(3)):
        game = begun(env("go", "common", 5), action)
        assert game.action_space("black_0").contains(action)
        assert game.state()[0].ravel()[3] == 1
    for wrong in (-1, 27, 2**63, 1.5, None, np.array([3])):
        with pytest.raises(AssertionError, match="action is not in action space"):
            game.step(wrong)
    game.step(4)


@pytest.mark.parametrize("engine", ["compiled", "table"])
@pytest.mark.parametrize(("ruleset", "winner"), [("go", -1), ("alter-igo", 0)])
def test_a_game_that_is_cut_off_is_truncated_and_counted_as_it_stands(engine: str, ruleset: str, winner: int) -> None:
    game = begun(raw_env(ruleset, "common", 5, most=2, engine=engine), 0)
    assert not any(game.truncations.values())
    game.step(12)
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert game.rewards == {"black_0": winner, "white_0": -winner}
    assert not game.observe("black_0")["action_mask"].any()


@pytest.mark.parametrize("engine", ["compiled", "table"])
def test_a_copy_is_independent_and_a_state_can_be_restored(engine: str) -> None:
    game = raw_env("no-seki-go", "hamburg", 4, engine=engine)
    play(game, 20, 1)
    kept, seen = game.get_state(), game.last()[0]["observation"]
    for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert np.array_equal(twin.last()[0]["observation"], seen)
        twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
        assert np.array_equal(game.last()[0]["observation"], seen)
    play(game, 7, 2)
    game.set_state(kept)
    assert np.array_equal(game.last()[0]["observation"], seen)


def test_a_position_is_set_up_for_every_game_or_for_one() -> None:
    game = begun(raw_env("go", "olympiad", 5, setup=SETUP))
    assert str(game.render()).replace("\n", "/") == SETUP
    assert game.observe("white_0")["observation"][0].sum() == SETUP.count("W")
    game.reset(options={"setup": "BW.../...../...../...../....."})
    assert game.state().sum(axis=(1, 2)).tolist() == [1, 1, 0, 0]
    assert raw_env("go", size=21).action_space("black_0").n == 443, "a board for which nothing is compiled"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"ruleset": "chess"}, "there is no ruleset 'chess'"),
        ({"engine": "gpu"}, "engine is one of auto, compiled, table, not 'gpu'"),
        ({"render_mode": "rgb_array"}, "render_mode is one of ansi, human, not 'rgb_array'"),
        ({"engine": "compiled", "seating": "rengo"}, "the compiled referee knows two players"),
    ],
)
def test_bad_environment_settings_are_refused_in_a_sentence(given: dict[str, Any], why: str) -> None:
    with pytest.raises((BadSettings, Unknown), match=why):
        env(**given)
