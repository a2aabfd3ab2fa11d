"""What results say: known intervals, planted strengths, and a test that is wrong no more often than it says."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurei.apps.arena import Sequential
from yurei.apps.arena.results import Score, ratings, total_score, variance_ratio, wilson_interval
from yurei.apps.arena.schedule import FEWEST, OUTCOMES, Decision, expected_score
from yurei.errors import BadValue

NEWCOMBE = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
"""Successes, trials, and the interval: R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998."""


@pytest.mark.parametrize(("won", "games", "low", "high"), NEWCOMBE)
def test_wilson_intervals_are_those_of_the_literature(won: int, games: int, low: float, high: float) -> None:
    found = wilson_interval(won / games, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@given(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=60))
def test_an_interval_holds_its_score_and_is_never_narrower_than_for_single_games(pairs: list[float]) -> None:
    met = Score("a", "b", tuple(pairs))
    found, plain = met.score(), wilson_interval(sum(pairs) / len(pairs), 2 * len(pairs))
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.high - found.low >= plain.high - plain.low - 1e-12


def test_a_score_counts_pairs_by_their_worth_and_is_summed_over_all_opponents() -> None:
    assert (wilson_interval(0.5, 0).low, Score("a", "b").score().low, Score("a", "b").score().high) == (0, 0, 1)
    same_way = Score("a", "b", (1.0, 0.0) * 500)
    assert same_way.weight == pytest.approx(same_way.games / 2, rel=0.01)
    assert variance_ratio([0.5] * 10) == 1.0
    met = [Score("a", "b", (1.0, 0.5)), Score("c", "a", (0.25,), (1.0,))]
    games, score = total_score("a", met)
    assert games == 7
    assert score.value == pytest.approx((3 + 1.5) / 7)


def played(chance: random.Random, strengths: dict[str, float], pairs: int, draws: float = 0.1) -> list[Score]:
    """Simulated results of players of known strengths, everybody against everybody."""
    names = sorted(strengths)

    def game(one: str, other: str) -> float:
        won = expected_score(strengths[one] - strengths[other])
        drawn = draws * 2 * min(won, 1 - won)
        dice = chance.random()
        return 0.5 if dice < drawn else float(dice < drawn + won - drawn / 2)

    return [
        Score(one, other, tuple((game(one, other) + game(one, other)) / 2 for _ in range(pairs)))
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]


PLANTED = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}


def test_planted_strengths_are_found() -> None:
    found = ratings(sorted(PLANTED), played(random.Random(5), PLANTED, 1000))
    assert {name: elo.value for name, elo in found.items()} == pytest.approx(PLANTED, abs=20)
    assert all(elo.low < PLANTED[name] < elo.high for name, elo in found.items())
    assert sum(elo.value for elo in found.values()) == pytest.approx(0, abs=1e-6)


def test_error_bars_hold_the_truth_as_often_as_they_say() -> None:
    chance, held = random.Random(1), 0
    for _ in range(100):
        found = ratings(sorted(PLANTED), played(chance, PLANTED, 30))
        held += sum(elo.low <= PLANTED[name] <= elo.high for name, elo in found.items())
    assert 0.92 <= held / 400 <= 0.985


def test_a_contestant_without_a_loss_or_without_a_game_has_a_rating() -> None:
    found = ratings(["a", "b", "c"], [Score("a", "b", (1.0,) * 50)])
    assert 500 < found["a"].value - found["b"].value < 1500
    assert found["c"].low < -2000 < 2000 < found["c"].high


@given(st.lists(st.sampled_from(OUTCOMES), min_size=5, max_size=40))
def test_two_players_are_as_far_apart_as_their_score_says(pairs: list[float]) -> None:
    met = Score("a", "b", tuple(pairs))
    found = ratings(["a", "b"], [met])
    mean = (met.score().value * met.weight + 0.5) / (met.weight + 1)  # a drawn game is added
    assert expected_score(found["a"].value - found["b"].value) == pytest.approx(mean, abs=2e-3)


def stopped(test: Sequential, score: float, chance: random.Random, most: int = 4000) -> tuple[Decision | None, int]:
    """What the test says of games that are won with this chance, and after how many pairs."""
    pairs: list[float] = []
    while len(pairs) < most:
        pairs.append(((chance.random() < score) + (chance.random() < score)) / 2)
        if len(pairs) >= FEWEST and (found := test.decide(pairs, len(pairs) - 1)):
            return found
    return None, most


def test_a_clear_result_is_decided_early_and_correctly_for_either_side() -> None:
    test, chance = Sequential.for_better(0.95), random.Random(3)
    for score, decision in ((0.8, Decision.HIGH), (0.2, Decision.LOW)):
        found = [stopped(test, score, chance) for _ in range(20)]
        assert {each for each, _ in found} == {decision}
        assert sum(pairs for _, pairs in found) / 20 < 40
    pairs = [chance.choice(OUTCOMES) for _ in range(50)]
    assert test.log_likelihood_ratio(pairs) == pytest.approx(
        -test.log_likelihood_ratio([1 - each for each in pairs])
    ), "colours swapped"


def test_later_pairs_do_not_change_a_decision() -> None:
    test = Sequential.for_at_least(0.65, 0.05, 0.95)
    decision, pairs = test.decide([1.0] * 40) or (None, 0)
    assert decision is Decision.HIGH
    assert test.decide([1.0] * pairs + [0.0] * 100) == (decision, pairs)
    assert test.decide([1.0] * (pairs - 1)) is None
    assert [test.describe_decision(each) for each in (Decision.HIGH, Decision.LOW)] == ["above 0.65", "below 0.7"]


def test_elo_and_scores_ask_the_same_question() -> None:
    test = Sequential.of_elo(0, 100, 0.9)
    assert (test.low, test.high) == pytest.approx((0.5, 0.640), abs=1e-3)


QUESTIONS: dict[str, Callable[[], Sequential]] = {
    "the same Elo twice": lambda: Sequential.of_elo(10, 10, 0.95),
    "at least everything": lambda: Sequential.for_at_least(1.0, 0.05, 0.95),
    "no margin": lambda: Sequential.for_at_least(0.5, 0.0, 0.95),
    "as sure as a coin": lambda: Sequential.for_better(0.5),
    "sure": lambda: Sequential.for_better(1.0),
    "the wrong way round": lambda: Sequential(0.6, 0.4),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_that_makes_no_sense_is_refused(ask: Callable[[], Sequential]) -> None:
    with pytest.raises(BadValue):
        ask()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("test", "low", "high"),
    [
        (Sequential.for_better(0.95), 0.45, 0.55),
        (Sequential.for_at_least(0.65, 0.05, 0.95), 0.65, 0.70),
        (Sequential.for_at_least(0.90, 0.05, 0.95), 0.90, 0.95),
        (Sequential.of_elo(0, 50, 0.9), 0.5, expected_score(50)),
    ],
)
def test_a_sequential_test_is_wrong_no_more_often_than_it_says(test: Sequential, low: float, high: float) -> None:
    for score, right in ((low, Decision.LOW), (high, Decision.HIGH)):
        chance = random.Random(1)
        wrong = sum(stopped(test, score, chance)[0] is not right for _ in range(500)) / 500
        assert wrong <= 1 - test.sure + 0.03  # three standard errors of 500 runs
