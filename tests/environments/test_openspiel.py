"""OpenSpiel: its own tests pass for every game, its algorithms find what ours find, and what a player knows is what he was told."""

import contextlib
import io
import re
import unittest
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import exploitability, sample_some_states
from open_spiel.python.policy import UniformRandomPolicy

from tests.day_and_night import by_day_and_night, chosen_by_day
from yurei import referee as referees
from yurei import rules
from yurei.apps.openspiel import NAMES
from yurei.errors import BadSettings, BadSize, BadTry
from yurei.players import A_SECOND
from yurei.referee.settings import read_settings
from yurei_research.exact import ALIKE, Form, Options, Payoff, build_machine, count_histories, unfold
from yurei_research.exact import exploitability as exploited

RULESETS = [ruleset.slug.replace("-", "_") for ruleset in rules.ALL]
REFEREES = [referee.slug for referee in referees.ALL]
IN_TURN = [f"yurei_{ruleset}_{referee}" for ruleset, referee in zip(cycle(RULESETS), REFEREES, strict=False)]
GAMES = chosen_by_day(NAMES, IN_TURN.__contains__)


def run(base: type[unittest.TestCase], **attributes: Any) -> None:
    """Run the tests of one of OpenSpiel's classes, about a game of ours."""
    case = type("Case", (base,), attributes)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        outcome = unittest.TextTestRunner(stream=said).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert outcome.testsRun > 2
    assert outcome.wasSuccessful(), said.getvalue()


def test_every_ruleset_is_registered_under_every_referee() -> None:
    assert len(NAMES) == len(rules.ALL) * len(referees.ALL)
    assert set(NAMES) <= {game.short_name for game in pyspiel.registered_games()}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", ["(board_size=3)", "(board_size=5)", pytest.param("", marks=pytest.mark.nightly)])
def test_openspiels_random_simulation_passes(name: str, size: str) -> None:
    from open_spiel.python.tests import games_sim_test  # imports all of its games

    np.random.seed(1)
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(f"{name}{size}"))


@pytest.fixture
def api_test() -> Any:
    """OpenSpiel's tests, which import all of its games: not while the tests are collected."""
    from open_spiel.integration_tests import api_test

    return api_test


@pytest.mark.by_day
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_api_tests_pass_on_some_of_the_tree(name: str, api_test: Any) -> None:
    np.random.seed(1)
    game = pyspiel.load_game(f"{name}(board_size=3,moves=5)")
    states = sample_some_states.sample_some_states(game, max_states=30)
    base = api_test.EnforceAPIOnPartialTreeBase
    run(base, game_name=name, game=game, game_type=game.get_type(), some_states=states, setUpClass=lambda: None)


@pytest.mark.by_day
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_api_tests_pass_on_the_whole_tree(name: str, api_test: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game, given = pyspiel.load_game(f"{name}(board_size=2,height=1,moves=3)"), dict[str, Any](game_name=name)
    # How many states a game has OpenSpiel knows of its own; of ours yurei_research.exact does, where it solves such games.
    try:
        form = exact_form(2, 1, game.form.settings.referee.slug, 3, game.form.settings.ruleset.slug)
        machine = build_machine(form)
        counts, known = count_histories(machine), sum(unfold(machine, symmetric=False).sets)
        monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, (0, counts.histories - counts.ends, counts.ends))
    except BadSettings:
        known, given["test_number_of_nodes"] = len(api_test._assert_is_perfect_recall(game)), None
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, known)
    run(api_test.EnforceAPIOnFullTreeBase, game=game, **given)


def every_state(state: Any) -> Iterator[Any]:
    yield state
    for action in state.legal_actions():
        yield from every_state(state.child(action))


@pytest.mark.by_day
@pytest.mark.parametrize("name", IN_TURN)
def test_strings_and_tensors_tell_the_same_apart(name: str) -> None:
    game = pyspiel.load_game(f"{name}(board_size=2,moves=3)")
    for player in range(2):
        tensors: dict[str, tuple[float, ...]] = {}
        for state in every_state(game.new_initial_state()):
            tensor = tuple(state.information_state_tensor(player))
            assert tensors.setdefault(state.information_state_string(player), tensor) == tensor
        assert len(set(tensors.values())) == len(tensors) > 20


