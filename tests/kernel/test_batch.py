"""Games that are stepped together: what comes out is what the rules say, game by game and plane by plane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from yurei import rules
from yurei.errors import BadValue
from yurei.kernel import Batch
from yurei.rules import BLACK, Size, Try, judge, score, start
from yurei.rules.board import WHITE
from yurei.rules.judge import Verdict, is_move
from yurei.rules.points import size_of
from yurei.rules.state import PASS, ghost, stone

PAST = 8


class Shadow:
    """One game of a batch, played by the rules."""

    def __init__(self, slug: str, size: Size, most: int) -> None:
        self.ruleset, self.size, self.most = rules.get(slug), size, most
        self.begin()

    def begin(self) -> None:
        self.state = start(self.ruleset, self.size)
        self.boards = [self.state.cells]
        self.verdict: Verdict | None = None

    @property
    def moves(self) -> int:
        return len(self.boards) - 1

    @property
    def ended(self) -> bool:
        return self.state.result is not None or self.moves >= self.most

    def attempt(self, action: int) -> Try:
        points = self.size.points
        places = 2 * points if self.ruleset.ghosts else points
        if action == places:
            return PASS
        return stone(action) if action < points else ghost(action - points)

    def step(self, action: int) -> None:
        if self.ended:
            self.begin()
            return
        self.verdict = judge(self.state, self.attempt(action))
        assert self.verdict.accepted
        self.state = self.verdict.after
        self.boards.append(self.state.cells)

    def seen(self) -> NDArray[np.uint8]:
        """What the player to move sees, as the page describes it."""
        me = self.state.to_move
        planes = []
        for back in range(PAST):
            board = self.boards[-1 - back] if back <= self.moves else bytes(self.size.points)
            planes += [[cell in (colour, colour + 2) for cell in board] for colour in (me, me.opponent)]
        planes.append([me is WHITE] * self.size.points)
        if self.ruleset.ghosts:
            planes += [[cell == colour + 2 for cell in self.state.cells] for colour in (me, me.opponent)]
        return np.array(planes, np.uint8).reshape(len(planes), self.size.height, self.size.width)

    def legal(self, actions: int) -> NDArray[np.uint8]:
        if self.ended:
            return np.zeros(actions, np.uint8)
        return np.array([is_move(self.state, self.attempt(action)) for action in range(actions)], np.uint8)

    def rewards(self) -> list[float]:
        if not self.ended:
            return [0, 0]
        result = self.state.result
        if result is None and self.ruleset.counts:
            result = score(self.state)
        if result is None or result.winner is None:
            return [0, 0]
        return [1, -1] if result.winner is BLACK else [-1, 1]

    def told(self) -> list[int]:
        if self.verdict is None:
            return [0, 0, 0]
        return [len(self.verdict.captured), len(self.verdict.own_losses), sum(self.verdict.atari)]


def check(batch: Batch, games: list[Shadow]) -> None:
    for number, game in enumerate(games):
        assert np.array_equal(batch.observations[number], game.seen()), (number, game.state)
        assert np.array_equal(batch.legal[number], game.legal(batch.actions)), (number, game.state)
        assert batch.rewards[number].tolist() == game.rewards()
        assert bool(batch.ended[number]) == game.ended
        assert batch.told[number].tolist() == game.told()


PLAYED = [
    *((slug, "1x1", 40) for slug in ("go", "alter-igo", "no-seki-go")),
    *((slug, "3x2", 250) for slug in ("go", "new-zealand", "tromp-taylor", "japanese", "alter-igo", "no-seki-go")),
    *((slug, "4x7", 150) for slug in ("go", "new-zealand", "alter-igo", "no-seki-go")),
    *((slug, "9x9", 60) for slug in ("go", "new-zealand", "alter-igo", "no-seki-go")),
]


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize(("slug", "size", "steps"), PLAYED)
def test_every_step_agrees_with_the_rules(slug: str, size: str, steps: int) -> None:
    lines = size_of(size)
    batch = Batch(slug, lines, games=3, seed=2)
    games = [Shadow(slug, lines, 3 * lines.points) for _ in range(3)]
    check(batch, games)
    ends = 0
    for _ in range(steps):
        actions = batch.random_actions()
        batch.step(actions)
        for game, action in zip(games, actions.tolist(), strict=True):
            game.step(action)
        ends += int(batch.ended.sum())
        check(batch, games)
    assert ends or lines.points > 20


@pytest.mark.parametrize("slug", ["go", "alter-igo"])
def test_a_game_ends_after_most_moves_and_is_counted_as_it_stands(slug: str) -> None:
    batch = Batch(slug, 5, games=20, seed=3, most=7)
    games = [Shadow(slug, Size(5, 5), 7) for _ in range(20)]
    for _ in range(30):
        actions = batch.random_actions()
        batch.step(actions)
        for game, action in zip(games, actions.tolist(), strict=True):
            game.step(action)
        check(batch, games)
    assert batch.ended.shape == (20,)


def test_a_game_that_has_ended_takes_any_action_and_begins_again() -> None:
    batch = Batch("go", 3, games=2, seed=1)
    for actions in ([9, 4], [9, 9]):
        batch.step(np.array(actions, np.int32))
    assert batch.ended.tolist() == [True, False]
    assert not batch.legal[0].any()
    batch.step(np.array([-77, 0], np.int32))
    assert batch.ended.tolist() == [False, False]
    assert not batch.observations[0].any()
    assert batch.legal[0].all()


def test_lone_suicide_is_rewarded_at_once() -> None:
    batch = Batch("alter-igo", 1, games=1)
    batch.step(np.zeros(1, np.int32))
    assert batch.rewards.tolist() == [[-1, 1]]
    assert batch.ended.tolist() == [True]


def test_reset_begins_every_game_again() -> None:
    batch, fresh = Batch("no-seki-go", 5, games=4, seed=1), Batch("no-seki-go", 5, games=4)
    for _ in range(20):
        batch.step(batch.random_actions())
    batch.reset()
    assert np.array_equal(batch.observations, fresh.observations)
    assert np.array_equal(batch.legal, fresh.legal)
    assert not batch.told.any()
    assert not batch.rewards.any()
    assert not batch.ended.any()


def test_a_restarted_game_has_no_announcements() -> None:
    batch = Batch("alter-igo", 1, games=1)
    batch.step(np.zeros(1, np.int32))
    assert batch.told.tolist() == [[0, 1, 0]]
    batch.step(np.zeros(1, np.int32))
    assert batch.told.tolist() == [[0, 0, 0]]


def test_random_actions_are_allowed_and_all_of_them_come() -> None:
    batch = Batch("go", 2, games=4000, seed=1)
    counts = np.bincount(batch.random_actions(), minlength=5)
    assert counts.sum() == 4000
    assert (np.abs(counts - 800) < 4 * np.sqrt(800)).all()


def test_the_same_seed_draws_the_same_actions() -> None:
    one, other, third = (Batch("go", 9, games=50, seed=seed) for seed in (1, 1, 2))
    drawn = one.random_actions()
    assert np.array_equal(drawn, other.random_actions())
    assert not np.array_equal(drawn, third.random_actions())


def test_threads_change_nothing() -> None:
    serial, threaded = (Batch("no-seki-go", 5, games=7, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(150):
        actions = serial.random_actions()
        assert np.array_equal(actions, threaded.random_actions())
        serial.step(actions)
        threaded.step(actions)
        for name in ("observations", "legal", "rewards", "ended", "told"):
            assert np.array_equal(getattr(serial, name), getattr(threaded, name)), name


def test_more_threads_than_games_are_no_trouble() -> None:
    batch = Batch("go", 3, games=1, threads=4)
    batch.step(np.array([4], np.int32))
    assert batch.legal[0, 4] == 0


SHAPES: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
    "observations": ((2, 17, 3, 5), np.uint8),
    "legal": ((2, 16), np.uint8),
    "rewards": ((2, 2), np.float32),
    "ended": ((2,), np.bool_),
}


def test_arrays_of_ones_own_are_written_to() -> None:
    arrays: dict[str, Any] = {name: np.zeros(shape, kind) for name, (shape, kind) in SHAPES.items()}
    batch = Batch("go", "5x3", games=2, **arrays)
    batch.step(np.array([0, 15], np.int32))
    assert all(getattr(batch, name) is array for name, array in arrays.items())
    assert arrays["observations"][0, 1, 0, 0] == 1
    assert arrays["legal"].sum() == 14 + 1 + 15 + 1


def test_writing_into_the_mask_does_not_change_the_allowed_actions() -> None:
    batch = Batch("go", 3, games=1)
    batch.step(np.array([4], np.int32))
    batch.legal[:] = 1
    with pytest.raises(BadValue, match="not allowed"):
        batch.step(np.array([4], np.int32))


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def strided(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    return np.zeros((*shape[:-1], 2 * shape[-1]), kind)[..., ::2]


UNFIT: dict[str, Callable[[tuple[int, ...], type[np.generic]], object]] = {
    "another shape": lambda shape, kind: np.zeros((*shape[:-1], shape[-1] + 1), kind),
    "another number of games": lambda shape, kind: np.zeros((3, *shape[1:]), kind),
    "another type": lambda shape, kind: np.zeros(shape, np.int64),
    "with gaps": strided,
    "read-only": lambda shape, kind: read_only(np.zeros(shape, kind)),
    "a list": lambda shape, kind: np.zeros(shape, kind).tolist(),
}


@pytest.mark.parametrize("make", UNFIT.values(), ids=UNFIT)
@pytest.mark.parametrize("name", SHAPES)
def test_an_array_that_does_not_fit_gets_a_sentence(
    name: str, make: Callable[[tuple[int, ...], type[np.generic]], object]
) -> None:
    arrays: dict[str, Any] = {name: make(*SHAPES[name])}
    with pytest.raises(BadValue, match=f"^{name} (is a|cannot be written to)") as raised:
        Batch("go", "5x3", games=2, **arrays)
    assert "\n" not in str(raised.value)


BAD_ACTIONS: dict[str, Any] = {
    "too few": np.zeros(3, np.int32),
    "two rows": np.zeros((1, 4), np.int32),
    "fractions": np.zeros(4, np.float64),
    "yes and no": np.zeros(4, np.bool_),
    "durations": np.zeros(4, "m8[s]"),
    "a list": [0, 0, 0, 0],
    "nothing": None,
    "an occupied point": np.array([0, 0, 0, 4], np.int32),
    "negative": np.array([0, 0, -1, 0], np.int32),
    "the least number": np.array([0, -(2**31), 0, 0], np.int32),
    "more than there are": np.array([0, 0, 0, 10], np.int32),
    "the greatest number": np.array([0, 0, 0, 2**31 - 1], np.int32),
    "an action and 2**32": np.array([0, 0, 0, 2**32], np.int64),
    "an action less 2**32": np.array([0, 0, 0, -(2**32)], np.int64),
    "the greatest 64-bit number": np.array([0, 0, 0, 2**64 - 1], np.uint64),
    "negative, in eight bits": np.array([0, 0, 0, -1], np.int8),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("actions", BAD_ACTIONS.values(), ids=BAD_ACTIONS)
def test_after_a_bad_action_no_game_has_moved(actions: Any, threads: int) -> None:
    batch, other = (Batch("go", 3, games=4, threads=threads) for _ in range(2))
    for each in (batch, other):
        each.step(np.full(4, 4, np.int32))
    before = {name: getattr(batch, name).copy() for name in ("observations", "legal", "rewards", "ended", "told")}
    with pytest.raises(BadValue) as raised:
        batch.step(actions)
    assert "\n" not in str(raised.value)
    for name, array in before.items():
        assert np.array_equal(getattr(batch, name), array), name
    for each in (batch, other):
        each.step(np.zeros(4, np.int32))
    assert np.array_equal(batch.observations, other.observations)


def test_the_sentence_names_the_action_and_the_game() -> None:
    batch = Batch("go", 3, games=4)
    with pytest.raises(BadValue, match="action 77 is not allowed in game 2; `legal` says which are"):
        batch.step(np.array([0, 1, 77, 2], np.int32))
    with pytest.raises(BadValue, match="action 4294967297 is not allowed in game 3; `legal` says which are"):
        batch.step(np.array([0, 1, 2, 2**32 + 1], np.int64))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int64", "uint64", ">i8", ">i4", "with gaps"])
def test_actions_are_whole_numbers_of_any_type(kind: str, threads: int) -> None:
    plain, other = (Batch("go", 3, games=4, seed=5, threads=threads) for _ in range(2))
    for _ in range(40):
        actions = plain.random_actions()
        plain.step(actions)
        other.step(np.repeat(actions, 2)[::2] if kind == "with gaps" else actions.astype(kind))
        for name in ("observations", "legal", "rewards", "ended", "told"):
            assert np.array_equal(getattr(plain, name), getattr(other, name)), name


@pytest.mark.nightly  # it compiles everything once more
def test_actions_that_cannot_be_written_to_are_read() -> None:
    batch = Batch("go", 3, games=1)
    batch.step(read_only(np.array([4], np.int32)))
    assert batch.legal[0, 4] == 0
