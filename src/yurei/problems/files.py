"""Files of problems as JSON lines; the shipped collection, its series of ten problems, and the problem of a day."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib.resources import files

from yurei.errors import NO_SUCH, BadValue, Unknown, unknown
from yurei.languages import N_
from yurei.problems.problem import BadProblem, Problem, read_problem
from yurei.problems.solving import KINDS


def read_problems(text: str) -> Iterator[Problem]:
    """Yield the problems in the text of a file; raise ``BadProblem`` for an invalid or incomplete line."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if line.strip():
            problem = read_problem(line, number)
            if number == len(lines) and not line.endswith("\n"):
                raise BadProblem(N_("line {number} has no end; was the file cut short?"), number=number)
            yield problem


def write_problems(problems: Iterable[Problem]) -> str:
    """Return problems as the text of a file, a line of JSON each."""
    return "".join(problem.line() for problem in problems)


@cache
def collection() -> dict[str, Problem]:
    """Return all shipped problems by id, in the order of ``KINDS``."""
    folder = files("yurei.problems") / "collection"
    found: dict[str, Problem] = {}
    for kind in KINDS:
        file = folder / f"{kind}.jsonl"
        if file.is_file():
            found |= {problem.id: problem for problem in read_problems(file.read_text(encoding="utf-8"))}
    return found


def shipped(identifier: str) -> Problem:
    """Return the shipped problem with an id; raise ``Unknown`` if there is none."""
    if identifier in collection():
        return collection()[identifier]
    name = repr(identifier[:40])
    if near := get_close_matches(identifier[:40], collection(), n=1):  # there are too many to list them all
        raise Unknown(N_("there is no problem {name}; did you mean {near}?"), name=name, near=repr(near[0]))
    raise Unknown(NO_SUCH["problem"], name=name)


def matching(
    kind: str | None = None,
    grade: int | None = None,
    ruleset: str | None = None,
    problems: Iterable[Problem] | None = None,
) -> list[Problem]:
    """Return the problems of a kind, a grade and a ruleset (None: any), by default from the shipped collection."""
    return [
        each
        for each in (collection().values() if problems is None else problems)
        if kind in (None, each.kind) and grade in (None, each.grade) and ruleset in (None, each.settings.ruleset.slug)
    ]


LENGTH = 10
WEEK = 7


@dataclass(frozen=True)
class Place:
    """The place of a problem in its series."""

    series: int  # the number of the series, from 1
    number: int  # the number of the problem in it, from 1
    of: int  # number of problems in it
    following: str | None  # the id of the next problem in it; None for the last


def group_in_series(problems: Iterable[Problem], kind: str, grade: int) -> list[list[Problem]]:
    """Return the problems of a kind and a grade in series of ten; the last series may be shorter."""
    chosen = matching(kind, grade, problems=problems)
    return [chosen[first : first + LENGTH] for first in range(0, len(chosen), LENGTH)]


def place_of(problem: Problem, problems: Iterable[Problem]) -> Place:
    """Return the place of a problem in the series of its kind and grade."""
    for number, each in enumerate(group_in_series(problems, problem.kind, problem.grade), 1):
        ids = [one.id for one in each]
        if problem.id in ids:
            at = ids.index(problem.id)
            return Place(number, at + 1, len(ids), ids[at + 1] if at + 1 < len(ids) else None)
    raise ValueError(f"{problem.id} is none of these problems")


@cache
def number_of(identifier: str) -> int:
    """Return the number of a shipped problem within its kind, from 1, as in *Deduce 97*."""
    return [each.id for each in matching(shipped(identifier).kind)].index(identifier) + 1


def today(kind: str | None, day: date, problems: Iterable[Problem] | None = None) -> Problem:
    """Return the problem of a day for a kind, the same for everybody.

    The problems of a kind are sorted by grade and divided into seven equal parts. The day of the week chooses
    the part: Monday has the easiest problems, Sunday the hardest. Within its part each weekday goes through all problems,
    one a week, in an order that looks shuffled, before one comes again. Without a kind, kinds take turns day by day.

    ``day`` is a date of UTC; the problems to choose from are the shipped collection by default.
    """
    everything = list(collection().values() if problems is None else problems)
    kinds = list(dict.fromkeys(problem.kind for problem in everything))
    if not everything:
        raise BadValue(N_("there are no problems yet"))
    chosen = kinds[day.toordinal() % len(kinds)] if kind is None else kind
    if chosen not in kinds:
        raise unknown("kind of problem", chosen, kinds)
    ranked = sorted(matching(chosen, problems=everything), key=lambda problem: (problem.grade, _digest(problem)))
    week, weekday = divmod(day.toordinal() - 1, WEEK)  # day 1 of the calendar was a Monday
    begin, end = (len(ranked) * each // WEEK for each in (weekday, weekday + 1))
    part = sorted(ranked[begin : max(end, begin + 1)], key=_digest)
    return part[week % len(part)]


def _digest(problem: Problem) -> str:
    return sha256(problem.id.encode()).hexdigest()
