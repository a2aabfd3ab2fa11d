"""The shipped problems: their form, number, size and grades, the daily one. research/tests proves them."""

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from importlib.resources import files

import pytest

from yurei.errors import BadValue, Unknown
from yurei.problems import KINDS, Problem, collection, matching, today
from yurei.referee.settings import read_settings
from yurei.rules import BLACK

SETTINGS = read_settings({"referee": "open", "width": 3, "height": 3})
MONDAY = date(2026, 11, 23)


def shelf(count: int, kind: str = "plan") -> list[Problem]:
    """So many problems, their grades rising from 1 to 9."""
    return [
        Problem(f"{kind}-{number}", kind, SETTINGS, bytes(9), BLACK, ("A1",), 1 + 9 * number // count)
        for number in range(count)
    ]


def daily(problems: list[Problem], days: int, kind: str | None = "plan") -> list[Problem]:
    return [today(kind, MONDAY + timedelta(day), problems) for day in range(days)]


def test_the_daily_problem_does_not_depend_on_the_order_of_the_collection() -> None:
    assert daily(shelf(40), 20) == daily(shelf(40)[::-1], 20)


def test_a_week_goes_from_the_easiest_to_the_hardest() -> None:
    week = [problem.grade for problem in daily(shelf(70), 7)]
    assert week == sorted(week)
    assert week[0] <= 2
    assert week[-1] >= 8
    assert len(set(week)) >= 6


def test_every_problem_comes_once_before_one_comes_again() -> None:
    seen = [problem.id for problem in daily(shelf(70), 140)]
    assert sorted(seen[:70]) == sorted(problem.id for problem in shelf(70))
    assert seen[70:] == seen[:70]
    for few in map(shelf, range(1, 8)):
        assert all(problem in few for problem in daily(few, 14))


def test_without_a_kind_kinds_take_turns() -> None:
    problems = shelf(7) + shelf(7, "deduce") + shelf(7, "ghosts")
    kinds = [problem.kind for problem in daily(problems, 6, kind=None)]
    assert set(kinds[:3]) == {"plan", "deduce", "ghosts"}
    assert kinds[3:] == kinds[:3]


def test_a_kind_without_problems_is_refused() -> None:
    with pytest.raises(Unknown, match=r"there is no kind of problem 'ear'\. Known: plan"):
        today("ear", MONDAY, shelf(3))
    with pytest.raises(BadValue, match="there are no problems yet"):
        today(None, MONDAY, [])


@pytest.mark.parametrize(
    ("kind", "least"), {"plan": 300, "deduce": 300, "endgame": 300, "ghosts": 150, "ear": 150}.items()
)
def test_enough_problems_of_each_kind_are_shipped_in_many_grades(kind: str, least: int) -> None:
    grades = Counter(problem.grade for problem in matching(kind))
    assert grades.total() >= least
    assert len(grades) >= 5
    assert max(grades.values()) <= grades.total() / 2


def test_the_collection_is_not_large() -> None:
    folder = files("yurei.problems") / "collection"
    assert sum(len((folder / f"{kind}.jsonl").read_bytes()) for kind in KINDS) <= 700_000


BEGIN_ALL = """
import sys
from yurei.problems.files import collection
from yurei.problems.solving import kind_of
for problem in collection().values():
    kind_of(problem.kind).begin(problem)
print(len(collection()), "numba" in sys.modules)
"""


def test_every_problem_begins_without_compiled_code() -> None:
    ran = subprocess.run([sys.executable, "-c", BEGIN_ALL], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{len(collection())} False\n"
