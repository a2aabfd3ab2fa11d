"""What the pages about problems show is so."""

import doctest
import re
from pathlib import Path

import pytest

from yurei.problems import KINDS, read_problem
from yurei.problems.problem import QUESTION
from yurei_research.compose import faults_of, prove, read_compositions

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "problems.md").read_text(encoding="utf-8")


def lines_of(part: str) -> list[str]:
    return re.findall(r"^```json\n(.*)\n```", part, re.MULTILINE)


FORM, COMPOSING = PAGE.split("\n## Compose problems\n")


def test_the_program_of_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(DOCS / "problems.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize("line", lines_of(FORM))
def test_the_problem_of_the_page_is_proven(line: str) -> None:
    problem = read_problem(line)
    assert problem.line() == line + "\n"
    assert faults_of(problem) == []


@pytest.mark.parametrize("line", lines_of(COMPOSING))
def test_the_composition_of_the_page_is_proven(line: str) -> None:
    (composition,) = read_compositions(line)
    assert prove(composition)[1] == []


def test_the_page_has_every_kind_and_every_key_of_the_question() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| .* \| .* \| .* \|$", PAGE, re.MULTILINE)) == set(KINDS)
    assert set(re.findall(r"^- `(\w+)`: ", PAGE, re.MULTILINE)) == set(KINDS)
    keys = re.findall(r"^\| (`.*?) \| .*? \| .*? \|$", PAGE, re.MULTILINE)
    assert set(QUESTION) <= {word for cell in keys for word in re.findall(r"`(\w+)`", cell)}
