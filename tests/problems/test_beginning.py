"""Problems are opened at once: nothing is compiled for their first picture."""

import subprocess
import sys

from yurei.problems.files import collection
from yurei.problems.problem import problem_of
from yurei.problems.proofs.plan import confirm

BEGIN_ALL = """
import sys
from yurei.problems.files import collection
from yurei.problems.solving import kind_of
for problem in collection().values():
    kind_of(problem.kind).begin(problem)
assert "numba" not in sys.modules
print(len(collection()))
"""


def test_every_problem_begins_without_compiled_code() -> None:
    ran = subprocess.run([sys.executable, "-c", BEGIN_ALL], capture_output=True, text=True, check=False)
    assert ran.stdout.split() == [str(len(collection()))], ran.stderr


def test_the_listed_boards_are_all_that_fit_the_tries() -> None:
    listed = [problem for problem in collection().values() if "beginning" in problem.more]
    assert {problem.id for problem in listed} == {
        problem.id for problem in collection().values() if problem.kind == "plan" and "tries" in problem.more
    }
    for problem in listed[::20]:  # `yurei problems check` compares every one
        assert confirm(problem).more["beginning"] == problem.more["beginning"]
        lacking = {**problem.values(), "beginning": problem.more["beginning"][1:]}
        assert confirm(problem_of(lacking)).more["beginning"] == problem.more["beginning"]
