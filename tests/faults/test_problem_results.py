"""Results in problems, kept with a person's key in either database: over a restart, on two devices, deleted, under a new key."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.test_problems import progress
from tests.web.wire import House, Visitor
from yurei.apps.web.shell.cookies import PERSON
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Ending
from yurei.club.practice import after_attempt

FIRST, SECOND = list(of_kind("endgame"))[:2]
DAY = date(2026, 1, 1)


@pytest.fixture
def house(url: str) -> Iterator[House]:
    """The application without a network, on either database."""
    with House(place=url) as house:
        yield house


def along(house: House, visitor: Visitor, other: Visitor) -> None:
    """Share a name and all seats with another device."""
    page = visitor.post("/you/along").text
    link = "/you/along/" + page.partition("/you/along/")[2].partition('"')[0]
    assert other.post(link).status == 303


def test_results_are_kept_over_a_restart(house: House) -> None:
    visitor = Visitor(house)
    Solver(visitor, FIRST.id).answers(*right_answers(FIRST))
    house.club.people.names.clear()
    assert progress(visitor)["Solved"] == 1


def test_results_go_along_to_another_device_and_come_together_there(house: House) -> None:
    one, other = Visitor(house), Visitor(house)
    Solver(one, FIRST.id).answers(*right_answers(FIRST))
    Solver(other, FIRST.id).answers(wrong_answer(FIRST))
    Solver(other, SECOND.id).answers(*right_answers(SECOND))
    along(house, one, other)
    assert one.cookies[PERSON] == other.cookies[PERSON]
    for visitor in (one, other):
        assert progress(visitor) == {"Streak, in days": 1, "Solved": 2, "Tried": 2, "Comes back today": 0}


def test_results_are_deleted_with_everything(house: House) -> None:
    visitor = Visitor(house)
    Solver(visitor, FIRST.id).answers(wrong_answer(FIRST))
    person = digest(visitor.cookies[PERSON])
    assert len(house.run(house.store.people.practised(person))) == 1
    assert "problems" in visitor.get("/you/delete").text
    visitor.post("/you/delete", {"sure": "yes"})
    assert house.run(house.store.people.practised(person)) == []
    late = after_attempt(None, SECOND.id, Ending.SOLVED, DAY)
    house.run(house.store.people.keep_practised(person, SECOND.id, lambda _: late))
    assert house.run(house.store.people.practised(person)) == [], "nothing is kept for somebody who is gone"


def test_results_follow_a_new_key(house: House) -> None:
    visitor = Visitor(house)
    Solver(visitor, FIRST.id).answers(wrong_answer(FIRST))
    key = visitor.cookies[PERSON]
    new = house.run(house.club.own.change_key(key))
    assert [result.problem for result in house.run(house.store.people.practised(digest(new)))] == [FIRST.id]
