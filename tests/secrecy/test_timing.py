"""How long a refusal takes tells nothing about its reason; and the measure finds it where it does."""

import random
from pathlib import Path

import pytest

from tests.secrecy.served import Served
from tests.secrecy.timing import (
    ACCEPTED,
    BOUND,
    FOLLOWED,
    MOVED,
    REFUSED,
    SET_UP,
    Times,
    cropped,
    largest_t,
    measured,
    welch,
)
from yurei.referee.plain import told_to_bytes
from yurei.referee.table import Table
from yurei.rules import Reason, Verdict


def test_black_is_refused_for_three_reasons_and_told_the_same_of_all() -> None:
    verdicts: list[Verdict] = []
    table = Table("go", referee="common", size=5, witness=verdicts.append)
    for point in SET_UP.split():
        assert table.attempt(str(table.to_move), point).accepted
    said = {table.attempt("black", point).said() for point in REFUSED.values()}
    reasons = [verdict.reason for verdict in verdicts[-3:]]
    assert reasons == [Reason.OPPONENT_STONE, Reason.SUICIDE, Reason.KO]
    assert len(said) == 1


def test_white_captures_or_does_not_and_is_told_the_same() -> None:
    said = set()
    for kind, begins in ACCEPTED.items():
        verdicts: list[Verdict] = []
        table = Table("go", referee="kriegspiel", size=5, witness=verdicts.append)
        for point in f"{begins} {FOLLOWED} {MOVED}".split():
            assert table.attempt(str(table.to_move), point).accepted
        assert bool(verdicts[-1].captured) == (kind == "a capture")
        view = table.view("white")
        said.add(told_to_bytes(view.heard[-1], view.settings))
    assert len(said) == 1


def times(difference: float, seed: int = 1) -> Times:
    """Answers of three milliseconds and a little, some far slower; of one kind a little slower all of them."""
    chance = random.Random(seed)

    def ask(kind: str) -> float:
        slow = 0.05 if chance.random() < 0.02 else 0.0
        return 0.003 + chance.gauss(0, 0.0003) + slow + (difference if kind == "suicide" else 0.0)

    return measured(ask, list(REFUSED), 1000, chance)


def test_equal_times_are_found_equal_and_a_tenth_of_a_millisecond_is_found() -> None:
    assert largest_t(times(0.0))[0] < BOUND
    worst, which = largest_t(times(0.0001))
    assert worst > BOUND
    assert "suicide" in which


def test_slow_outliers_are_left_out() -> None:
    with_it, without = times(0.0001), cropped(times(0.0001), 0.95)
    pair = ("suicide", "ko")
    assert abs(welch(*(without[kind] for kind in pair))) > 2 * abs(welch(*(with_it[kind] for kind in pair)))
    assert sum(map(len, without.values())) == 2850


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_over_loopback_a_move_that_captures_takes_the_same_time(tmp_path: Path) -> None:
    with Served(tmp_path, "kriegspiel", "page") as server:

        def ask(kind: str) -> float:
            server.new_game(f"{ACCEPTED[kind]} {FOLLOWED}")
            return server.asks(MOVED, "white")

        measured(ask, list(ACCEPTED), 5, random.Random(0))  # what is done once
        worst, which = largest_t(measured(ask, list(ACCEPTED), 300, random.Random(1)))
    assert worst < BOUND, which


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("door", ["page", "api"])
def test_over_loopback_a_refusal_for_each_reason_takes_the_same_time(tmp_path: Path, door: str) -> None:
    chance, kinds = random.Random(door), list(REFUSED)
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    with Served(tmp_path, "common", door) as server:
        for _ in range(15):
            server.new_game()
            for number, found in enumerate(chance.sample(kinds, len(kinds)) for _ in range(20)):
                for kind in found:
                    seconds = server.asks(REFUSED[kind])
                    if number:
                        taken[kind].append(seconds)
    worst, which = largest_t(taken)
    assert worst < BOUND, which
