"""What a referee with sight tells of a move: the compiled points in sight are the referee's, game by game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from yurei.errors import BadValue
from yurei.kernel import Batch
from yurei.referee.table import Table
from yurei.rules.points import size_of
from yurei.rules.state import PASS, Try, ghost, stone

CASES = [
    pytest.param(game, size, sight, id=f"{game} {size} sight {sight}")
    for game in ("go", "new-zealand", "alter-igo", "no-seki-go")
    for size, sight in [((1, 3), 1), ((5, 3), 1), ((2, 13), 3), (9, 1), (9, 2), (13, 4), (19, 1), (19, 48)]
]


def as_number(words: np.ndarray) -> int:
    """A set of points as one number, the first word lowest."""
    return sum(int(word) << 64 * place for place, word in enumerate(words))


def attempt(action: int, points: int) -> Try:
    """An action of a batch as a try; its last action is the pass."""
    return stone(action) if action < points else ghost(action - points)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(("game", "size", "sight"), CASES)
def test_the_points_in_sight_are_the_referees(game: str, size: object, sight: int) -> None:
    chance = random.Random(f"{game}{size}{sight}")
    points = size_of(size).points
    batch = Batch(game, size, games=1, sight=sight, most=500)
    table = Table(game, referee="fog", size=size, sight=sight)
    assert not batch.in_sight.any()
    for _ in range(200):
        action = int(chance.choice(np.flatnonzero(batch.legal[0])))
        batch.step(np.array([action], np.int32))
        answer = table.attempt(str(table.to_move), PASS if action == batch.actions - 1 else attempt(action, points))
        assert answer.accepted
        if batch.ended[0]:
            break
        for seat, words in zip(("black", "white"), batch.in_sight[0], strict=True):
            assert as_number(words) == table.view(seat).in_sight


def test_without_sight_nothing_is_worked_out() -> None:
    batch = Batch("go", 9, games=3, seed=1)
    for _ in range(20):
        batch.step(batch.random_actions())
    assert not batch.in_sight.any()


def test_every_game_of_a_batch_has_its_own_sight() -> None:
    batch = Batch("go", 5, games=5, sight=1, threads=2)
    batch.step(np.array([0, 4, 12, 20, 25], np.int32))
    black = [as_number(words[0]) for words in batch.in_sight]
    assert [{point for point in range(25) if seen >> point & 1} for seen in black] == [
        *({0, 1, 5}, {4, 3, 9}, {12, 7, 11, 13, 17}, {20, 15, 21}, set()),
    ]


@pytest.mark.parametrize("sight", [-1, 49, 1.5, "2", True])
def test_a_sight_that_is_none_is_refused(sight: object) -> None:
    with pytest.raises(BadValue, match="sight is a whole number from 0 to 48, not"):
        Batch("go", 9, games=1, sight=sight)  # type: ignore[arg-type]
