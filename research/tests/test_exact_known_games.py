"""The solvers, on games whose value everybody knows."""

from fractions import Fraction

import pytest

from research.tests.exact_known_games import kuhn, pennies
from yurei_research.sequence_form import SequenceForm, learn, prove, solve

VALUES = {"pennies": (pennies(), Fraction(0)), "dear heads": (pennies(3.0), Fraction(1, 3)), "Kuhn": (kuhn(), None)}


@pytest.mark.parametrize(("form", "value"), VALUES.values(), ids=VALUES)
def test_a_known_game_has_its_value(form: SequenceForm, value: Fraction | None) -> None:
    solution = solve(form)
    known = -1 / 18 if value is None else float(value)
    assert solution.low == pytest.approx(known, abs=1e-8)
    assert solution.high == pytest.approx(known, abs=1e-8), "both best answers give the value"
    assert value is None or prove(form, solution).proved == value


@pytest.mark.parametrize(("form", "value"), VALUES.values(), ids=VALUES)
def test_learning_from_regret_bounds_the_value(form: SequenceForm, value: Fraction | None) -> None:
    known = -1 / 18 if value is None else float(value)
    solution = learn(form, within=1e-3)
    assert solution.low - 1e-12 <= known <= solution.high + 1e-12
    assert solution.high - solution.low <= 1e-3


def test_nothing_is_proved_of_a_wrong_answer() -> None:
    form = pennies(3.0)
    right = solve(form)
    heads = form.seats[0].plan(right.plans[0][1:] * 0 + [1.0, 0.0])
    wrong = type(right)((heads, right.plans[1]), 0.0, 0.0)
    assert prove(form, wrong, (1, 2)).proved is None
