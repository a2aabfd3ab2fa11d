"""Refereed games stepped together: what a seat is shown follows from what it was told, and is what plain Python makes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from yurei.errors import BadSettings, BadValue
from yurei.kernel import Refereed, RefereedBatch
from yurei.kernel.differential import RULESETS
from yurei.kernel.refereeing import entries
from yurei.kernel.refereeing.batch import memory_of, planes_of
from yurei.kernel.refereeing.differential import any_referee
from yurei.players.planes import Heard
from yurei.referee.referee import Referee
from yurei.referee.table import Table
from yurei.rules.points import size_of

SEATS = ("black", "white")
SETUPS = {"5x4": "..B../.BWB./..W../.....", "3x3": "BW./.B./..W"}


class Shadow:
    """One game at the table, and what either seat makes of what it is told there."""

    def __init__(self, ruleset: str, referee: Referee | str, size: str, setup: str | None, **options: Any) -> None:
        self.table = Table(ruleset, referee=referee, size=size, setup=setup, **options)
        self.heard = {seat: Heard(self.table.view(seat)) for seat in SEATS}

    def attempt(self, attempt: Any) -> bool:
        assert self.table.to_move is not None
        answer = self.table.attempt(self.table.to_move, attempt)
        for seat, heard in self.heard.items():
            heard.hear(answer.told[seat])
        return answer.accepted


def play(seed: int, tries: int) -> tuple[int, int]:
    """Play by chance in compiled code and at the table, and hold what is shown equal; how many tries, how many refused."""
    chance, made, refused = Random(seed), 0, 0
    while made < tries:
        ruleset, options = chance.choice(RULESETS)
        size = chance.choice(["1x3", "2x2", "3x3", "5x4", "8x9"])
        referee, setup = any_referee(chance), chance.choice([None, SETUPS.get(size)])
        shadow = Shadow(ruleset, referee, size, setup, **options)
        game = Refereed(ruleset, size, referee=referee, setup=setup, most=1000, **options)
        memory = memory_of(game.plan)
        shown = [(np.zeros(planes_of(game.plan), np.uint8), np.ones(game.actions + 1, np.uint8)) for _ in SEATS]
        for _ in range(min(3 * size_of(size).points, tries - made)):
            for number, seat in enumerate(SEATS):
                seen, may_try = shown[number]
                entries.observe(game.numbers, game.words, memory, number, seen.reshape(-1), may_try)
                heard = shadow.heard[seat]
                assert heard.view == shadow.table.view(seat)
                assert np.array_equal(seen, heard.planes()), (ruleset, options, referee, size, seat)
                assert np.array_equal(may_try, heard.may_try()), (ruleset, options, referee, size, seat)
            if game.to_move is None:
                break
            useful = shown[SEATS.index(game.to_move)][1][:-1]
            assert not (game.legal() & ~useful & 1).any()  # what is a move is never left out
            # Mostly what may be tried, now and then what the seat knows to be useless.
            offered = np.flatnonzero(useful) if chance.random() < 0.9 and useful.any() else np.arange(game.actions)
            action = int(chance.choice(offered.tolist()))
            seen, may_try = shown[0]
            code = entries.attempt_and_show(game.numbers, game.words, memory, action, seen.reshape(-1), may_try)
            accepted = code & 15 == 0
            assert shadow.attempt(game.plan.tries(action)) == accepted
            made, refused = made + 1, refused + (not accepted)
    return made, refused


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_view_of_a_seat_follows_from_its_announcements(seed: int) -> None:
    made, refused = play(seed, 700)
    assert made >= 700 > refused > 100


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(101, 111))
def test_in_a_hundred_thousand_tries_too(seed: int) -> None:
    assert play(seed, 10_000)[0] >= 10_000


# Many games.


@pytest.mark.parametrize(
    ("ruleset", "referee", "size"),
    [("go", "olympiad", "3x3"), ("alter-igo", "hamburg", "5x4"), ("no-seki-go", "fog", "3x3")],
)
def test_every_game_of_a_batch_goes_as_at_the_table(ruleset: str, referee: str, size: str) -> None:
    setups: list[str | None] = [None, SETUPS[size], None]
    batch = RefereedBatch(ruleset, size, 3, seed=4, referee=referee, setup=setups, most=40)
    games = [Shadow(ruleset, referee, size, setup) for setup in setups]
    ends = 0
    for _ in range(150):
        actions, over = batch.random_actions(), batch.terminated | batch.truncated
        batch.step(actions)
        for number, game in enumerate(games):
            if over[number]:
                games[number] = game = Shadow(ruleset, referee, size, setups[number])
                assert not batch.terminated[number]
                assert not batch.refused[number]
                assert batch.rewards[number].tolist() == [0, 0]
            else:
                accepted = game.attempt(batch.plan.tries(int(actions[number])))
                assert batch.refused[number] != accepted
            ends += check(batch, number, game)
    assert ends > 2


def check(batch: RefereedBatch, number: int, game: Shadow) -> bool:
    """Hold one game of a batch against the table; whether it has ended."""
    result, moves = game.table.result, sum(told.outcome != "illegal" for told in game.table.view("audience").heard)
    assert batch.terminated[number] == (result is not None)
    assert batch.truncated[number] == (result is None and moves >= 40)
    if result is None:
        if not batch.truncated[number]:
            seat = SEATS[batch.to_move[number]]
            assert seat == game.table.to_move
            assert np.array_equal(batch.observations[number], game.heard[seat].planes())
            assert np.array_equal(batch.legal[number], game.heard[seat].may_try())
        return bool(batch.truncated[number])
    wins = 0 if result.winner is None else 1 if result.winner.word == "black" else -1
    assert batch.rewards[number].tolist() == [wins, -wins]
    assert not batch.legal[number].any()
    return True


def test_actions_are_whole_numbers_of_any_type() -> None:
    batch, other = (RefereedBatch("go", 5, 3, seed=1) for _ in range(2))
    for kind in (np.int8, np.uint64, np.int64, np.int32):
        actions = batch.random_actions()
        batch.step(actions.astype(kind))
        other.step(actions)
        assert np.array_equal(batch.observations, other.observations)


@pytest.mark.parametrize(
    "actions",
    [
        np.array([0, 27]),
        np.array([0, -1]),
        np.array([0, 2**63 - 1]),
        np.array([0, 2**63 + 5], np.uint64),
        np.array([0, 26]),  # to resign, though there is something left to try
        np.array([0.0, 1.0]),
        np.array([0]),
        [0, 1],
    ],
)
def test_no_game_moves_where_one_action_is_not_allowed(actions: Any) -> None:
    batch = RefereedBatch("go", 5, 2, seed=1)
    before = batch.state()
    with pytest.raises(BadValue, match=r"actions is an array of whole numbers\[2\]|is not allowed in game 1"):
        batch.step(actions)
    assert all(np.array_equal(value, before[name]) for name, value in batch.state().items())


def test_a_try_on_a_point_that_was_refused_is_not_allowed_a_second_time_in_a_turn() -> None:
    batch = RefereedBatch("go", 5, 1, seed=1)
    for _ in range(2):
        batch.step(np.array([12]))
    assert batch.refused[0]
    assert batch.to_move[0] == 1
    with pytest.raises(BadValue, match="action 12 is not allowed in game 0"):
        batch.step(np.array([12]))


def test_a_game_has_its_own_chance_in_any_batch() -> None:
    many = RefereedBatch("alter-igo", 4, 3, seed=[7, 8, 9])
    alone = RefereedBatch("alter-igo", 4, 1, seed=[8])
    for _ in range(100):
        actions, mine = many.random_actions(), alone.random_actions()
        assert actions[1] == mine[0]
        many.step(actions)
        alone.step(mine)
    assert np.array_equal(many.observations[1], alone.observations[0])


def test_a_copy_goes_its_own_way_and_a_state_leads_back() -> None:
    batch = RefereedBatch("go", 5, 4, seed=5, referee="hamburg", setup="..B../.BWB./..W../...../.....")
    for _ in range(30):
        batch.step(batch.random_actions())
    kept, twin, still, seen = batch.state(), batch.copy(), batch.copy(), batch.observations.copy()
    for _ in range(30):
        actions = batch.random_actions()
        assert np.array_equal(actions, twin.random_actions())
        batch.step(actions)
        twin.step(actions)
    assert np.array_equal(twin.observations, batch.observations)
    assert np.array_equal(still.observations, seen)
    later = batch.observations.copy()
    batch.set_state(kept)
    assert np.array_equal(batch.observations, seen)
    assert np.array_equal(batch.legal, still.legal)
    for _ in range(30):
        batch.step(batch.random_actions())
    assert np.array_equal(batch.observations, later)


def test_bad_states_and_settings_are_refused_in_a_sentence() -> None:
    batch, other = RefereedBatch("go", 5, 4), RefereedBatch("go", 5, 3)
    with pytest.raises(BadValue, match="no state of such a batch: numbers is an array"):
        batch.set_state(other.state())
    with pytest.raises(BadSettings, match="one for each of 4 games, not 2"):
        RefereedBatch("go", 3, 4, setup=[None, None])
    with pytest.raises(BadValue, match="one for each of 4 games, not 3"):
        RefereedBatch("go", 3, 4, seed=[1, 2, 3])
    with pytest.raises(BadSettings, match="most is at most 32000"):
        RefereedBatch("go", 3, 4, most=100_000)
