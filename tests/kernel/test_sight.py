"""What a referee with sight tells of a move: the compiled points in sight are the referee's, game by game."""

import random

import numpy as np
import pytest

from yurei.errors import BadSettings
from yurei.kernel import Refereed, RefereedBatch
from yurei.kernel.refereeing import hearing
from yurei.kernel.refereeing.refereed import memory_of, planes_of
from yurei.referee.sight import bits
from yurei.referee.table import Table

CASES = [
    pytest.param(game, size, sight, id=f"{game} {size} sight {sight}")
    for game in ("go", "new-zealand", "alter-igo", "no-seki-go")
    for size, sight in [((1, 3), 1), ((5, 3), 1), ((2, 13), 3), (9, 1), (9, 2), (13, 4), (19, 1), (19, 48)]
]


SEATS = ("black", "white")


def in_sight(game: Refereed, seat: str) -> set[int]:
    """The points that a seat sees, by its plane of them."""
    seen, may_try = np.zeros(planes_of(game.plan), np.uint8), np.zeros(game.actions + 1, np.uint8)
    number = SEATS.index(seat)
    hearing.observe(game.numbers, game.words, memory_of(game.plan), number, seen.reshape(-1), may_try)
    return set(np.flatnonzero(seen[3]).tolist())


@pytest.mark.by_day
@pytest.mark.parametrize(("game", "size", "sight"), CASES)
def test_the_points_in_sight_are_the_referees(game: str, size: object, sight: int) -> None:
    chance = random.Random(f"{game}{size}{sight}")
    played = Refereed(game, size, referee="fog", sight=sight, most=500)
    table = Table(game, referee="fog", size=size, sight=sight)
    assert not any(in_sight(played, seat) for seat in SEATS)
    for _ in range(200):
        action = int(chance.choice(np.flatnonzero(played.legal())))
        assert played.attempt(action)
        answer = table.attempt(str(table.to_move), played.plan.tries(action))
        assert answer.accepted
        for seat in SEATS:
            assert played.told(seat) == answer.told[seat]
        if table.result is not None:
            break
        for seat in SEATS:
            assert in_sight(played, seat) == set(bits(table.view(seat).in_sight))


def test_without_sight_nothing_is_worked_out() -> None:
    batch = RefereedBatch("go", 9, games=3, seed=1)
    for _ in range(20):
        batch.step(batch.random_actions())
        assert not batch.observations[:, [2, 3, 9]].any()


def test_every_game_of_a_batch_has_its_own_sight() -> None:
    batch = RefereedBatch("go", 5, games=5, referee="fog", sight=1)
    batch.step(np.array([0, 4, 12, 20, 25]))
    assert [in_sight(batch.game(number), "black") for number in range(5)] == [
        *({0, 1, 5}, {4, 3, 9}, {12, 7, 11, 13, 17}, {20, 15, 21}, set()),
    ]


@pytest.mark.parametrize("sight", [-1, 49, 1.5, "2", True])
def test_a_sight_that_is_none_is_refused(sight: object) -> None:
    with pytest.raises(BadSettings, match=r"^sight is a whole number of points from 0 to 48, not "):
        RefereedBatch("go", 9, games=1, referee="fog", sight=sight)
