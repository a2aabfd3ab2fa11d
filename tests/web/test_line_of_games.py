"""Who is asked next: in turn by address and person, what costs little first, and nobody for ever last."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurei.club.programs.game_queue import Line, Waiting, cost_of

WAITING = st.builds(
    Waiting, st.sampled_from(["north", "south", "east"]), st.sampled_from(["anna", "bea"]), st.sampled_from([0.05, 2.0])
)


def line_of(*games: Waiting) -> Line:
    line = Line()
    for number, game in enumerate(games):
        line.add(f"{number}", game)
    return line


def all_of(line: Line) -> list[str]:
    return [line.take() for _ in range(len(line))]


@given(st.lists(WAITING, max_size=20))
def test_every_waiting_game_is_asked_once(games: list[Waiting]) -> None:
    assert sorted(all_of(line_of(*games)), key=int) == [f"{number}" for number in range(len(games))]


def test_two_addresses_take_turns_however_many_games_one_has() -> None:
    greedy, other = Waiting("north", "anna", 2.0), Waiting("south", "bea", 2.0)
    asked = all_of(line_of(*[greedy] * 10, *[other] * 3))
    assert [int(name) >= 10 for name in asked[:6]].count(True) == 3


def test_two_people_at_one_address_take_turns_too() -> None:
    asked = all_of(line_of(*[Waiting("north", "anna", 2.0)] * 10, *[Waiting("north", "bea", 2.0)] * 3))
    assert [int(name) >= 10 for name in asked[:6]].count(True) == 3


def test_a_quick_answer_goes_before_slow_ones_of_everybody() -> None:
    slow = [Waiting(place, person, 2.0) for place in ("north", "south") for person in ("anna", "bea")]
    assert line_of(*slow, Waiting("east", "chie", 0.05)).take() == "4"
    assert line_of(*slow, Waiting("north", "chie", 0.05)).take() == "4"
    assert line_of(*slow, Waiting("north", "anna", 0.05)).take() == "4"


@pytest.mark.parametrize("place", ["north", "south"])
def test_quick_games_without_end_do_not_keep_a_slow_one_waiting_for_ever(place: str) -> None:
    line, asked = line_of(Waiting("north", "anna", 2.0)), 0
    while "0" in line:
        line.add(f"quick {asked}", Waiting(place, "bea", 0.05))
        line.add(f"quick too {asked}", Waiting(place, "bea", 0.05))
        line.take()
        asked += 1
    assert asked <= 42, "about as many as take two seconds"


def test_an_address_that_returns_to_the_queue_has_saved_no_turns() -> None:
    line = line_of(*[Waiting("north", "anna", 2.0)] * 30)
    for _ in range(10):
        line.take()
    for number in range(10):
        line.add(f"late {number}", Waiting("south", "bea", 2.0))
    places = Counter(name.startswith("late") for name in (line.take() for _ in range(10)))
    assert 4 <= places[True] <= 6


@pytest.mark.parametrize("program", ["yurei:level=1", "yurei:level=5", "simple", "uniform", "mcts"])
def test_every_program_has_a_cost(program: str) -> None:
    assert 0 < cost_of(program) <= 5


def test_an_answer_that_is_had_at_once_need_not_wait_for_a_slow_turn() -> None:
    line = line_of(*[Waiting("north", "anna", 2.0)] * 3)
    assert line.take() == "0"
    for _ in range(5):
        line.add("quick", Waiting("south", "bea", 0.05))
        assert line.take_quick() == "quick", "refused, and asked again"
    assert line.take_quick() is None
    assert len(line) == 2
