"""Files of problems: JSON lines. The shipped collection has one file a kind."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from yurei.errors import NO_SUCH, Unknown
from yurei.languages import N_
from yurei.problems.kinds import KINDS
from yurei.problems.problem import BadProblem, Problem, read_problem


def read_problems(text: str) -> Iterator[Problem]:
    """Yield the problems of a text.

    Raises:
        BadProblem: if a line is none, or the last line has no end; the message names the line.
    """
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if line.strip():
            problem = read_problem(line, number)
            if number == len(lines) and not line.endswith("\n"):
                raise BadProblem(N_("line {number} has no end; was the file cut short?"), number=number)
            yield problem


def write_problems(problems: Iterable[Problem]) -> str:
    """Return the text of problems."""
    return "".join(problem.line() for problem in problems)


@cache
def collection() -> dict[str, Problem]:
    """Return the shipped problems by id, in order of kind."""
    folder = files("yurei.problems") / "collection"
    found: dict[str, Problem] = {}
    for kind in KINDS:
        file = folder / f"{kind}.jsonl"
        if file.is_file():
            found |= {problem.id: problem for problem in read_problems(file.read_text(encoding="utf-8"))}
    return found


def shipped(identifier: str) -> Problem:
    """Return a shipped problem.

    Raises:
        Unknown: if there is none with this id.
    """
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
    """Return the problems of a kind, a grade and a game, None for any; of the shipped collection by default."""
    return [
        each
        for each in (collection().values() if problems is None else problems)
        if kind in (None, each.kind) and grade in (None, each.grade) and ruleset in (None, each.settings.ruleset.slug)
    ]


__all__ = ["collection", "matching", "read_problems", "shipped", "write_problems"]
