"""Refereed games stepped together: what a seat is shown follows from what it was told, and is what plain Python makes of it."""

from random import Random
from typing import Any

import numpy as np
import pytest

from tests.day_and_night import by_day_and_night
from tests.kernel.differential import RULESETS, any_referee
from yurei.errors import BadSettings, BadValue
from yurei.kernel import Refereed, RefereedBatch, hearing
from yurei.kernel.refereed import make_memory, planes_of
from yurei.players.planes import Heard
from yurei.referee.referee import Referee
from yurei.referee.table import Table
from yurei.rules import BLACK, score
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
        memory = make_memory(game.plan)
        shown = [(np.zeros(planes_of(game.plan), np.uint8), np.ones(game.actions + 1, np.uint8)) for _ in SEATS]
        for _ in range(min(3 * size_of(size).points, tries - made)):
            for number, seat in enumerate(SEATS):
                seen, may_try = shown[number]
                hearing.observe(game.numbers, game.words, memory, number, seen.reshape(-1), may_try)
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
            code = hearing.attempt_and_show(game.numbers, game.words, memory, action, seen.reshape(-1), may_try)
            accepted = code & 15 == 0
            assert shadow.attempt(game.plan.tries(action)) == accepted
            made, refused = made + 1, refused + (not accepted)
    return made, refused


@pytest.mark.parametrize(
    ("seed", "tries"),
    by_day_and_night(((seed, 700) for seed in range(1, 4)), ((seed, 10_000) for seed in range(101, 111)), 3600),
)
def test_the_view_of_a_seat_follows_from_its_announcements(seed: int, tries: int) -> None:
    made, refused = play(seed, tries)
    assert made >= tries > refused > 100


BATCHES = [
    *(("go", "olympiad", "3x3"), ("alter-igo", "hamburg", "5x4"), ("no-seki-go", "fog", "3x3"), ("go", "open", "5x4")),
    *((ruleset, "open", "1x1") for ruleset in ("go", "alter-igo", "no-seki-go")),
    *((ruleset, "open", "3x3") for ruleset in ("new-zealand", "tromp-taylor", "japanese", "alter-igo", "no-seki-go")),
]


@pytest.mark.parametrize("most", [7, 40])
@pytest.mark.parametrize(("ruleset", "referee", "size"), BATCHES)
def test_every_game_of_a_batch_goes_as_at_the_table(ruleset: str, referee: str, size: str, most: int) -> None:
    setups: list[str | None] = [None, SETUPS.get(size), None]
    batch = RefereedBatch(ruleset, size, 3, seed=4, referee=referee, setup=setups, most=most)
    games = [Shadow(ruleset, referee, size, setup) for setup in setups]
    ends = 0
    for _ in range(150):
        actions, over = batch.random_actions(), batch.terminated | batch.truncated
        batch.step(actions)
        for number, game in enumerate(games):
            if over[number]:
                games[number] = game = Shadow(ruleset, referee, size, setups[number])
                assert not batch.refused[number]
            else:
                assert batch.refused[number] != game.attempt(batch.plan.tries(int(actions[number])))
            ends += check(batch, number, game, most)
    assert ends > 2


def check(batch: RefereedBatch, number: int, game: Shadow, most: int) -> bool:
    """Hold one game of a batch against the table; whether it has ended."""
    result, moves = game.table.result, sum(told.outcome != "illegal" for told in game.table.view("audience").heard)
    cut = result is None and moves >= most
    assert (batch.terminated[number], batch.truncated[number]) == (result is not None, cut)
    if cut and batch.plan.settings.ruleset.counts:
        result = score(game.table._state)
    black = 0 if result is None or result.winner is None else 1 if result.winner is BLACK else -1
    assert batch.rewards[number].tolist() == [black, -black]
    assert batch.game(number).reference == game.table._state.cells
    if game.table.result is not None or cut:
        assert not batch.legal[number].any()
        return True
    seat = SEATS[batch.to_move[number]]
    assert seat == game.table.to_move
    assert np.array_equal(batch.observations[number], game.heard[seat].planes())
    assert np.array_equal(batch.legal[number], game.heard[seat].may_try())
    return False


def test_a_game_that_has_ended_takes_any_action_and_begins_again() -> None:
    batch = RefereedBatch("go", 3, games=2, seed=1, referee="open")
    for actions in ([9, 4], [9, 9]):
        batch.step(np.array(actions))
    assert batch.terminated.tolist() == [True, False]
    assert not batch.legal[0].any()
    batch.step(np.array([-77, 0]))
    assert batch.terminated.tolist() == [False, False]
    assert not batch.observations[0, [0, 2]].any()
    assert batch.legal[0, :-1].all()
    assert not batch.legal[0, -1]


