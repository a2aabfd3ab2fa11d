"""Two worlds where programs learn: whoever is owed the same observes the same, and knows the same of all that was."""

import random
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

import pyspiel

from tests.day_and_night import by_day_and_night
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Record, Referee
from tests.secrecy.families import Stage, compare, family, stage_of
from tests.secrecy.twins import Leak, empty_setup, written
from yurei.apps.openspiel import GameParameters, Observer, TableGame, public_information
from yurei.apps.pettingzoo import raw_env
from yurei.players.planes import action_of
from yurei.referee.settings import Settings, read_settings
from yurei.rules.state import read_try

SEATS = ("black", "white")
ALL_MOVES = 1000
Bytes = tuple[Hashable, ...]


def settings_of(stage: Stage) -> Settings:
    referee = stage.referee
    named = {"referee": referee.name, "lone_self_atari": referee.lone_self_atari, "sight": referee.option}
    return read_settings({**stage.settings, **named, "seating": stage.seating})


def in_pettingzoo(stage: Stage, record: Record) -> list[Bytes]:
    """What an environment gives the observer, try by try: his observation, what he was told, rewards, and infos.

    It runs at the table; ``tests/environments`` holds the compiled referee equal to it.
    """
    referee = stage.referee
    game = raw_env(
        stage.ruleset, referee.name, stage.width, setup=stage.setup, most=ALL_MOVES, engine="table",
        failed_try=stage.failed_try, lone_self_atari=referee.lone_self_atari, sight=referee.option, seating=stage.seating,
    )  # fmt: skip
    game.reset()
    agent = game.agent_named(stage.observer.name)
    form, seen = GameParameters(game.settings, ALL_MOVES), [observed(game, agent)]
    for _, tried, _ in record:
        # Whoever makes the environment go on without its mask may try what he knows to be useless.
        game._mask = bytes([1]) * form.actions
        game.step(action_of(read_try(written(tried), game.settings.size), form.opening))
        seen.append(observed(game, agent))
    return seen


def observed(game: Any, agent: str) -> Bytes:
    shown = game.observe(agent)
    told = game.told(agent)
    public = (game.agent_selection, str(game.rewards), str(game.terminations), str(game.truncations))
    parts = (*(shown[part].tobytes() for part in ("observation", "action_mask")), repr(told), *public)
    # What was refused is said aloud; that it was is all that is in there.
    return (*parts, str(game.infos))


def in_openspiel(stage: Stage, record: Record) -> list[Bytes]:
    """What OpenSpiel gives the observer: strings and tensors, of everything and of the moment, and what he may try."""
    moment = TableGame(GameParameters(settings_of(stage), ALL_MOVES // 20))
    player, seen = SEATS.index(stage.observer.name), []
    for each in (None, *record):
        if each is not None:
            moment.attempt(action_of(read_try(written(each[1]), moment.form.settings.size), moment.form.opening))
        seen.append(known(moment, player))
    return seen


class Shown:
    """As much of a state as an observer looks at."""

    def __init__(self, moment: TableGame) -> None:
        self.moment = moment


def known(moment: TableGame, player: int) -> Bytes:
    parts: list[Hashable] = [
        moment.to_move,
        moment.payoff(),
        tuple(moment.legal_actions_of(player)),
        public_information(moment, recalls=True),
    ]
    for recalls in (True, False):
        for aloud in (True, False):
            kind = pyspiel.IIGObservationType(
                public_info=aloud, perfect_recall=recalls, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
            )
            observer = Observer(moment.form, kind, None)
            observer.set_from(Shown(moment), player)
            parts += [observer.tensor.tobytes(), observer.string_from(Shown(moment), player)]
    return tuple(parts)


WAYS = {"pettingzoo": in_pettingzoo, "openspiel": in_openspiel}


def stage_for(chance: random.Random, way: str) -> Stage:
    """A stage that is played there, with a seat that listens."""
    while True:
        stage = stage_of(chance, (3, 5))
        if stage.observer is not AUDIENCE and (way == "pettingzoo" or stage.seating == "duel"):
            return replace(stage, setup=empty_setup(stage.width, stage.width)) if way == "openspiel" else stage


pytestmark = pytest.mark.filterwarnings("ignore:this environment runs at the referee's table")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("families", by_day_and_night([4], [150]))
def test_seats_that_are_owed_the_same_observe_the_same(way: str, families: int) -> None:
    pairs = 0
    for seed in range(families):
        chance = random.Random(f"{way} {seed}")
        pairs += compare(family(chance, stage_for(chance, way), 8, 10), WAYS[way])
    assert pairs > 3 * families, "a tap on a stone that one knows is no try, so few tries sound alike"


@pytest.mark.parametrize("way", WAYS)
def test_a_leak_into_an_observation_is_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    white = SEATINGS["duel"][1]
    found = family(random.Random(2), Stage("go", Referee("common"), "duel", 5, empty_setup(5, 5), white), 8, 9)
    compare(found, WAYS[way])
    leaks: dict[str, tuple[Any, str, Any]] = {
        "pettingzoo": ("yurei.apps.pettingzoo.environment.TableEngine", "observe", truth_in_planes),
        "openspiel": ("yurei.apps.openspiel.TableGame", "told_text", lambda moment, player: str(moment.state.cells)),
    }
    owner, name, leak = leaks[way]
    monkeypatch.setattr(f"{owner}.{name}", leak)
    with pytest.raises(Leak):
        compare(found, WAYS[way])


def truth_in_planes(engine: Any, seat: str) -> tuple[Any, Any]:
    """A slip: the reference board among the planes."""
    return np.frombuffer(engine.reference, np.uint8), np.ones(27, np.uint8)
