"""PettingZoo: what an environment says where it is made or called in another way than the page shows."""

import warnings
from collections.abc import Callable
from operator import attrgetter, methodcaller
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("numba")

from pettingzoo.test import render_test

from tests.newcomer import new_referee
from yurei import Table
from yurei.apps.pettingzoo import SlowEngine, env, raw_env
from yurei.errors import BadSize
from yurei.kernel.rulesets import compiled
from yurei.players import player as searching


@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoos_own_render_test_passes(make: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **given: make("go", "common", 3, komi=0.5, **given))
    assert "...\n...\n..." in capsys.readouterr().out


@pytest.mark.parametrize(("mode", "shown"), [("ansi", "..\n.."), ("human", None), (None, "..\n..")])
def test_an_environment_renders_as_it_is_asked_to(mode: str | None, shown: str | None) -> None:
    one = env("alter-igo", "common", 2, render_mode=mode)
    one.reset()
    assert one.render() == shown


@pytest.mark.parametrize(
    "call",
    [
        *(attrgetter(name) for name in ("agents", "agent_selection", "rewards", "infos")),
        *(methodcaller(name) for name in ("last", "state", "render", "get_state", "copy")),
        methodcaller("told", "black_0"),
        pytest.param(lambda one: next(iter(one.agent_iter())), id="agent_iter"),
    ],
    ids=repr,
)
def test_before_reset_the_error_says_to_call_reset_first(call: Callable[[Any], object]) -> None:
    with pytest.raises(AttributeError, match=r"^no game has begun, so there is no .* yet: call reset\(\) first$"):
        call(env("go", "common", 3))


def test_a_step_before_the_first_reset_is_refused_as_pettingzoo_has_it_and_unknown_attributes_are_missing() -> None:
    one = env("go", "common", 3)
    for use in (methodcaller("step", 0), methodcaller("observe", "black_0")):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            use(one)
    assert not hasattr(one, "agents")
    with pytest.raises(AttributeError, match="'Environment' object has no attribute 'boards'"):
        _ = one.boards


def test_numbers_of_numpy_are_numbers_and_bad_sizes_are_refused() -> None:
    most: Any = np.int64(20)
    for size in (
        env("go", "common", np.int64(5)).settings.size,
        env("go", "common", (np.int32(5), np.uint8(5))).settings.size,
        env("go", "common", np.array(5)).settings.size,
        env("go", "fog", 5, komi=np.float32(0.5), sight=np.int64(2)).settings.size,
        Table("go", size=np.int64(5)).settings.size,
        compiled("go", np.int64(5), most, komi=np.float32(0.5)).size,
    ):
        assert (str(size), type(size.width), type(size.height)) == ("5x5", int, int)
    wrong: Any
    for wrong in (np.float64(5.5), np.array([5, 5, 5]), np.bool_(True), np.int64(26)):
        with pytest.raises(BadSize):
            env("go", "common", wrong)


@pytest.mark.parametrize(
    ("game", "given", "why"),
    [
        ("atari-go", {}, "the kernel has not been told of first_capture_wins"),
        ("toroidal-go", {}, "the kernel has not been told of board"),
        ("go", {"seating": "rengo"}, "the kernel has not been told of the seating 'rengo'"),
    ],
)
def test_a_slower_engine_is_not_taken_without_a_word(game: str, given: dict[str, Any], why: str) -> None:
    with pytest.warns(SlowEngine, match=f"forty times slower than compiled: {why}"):
        env(game, "common", 5, **given)
    with warnings.catch_warnings(action="error"):
        env(game, "common", 5, engine="table", **given)
        env("go", "common", 5)


def test_a_referee_with_a_new_field_is_compiled_by_default_and_else_asked_at_the_table() -> None:
    with warnings.catch_warnings(action="error"):
        env("go", new_referee("common", used=False), 5)
    with pytest.warns(SlowEngine, match="has not been told what 'new_to_the_kernel' of referee 'common' means"):
        new = env("go", new_referee("common"), 5)
    new.reset()
    new.step(12)
    assert new.told("white_0") is not None


def test_without_numba_an_environment_says_that_it_is_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "is_ready", lambda: False)
    with pytest.warns(SlowEngine, match="the kernel needs numba and numpy"):
        env("go", "common", 5)