def test_lone_suicide_is_rewarded_at_once_and_not_told_in_the_next_game() -> None:
    batch = RefereedBatch("alter-igo", 1, games=1, referee="open")
    batch.step(np.zeros(1, np.int64))
    assert batch.rewards.tolist() == [[-1, 1]]
    assert batch.terminated.tolist() == [True]
    told = batch.game(0).told("black")
    assert told
    assert told.lost_count == 1
    batch.step(np.zeros(1, np.int64))
    assert batch.game(0).told("black") is None
    assert batch.rewards.tolist() == [[0, 0]]


def test_reset_begins_every_game_again() -> None:
    batch, fresh = (RefereedBatch("no-seki-go", 5, games=4, seed=1, referee="open") for _ in range(2))
    for _ in range(20):
        batch.step(batch.random_actions())
    batch.reset()
    for name in SHOWN:
        assert np.array_equal(getattr(batch, name), getattr(fresh, name)), name
    assert not batch.rewards.any()
    assert not (batch.terminated | batch.truncated | batch.refused).any()
    assert all(batch.game(number).told("audience") is None for number in range(4))


SHOWN = ("observations", "legal", "rewards", "terminated", "truncated", "refused")


def test_random_actions_are_allowed_and_all_of_them_come() -> None:
    batch = RefereedBatch("go", 2, games=4000, seed=1, referee="open")
    counts = np.bincount(batch.random_actions(), minlength=6)
    assert counts.sum() == 4000
    assert counts[5] == 0  # nobody resigns who can do something else
    assert (np.abs(counts[:5] - 800) < 4 * np.sqrt(800)).all()


def test_the_same_seed_draws_the_same_actions() -> None:
    one, other, third = (RefereedBatch("go", 9, games=50, seed=seed) for seed in (1, 1, 2))
    drawn = one.random_actions()
    assert np.array_equal(drawn, other.random_actions())
    assert not np.array_equal(drawn, third.random_actions())


@pytest.mark.parametrize(
    "kind", ["int8", "uint8", "int16", "int32", "int64", "uint64", ">i8", ">i4", "with gaps", "read-only"]
)
def test_actions_are_whole_numbers_of_any_type(kind: str) -> None:
    plain, other = (RefereedBatch("go", 3, games=4, seed=5, referee="open") for _ in range(2))
    for _ in range(40):
        actions = plain.random_actions()
        plain.step(actions)
        if kind == "with gaps":
            given = np.repeat(actions, 2)[::2]
        elif kind == "read-only":
            given = actions.copy()
            given.flags.writeable = False
        else:
            given = actions.astype(kind)
        other.step(given)
        for name in SHOWN:
            assert np.array_equal(getattr(plain, name), getattr(other, name)), name


BAD_ACTIONS: dict[str, Any] = {
    "too few": np.zeros(3, np.int64),
    "two rows": np.zeros((1, 4), np.int64),
    "fractions": np.zeros(4, np.float64),
    "yes and no": np.zeros(4, np.bool_),
    "a list": [0, 0, 0, 0],
    "nothing": None,
    "an occupied point": np.array([0, 0, 0, 4]),
    "negative": np.array([0, 0, -1, 0]),
    "the least number": np.array([0, -(2**63), 0, 0]),
    "the resignation, though something is left to try": np.array([0, 0, 0, 10]),
    "more than there are": np.array([0, 0, 0, 11]),
    "the greatest number": np.array([0, 0, 0, 2**63 - 1]),
    "an action and 2**32": np.array([0, 0, 0, 2**32]),
    "an action and 2**63": np.array([0, 0, 0, 2**63 + 5], np.uint64),
}


@pytest.mark.parametrize("actions", BAD_ACTIONS.values(), ids=BAD_ACTIONS)
def test_no_game_moves_where_one_action_is_not_allowed(actions: Any) -> None:
    batch, other = (RefereedBatch("go", 3, games=4, referee="open") for _ in range(2))
    for each in (batch, other):
        each.step(np.full(4, 4))
    before = {**batch.state(), **{name: getattr(batch, name).copy() for name in SHOWN}}
    with pytest.raises(
        BadValue, match=r"^actions is an array of whole numbers\[4\]|^action \S+ is not allowed in game \d"
    ) as raised:
        batch.step(actions)
    assert "\n" not in str(raised.value)
    now = {**batch.state(), **{name: getattr(batch, name) for name in SHOWN}}
    assert all(np.array_equal(value, before[name]) for name, value in now.items())
    for each in (batch, other):
        each.step(np.zeros(4, np.int64))
    assert np.array_equal(batch.observations, other.observations)


def test_the_sentence_names_the_action_and_the_game() -> None:
    batch = RefereedBatch("go", 3, games=4, referee="open")
    with pytest.raises(BadValue, match="action 77 is not allowed in game 2; `legal` says which are"):
        batch.step(np.array([0, 1, 77, 2]))
    with pytest.raises(BadValue, match="action 4294967297 is not allowed in game 3; `legal` says which are"):
        batch.step(np.array([0, 1, 2, 2**32 + 1]))


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


def test_a_copy_is_independent_and_a_state_can_be_restored() -> None:
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
