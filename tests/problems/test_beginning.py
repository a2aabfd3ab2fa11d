"""Problems are opened at once: nothing is compiled for their first picture."""

import subprocess
import sys

from yurei.problems.files import collection

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
