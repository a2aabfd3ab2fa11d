"""The exact solver: games whose value everybody knows, and Phantom Go on boards of a few points."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from research.tests.exact_brute import Brute
from research.tests.exact_known_games import kuhn, pennies
from tests.day_and_night import first_by_day
from yurei.errors import BadSettings, BadValue
from yurei.players import Budget
from yurei.referee.settings import read_settings
from yurei.rules.judge import judge
from yurei.rules.scoring import points
from yurei.rules.state import PASS, State, start, stone
from yurei_research import exact
from yurei_research.exact import Form, Options, Payoff, Sampled, build_machine, count_histories, solve_game, unfold
from yurei_research.sequence_form import SequenceForm, learn, prove, solve


def form(size: str, referee: str, moves: int | None, game: str = "go", **options: Any) -> Form:
    width, height = (int(lines) for lines in size.split("x"))
    given = {"width": width, "height": height, "ruleset": game, "referee": referee}
    return Form(read_settings(given), moves, **options)  # komi is no part of a form: see Tree.form


@cache
def tree(size: str, referee: str, moves: int, symmetric: bool = True) -> Any:
    return unfold(build_machine(form(size, referee, moves)), symmetric=symmetric)


@pytest.mark.parametrize(("width", "height", "cap"), first_by_day([(2, 1, 4), (2, 2, 3), (3, 1, 4)], 2))
def test_a_walk_over_all_histories_finds_the_same(width: int, height: int, cap: int) -> None:
    brute = Brute(width, height, cap)
    low, high = brute.learn(200)
    unfolded = tree(f"{width}x{height}", "olympiad", cap)
    solution = solve(unfolded.form())
    assert unfolded.counts.histories == brute.histories
    assert unfolded.sets == tuple(len(each) for each in brute.sets)
    assert low - 1e-9 <= solution.value <= high + 1e-9
    assert high - low < 0.2


@pytest.mark.parametrize(("size", "moves"), [("1x1", 3), ("1x3", 5), ("2x2", 3), ("2x2", 4), ("2x2", 5)])
def test_an_open_board_has_its_minimax_value(size: str, moves: int) -> None:
    settings = form(size, "open", moves).settings

    def best(state: State, left: int) -> float:
        if state.result is not None or not left:
            return float(np.subtract(*points(state)))
        tries = [PASS, *(stone(point) for point in range(settings.size.points))]
        verdicts = [judge(state, each) for each in tries]
        values = [best(each.after, left - 1) for each in verdicts if each.accepted]
        return max(values) if state.to_move == 1 else min(values)

    begun = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
    game = tree(size, "open", moves).form()
    assert prove(game, solve(game)).proved == best(begun, moves)


@pytest.mark.by_day
@pytest.mark.parametrize("referee", ["olympiad", "hamburg", "common", "counted", "kriegspiel", "fog", "open"])
def test_mirror_images_change_no_value(referee: str) -> None:
    whole, folded = tree("2x2", referee, 4, False), tree("2x2", referee, 4)
    assert solve(whole.form()).value == pytest.approx(solve(folded.form()).value, abs=1e-8)
    assert whole.sets == folded.sets
    assert sum(seat.sets for seat in folded.seats) < sum(whole.sets) / 4
    assert len(whole.margin) == whole.counts.ends


def test_both_best_answers_give_the_value_of_the_program() -> None:
    game = tree("2x2", "olympiad", 4).form()
    solved, learnt = solve(game), learn(game, within=1e-3)
    assert solved.high - solved.low < 1e-8
    assert str(prove(game, solved).proved) == "3/2"
    assert learnt.low - 1e-9 <= solved.value <= learnt.high + 1e-9


def test_komi_is_paid_and_never_helps_black() -> None:
    unfolded = tree("2x2", "olympiad", 4)
    values = [solve(unfolded.form(Payoff.WIN, komi)).value for komi in (-4.5, -0.5, 0.0, 0.5, 1.5, 2.5, 4.5)]
    assert values == sorted(values, reverse=True)
    assert (values[0], values[-1]) == (1.0, -1.0)
    assert solve(unfolded.form(Payoff.POINTS, 1.0)).value == pytest.approx(0.5)


def test_the_counts_stand_before_anything_is_unfolded() -> None:
    asked = build_machine(form("1x2", "olympiad", None, "tromp-taylor"))
    unfolded = unfold(asked)
    assert count_histories(asked) == unfolded.counts
    with pytest.raises(BadValue, match=r"histories, about .* of them to unfold, and 10 fit here; try fewer --moves"):
        unfold(asked, most=10)


def test_an_optimal_strategy_loses_nothing_and_anything_alike_does() -> None:
    unfolded = tree("2x2", "olympiad", 4, False)
    game = unfolded.form()
    solution = solve(game)
    for seat in range(2):
        own = unfolded.seats[seat].behaviour(solution.plans[seat])
        found = exact.exploited(game, seat, Sampled(own, (own, own)))
        assert found.loss(solution.value)[1] == pytest.approx(0.0, abs=1e-8)
    lost = exact.exploitability(form("2x2", "olympiad", 4), Options(), exact.ALIKE, Budget(), 2)
    assert [each.seat for each in lost] == ["black", "white"]
    assert all(each.loss(solution.value)[1] > 0.5 for each in lost)


@pytest.mark.by_day
@pytest.mark.parametrize("referee", ["olympiad", "hamburg", "fog"])
def test_a_sampled_player_is_asked_at_every_information_set_that_it_meets(referee: str) -> None:
    wanted = form("2x2", referee, 4)
    value = solve_game(wanted, Options()).solution.value
    for each in exact.exploitability(wanted, Options(), "uniform", Budget(playouts=1), 8, seed=3):
        fresh, met = each.loss(value)
        assert met > 0.0
        assert fresh <= met + 1e-9
        assert each.sampled.asked > 5
        assert each.sampled.resigned == 0


def test_a_player_who_may_bluff_has_more_tries() -> None:
    machines = (build_machine(form("1x3", "olympiad", 4, bluffs=bluffs)) for bluffs in (False, True))
    plain, bluffing = map(count_histories, machines)
    assert bluffing.histories > plain.histories


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("2x2", "common", None), "without a superko rule a game needs a cap"),
        (("2x2", "common", 0), "--moves is a whole number from 1 to 60"),
        (("4x4", "common", 4), "boards of 12 points at most"),
        (("2x2", "common", 4, "alter-igo"), "only games that count area"),
        (("2x2", "common", 4, "no-seki-go"), "games with ghosts"),
    ],
)
def test_games_without_a_finite_form_are_refused_in_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises((BadSettings, BadValue), match=sentence):
        form(*given)


@pytest.mark.parametrize(
    ("form", "value", "is_proved"),
    [(pennies(), Fraction(0), True), (pennies(3.0), Fraction(1, 3), True), (kuhn(), Fraction(-1, 18), False)],
    ids=["pennies", "dear heads", "Kuhn"],
)
def test_a_known_game_has_its_value(form: SequenceForm, value: Fraction, is_proved: bool) -> None:
    solution, learnt = solve(form), learn(form, within=1e-3)
    assert solution.low == pytest.approx(float(value), abs=1e-8)
    assert solution.high == pytest.approx(float(value), abs=1e-8), "both best answers give the value"
    assert not is_proved or prove(form, solution).proved == value
    assert learnt.low - 1e-12 <= value <= learnt.high + 1e-12
    assert learnt.high - learnt.low <= 1e-3


def test_nothing_is_proved_of_a_wrong_answer() -> None:
    form = pennies(3.0)
    right = solve(form)
    heads = form.seats[0].plan(right.plans[0][1:] * 0 + [1.0, 0.0])
    wrong = type(right)((heads, right.plans[1]), 0.0, 0.0)
    assert prove(form, wrong, (1, 2)).proved is None
