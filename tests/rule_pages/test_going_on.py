"""What follows from all that a seat heard is worked out on from the last time, and is the same as worked out anew."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurei import referee as referees
from yurei.apps.web.table.sections import shown
from yurei.apps.web.table.transcript import LATEST, _latest_turns, turns
from yurei.referee import view as views
from yurei.referee.table import Table
from yurei.referee.view import Fold, View

TRIES = st.lists(st.sampled_from(["A1", "B1", "A2", "B2", "C1", "C2", "C3", "A3", "B3", "pass"]), max_size=40)
FOLDS: list[Fold[Any]] = [views._marked, views._certain, views._pieces, views._latest, _latest_turns]


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
@given(tries=TRIES, order=st.randoms(use_true_random=False))
def test_a_view_gives_the_same_in_any_order_of_views(referee: str, tries: list[str], order: object) -> None:
    table = Table("go", referee=referee, size=3)
    views = [table.view(seat) for seat in ("black", "white", "audience")]
    for tried in tries:
        if table.to_move is None:
            break
        table.attempt(table.to_move, tried)
        views += [table.view(seat) for seat in ("black", "white", "audience")]
    order.shuffle(views)  # type: ignore[attr-defined]  # hypothesis gives a Random
    for view in views:
        for fold in FOLDS:
            assert fold(view) == anew(fold, view)
        assert set(shown(view)) == {1, 2}


def anew(fold: Fold[Any], view: View) -> object:
    return Fold(fold._begin, fold._step)(view)


def test_games_that_begin_alike_are_told_apart() -> None:
    one, other = (Table("go", referee="common", size=3) for _ in range(2))
    for table, points in ((one, "A1 C3 B1"), (other, "A1 C3 C1")):
        for point in points.split():
            table.attempt(str(table.to_move), point)
    views = [one.view("black"), other.view("black")]
    mixed = View.of(one.view("black").opening, (*views[0].heard[:2], views[1].heard[2]))
    for view in (*views, mixed, *views):
        for fold in FOLDS:
            assert fold(view) == anew(fold, view)


@given(tries=TRIES)
def test_the_latest_turns_are_the_last_of_all_turns(tries: list[str]) -> None:
    table = Table("go", referee="common", size=3)
    for tried in tries:
        if table.to_move is not None:
            table.attempt(table.to_move, tried)
    view = table.view("black")
    assert list(_latest_turns(view)[1]) == turns(view.heard)[::-1][:LATEST]