def test_a_refused_try_is_no_move_and_is_never_repeated_in_a_turn() -> None:
    state = pyspiel.load_game("yurei_go_hamburg(board_size=3,moves=2)").new_initial_state()
    for _ in range(2):
        state.apply_action(4)
    seat, *told = state.information_state_string(0).splitlines()
    assert (seat, len(told)) == ("black", 2)
    assert all(words in told[1] for words in ('"reason":"opponent-stone"', '"try":null'))
    assert state.current_player() == 1
    assert 4 not in state.legal_actions()
    assert not state.is_terminal()  # OpenSpiel's phantom_go would have counted two moves
    state.apply_action(3)
    assert state.is_terminal()


def exact_form(width: int, height: int, referee: str, moves: int | None, ruleset: str = "go") -> Form:
    settings = read_settings({"ruleset": ruleset, "referee": referee, "width": width, "height": height, "komi": 0})
    return Form(settings, moves)


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("width", "height", "referee", "moves"),
    by_day_and_night(
        [(1, 2, "olympiad", 5), (2, 2, "olympiad", 3), (2, 2, "common", 3)],
        [(2, 2, "olympiad", 4), (2, 2, "kriegspiel", 4), (1, 3, "olympiad", 4)],
    ),
)
def test_openspiel_finds_the_same_exploitability(width: int, height: int, referee: str, moves: int) -> None:
    parameters = f"board_size={width},height={height},moves={moves},komi=0.0,payoff=points"
    game = pyspiel.load_game(f"yurei_go_{referee}({parameters})")
    theirs = exploitability.nash_conv(game, UniformRandomPolicy(game), return_only_nash_conv=False)
    form = exact_form(width, height, referee, moves)
    against_black, against_white = exploited(form, Options(payoff=Payoff.POINTS), ALIKE, A_SECOND, 2)
    # What Black gets where White answers best, and where Black does; nobody has mixed anything but by chance.
    assert against_black.met < against_white.met
    assert theirs.nash_conv == pytest.approx(against_white.met - against_black.met)


@pytest.mark.by_day
@pytest.mark.parametrize("name", IN_TURN)
def test_a_resampled_state_looks_the_same_to_the_player_and_may_be_another(name: str) -> None:
    game, chance, different = pyspiel.load_game(f"{name}(board_size=4)"), Random(1), 0
    for _ in range(3):
        state = game.new_initial_state()
        for _ in range(chance.randrange(10, 30)):
            if state.is_terminal():
                break
            state.apply_action(chance.choice(state.legal_actions()))
        for player in range(2):
            other = state.resample_from_infostate(player, chance.random)
            for seen in ("information_state_string", "information_state_tensor", "legal_actions"):
                assert getattr(other, seen)(player) == getattr(state, seen)(player)
            different += other.history() != state.history()
    assert different


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ("board_size=0", BadSize, "0"),
        ("board_size=5,payoff=money", BadSettings, "payoff is win or points, not 'money'"),
        ("moves=-1", BadSettings, "moves is a whole number from 0, not -1"),
    ],
)
def test_bad_game_parameters_are_refused_in_a_sentence(parameters: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=re.escape(sentence)):
        pyspiel.load_game(f"yurei_go_common({parameters})")


def test_unknown_parameters_and_illegal_actions_are_refused() -> None:
    with pytest.raises(pyspiel.SpielError, match="stones"):
        pyspiel.load_game("yurei_go_common(stones=5)")
    state = pyspiel.load_game("yurei_go_common(board_size=3)").new_initial_state()
    assert state.legal_actions()[-1] == 9
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(10)  # nobody resigns who has something left to try
    for action in (-2, 11, 12, 10**6):
        with pytest.raises(BadTry, match=rf"^{action} is no action: the actions of this game are 0 to 10$"):
            state.apply_action(action)
    assert not state.is_terminal()
